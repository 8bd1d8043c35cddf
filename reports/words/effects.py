"""The effects of tips as they are drawn: all habits, those that help most first, and those of one tip at every table.

Their names, order, titles and ranges are made here once. The page and the files of plots only draw them.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.habits import by_players, middle, typical
from knotlab.analysis.claims.judgement.tips import differs_for_the_strong, for_the_strong
from knotlab.analysis.claims.model.meaning import FEWER, MORE, PLAYER, Meaning
from knotlab.analysis.stats.verdicts import Direction, Verdict
from knotlab.reports.words import capital, uncapital
from knotlab.reports.words.advice import advice
from knotlab.reports.words.directions import in_words, things, with_interval

WON = Meaning("win_rate", PLAYER)
MARGIN = 0.005  # the smallest effect that matters, in games lost


class Dot(NamedTuple):
    """One table of a forest's row, by games lost or won; hollow if it could be nothing."""

    cell: Evidence
    result: str
    value: float
    is_hollow: bool
    words: str


class Number(NamedTuple):
    """A number next to a row, in games of 100 with the word for its direction, and the class of its colour: grey where
    it is not certain, none where it is too small to matter.
    """

    value: float
    words: str
    colour: str


class Row(NamedTuple):
    """A habit: its dots, and the numbers next to it, those of the middle one of its usual tables, in games lost and
    won; won: nothing if games won were not counted.
    """

    tip: TipResult
    name: str
    dots: list[Dot]
    lost: Number
    won: Number | None


def forest(tips: Sequence[TipResult]) -> list[Row]:
    """All habits that are judged by the games that one loses oneself, those that help most first."""
    rows = [
        _row(tip, name, cells)
        for tip in tips
        if tip.words.kind == "habit" and not tip.words.apart and tip.verdict != Verdict.NO_VERDICT
        for label, name in tip.words.rows.items()
        if (cells := [cell for cell in tip.cells_of(label) if is_own_loss(cell)])
    ]
    return sorted(rows, key=lambda row: -row.lost.value)


def is_own_loss(cell: Evidence) -> bool:
    """Whether a cell counts the games that the player loses who follows the tip."""
    return cell.unit == "loss_rate" and cell.meaning.side == PLAYER


def _row(tip: TipResult, name: str, cells: Sequence[Evidence]) -> Row:
    usual = middle(cells)
    dots = [Dot(cell, "lost", cell.effect, not cell.is_certain, dot_words(cell)) for cell in cells]
    dots += [
        Dot(cell, "won", won, not cell.is_won_certain, f"{table_name(cell)}: {won_words(cell)}")
        for cell in cells
        if not math.isnan(won := cell.games_won.value)
    ]
    lost, won = _number(usual.meaning, usual.effect, usual.is_certain), usual.games_won.value
    return Row(tip, capital(name), dots, lost, None if math.isnan(won) else _number(WON, won, usual.is_won_certain))


def _number(meaning: Meaning, value: float, is_certain: bool) -> Number:
    matters = Direction.HELPS if value > MARGIN else Direction.HURTS if value < -MARGIN else ""
    words = f"{abs(meaning.scale * value):.1f} {meaning.way(value)}"
    return Number(value, words, matters if is_certain else "soft")


def dot_words(cell: Evidence) -> str:
    """A cell as its dot is read out."""
    return f"{table_name(cell)}: {in_words(cell)}"


def table_name(cell: Evidence) -> str:
    """How many play, in which field."""
    return f"{cell.players} players, {cell.field}"


def won_words(cell: Evidence) -> str:
    """Games won in 100, with the interval; empty if they were not counted."""
    won = cell.games_won
    return "" if math.isnan(won.value) else with_interval(WON, won.value, won.low, won.high)


class SizeLine(NamedTuple):
    """A line of a tip's table: a cell, its experiment where there are several, effect and games won in words."""

    cell: Evidence
    name: str
    words: str
    won: str


def sizes(tip: TipResult) -> list[SizeLine]:
    """A tip's numbers: all cells if it has one experiment, else those of each in the usual field."""
    labels = tip.words.names
    by_name = [(name, cell) for label, name in labels.items() for cell in tip.cells_of(label)]
    if len(labels) > 1:
        by_name = [(name, cell) for name, cell in by_name if cell is typical(_alike(tip, cell))]
    in_order = sorted(by_name, key=lambda pair: (list(labels.values()).index(pair[0]), pair[1].players))
    several = len(labels) > 1
    return [SizeLine(cell, name if several else "", in_words(cell), won_words(cell)) for name, cell in in_order]


def _alike(tip: TipResult, cell: Evidence) -> list[Evidence]:
    return [other for other in tip.cells_of(cell.label) if other.players == cell.players]


def _headlines(tip: TipResult) -> list[str]:
    """The habit that a tip's verdict is about, as rows are named; all of them where there is no headline."""
    names = tip.words.names
    about = [names[tip.headline.label]] if tip.headline and tip.headline.label in names else names.values()
    return list(map(capital, about))


def best(tips: Sequence[TipResult]) -> list[tuple[Row, Direction]]:
    """The habits for the first screen, and which way their tips point: the four that help most and the two that hurt
    most.
    """
    rows = [row for row in forest(tips) if row.name in _headlines(row.tip)]
    told = [(row, direction) for row in rows if (direction := advice(row.tip).direction)]
    helps = [each for each in told if each[1] == Direction.HELPS]
    hurts = [each for each in told[::-1] if each[1] == Direction.HURTS]
    chosen: dict[str, tuple[Row, Direction]] = {}
    for row, direction in [*helps[:4], *hurts]:
        if len(chosen) < 6:
            chosen.setdefault(row.tip.id, (row, direction))
    return list(chosen.values())


def for_others(row: Row, direction: Direction) -> str:
    """What strong players are told of a habit, if it is something else than plain ones are; else nothing."""
    strong = for_the_strong(row.tip)
    differs = differs_for_the_strong(direction, strong)
    return f"; for strong players: {uncapital(str(strong)).rstrip('.')}" if differs else ""


class EffectPicture(NamedTuple):
    """An experiment's effect at every table.

    label, name: of the experiment, and what is done in it. title: what came out. groups: the tables of each number of
    players. low, high: the ends of the scale, which all pictures of a tip share; zero is within.
    """

    label: str
    name: str
    title: str
    groups: list[list[Evidence]]
    low: float
    high: float

    @property
    def cells(self) -> list[Evidence]:
        """All tables, in the order in which they are drawn."""
        return [cell for group in self.groups for cell in group]


def pictures(tip: TipResult, meaning: Meaning) -> list[EffectPicture]:
    """A picture of each experiment of a tip that counts the same, as far as it was played."""
    known = [cell for cell in tip.cells if cell.deals and cell.meaning == meaning]
    ends = [0.0, *(end for cell in known for end in (cell.effect, cell.low, cell.high) if not math.isnan(end))]
    made = []
    for label in dict.fromkeys(cell.label for cell in known):
        cells = [cell for cell in known if cell.label == label]
        name = capital(tip.words.names.get(label) or tip.words.strong.get(label, label))
        groups = list(by_players(cells).values())
        made.append(EffectPicture(label, name, f"{name}: {finding(cells)}", groups, min(ends), max(ends)))
    return made


def finding(cells: Sequence[Evidence]) -> str:
    """At how many tables there is certainly less or more of what is counted.

    cells: all tables of one experiment. Returns the rest of a picture's title.
    """
    n, what = len(cells), things(cells[0].meaning)
    ways = [cell.meaning.way(cell.effect) for cell in cells if cell.is_certain]
    fewer, more = ways.count(FEWER), ways.count(MORE)
    if not fewer and not more:
        return f"no certain difference at any of {n} tables"
    parts = [(k, words) for k, words in ((fewer, FEWER), (more, MORE)) if k]
    if len(parts) == 1 and parts[0][0] == n:
        return f"{parts[0][1]} {what} at all {n} tables"
    (k, words), *others = parts
    rest = "".join(f", {other} at {count}" for count, other in others)
    return f"certainly {words} {what} at {k} of {n} tables{rest}"

"""The effects of a tip at every table, as they are drawn and listed: their order, titles and ranges. The page and the
files of plots only draw them.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.habits import by_players, typical
from knotlab.analysis.claims.model.meaning import FEWER, MORE, PLAYER, Meaning
from knotlab.reports.words import capital
from knotlab.reports.words.directions import field_named, things, told_of, with_interval

FIELDS_NAMED = ("simple", "mixed", "strong", "champion")
WON = Meaning("win_rate", PLAYER)


def table_name(cell: Evidence) -> str:
    """How many play, and in which field, where that has a name; a single opponent is named by the experiment."""
    return ", ".join([f"{cell.players} players", *([field_named(cell.field)] if cell.field in FIELDS_NAMED else [])])


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
    return [SizeLine(cell, name if several else "", told_of(tip, cell), won_words(cell)) for name, cell in in_order]


def _alike(tip: TipResult, cell: Evidence) -> list[Evidence]:
    return [other for other in tip.cells_of(cell.label) if other.players == cell.players]


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

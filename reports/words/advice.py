"""One sentence a tip, made from its cells by the template of its kind.

A habit's number is that of the mixed field, players of all kinds; where that of a different field certainly differs by
a game in 100 or more, or is on the other side of zero, that is said as an exception. What to do follows from the
tip's headline.
"""

import math
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from knotlab.analysis.claims.evidence.champions import PairAhead, published_pairs
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.model.meaning import FEWER, MORE, PLAYER
from knotlab.analysis.claims.model.tip import Says
from knotlab.analysis.stats.verdicts import HeadlineAnswer, Verdict
from knotlab.reports.words.directions import (
    HELPS,
    HURTS,
    NOTHING,
    NUMERALS,
    OPEN,
    OR,
    by_players,
    certainly_apart,
    direction_of,
    listed,
    share_of,
    typical,
    way,
    worth,
)

RARE = "Rarely comes up."
NO_DIFFERENCE, DEPENDS, NOT_KNOWN = "Makes no difference.", "It depends.", "Open."
AT_TIMES, NOT_OVERDONE = "Sometimes.", "Do it, but do not overdo it."
UNJUDGED = "No verdict."


class Advice(NamedTuple):
    """What to say of a tip: the opening word, the sentence, and which way it points (`HELPS` ..; none of facts)."""

    opening: str
    sentence: str
    direction: str | None


def advice(tip: TipResult) -> Advice:
    """What to do about a tip, in a player's words."""
    return TEMPLATES[tip.words.kind](tip)


# --- habits ---


def opening_of(cells: Sequence[Evidence]) -> tuple[str, str]:
    """The first words of a habit's sentence, and which way it points over all."""
    ways = {n: direction_of(typical(group)) for n, group in by_players(cells).items()}
    for direction, words in ((HELPS, "Do it."), (HURTS, "Don't."), (NOTHING, NO_DIFFERENCE), (OPEN, NOT_KNOWN)):
        if set(ways.values()) == {direction}:
            return words, direction
    helped = [n for n, way in ways.items() if way == HELPS]
    if helped and HURTS not in ways.values():
        return f"Only with {listed([NUMERALS[n] for n in helped], OR)} players.", HELPS
    if not helped and HURTS in ways.values():
        return "Don't.", HURTS
    return (DEPENDS, NOTHING) if helped else (NO_DIFFERENCE, NOTHING)


def by_headline(tip: TipResult, cells: Sequence[Evidence]) -> tuple[str, str]:
    """The first words of the habit that a tip's headline is about, and which way it points over all."""
    opening, way = opening_of(cells)
    if tip.headline is None or cells[0].label != tip.headline.label:
        return opening, way
    answers: dict[str, tuple[str, str]] = {
        HeadlineAnswer.NO_DIFFERENCE: (NO_DIFFERENCE, NOTHING),
        HeadlineAnswer.DEPENDS: (DEPENDS, NOTHING),
        HeadlineAnswer.OPEN: (NOT_KNOWN, OPEN),
        HeadlineAnswer.RARE: (RARE, NOTHING),
        HeadlineAnswer.AT_TIMES: (AT_TIMES, HELPS),
    }
    if tip.headline.answer in answers:
        return answers[tip.headline.answer]
    helps = (tip.headline.answer == HeadlineAnswer.BETTER) == (tip.headline.advice == 1)
    if not helps:
        return "Don't.", HURTS
    return (opening, HELPS) if opening.startswith("Only with") else ("Do it.", HELPS)


def habit(tip: TipResult) -> Advice:
    """Do it or not: a sentence for each row, how many games in 100 are lost less."""
    when = tip.words.when
    cells_by_words = [(words, tip.cells_of(label)) for label, words in tip.words.rows.items()]
    cells_by_words = [(words, cells) for words, cells in cells_by_words if cells]
    if not cells_by_words:
        return Advice(NOT_KNOWN, "Nothing has been played yet.", OPEN)
    openings = [by_headline(tip, cells) for _, cells in cells_by_words]
    directions = {way for _, way in openings}
    if len(cells_by_words) == 1:
        rarity = how_rare(cells_by_words[0][1]) if openings[0][0] in (RARE, AT_TIMES) else ""
        sentence = rarity + _losses(cells_by_words[0][1], when) + _exceptions(cells_by_words[0][1])
        return Advice(openings[0][0], sentence + _beside(tip), openings[0][1])
    parts = [
        f"{words[0].upper()}{words[1:]}: {opening[:1].lower()}{opening[1:-1]}. {_losses(cells, when)}"
        for (words, cells), (opening, _) in zip(cells_by_words, openings, strict=True)
    ]
    if tip.verdict == Verdict.NOT_OVERDONE:
        return Advice(NOT_OVERDONE, " ".join(parts) + _beside(tip), HELPS)
    opening = openings[0][0] if len(set(openings)) == 1 else DEPENDS
    if len(directions) == 1 and len(set(openings)) == 1:
        parts = [f"{words[0].upper()}{words[1:]}: {_losses(cells, short=True)}" for words, cells in cells_by_words]
        parts += (
            [f"(Games lost out of 100{when and f' {when}'}.)"]
            if len(directions) == 1 and OPEN not in directions
            else []
        )
    return Advice(opening, " ".join(parts) + _beside(tip), directions.pop() if len(directions) == 1 else NOTHING)


def how_rare(cells: Sequence[Evidence]) -> str:
    """In one of how many choices a habit changes anything, as the mean of its usual tables; nothing where not known."""
    shares = [typical(group).in_choices for group in by_players(cells).values()]
    share = sum(shares) / len(shares)
    return f"It changes about one choice in {float(f'{1 / share:.1e}'):,.0f}. " if share > 0 else ""


def _losses(cells: Sequence[Evidence], when: str = "", short: bool = False) -> str:
    """How many games in 100 are lost fewer or more, by the number of players."""
    amounts = {n: typical(group) for n, group in by_players(cells).items()}
    certain = {n: cell for n, cell in amounts.items() if direction_of(cell) != OPEN}
    unknown = [n for n in amounts if n not in certain]
    groups: dict[str, list[int]] = {}
    for n, cell in certain.items():
        groups.setdefault(worth(cell), []).append(n)
    parts = [f"{words} with {listed([NUMERALS[n] for n in some], OR)}" for words, some in groups.items()]
    parts[:1] = [f"{part} players" for part in parts[:1]]
    opening = "" if short else f"Out of 100 games{when and f' {when}'}, {_who(cells[0])} about "
    if not parts:
        return f"{'no effect seen yet' if short else 'No effect has been seen yet'}."
    open_ones = f"; open with {listed([NUMERALS[n] for n in unknown], OR)}" if unknown else ""
    return f"{opening}{listed(parts)}{open_ones}."


def _who(cell: Evidence) -> str:
    """Who it is that loses or wins."""
    verb = "lose" if cell.unit == "loss_rate" else "win"
    return f"you {verb}" if cell.meaning.side == PLAYER else f"{cell.meaning.side} {verb}s"


def _exceptions(cells: Sequence[Evidence]) -> str:
    """Fields in which it certainly differs from the mixed one."""
    others: dict[str, list[str]] = {}
    for n, group in by_players(cells).items():
        usual = typical(group)
        for cell in group:
            if cell is not usual and _is_exception(cell, usual):
                players = "" if cell.field in others else " players"
                others.setdefault(cell.field, []).append(f"{worth(cell)} with {NUMERALS[n]}{players}")
    parts = [
        f"a {field} field{'' if i else ', however'}: {listed(amounts)}"
        for i, (field, amounts) in enumerate(others.items())
    ]
    return f" In {'; in '.join(parts)}." if parts else ""


def _is_exception(cell: Evidence, usual: Evidence) -> bool:
    """Whether a field's effect is certainly another one than the usual field's."""
    is_turned = cell.is_certain and direction_of(cell) in (HELPS, HURTS) and cell.effect * usual.effect < 0
    return certainly_apart(cell, usual) or (is_turned and direction_of(usual) != OPEN)


def _beside(tip: TipResult) -> str:
    """What else was counted of a habit."""
    extra = [_counted(tip.cells_of(label), says) for label, says in tip.words.beside.items()]
    return "".join(f" {part}." for part in extra)


# --- numbers, chances, points ---


def _counted(cells: Sequence[Evidence], says: Says) -> str:
    """A number of turns, cards or cases in a hundred: over all tables, from the least to the most. What there is more
    or fewer of is what the cells themselves say; `says` may name both words otherwise, or count the other of two sides.
    """
    amounts = sorted(abs(cell.meaning.scale * cell.effect) for cell in cells)
    ways = {way(cell.meaning, cell.effect) for cell in cells}
    usual = way(cells[0].meaning, max(cells, key=lambda cell: abs(cell.effect)).effect)
    sentence = says.text.replace("{k}", _span(amounts)).replace("{way}", says.ways.get(usual, usual))
    return sentence if len(ways) == 1 else f"{sentence}, at most; in some fields it is the other way round"


def _span(amounts: Sequence[float]) -> str:
    """From the least to the most, in as few digits as tell."""
    low, high = (f"{value:.0f}" if amounts[-1] >= 5 else f"{value:.1f}" for value in (amounts[0], amounts[-1]))
    return low if low == high else f"{low} to {high}"


def amount(tip: TipResult) -> Advice:
    """A fact in numbers."""
    parts = [_counted(cells, says) for label, says in tip.words.says.items() if (cells := tip.cells_of(label))]
    return Advice(_judged(tip), "; ".join(parts) + ".", None)


def chance(tip: TipResult) -> Advice:
    """How often something happens, in 100."""
    parts = []
    for label, says in tip.words.says.items():
        cells = tip.cells_of(label)
        if tip.verdict == Verdict.DEPENDS:
            amounts = [f"{100 * share_of(cell, says):.0f} ({_apart(cell, cells)})" for cell in cells]
            parts.append(f"In {listed(amounts)} of 100 cases, {says.text}.")
            continue
        shares = sorted(100 * share_of(cell, says) for cell in cells)
        span = f"{shares[0]:.0f}" if round(shares[0]) == round(shares[-1]) else f"{shares[0]:.0f} to {shares[-1]:.0f}"
        parts.append(f"In {span} of 100 cases, {says.text}.")
    return Advice(_judged(tip), " ".join(parts), None)


def _apart(cell: Evidence, cells: Sequence[Evidence]) -> str:
    """What tells a cell from the others of its row: how many play, in which field."""
    told = [f"{NUMERALS[cell.players]} players"] if len(by_players(cells)) > 1 else []
    if len({each.field for each in cells}) > 1:
        told.append(f"{cell.field} field")
    return ", ".join(told)


def skill(tip: TipResult) -> Advice:
    """How often the better of two players finishes ahead, between two: the strongest pair of able ones, and the pair
    who are nearest to each other.
    """
    able = [pair for pair in published_pairs() if pair.game == tip.game and pair.players == 2]
    able = [pair for pair in able if "random" not in pair.other]
    surest, nearest = (_finishes_ahead(pair) for pair in (able[0], able[-1]))
    return Advice(UNJUDGED, f"It depends on who plays. Between two players, {surest}; {nearest}.", None)


def _finishes_ahead(pair: PairAhead) -> str:
    """How often one player finishes ahead of another, and how many games it takes to see it."""
    better, other = (re.split("[:@]", name)[0] for name in (pair.better, pair.other))
    games = "no number of games" if math.isnan(pair.needed) else f"{pair.needed:,.0f} game{'s' * (pair.needed > 1)}"
    return (
        f"“{better}” finishes ahead of “{other}” in {100 * pair.ahead.value:.0f} games of 100, so {games} "
        f"tell{'s' * (pair.needed == 1)} with 95% certainty who is better"
    )


def points(tip: TipResult) -> Advice:
    """What it is worth in points per deal."""
    (words,), cells = tip.words.rows.values(), tip.cells
    certain = [cell for cell in cells if cell.is_certain]
    if not certain:
        return Advice(NOT_KNOWN, "No field has been found in which it certainly gains or costs.", OPEN)
    verbs = {FEWER: "lose", MORE: "gain"}
    sentences = [
        f"In a {cell.field} field, you {verbs[way(cell.meaning, cell.effect)]} about {abs(cell.effect):.0f} points a "
        f"deal if you {words}"
        for cell in certain
    ]
    helps = {cell.effect > 0 for cell in certain}
    opening = DEPENDS if len(helps) > 1 else "Do it." if True in helps else "Don't."
    rest = " In other fields, it is open." if len(certain) < len(cells) else ""
    direction = NOTHING if len(helps) > 1 else HELPS if True in helps else HURTS
    return Advice(opening, ". ".join(sentences) + "." + rest, direction)


# --- the rest ---


def exact(tip: TipResult) -> Advice:
    """What the rules settle."""
    return Advice(_judged(tip), "It follows from the rules of the game.", None)


def shown(tip: TipResult) -> Advice:
    """What is shown and not judged."""
    said = f"{tip.statement[0].lower()}{tip.statement[1:]}"
    return Advice(UNJUDGED, f"This describes the game and advises nothing: {said}", None)


def variant(tip: TipResult) -> Advice:
    """How many habits come out otherwise than under the usual rules, and how they do."""
    ways = [direction_of(cell) for cell in tip.cells]
    counts = f"{ways.count(HELPS)} help, {ways.count(HURTS)} hurt, {ways.count(NOTHING)} make no difference"
    unknown = f", {ways.count(OPEN)} open" if OPEN in ways else ""
    differ = f"{tip.where.partition(' (')[0]}. " if tip.where else ""
    sentence = f"{differ}The habits under these rules, at {len(ways)} tables: {counts}{unknown}."
    return Advice(_judged(tip), sentence, None)


def _judged(tip: TipResult) -> str:
    """A fact's first word."""
    words = {
        Verdict.HOLDS: "Holds.",
        Verdict.NOT_OVERDONE: "Holds, if not overdone.",
        Verdict.WRONG: "Wrong.",
        Verdict.DEPENDS: DEPENDS,
        Verdict.OPEN: NOT_KNOWN,
        Verdict.RARE: RARE,
        Verdict.NO_DIFFERENCE: NO_DIFFERENCE,
    }
    return words.get(tip.verdict, UNJUDGED)


TEMPLATES: dict[str, Callable[[TipResult], Advice]] = {
    "habit": habit,
    "amount": amount,
    "chance": chance,
    "points": points,
    "skill": skill,
    "exact": exact,
    "shown": shown,
    "variant": variant,
}

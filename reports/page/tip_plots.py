"""The plot of a tip's box: dots of what its habit is worth at each table, or else its numbers as bars."""

from collections.abc import Sequence
from typing import NamedTuple

from knotlab.analysis.claims.evidence.files import published_charts
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.at_table import (
    SIZES,
    USUAL,
    Against,
    HabitWorth,
    TableChoice,
    at_table,
    has_trials,
)
from knotlab.analysis.claims.model.meaning import PLAYER
from knotlab.reports.page.answers import stretched
from knotlab.reports.page.chooser import ShownAt, at_tables
from knotlab.reports.page.pictures import drawn, on_common_axis
from knotlab.reports.page.tip_curves import Picture
from knotlab.reports.words import capital
from knotlab.reports.words.at_table import ALWAYS, AT_TIMES, how, lead_of, number_lines, own_losses
from knotlab.reports.words.cell_pictures import cell_picture, changed_effects
from knotlab.reports.words.pictures import LENGTH, lengths
from knotlab.reports.words.two_numbers import known_of_rule, known_of_tip


class SizeDot(NamedTuple):
    """A table in a card's plot: how many play, where it stands, how wide its interval is, and how far the middle of
    that lies to the right of it, as the scale is stretched; hollow if it does not matter.
    """

    players: int
    left: float
    width: float
    shift: float
    is_hollow: bool


class Lane(NamedTuple):
    """A line of a card's plot: its words, the class of its dots, and a dot for each size of table."""

    word: str
    kind: str
    dots: list[SizeDot]


def lanes(tip: TipResult) -> list[ShownAt[list[Lane]]]:
    """What a tip's habit is worth, as far as it was tried; none for what no player loses by. For plain tables a line
    for either kind of table; for strong ones, a line for each rule that the card's numbers are of.
    """
    if not own_losses(tip, USUAL):
        return _lanes_by_row(tip)
    label = next(iter(tip.words.rows))
    known = known_of_tip(tip, label if has_trials(tip, Against.STRONG) else lead_of(tip, Against.PLAIN))
    at_sizes = {each: [known(TableChoice(n, each)) for n in SIZES] for each in Against}
    both = [_lane(_how_often(tip, each, found), each, found) for each, found in at_sizes.items()]
    shown = [ShownAt(at_tables(Against.PLAIN), [lane for lane in both if lane.dots])]
    if not has_trials(tip, Against.STRONG):
        return [shown[0]._replace(at="")] if shown[0].part else []
    choices = [TableChoice(n, Against.STRONG) for n in SIZES]
    known_rules = [[*map(known_of_rule(tip, line.label), choices)] for line in number_lines(tip, Against.STRONG)]
    rules = [_lane(_always(found[0]), Against.STRONG, found) for found in known_rules]
    return [*shown, ShownAt(at_tables(Against.STRONG), rules)]


def _lanes_by_row(tip: TipResult) -> list[ShownAt[list[Lane]]]:
    """What a tip is worth to whoever follows it that is not drawn among the habits and has no curve: a line for each
    way to do it, and where rules were laid over the champion, for each of them.
    """
    is_drawn_otherwise = published_charts().get(tip.id) and not tip.words.aside
    if tip.words.kind != "habit" or is_drawn_otherwise or at_table(tip, USUAL)[0].meaning.side != PLAYER:
        return []
    shown = []
    for against in Against:
        known = {words: known_of_tip(tip, label) for label, words in tip.words.rows.items()}
        if has_trials(tip, against):
            known = {line.does: known_of_rule(tip, line.label) for line in number_lines(tip, against)}
        choices = [TableChoice(n, against) for n in SIZES]
        found = [_lane(capital(words), against, [of(choice) for choice in choices]) for words, of in known.items()]
        shown.append(ShownAt(at_tables(against), [lane for lane in found if lane.dots]))
    return shown if shown[1].part else [shown[0]._replace(at="")]


def _always(worth: HabitWorth | None) -> str:
    return how(worth) if worth else AT_TIMES


def _how_often(tip: TipResult, against: Against, found: Sequence[HabitWorth | None]) -> str:
    """A kind of table, and where rules were laid over the champion, how often one does so at it."""
    if not has_trials(tip, Against.STRONG):
        return str(against)
    return f"{against}, {ALWAYS if against == Against.PLAIN else _always(found[0])}"


def _lane(word: str, kind: str, at_sizes: Sequence[HabitWorth | None]) -> Lane:
    """A line with what is known at each size of table."""
    found = [(n, worth) for n, worth in zip(SIZES, at_sizes, strict=True) if worth and worth.is_here]
    return Lane(word, kind, [_dot(n, each) for n, each in found])


def _dot(players: int, worth: HabitWorth) -> SizeDot:
    value, low, high = map(stretched, worth.size)
    return SizeDot(players, value, round(high - low, 1), round((low + high) / 2 - value, 1), not worth.matters)


def own_picture(tip: TipResult) -> Picture | None:
    """A tip's numbers as a picture, if there are any."""
    if tip.words.kind == "variant":
        return changed_effects(tip)
    if tip.id == LENGTH:
        return drawn(lengths(tip.cells))
    if not any(tip.cells_of(label) for label in tip.words.names):
        return None
    is_of_losses = any(cell.unit == "loss_rate" for cell in tip.cells)
    return (on_common_axis if is_of_losses else drawn)(cell_picture(tip))

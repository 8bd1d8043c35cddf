"""The small plot on a tip's card: a line for each number of players, and what it shows as its title."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.model.meaning import FEWER, MORE
from knotlab.reports.answers.directions import by_players, in_hundred, typical
from knotlab.reports.answers.forest import dot_words
from knotlab.reports.words.directions import way

FEW = 3  # numbers that the sentence says as well as a plot would
ROOM = 0.02  # of the width, left free at both ends


class Mark(NamedTuple):
    """A table's dot, in per cent from the left; hollow if it could be nothing. usual: in the field that is told."""

    left: float
    is_hollow: bool
    is_usual: bool
    field: str
    words: str


class TableLine(NamedTuple):
    """All tables of one number of players, the usual one's interval from left for a width, and its effect in words."""

    players: int
    marks: list[Mark]
    left: float
    width: float
    words: str


class Plot(NamedTuple):
    """One experiment's plot. zero: where no difference stands, in per cent from the left."""

    title: str
    lines: list[TableLine]
    zero: float


def plots(tip: TipResult) -> list[Plot]:
    """A plot for each experiment about games lost that has more tables than a sentence can hold, on one scale."""
    counted = {
        name: cells
        for label, name in tip.words.names.items()
        if len(cells := [cell for cell in tip.cells_of(label) if cell.unit == "loss_rate"]) > FEW
    }
    usual = [typical(list(group)) for cells in counted.values() for group in by_players(cells).values()]
    ends = [0.0, *(cell.effect for cells in counted.values() for cell in cells)]
    ends += [end for cell in usual for end in (cell.low, cell.high) if not math.isnan(end)]
    low, high = min(ends), max(ends)
    room = (high - low) * ROOM or 1.0

    def place(value: float) -> float:
        return round(100 * (value - low + room) / (high - low + 2 * room), 1)

    return [
        Plot(
            f"{name[0].upper()}{name[1:]}: {finding(cells)}",
            [_line(group, place) for group in by_players(cells).values()],
            place(0.0),
        )
        for name, cells in counted.items()
    ]


def _line(cells: Sequence[Evidence], place: Callable[[float], float]) -> TableLine:
    usual = typical(list(cells))
    marks = [
        Mark(place(cell.effect), not cell.is_certain, cell is usual, cell.field, dot_words(cell)) for cell in cells
    ]
    left, right = (place(usual.effect if math.isnan(end) else end) for end in (usual.low, usual.high))
    return TableLine(usual.players, marks, left, round(right - left, 1), in_hundred(usual.meaning, usual.effect))


def finding(cells: Sequence[Evidence]) -> str:
    """At how many tables games are certainly lost less often or more often.

    cells: all tables of one experiment. Returns the rest of a plot's title.
    """
    n = len(cells)
    ways = [way(cell.meaning, cell.effect) for cell in cells if cell.is_certain]
    fewer, more = ways.count(FEWER), ways.count(MORE)
    if not fewer and not more:
        return f"no certain difference at any of {n} tables"
    parts = [(k, words) for k, words in ((fewer, FEWER), (more, MORE)) if k]
    if len(parts) == 1 and parts[0][0] == n:
        return f"{parts[0][1]} games lost at all {n} tables"
    (k, words), *others = parts
    beside = "".join(f", {other} at {count}" for count, other in others)
    return f"certainly {words} games lost at {k} of {n} tables{beside}"

"""The pictures on a tip's card, as HTML and SVG place them: its effects by table, and its curves."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from knotlab.analysis.claims.evidence.files import published_charts
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.reports.words import charts, effects
from knotlab.reports.words.directions import in_hundred, typical

FEW = 3  # tables that the sentence says as well as a picture would
ROOM = 0.02  # of the width of a picture, left free at both ends
LEAST = 3  # groups of a curve that is drawn
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 330, 132, 34, 24, 8  # of a curve, and of its margins, in pixels
NAMES, SHORT = 16, 6  # names that fit below its axis, and characters of a name that need not be turned
TURNED = 24  # pixels more below an axis with names that are turned


# --- effects by table ---


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


class TablePlot(NamedTuple):
    """One experiment's effects. zero: where no difference stands, in per cent from the left."""

    title: str
    lines: list[TableLine]
    zero: float


def plots(tip: TipResult) -> list[TablePlot]:
    """A plot of each experiment about games lost that has more tables than a sentence can hold."""
    meanings = dict.fromkeys(cell.meaning for cell in tip.cells if cell.unit == "loss_rate")
    pictures = [picture for meaning in meanings for picture in effects.pictures(tip, meaning)]
    return [_plot(each) for each in pictures if len(each.cells) > FEW and each.label in tip.words.names]


def _plot(picture: effects.EffectPicture) -> TablePlot:
    room = (picture.high - picture.low) * ROOM or 1.0
    low, width = picture.low - room, picture.high - picture.low + 2 * room

    def place(value: float) -> float:
        return round(100 * (value - low) / width, 1)

    def line(cells: Sequence[Evidence]) -> TableLine:
        usual = typical(cells)
        marks = [
            Mark(place(cell.effect), not cell.is_certain, cell is usual, cell.field, effects.dot_words(cell))
            for cell in cells
        ]
        left, right = (place(usual.effect if math.isnan(end) else end) for end in (usual.low, usual.high))
        return TableLine(usual.players, marks, left, round(right - left, 1), in_hundred(usual.meaning, usual.effect))

    return TablePlot(picture.title, list(map(line, picture.groups)), place(0.0))


# --- curves ---


class PointPlace(NamedTuple):
    """Where a group stands in a picture, in pixels; its name, if there is room; whether it is the tip as it is read."""

    x: float
    y: float
    top: float
    bottom: float
    label: str
    is_literal: bool


class CurvePlot(NamedTuple):
    """A curve as a picture in pixels. zero: where zero stands. is_turned: whether names are. height: of all of it."""

    curve: charts.DrawnCurve
    places: list[PointPlace]
    zero: float
    ticks: list[tuple[float, str]]
    caption: str
    is_turned: bool
    height: int


def curve_plots(tip: str) -> list[CurvePlot]:
    """The pictures of a tip's curves."""
    shown = [chart for chart in published_charts().get(tip, ()) if not chart.is_surface and len(chart.groups) >= LEAST]
    return [draw(charts.curve(chart)) for chart in shown]


def draw(curve: charts.DrawnCurve) -> CurvePlot:
    """A curve as a picture."""
    ((_, points),) = curve.lines
    span = (curve.high - curve.low) or 1.0
    first, last = (end(point.at for point in points) for end in (min, max))
    step, every = (WIDTH - LEFT) / (last - first + 1), math.ceil(len(points) / NAMES)

    def y(value: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - curve.low) / span, 1)

    places = [
        PointPlace(
            round(LEFT + step * (point.at - first + 0.5), 1),
            y(point.value),
            y(point.high),
            y(point.low),
            "" if i % every else point.name,
            point.is_literal,
        )
        for i, point in enumerate(points)
    ]
    caption = f"{charts.capital(curve.values)}, by {curve.axis}. {curve.note}"
    is_turned = max(len(place.label) for place in places) > SHORT
    ticks = [(y(tick), words) for tick, words in curve.ticks]
    return CurvePlot(curve, places, y(0.0), ticks, caption, is_turned, HEIGHT + TURNED * is_turned)

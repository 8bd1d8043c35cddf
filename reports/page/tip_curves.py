"""The pictures of a tip's curves and surfaces, on its card."""

import itertools
import math
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from knotlab.analysis.claims.evidence.files import published_charts
from knotlab.analysis.claims.model.chart import Chart, Description
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.claims.rulebooks.twisted_knot.spread import Spread
from knotlab.reports.page.pictures import DrawnPicture
from knotlab.reports.page.pictures import drawn as bars
from knotlab.reports.words import capital, charts, uncapital
from knotlab.reports.words.directions import NUMERALS, listed, tables_of
from knotlab.reports.words.names import reader_name
from knotlab.reports.words.pictures import of_chart

STRONGEST = 75  # per cent of the colour of the largest number
LEAST = 3  # groups of a curve that is drawn
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 330, 132, 34, 24, 8  # of a curve, and of its margins, in pixels
NAMES = 13  # that fit below its axis, also on a narrow phone
HELD = {"strong": "3 to 8", "weak": "0 to 2"}  # aces and kings of strong and of weak hands of Twyst
SPELT: dict[str, Callable[[str], str]] = {  # axes whose names are spelt as in commands and records, in readers' words
    "strategy": lambda name: uncapital(reader_name("twisted-knot", name)),
    "contract": lambda name: " ".join(name.split("-")),
    "hand": lambda name: f"{HELD[name]} aces and kings",
}


class PointPlace(NamedTuple):
    """Where a group stands in a picture, in pixels; its name, if there is room; whether it is the tip as it is read."""

    x: float
    y: float
    top: float
    bottom: float
    label: str
    is_literal: bool


class CurvePlot(NamedTuple):
    """A curve as a picture in pixels. zero: where zero stands."""

    curve: charts.DrawnCurve
    places: list[PointPlace]
    zero: float
    ticks: list[tuple[float, str]]
    caption: str


class Grid(NamedTuple):
    """A surface as a table in colours.

    title: what came out. values: what its numbers are. down, across: what its rows and columns are. heads, rows: a
    row's name and its cells, each with the strength of its colour in per cent, the more the stronger; nothing
    where there are too few cases.
    """

    title: str
    values: str
    down: str
    across: str
    heads: list[str]
    rows: list[tuple[str, list[tuple[str, int] | None]]]


Picture = CurvePlot | Grid | DrawnPicture | charts.Stack


def curve_plots(tip: str) -> list[Picture]:
    """The pictures of a tip's curves and surfaces: what has names as bars, and shares of the same names as stacks."""
    known = map(_for_readers, published_charts().get(tip, ()))
    published = [each for each in known if each.is_surface or len(each.groups) >= LEAST]
    tables = _tables().get(tip, {})
    parts: list[Picture] = []
    for axis, group in itertools.groupby(published, key=lambda chart: chart.axes):
        alike = list(group)
        if len(alike) > 1 and not charts.are_amounts(axis[0]) and all(map(charts.adds_up, alike)):
            says = " ".join(filter(None, (tables.get(alike[0].label, ""), _without_luck(tip))))
            parts.append(charts.stack(alike)._replace(says=says))
        else:
            parts += [_picture(_told(chart), tables.get(chart.label, "")) for chart in alike]
    return parts


@cache
def _without_luck(name: str) -> str:
    """The shares that strategy would have without luck, of a tip that shows where the spread of places comes from."""
    (tip,) = (tip for tip in tips() if tip.id == name)
    most = [
        f"{100 * curve.ceiling(tip.game):.0f}% with {NUMERALS[curve.players]}"
        for curve in tip.curves
        if isinstance(curve, Spread)
    ]
    return f"If the better player always finished ahead, strategy would have {listed(most)}." if most else ""


@cache
def _tables() -> dict[str, dict[str, str]]:
    """By a tip's id and the label of a picture: how many play, and who, as far as the label does not say so."""
    return {tip.id: {curve.label: _table(tip.game, curve) for curve in tip.curves} for tip in tips()}


def _table(game: str, curve: Description) -> str:
    told = [] if re.search(r"\d players", curve.label) else [f"{NUMERALS[curve.players]} players"]
    told += [] if curve.label.endswith(" field") else [_company(game, curve)]
    return f"{capital(', '.join(told))}." if told else ""


def _company(game: str, curve: Description) -> str:
    """Who plays: a field that readers know, or players by name."""
    field = getattr(curve, "field", None) or getattr(curve, "tables", None) or ()
    if isinstance(field, str):
        return tables_of(field.partition("-")[0])
    names = [f"“{name}”" for name in dict.fromkeys(reader_name(game, name.partition(":")[0]) for name in field)]
    if not names:
        return "all players of the library, drawn by lot"
    return listed(names) if len(names) > 1 else f"each {names[0]}"


def _for_readers(chart: Chart) -> Chart:
    """A chart of strategies or contracts with the names that people read, in place of their spelling."""
    axes = (
        replace(axis, names=tuple(map(SPELT[axis.name], axis.names))) if axis.name in SPELT else axis
        for axis in chart.axes
    )
    return replace(chart, axes=tuple(axes))


def _told(chart: Chart) -> Chart:
    """A chart without the word for occasional errors that commands have."""
    axes = tuple(replace(axis, name=axis.name.replace("tremble", "errors")) for axis in chart.axes)
    return replace(chart, axes=axes)


def _picture(chart: Chart, table: str) -> Picture:
    if chart.is_surface:
        return grid(chart, table)
    if charts.are_amounts(chart.axes[0]):
        return draw(charts.curve(chart), table)
    picture = bars(of_chart(chart))
    return picture._replace(says=f"{picture.says} {table}".strip())


def grid(chart: Chart, table: str = "") -> Grid:
    """A surface as a table, the longer side down. table: at which it was played."""
    down, across = chart.axes
    values = dict(zip(chart.groups, (rate.value for rate in chart.rates), strict=True))
    least = min(0.0, *values.values())
    span = max(values.values()) - least or 1.0

    def cell(group: tuple[int, ...]) -> tuple[str, int] | None:
        value = values.get(group)
        return (
            None if value is None else (charts.number(chart.scale * value), round(STRONGEST * (value - least) / span))
        )

    order = list(down.values)
    if not charts.are_amounts(down):
        order.sort(key=lambda row: -values.get((row, across.values[0]), 0.0))
    rows = [(down.label(row), [cell((row, column)) for column in across.values]) for row in order]
    heads = [across.label(column) for column in across.values]
    title = f"{charts.named(chart)}: {charts.extremes(chart)}"
    return Grid(title, f"{table} {capital(charts.values_of(chart))}".strip(), down.name, across.name, heads, rows)


def draw(curve: charts.DrawnCurve, table: str = "") -> CurvePlot:
    """A curve as a picture. table: at which it was played."""
    ((_, points),) = curve.lines
    span = (curve.high - curve.low) or 1.0
    first, last = (end(point.at for point in points) for end in (min, max))
    step, every = (WIDTH - LEFT) / (last - first + 1), math.ceil(len(points) / NAMES)

    def y(value: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - curve.low) / span, 1)

    places = [
        PointPlace(
            round(LEFT + step * (point.at - first + 0.5)),
            y(point.value),
            y(point.high),
            y(point.low),
            "" if i % every else point.name,
            point.is_literal,
        )
        for i, point in enumerate(points)
    ]
    caption = f"{capital(curve.values)}, by {curve.axis}. {table} {curve.note}".replace("  ", " ")
    return CurvePlot(curve, places, y(0.0), [(y(tick), words) for tick, words in curve.ticks], caption)

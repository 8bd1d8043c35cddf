"""The plots of claims by name, the most telling one first: effects by their unit, curves, what the rules say."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from knotlab.analysis.claims.evidence.files import published_charts
from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.analysis.claims.model.chart import LEAST_CASES, Chart
from knotlab.analysis.claims.model.tip import Matrix
from knotlab.analysis.claims.rulebooks.library import tip_named, tips
from knotlab.reports.plots import effects
from knotlab.reports.plots.draw import found
from knotlab.reports.plots.style import (
    COLOURS,
    MARKERS,
    PAPER,
    RC,
    SOFT,
    TEXT_ON_DARK,
    TEXT_ON_LIGHT,
    footnote,
    intervals,
    lettered,
    new_figure,
)
from knotlab.reports.words import charts
from knotlab.reports.words.numbers import in_digits

TITLE, NOTE = 60, 100  # characters in a line of a title, and of a footnote
Pictures = Mapping[str, Callable[[], Figure]]


def of_claims(result: ClaimsResult) -> Pictures:
    """The plots of several claims: what each is worth, and those of each; a claim's id alone is its first."""
    is_told = len(result) > 1 and any(effects.counts_own_loss(tip) for tip in result)
    worths: Pictures = {"worths": partial(effects.by_players, result)} if is_told else {}
    by_tip = {tip.id: of_tip(tip) for tip in result}
    firsts = {name: next(iter(plots.values())) for name, plots in by_tip.items() if plots}
    return {**worths, **firsts, **{name: plot for plots in by_tip.values() for name, plot in plots.items()}}


found.update({ClaimsResult: of_claims, TipResult: lambda result: of_claims(ClaimsResult((result,)))})


def of_tip(result: TipResult) -> Pictures:
    """The plots of one claim; of a published one with the curves that are published."""
    is_published = not result.tip and result.id in {tip.id for tip in tips()}  # those of a user's file are in that file
    charts = published_charts().get(result.id, ())
    shown = replace(result, tip=tip_named(result.id), charts=charts) if is_published else result
    return {**_effects(shown), **_others(shown)}


def _effects(result: TipResult) -> Pictures:
    """A plot for whatever the cells count, named by its unit, and by whose it is where there is one of that unit."""
    pictures: dict[str, Callable[[], Figure]] = {}
    for meaning in dict.fromkeys(cell.meaning for cell in result.cells if cell.deals):
        name = f"{result.id}-{meaning.unit}"
        name += f"-{meaning.side.replace(' ', '-')}" if name in pictures else ""
        pictures[name] = partial(effects.effects, result, meaning)
    return pictures


def _others(result: TipResult) -> Pictures:
    """Curves and surfaces, and tables that answers can be read from."""
    charts = enumerate((chart for chart in result.charts if chart.rates), 1)
    tables = enumerate(result.tip.matrices if result.tip else (), 1)
    curves = {f"{result.id}-curve-{number}": partial(draw, result, chart) for number, chart in charts}
    rules = {f"{result.id}-rules-{number}": partial(matrix, result, shown) for number, shown in tables}
    return curves | rules


@mpl.rc_context(RC)
def matrix(result: TipResult, shown: Matrix) -> Figure:
    """What the rules say about each pair: a square for yes, a cross for no."""
    cells = np.array(shown.cells)
    figure, (axes,) = new_figure(7.6, 1.8 + 0.3 * len(shown.rows))
    for kind, marker, size, colour in ((True, "s", 11, COLOURS[0]), (False, "x", 5, SOFT)):
        rows, columns = np.nonzero(cells == kind)
        axes.plot(columns, rows, marker, markersize=size, color=colour)
    if shown.corner:
        y, x = shown.corner
        width, height = len(shown.columns) - x, len(shown.rows) - y
        box = Rectangle((x - 0.5, y - 0.5), width, height, fill=False, edgecolor=COLOURS[1], linewidth=2)
        axes.add_patch(box)
    axes.set_xticks(range(len(shown.columns)), shown.columns)
    axes.set_yticks(range(len(shown.rows)), shown.rows)
    axes.set_xlim(-0.6, len(shown.columns) - 0.4)
    axes.set_ylim(len(shown.rows) - 0.4, -0.6)
    title = f"{result.id}: {shown.label}"
    note = textwrap.fill(f"Squares: {shown.yes}; crosses: {shown.no}. {shown.note}", NOTE)
    return lettered(figure, axes, title, note, shown.column_axis, shown.row_axis)


# --- curves and surfaces ---


SIDE = 26  # characters of what stands next to an axis
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])  # of red, green and blue (WCAG 2.2)
LINES = 3  # columns up to which a surface is drawn as lines
SHORT = 8  # characters of a name that need not be turned
MANY = 20  # columns from which on a surface's cells are too narrow for numbers
ROOM = 0.04  # of the height, above and below


def draw(result: TipResult, chart: Chart) -> Figure:
    """A chart: a curve, or a surface as lines if it has few columns, or else as a map."""
    if chart.is_surface and len(chart.axes[1].values) > LINES:
        return surface(result, chart)
    return curve(result, charts.curve(chart))


@mpl.rc_context(RC)
def curve(result: TipResult, drawn: charts.DrawnCurve) -> Figure:
    """A rate by group, with 95% intervals over deals; a line for each column of a surface."""
    figure, (axes,) = new_figure(7.6, 3.8)
    for number, (label, points) in enumerate(drawn.lines):
        _line(axes, points, number, drawn.is_joined, label)
    _marks(axes, drawn)
    if drawn.column:
        axes.legend(title=drawn.column)
    axes.set_title(textwrap.fill(f"{result.id}: {drawn.title}", TITLE))
    footnote(figure, f"{drawn.note} Groups with fewer than {LEAST_CASES} cases are left out.")
    return figure


def _line(axes: Axes, points: Sequence[charts.Point], number: int, is_joined: bool, label: str) -> None:
    """The points of one line with their intervals; a ring round the tip as it is read."""
    places, values = [point.at for point in points], [point.value for point in points]
    ends = [point.low for point in points], [point.high for point in points]
    style = {"fmt": f"{MARKERS[number]}{'-' if is_joined else ''}", "color": COLOURS[number], "label": label}
    intervals(axes, (values, *ends), places, upright=True, markersize=5, **style)
    for point in points:
        if point.is_literal:
            axes.plot([point.at], [point.value], "o", markersize=12, color=COLOURS[1], fillstyle="none")


def _marks(axes: Axes, drawn: charts.DrawnCurve) -> None:
    """What stands along both axes."""
    room = ROOM * (drawn.high - drawn.low)
    axes.set_ylim(drawn.low - (room if drawn.low < 0 else 0.0), drawn.high + room)
    axes.set_yticks(*zip(*drawn.ticks, strict=True))
    axes.set_ylabel(textwrap.fill(drawn.values, SIDE))
    axes.set_xlabel(drawn.axis)
    if drawn.low < 0:
        axes.axhline(0, color=SOFT, linewidth=1)
    if drawn.is_joined:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        return
    names = {round(point.at): point.name for _, points in drawn.lines for point in points}
    axes.set_xticks(list(names), list(names.values()))
    if max(map(len, names.values())) > SHORT:
        axes.tick_params("x", rotation=30)


@mpl.rc_context(RC)
def surface(result: TipResult, chart: Chart) -> Figure:
    """A heat map of a rate by two groups, with the number in each cell."""
    rows, columns = (list(axis.values) for axis in chart.axes)
    values = np.full((len(rows), len(columns)), np.nan)
    for (row, column), rate in zip(chart.groups, chart.rates, strict=True):
        values[rows.index(row), columns.index(column)] = chart.scale * rate.value
    figure, (axes,) = new_figure(8.6, 2.2 + 0.33 * len(rows))
    image = axes.pcolormesh(np.ma.masked_invalid(values), cmap="cividis", edgecolors=PAPER, linewidth=1)
    for i, j in np.argwhere(~np.isnan(values)) if len(columns) < MANY else ():
        is_dark = _luminance(image.cmap(image.norm(values[i, j]))) < 0.18
        text = in_digits(values[i, j], ".0f" if chart.scale > 1 else ".1f")
        colour = TEXT_ON_DARK if is_dark else TEXT_ON_LIGHT
        axes.text(j + 0.5, i + 0.5, text, ha="center", va="center", color=colour)
    axes.set_xticks(np.arange(len(columns)) + 0.5, list(map(str, columns)))
    axes.set_yticks(np.arange(len(rows)) + 0.5, list(map(str, rows)))
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.grid(visible=False)
    figure.colorbar(image, ax=axes, label=charts.values_of(chart)).outline.set_visible(False)
    title = f"{result.id}: {chart.label}"
    note = f"Over {chart.rates[0].n:,} deals {charts.widths(chart)}; {charts.blanks(chart)}."
    return lettered(figure, axes, title, textwrap.fill(note, NOTE), chart.axes[1].name, chart.axes[0].name)


def _luminance(colour: Sequence[float]) -> float:
    """How light a colour is, 0 to 1; below 0.18 white reads better on it than black."""
    parts = np.asarray(colour[:3])
    return float(LUMINANCE @ np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4))

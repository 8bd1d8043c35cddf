"""The plots of claims: effects with intervals over fields and tables, curves and surfaces of rates, and what the rules
say of pairs.
"""

import math
import textwrap
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from knotlab.analysis.claims.evidence.record import Evidence, TipHeadline
from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.analysis.claims.model.chart import LEAST_CASES, Chart
from knotlab.analysis.claims.model.exact import Matrix
from knotlab.analysis.claims.model.meaning import FEWER, PLAYER, Meaning
from knotlab.analysis.stats.rates import Rate
from knotlab.reports.plots.forest import Line, forest
from knotlab.reports.plots.style import (
    COLOURS,
    MARKERS,
    PAPER,
    RC,
    SOFT,
    TEXT_ON_DARK,
    TEXT_ON_LIGHT,
    footnote,
    new_figure,
)
from knotlab.reports.words.charts import blanks, capital, is_literal, plain_name, title, widths
from knotlab.reports.words.directions import axis

TITLE = 60  # characters in a line of a curve's title
NOTE = 100  # and of a footnote
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])  # of red, green and blue (WCAG 2.2)
LINES = 3  # columns up to which a surface is drawn as lines
SHIFT = 0.16  # of neighbouring lines, so that their intervals stand apart
SHORT = 8  # characters of a name that need not be turned
MANY = 20  # columns from which on a surface's cells are too narrow for numbers
OWN_LOSS = Meaning("loss_rate", PLAYER, FEWER)
SIGNS = "Green triangles: certainly above zero; orange squares: certainly below."


def means(result: ClaimsResult) -> Figure:
    """The mean effect of each tip on the games lost by who follows it, those that help most first."""
    lines = [_line(_named(tip), tip.headline) for tip in result if tip.headline and is_own_loss(tip.headline)]
    lines.sort(key=lambda line: -line.effect)
    note = f"{result.settings_line}. {SIGNS}"
    label = f"{axis(OWN_LOSS)}, on average over all tables"
    return forest(lines, OWN_LOSS.scale, label, "What each tip is worth", note)


def _named(tip: TipResult) -> str:
    return f"{tip.id} {tip.words.title or tip.statement}"


def is_own_loss(mean: TipHeadline) -> bool:
    """Whether a mean counts the games lost by who follows the tip, and is known."""
    return mean.meaning == OWN_LOSS and not math.isnan(mean.effect)


def effects(result: TipResult, meaning: Meaning) -> Figure:
    """One tip's effect at every table, as far as it counts the same."""
    lines = [
        _line(f"{cell.label}, {cell.players} players, {cell.field}", cell, cell.margin, cell.size.certain_sign)
        for cell in measured(result)
        if cell.meaning == meaning
    ]
    note = (
        f"{result.settings_line}. 95% intervals, for each table by itself. Green triangles are certainly above zero, "
        "orange squares below, for all tables together; grey: margins."
    )
    return forest(lines, meaning.scale, axis(meaning), _title(result), note)


def _line(name: str, effect: Evidence | TipHeadline, margin: float = math.nan, sign: int | None = None) -> Line:
    """A line whose colour says whether the direction is certain; by its own interval unless that is said."""
    certain = (effect.low > 0) - (effect.high < 0) if sign is None else sign
    return Line(name, effect.effect, effect.low, effect.high, margin, 2 if certain > 0 else 1 if certain < 0 else 0)


def _title(result: TipResult) -> str:
    return f"{result.id}, {result.verdict}: {result.statement}"


def measured(result: TipResult) -> list[Evidence]:
    """The cells of a claim whose size is known."""
    return [cell for cell in result.cells if cell.deals]


def draw(result: TipResult, chart: Chart) -> Figure:
    """A chart: a curve, or a surface as lines if it has few columns, or else as a map."""
    if not chart.is_surface:
        return curve(result, chart)
    return lines(result, chart) if len(chart.axes[1].values) <= LINES else surface(result, chart)


def curve(result: TipResult, chart: Chart) -> Figure:
    """A rate by group, with 95% intervals over deals."""
    (axis,) = chart.axes
    named = bool(axis.names)
    positions: Sequence[Any] = range(len(chart.groups)) if named else [group[0] for group in chart.groups]
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 3.8)
        draw_rates(axes, positions, chart.rates, chart.scale, joined=not named)
        if named:
            names = [plain_name(chart, i) for i in range(len(chart.groups))]
            axes.set_xticks(list(positions), names, rotation=30 if max(map(len, names)) > SHORT else 0)
        else:
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        ringed = [i for i in range(len(chart.groups)) if is_literal(chart, i)]
        values = [chart.scale * chart.rates[i].value for i in ringed]
        axes.plot([positions[i] for i in ringed], values, "o", markersize=12, color=COLOURS[1], fillstyle="none")
        axes.set_xlabel(axis.name)
        describe_rates(figure, axes, result, chart)
    return figure


def lines(result: TipResult, chart: Chart) -> Figure:
    """A rate by group, a line for each column of a surface, with 95% intervals over deals."""
    rows, columns = chart.axes
    numbers = list(rows.values)
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 4.0)
        for number, column in enumerate(columns.values):
            cells = [(row, rate) for (row, of), rate in zip(chart.groups, chart.rates, strict=True) if of == column]
            shift = SHIFT * (number - (len(columns.values) - 1) / 2)
            places = np.array([numbers.index(row) for row, _ in cells]) + shift
            rates, label = [rate for _, rate in cells], columns.label(column)
            draw_rates(axes, places, rates, chart.scale, number, joined=not rows.names, label=label)
        axes.set_xticks(range(len(numbers)), [rows.label(row) for row in numbers])
        axes.set_xlabel(rows.name)
        axes.legend(title=columns.name)
        describe_rates(figure, axes, result, chart)
    return figure


def draw_rates(
    axes: Axes,
    places: ArrayLike,
    rates: Sequence[Rate],
    scale: float,
    number: int = 0,
    *,
    joined: bool,
    label: str | None = None,
) -> None:
    """Rates with their intervals, as line number `number` of a plot; joined where the places are numbers."""
    values, lows, highs = (
        scale * np.array([getattr(rate, name) for rate in rates]) for name in ("value", "low", "high")
    )
    axes.errorbar(
        places,
        values,
        yerr=np.maximum([values - lows, highs - values], 0.0),
        fmt=f"{MARKERS[number]}{'-' if joined else ''}",
        color=COLOURS[number],
        capsize=3,
        markersize=5,
        label=label,
    )


def describe_rates(figure: Figure, axes: Axes, result: TipResult, chart: Chart) -> None:
    """What a plot of rates shows: title, unit and note; its axis begins at zero, unless an interval goes below."""
    if all(rate.low >= 0 for rate in chart.rates):
        axes.set_ylim(bottom=0.0)
    axes.set_ylabel(_unit_word(chart))
    words = capital(chart.label) if chart.is_surface else title(chart)
    axes.set_title(textwrap.fill(f"{result.id}: {words}", TITLE))
    ring = " Ringed: as the tip is read." if any(is_literal(chart, i) for i in range(len(chart.groups))) else ""
    footnote(
        figure,
        f"Bars: 95% intervals over {chart.rates[0].n:,} deals. Groups with fewer than {LEAST_CASES} cases are left "
        f"out.{ring}",
    )


def _unit_word(chart: Chart) -> str:
    """A unit as an axis names it."""
    return "per cent" if chart.unit == "share" else chart.unit


def surface(result: TipResult, chart: Chart) -> Figure:
    """A heat map of a rate by two groups, with the number in each cell."""
    rows, columns = (list(axis.values) for axis in chart.axes)
    values = np.full((len(rows), len(columns)), np.nan)
    for (row, column), rate in zip(chart.groups, chart.rates, strict=True):
        values[rows.index(row), columns.index(column)] = chart.scale * rate.value
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(8.6, 2.2 + 0.33 * len(rows))
        image = axes.pcolormesh(np.ma.masked_invalid(values), cmap="cividis", edgecolors=PAPER, linewidth=1)
        for i, j in np.argwhere(~np.isnan(values)) if len(columns) < MANY else ():
            is_dark = _luminance(image.cmap(image.norm(values[i, j]))) < 0.18
            text = f"{values[i, j]:.{0 if chart.scale > 1 else 1}f}"
            colour = TEXT_ON_DARK if is_dark else TEXT_ON_LIGHT
            axes.text(j + 0.5, i + 0.5, text, ha="center", va="center", color=colour)
        axes.set_xticks(np.arange(len(columns)) + 0.5, list(map(str, columns)))
        axes.set_yticks(np.arange(len(rows)) + 0.5, list(map(str, rows)))
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.grid(visible=False)
        axes.set_xlabel(chart.axes[1].name)
        axes.set_ylabel(chart.axes[0].name)
        axes.set_title(textwrap.fill(f"{result.id}: {chart.label}", TITLE))
        figure.colorbar(image, ax=axes, label=_unit_word(chart)).outline.set_visible(False)
        footnote(figure, textwrap.fill(f"Over {chart.rates[0].n:,} deals {widths(chart)}; {blanks(chart)}.", NOTE))
    return figure


def _luminance(colour: Sequence[float]) -> float:
    """How light a colour is, 0 to 1; below 0.18 white reads better on it than black."""
    parts = np.asarray(colour[:3])
    return float(LUMINANCE @ np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4))


def matrix(result: TipResult, shown: Matrix) -> Figure:
    """What the rules say about each pair: a square for yes, a cross for no."""
    cells = np.array(shown.cells)
    with mpl.rc_context(RC):
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
        axes.set_xlabel(shown.column_axis)
        axes.set_ylabel(shown.row_axis)
        axes.set_title(textwrap.fill(f"{result.id}: {shown.label}", TITLE))
        footnote(figure, textwrap.fill(f"Squares: {shown.yes}; crosses: {shown.no}. {shown.note}", NOTE))
    return figure

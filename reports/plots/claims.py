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

from knotlab.analysis.claims.finding import Finding, Line, Plane, TipResult
from knotlab.analysis.claims.tip import Matrix
from knotlab.analysis.stats.rates import Rate
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.reports.plots.style import (
    COLOURS,
    GRID,
    MARKERS,
    PAPER,
    RC,
    SOFT,
    TEXT_ON_DARK,
    TEXT_ON_LIGHT,
    footnote,
    new_figure,
)
from knotlab.reports.words.claims import SHARES, UNITS, blanks, widths

TITLE = 60  # characters in a line of a curve's title
NOTE = 100  # and of a footnote
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])  # of red, green and blue (WCAG 2.2)
LINES = 3  # columns up to which a surface is drawn as lines
SHIFT = 0.16  # of neighbouring lines, so that their intervals stand apart
MANY = 20  # columns from which on a surface's cells are too narrow for numbers
BY_VERDICT = {Verdict.SUPPORTED: 2, Verdict.REFUTED: 1}


def forest(result: TipResult, unit: str) -> Figure:
    """The effects of a claim's cells of one unit, each with its interval; grey is what does not matter."""
    cells = [finding for finding in result.findings if finding.unit == unit and not math.isnan(finding.effect)]
    scale = 100.0 if unit in SHARES else 1.0
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(8.6, 1.6 + 0.26 * len(cells))
        axes.axvline(0, color=SOFT, linewidth=1)
        for row, finding in enumerate(reversed(cells)):
            kind = BY_VERDICT.get(finding.about_tip, 0)
            axes.plot(
                [-scale * finding.margin, scale * finding.margin],
                [row, row],
                color=GRID,
                linewidth=9,
                solid_capstyle="butt",
                zorder=0,
            )
            axes.plot(
                [scale * finding.low, scale * finding.high], [row, row], marker="|", color=COLOURS[kind]
            )  # what all looks left: the last mean may lie outside
            axes.plot([scale * finding.effect], [row], MARKERS[kind], color=COLOURS[kind], markersize=5)
        axes.set_yticks(range(len(cells)), [_name(finding) for finding in reversed(cells)], fontsize=8.5)
        axes.set_xlabel(f"{UNITS[unit]}, + for what is named")
        axes.set_title(f"{result.tip.id}: {result.verdict}")
        footnote(
            figure,
            f"Intervals hold at every look, at {100 * (1 - cells[0].alpha):.4g} % each. Green triangles "
            f"support the tip, orange squares refute it; grey: margins.",
        )
    return figure


def _name(finding: Finding) -> str:
    return f"{finding.label}, {finding.players} players, {finding.field}"


def shown(result: TipResult, line: Line | Plane) -> Figure:
    """A curve, or a surface: as lines if there are few of them."""
    if not isinstance(line, Plane):
        return curve(result, line)
    return lines(result, line) if len(line.curve.columns.values) <= LINES else surface(result, line)


def curve(result: TipResult, line: Line) -> Figure:
    """A rate by group, with 95% intervals over deals."""
    positions: Sequence[Any] = range(len(line.groups)) if line.curve.names else line.groups
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 3.8)
        draw_rates(axes, positions, line.rates, line.curve.unit, joined=not line.curve.names)
        if line.curve.names:
            axes.set_xticks(
                list(positions),
                [line.name(i) for i in range(len(line.groups))],
                rotation=30 if len(line.groups) < 9 else 0,
            )
        else:
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel(line.curve.axis)
        describe_rates(figure, axes, result, line)
    return figure


def lines(result: TipResult, plane: Plane) -> Figure:
    """A rate by group, a line for each column of a surface, with 95% intervals over deals."""
    rows, columns = plane.curve.rows, plane.curve.columns
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 4.0)
        for number, column in enumerate(columns.values):
            points = [(row, rate) for (row, of), rate in zip(plane.groups, plane.rates, strict=True) if of == column]
            places = np.array([rows.values.index(row) for row, _ in points]) + SHIFT * (
                number - (len(columns.values) - 1) / 2
            )
            draw_rates(
                axes,
                places,
                [rate for _, rate in points],
                plane.curve.unit,
                number,
                joined=not rows.names,
                label=columns.told(column),
            )
        axes.set_xticks(range(len(rows.values)), [rows.told(row) for row in rows.values])
        axes.set_xlabel(rows.name)
        axes.legend(title=columns.name)
        describe_rates(figure, axes, result, plane)
    return figure


def draw_rates(
    axes: Axes,
    places: ArrayLike,
    rates: Sequence[Rate],
    unit: str,
    number: int = 0,
    *,
    joined: bool,
    label: str | None = None,
) -> None:
    """Rates with their intervals, as line number `number` of a plot; joined where the places are numbers."""
    values, lows, highs = (
        _scale(unit) * np.array([getattr(rate, name) for rate in rates]) for name in ("value", "low", "high")
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


def describe_rates(figure: Figure, axes: Axes, result: TipResult, line: Line | Plane) -> None:
    """What a plot of rates shows: title, unit and note; its axis begins at zero, unless an interval goes below."""
    if all(rate.low >= 0 for rate in line.rates):
        axes.set_ylim(bottom=0.0)
    axes.set_ylabel(_unit_word(line.curve.unit))
    axes.set_title(textwrap.fill(f"{result.tip.id}: {line.curve.label}", TITLE))
    footnote(
        figure, f"Bars: 95% intervals over {line.rates[0].n:,} deals. Groups with fewer than 30 cases are left out."
    )


def _scale(unit: str) -> float:
    """What numbers of a unit are multiplied by to be drawn."""
    return 100.0 if unit == "share" else 1.0


def _unit_word(unit: str) -> str:
    """A unit as an axis names it."""
    return "per cent" if unit == "share" else unit


def surface(result: TipResult, plane: Plane) -> Figure:
    """A heat map of a rate by two groups, with the number in each cell."""
    asked = plane.curve
    rows, columns = asked.rows.values, asked.columns.values
    scale = _scale(asked.unit)
    values = np.full((len(rows), len(columns)), np.nan)
    for (row, column), rate in zip(plane.groups, plane.rates, strict=True):
        values[rows.index(row), columns.index(column)] = scale * rate.value
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(8.6, 2.2 + 0.33 * len(rows))
        image = axes.pcolormesh(np.ma.masked_invalid(values), cmap="cividis", edgecolors=PAPER, linewidth=1)
        for i, j in np.argwhere(~np.isnan(values)) if len(columns) < MANY else ():
            dark = _luminance(image.cmap(image.norm(values[i, j]))) < 0.18
            axes.text(
                j + 0.5,
                i + 0.5,
                f"{values[i, j]:.{0 if scale > 1 else 1}f}",
                ha="center",
                va="center",
                color=TEXT_ON_DARK if dark else TEXT_ON_LIGHT,
            )
        axes.set_xticks(np.arange(len(columns)) + 0.5, list(map(str, columns)))
        axes.set_yticks(np.arange(len(rows)) + 0.5, list(map(str, rows)))
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.grid(visible=False)
        axes.set_xlabel(asked.columns.name)
        axes.set_ylabel(asked.rows.name)
        axes.set_title(textwrap.fill(f"{result.tip.id}: {asked.label}", TITLE))
        figure.colorbar(image, ax=axes, label=_unit_word(asked.unit)).outline.set_visible(False)
        footnote(figure, textwrap.fill(f"Over {plane.rates[0].n:,} deals {widths(plane)}; {blanks(plane)}.", NOTE))
    return figure


def _luminance(colour: Sequence[float]) -> float:
    """How light a colour is, 0 to 1; below 0.18 white reads better on it than black."""
    parts = np.asarray(colour[:3])
    return float(LUMINANCE @ np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4))


def matrix(result: TipResult, relation: Matrix) -> Figure:
    """What the rules say of each pair: a square for yes, a cross for no."""
    cells = np.array(relation.cells)
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 1.8 + 0.3 * len(relation.rows))
        for kind, marker, size, colour in ((True, "s", 11, COLOURS[0]), (False, "x", 5, SOFT)):
            rows, columns = np.nonzero(cells == kind)
            axes.plot(columns, rows, marker, markersize=size, color=colour)
        if relation.corner:
            y, x = relation.corner
            axes.add_patch(
                Rectangle(
                    (x - 0.5, y - 0.5),
                    len(relation.columns) - x,
                    len(relation.rows) - y,
                    fill=False,
                    edgecolor=COLOURS[1],
                    linewidth=2,
                )
            )
        axes.set_xticks(range(len(relation.columns)), relation.columns)
        axes.set_yticks(range(len(relation.rows)), relation.rows)
        axes.set_xlim(-0.6, len(relation.columns) - 0.4)
        axes.set_ylim(len(relation.rows) - 0.4, -0.6)
        axes.set_xlabel(relation.column_axis)
        axes.set_ylabel(relation.row_axis)
        axes.set_title(textwrap.fill(f"{result.tip.id}: {relation.label}", TITLE))
        footnote(figure, textwrap.fill(f"Squares: {relation.yes}; crosses: {relation.no}. {relation.note}", NOTE))
    return figure

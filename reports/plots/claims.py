"""The plots of claims by name, the most telling one first: effects by their unit, curves, what the rules say."""

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from knotlab.analysis.claims.evidence.files import published_charts
from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.analysis.claims.model.tip import Matrix
from knotlab.analysis.claims.rulebooks.library import tip_named
from knotlab.reports.plots import effects
from knotlab.reports.plots.curves import draw
from knotlab.reports.plots.style import COLOURS, RC, SOFT, footnote, new_figure

TITLE, NOTE = 60, 100  # characters in a line of a title, and of a footnote
Pictures = Mapping[str, Callable[[], Figure]]


def of_claims(result: ClaimsResult) -> Pictures:
    """The plots of several claims: the mean effects, and those of each; a claim's id alone is its first."""
    has_means = len(result) > 1 and any(tip.headline and effects.is_own_loss(tip.headline) for tip in result)
    means: Pictures = {"means": partial(effects.means, result)} if has_means else {}
    by_tip = {tip.id: of_tip(tip) for tip in result}
    firsts = {name: next(iter(plots.values())) for name, plots in by_tip.items() if plots}
    return {**means, **firsts, **{name: plot for plots in by_tip.values() for name, plot in plots.items()}}


def of_tip(result: TipResult) -> Pictures:
    """The plots of one claim; of a published one with the curves that are published."""
    shown = (
        result
        if result.tip
        else replace(result, tip=tip_named(result.id), charts=published_charts().get(result.id, ()))
    )
    return {**_effects(shown), **_others(shown)}


def _effects(result: TipResult) -> Pictures:
    """A plot for whatever the cells count, named by its unit, and by whose it is where that is another player."""
    meanings = dict.fromkeys(cell.meaning for cell in result.cells if cell.deals)
    return {f"{result.id}-{meaning.unit}": partial(effects.effects, result, meaning) for meaning in meanings}


def _others(result: TipResult) -> Pictures:
    """Curves and surfaces, and tables that answers can be read from."""
    charts = enumerate((chart for chart in result.charts if chart.rates), 1)
    tables = enumerate(result.tip.matrices if result.tip else (), 1)
    curves = {f"{result.id}-curve-{number}": partial(draw, result, chart) for number, chart in charts}
    rules = {f"{result.id}-rules-{number}": partial(matrix, result, shown) for number, shown in tables}
    return curves | rules


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

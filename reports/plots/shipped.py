"""The plots of the findings that ship: the mean effect of following each tip, and one tip's effect at every table."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import matplotlib as mpl
from matplotlib.figure import Figure

from knotlab.analysis.claims.units import unit_named
from knotlab.reports.answers.shipped_claims import ShippedClaims
from knotlab.reports.plots.style import COLOURS, MARKERS, RC, SOFT, footnote, new_figure


class Line(NamedTuple):
    """A line of a forest plot: a name, and an effect with its interval."""

    name: str
    effect: float
    low: float
    high: float


def means(result: ShippedClaims) -> Figure:
    """The mean effect of each tip on games lost, those that help most first."""
    lines = [
        Line(f"{tip.id} {tip.words['title']}", tip.headline.effect, tip.headline.low, tip.headline.high)
        for tip in result
        if tip.headline and tip.headline.unit == "loss_rate" and not math.isnan(tip.headline.effect)
    ]
    lines.sort(key=lambda line: -line.effect)
    return _forest(lines, "loss_rate", "following the tip, on average", "What each tip is worth", result.settings_line)


def effects(name: str, result: ShippedClaims) -> Figure:
    """One tip's effect at every table, in the unit of its first experiment."""
    tip = result[name]
    unit = tip.cells[0].unit
    lines = [
        Line(f"{cell.label}, {cell.players} players, {cell.company}", cell.effect, cell.low, cell.high)
        for cell in tip.cells
        if cell.unit == unit and not math.isnan(cell.effect)
    ]
    title = f"{tip.id}: {tip.verdict}"
    return _forest(lines, unit, "what is named", title, replace(result, tips=(tip,)).settings_line)


def _forest(lines: Sequence[Line], unit: str, named: str, title: str, settings: str) -> Figure:
    """Effects with their intervals, from the top; a square where it costs, a circle where it may be nothing."""
    scale = 100.0 if unit_named(unit).is_share else 1.0
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(8.6, 1.8 + 0.26 * len(lines))
        axes.axvline(0, color=SOFT, linewidth=1)
        for row, line in enumerate(reversed(lines)):
            kind = 2 if line.low > 0 else 1 if line.high < 0 else 0
            if not math.isnan(line.low):
                axes.plot([scale * line.low, scale * line.high], [row, row], marker="|", color=COLOURS[kind])
            axes.plot([scale * line.effect], [row], MARKERS[kind], color=COLOURS[kind], markersize=5)
        axes.set_yticks(range(len(lines)), [line.name for line in reversed(lines)], fontsize=8.5)
        axes.set_xlabel(f"{unit_named(unit).words}, + for {named}")
        axes.set_title(title)
        words = "95% intervals; green triangles: certainly above zero; orange squares: certainly below."
        footnote(figure, f"{settings}. {words}")
    return figure

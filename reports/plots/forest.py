"""Forest plots: effects one below the other, each with its interval, around a line at zero."""

import math
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

import matplotlib as mpl
from matplotlib.figure import Figure

from knotlab.reports.plots.style import COLOURS, GRID, MARKERS, RC, SOFT, footnote, new_figure

NAME, TITLE, NOTE = 44, 84, 120  # characters in a line of a name, of the title, of the footnote


class Line(NamedTuple):
    """A line of a forest plot: a name, an effect with its interval (nan: not known), what does not matter on either
    side of zero (nan: not said), and the number of its colour and marker.
    """

    name: str
    effect: float
    low: float
    high: float
    margin: float = math.nan
    kind: int = 0


def forest(lines: Sequence[Line], scale: float, label: str, title: str, note: str) -> Figure:
    """Effects with their intervals and margins, from the top.

    scale: by what their numbers are multiplied. label: what they count, and what a number above zero says. title, note:
    what stands above and below; long ones are broken.
    """
    names = [textwrap.fill(line.name, NAME) for line in lines]
    height = len(names) * (0.26 + 0.13 * max((name.count("\n") for name in names), default=0))
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(8.6, 1.8 + height)
        axes.axvline(0, color=SOFT, linewidth=1)
        for row, line in enumerate(lines):
            if not math.isnan(line.margin):
                grey = [-scale * line.margin, scale * line.margin]
                axes.plot(grey, [row, row], color=GRID, linewidth=9, solid_capstyle="butt", zorder=0)
            if not math.isnan(line.low):
                axes.plot([scale * line.low, scale * line.high], [row, row], marker="|", color=COLOURS[line.kind])
            axes.plot([scale * line.effect], [row], MARKERS[line.kind], color=COLOURS[line.kind], markersize=5)
        axes.set_yticks(range(len(lines)), names, fontsize=8.5)
        axes.set_ylim(len(lines) - 0.4, -0.6)
        axes.set_xlabel(label)
        axes.set_title(textwrap.fill(title, TITLE), x=0.0)
        footnote(figure, textwrap.fill(note, NOTE))
    return figure

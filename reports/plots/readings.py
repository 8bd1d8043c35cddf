"""The plot of other readings of the rulebooks: by how much each changes the effect of each tip."""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from knotlab.analysis.claims.readings.changes import ReadingChanges
from knotlab.reports.plots.declare import plot_of
from knotlab.reports.plots.style import COLOURS, GRID, MARKERS, RC, SOFT, footnote, new_figure


@plot_of(ReadingChanges, "changes", first=True)
def changes(result: ReadingChanges) -> Figure:
    """The change in each tip's effect, in multiples of its margin; answers that flip stand out."""
    order = list(reversed(result.changes))
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(8.6, 1.8 + 0.26 * len(order))
        axes.axvspan(-1, 1, color=GRID, zorder=0)
        axes.axvline(0, color=SOFT, linewidth=1)
        for row, change in enumerate(order):
            kind, size = int(change.flips), change.change
            value, low, high = np.array([size.effect, size.low, size.high]) / change.margin
            style = {"fmt": MARKERS[kind], "color": COLOURS[kind], "capsize": 3, "markersize": 5}
            axes.errorbar([value], [row], xerr=[[value - low], [high - value]], **style)
        names = [f"{change.tip}, {change.reading.change}" for change in order]
        axes.set_yticks(range(len(names)), names, fontsize=8.5)
        axes.set_xlabel("change in the effect of the tip under the other reading, in multiples of its margin")
        axes.set_title(result.settings_line)
        footnote(figure, "Bars: 95% intervals on the same deals; orange squares: the answer is another; grey: margin.")
    return figure

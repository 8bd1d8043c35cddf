"""The plots of verdicts."""

import matplotlib as mpl
from matplotlib.figure import Figure

from knotlab.analysis.duels.result import DuelResult
from knotlab.reports.plots.draw import plot_of
from knotlab.reports.plots.style import COLOURS, RC, footnote, new_figure
from knotlab.reports.words.numbers import RATES, in_units


@plot_of(DuelResult, "interval", first=True)
def closing_in(result: DuelResult) -> Figure:
    """The interval of A minus B against the number of deals, closing in on its verdict; the band is what does not
    matter.
    """
    metric, scale = result.question["metric"], 100.0 if result.question["metric"] in RATES else 1.0
    path = result.path_to_pandas()
    known = path[(path["low"] > -result.reach) & (path["high"] < result.reach)]
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.2, 4.0)
        axes.axhspan(-scale * result.margin, scale * result.margin, color="#eeeeee", zorder=0)
        axes.axhline(0, color="#666666", linewidth=1)
        axes.fill_between(
            known["deals"], scale * known["low"], scale * known["high"], color=COLOURS[0], alpha=0.25, linewidth=0
        )
        axes.plot(path["deals"], scale * path["mean"], color=COLOURS[0], marker="o" if len(path) == 1 else None)
        if len(known) == 1:
            axes.vlines(known["deals"], scale * known["low"], scale * known["high"], color=COLOURS[0])
        if len(path) > 1:
            axes.set_xscale("log")
        axes.set_xlabel("deals")
        axes.set_ylabel(f"{in_units(metric)}: in favour of A")
        axes.set_title(f"{result.question['a']['name']} (A) over {result.question['b']['name']}: {result.verdict}")
        footnote(
            figure,
            f"{result.settings_line}; level {result.question['level']:g}, shared by {result.question['family']}.",
        )
    return figure

"""The plots of tuning: how the searches went, and what best responses gained."""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from knotlab.analysis.tuning.best_response import BestResponses
from knotlab.analysis.tuning.result import Ablation
from knotlab.analysis.tuning.tune import Tuned
from knotlab.reports.plots.draw import plot_of
from knotlab.reports.plots.style import COLOURS, RC, SOFT, footnote, new_figure
from knotlab.reports.words.numbers import with_ends


@plot_of(Tuned, "generations", first=True)
def generations(result: Tuned) -> Figure:
    """The mean gain of each generation's candidates over the incumbent, a line for each search."""
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 3.8)
        axes.axhline(0, color=SOFT, linewidth=1)
        for number, gains in enumerate(result.path.T):
            colour = COLOURS[number % len(COLOURS)]
            axes.plot(np.arange(1, len(gains) + 1), gains, color=colour, label=f"search {number + 1}")
        axes.set_xlabel("generation")
        axes.set_ylabel(f"gain over the incumbent, {result.metric.title}")
        axes.set_title(f"{result.conditions.title}: tuning {result.task.space.player.name.partition(':')[0]}")
        axes.legend(frameon=False)
        gain = result.gain
        footnote(
            figure,
            f"The winner's gain on {gain.n:,} deals not used before: "
            f"{with_ends(gain.value, gain.low, gain.high, '+.4g')}, + is better.",
        )
    return figure


@plot_of(BestResponses, "gains", first=True)
def rounds(result: BestResponses) -> Figure:
    """What the best answer of each round gained, with its 95% interval; the band is what does not matter."""
    frame = result.to_pandas()
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 3.4)
        margin = result.rounds[0].task.margin
        axes.axhspan(-margin, margin, color="#eeeeee", zorder=0)
        reach = [frame["gain"] - frame["gain_low"], frame["gain_high"] - frame["gain"]]
        axes.errorbar(frame["round"], frame["gain"], yerr=reach, fmt="o-", color=COLOURS[0], capsize=3)
        axes.set_xticks(frame["round"])
        axes.set_xlabel("round")
        axes.set_ylabel(f"gain, {result.rounds[0].metric.title}")
        axes.set_title(f"{result.conditions.title}: best responses, {result.end}")
        footnote(figure, "Bars: 95% intervals; + is better; in the band a gain does not matter.")
    return figure


@plot_of(Ablation, "changes", first=True)
def changes(result: Ablation) -> Figure:
    """What removing each parameter changes, with intervals that hold together."""
    table, scale = result.changes[::-1], 100.0 if result.task.arena.metric.reach == 1.0 else 1.0
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 1.6 + 0.3 * len(table))
        reach = [table["change"] - table["low"], table["high"] - table["change"]]
        axes.axvline(0, color=SOFT, linewidth=1)
        axes.errorbar(
            scale * table["change"],
            range(len(table)),
            xerr=[scale * each for each in reach],
            fmt="o",
            color=COLOURS[0],
            capsize=3,
        )
        axes.set_yticks(range(len(table)), table["parameter"])
        unit = " (percentage points)" if scale > 1 else ""
        axes.set_xlabel(f"change of {result.task.arena.metric.title} without it, + is better{unit}")
        axes.set_title(f"{result.conditions.title}: {result.strategy}")
        footnote(figure, f"Bars: 95% intervals for all together, on {result.deals:,} deals.")
    return figure

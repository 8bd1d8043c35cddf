"""The plots of tuning: how the searches went, and what best responses gained."""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from knotlab.analysis.tuning.best_response import BestResponses
from knotlab.analysis.tuning.result import Ablation
from knotlab.analysis.tuning.tune import Tuned
from knotlab.reports.plots.draw import plot_of
from knotlab.reports.plots.style import COLOURS, RC, SOFT, intervals, lettered, new_figure
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
        axes.legend(frameon=False)
        gain = result.gain
        said = with_ends(gain.value, gain.low, gain.high, "+.4g")
        note = f"The winner's gain on {gain.n:,} deals not used before: {said}, + is better."
        title = f"{result.conditions.title}: tuning {result.task.space.player.name.partition(':')[0]}"
        return lettered(figure, axes, title, note, "generation", f"gain over the incumbent, {result.metric.title}")


@plot_of(BestResponses, "gains", first=True)
def rounds(result: BestResponses) -> Figure:
    """What the best answer of each round gained, with its 95% interval; the band is what does not matter."""
    frame = result.to_pandas()
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 3.4)
        margin = result.rounds[0].task.margin
        axes.axhspan(-margin, margin, color="#eeeeee", zorder=0)
        gains = [frame[name] for name in ("gain", "gain_low", "gain_high")]
        intervals(axes, gains, frame["round"], upright=True, fmt="o-")
        axes.set_xticks(frame["round"])
        title, named = f"{result.conditions.title}: best responses, {result.end}", result.rounds[0].metric.title
        note = "Bars: 95% intervals; + is better; in the band a gain does not matter."
        return lettered(figure, axes, title, note, "round", f"gain, {named}")


@plot_of(Ablation, "changes", first=True)
def changes(result: Ablation) -> Figure:
    """What removing each parameter changes, with intervals that hold together."""
    table, scale = result.changes[::-1], 100.0 if result.task.arena.metric.reach == 1.0 else 1.0
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 1.6 + 0.3 * len(table))
        axes.axvline(0, color=SOFT, linewidth=1)
        intervals(axes, (scale * table[name] for name in ("change", "low", "high")), range(len(table)))
        axes.set_yticks(range(len(table)), table["parameter"])
        unit = " (percentage points)" if scale > 1 else ""
        named = f"change of {result.task.arena.metric.title} without it, + is better{unit}"
        note = f"Bars: 95% intervals for all together, on {result.deals:,} deals."
        return lettered(figure, axes, f"{result.conditions.title}: {result.strategy}", note, named)

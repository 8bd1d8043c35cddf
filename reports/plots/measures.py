"""The plots of single measures: a rate with its interval, what other moves of one decision would have gained, what
large runs will take, and what each player did in a recorded game.
"""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from knotlab.analysis.runs.cost import Cost
from knotlab.analysis.runs.measured import MeasuredRate
from knotlab.analysis.runs.whatif import WhatIfResult
from knotlab.reports.plots.draw import plot_of
from knotlab.reports.plots.style import COLOURS, MARKERS, RC, SOFT, footnote, new_figure
from knotlab.reports.viewer.replay import Replay


@plot_of(MeasuredRate, "interval", first=True)
def interval(result: MeasuredRate) -> Figure:
    """A rate with its 95% interval."""
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 2.0)
        reach = [[result.value - result.low], [result.high - result.value]]
        axes.errorbar([result.value], [0], xerr=reach, fmt="o", color=COLOURS[0], capsize=3)
        axes.set_yticks([])
        axes.set_xlabel(f"{result.of}, among {result.among}")
        axes.set_title(result.conditions.title)
        footnote(figure, f"Bar: 95% interval over {result.n:,} deals; {result.cases:,.0f} cases.")
    return figure


@plot_of(WhatIfResult, "gains", first=True)
def gains(result: WhatIfResult) -> Figure:
    """What each legal move gains over the strategy's own one, by the first metric, the best at the top."""
    metric = next(iter(result.gains))
    scale = 100.0 if metric.endswith("_rate") else 1.0
    order = sorted(range(len(result.moves)), key=lambda i: result.gains[metric][i].value)
    shown = [result.gains[metric][i] for i in order]
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 1.6 + 0.3 * len(order))
        values = scale * np.array([gain.value for gain in shown])
        ends = scale * np.array([[gain.low, gain.high] for gain in shown]).T
        axes.axvline(0, color=SOFT, linewidth=1)
        axes.errorbar(
            values,
            range(len(order)),
            xerr=np.abs(ends - values),
            fmt="o",
            color=COLOURS[0],
            capsize=3,
        )
        axes.set_yticks(
            range(len(order)), [f"{result.moves[i]}{' (own)' if i == result.chosen else ''}" for i in order]
        )
        unit = "percentage points" if scale == 100.0 else "own units"
        axes.set_xlabel(f"gain in {metric.replace('_', ' ')}, + is better for the player ({unit})")
        axes.set_title(f"{result.conditions.title}: game {result.index}, decision {result.decision}")
        footnote(figure, f"Bars: 95% intervals over {shown[0].n:,} rollouts of each move.")
    return figure


@plot_of(Cost, "growth", first=True)
def growth(result: Cost) -> Figure:
    """The time of a run by its number of games, and its disk if it keeps anything, both scales logarithmic."""
    table = result.to_pandas()
    has_disk = bool(table["disk, GB"].notna().any())
    with mpl.rc_context(RC):
        figure, panels = new_figure(7.6, 3.4, 1 + has_disk)
        for axes, (column, label) in zip(panels, (("hours", "time, hours"), ("disk, GB", "disk, GB")), strict=False):
            axes.plot(table["games"], table[column], marker="o", color=COLOURS[0])
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.set_xlabel("games")
            axes.set_ylabel(label)
        panels[0].set_title(result.conditions.title)
        footnote(figure, f"Estimated from {result.speed}.")
    return figure


@plot_of(Replay, "moves", first=True)
def moves(result: Replay) -> Figure:
    """A line for each seat of the (first) game, with a mark for each move and what comes of it."""
    game = result.record
    frame = result.to_pandas()
    frame = frame[frame["game"] == game["index"]]
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(8.6, 1.8 + 0.4 * len(game["players"]))
        for number, (kind, some) in enumerate(frame.groupby("do", sort=False)):
            colour = COLOURS[number % len(COLOURS)]
            marker = MARKERS[(number + number // len(COLOURS)) % len(MARKERS)]
            axes.plot(some["event"], some["seat"], marker, color=colour, markersize=4, label=kind)
        axes.set_yticks(
            range(len(game["players"])), [f"seat {seat}: {name}" for seat, name in enumerate(game["players"])]
        )
        axes.set_ylim(len(game["players"]) - 0.5, -0.5)
        axes.set_xlabel("event of the record")
        axes.set_title(result.conditions.title)
        figure.legend(frameon=False, loc="outside right upper")
        footnote(figure, f"Game {game['index']} of seed {game['seed']}.")
    return figure

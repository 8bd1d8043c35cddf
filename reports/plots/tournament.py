"""The plots of a tournament: ratings with intervals, and its two matrices."""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from analysis.tournament_result import TournamentResult
from reports.plots.style import COLOURS, RC, new_figure
from reports.words.duel import NAMED, RATES


def ratings(result: TournamentResult) -> Figure:
    """Each strategy's rating with its simultaneous interval, the best at the top."""
    table, metric = result.ratings, result.facts["metric"]
    scale = 100.0 if metric in RATES else 1.0
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.2, 1.2 + 0.35 * len(table))
        rows = np.arange(len(table))[::-1]
        reach = [scale * (table["rating"] - table["low"]), scale * (table["high"] - table["rating"])]
        axes.errorbar(scale * table["rating"], rows, xerr=reach, fmt="o", color=COLOURS[0], capsize=3)
        axes.set_yticks(rows, table["strategy"])
        axes.set_xlabel(f"rating by {metric}, the higher the better; intervals hold for all together")
        axes.set_title(f"{result.facts['game']}, {result.facts['players']} players")
    return figure


def matrix(result: TournamentResult, name: str) -> Figure:
    """A heat map: who finishes ahead of whom (`pairs`), or what one gains alone among players of another (`invasions`); * if certain."""
    other, value, low, high, neutral = ("against", "ahead", "ahead_low", "ahead_high", 0.5) if name == "pairs" else ("among", "gain", "low", "high", 0.0)
    frame, order = getattr(result, name), list(result.ratings["strategy"])
    cells = {
        column: frame.pivot(index="strategy", columns=other, values=column).reindex(index=order, columns=order).to_numpy() for column in (value, low, high)
    }
    scale = 100.0 if name == "pairs" or result.facts["metric"] in RATES else 1.0
    places = 1 if scale == 100.0 else 2
    shown = cells[value] - neutral
    reach = max(float(np.nanmax(np.abs(shown))), 1e-9)
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(3.4 + 0.75 * len(order), 2.2 + 0.5 * len(order))
        image = axes.imshow(scale * shown, cmap="PuOr_r", vmin=-scale * reach, vmax=scale * reach, aspect="auto")
        for i, j in zip(*np.nonzero(~np.isnan(shown)), strict=True):
            sure = cells[low][i, j] > neutral or cells[high][i, j] < neutral
            colour = "white" if abs(shown[i, j]) > 0.66 * reach else "black"
            axes.text(j, i, f"{scale * cells[value][i, j]:.{places}f}{'*' if sure else ''}", ha="center", va="center", color=colour)
        axes.set_xticks(range(len(order)), order, rotation=30, ha="right")
        axes.set_yticks(range(len(order)), order)
        axes.spines[:].set_visible(False)
        axes.grid(visible=False)
        axes.set_title("who finishes ahead of whom, per cent" if name == "pairs" else "one of the row among players of the column: gain")
        figure.colorbar(image, ax=axes, label="above one half" if name == "pairs" else NAMED[result.facts["metric"]], shrink=0.9)
    return figure

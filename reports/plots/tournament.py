"""The plots of a tournament: ratings with intervals, its two matrices, and where the spread of results comes from."""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.reports.plots import play
from knotlab.reports.plots.style import COLOURS, INK, RC, TEXT_ON_DARK, TEXT_ON_LIGHT, footnote, new_figure
from knotlab.reports.words.numbers import NAMED, RATES
from knotlab.reports.words.tournament import SOURCES

MANY = 12  # strategies from which on a matrix leaves out tenths


def ratings(result: TournamentResult) -> Figure:
    """Each strategy's rating with its simultaneous interval, the best at the top."""
    table, metric = result.ratings, result.facts["metric"]
    scale = 100.0 if metric in RATES else 1.0
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 1.5 + 0.3 * len(table))
        rows = np.arange(len(table))[::-1]
        reach = [scale * (table["rating"] - table["low"]), scale * (table["high"] - table["rating"])]
        axes.errorbar(scale * table["rating"], rows, xerr=reach, fmt="o", color=COLOURS[0], capsize=3)
        axes.set_yticks(rows, table["strategy"])
        axes.set_xlabel(
            f"rating by {NAMED[metric]}{', percentage points' if scale == 100.0 else ''}, the higher the better"
        )
        axes.set_title(f"{_title(result)}: ratings")
        footnote(
            figure,
            f"Bars: intervals that hold for all together at {100 * (1 - result.facts['alpha']):g}%, over "
            f"{result.facts['deals']:,} deals.",
        )
    return figure


def rates(result: TournamentResult) -> Figure:
    """Win and loss rates of all strategies, or their mean scores, each with its own 95% interval."""
    title = f"{_title(result)}: games"
    if "loss_rate" in result.rates:
        return play.rates(result.rates, title, result.facts["players"])
    return play.means(result.rates, title, "mean_score")


def sources(result: TournamentResult) -> Figure:
    """The shares of the spread of single results by where they come from, with two standard errors."""
    table = result.sources.iloc[::-1]
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 2.9)
        names = [SOURCES[name] for name in table["source"]]
        axes.barh(
            names, 100 * table["share"], xerr=200 * table["error"], color=COLOURS[4], ecolor=INK, capsize=3, height=0.6
        )
        axes.set_xlim(left=0)
        axes.set_xlabel("% of the variance of single results")
        axes.set_title(f"{_title(result)}: spread of results")
        footnote(figure, "Bars: two standard errors, by leaving out groups of deals in turn.")
    return figure


def _title(result: TournamentResult) -> str:
    """Whose tournament it is, and by which rules."""
    return result.conditions.title


def matrix(result: TournamentResult, name: str) -> Figure:
    """A heat map: who finishes ahead of whom (`pairs`), or what one gains alone among players of another (`invasions`);
    * if certain.
    """
    other, value, low, high, neutral = (
        ("against", "ahead", "ahead_low", "ahead_high", 0.5)
        if name == "pairs"
        else ("among", "gain", "low", "high", 0.0)
    )
    frame, order = getattr(result, name), list(result.ratings["strategy"])
    cells = {
        column: frame.pivot(index="strategy", columns=other, values=column)
        .reindex(index=order, columns=order)
        .to_numpy()
        for column in (value, low, high)
    }
    scale = 100.0 if name == "pairs" or result.facts["metric"] in RATES else 1.0
    many = len(order) >= MANY
    places = (0 if many else 1) if scale == 100.0 else 2
    shown = cells[value] - neutral
    reach = max(float(np.nanmax(np.abs(shown))), 1e-9)
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(max(3.4 + (0.44 if many else 0.7) * len(order), 7.6), 2.8 + 0.36 * len(order))
        image = axes.imshow(scale * shown, cmap="PuOr_r", vmin=-scale * reach, vmax=scale * reach, aspect="auto")
        for i, j in zip(*np.nonzero(~np.isnan(shown)), strict=True):
            sure = cells[low][i, j] > neutral or cells[high][i, j] < neutral
            colour = TEXT_ON_DARK if abs(shown[i, j]) > 0.66 * reach else TEXT_ON_LIGHT
            words = f"{scale * cells[value][i, j]:.{places}f}{'*' if sure else ''}"
            axes.text(j, i, words, ha="center", va="center", color=colour)
        axes.set_xticks(range(len(order)), order, rotation=45, ha="right")
        axes.set_yticks(range(len(order)), order)
        axes.spines[:].set_visible(False)
        axes.grid(visible=False)
        axes.set_title(
            f"{_title(result)}\nwho finishes ahead, %"
            if name == "pairs"
            else f"{_title(result)}\ngain of one of the row among players of the column"
        )
        axes.set_ylabel("this one finishes ahead ..." if name == "pairs" else "one of this")
        axes.set_xlabel("... of this one" if name == "pairs" else "among players of this")
        figure.colorbar(
            image, ax=axes, label="above one half" if name == "pairs" else NAMED[result.facts["metric"]], shrink=0.9
        )
        footnote(figure, f"*: certain at {100 * (1 - result.facts['alpha']):g}% for all together.")
    return figure

"""The plots of a tournament: ratings with intervals, its two matrices, and where the spread of results comes from."""

from functools import partial

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.reports.plots import play
from knotlab.reports.plots.declare import plot_of
from knotlab.reports.plots.pairs import Pairs, Wording, ahead, heat_map
from knotlab.reports.plots.style import COLOURS, INK, RC, footnote, new_figure
from knotlab.reports.words.numbers import NAMED, RATES, in_units
from knotlab.reports.words.tournament import SOURCES


@plot_of(TournamentResult, "ratings", first=True)
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
        axes.set_xlabel(f"rating by {in_units(metric)}, the higher the better")
        axes.set_title(f"{_title(result)}: ratings")
        footnote(
            figure,
            f"Bars: intervals that hold for all together at {100 * (1 - result.facts['alpha']):g}%, over "
            f"{result.facts['deals']:,} deals.",
        )
    return figure


@plot_of(TournamentResult, "rates")
def rates(result: TournamentResult) -> Figure:
    """Win and loss rates of all strategies, or their mean scores, each with its own 95% interval."""
    title = f"{_title(result)}: games"
    if "loss_rate" in result.rates:
        return play.rates(result.rates, title, result.facts["players"])
    return play.means(result.rates, title, "mean_score")


def _title(result: TournamentResult) -> str:
    """Whose tournament it is, and by which rules."""
    return result.conditions.title


def matrix(result: TournamentResult, name: str) -> Figure:
    """A heat map: who finishes ahead of whom (`pairs`), or what one gains alone among players of another (`invasions`);
    * if significant.
    """
    order, metric, title = list(result.ratings["strategy"]), result.facts["metric"], _title(result)
    note = f"*: significant at {100 * result.facts['alpha']:g}% for all together."
    if name == "pairs":
        words = Wording(
            f"{title}\nwho finishes ahead, %",
            "this one finishes ahead ...",
            "... of this one",
            "above one half",
            note,
        )
        return heat_map(ahead(result.pairs, order), words)
    scale = 100.0 if metric in RATES else 1.0
    gains = Pairs(result.invasions, order, "among", "gain", "low", "high", 0.0, scale)
    words = Wording(
        f"{title}\ngain of one of the row among players of the column",
        "one of this",
        "among players of this",
        NAMED[metric],
        note,
    )
    return heat_map(gains, words)


for _name in ("pairs", "invasions"):
    plot_of(TournamentResult, _name)(partial(matrix, name=_name))


@plot_of(TournamentResult, "sources")
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

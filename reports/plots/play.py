"""The plots of a run: win and loss rates (or scores) with intervals, and shares of places; of single measures: a rate
with its interval, what other moves of one decision would have gained, what large runs will take, and what each player
did in a recorded game.
"""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from knotlab.analysis.runs.cost import Cost
from knotlab.analysis.runs.measures import MeasuredRate
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.whatif import WhatIfResult
from knotlab.reports.plots.draw import plot_of
from knotlab.reports.plots.style import COLOURS, MARKERS, RC, SOFT, footnote, new_figure
from knotlab.reports.viewer.replay import Replay
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.strategies.spelling import short_name


def rates(ratings: pd.DataFrame, title: str, n_players: int) -> Figure:
    """Win and loss rate of each strategy with 95 % intervals, best at the top; the dashed line is an equal share."""
    with mpl.rc_context(RC):
        figure, panels = new_figure(8.4, 1.2 + 0.42 * len(ratings), 2, sharey=True)
        rows = np.arange(len(ratings))[::-1]
        for i, (axes, metric) in enumerate(zip(panels, ("win_rate", "loss_rate"), strict=True)):
            centre = 100 * ratings[metric]
            reach = [centre - 100 * ratings[f"{metric}_low"], 100 * ratings[f"{metric}_high"] - centre]
            axes.axvline(100 / n_players, color=SOFT, linestyle="--", linewidth=1)
            axes.errorbar(centre, rows, xerr=reach, fmt=MARKERS[i], color=COLOURS[i], capsize=3, markersize=6)
            axes.set_xlabel(f"{'games won' if i == 0 else 'games lost'}, %")
            axes.set_xlim(left=0)
            axes.set_yticks(rows, ratings["strategy"])
        panels[0].set_title(f"{title}: won")
        panels[1].set_title("lost")
        first = ratings.iloc[0]
        footnote(
            figure,
            f"Bars: 95% intervals over {first['deals']:,} deals; {first['games']:,} games each. Dashed: an equal "
            f"share.",
        )
    return figure


def with_short_names(result: PlayResult, frame: pd.DataFrame) -> pd.DataFrame:
    """A table of a run whose strategies have the names that they have in tables of text."""
    return frame.assign(strategy=[short_name(result.game, name) for name in frame["strategy"]])


@plot_of(PlayResult, "rates", first=True)
def rates_of(result: PlayResult) -> Figure:
    """The win and loss rates of a run; of a game or a match without them, the mean of what it counts."""
    frame, title = with_short_names(result, result.to_pandas()), result.conditions.title
    if "loss_rate" in frame:
        return rates(frame.sort_values("loss_rate", ignore_index=True), title, result.tally.n_players)
    return means(frame, title, next(iter(result.tally.metrics)))


def means(frame: pd.DataFrame, title: str, metric: str) -> Figure:
    """One metric of each strategy with its 95% interval, the highest at the top."""
    frame = frame.sort_values(metric)
    scale = 100.0 if metric.endswith("_rate") else 1.0
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 1.5 + 0.42 * len(frame))
        values = scale * frame[metric]
        reach = [values - scale * frame[f"{metric}_low"], scale * frame[f"{metric}_high"] - values]
        axes.errorbar(values, range(len(frame)), xerr=reach, fmt="o", color=COLOURS[0], capsize=3, markersize=6)
        axes.set_yticks(range(len(frame)), frame["strategy"])
        axes.set_xlabel(f"{metric.replace('_', ' ')}{', %' if scale == 100.0 else ''}")
        axes.set_title(title)
        footnote(figure, f"Bars: 95% intervals over {frame['deals'].iloc[0]:,} deals.")
    return figure


@plot_of(PlayResult, "places")
def places(result: PlayResult) -> Figure:
    """How often each strategy came first, second and so on, as shares of its games."""
    frame = with_short_names(result, result.places())
    if len(frame.columns) == 1:
        raise InputError(f"{games.find(result.game).title} has no places; plot 'rates' shows the scores")
    note = f"{result.games:,} games on {result.deals:,} deals."
    return shares_of_places(frame, f"{result.conditions.title}: places", note)


def shares_of_places(frame: pd.DataFrame, title: str, note: str) -> Figure:
    """The same of any table with a column for each place, and one for games that were not finished."""
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(8.4, 1.8 + 0.42 * len(frame))
        rows, left = np.arange(len(frame))[::-1], np.zeros(len(frame))
        columns = [name for name in frame.columns[1:] if frame[name].any()]
        shades = mpl.colormaps["viridis"](np.linspace(0.1, 0.9, len(columns)))
        for name, shade in zip(columns, shades, strict=True):
            share = 100 * frame[name].to_numpy()
            colour = SOFT if name == "unfinished" else shade
            axes.barh(rows, share, left=left, color=colour, height=0.7, label=name.replace("_", " "))
            left += share
        axes.set_yticks(rows, frame["strategy"])
        axes.set_xlim(0, 100)
        axes.set_xlabel("% of its games")
        axes.set_title(title)
        figure.legend(frameon=False, loc="outside right upper")
        footnote(figure, note)
    return figure


def seats(frame: pd.DataFrame, title: str, metric: str, note: str) -> Figure:
    """A metric of each strategy by seat, with 95% intervals."""
    scale = 100.0 if metric.endswith("_rate") else 1.0
    names = list(dict.fromkeys(frame["strategy"]))
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(8.4, 4.2)
        for number, name in enumerate(names):
            some = frame[(frame["strategy"] == name) & frame[metric].notna()]
            values = scale * some[metric]
            reach = [values - scale * some[f"{metric}_low"], scale * some[f"{metric}_high"] - values]
            aside = 0.3 * ((number + 0.5) / len(names) - 0.5)  # so that intervals do not hide each other
            style = {
                "color": COLOURS[number % len(COLOURS)],
                "marker": MARKERS[(number + number // len(COLOURS)) % len(MARKERS)],
            }
            axes.errorbar(some["seat"] + aside, values, yerr=reach, capsize=3, label=name, **style)
        axes.set_xticks(sorted(set(frame["seat"])))
        axes.set_xlabel("seat (0 is dealt to first)")
        axes.set_ylabel(f"{metric.replace('_', ' ')}{', %' if scale == 100.0 else ''}")
        axes.set_title(title)
        figure.legend(frameon=False, loc="outside right upper")
        footnote(figure, note)
    return figure


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

"""The plots of a run: win and loss rates (or scores) with intervals, and shares of places; of single measures: a rate
with its interval, what other moves of one decision would have gained, what large runs will take, and what each player
did in a recorded game.
"""

from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from knotlab.analysis.decisions.advice import MoveAdvice
from knotlab.analysis.runs.measures import MeasuredRate, SlicedRate
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.speed.cost import Cost
from knotlab.analysis.stats.intervals import FEWEST_DEALS
from knotlab.analysis.stats.metrics import direction, scale_of
from knotlab.analysis.stats.rates import Rate
from knotlab.reports.plots.draw import plot_of
from knotlab.reports.plots.style import (
    COLOURS,
    MARKERS,
    PLACES,
    RC,
    SOFT,
    broken,
    footnote,
    in_lines,
    in_tens,
    intervals,
    lettered,
    new_figure,
    shades,
)
from knotlab.reports.viewer.replay import Replay
from knotlab.reports.words import capital
from knotlab.reports.words.measures import of_enough_deals, rate_unit, slice_name, slices_found, value_name, with_names
from knotlab.reports.words.numbers import in_units, several
from knotlab.reports.words.play import at_an_end
from knotlab.reports.words.telling import outcome, players_of
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.strategies.spelling import short_name

NEAR = 5.0  # games in 100 of an equal share
WIDE = 80  # characters in a line of a title over two panels
ENDS = ("", "_low", "_high")  # of the columns of a metric: its value, and its interval


@mpl.rc_context(RC)
def rates(ratings: pd.DataFrame, title: str, n_players: int) -> Figure:
    """Win and loss rate of each strategy with 95 % intervals, best at the top; the dashed line is an equal share. Rates
    that all are near it are drawn as differences from it, so that their intervals can be seen.
    """
    equal = 100 / n_players
    is_near = len(ratings) > 1 and all(
        (100 * ratings[name] - equal).abs().max() < NEAR for name in ("win_rate", "loss_rate")
    )
    figure, panels = new_figure(8.4, 1.6 + 0.46 * len(ratings), 2, sharey=True)
    rows = np.arange(len(ratings))[::-1]
    for i, (axes, metric) in enumerate(zip(panels, ("win_rate", "loss_rate"), strict=True)):
        shown = [100 * ratings[f"{metric}{end}"] - (equal if is_near else 0) for end in ENDS]
        axes.axvline(0 if is_near else equal, color=SOFT, linestyle="--", linewidth=1)
        intervals(axes, shown, rows, fmt=MARKERS[i], color=COLOURS[i], markersize=3)
        named = f"games {'won' if i == 0 else 'lost'} in 100"
        axes.set_xlabel(f"{named}, above or below {equal:.4g}" if is_near else named)
        if not is_near:
            axes.set_xlim(left=0)
        axes.set_yticks(rows, [in_lines(name) for name in ratings["strategy"]])
        axes.set_ylim(-0.6, len(rows) - 0.4)
    figure.suptitle(
        broken(f"{title}: {at_an_end(with_brief_names(ratings), 'loss_rate', most=False)}", WIDE),
        x=0.01,
        ha="left",
        weight="bold",
    )
    panels[0].set_title("won")
    panels[1].set_title("lost")
    first = ratings.iloc[0]
    footnote(
        figure,
        f"Bars: 95% intervals over {several(first['deals'], 'deals')}; {several(first['games'], 'games')} each. "
        "Dashed: an equal share.",
    )
    return figure


def with_brief_names(frame: pd.DataFrame) -> list[dict[Any, Any]]:
    """The rows of a table, long names of strategies as short as beside a plot."""
    rows: list[dict[Any, Any]] = frame.to_dict("records")
    return [row | {"strategy": "".join(in_lines(row["strategy"]).split("\n"))} for row in rows]


def with_short_names(result: PlayResult, frame: pd.DataFrame) -> pd.DataFrame:
    """A table of a run whose strategies have the names that they have in tables of text."""
    return frame.assign(strategy=[short_name(result.game, name) for name in frame["strategy"]])


@plot_of(PlayResult, "rates", first=True)
def rates_of(result: PlayResult) -> Figure:
    """The win and loss rates of a run; of a game or a match without them, the mean of what it counts."""
    frame, title = with_short_names(result, result.to_pandas()), result.conditions.title
    if "loss_rate" in frame:
        return rates(frame.sort_values("loss_rate", ignore_index=True), title, result.tally.n_players)
    metrics = result.tally.metrics
    return means(frame, title, "mean_score" if "mean_score" in metrics else next(iter(metrics)))


@mpl.rc_context(RC)
def means(frame: pd.DataFrame, title: str, metric: str) -> Figure:
    """One metric of each strategy with its 95% interval, the highest at the top."""
    frame = frame.sort_values(metric)
    scale = scale_of(metric)
    figure, (axes,) = new_figure(7.6, 1.5 + 0.42 * len(frame))
    intervals(axes, (scale * frame[f"{metric}{end}"] for end in ENDS), range(len(frame)), markersize=6)
    axes.set_yticks(range(len(frame)), [in_lines(name) for name in frame["strategy"]])
    axes.set_ylim(-0.6, len(frame) - 0.4)
    named = f"{metric.replace('_', ' ')}{', %' if scale == 100.0 else ''}"
    note = f"Bars: 95% intervals over {several(frame['deals'].iloc[0], 'deals')}."
    said = broken(f"{title}: {at_an_end(with_brief_names(frame), metric, most=True, played='matches')}", WIDE)
    figure.suptitle(said, x=0.01, ha="left", weight="bold")
    return lettered(figure, axes, "", note, named)


@plot_of(MoveAdvice, "moves", first=True)
def advised(result: MoveAdvice) -> Figure:
    """What each move of a decision is worth, the best at the top."""
    frame, scale = result.to_pandas()[::-1], scale_of(result.metric)
    figure, (axes,) = new_figure(7.6, 1.5 + 0.42 * len(frame))
    shown = [scale * frame[f"{result.metric}{end}"] for end in ENDS]
    intervals(axes, shown, range(len(frame)), markersize=6)
    axes.set_yticks(range(len(frame)), [in_lines(move) for move in frame["move"]])
    axes.set_ylim(-0.6, len(frame) - 0.4)
    note = f"{result.conditions.title}. Bars: intervals that hold at every look and over all moves."
    return lettered(figure, axes, result.sentence(), note, in_units(result.metric))


@plot_of(PlayResult, "places")
def places(result: PlayResult) -> Figure:
    """How often each strategy came first, second and so on, as shares of its games."""
    frame = with_short_names(result, result.places())
    if len(frame.columns) == 1:
        raise InputError(f"{games.find(result.game).title} has no places; plot 'rates' shows the scores")
    note = f"{several(result.n_games, 'games')} on {several(result.deals, 'deals')}."
    return shares_of_places(frame, f"{result.conditions.title}: {places_found(frame)}", note)


def places_found(frame: pd.DataFrame) -> str:
    """Who comes first and who comes last most often, and how often.

    Examples
    --------
    >>> places_found(pd.DataFrame({"strategy": ["a", "b"], "place_1": [0.7, 0.2], "place_2": [0.3, 0.8]}))
    'a is first most often (70% of its games), b last (80%)'
    """
    columns = [name for name in frame.columns if name.startswith("place_")]
    ends = [frame.loc[frame[name].idxmax()] for name in (columns[0], columns[-1])]
    first, last = ("".join(in_lines(row["strategy"]).split("\n")) for row in ends)
    shares = [f"{100 * row[name]:.0f}%" for row, name in zip(ends, (columns[0], columns[-1]), strict=True)]
    if len(frame) == 1:
        return f"{first} is first in {shares[0]} of its games, last in {shares[1]}"
    return f"{first} is first most often ({shares[0]} of its games), {last} last ({shares[1]})"


@mpl.rc_context(RC)
def shares_of_places(frame: pd.DataFrame, title: str, note: str) -> Figure:
    """The same of any table with a column for each place, and one for games that were not finished."""
    figure, (axes,) = new_figure(8.4, 1.8 + 0.42 * len(frame))
    rows, left = np.arange(len(frame))[::-1], np.zeros(len(frame))
    columns = [name for name in frame.columns[1:] if frame[name].any()]
    colours = shades(*PLACES)(np.linspace(0, 1, max(len(columns), 2)))
    for name, shade in zip(columns, colours, strict=False):
        share = 100 * frame[name].to_numpy()
        colour = SOFT if name == "unfinished" else shade
        axes.barh(rows, share, left=left, color=colour, height=0.7, label=name.replace("_", " "))
        left += share
    axes.set_yticks(rows, [in_lines(name) for name in frame["strategy"]])
    axes.set_xlim(0, 100)
    figure.legend(frameon=False, loc="outside right upper")
    return lettered(figure, axes, title, note, "% of its games")


@mpl.rc_context(RC)
def seats(frame: pd.DataFrame, title: str, metric: str, note: str) -> Figure:
    """A metric of each strategy by seat, with 95% intervals."""
    scale = scale_of(metric)
    names = list(dict.fromkeys(frame["strategy"]))
    figure, (axes,) = new_figure(8.4, 4.2)
    for number, name in enumerate(names):
        some = frame[(frame["strategy"] == name) & frame[metric].notna()]
        aside = 0.3 * ((number + 0.5) / len(names) - 0.5)  # so that intervals do not hide each other
        style = {"color": COLOURS[number % len(COLOURS)], "fmt": f"{marker_of(number)}-", "label": in_lines(name)}
        shown = [scale * some[f"{metric}{end}"] for end in ENDS]
        intervals(axes, shown, some["seat"] + aside, upright=True, **style)
    axes.set_xticks(sorted(set(frame["seat"])))
    figure.legend(frameon=False, loc="outside right upper")
    better = "higher" if direction(metric) > 0 else "lower"
    named = f"{metric.replace('_', ' ')}{', %' if scale == 100.0 else ''}: the {better}, the better"
    return lettered(figure, axes, title, note, "seat (0 is dealt to first)", named)


def marker_of(number: int) -> str:
    """The marker of one of many lines: where colours begin from the first, markers are others than before."""
    return MARKERS[(number + number // len(COLOURS)) % len(MARKERS)]


@plot_of(MeasuredRate, "interval", first=True)
def interval(result: MeasuredRate) -> Figure:
    """A rate with its 95% interval."""
    words, scale = rate_unit(result)
    figure, (axes,) = new_figure(7.6, 2.0)
    intervals(axes, scale * np.array([[result.value], [result.low], [result.high]]), [0])
    axes.set_yticks([])
    note = f"Bar: 95% interval over {several(result.n, 'deals')}; {several(result.cases, 'cases')}."
    return lettered(figure, axes, result.conditions.title, note, words)


@plot_of(SlicedRate, "slices", first=True)
def slices(result: SlicedRate) -> Figure:
    """A rate with its 95% interval in each slice: a row for whatever comes first, the best player at the top and others
    in order, and a colour for each value of the last column of several. Slices of too few deals for an interval to be
    trusted are left out, if there are others.
    """
    n_slices, (words, scale) = len(result.slices), rate_unit(result)
    result = with_names(of_enough_deals(result))
    kinds = list(dict.fromkeys(key[-1] for key in result.slices))
    split = 1 if len(result.by) > 1 and 1 < len(kinds) <= len(COLOURS) else 0  # columns that colours stand for
    groups: dict[Any, dict[Any, Rate]] = {}
    for key, each in result.slices.items():
        groups.setdefault(key[: len(key) - split], {})[key[-1] if split else None] = each
    if result.by[: len(result.by) - split] == ("player",):
        worse = 1 if result.of == "lost" else -1
        groups = dict(sorted(groups.items(), key=lambda item: worse * max(rate.value for rate in item[1].values())))
    names = [in_lines(slice_name(result.by, key)) for key in groups]
    lines, places = len(kinds) if split else 1, range(len(names))[::-1]
    height = max(0.3, 0.16 * lines + 0.1, *(0.22 * len(name.split("\n")) for name in names))  # of a row
    figure, (axes,) = new_figure(8.4, 1.6 + height * len(names))
    for number, kind in enumerate(kinds if split else [None]):
        some = [(row, group[kind]) for row, group in zip(places, groups.values(), strict=True) if kind in group]
        aside = 0.6 * (0.5 - (number + 0.5) / lines)
        shown = scale * np.array([rate.between for _, rate in some]).T
        style: dict[str, Any] = {"fmt": MARKERS[number], "color": COLOURS[number], "markersize": 3}
        style |= {"label": value_name(result.by[-1], kind)} if split else {}
        intervals(axes, shown, [row + aside for row, _ in some], **style)
    axes.set_yticks(places, names)
    axes.set_ylim(-0.6, len(names) - 0.4)
    if split:
        figure.legend(frameon=False, loc="outside right center")
    deals = several(next(iter(result.slices.values())).n, "deals")
    note = f"{result.conditions.title}. Bars: 95% intervals, each for itself, over {deals}."
    if n_slices > len(result.slices):
        note += f" Left out: {n_slices - len(result.slices)} in which fewer than {FEWEST_DEALS} deals have a case."
    figure.suptitle(broken(capital(slices_found(result)), WIDE), x=0.01, ha="left", weight="bold")
    return lettered(figure, axes, "", note, words)


@plot_of(Cost, "growth", first=True)
def growth(result: Cost) -> Figure:
    """The time of a run by its number of games, and its disk if it keeps anything, both scales logarithmic."""
    table = result.to_pandas()
    has_disk = bool(table["disk, GB"].notna().any())
    figure, panels = new_figure(7.6, 3.4, 1 + has_disk)
    for axes, (column, label) in zip(panels, (("hours", "time, hours"), ("disk, GB", "disk, GB")), strict=False):
        axes.plot(table["games"], table[column], marker="o", color=COLOURS[0])
        in_tens(axes.xaxis)
        in_tens(axes.yaxis)
        axes.set_xlabel("games")
        axes.set_ylabel(label)
    panels[0].set_title(result.conditions.title)
    footnote(figure, f"Estimated from {result.speed}.")
    return figure


@plot_of(Replay, "moves", first=True)
def moves(result: Replay) -> Figure:
    """A line for each player of the (first) game and each kind of move, with a stroke whenever it was made or came
    about; a colour for each player.
    """
    game, frame = result.record, result.to_pandas()
    frame = frame[frame["game"] == game["index"]]
    names, lines = players_of(game), [key for key, _ in frame.groupby(["seat", "do"], sort=True)]
    figure, (axes,) = new_figure(8.6, 1.8 + 0.22 * len(lines))
    for row, (seat, kind) in enumerate(lines):
        some = frame[(frame["seat"] == seat) & (frame["do"] == kind)]
        is_new = row == 0 or lines[row - 1][0] != seat
        style = {"colors": COLOURS[seat % len(COLOURS)], "label": in_lines(names[seat]) if is_new else None}
        axes.eventplot(some["event"], lineoffsets=row, linelengths=0.8, **style)
    axes.set_yticks(range(len(lines)), [kind for _, kind in lines])
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.grid(visible=False)
    figure.legend(frameon=False, loc="outside right upper")
    note = f"{result.conditions.title}. Game {game['index']} of seed {game['seed']}."
    title = result.conditions.title if result.failure else outcome(game)
    return lettered(figure, axes, title, note, "what was done, counted from the start")

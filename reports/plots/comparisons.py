"""The plots of comparisons: how a duel closes in on its verdict; of a tournament, ratings with intervals, heat maps of
any two strategies, and where the spread of results comes from; how the searches of a tuner went, and what best
responses and removed parameters changed.
"""

import math
import re
from dataclasses import dataclass
from functools import partial

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from knotlab.analysis.duels.plan import PlannedDuel
from knotlab.analysis.duels.result import DuelResult, ShownDuel
from knotlab.analysis.stats.intervals import TIE, certain_sign
from knotlab.analysis.stats.metrics import scale_of
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.analysis.tuning.best_response import BestResponses
from knotlab.analysis.tuning.result import Ablation, facts
from knotlab.analysis.tuning.tune import Tuned
from knotlab.reports.plots import play
from knotlab.reports.plots.draw import plot_of
from knotlab.reports.plots.style import (
    AHEAD,
    BEHIND,
    COLOURS,
    GRID,
    INK,
    PAPER,
    RC,
    SOFT,
    TEXT_ON_LIGHT,
    broken,
    in_lines,
    in_tens,
    intervals,
    lettered,
    new_figure,
    shades,
)
from knotlab.reports.words.duel import name_in_words, names_of
from knotlab.reports.words.numbers import NAMED, effect, in_digits, in_units, size
from knotlab.reports.words.tournament import SOURCES, certainly_ahead, rating_found
from knotlab.reports.words.tuning import finding, gain


@plot_of(TournamentResult, "ratings", first=True)
def ratings(result: TournamentResult) -> Figure:
    """Each strategy's rating with its simultaneous interval, the best at the top."""
    table, metric = result.ratings, result.facts["metric"]
    scale = scale_of(metric)
    figure, (axes,) = new_figure(7.6, 1.5 + 0.4 * len(table))
    rows = np.arange(len(table))[::-1]
    intervals(axes, (scale * table[name] for name in ("rating", "low", "high")), rows)
    axes.set_yticks(rows, [in_lines(name) for name in table["strategy"]])
    level = f"{100 * (1 - result.facts['alpha']):g}%"
    note = f"Bars: intervals that hold for all together at {level}, over {result.facts['deals']:,} deals."
    named = f"rating by {in_units(metric, result.conditions.played)}, the higher the better"
    return lettered(figure, axes, f"{result.conditions.title}: {rating_found(result)}", note, named)


@plot_of(TournamentResult, "rates")
def rates(result: TournamentResult) -> Figure:
    """Win and loss rates of all strategies, or their mean scores, each with its own 95% interval."""
    title = f"{result.conditions.title}: {result.conditions.played}"
    if "loss_rate" in result.rates:
        return play.rates(result.rates, title, result.facts["players"])
    return play.means(result.rates, title, "win_rate" if result.conditions.match else "mean_score")


def matrix(result: TournamentResult, name: str) -> Figure:
    """A heat map: who finishes ahead of whom (`pairs`), or what one gains alone among players of another (`invasions`);
    * if significant.
    """
    order, metric, title = list(result.ratings["strategy"]), result.facts["metric"], result.conditions.title
    note = f"*: significant at {100 * result.facts['alpha']:g}% for all together."
    if name == "pairs":
        pairs = ahead(result.pairs, order)
        words = Wording(
            f"{pairs.found}\n{title}: who finishes ahead, %",
            "this one finishes ahead ...",
            "... of this one",
            "above one half",
            note,
        )
        return heat_map(pairs, words)
    scale = scale_of(metric)
    gains = Pairs(result.invasions, order, "among", "gain", "low", "high", 0.0, scale)
    words = Wording(
        f"{gains.best_found}\n{title}: gain of the row's strategy among players of the column's",
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
    figure, (axes,) = new_figure(7.6, 2.9)
    names = [SOURCES[name] for name in table["source"]]
    axes.barh(
        names, 100 * table["share"], xerr=200 * table["error"], color=COLOURS[4], ecolor=INK, capsize=3, height=0.6
    )
    axes.set_xlim(left=0)
    note = "Bars: two standard errors, by leaving out groups of deals in turn."
    if not math.isnan(result.ceiling):
        note += f" Strategy would have {100 * result.ceiling:.0f}% if the better player always finished ahead."
    title = f"{result.conditions.title}: spread of results"
    return lettered(figure, axes, title, note, "% of the variance of single results")


MANY = 12  # strategies from which on digits are left out


@dataclass(frozen=True)
class Pairs:
    """What a heat map shows: a number for each two strategies, with the ends of its interval.

    table: with the columns `strategy` and those named here. neutral: the number that favours neither. scale: what
    numbers are shown times; order: the strategies from the top.
    """

    table: pd.DataFrame
    order: list[str]
    other: str
    value: str
    low: str
    high: str
    neutral: float
    scale: float

    def cells(self, column: str) -> np.ndarray:
        """A column as a matrix."""
        pivot = self.table.pivot(index="strategy", columns=self.other, values=column)
        return np.asarray(pivot.reindex(index=self.order, columns=self.order))

    @property
    def signs(self) -> np.ndarray:
        """Which way each number is certain to lie of the neutral one."""
        rows = zip(self.cells(self.low), self.cells(self.high), strict=True)
        return np.array([[certain_sign(*ends, self.neutral) for ends in zip(*row, strict=True)] for row in rows])

    @property
    def found(self) -> str:
        """Of how many others the first one is certainly ahead."""
        return certainly_ahead(self.order[0], int((self.signs[0] > 0).sum()), len(self.order) - 1)

    @property
    def best_found(self) -> str:
        """Who certainly gains among players of most others, alone there."""
        wins = (self.signs > 0).sum(axis=1)
        best = int(wins.argmax())
        return f"{self.order[best]} gains among players of {wins[best]} of {len(self.order) - 1} others"


@dataclass(frozen=True)
class Wording:
    """The words of a heat map: title, what rows and columns are, what the colours mean, and a footnote."""

    title: str
    down: str
    across: str
    colours: str
    note: str


def ahead(table: pd.DataFrame, order: list[str]) -> Pairs:
    """Who finishes ahead of whom, in per cent; certain by intervals that hold for all pairs together."""
    low, high = ("all_low", "all_high") if "all_low" in table else ("ahead_low", "ahead_high")
    return Pairs(table, order, "against", "ahead", low, high, TIE, 100.0)


@mpl.rc_context(RC)
def heat_map(pairs: Pairs, wording: Wording) -> Figure:
    """A heat map, blue above neutral and orange below; * if the interval does not hold what is neutral."""
    order, value, many = pairs.order, pairs.cells(pairs.value), len(pairs.order) >= MANY
    signs, shown = pairs.signs, value - pairs.neutral
    reach = max(float(np.nanmax(np.abs(shown))), 1e-9)
    digits = (0 if many else 1) if pairs.scale == 100.0 else 2
    figure, (axes,) = new_figure(max(3.4 + (0.44 if many else 0.7) * len(order), 7.6), 3.8 + 0.46 * len(order))
    ends = {"vmin": -pairs.scale * reach, "vmax": pairs.scale * reach}
    image = axes.imshow(pairs.scale * shown, cmap=shades(BEHIND, PAPER, AHEAD), aspect="auto", **ends)
    for i, j in zip(*np.nonzero(~np.isnan(shown)), strict=True):
        star = "*" if signs[i, j] else ""
        axes.text(
            j,
            i,
            f"{in_digits(pairs.scale * value[i, j], f'.{digits}f')}{star}",
            ha="center",
            va="center",
            color=TEXT_ON_LIGHT,
        )
    named = [in_lines(name) for name in order]
    axes.set_xticks(range(len(order)), named, rotation=45, ha="right")
    axes.set_yticks(range(len(order)), named)
    axes.spines[:].set_visible(False)
    axes.grid(visible=False)
    figure.colorbar(image, ax=axes, label=wording.colours, shrink=0.9)
    return lettered(figure, axes, wording.title, wording.note, wording.across, wording.down)


@plot_of(PlannedDuel, "deals", first=True)
def deals_by_difference(result: PlannedDuel) -> Figure:
    """How many deals settle a duel, by the true difference; open bars are cut off by the cap."""
    metric, table = result.question["metric"], result.to_pandas()
    figure, (axes,) = new_figure(7.2, 1.6 + 0.42 * max(len(table), 1))
    names = ["any" if math.isnan(value) else size(metric, value) for value in table["difference"]]
    bars = axes.barh(names, table["deals"], color=COLOURS[0], edgecolor=COLOURS[0])
    for bar, row in zip(bars, table.to_dict("records"), strict=True):
        if not row["settled"]:
            bar.set_facecolor("white")
        words = f"{row['deals']:,}" if row["settled"] else f"open after {row['deals']:,}"
        axes.annotate(
            words,
            (row["deals"], bar.get_y() + bar.get_height() / 2),
            (4, 0),
            textcoords="offset points",
            va="center",
        )
    axes.invert_yaxis()
    axes.margins(x=0.2)
    a, b = names_of(result)
    margin = f"margin {size(metric, result.margin)}, at most {result.cap:,} deals"
    title = f"What it takes to settle whether {a} is better than {b}"
    return lettered(
        figure, axes, title, f"{result.conditions.title}; {margin}", "deals", f"true difference in {NAMED[metric]}"
    )


@plot_of(ShownDuel, "interval")
@plot_of(DuelResult, "interval", first=True)
def closing_in(result: DuelResult) -> Figure:
    """The interval of A minus B against the number of deals, closing in on its verdict; the band is what does not
    matter.
    """
    scale = scale_of(result.question["metric"])
    path = result.path_to_pandas()
    if len(path) == 1:
        return at_first_look(result)
    known = path[path[["low", "high"]].abs().max(axis=1) < result.reach]
    figure, (axes,) = new_figure(7.2, 4.0)
    axes.axhspan(-scale * result.margin, scale * result.margin, color=GRID, zorder=0)
    axes.axhline(0, color=SOFT, linewidth=1)
    axes.fill_between(
        known["deals"], scale * known["low"], scale * known["high"], color=COLOURS[0], alpha=0.25, linewidth=0
    )
    axes.plot(path["deals"], scale * path["mean"], color=COLOURS[0])
    in_tens(axes.xaxis)
    return lettered(figure, axes, duel_title(result), duel_note(result), "deals", broken(axis_of(result, "above"), 34))


def called(result: DuelResult) -> tuple[str, str]:
    """What A and B are called in a picture: by the file of their settings if they were named by one."""
    files = [re.search(FILE, typed) for typed in result.typed or ("", "")]
    a, b = (file[1] if file else name_in_words(name) for file, name in zip(files, names_of(result), strict=True))
    return (a, b) if a != b else names_of(result)


def duel_title(result: DuelResult) -> str:
    """Who is better, and by how much; where that is not known, who was compared, and what came of it."""
    a, b = called(result)
    if result.verdict not in (Verdict.HOLDS, Verdict.WRONG):
        return f"{a} and {b}: {result.verdict}"
    ends = abs(result.effect), result.low, result.high
    by, *_ = effect(result.question["metric"], *ends, played=result.conditions.played).split(" [")
    return f"{a} is {'better' if result.verdict == Verdict.HOLDS else 'worse'} than {b}, by {by}"


FILE = r"@(.*?\.toml)"  # of a player's settings
MORE_OF = {"loss_rate": "fewer lost by", "win_rate": "more won by"}  # what a difference in favour of somebody is


def axis_of(result: DuelResult, side: str) -> str:
    """What a difference counts, and what it means on one side of zero."""
    metric, (a, _) = result.question["metric"], called(result)
    return f"{in_units(metric, result.conditions.played)}; {side} zero: {MORE_OF.get(metric, 'in favour of')} {a}"


def duel_note(result: DuelResult) -> str:
    """The table of a duel, and how sure it is."""
    family = result.question["family"]
    shared = f", for {family} duels together" if family > 1 else ""
    return f"{result.settings_line}; {100 * (1 - result.question['level']):g}% interval, whenever one looks{shared}."


@mpl.rc_context(RC)
def at_first_look(result: DuelResult) -> Figure:
    """Of a duel that was settled at its first look: how the mean of A minus B spreads over other deals, as a bell by
    the spread of the deals that were played, with the interval below it.
    """
    metric, scale = result.question["metric"], scale_of(result.question["metric"])
    sd = next(row.sd for row in result.rows if row.metric == metric)
    error = scale * max(sd, 1e-9) / math.sqrt(result.n_deals)
    mean, low, high = scale * result.effect, scale * result.low, scale * result.high
    figure, (axes,) = new_figure(7.2, 3.2)
    axes.axvspan(-scale * result.margin, scale * result.margin, color=GRID, zorder=0)
    axes.axvline(0, color=SOFT, linewidth=1)
    reach = scale * result.reach
    at = np.linspace(max(mean - 4 * error, -reach), min(mean + 4 * error, reach), 201)
    axes.fill_between(at, np.exp(-0.5 * ((at - mean) / error) ** 2), color=COLOURS[0], alpha=0.25, linewidth=0)
    intervals(axes, ([mean], [low], [high]), [-0.12])
    axes.set_yticks([])
    axes.grid(visible=False)
    note = f"Dot and bar: the mean with its interval, {result.n_deals:,} deals; grey: too small to matter. "
    return lettered(figure, axes, duel_title(result), note + duel_note(result), broken(axis_of(result, "right of"), 60))


# --- tuning ---


@plot_of(Tuned, "generations", first=True)
def generations(result: Tuned) -> Figure:
    """The mean gain of each generation's candidates over the starting values, a line for each search."""
    figure, (axes,) = new_figure(7.6, 3.8)
    axes.axhline(0, color=SOFT, linewidth=1)
    metric, content = result.metric.name, facts(result, result.strategies_from)
    scale = scale_of(metric)
    for number, gains in enumerate(result.path.T):
        colour = COLOURS[number % len(COLOURS)]
        axes.plot(np.arange(1, len(gains) + 1), scale * gains, color=colour, label=f"search {number + 1}")
    axes.legend(frameon=False)
    note = f"The winner against the starting values, on {result.gain.n:,} other deals: {gain(content, metric)}."
    title = f"{result.conditions.title}, tuning {result.task.space.player.name.partition(':')[0]}"
    measured = f"{in_units(metric, result.conditions.played)}, above zero:\nbetter than the starting values"
    return lettered(figure, axes, f"{title}: {finding(content, metric)}", note, "generation", measured)


@plot_of(BestResponses, "gains", first=True)
def rounds(result: BestResponses) -> Figure:
    """What the best answer of each round gained, with its 95% interval; the band is what does not matter."""
    frame, metric = result.to_pandas(), result.rounds[0].metric.name
    scale = scale_of(metric)
    figure, (axes,) = new_figure(7.6, 3.4)
    margin = scale * result.rounds[0].task.margin
    axes.axhspan(-margin, margin, color=GRID, zorder=0)
    gains = [scale * frame[name] for name in ("gain", "gain_low", "gain_high")]
    intervals(axes, gains, frame["round"], upright=True, fmt="o-")
    axes.set_xticks(frame["round"])
    title = f"{result.conditions.title}: best responses, {result.end}"
    note = "Bars: 95% intervals; grey: too small to matter."
    named = f"{in_units(metric, result.conditions.played)},\nabove zero: better"
    return lettered(figure, axes, title, note, "round", named)


@plot_of(Ablation, "changes", first=True)
def changes(result: Ablation) -> Figure:
    """What removing each parameter changes, with intervals that hold together."""
    table, scale = result.changes[::-1], scale_of(result.task.arena.metric.name)
    figure, (axes,) = new_figure(7.6, 1.6 + 0.3 * len(table))
    axes.axvline(0, color=SOFT, linewidth=1)
    intervals(axes, (scale * table[name] for name in ("change", "low", "high")), range(len(table)))
    axes.set_yticks(range(len(table)), table["parameter"])
    named = f"{in_units(result.task.arena.metric.name, result.conditions.played)} without it, above zero: better"
    note = f"Bars: 95% intervals for all together, on {result.deals:,} deals."
    return lettered(figure, axes, f"{result.conditions.title}: {result.strategy}", note, named)

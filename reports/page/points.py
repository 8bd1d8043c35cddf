"""A round robin of a game that gives points: its part of the page, with a table and one or two plots.

What is shown of each game, and in which words, is said by the game (`measures`, `unit`); where strategies are
combinations, both parts are shown apart, under the game's names for them (`part_names`).
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from knotlab.reports.output import write_csv
from knotlab.reports.page.blocks import Block, Column, Table, Text
from knotlab.reports.page.pictures import Pictures, files
from knotlab.reports.plots.style import COLOURS, MARKERS, RC, SOFT, TEXT_ON_DARK, TEXT_ON_LIGHT, footnote, new_figure
from knotlab.sim.protocol import Game, Measure


def point_blocks(game: Game, stem: str, ratings: pd.DataFrame, played: int, pictures: Pictures) -> list[Block]:
    """A round robin as a table and plots, written beside the page too (`point_files`). ratings: with a column for each
    metric, and strategies spelt `first+second` where they are combinations.
    """
    rows = split_names(game, ratings)
    write_csv(rows, pictures.folder / f"{stem}-points.csv")
    title = f"{per_unit(game, game.measures[0]).capitalize()}, most first"
    caption = f"{title}; where no bar is seen, it is smaller than the mark."
    heads = (
        *(f"{per_unit(game, game.measures[0])} [95%]", *(f"{measure.words} [95%]" for measure in game.measures[1:])),
        "games",
    )
    columns = (
        Column(" + ".join(game.part_names) if game.first_part else "strategy"),
        *(Column(head, number=True) for head in heads),
    )
    blocks: list[Block] = [
        Text(headline(game, ratings)),
        Table(title, columns, [table_row(game, row) for row in rows.to_dict("records")]),
        pictures.draw(f"{stem}-points-each", partial(points, game, rows), points_words(game, rows), caption, rows),
    ]
    if game.first_part:
        grid = f"The same as a table in colours: each {game.part_names[0]} down, each {game.part_names[1]} across."
        drawn = partial(pairs, game, rows)
        blocks.append(pictures.draw(f"{stem}-points-pairs", drawn, pairs_words(game, rows), grid, rows))
    note = (
        f"{played:,} games of one {game.unit} each, everybody with everybody. Points are those of the table, so "
        f"those of all its seats need not add up to zero."
    )
    return [*blocks, Text(note, soft=True)]


def point_files(game: Game, stem: str) -> list[str]:
    """The files that `point_blocks` writes."""
    plots = ("each", "pairs") if game.first_part else ("each",)
    return [f"{stem}-points.csv", *files(*(f"{stem}-points-{plot}" for plot in plots))]


def per_unit(game: Game, measure: Measure) -> str:
    """What a mean of a measure counts."""
    return f"{measure.words} a {game.unit}"


def split_names(game: Game, ratings: pd.DataFrame) -> pd.DataFrame:
    """The ratings with the two parts of each combination in two columns; a strategy that plays by itself is both."""
    if not game.first_part:
        return ratings
    first, second = game.part_names
    parts = ratings["strategy"].str.partition("+")
    return ratings.assign(**{first: parts[0], second: parts[2].where(parts[2] != "", parts[0])})


def table_row(game: Game, row: dict[str, Any]) -> list[str]:
    """A strategy's numbers as they are printed."""
    name = row["strategy"].replace("+", " + ")
    return [name, *(_interval(row, measure) for measure in game.measures), f"{row['games']:,}"]


def _interval(row: dict[str, Any], measure: Measure) -> str:
    metric = f"mean_{measure.field}"
    value, low, high = (f"{row[name]:.{measure.digits}f}" for name in (metric, f"{metric}_low", f"{metric}_high"))
    return f"{value} [{low}, {high}]"


def headline(game: Game, ratings: pd.DataFrame) -> str:
    """What the numbers say in a sentence."""
    best, second, worst = ratings.iloc[0], ratings.iloc[1], ratings.iloc[-1]
    lead = f"{best['strategy']} wins most, {best['mean_score']:.1f} {per_unit(game, game.measures[0])}"
    if best["mean_score_low"] <= second["mean_score_high"]:
        lead += f", though {second['strategy']} ({second['mean_score']:.1f}) is too close to tell"
    return f"{lead}; {worst['strategy']} wins least, {worst['mean_score']:.1f}."


# --- plots ---


def points(game: Game, rows: pd.DataFrame) -> Figure:
    """Each measure of each strategy with 95% intervals, most points at the top."""
    with mpl.rc_context(RC):
        figure, panels = new_figure(
            1.4 + 3.5 * len(game.measures), 1.2 + 0.34 * len(rows), len(game.measures), sharey=True
        )
        for axes, measure in zip(panels, game.measures, strict=True):
            _dots(axes, game, rows, measure)
        if game.first_part:
            panels[-1].legend(title=game.part_names[1], frameon=False)
        first = rows.iloc[0]
        dashed = "Dashed: all alike." if any(other.even is not None for other in game.measures) else ""
        played = f"Bars: 95% intervals over {first['deals']:,} deals; {first['games']:,} games each."
        footnote(figure, f"{played} {dashed}".strip())
    return figure


def _dots(axes: Axes, game: Game, rows: pd.DataFrame, measure: Measure) -> None:
    """One measure: a mark for each strategy, a colour for each second part."""
    places, metric = np.arange(len(rows))[::-1], f"mean_{measure.field}"
    if measure.even is not None:
        axes.axvline(measure.even, color=SOFT, linestyle="--", linewidth=1)
    for i, (label, chosen) in enumerate(_groups(game, rows)):
        centre = rows[metric][chosen]
        axes.errorbar(
            centre,
            places[chosen],
            xerr=[centre - rows[f"{metric}_low"][chosen], rows[f"{metric}_high"][chosen] - centre],
            fmt=MARKERS[i % len(MARKERS)],
            color=COLOURS[i % len(COLOURS)],
            capsize=3,
            markersize=6,
            label=label,
        )
    axes.set_xlabel(per_unit(game, measure))
    axes.set_yticks(places, rows["strategy"])
    axes.set_title(measure.words)


def _groups(game: Game, rows: pd.DataFrame) -> Sequence[tuple[str | None, np.ndarray]]:
    """Which rows share a colour, under which label."""
    if not game.first_part:
        return [(None, np.ones(len(rows), bool))]
    second = rows[game.part_names[1]]
    return [(name, (second == name).to_numpy()) for name in sorted(set(second))]


def pairs(game: Game, rows: pd.DataFrame) -> Figure:
    """Points of combinations by first and second part: orange above nothing, blue below, with the half width of the
    95% interval.
    """
    (first, second), words = game.part_names, per_unit(game, game.measures[0])
    mean = rows.pivot(index=first, columns=second, values="mean_score")
    mean = mean.loc[mean.mean(axis=1).sort_values().index, mean.mean().sort_values().index]
    half = rows.assign(half=(rows["mean_score_high"] - rows["mean_score_low"]) / 2).pivot(
        index=first, columns=second, values="half"
    )
    reach = float(np.nanmax(np.abs(mean.to_numpy())))
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(3.4 + 1.3 * mean.shape[1], 1.9 + 0.6 * mean.shape[0])
        image = axes.imshow(mean.to_numpy(), cmap="PuOr_r", vmin=-reach, vmax=reach, aspect="auto")
        for i, row in enumerate(mean.index):
            for j, column in enumerate(mean.columns):
                value = mean.loc[row, column]
                if value == value:
                    text = f"{value:.1f} \u00b1 {half.loc[row, column]:.1f}"
                    colour = TEXT_ON_DARK if abs(value) > 0.66 * reach else TEXT_ON_LIGHT
                    axes.text(j, i, text, ha="center", va="center", color=colour)
        axes.set_xticks(range(len(mean.columns)), mean.columns)
        axes.set_yticks(range(len(mean.index)), mean.index)
        axes.set_xlabel(second)
        axes.set_ylabel(first)
        axes.spines[:].set_visible(False)
        axes.grid(visible=False)
        axes.set_title(f"{words}: each {first} with each {second}")
        figure.colorbar(image, ax=axes, label=words, shrink=0.9)
        footnote(figure, f"{rows['games'].iloc[0]:,} games each, over {rows['deals'].iloc[0]:,} deals; \u00b1: 95%.")
    return figure


def points_words(game: Game, rows: pd.DataFrame) -> str:
    """The dot plot for those who cannot see it."""
    each = "; ".join(
        f"{row['strategy']} "
        + ", ".join(
            f"{row[f'mean_{measure.field}']:.{measure.digits - 1}f} {measure.words}" for measure in game.measures
        )
        for row in rows.to_dict("records")
    )
    counted = " and ".join(measure.words for measure in game.measures)
    return f"Dot plot of {counted} a {game.unit} with 95% intervals. {each}."


def pairs_words(game: Game, rows: pd.DataFrame) -> str:
    """The heat map for those who cannot see it."""
    first, second = game.part_names
    best = rows.loc[rows.groupby(first)["mean_score"].idxmax()]
    each = "; ".join(
        f"{row[first]} does best with {row[second]}, {row['mean_score']:.1f}" for row in best.to_dict("records")
    )
    return f"Heat map of {per_unit(game, game.measures[0])} by {first} and {second}. {each}."

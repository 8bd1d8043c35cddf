"""A round robin of a game that gives points: its part of the page, with the table of bidders and players and two
plots.
"""

from functools import partial
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from knotlab.reports.output import write_csv
from knotlab.reports.page.blocks import Block, Column, Table, Text
from knotlab.reports.page.pictures import Pictures, files
from knotlab.reports.plots.style import COLOURS, MARKERS, RC, SOFT, TEXT_ON_DARK, TEXT_ON_LIGHT, footnote, new_figure

COLUMNS = (
    Column("bidder + player"),
    *(Column(head, number=True) for head in ("points a deal [95 %]", "tricks [95 %]", "games")),
)
POINTS = ("points.csv", *files("points-each", "points-pairs"))


def point_blocks(game: str, ratings: pd.DataFrame, played: int, pictures: Pictures) -> list[Block]:
    """A round robin as a table and plots, written beside the page too (`POINTS`). ratings: with a column for each
    metric, strategies spelt `bidder+player`.
    """
    stem, split = f"{game}-points", split_names(ratings)
    write_csv(split, pictures.folder / f"{stem}.csv")
    each = (
        "Points a deal of each bidder with each player, most first; where no bar is seen, it is smaller than the mark."
    )
    grid = "The same as a table in colours: bidders down, players across."
    said = (
        f"{played:,} games of one deal each, everybody with everybody. Points are those of the table, so what the "
        f"four seats win together is not nothing."
    )
    return [
        Text(headline(ratings)),
        Table("Points a deal, most first", COLUMNS, [table_row(row) for row in split.to_dict("records")]),
        pictures.draw(f"{stem}-each", partial(points, split), points_words(split), each, split),
        pictures.draw(f"{stem}-pairs", partial(pairs, split), pairs_words(split), grid, split),
        Text(said, soft=True),
    ]


def split_names(ratings: pd.DataFrame) -> pd.DataFrame:
    """The ratings with `bidder` and `player` in two columns."""
    parts = ratings["strategy"].str.partition("+")
    return ratings.assign(bidder=parts[0], player=parts[2])


def table_row(row: dict[str, Any]) -> list[str]:
    """A combination's numbers as they are printed."""
    return [
        f"{row['bidder']} + {row['player']}",
        _interval(row, "mean_score", 2),
        _interval(row, "mean_tricks", 3),
        f"{row['games']:,}",
    ]


def _interval(row: dict[str, Any], metric: str, digits: int) -> str:
    return "{:.{d}f} [{:.{d}f}, {:.{d}f}]".format(
        *(row[name] for name in (metric, f"{metric}_low", f"{metric}_high")), d=digits
    )


def headline(ratings: pd.DataFrame) -> str:
    """What the numbers say in a sentence."""
    best, second, worst = ratings.iloc[0], ratings.iloc[1], ratings.iloc[-1]
    lead = f"{best['strategy']} wins most, {best['mean_score']:.1f} points a deal"
    if best["mean_score_low"] <= second["mean_score_high"]:
        lead += f", though {second['strategy']} ({second['mean_score']:.1f}) is too close to tell"
    return f"{lead}; {worst['strategy']} wins least, {worst['mean_score']:.1f}."


# --- plots ---


def points(split: pd.DataFrame) -> Figure:
    """Points and tricks a deal of each combination with 95 % intervals, most points at the top."""
    with mpl.rc_context(RC):
        figure, panels = new_figure(8.4, 1.2 + 0.34 * len(split), 2, sharey=True)
        rows = np.arange(len(split))[::-1]
        for axes, metric, words in zip(
            panels, ("mean_score", "mean_tricks"), ("points a deal", "tricks a deal"), strict=True
        ):
            axes.axvline(0 if metric == "mean_score" else 13 / 4, color=SOFT, linestyle="--", linewidth=1)
            for i, player in enumerate(sorted(set(split["player"]))):
                chosen = (split["player"] == player).to_numpy()
                centre = split[metric][chosen]
                reach = [centre - split[f"{metric}_low"][chosen], split[f"{metric}_high"][chosen] - centre]
                axes.errorbar(
                    centre,
                    rows[chosen],
                    xerr=reach,
                    fmt=MARKERS[i],
                    color=COLOURS[i],
                    capsize=3,
                    markersize=6,
                    label=player,
                )
            axes.set_xlabel(words)
            axes.set_yticks(rows, split["strategy"])
        panels[0].set_title("points")
        panels[1].set_title("tricks")
        panels[1].legend(title="player", frameon=False)
        first = split.iloc[0]
        footnote(
            figure,
            f"Bars: 95 % intervals over {first['deals']:,} deals; {first['games']:,} games each. Dashed: no points; a "
            f"quarter of the tricks.",
        )
    return figure


def pairs(split: pd.DataFrame) -> Figure:
    """Points a deal by bidder and player: orange above nothing, blue below, with the half width of the 95 %
    interval.
    """
    mean = split.pivot(index="bidder", columns="player", values="mean_score")
    mean = mean.loc[mean.mean(axis=1).sort_values().index, mean.mean().sort_values().index]
    half = split.assign(half=(split["mean_score_high"] - split["mean_score_low"]) / 2).pivot(
        index="bidder", columns="player", values="half"
    )
    reach = float(np.abs(mean.to_numpy()).max())
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(3.4 + 1.3 * mean.shape[1], 1.9 + 0.6 * mean.shape[0])
        image = axes.imshow(mean.to_numpy(), cmap="PuOr_r", vmin=-reach, vmax=reach, aspect="auto")
        for i, bidder in enumerate(mean.index):
            for j, player in enumerate(mean.columns):
                value = mean.loc[bidder, player]
                words = f"{value:.1f} \u00b1 {half.loc[bidder, player]:.1f}"
                axes.text(
                    j,
                    i,
                    words,
                    ha="center",
                    va="center",
                    color=TEXT_ON_DARK if abs(value) > 0.66 * reach else TEXT_ON_LIGHT,
                )
        axes.set_xticks(range(len(mean.columns)), mean.columns)
        axes.set_yticks(range(len(mean.index)), mean.index)
        axes.set_xlabel("player of the cards")
        axes.set_ylabel("bidder")
        axes.spines[:].set_visible(False)
        axes.grid(visible=False)
        axes.set_title("points a deal: bidders and players")
        figure.colorbar(image, ax=axes, label="points a deal", shrink=0.9)
        footnote(figure, f"{split['games'].iloc[0]:,} games each, over {split['deals'].iloc[0]:,} deals; \u00b1: 95 %.")
    return figure


def points_words(split: pd.DataFrame) -> str:
    """The dot plot for those who cannot see it."""
    each = "; ".join(
        f"{row['strategy']} {row['mean_score']:.1f} points, {row['mean_tricks']:.2f} tricks"
        for row in split.to_dict("records")
    )
    return f"Dot plot of points and tricks a deal with 95 % intervals. {each}."


def pairs_words(split: pd.DataFrame) -> str:
    """The heat map for those who cannot see it."""
    best = split.loc[split.groupby("bidder")["mean_score"].idxmax()]
    each = "; ".join(
        f"{row['bidder']} does best with {row['player']}, {row['mean_score']:.1f}" for row in best.to_dict("records")
    )
    return f"Heat map of points a deal by bidder and player. {each}."

"""The plots of a round robin: rates with intervals, and who finishes ahead of whom."""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from reports.plots.style import COLOURS, MARKERS, RC, SOFT, footnote, new_figure

TEXT_ON_LIGHT, TEXT_ON_DARK = "#000000", "#fefefe"  # on a heat map's own colours, which a dark page leaves as they are


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
            axes.set_xlabel(f"{'games won' if i == 0 else 'games lost'}, per cent")
            axes.set_xlim(left=0)
            axes.set_yticks(rows, ratings["strategy"])
        panels[0].set_title(f"{title}: won")
        panels[1].set_title("lost")
        first = ratings.iloc[0]
        footnote(figure, f"Bars: 95 % intervals over {first['deals']:,} deals; {first['games']:,} games each. Dashed: an equal share.")
    return figure


def ahead(pairs: pd.DataFrame, order: list[str], title: str) -> Figure:
    """How often the strategy of a row finishes ahead of that of a column, per cent; orange above one half, blue below, * if certain at 95 %."""
    matrix = pairs.pivot(index="strategy", columns="against", values="ahead").loc[order, order]
    low = pairs.pivot(index="strategy", columns="against", values="ahead_low").loc[order, order]
    high = pairs.pivot(index="strategy", columns="against", values="ahead_high").loc[order, order]
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(2.6 + 0.75 * len(order), 1.9 + 0.5 * len(order))
        image = axes.imshow(100 * matrix.to_numpy(), cmap="PuOr_r", vmin=0, vmax=100, aspect="auto")
        for i in range(len(order)):
            for j in range(len(order)):
                if i != j:
                    value = 100 * matrix.iat[i, j]
                    certain = low.iat[i, j] > 0.5 or high.iat[i, j] < 0.5
                    colour = TEXT_ON_DARK if abs(value - 50) > 33 else TEXT_ON_LIGHT
                    axes.text(j, i, f"{value:.1f}{'*' if certain else ''}", ha="center", va="center", color=colour)
        axes.set_xticks(range(len(order)), order, rotation=30, ha="right")
        axes.set_yticks(range(len(order)), order)
        axes.set_xlabel("... ahead of this one")
        axes.set_ylabel("this one finishes ...")
        axes.spines[:].set_visible(False)
        axes.grid(visible=False)
        axes.set_title(f"{title}: who finishes ahead")
        figure.colorbar(image, ax=axes, label="per cent of games", shrink=0.9)
        footnote(figure, f"{pairs['games'].iloc[0]:,} games for each two. *: differs from 50 % at 95 %.")
    return figure

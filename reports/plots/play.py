"""The plot of win and loss rates with intervals."""

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from knotlab.reports.plots.style import COLOURS, MARKERS, RC, SOFT, footnote, new_figure


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
        footnote(
            figure,
            f"Bars: 95 % intervals over {first['deals']:,} deals; {first['games']:,} games each. Dashed: an equal "
            f"share.",
        )
    return figure

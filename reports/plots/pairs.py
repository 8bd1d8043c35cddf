"""Heat maps of any two strategies."""

from dataclasses import dataclass

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from knotlab.reports.plots.style import RC, TEXT_ON_DARK, TEXT_ON_LIGHT, footnote, new_figure

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
    return Pairs(table, order, "against", "ahead", low, high, 0.5, 100.0)


def heat_map(pairs: Pairs, wording: Wording) -> Figure:
    """A heat map, orange above neutral and blue below; * if the interval does not hold what is neutral."""
    order, value, many = pairs.order, pairs.cells(pairs.value), len(pairs.order) >= MANY
    low, high, shown = pairs.cells(pairs.low), pairs.cells(pairs.high), pairs.cells(pairs.value) - pairs.neutral
    reach = max(float(np.nanmax(np.abs(shown))), 1e-9)
    digits = (0 if many else 1) if pairs.scale == 100.0 else 2
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(max(3.4 + (0.44 if many else 0.7) * len(order), 7.6), 2.8 + 0.36 * len(order))
        ends = {"vmin": -pairs.scale * reach, "vmax": pairs.scale * reach}
        image = axes.imshow(pairs.scale * shown, cmap="PuOr_r", aspect="auto", **ends)
        for i, j in zip(*np.nonzero(~np.isnan(shown)), strict=True):
            star = "*" if low[i, j] > pairs.neutral or high[i, j] < pairs.neutral else ""
            colour = TEXT_ON_DARK if abs(shown[i, j]) > 0.66 * reach else TEXT_ON_LIGHT
            axes.text(j, i, f"{pairs.scale * value[i, j]:.{digits}f}{star}", ha="center", va="center", color=colour)
        axes.set_xticks(range(len(order)), order, rotation=45, ha="right")
        axes.set_yticks(range(len(order)), order)
        axes.spines[:].set_visible(False)
        axes.grid(visible=False)
        axes.set_title(wording.title)
        axes.set_ylabel(wording.down)
        axes.set_xlabel(wording.across)
        figure.colorbar(image, ax=axes, label=wording.colours, shrink=0.9)
        footnote(figure, wording.note)
    return figure

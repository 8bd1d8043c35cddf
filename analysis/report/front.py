"""What the front of a report on some strategies says of one size of table: who may be best, whether it matters more
where one sits than who one is, and whether all are dealt equally many cards.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import pandas as pd

from knotlab.analysis.report.game import GameContent
from knotlab.analysis.result import Conditions
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.intervals import TIE, certain_order, certain_sign
from knotlab.sim import games
from knotlab.sim.playing.stepper import Stepper


class Gap(NamedTuple):
    """How much more one strategy has of something than the one that is next to it in order."""

    more: str
    less: str
    size: float


class SeatEffect(NamedTuple):
    """What a seat is worth, by the mean over all strategies.

    metric: of what. most, least: the seats with most and with least of it. high, low: how much, with ends that hold at
    least as surely as those of single strategies do. smaller, gaps: the gaps between neighbouring strategies that are
    smaller than that between these seats, and how many gaps there are.
    """

    metric: str
    most: int
    least: int
    high: Between
    low: Between
    smaller: Sequence[Gap]
    gaps: int

    @property
    def gap(self) -> float:
        """How much more the one seat has than the other."""
        return self.high.value - self.low.value

    @property
    def is_certain(self) -> bool:
        """Whether the intervals of the two leave each other out."""
        return certain_order(self.high, self.low) > 0


def contenders(content: GameContent, best: str) -> list[str]:
    """Whoever else may be the best, with 95% certainty for all strategies together."""
    result = content.result
    if isinstance(result, PlayResult):
        pairs = content.pairs[content.pairs["strategy"] == best].to_dict("records")
        return [row["against"] for row in pairs if certain_sign(row["all_low"], row["all_high"], TIE) <= 0]
    ranks = result.ratings
    return list(ranks[(ranks["best_rank"] == 1) & (ranks["strategy"] != best)]["strategy"])


def seat_effect(seats: pd.DataFrame, rates: pd.DataFrame, metric: str) -> SeatEffect | None:
    """What seats are worth by a metric; None where somebody did not sit everywhere.

    seats, rates: as results have them, by strategy and seat, and by strategy. An interval of a mean over strategies
    goes from the mean of the lower ends to that of the upper ones: the standard error of a mean is at most the mean of
    the standard errors.
    """
    columns = [metric, f"{metric}_low", f"{metric}_high"]
    if seats[columns].isna().any(axis=None):
        return None
    by_seat = seats.groupby("seat")[columns].mean()
    most, least = int(by_seat[metric].idxmax()), int(by_seat[metric].idxmin())
    high, low = (Between(*by_seat.loc[seat]) for seat in (most, least))
    ranked = rates.sort_values(metric, ascending=False)[["strategy", metric]].itertuples(index=False, name=None)
    gaps = [Gap(more, less, a - b) for (more, a), (less, b) in pairwise(ranked)]
    smaller = [gap for gap in gaps if gap.size < high.value - low.value]
    return SeatEffect(metric, most, least, high, low, smaller, len(gaps))


def cards_dealt(conditions: Conditions) -> list[int]:
    """How many cards each seat is dealt."""
    game = games.find(conditions.game)
    step = Stepper(game, conditions.rules)
    step.deal(0)
    deal = game.events.deal_of(step.view, step.hidden)
    return [len(cards) for cards in (deal["hands"] if isinstance(deal, Mapping) else deal)]

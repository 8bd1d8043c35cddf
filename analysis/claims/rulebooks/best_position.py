"""The best position of a deal rather than one at random: KW-C3 asks so whether most rounds have a point at which it is
better to stop.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from knotlab.analysis.claims.kinds.positions import Outcomes, play_on
from knotlab.analysis.claims.kinds.what_if import WhatIf
from knotlab.analysis.claims.model.field import Site
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.model.meaning import Meaning
from knotlab.sim.playing.job import Job


@dataclass(frozen=True, eq=False)
class BestPosition(WhatIf):
    """Two branches from the best position of each deal.

    Every position of a deal is tried, and the one where the first branch seems best by the rollouts is judged by
    others: D is 1 if it gains more than `least` there, or else 0, less a half. What the player cannot see is redealt
    in each of these rollouts: as dealt, the position found would be one where the first branch is lucky. Where no
    position gains so much, the others say yes at most half of the time. So a mean of D above 1/4 shows that more than
    half of the deals have such a position. A mean below shows nothing, as positions that gain little are missed.

    judges: how many other rollouts judge it.
    """

    least: float = 0.01
    judges: int = 1000

    def unit_in(self, game: str) -> str:
        return "deals"

    def meaning_in(self, game: str) -> Meaning:
        return Meaning(self.unit_in(game))

    @property
    def rollouts_that_count(self) -> int:
        return self.judges

    def bound(self, game: str) -> float:
        return 0.5

    def gain(self, payoff: np.ndarray, alternative: np.ndarray) -> np.ndarray:
        return np.asarray((payoff - alternative > self.least) - 0.5)

    def outcomes(self, job: Job, rows: pl.DataFrame, strategies_from: Sequence[Path]) -> tuple[pl.DataFrame, Outcomes]:
        """The position of each game at which the first branch seems best, and what other rollouts come to there."""
        tried = play_on(self.ways, job, rows, strategies_from, self.rollouts, unseen=True)
        seen = np.where(tried.is_comparable, tried.payoffs[0] - tried.payoffs[1], -np.inf)
        order = (
            rows.with_row_index("row")
            .with_columns(seen=seen)
            .sort("game", "seen", descending=[False, True], maintain_order=True)
        )
        best = rows[order.unique("game", keep="first", maintain_order=True)["row"].to_numpy()]
        return best, play_on(self.ways, job, best, strategies_from, self.judges, skipped=self.rollouts, unseen=True)

    def registration(self, cell: Site, inquiry: Inquiry) -> dict[str, Any]:
        return super().registration(cell, inquiry) | {"at_best": [self.least, self.judges]}

    def describe(self, inquiry: Inquiry) -> str:
        return (
            f"two ways to continue, from the position of each deal in which the first way looks best in "
            f"{self.rollouts} rollouts, judged by {self.judges} others, with hidden cards redealt in each"
        )

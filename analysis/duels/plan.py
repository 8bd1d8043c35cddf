"""What the answer of a duel will cost, before it is played: deals, games and time, by how far apart the two are."""

import math
import time
from dataclasses import dataclass
from typing import Any

import pandas as pd

from knotlab.analysis.duels.designs import Design, play_deals
from knotlab.analysis.duels.duel import PlayedDuel
from knotlab.analysis.duels.pilot import pieces_of
from knotlab.analysis.duels.question import Question
from knotlab.analysis.duels.result import DuelResult, own
from knotlab.analysis.stats.moments import Moments
from knotlab.analysis.stats.sequence import deals_to_decide
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim.playing.fanout import THREADS, check_backend, fan_out, worker_count

TIMES = (0.0, 0.5, 1.5, 2.0, 3.0, 5.0, 10.0)  # the margin are the differences for which the cost is told
SECONDS = 0.4  # that the deals which tell the time take at least
FEWEST, MOST = 64, 1 << 20  # deals that tell the time


@dataclass(frozen=True, eq=False, repr=False)
class PlannedDuel(DuelResult):
    """A duel of which only the pilot was played, and what it takes to settle it by the true difference.

    precision: half the interval's width at which it is to stop, whatever the difference; None for a verdict.
    deal_seconds: of the clock that a deal takes with all workers.
    """

    precision: float | None = None
    deal_seconds: float = math.nan

    @property
    def verdict(self) -> Verdict:
        """Open, as nothing was played; or that it rarely comes up, which the pilot has shown."""
        return Verdict.RARE if self.pilot.is_rare else Verdict.OPEN

    @property
    def deals_to_decide(self) -> None:
        """Nothing is known of the difference yet."""
        return

    def to_pandas(self) -> pd.DataFrame:
        """One row per true difference (in units of the metric; NaN for any): deals, games and seconds until it is
        settled, at most those of the cap; and whether it is settled by then. Where a metric has bounds, the exact
        sequence may settle a large difference with fewer than 1,000 deals. No rows where the duel rarely comes up.
        """
        rows = []
        for difference in self._differences():
            deals = min(wanted := self._deals_for(difference), self.cap)
            row = {"difference": difference, "deals": deals, "games": deals * self.games_per_deal}
            rows.append(row | {"seconds": deals * self.deal_seconds, "settled": wanted <= self.cap})
        return pd.DataFrame(rows, columns=["difference", "deals", "games", "seconds", "settled"])

    def _differences(self) -> list[float]:
        if self.verdict == Verdict.RARE:
            return []
        return [times * self.margin for times in TIMES] if self.precision is None else [math.nan]

    def _deals_for(self, difference: float) -> int:
        """The deals that a difference takes if their numbers vary as they did in the pilot."""
        seen = Moments(self.pilot.deals, difference, self.pilot.sd, self.pilot.skewness)
        return self.planned if self.precision is not None else deals_to_decide(self.watch, seen) or self.cap

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        differences = self.to_pandas().to_dict("records")
        return super().facts() | {"precision": self.precision, "differences": differences}


def plan_duel(
    question: Question, *, precision: float | None = None, workers: int | None = None, backend: str = THREADS
) -> PlannedDuel:
    """Play the pilot of a duel, and tell from it what the duel will cost.

    question: what it is to settle. precision: half the interval's width that is wanted, if it is to go on until then.
    Raises InputError if a number makes no sense.
    """
    playing = PlayedDuel(question, None, worker_count(workers, check_backend(backend)), backend)
    prepared = playing.prepared(precision)
    seconds = _seconds_of_a_deal(question, prepared.design, playing.workers, backend)
    return PlannedDuel(**own(playing.result(prepared)), precision=precision, deal_seconds=seconds)


def _seconds_of_a_deal(question: Question, design: Design, workers: int, backend: str) -> float:
    """Seconds of the clock that a deal takes; those that tell it are of the pilot's stream."""
    deals, design = FEWEST, design.on("pilot")
    while True:
        started = time.perf_counter()
        pieces = [(design, (question.metric,), first, count) for first, count in pieces_of(0, deals)]
        for _ in fan_out(play_deals, pieces, workers, backend):
            pass
        seconds = time.perf_counter() - started
        if seconds >= SECONDS or deals >= MOST:
            return seconds / deals
        deals *= 2

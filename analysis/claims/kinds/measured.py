"""Experiments that give one number D per deal, centred by a pilot on other deals."""

import math
from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from knotlab.analysis.claims.model.events import round_of
from knotlab.analysis.claims.model.experiment import Experiment, Sampler
from knotlab.analysis.claims.model.field import Site
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.duels.pilot import FIRST_DEALS, PILOT_DEALS, Pilot, is_slow, pieces_of
from knotlab.analysis.stats.moments import moments_of
from knotlab.sim.playing.fanout import Timed, fan_out, timed
from knotlab.sim.playing.job import STREAM_VERSION, Job, compile_ahead
from knotlab.sim.settings import plain_rules
from knotlab.strategies.resolve import strategy_hashes

JobsByTable = Sequence[Sequence[Job]]  # the tables of an experiment, each with the line-ups that play at it by turns

LOOK_EVERY = 100  # deals, where one line-up plays all of them
PLAYED = ("games", "unfinished")  # columns: a deal's games, and how many of them had no end

CASES = "cases"  # column: a deal's cases
# Deals with a case that a pilot looks for, so that their share, by which effects are centred, is known well.
_LEAST_CASES = 400
_MOST_PILOT = 64 * PILOT_DEALS


class Measured(Experiment):
    """An experiment with a number per deal, read from what was played.

    Its deals have the columns `deal`, `cases` (0 where the deal says nothing), `games` and `unfinished`, and those that
    its own `centre` and `effects` need.
    """

    @abstractmethod
    def tables(self, cell: Site, inquiry: Inquiry) -> JobsByTable:
        """What is played."""

    @abstractmethod
    def play_tables(
        self, tables: JobsByTable, strategies_from: Sequence[Path], purpose: str, first: int, count: int
    ) -> pl.DataFrame:
        """Play consecutive deals: one row per deal.

        tables: the strategies at each table. purpose: whose random numbers are used. first: the number of the first
        deal. Returns one row per deal.
        """

    @abstractmethod
    def centre(self, deals: pl.DataFrame) -> dict[str, float]:
        """The numbers by which effects are centred, from a pilot's deals; those named `..cases` must be above 0."""

    @abstractmethod
    def effects(self, deals: pl.DataFrame, centre: dict[str, float]) -> np.ndarray:
        """D of each deal, + for the experiment's first side, shape (deals,)."""

    def vrf(self, deals: pl.DataFrame) -> float:
        """What the design is worth in games, if that has a meaning."""
        return math.nan

    def reach(self, cell: Site, pilot: Pilot) -> float:
        """The largest |D| that is possible, or the largest one seen where nothing bounds it."""
        return pilot.largest

    def games_per_deal(self, tables: JobsByTable) -> int:
        """Games that count, on each deal."""
        return len(tables) * tables[0][0].rotations

    # --- what experiments offer ---

    def jobs(self, cell: Site, inquiry: Inquiry) -> Sequence[Job]:
        return [job for line_ups in self.tables(cell, inquiry) for job in line_ups]

    def play(self, cell: Site, inquiry: Inquiry, first: int, count: int) -> pl.DataFrame:
        return self.play_tables(self.tables(cell, inquiry), inquiry.strategies_from, "play", first, count)

    def registration(self, cell: Site, inquiry: Inquiry) -> dict[str, Any]:
        tables = self.tables(cell, inquiry)
        jobs, every = [job for line_ups in tables for job in line_ups], look_every(tables)
        rules = [plain_rules(job.rules) for job in jobs]
        return {
            "rules": rules,
            "strategies": [[player.name for player in job.players] for job in jobs],
            "seed": inquiry.seed,
            "stream_version": STREAM_VERSION,
            "margin": self.margin * inquiry.wider,
            "columns": PLAYED,
        } | ({"look_every": every} if every > LOOK_EVERY else {})

    def sources(self, cell: Site, inquiry: Inquiry) -> Any:
        """Hashes of the strategies at each table, and of the conditions that are asked about their decisions."""
        jobs = self.jobs(cell, inquiry)
        asked = dict.fromkeys(job.conditions.functions.fingerprint for job in jobs if job.conditions)
        return [*(strategy_hashes(job.players) for job in jobs), *asked]

    def pilot(self, cell: Site, inquiry: Inquiry, workers: int) -> Pilot:
        compile_ahead(*self.jobs(cell, inquiry), log=True)
        play = partial(self.play_tables, self.tables(cell, inquiry), inquiry.strategies_from)
        return assess(self, pilot_deals(play, workers, rough=inquiry.is_quick))

    def sampler(self, cell: Site, inquiry: Inquiry, pilot: Pilot) -> Sampler:
        tables = self.tables(cell, inquiry)
        compile_ahead(*self.jobs(cell, inquiry), log=True)

        def draw(first: int, count: int) -> np.ndarray:
            deals = self.play_tables(tables, inquiry.strategies_from, "play", first, count)
            return self.effects(deals, pilot.centre)

        games, cycle = self.games_per_deal(tables), math.lcm(*map(round_of, tables))
        reach = max(self.reach(cell, pilot), self.margin) if pilot.in_play > 0 else self.margin
        return Sampler(pilot, reach, self.is_bounded(cell.game), games, cycle, draw)


def look_every(tables: JobsByTable) -> int:
    """How many deals are between looks at least: where line-ups play by turns, rounds in which each plays as many, as
    part of a round is not a fair mix.
    """
    return max(LOOK_EVERY, *map(round_of, tables))


# --- pilots ---


def pilot_deals(play: Any, workers: int, rough: bool = False) -> pl.DataFrame:
    """The pilot's deals: more of them, up to a bound, where cases are rare; no more than the first where a game takes
    long. rough: wide margins make do with an eighth of them, and a quarter of the cases.
    """

    def played(first: int, end: int) -> list[Timed]:
        calls = [(play, "pilot", begin, count) for begin, count in pieces_of(first, end)]
        return list(fan_out(timed, calls, workers))

    pieces = played(0, FIRST_DEALS)
    deals: pl.DataFrame = pl.concat([piece.value for piece in pieces])
    if is_slow(pieces, [piece.value.height + int(piece.value[PLAYED[0]].sum()) for piece in pieces]):
        return deals
    least, end = (_LEAST_CASES // 4, PILOT_DEALS // 8) if rough else (_LEAST_CASES, PILOT_DEALS)
    while deals.height < end:
        deals = pl.concat([deals, *(piece.value for piece in played(deals.height, end))])
        if (deals[CASES] != 0).sum() < least:
            end = min(2 * end, _MOST_PILOT)
    return deals


def assess(experiment: Measured, deals: pl.DataFrame) -> Pilot:
    """What a pilot's deals tell."""
    in_play = float((deals[CASES] != 0).to_numpy().mean())
    if in_play == 0:
        return Pilot(deals.height, math.nan, math.nan, 0.0, 0.0)
    centre = experiment.centre(deals)
    if not all(value > 0 for name, value in centre.items() if name.endswith(CASES)):
        return Pilot(deals.height, math.nan, math.nan, 0.0, 0.0, centre=centre)
    numbers = experiment.effects(deals, centre)
    return Pilot(
        deals.height,
        float(numbers.std(ddof=1)),
        float(np.abs(numbers).max()),
        float(moments_of(numbers).skewness),
        in_play if np.isfinite(numbers).all() else 0.0,
        experiment.vrf(deals),
        centre=centre,
        mean=float(numbers.mean()),
    )

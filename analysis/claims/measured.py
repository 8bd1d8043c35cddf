"""Experiments that give one number D per deal: centred by a pilot on other deals, and looked at in deal order until the
verdict.
"""

import json
import math
import time
from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from knotlab.analysis.claims.events import round_of
from knotlab.analysis.claims.experiment import Experiment, Sitting
from knotlab.analysis.claims.finding import Finding, Measurement, make_finding, sound
from knotlab.analysis.claims.pilots import assess, pilot_deals
from knotlab.analysis.claims.registration import registration
from knotlab.analysis.claims.sampling import Sampler
from knotlab.analysis.duels.duel import CAP_TIMES, SKEWED_TIMES
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.kept import as_plain, damaged, from_plain
from knotlab.analysis.runs.batches import in_batches
from knotlab.analysis.runs.provenance import provenance
from knotlab.analysis.stats.sequence import (
    FIRST_LOOK,
    VERDICTS,
    Watch,
    deals_for_skewness,
    deals_to_decide,
    planned_deals,
)
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.stats.watching import Goal, Watcher
from knotlab.sim.playing.job import STREAM_VERSION, Job, compile_ahead
from knotlab.sim.settings import json_value
from knotlab.sim.storage.manifest import MANIFEST
from knotlab.sim.storage.store import RunFolder
from knotlab.strategies.resolve import strategy_hashes

if TYPE_CHECKING:
    from knotlab.analysis.claims.cells import Cell
    from knotlab.analysis.claims.trial import Trial

Tables = Sequence[Sequence[Job]]  # the tables of an experiment, each with the companies that play at it by turns

BATCH_DEALS = 500
STEPS = 2**24  # whole numbers to one unit of an effect, so that sums are exact in any order
LOOK_EVERY = 100  # deals, where one company plays all of them
PLAYED = ("games", "unfinished")  # columns: a deal's games, and how many of them had no end


class Measured(Experiment):
    """An experiment with a number per deal, read from what was played.

    Its deals have the columns `deal`, `cases` (0 where the deal says nothing), `games` and `unfinished`, and those that
    its own `centre` and `effects` need.
    """

    @abstractmethod
    def tables(self, cell: "Cell", trial: "Trial") -> Tables:
        """What is played."""

    @abstractmethod
    def play_tables(
        self, tables: Tables, strategies_from: Sequence[Path], purpose: str, first: int, count: int
    ) -> pl.DataFrame:
        """Play consecutive deals: one row per deal.

        Parameters
        ----------
        tables
            The strategies at each table.
        strategies_from
            Files with further strategies.
        purpose
            Whose random numbers are used.
        first
            The number of the first deal.
        count
            How many deals.

        Returns
        -------
        polars.DataFrame
            One row per deal.
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

    def reach(self, cell: "Cell", pilot: Pilot) -> float:
        """The largest |D| that is possible, or the largest one seen where nothing bounds it."""
        return pilot.largest

    def is_bounded(self, game: str) -> bool:
        """Whether something bounds |D|."""
        return False

    def games_per_deal(self, tables: Tables) -> int:
        """Games that count, on each deal."""
        return len(tables) * tables[0][0].rotations

    # --- what experiments offer ---

    def jobs(self, cell: "Cell", trial: "Trial") -> Sequence[Job]:
        """All that a cell plays."""
        return [job for companies in self.tables(cell, trial) for job in companies]

    def play(self, cell: "Cell", trial: "Trial", first: int, count: int) -> pl.DataFrame:
        """Some consecutive deals of a cell."""
        return self.play_tables(self.tables(cell, trial), trial.strategies_from, "play", first, count)

    def registration(self, cell: "Cell", trial: "Trial") -> dict[str, Any]:
        """All that a cell's verdict depends on but for the code."""
        tables = self.tables(cell, trial)
        jobs, every = [job for companies in tables for job in companies], look_every(tables)
        rules = [{name: json_value(value) for name, value in job.rules.items()} for job in jobs]
        return {
            "rules": rules,
            "strategies": [[player.name for player in job.players] for job in jobs],
            "seed": trial.seed,
            "stream_version": STREAM_VERSION,
            "margin": self.margin * trial.wider,
            "level": trial.level,
            "cells": trial.family,
            "columns": PLAYED,
        } | ({"look_every": every} if every > LOOK_EVERY else {})

    def sources(self, cell: "Cell", trial: "Trial") -> Any:
        """Hashes of the strategies at each table."""
        return [strategy_hashes(job.players) for job in self.jobs(cell, trial)]

    def pilot(self, cell: "Cell", trial: "Trial", workers: int) -> Pilot:
        """Play a cell's pilot."""
        compile_ahead(*self.jobs(cell, trial), log=True)
        play = partial(self.play_tables, self.tables(cell, trial), trial.strategies_from)
        return assess(self, pilot_deals(play, workers, rough=trial.is_quick))

    def sampler(self, cell: "Cell", trial: "Trial", pilot: Pilot) -> Sampler:
        """The deals of a cell."""
        tables = self.tables(cell, trial)
        compile_ahead(*self.jobs(cell, trial), log=True)

        def draw(first: int, count: int) -> np.ndarray:
            deals = self.play_tables(tables, trial.strategies_from, "play", first, count)
            return self.effects(deals, pilot.centre)

        games, cycle = self.games_per_deal(tables), math.lcm(*map(round_of, tables))
        reach = max(self.reach(cell, pilot), self.margin) if pilot.in_play > 0 else self.margin
        return Sampler(pilot, reach, self.is_bounded(cell.tip.game), games, cycle, draw)

    def settle(self, cell: "Cell", trial: "Trial", sitting: Sitting) -> Finding:
        """Play a cell until its verdict or its cap, or as long as this sitting goes."""
        return _Settling(self, cell, trial, sitting).finding()


def look_every(tables: Tables) -> int:
    """How many deals are between looks at least: where companies play by turns, rounds in which each plays as many, as
    part of a round is not a fair mix.
    """
    return max(LOOK_EVERY, *map(round_of, tables))


class _Settling:
    """One cell as it is settled in one sitting."""

    def __init__(self, experiment: Measured, cell: "Cell", trial: "Trial", sitting: Sitting) -> None:
        self.experiment, self.cell, self.trial, self.sitting = experiment, cell, trial, sitting
        self.started = time.perf_counter()
        self.tables = experiment.tables(cell, trial)
        self.play = partial(experiment.play_tables, self.tables, trial.strategies_from)
        self.folder = RunFolder(sitting.folder) if sitting.folder else None

    def finding(self) -> Finding:
        """What it came to."""
        compile_ahead(*self.experiment.jobs(self.cell, self.trial), log=True)
        pilot = self._kept_pilot() or self.experiment.pilot(self.cell, self.trial, self.sitting.workers)
        if not pilot.in_play > 0 or not pilot.sd > 0:
            return self._never_came_up(pilot)
        watcher = self._watcher(pilot)
        deals, pause = watcher.goal.cap, self.sitting.pause_after
        if pause is not None:
            deals = min(deals, -(-pause // BATCH_DEALS) * BATCH_DEALS)
        if self.folder:
            job = self.tables[0][0]
            self.folder.open(self._identity(pilot), provenance(job, self.trial.strategies_from), watcher.goal.cap)
        played = np.zeros(len(PLAYED))
        for frame in in_batches(
            self.play,
            lambda first, count: ("play", first, count),
            deals,
            BATCH_DEALS,
            1,
            folder=self.folder,
            workers=self.sitting.workers,
        ):
            effects = self.experiment.effects(frame, pilot.centre)
            watcher.add(np.rint(effects * STEPS).astype(np.int64))
            played += frame.select(PLAYED).sum().to_numpy()[0]
            self.sitting.on_look()
            if watcher.is_done:
                break
        return self._found(pilot, watcher, float(played[1] / played[0]) if played[0] else math.nan)

    def _watcher(self, pilot: Pilot) -> Watcher:
        """How the mean is watched, and until when."""
        experiment, alpha = self.experiment, self.trial.alpha
        margin = experiment.margin * self.trial.wider
        planned = planned_deals(pilot.sd, margin, alpha)
        reach = max(experiment.reach(self.cell, pilot), margin)
        watch = Watch(margin, alpha, reach, planned, experiment.margin)
        skewed = int(SKEWED_TIMES * deals_for_skewness(pilot.skewness, alpha))
        cap = max(CAP_TIMES * planned, skewed, int(watch.enough_for_equivalent) + 1, FIRST_LOOK)
        every = look_every(self.tables)
        return Watcher(watch, STEPS, Goal(-(-cap // every) * every if every > LOOK_EVERY else cap), every)

    def _found(self, pilot: Pilot, watcher: Watcher, unfinished: float) -> Finding:
        """What the looks so far say."""
        if not watcher.path:
            return self._finding(pilot, Verdict.UNDECIDED, unfinished=unfinished, cap=watcher.goal.cap)
        last = watcher.path[-1]
        verdict = VERDICTS[last.verdict]
        low, high = sound(last.low, last.high, watcher.watch.reach)
        open_still = verdict == Verdict.UNDECIDED
        return self._finding(
            pilot,
            verdict,
            effect=last.mean,
            low=low,
            high=high,
            deals=last.deals,
            games=last.deals * self.experiment.games_per_deal(self.tables),
            unfinished=unfinished,
            is_settled=watcher.is_done,
            to_decide=deals_to_decide(watcher.watch, watcher.sums.moments(STEPS)) if open_still else None,
            cap=watcher.goal.cap,
        )

    def _never_came_up(self, pilot: Pilot) -> Finding:
        """Nothing to measure."""
        return self._finding(pilot, Verdict.NEVER_CAME_UP, is_settled=True)

    def _finding(self, pilot: Pilot, verdict: Verdict, **values: Any) -> Finding:
        """A finding with what all of them have."""
        seconds = time.perf_counter() - self.started
        measured = Measurement(vrf=pilot.vrf, in_play=pilot.in_play, seconds=seconds, **values)
        return make_finding(self.cell, self.trial, verdict, measured)

    # --- the pilot ---

    def _identity(self, pilot: Pilot) -> dict[str, Any]:
        """All on which the deals of a cell depend."""
        registered: dict[str, Any] = json.loads(json.dumps(registration(self.cell, self.trial), default=str))
        job = self.tables[0][0]
        return {
            "command": "claims",
            "game": job.game,
            "rules": registered["rules"][0],
            "strategies": registered["strategies"][0],
            "seed": job.seed,
            "fixed_seats": job.fixed_seats,
            "part_deals": BATCH_DEALS,
            "claim": registered,
            "pilot": as_plain(pilot),
        }

    def _kept_pilot(self) -> Pilot | None:
        """The pilot of the same cell in its folder, whose name vouches for it."""
        if self.folder is None or not (self.folder.path / MANIFEST).exists():
            return None
        try:
            return from_plain(Pilot, self.folder.manifest()["identity"].get("pilot"))
        except ValueError as error:
            raise damaged(self.folder.path / MANIFEST, error) from None

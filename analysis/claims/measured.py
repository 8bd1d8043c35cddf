"""Experiments that give one number D per deal, centred by a pilot on other deals."""

import math
from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from knotlab.analysis.claims.events import round_of
from knotlab.analysis.claims.experiment import Experiment
from knotlab.analysis.claims.pilots import assess, pilot_deals
from knotlab.analysis.claims.sampling import Sampler
from knotlab.analysis.duels.pilot import Pilot
from knotlab.sim.playing.job import STREAM_VERSION, Job, compile_ahead
from knotlab.sim.settings import json_value
from knotlab.strategies.resolve import strategy_hashes

if TYPE_CHECKING:
    from knotlab.analysis.claims.cells import Cell
    from knotlab.analysis.claims.trial import Trial

Tables = Sequence[Sequence[Job]]  # the tables of an experiment, each with the companies that play at it by turns

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


def look_every(tables: Tables) -> int:
    """How many deals are between looks at least: where companies play by turns, rounds in which each plays as many, as
    part of a round is not a fair mix.
    """
    return max(LOOK_EVERY, *map(round_of, tables))

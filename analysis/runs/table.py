"""A table to play at: the game, how many play, by which rules, on which deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.runs.play import make_job
from knotlab.sim.playing.job import Job
from knotlab.strategies.resolve import Named


@dataclass(frozen=True)
class Table:
    """A table to play at, as a user describes it.

    players: how many play; none: what is usual. rules: settings that differ from the defaults, as `KEY=VALUE`. seed: of
    the games' random numbers. strategies_from: files with the user's own strategies.
    """

    game: str
    players: int | None = None
    rules: Sequence[str] = ()
    seed: int = DEFAULT_SEED
    strategies_from: Sequence[Path | str] = ()

    def job(self, strategies: Sequence[Named]) -> Job:
        """What some strategies play at this table; raises InputError if it makes no sense."""
        return make_job(self.game, strategies, seed=self.seed, rules=self.rules, strategies_from=self.strategies_from)

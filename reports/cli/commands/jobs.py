"""The games that a command line names, and the command line that names a game."""

from collections.abc import Sequence

from knotlab.analysis.runs.play import make_job
from knotlab.reports.cli.setup import GameOptions
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.match import make_match
from knotlab.sim.protocol import Match


def match(game: str, target: int | None, rounds: int | None) -> Match | None:
    """The kind of match to play, if any."""
    return make_match(game, target, rounds)


def make(options: GameOptions, strategies: Sequence[str], fixed_seats: bool, match: Match | None = None) -> Job:
    """What is to be played."""
    return make_job(
        options.game,
        strategies,
        seed=options.seed,
        rules=options.settings,
        fixed_seats=fixed_seats,
        match=match,
        strategies_from=options.strategies_from,
    )

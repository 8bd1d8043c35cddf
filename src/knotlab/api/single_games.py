"""Single games told, and played on from one of their decisions: `replay`, `whatif`."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.api import reading
from knotlab.api.declare import Option, public
from knotlab.api.options import (
    FixedSeats,
    From,
    Index,
    MaybeGame,
    MaybeStrategies,
    Run,
    Seed,
    Settings,
    Why,
)
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from knotlab.analysis.runs.whatif import WhatIfResult
    from knotlab.reports.viewer.replay import Replay


RecordFile = Annotated[
    str | Path | None, Option("take the game from this file of recorded games instead", "FILE", reading.path)
]
Purpose = Annotated[
    str, Option("which stream of deals the game is from, as the message of a failing strategy names it", "NAME")
]


@public
def replay(
    game: MaybeGame = None,
    strategies: MaybeStrategies = (),
    *,
    index: Index = None,
    run: Run = None,
    record: RecordFile = None,
    seed: Seed = DEFAULT_SEED,
    set: Settings = (),
    fixed_seats: FixedSeats = False,
    strategies_from: From = (),
    why: Why = False,
    purpose: Purpose = "play",
) -> "Replay":
    """Describe a single game move by move, or write a page to watch it on.

    Returns
    -------
    Replay
        Printed it is text; at the end of a notebook's cell, a viewer to step through. If a strategy fails in the game,
        `failure` says how, and the game is told up to there.

    Raises
    ------
    InputError
        If something cannot be used.
    StrategyError
        If a strategy fails in a match.

    Examples
    --------
    >>> from knotlab import replay
    >>> print(str(replay("twisted-knot", ["shed", "random"], seed=1)).splitlines()[0])
    Twisted Knot, game 0 of seed 1: seat 0 (shed), seat 1 (random)
    """
    from knotlab.analysis.runs.verified import read_record
    from knotlab.api.given import job_named
    from knotlab.reports.viewer.replay import Replay
    from knotlab.sim.kernels.chance import PURPOSES
    from knotlab.sim.playing.job import play_traced
    from knotlab.sim.playing.match import records_of
    from knotlab.sim.playing.records import record_of
    from knotlab.sim.settings import unknown

    if (game is not None) + (run is not None) + (record is not None) != 1:
        raise InputError("give either a game and one strategy per player, or --run FOLDER, or --record FILE")
    if record is not None:
        return Replay((read_record(Path(record), index),), why=True)
    if purpose not in PURPOSES:
        raise unknown("purpose", purpose, PURPOSES)
    job = job_named(run, index or 0, game, strategies, seed, set, fixed_seats, strategies_from)
    job, number = replace(job, purpose=purpose), index or 0
    if job.match is not None:
        return Replay(tuple(records_of(job, number, why=True)), why)
    played = play_traced(job, number)
    return Replay((record_of(played, why=True),), why, played.failure)


Decision = Annotated[
    int, Option("number of the decision in the game, as knotlab replay --why prints it", "K", reading.whole())
]
Rollouts = Annotated[int, Option("how many times each move is played out to the end", "N", reading.whole(2))]
Hidden = Annotated[
    str,
    Option(
        "the hidden cards: as-dealt, or resample to deal what the player cannot see again each time",
        "HOW",
    ),
]


@public
def whatif(
    game: MaybeGame = None,
    strategies: MaybeStrategies = (),
    *,
    index: Index = None,
    decision: Decision = 0,
    rollouts: Rollouts = 1000,
    hidden: Hidden = "as-dealt",
    run: Run = None,
    seed: Seed = DEFAULT_SEED,
    set: Settings = (),
    fixed_seats: FixedSeats = False,
    strategies_from: From = (),
) -> "WhatIfResult":
    """Play out each legal move of a decision many times with common random numbers, and compare the results.

    Returns
    -------
    WhatIfResult
        Gains are + where a move is better for the player than the strategy's own.

    Raises
    ------
    InputError
        If there is no such decision, or it has one legal move only.
    StrategyError
        If a strategy fails.

    Examples
    --------
    >>> from knotlab import whatif
    >>> result = whatif("twisted-knot", ["shed", "random"], seed=1, decision=5, rollouts=50)
    >>> float(result.to_pandas().set_index("own").loc[True, "loss_rate_gain"])
    0.0
    """
    from knotlab.analysis.runs.whatif import what_if
    from knotlab.api.given import job_named

    job = job_named(run, index or 0, game, strategies, seed, set, fixed_seats, strategies_from)
    if job.match is not None:
        raise InputError(
            "this run is one of matches, but a what-if is about a single game: name the game and its strategies, and "
            "the number that 'knotlab replay --run' prints for it"
        )
    return what_if(job, index or 0, decision, rollouts, hidden)

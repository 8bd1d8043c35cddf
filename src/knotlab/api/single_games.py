"""One game: `replay` tells it, `whatif` plays on from one of its decisions."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from knotlab.analysis.runs.play import make_job
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.saved import load_job
from knotlab.analysis.runs.whatif import AS_DEALT, WhatIfResult, what_if
from knotlab.api.options import SEED, Files, Settings, Strategy, count, files, settings, strategies_of
from knotlab.api.playing import Run
from knotlab.reports.viewer.replay import Replay, read_replay, replay_game
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.chance import PURPOSES
from knotlab.sim.playing.job import Job
from knotlab.sim.settings import unknown


def replay(
    game: str | None = None,
    strategies: Sequence[Strategy] = (),
    *,
    index: int | None = None,
    run: Run | None = None,
    record: str | Path | None = None,
    seed: int = SEED,
    set: Settings = (),
    fixed_seats: bool = False,
    strategies_from: Files = (),
    why: bool = False,
    purpose: str = "play",
) -> Replay:
    """Tell one game move by move: printed as text, shown at the end of a notebook's cell as a viewer to step through.

    Parameters
    ----------
    game, strategies, seed, set, fixed_seats, strategies_from
        The games, as in `play`.
    index
        Number of the game (or match) in its run; the first unless given.
    run
        A game of this result or run folder, instead of naming game and strategies.
    record
        A game of this file of records, instead.
    why
        Also tell every legal move with its score; the viewer always shows them.
    purpose
        A game of another purpose's deals, as a failing strategy's message names it.

    Returns
    -------
    Replay

    Raises
    ------
    InputError
        If something cannot be used.
    StrategyError
        If a strategy fails in the game.

    Examples
    --------
    >>> from knotlab import replay
    >>> print(str(replay("twisted-knot", ["shed", "random"], seed=1)).splitlines()[0])
    Twisted Knot, game 0 of seed 1: seat 0 (shed), seat 1 (random)
    """
    if (game is not None) + (run is not None) + (record is not None) != 1:
        raise InputError("give either a game and a strategy for each player, or run=, or record=")
    if record is not None:
        return read_replay(Path(record), None if index is None else count("index", index))
    if purpose not in PURPOSES:
        raise unknown("purpose", purpose, PURPOSES)
    job = _job(game, strategies, run, seed, set, fixed_seats, strategies_from)
    return replay_game(replace(job, purpose=purpose), count("index", index or 0), why)


def whatif(
    game: str | None = None,
    strategies: Sequence[Strategy] = (),
    *,
    index: int | None = None,
    decision: int = 0,
    rollouts: int = 1000,
    hidden: str = AS_DEALT,
    run: Run | None = None,
    seed: int = SEED,
    set: Settings = (),
    fixed_seats: bool = False,
    strategies_from: Files = (),
) -> WhatIfResult:
    """Force each legal move of one decision in turn, play on many times with common random numbers, and compare.

    Parameters
    ----------
    game, strategies, seed, set, fixed_seats, strategies_from
        The games, as in `play`.
    index
        Number of the game in its run; the first unless given.
    decision
        Number of the decision in the game, from 0; ``replay(..., why=True)`` shows them.
    rollouts
        How often each move is played on.
    hidden
        ``"as-dealt"``, or ``"resample"``: drawn anew from what the player cannot see.
    run
        A game of this result or run folder, instead of naming game and strategies.

    Returns
    -------
    WhatIfResult
        Gains are + where a move is better for the player than the strategy's own.

    Raises
    ------
    InputError
        If there is no such decision, or it has one legal move only.

    Examples
    --------
    >>> from knotlab import whatif
    >>> result = whatif("twisted-knot", ["shed", "random"], seed=1, decision=5, rollouts=50)
    >>> float(result.to_pandas().set_index("own").loc[True, "loss_rate_gain"])
    0.0
    """
    if (game is None) == (run is None):
        raise InputError("give either a game and a strategy for each player, or run=")
    job = _job(game, strategies, run, seed, set, fixed_seats, strategies_from)
    if job.match is not None:
        raise InputError("this run is of matches, and a what-if of one game: name the game and its strategies")
    return what_if(job, count("index", index or 0), count("decision", decision), count("rollouts", rollouts, 2), hidden)


def _job(
    game: str | None,
    strategies: Sequence[Strategy],
    run: Run | None,
    seed: int,
    set: Settings,
    fixed_seats: bool,
    strategies_from: Files,
) -> Job:
    """The games of a run, or those that are named."""
    if game is not None:
        return make_job(
            game,
            strategies_of(strategies),
            seed=seed,
            rules=settings(set),
            fixed_seats=fixed_seats,
            strategies_from=files(strategies_from),
        )
    if strategies or set or fixed_seats or seed != SEED:
        raise InputError("a run has its strategies, seed, settings and seats; leave them out")
    if isinstance(run, PlayResult) and run.job is not None:
        return run.job
    folder = run.folder if isinstance(run, PlayResult) else run
    assert folder is not None  # a result without a job comes from a folder
    return load_job(folder, files(strategies_from))

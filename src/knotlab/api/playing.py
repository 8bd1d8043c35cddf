"""Playing games, measuring what happened in them, and single games: `play`, `rate`, `replay`, `whatif`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl

from knotlab.analysis.result import Conditions
from knotlab.analysis.runs.measured import MeasuredRate, measured
from knotlab.analysis.runs.play import DEFAULT_GAMES, PlayResult, load, load_job, make_job, play_job
from knotlab.analysis.runs.whatif import AS_DEALT, WhatIf, what_if
from knotlab.api.options import SEED, Files, Settings, Strategy, backend_of, count, files, settings, strategies_of
from knotlab.reports.progress import progress as showing
from knotlab.reports.viewer.replay import Replay, read_replay, replay_game
from knotlab.sim.chance import PURPOSES
from knotlab.sim.errors import InputError
from knotlab.sim.job import Job
from knotlab.sim.match import make_match
from knotlab.sim.settings import unknown

Run = PlayResult | str | Path


def play(
    game: str,
    strategies: Sequence[Strategy],
    *,
    games: int = DEFAULT_GAMES,
    seed: int = SEED,
    set: Settings = (),
    fixed_seats: bool = False,
    target: int | None = None,
    rounds: int | None = None,
    strategies_from: Files = (),
    workers: int | None = None,
    backend: str = "threads",
    out: str | Path | None = None,
    log: bool = False,
    progress: bool = True,
) -> PlayResult:
    """Play games between strategies: win rate, loss rate and mean place (or score) of each, with 95% intervals.

    Parameters
    ----------
    game
        Such as ``"twisted-knot"``.
    strategies
        One for each player: spelled as on the command line, ``"shed:tremble=0.02"``, or a function below ``@strategy``.
    games
        Games, or matches, to play, rounded up to whole deals; each deal is played in all rotations of the players.
    seed
        From 0 to 2^64 - 1; the same seed gives the same games.
    set
        Rule settings: ``{"packs": 2}`` or ``["packs=2", "preset=southampton"]``.
    fixed_seats
        Play each deal once, the first strategy on seat 0.
    target, rounds
        Play matches in place of single games: to a total, or of so many rounds.
    strategies_from
        Python files with strategies of your own that the spellings name.
    workers
        How many parts are played at the same time; all cores unless given.
    backend
        ``"threads"``, ``"processes"`` or any registered joblib backend.
    out
        A run folder that keeps the games; the same call resumes there, and more games extend it.
    log
        Also keep an event log there, one row per decision.
    progress
        Show a progress bar in a terminal or notebook.

    Returns
    -------
    PlayResult

    Raises
    ------
    InputError
        If something cannot be used; the sentence says what, and what there is.
    StrategyError
        If a strategy fails in a game.
    RunError
        If the folder cannot be written.

    Examples
    --------
    >>> from knotlab import play
    >>> result = play("twisted-knot", ["shed:tremble=0.02", "random"], games=200, seed=1)
    >>> result.games, result.deals
    (200, 100)
    """
    job = make_job(
        game,
        strategies_of(strategies),
        seed=seed,
        rules=settings(set),
        fixed_seats=fixed_seats,
        match=make_match(game, target, rounds),
        strategies_from=files(strategies_from),
    )
    games = count("games", games, 1)
    total = -(-games // job.rotations) * job.rotations
    with showing(f"{game}: {', '.join(player.name for player in job.players)}", total, progress) as advance:
        return play_job(
            job,
            games,
            strategies_from=files(strategies_from),
            workers=workers,
            backend=backend_of(backend),
            out=out,
            log=log,
            on_progress=advance,
        )


def rate(
    run: Run | pl.LazyFrame | pl.DataFrame,
    of: str | pl.Expr,
    among: str | pl.Expr = "true",
    *,
    game: str | None = None,
    players: int | None = None,
    deals: int | None = None,
    fixed_seats: bool = False,
) -> MeasuredRate:
    """Measure a share or a mean over the decisions of a run, with its 95% interval over deals.

    Parameters
    ----------
    run
        What `play` returned with ``log=True``, the folder of such a run, or a log itself, all its rows or some.
    of
        What is counted (``"move_kind = 'PICK_UP'"``) or averaged (``"hand_size - next_hand"``), as text or as a Polars
        expression. `knotlab view GAME` lists the columns and the names of cards and moves.
    among
        Over which decisions, in the same way; all unless given.
    game, players, deals, fixed_seats
        For a log alone, which does not say so: the game, how many players were at the table, how many deals were
        played, and whether in fixed seats.

    Returns
    -------
    MeasuredRate

    Raises
    ------
    InputError
        If there is no log, a measure cannot be read, or no decision is one of the cases.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from knotlab import play, rate
    >>> with TemporaryDirectory() as folder:
    ...     run = play("twisted-knot", ["shed:tremble=0.02"] * 3, games=300, seed=1, out=folder, log=True)
    ...     result = rate(run, "move_kind = 'PICK_UP'", among="top = 'Jk'")
    >>> 0 < result.low < result.value < result.high < 1
    True
    """
    if not isinstance(run, pl.LazyFrame | pl.DataFrame):
        if (game, players, deals, fixed_seats) != (None, None, None, False):
            raise InputError("a run says itself which game it is; game, players, deals and fixed_seats are for a log")
        result = run if isinstance(run, PlayResult) else load(run)
        return measured(result.scan_log(), of, among, result.conditions, result.deals)
    if game is None or players is None or deals is None:
        raise InputError("a log alone needs game=, players= and deals=; a run or its folder says them itself")
    played = Conditions(game, count("players", players, 1), {}, None, fixed_seats=fixed_seats)
    return measured(run.lazy(), of, among, played, count("deals", deals, 1))


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
) -> WhatIf:
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
    WhatIf
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

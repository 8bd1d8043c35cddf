"""Playing games: `play`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from knotlab.analysis.defaults import DEFAULT_GAMES
from knotlab.analysis.runs.parts import chosen_part
from knotlab.analysis.runs.play import make_job, play_job
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.api.given import (
    SEED,
    Files,
    Settings,
    Strategy,
    backend_of,
    count,
    files,
    settings,
    strategies_of,
)
from knotlab.reports.progress import progress as showing
from knotlab.sim.playing.match import make_match


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
    backend: Any = "threads",
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
        ``"threads"``, ``"processes"``, any registered joblib backend, ``"dask://HOST:PORT"`` or a Dask client. Unless
        given, what `joblib.parallel_config` sets around the call.
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
    games, part = count("games", games, 1), chosen_part()
    total = -(-games // job.rotations) * job.rotations // part.of
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
            part=part,
        )

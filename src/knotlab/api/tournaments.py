"""Who beats whom: `tournament`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, overload

from knotlab.analysis.runs.slices import SlicePlan
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.analysis.tournaments.setup import make_setup
from knotlab.analysis.tournaments.slices import play_tournament_slice
from knotlab.analysis.tournaments.stages import plan
from knotlab.analysis.tournaments.tournament import tournament as play_tournament
from knotlab.api.given import (
    SEED,
    Files,
    Settings,
    Strategy,
    backend_of,
    count,
    files,
    settings,
    slice_of,
    strategies_of,
)
from knotlab.reports.progress import progress as showing


@overload
def tournament(
    game: str,
    strategies: Sequence[Strategy] = (),
    *,
    games: int = 100_000,
    players: int | None = None,
    metric: str | None = None,
    seed: int = SEED,
    set: Settings = (),
    strategies_from: Files = (),
    workers: int | None = None,
    backend: Any = "threads",
    out: str | Path | None = None,
    part: None = None,
    progress: bool = True,
) -> TournamentResult: ...


@overload
def tournament(
    game: str,
    strategies: Sequence[Strategy] = (),
    *,
    games: int = 100_000,
    players: int | None = None,
    metric: str | None = None,
    seed: int = SEED,
    set: Settings = (),
    strategies_from: Files = (),
    workers: int | None = None,
    backend: Any = "threads",
    out: str | Path | None = None,
    part: tuple[int, int],
    progress: bool = True,
) -> None: ...


def tournament(
    game: str,
    strategies: Sequence[Strategy] = (),
    *,
    games: int = 100_000,
    players: int | None = None,
    metric: str | None = None,
    seed: int = SEED,
    set: Settings = (),
    strategies_from: Files = (),
    workers: int | None = None,
    backend: Any = "threads",
    out: str | Path | None = None,
    part: tuple[int, int] | None = None,
    progress: bool = True,
) -> TournamentResult | None:
    """Rate strategies against each other: ratings with ranks, who finishes ahead of whom, who can invade whom.

    Parameters
    ----------
    game
        Such as ``"twisted-knot"``.
    strategies
        Who takes part; all of the game's strategies, with a tremble of 2%, unless given.
    games
        Games for the ratings, and as many for the invasions; whole deals.
    players
        At each table.
    metric
        What rates; the place, or the points, unless given.
    seed, set, strategies_from, workers, backend, out, progress
        As in `play`.
    part
        ``(2, 3)`` plays every third piece of the tournament, beginning with the second, into a folder of its own,
        `out`. `knotlab merge` puts the folders together; the same call with the merged folder as `out` and without
        `part` then plays nothing more.

    Returns
    -------
    TournamentResult
        Nothing if only a part was played, which alone rates nobody.

    Raises
    ------
    InputError
        If something cannot be used.
    StrategyError
        If a strategy fails in a game.
    RunError
        If the folder cannot be written.

    Examples
    --------
    >>> from knotlab import tournament
    >>> result = tournament("twisted-knot", ["shed:tremble=0.02", "random"], games=400, players=2, seed=1)
    >>> result.to_pandas()["strategy"].iloc[0]
    'shed:tremble=0.02'
    """
    setup = make_setup(
        game,
        strategies_of(strategies),
        n_players=None if players is None else count("players", players, 1),
        metric=metric,
        seed=seed,
        rules=settings(set),
        strategies_from=files(strategies_from),
    )
    games = count("games", games, 1)
    total = sum(series.games for series in plan(setup, games))
    if part is not None:
        which, folder = slice_of(part, out)
        with showing(f"{game}, part {which}", total // which.of, progress) as advance:
            how = SlicePlan(which, folder, workers, backend_of(backend), on_progress=advance)
            play_tournament_slice(setup, games, how)
        return None
    with showing(f"{game}: {len(setup.entrants)} strategies", total, progress) as advance:
        return play_tournament(setup, games, workers=workers, backend=backend_of(backend), out=out, on_progress=advance)

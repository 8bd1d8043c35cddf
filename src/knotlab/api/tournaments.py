"""Who beats whom: `tournament`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from knotlab.analysis.runs.parts import chosen_part
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.analysis.tournaments.setup import make_setup
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
    strategies_of,
)
from knotlab.reports.progress import progress as showing


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
    progress: bool = True,
) -> TournamentResult:
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

    Returns
    -------
    TournamentResult

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
    part = chosen_part()
    total = sum(series.games for series in plan(setup, games)) // part.of
    with showing(f"{game}: {len(setup.entrants)} strategies", total, progress) as advance:
        return play_tournament(
            setup, games, workers=workers, backend=backend_of(backend), out=out, on_progress=advance, part=part
        )

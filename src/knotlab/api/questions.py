"""Whether one strategy is better than another, and who beats whom: `duel`, `tournament`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, overload

from knotlab.analysis.duels.duel import StoppingRule
from knotlab.analysis.duels.duel import duel as play_duel
from knotlab.analysis.duels.question import Decision, make_question
from knotlab.analysis.duels.result import DuelResult
from knotlab.analysis.duels.slices import play_duel_slice
from knotlab.analysis.runs.slices import SlicePlan
from knotlab.analysis.runs.table import Table
from knotlab.analysis.stats.watching import Look
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.analysis.tournaments.setup import make_setup
from knotlab.analysis.tournaments.slices import play_tournament_slice
from knotlab.analysis.tournaments.tournament import plan
from knotlab.analysis.tournaments.tournament import tournament as play_tournament
from knotlab.api.options import (
    SEED,
    Field,
    Files,
    Settings,
    Strategy,
    backend_of,
    count,
    field_of,
    files,
    settings,
    slice_of,
    spelled,
    strategies_of,
)
from knotlab.reports.progress import progress as showing
from knotlab.reports.progress import watching
from knotlab.reports.words.duel import look as look_words
from knotlab.sim.errors import InputError


@overload
def duel(
    game: str,
    a: Strategy,
    b: Strategy,
    *,
    players: int | None = None,
    design: str = "field",
    field: Field | None = None,
    metric: str | None = None,
    margin: float | None = None,
    level: float = 0.05,
    cap: int | None = None,
    precision: float | None = None,
    games: int = 0,
    seed: int = SEED,
    set: Settings = (),
    strategies_from: Files = (),
    workers: int | None = None,
    backend: Any = "threads",
    out: str | Path | None = None,
    part: None = None,
    progress: bool = True,
) -> DuelResult: ...


@overload
def duel(
    game: str,
    a: Strategy,
    b: Strategy,
    *,
    players: int | None = None,
    design: str = "field",
    field: Field | None = None,
    metric: str | None = None,
    margin: float | None = None,
    level: float = 0.05,
    cap: int | None = None,
    precision: float | None = None,
    games: int = 0,
    seed: int = SEED,
    set: Settings = (),
    strategies_from: Files = (),
    workers: int | None = None,
    backend: Any = "threads",
    out: str | Path | None = None,
    part: tuple[int, int],
    progress: bool = True,
) -> None: ...


def duel(
    game: str,
    a: Strategy,
    b: Strategy,
    *,
    players: int | None = None,
    design: str = "field",
    field: Field | None = None,
    metric: str | None = None,
    margin: float | None = None,
    level: float = 0.05,
    cap: int | None = None,
    precision: float | None = None,
    games: int = 0,
    seed: int = SEED,
    set: Settings = (),
    strategies_from: Files = (),
    workers: int | None = None,
    backend: Any = "threads",
    out: str | Path | None = None,
    part: tuple[int, int] | None = None,
    progress: bool = True,
) -> DuelResult | None:
    """Settle whether one strategy is better than another: play both in the same seats of the same deals until the
    answer is clear.

    Parameters
    ----------
    game
        Such as ``"twisted-knot"``.
    a, b
        The strategy that is to be better, and the one that it is compared with.
    players
        At the table.
    design
        Who else is there: ``"field"``, ``"invader"``, ``"resident"``, ``"points"`` or ``"partners"``.
    field
        The other players: ``"simple"``, ``"strong"``, ``"mixed"``, or a strategy for each of them.
    metric
        What decides; the game's usual one unless given.
    margin
        The smallest effect that matters; a share is a number between 0 and 1: 0.005 is half a percentage point.
    level
        The chance of a wrong verdict that is allowed.
    cap
        The maximum number of deals.
    precision
        Go on until the effect is known to within this, whatever the verdict; a share as for `margin`.
    games
        Play at least so many games, even if the verdict is clear before.
    seed, set, strategies_from, workers, backend, out, progress
        As in `play`.
    part
        ``(2, 3)`` plays every third piece of a duel of `games` games, beginning with the second, into a folder of its
        own, `out`. `knotlab merge` puts the folders together; the same call with the merged folder as `out` and without
        `part` then gives the verdict.

    Returns
    -------
    DuelResult
        Nothing if only a part was played, which alone has no verdict.

    Raises
    ------
    InputError
        If something cannot be used, such as a margin that no effect can reach.
    StrategyError
        If a strategy fails in a game.
    RunError
        If the folder cannot be written.

    Examples
    --------
    >>> from knotlab import duel
    >>> str(duel("twisted-knot", "shed", "random", players=2, margin=0.1, seed=1).verdict)
    'supported'
    """
    seats = None if players is None else count("players", players, 1)
    table = Table(game, seats, settings(set), seed, files(strategies_from))
    question = make_question(
        table,
        spelled(game, a),
        spelled(game, b),
        design=design,
        field=None if field is None else field_of(game, field, files(strategies_from)),
        decision=Decision(metric, margin, level, cap=None if cap is None else count("cap", cap, 1)),
    )
    if part is not None:
        if precision is not None:
            raise InputError("a duel in parts ends with its number of games; leave out precision")
        which, folder = slice_of(part, out)
        games = count("games", games)
        with showing(f"duel, part {which}", -(-games // which.of), progress) as advance:
            play_duel_slice(
                question, games, SlicePlan(which, folder, workers, backend_of(backend), on_progress=advance)
            )
        return None
    with watching(wanted=progress) as bar:

        def show(look: Look, rule: StoppingRule) -> None:
            bar.show(look_words(look, rule.watch.margin, question.metric.name), look.deals, rule.watch.tuned)

        return play_duel(
            question,
            precision=precision,
            games_wanted=count("games", games),
            workers=workers,
            backend=backend_of(backend),
            out=out,
            on_look=show,
        )


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

"""Whether one strategy is better than another: `duel`."""

from pathlib import Path
from typing import Any

from knotlab.analysis.duels.duel import StoppingRule
from knotlab.analysis.duels.duel import duel as play_duel
from knotlab.analysis.duels.parts import play_duel_part
from knotlab.analysis.duels.question import Decision, make_question
from knotlab.analysis.duels.result import DuelResult
from knotlab.analysis.runs.parts import PartPlayed, chosen_part
from knotlab.analysis.runs.table import Table
from knotlab.analysis.stats.watching import Look
from knotlab.api.given import (
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
    spelled,
)
from knotlab.reports.progress import progress as showing
from knotlab.reports.progress import watching
from knotlab.reports.words.duel import look as look_words
from knotlab.sim.errors import InputError
from knotlab.sim.playing.delivery import WHOLE


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
    progress: bool = True,
) -> DuelResult:
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

    Returns
    -------
    DuelResult

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
    games, part = count("games", games), chosen_part()
    if part != WHOLE and out is not None:
        if precision is not None:
            raise InputError("a duel in parts ends with its number of games; leave out precision")
        with showing(f"duel, part {part}", -(-games // part.of), progress) as advance:
            options: dict[str, Any] = {"workers": workers, "backend": backend_of(backend), "on_progress": advance}
            play_duel_part(question, games, part, Path(out), **options)
        raise PartPlayed
    with watching(wanted=progress) as bar:

        def show(look: Look, rule: StoppingRule) -> None:
            bar.show(look_words(look, rule.watch.margin, question.metric.name), look.deals, rule.watch.tuned)

        return play_duel(
            question,
            precision=precision,
            games_wanted=games,
            workers=workers,
            backend=backend_of(backend),
            out=out,
            on_look=show,
        )

"""Sitting down at a table: `sit_at`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.api import options, reading
from knotlab.api.declare import Option, PythonOption, public
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from knotlab.analysis.runs.sitting import Sitting

Others = Annotated[
    Sequence[options.StrategyGiven], PythonOption("a strategy for each of the other seats, in the order of these")
]
You = Annotated[int, Option("your seat, from 0", "SEAT", reading.whole(0))]


@public
def sit_at(
    game: options.Game,
    *,
    players: Others,
    seed: options.Seed = DEFAULT_SEED,
    you: You = 0,
    set: options.Settings = (),
    target: options.Target = None,
    rounds: options.Rounds = None,
    strategies_from: options.From = (),
    decision_seconds: options.DecisionSeconds = None,
) -> "Sitting":
    """Play a game, or a match, yourself.

    Returns
    -------
    Sitting
        `moves()` are the legal moves of your next decision, `play(move)` plays one of them, and what happens until the
        decision after it. It prints as what you see.

    >>> from knotlab import sit_at
    >>> table = sit_at("twyst", players=["threshold+high"] * 3, seed=1)
    >>> len(table.play(table.moves()[0]).seen()["events"]) > 0
    True
    """
    from knotlab.analysis.runs.sitting import Sitting
    from knotlab.api.given import job_of, strategies_of

    others = strategies_of(players)
    if you > len(others):
        raise InputError(f"you sit on one of the seats 0 to {len(others)}, not on {you}")
    seated = [*others[:you], "random", *others[you:]]
    return Sitting(job_of(game, seated, seed, set, False, strategies_from, target, rounds), you)

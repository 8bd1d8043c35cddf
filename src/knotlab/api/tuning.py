"""Better parameters for a strategy, and what to bid: `tune`, `guide`, `bid`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack, overload

import numpy as np

from knotlab.analysis.runs.backends import playing_on
from knotlab.analysis.runs.fields import usual_tunable
from knotlab.analysis.runs.table import Table
from knotlab.analysis.tuning.best_response import ROUNDS, BestResponses, best_responses
from knotlab.analysis.tuning.result import write_settings
from knotlab.analysis.tuning.task import make_task
from knotlab.analysis.tuning.tune import Tuned
from knotlab.analysis.tuning.tune import tune as tune_task
from knotlab.api.given import SEED, Field, Files, Settings, Strategy, count, field_of, files, settings, spelled
from knotlab.reports.progress import watching


class TuneOptions(TypedDict, total=False):
    """The options of `tune` but for `alike`."""

    parameter: str | Sequence[str]
    field: Field
    players: int | None
    metric: str | None
    target: int | None
    budget: float
    seed: int
    set: Settings
    strategies_from: Files
    workers: int | None
    backend: Any
    save: str | Path | None
    out: str | Path | None
    progress: bool


@overload
def tune(
    game: str, strategy: Strategy | None = ..., *, alike: Literal[False] = ..., **options: Unpack[TuneOptions]
) -> Tuned: ...


@overload
def tune(
    game: str, strategy: Strategy | None = ..., *, alike: Literal[True], **options: Unpack[TuneOptions]
) -> BestResponses: ...


def tune(
    game: str,
    strategy: Strategy | None = None,
    *,
    parameter: str | Sequence[str] = (),
    field: Field = "strong",
    players: int | None = None,
    metric: str | None = None,
    alike: bool = False,
    target: int | None = None,
    budget: float = 3.0,
    seed: int = SEED,
    set: Settings = (),
    strategies_from: Files = (),
    workers: int | None = None,
    backend: Any = "threads",
    save: str | Path | None = None,
    out: str | Path | None = None,
    progress: bool = True,
) -> Tuned | BestResponses:
    """Find the parameters with which a strategy does best, race them against its present ones, and confirm the winner
    on deals not used before.

    Parameters
    ----------
    game
        Such as ``"twisted-knot"``.
    strategy
        Whose parameters are tuned; the game's strongest unless given.
    parameter
        Which ones: ``"keep"``, or ``"keep=2..6"`` with bounds of its own; all unless given.
    field
        The other players: ``"simple"``, ``"strong"``, ``"mixed"``, or a strategy for each of them.
    players
        At the table.
    metric
        What decides in single games; the game's usual one unless given.
    alike
        Seat the winner in all chairs and tune again, until nobody gains.
    target
        What decides is the share of matches won, played until a total reaches so many points.
    budget
        Minutes for search, race and confirmation.
    save
        Write the settings into this TOML file; ``"NAME@FILE"`` is then a strategy.
    seed, set, strategies_from, workers, backend, out, progress
        As in `play`.

    Returns
    -------
    Tuned or BestResponses
        `BestResponses`, the rounds one after another, if `alike`.

    Raises
    ------
    InputError
        If something cannot be used, or the strategy has no parameters.
    StrategyError
        If a strategy fails in a game.
    RunError
        If the folder or file cannot be written.

    Examples
    --------
    >>> from knotlab import tune
    >>> result = tune("twisted-knot", "hoard-aces", field="simple", players=2, budget=0.02, seed=1)
    >>> list(result.to_pandas().columns)
    ['parameter', 'before', 'tuned', 'low', 'high']
    """
    named, paths = spelled(game, strategy or usual_tunable(game)), files(strategies_from)
    others = field_of(game, field, paths)
    task = make_task(
        Table(game, None if players is None else count("players", players, 1), settings(set), seed, paths),
        named,
        field=others,
        metric=metric,
        dials=[parameter] if isinstance(parameter, str) else parameter,
        target=target,
    )
    folder = None if out is None else Path(out)
    result: Tuned | BestResponses
    with playing_on(backend, workers), watching("rounds" if alike else "generations", progress) as bar:

        def show_generations(done: int, planned: int, gains: np.ndarray) -> None:
            bar.show("mean gain " + ", ".join(f"{gain:+.3g}" for gain in gains.mean(axis=0)), done, planned)

        def show_round(number: int, tuned: Tuned) -> None:
            gain = tuned.gain
            bar.show(f"gain {gain.value:+.3g} [{gain.low:.3g}, {gain.high:.3g}]", number, ROUNDS)

        if alike:
            result = best_responses(
                task, budget, workers=workers, out=folder, strategies_from=paths, on_round=show_round
            )
        else:
            result = tune_task(
                task, budget, workers=workers, out=folder, strategies_from=paths, on_round=show_generations
            )
    if save is not None:
        write_settings(result.rounds[-1] if isinstance(result, BestResponses) else result, Path(save), paths)
    return result

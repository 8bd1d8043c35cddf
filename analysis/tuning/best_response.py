"""Best responses: the best reply to a table of one strategy takes all its seats, and is replied to in turn, until
nobody gains more than the margin.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd

from knotlab.analysis.result import Conditions, Result
from knotlab.analysis.stats.verdicts import RoundsEnd
from knotlab.analysis.tuning.result import strategies_of
from knotlab.analysis.tuning.task import Effort, Task, margin_of
from knotlab.analysis.tuning.tune import Tuned, tune
from knotlab.sim.playing.players import Player
from knotlab.strategies.resolve import bind

ROUNDS = 5
SAME = 0.02  # settings closer than this share of the bounds' width, in every parameter, count as the same


@dataclass(frozen=True, eq=False, repr=False)
class BestResponses(Result):
    """Best responses one after another.

    rounds: the result of each round. end: how it ended: `settled`, `cycles` or `open`.
    """

    rounds: tuple[Tuned, ...]
    end: RoundsEnd

    @property
    def conditions(self) -> Conditions:
        return self.rounds[0].conditions

    def to_pandas(self) -> pd.DataFrame:
        """One row per round: what everybody played, and the gain of the best response with its interval."""
        rows = [
            {"round": number, "everybody": result.task.space.player.name}
            | result.gain.columns("gain")
            | {"deals": result.gain.n}
            for number, result in enumerate(self.rounds, 1)
        ]
        return pd.DataFrame(rows)

    def _heading(self) -> str:
        return f"{self.settings_line}; best responses one after another: {self.end}"


def at_table(task: Task, number: int, player: Player) -> Task:
    """The task of a round: a player among copies of itself, on deals of the round's own seed."""
    player = bind(strategies_of(task.arena.base.game, player.name, player))
    seed = (task.seed + number) % 2**64
    others = (player,) * (task.arena.games - 1)
    scoring = replace(task.arena, base=replace(task.arena.base, seed=seed), opponents=(others,))
    return replace(
        task, scoring=scoring, space=replace(task.space, player=player), margin=margin_of(scoring, player), seed=seed
    )


def best_responses(
    task: Task,
    minutes: float,
    rounds: int = ROUNDS,
    workers: int | None = None,
    out: Path | None = None,
    strategies_from: Sequence[Path | str] = (),
    on_round: Callable[[int, Tuned], None] | None = None,
) -> BestResponses:
    """Tune against a table of the incumbent, put the winner into every seat, and repeat on fresh deals.

    It has settled when the winner's gain is certainly below the margin: when the upper end of its interval is. It
    cycles when a winner returns to a table earlier than the last. A round in which nothing better is found has no
    interval; the next one looks again, on other deals.

    minutes: the budget for all rounds together. rounds: the maximum number of rounds. out: a folder that keeps a run
    folder for each round. The same call resumes there, with the effort chosen at the start. on_round: called with the
    number of each finished round and its result.
    """
    results: list[Tuned] = []
    tables = [task.space.point(task.space.player)]
    effort: Effort | float = minutes / rounds
    while len(results) < rounds:
        round_task = at_table(task, len(results), results[-1].winner if results else task.space.player)
        folder = None if out is None else out / f"round-{len(results) + 1}"
        result = tune(round_task, effort, workers=workers, out=folder, strategies_from=strategies_from)
        effort = result.effort
        results.append(result)
        if on_round:
            on_round(len(results), result)
        if result.gain.high < result.task.margin:
            return BestResponses(tuple(results), RoundsEnd.SETTLED)
        point = task.space.point(result.winner)
        *earlier, last = (np.abs(point - table).max() < SAME for table in tables)
        if any(earlier) and not last:
            return BestResponses(tuple(results), RoundsEnd.CYCLES)
        tables.append(point)
    return BestResponses(tuple(results), RoundsEnd.OPEN)

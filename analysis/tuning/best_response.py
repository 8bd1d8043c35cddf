"""Everybody alike: the best answer to a table of one strategy takes all its chairs, and is answered again, until nobody
gains by what matters.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd

from knotlab.analysis.result import Conditions, Result
from knotlab.analysis.tuning.result import parts_of
from knotlab.analysis.tuning.tune import Effort, Task, Tuned, margin_of, tune
from knotlab.sim.fanout import cores
from knotlab.sim.players import Player
from knotlab.strategies.resolve import bind

SETTLED, CYCLES, OPEN = "settled", "cycles", "open"
ROUNDS = 5
SAME = 0.02  # of the room between bounds: settings nearer than this, in every parameter, count as the same


@dataclass(frozen=True, eq=False, repr=False)
class Answers(Result):
    """Best responses one after another: what each round found, and how it ended (`settled`, `cycles`, `open`). Plot:
    `gains`.
    """

    rounds: tuple[Tuned, ...]
    end: str

    @property
    def conditions(self) -> Conditions:
        """The game, rules, players and first seed that the result is about."""
        return self.rounds[0].conditions

    def to_pandas(self) -> pd.DataFrame:
        """One row per round: what everybody played, and what the best answer to it gained with its interval."""
        rows = [
            {"round": number, "everybody": found.task.space.player.name, "gain": found.gain.value}
            | {"gain_low": found.gain.low, "gain_high": found.gain.high, "deals": found.gain.n}
            for number, found in enumerate(self.rounds, 1)
        ]
        return pd.DataFrame(rows)

    def _heading(self) -> str:
        return f"{self.settings_line}; best responses one after another: {self.end}"


def at_table(task: Task, number: int, player: Player) -> Task:
    """The task of a round: a player among others like him, on the deals of a seed of the round's own."""
    player = bind(parts_of(task.arena.base.game, player.name, player))
    seed = (task.seed + number) % 2**64
    others = (player,) * (task.arena.games - 1)
    trial = replace(task.arena, base=replace(task.arena.base, seed=seed), opponents=(others,))
    return replace(
        task, trial=trial, space=replace(task.space, player=player), margin=margin_of(trial, player), seed=seed
    )


def settle(
    task: Task,
    minutes: float,
    rounds: int = ROUNDS,
    workers: int | None = None,
    out: Path | None = None,
    strategies_from: Sequence[Path | str] = (),
    on_round: Callable[[int, Tuned], None] | None = None,
) -> Answers:
    """Tune against a table of the incumbent, seat the winner everywhere, and again, each time on deals of a seed of its
    own.

    It has settled when the winner's gain is not above the margin, and cycles when a winner comes back to a table that
    has been before the last. minutes: for all rounds. out: a folder that keeps a run folder for each round; the same
    call goes on where it stopped, with the effort chosen then.
    """
    found: list[Tuned] = []
    tables = [task.space.point(task.space.player)]
    n_workers = cores() if workers is None else workers
    effort: Effort | float = minutes / rounds
    while len(found) < rounds:
        now = at_table(task, len(found), found[-1].winner if found else task.space.player)
        folder = None if out is None else out / f"round-{len(found) + 1}"
        result = tune(now, effort, workers=n_workers, out=folder, strategies_from=strategies_from)
        effort = result.effort
        found.append(result)
        if on_round:
            on_round(len(found), result)
        if result.gain.value <= result.task.margin:
            return Answers(tuple(found), SETTLED)
        point = task.space.point(result.winner)
        if any(np.abs(point - one).max() < SAME for one in tables[:-1]):
            return Answers(tuple(found), CYCLES)
        tables.append(point)
    return Answers(tuple(found), OPEN)

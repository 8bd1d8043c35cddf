"""Whether somebody who wants to win plays otherwise than somebody who wants not to lose, decision by decision.

At one decision of each game, by lot, every move is played on many times, with hidden cards redealt. A third of that
chooses the best move for winning, another third that for not losing, and the rest says what the choices are worth. The
first third chooses for not losing, too: if that comes out as differently, it is chance, and the aims hardly differ.

Command: python -m knotlab.studies.aims [STRATEGY] [--games N] [--rollouts N]
Result: a table, printed
Page: docs/tips.md
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from knotlab.analysis.decisions.move_values import values_at
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.estimate import mean_of
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.match import records_of
from knotlab.sim.playing.records import decisions_of
from knotlab.studies.command import parser, run, tell

GAME, PLAYERS = "twisted-knot", 3  # between two the aims are the same
LOSS, WIN = METRICS = ("loss_rate", "win_rate")
SIGNS = {LOSS: -1, WIN: 1}
FINE = 10**6  # parts of a game that are counted


class Chosen(NamedTuple):
    """One decision: what the move chosen for winning comes to less what that chosen for not losing does, in games lost
    and won; whether these two are different moves, and whether two choices for not losing are; what each one does.
    """

    lost: float
    won: float
    differ: bool
    differ_alike: bool
    to_win: str
    not_to_lose: str


def decision_by_lot(job: Job, index: int) -> tuple[int, list[str]] | None:
    """The number of a decision with two moves or more, and what its moves do; nothing if a game has none."""
    (record,) = records_of(job, index, why=True)
    open_ones = [(n, each) for n, each in enumerate(decisions_of(record)) if len(each["moves"]) > 1]
    if not open_ones:
        return None
    number, choice = open_ones[np.random.default_rng([job.seed, index]).integers(len(open_ones))]
    return number, [move["do"] for move, _ in choice["moves"]]


def chosen_at(index: int, job: Job, n_rollouts: int) -> Chosen | None:
    """What is chosen at a decision of a game for each aim; nothing if a game has none with two moves or more."""
    found = decision_by_lot(job, index)
    if found is None:
        return None
    decision, does = found
    values = {metric: values_at(job, index, decision, 3 * n_rollouts, metric) for metric in METRICS}
    thirds = {metric: np.split(value.payoffs, 3, axis=1) for metric, value in values.items()}
    win, again, loss = (
        int(np.argmax(SIGNS[metric] * thirds[metric][third].mean(axis=1)))
        for metric, third in ((WIN, 0), (LOSS, 0), (LOSS, 1))
    )
    lost, won = (float((thirds[metric][2][win] - thirds[metric][2][loss]).mean()) for metric in METRICS)
    return Chosen(lost, won, win != loss, loss != again, does[win], does[loss])


def compared(strategy: str, games: int, n_rollouts: int, workers: int | None = None) -> list[Chosen]:
    """Decisions of as many games, three players of a strategy in each, every game with a deal of its own."""
    job = make_job(GAME, [strategy] * PLAYERS, seed=DEFAULT_SEED, fixed_seats=True)
    ask: Any = partial(chosen_at, job=job, n_rollouts=n_rollouts)
    return [each for each in fan_out(ask, [(index,) for index in range(games)], workers) if each]


def rows(found: Sequence[Chosen]) -> Iterator[dict[str, Any]]:
    """The differences over all decisions, and over those at which the choices differ, by what the moves do."""
    groups = {"all": list(found)}
    for each in found:
        if each.differ:
            groups.setdefault(f"{each.to_win} to win, {each.not_to_lose} not to lose", []).append(each)
    for kind, some in sorted(groups.items(), key=lambda group: -len(group[1])):
        for metric, values in ((LOSS, [each.lost for each in some]), (WIN, [each.won for each in some])):
            more = mean_of(np.rint(FINE * np.array(values)).astype(np.int64), FINE / 100)
            ends = {"more in 100": more.value, "low": more.low, "high": more.high}
            yield {"decisions": kind, "share": len(some) / len(found), "counted": metric, **ends}


def main(words: Sequence[str] | None = None) -> None:
    """Ask, and print."""
    reader = parser(__doc__)
    reader.add_argument("strategy", nargs="?", default="all-round@v2-3-players", help="who plays, and plays on")
    reader.add_argument("--games", type=int, default=600, metavar="N")
    reader.add_argument("--rollouts", type=int, default=300, metavar="N", help="of each third")
    reader.add_argument("--workers", type=int, metavar="N", help="one for each core unless given")
    asked = reader.parse_args(words)
    found = compared(asked.strategy, asked.games, asked.rollouts, asked.workers)
    other, alike = (100 * np.mean([getattr(each, name) for each in found]) for name in ("differ", "differ_alike"))
    tell(
        f"whoever plays a move to win, rather than not to lose, at {len(found)} decisions [95%]",
        pd.DataFrame(rows(found)),
        None,
        [f"the two choose differently in {other:.0f} of 100 decisions; two who both want not to lose, in {alike:.0f}"],
    )


if __name__ == "__main__":
    run(main)

"""Whether advice holds: its intervals against fresh rollouts of every move, at positions drawn from games of the strong
players, two, three and four by turns, and in how many positions it is known in the time what to play.

Command: python -m knotlab.studies.advice_held [GAME ..] [--positions N] [--seconds S] [--fresh N] [--cpu-minutes M]
Result: printed, a line for each game, one for each size of its tables, and one more with fresh rollouts
Page: docs/sit-down.md
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice
from typing import NamedTuple

import numpy as np

from knotlab.analysis.decisions.advice import MoveAdvice, advise, strong_player, who_plays_on
from knotlab.analysis.decisions.rollouts import MOST, RESAMPLE, DecisionPoint, decision_of, payoffs_of, play_moves
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim import games
from knotlab.sim.kernels.trace import DECISION, rows_of
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.traced import play_traced
from knotlab.studies.command import parser, run

SIZES = {"twyst": (4,)}
USUAL_SIZES = (2, 3, 4)
ERRORS = 3.0  # standard errors of the fresh mean that an interval may miss it by
FRESH_SEED = 1_000_000  # added to the seed


class Held(NamedTuple):
    """What became of one position: the advice, how many of its intervals did not hold, and whether the best move was
    called worse.
    """

    advice: MoveAdvice
    missed: int = 0
    is_wrong: bool = False


def positions(jobs: Sequence[Job], seed: int) -> Iterator[DecisionPoint]:
    """A choice of each game, at random, from games of some tables by turns."""
    rng = np.random.default_rng(seed)
    for number, job in enumerate(cycle(jobs)):
        index = number // len(jobs)
        rows = [row for row in rows_of(play_traced(job, index).trace) if row[0] == DECISION]
        choices = [decision for decision, row in enumerate(rows) if row[2] > 1]
        yield decision_of(job, index, int(rng.choice(choices)))


def fresh(point: DecisionPoint, n: int, metric: str) -> np.ndarray:
    """What further rollouts give the player, shape (moves, rollouts)."""
    other = point._replace(job=replace(point.job, seed=point.job.seed + FRESH_SEED))
    chances = point.start.chances.copy()
    chances["key"][:, 0] += np.uint64(FRESH_SEED)
    other = other._replace(start=point.start._replace(chances=chances))
    moves = point.moves
    parts = [play_moves(other, moves, min(MOST, n - done), RESAMPLE, done // MOST) for done in range(0, n, MOST)]
    return np.hstack([payoffs_of(point, part, metric) for part in parts]) / UNIT


def held(point: DecisionPoint, advice: MoveAdvice, n: int) -> Held:
    """Compare advice with fresh rollouts."""
    payoffs = fresh(point, n, advice.metric)
    means, errors = payoffs.mean(axis=1), payoffs.std(axis=1) / n**0.5
    sign = -1 if advice.metric == "loss_rate" else 1
    missed = [
        value
        for value, mean, error in zip(advice.values, means, errors, strict=True)
        if not value.low - ERRORS * error <= mean <= value.high + ERRORS * error
    ]
    best = int(np.argmax(sign * means))
    gains = sign * (payoffs[best] - payoffs)
    is_clear = gains.mean(axis=1) > ERRORS * gains.std(axis=1) / n**0.5
    is_wrong = advice.values[best].is_worse and is_clear.sum() == len(means) - 1
    return Held(advice, len(missed), is_wrong)


def how_settled(advices: Sequence[MoveAdvice]) -> str:
    """In how many positions it was known what to play, in how many of them because no other move can be better by what
    matters, and how wide the interval of the best move was in the others.
    """
    decided = sum(advice.is_decided for advice in advices)
    close = sum(advice.is_close and not advice.is_decided for advice in advices)
    words = f"{decided} decided and {close} more to within what matters, {(decided + close) / len(advices):.1%} in all"
    bests = [advice.values[advice.order[0]] for advice in advices if not advice.is_settled]
    if not bests:
        return words
    scale, unit = (100, "of 100 games") if advices[0].metric == "loss_rate" else (1, "points")
    usual, wide = scale * np.quantile([best.high - best.low for best in bests], [0.5, 0.9])
    return f"{words}; otherwise the best move's interval is {usual:.1f} {unit} wide, {wide:.1f} at most in nine of ten"


def main(words: Sequence[str] | None = None) -> None:
    """Print how advice held, game by game."""
    reader = parser(__doc__)
    reader.add_argument("games", nargs="*", default=games.listed(), metavar="GAME")
    reader.add_argument("--positions", type=int, default=300, metavar="N", help="of each game, at most")
    reader.add_argument("--seconds", type=float, default=10.0, metavar="S", help="for each advice")
    reader.add_argument("--fresh", type=int, default=20_000, metavar="N", help="rollouts of each move; 0 for none")
    reader.add_argument("--cpu-minutes", type=float, default=math.inf, metavar="M", help="for each game, at most")
    asked = reader.parse_args(words)
    for game in asked.games:
        sizes = SIZES.get(game, USUAL_SIZES)
        jobs = [who_plays_on(make_job(game, [strong_player(game, n)] * n, seed=7)) for n in sizes]
        started, found = time.process_time(), list[Held]()
        for point in islice(positions(jobs, 7), asked.positions):
            advice = advise(point, seconds=asked.seconds)
            found.append(held(point, advice, asked.fresh) if asked.fresh else Held(advice))
            if time.process_time() - started > 60 * asked.cpu_minutes:
                break
        print(
            f"{game}: {len(found)} positions, after {asked.seconds:g} s {how_settled([each.advice for each in found])}",
            flush=True,
        )
        for size in sizes if len(sizes) > 1 else ():
            some = [each.advice for each in found if each.advice.position.job.n_players == size]
            print(f"  {size} players: {how_settled(some)}" if some else f"  {size} players: none", flush=True)
        if asked.fresh:
            moves, missed = sum(len(each.advice.moves) for each in found), sum(each.missed for each in found)
            print(
                f"{missed} of {moves} intervals missed by more than {ERRORS:g} errors of {asked.fresh:,} fresh "
                f"rollouts, in {sum(each.missed > 0 for each in found)} positions; the best move called worse in "
                f"{sum(each.is_wrong for each in found)}",
                flush=True,
            )


if __name__ == "__main__":
    run(main)

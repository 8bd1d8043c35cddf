"""Whether the statistics hold on this very installation: mirror matches, a strategy that must lose, and intervals that
cover what they claim.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import binom

from knotlab.analysis.defaults import Progress, untold
from knotlab.analysis.duels.designs import effects, play_deals
from knotlab.analysis.duels.duel import duel
from knotlab.analysis.duels.question import Question, make_question
from knotlab.analysis.runs.fields import is_field, members, usual_players
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import mean_of
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim import games
from knotlab.sim.machine import cores
from knotlab.sim.playing.delivery import in_batches

MIRROR_DEALS = 200
REPETITIONS = 400
REPETITION_DEALS = 40
BATCH_DEALS = 500
BAND = 0.999  # of the binomial band that the coverage must lie in


class Coverage(NamedTuple):
    """Of many small samples: the share whose 95% interval holds the mean, and the spread of their means over the
    standard error that they claim.
    """

    share: float
    spread: float


def usual_question(game: str) -> Question:
    """A game's strongest script against random play, in a field with one line-up: where there are several, deals
    take them in turn, and intervals cover more than they say; champions lose so seldom in a simple field that intervals
    of a few deals cover less.
    """
    worst = "random+random" if games.find(game).first_part else "random"
    strongest = "scripts" if is_field(game, "scripts") else "strong"
    return make_question(Table(game), members(game, strongest, usual_players(game))[0], worst, field="simple")


def selfcheck(workers: int | None = None, on_progress: Progress = untold) -> pd.DataFrame:
    """A row for each check: game, check, what was measured, what is expected, and whether it holds."""
    rows = []
    for game in games.names():
        for check in CHECKS:
            rows += [{"game": game} | row for row in check(usual_question(game), workers or cores())]
            on_progress(1)
    return pd.DataFrame(rows)


def mirror(question: Question, workers: int) -> Iterator[dict[str, Any]]:
    """A strategy against itself comes out at exactly nothing on every deal."""
    numbers = deal_numbers(replace(question, b=question.a), MIRROR_DEALS, workers)
    yield {
        "check": f"{question.a.name} against itself",
        "measured": f"{np.count_nonzero(numbers)} of {MIRROR_DEALS} deals differ",
        "expected": "none",
        "holds": bool((numbers == 0).all()),
    }


def dominated(question: Question, workers: int) -> Iterator[dict[str, Any]]:
    """Random play loses to the strongest strategy."""
    result = duel(question, workers=workers)
    measured = f"{result.verdict} after {result.n_deals:,} deals"
    yield {
        "check": f"{question.a.name} over {question.b.name}",
        "measured": measured,
        "expected": Verdict.HOLDS,
        "holds": result.verdict == Verdict.HOLDS,
    }


def covered(question: Question, workers: int) -> Iterator[dict[str, Any]]:
    """Intervals over deals hold the mean as often as they say."""
    covering = coverage(deal_numbers(question, REPETITIONS * REPETITION_DEALS, workers), REPETITION_DEALS)
    low, high = (float(end) / REPETITIONS for end in binom.interval(BAND, REPETITIONS, 0.95))
    yield {
        "check": f"95% intervals of {REPETITION_DEALS} deals",
        "measured": f"hold the mean in {100 * covering.share:.1f}% of {REPETITIONS}",
        "expected": f"{100 * low:.1f} to {100 * high:.1f}%",
        "holds": bool(low <= covering.share <= high),
    }


def deal_numbers(question: Question, deals: int, workers: int) -> np.ndarray:
    """D of a question's first deals, in whole numbers."""
    design = question.lineups()
    design.compile()
    frames = in_batches(
        play_deals,
        lambda first, count: (design, (question.metric,), first, count),
        deals,
        BATCH_DEALS,
        1,
        folder=None,
        workers=workers,
    )
    return np.concatenate([effects(frame, question.metric) for frame in frames])


def coverage(numbers: np.ndarray, size: int) -> Coverage:
    """How well the intervals of samples of `size` deals cover the mean of all of them together. numbers: whole ones,
    shape (samples * size,).
    """
    samples = numbers.reshape(-1, size)
    estimates = [mean_of(sample) for sample in samples]
    mean = numbers.mean()
    errors = np.array([estimate.error for estimate in estimates])
    share = np.mean([estimate.low <= mean <= estimate.high for estimate in estimates])
    return Coverage(float(share), float(samples.mean(axis=1).std(ddof=1) / np.sqrt((errors**2).mean())))


CHECKS = (mirror, dominated, covered)

"""What forced bids of Twyst tell of thresholds: those that would have scored most, and what they gain."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from knotlab.analysis.bidding.bids import COUNTED, KINDS, Bids, Thresholds
from knotlab.analysis.bidding.card_make import FIELD
from knotlab.analysis.stats.estimate import Estimate, mean_of
from knotlab.sim.errors import InputError
from knotlab.strategies.resolve import Named, spelled

NEVER = 99.0  # a threshold that no hand reaches


def thresholds_of(strategy: Named) -> Thresholds:
    """The thresholds that a strategy bids by; raises InputError if it does not."""
    strategies = spelled("twyst", strategy)
    if strategies[0].strategy.name != COUNTED:
        name = strategy if isinstance(strategy, str) else strategies[0].strategy.name
        raise InputError(f"thresholds are those of the bidder '{COUNTED}', as in {COUNTED}+solid, not of '{name}'")
    return Thresholds(**strategies[0].values)


# --- one kind of bid against the next best ---


class Choice(NamedTuple):
    """The hands that come to a choice of one kind of bid: its measure, its score, and the score of what the bidder
    would show instead.
    """

    measure: np.ndarray
    score: np.ndarray
    instead: np.ndarray


def choice(bids: Bids, thresholds: Thresholds, kind: str) -> Choice:
    """The hands that have a bid of a kind and do not prefer another one, which comes before it."""
    number = KINDS.index(kind)
    easy = thresholds._replace(**{kind: NEVER if kind == "misere" else -NEVER})
    hard = thresholds._replace(**{kind: -NEVER if kind == "misere" else NEVER})
    shown, instead, rows = bids.chosen(easy), bids.chosen(hard), np.arange(len(bids))
    rows = rows[bids.kinds[rows, shown] == number]
    return Choice(bids.measures[rows, shown[rows]], bids.scores[rows, shown[rows]], bids.scores[rows, instead[rows]])


def best_cut(hands: Choice, rising: bool) -> float:
    """The cut of the measure that makes the sum of gains greatest; below (or above, if not rising) all hands if the bid
    always pays.
    """
    levels, which = np.unique(hands.measure, return_inverse=True)
    by_level = np.bincount(which, hands.score - hands.instead)
    if rising:
        sums = np.concatenate([np.cumsum(by_level[::-1])[::-1], [0.0]])  # number i: all from level i on
    else:
        sums = np.concatenate([[0.0], np.cumsum(by_level)])  # number i: the levels below i
    edges = np.concatenate([[levels[0] - 0.1], (levels[1:] + levels[:-1]) / 2, [levels[-1] + 0.1]])
    return float(edges[np.argmax(sums)])


# --- the best thresholds that the tried bids tell of ---

NUMERALS, SLOPES = np.arange(3.0, 13.01, 0.5), np.arange(0.0, 2.01, 0.25)
ROUNDS = 2


def best_thresholds(bids: Bids, start: Thresholds) -> Thresholds:
    """The thresholds that would have scored most on these hands, one after another: crossings of the solos, a grid for
    the numerals.
    """
    best = start
    for _ in range(ROUNDS):
        for kind in KINDS[:3]:
            best = best._replace(**{kind: best_cut(choice(bids, best, kind), rising=kind != "misere")})
        tried = [best._replace(numeral=numeral, slope=slope) for numeral in NUMERALS for slope in SLOPES]
        best = max([best, *tried], key=lambda thresholds: bids.score(thresholds).mean())
    return best


def gain_there_is(bids: Bids, now: Thresholds) -> tuple[Thresholds, Estimate]:
    """What better thresholds gain over those of now: found on every other hand, its gain taken on the others, and the
    other way round.
    """
    halves = [np.arange(len(bids)) % 2 == half for half in (0, 1)]
    gains = [
        bids[other].score(best_thresholds(bids[half], now)) - bids[other].score(now)
        for half, other in (halves, halves[::-1])
    ]
    return best_thresholds(bids, now), _mean(np.concatenate(gains))


def _mean(values: Sequence[float] | np.ndarray) -> Estimate:
    """The mean of whole numbers that are held as floats."""
    whole = np.rint(np.asarray(values)).astype(np.int64)
    return mean_of(whole)


def tuned_formula(bids: Bids) -> str:
    """The bidder by formula whose thresholds score most on some bids."""
    best = best_thresholds(bids, thresholds_of(FIELD))
    return "threshold:" + ",".join(f"{name}={value:.4g}" for name, value in best._asdict().items())

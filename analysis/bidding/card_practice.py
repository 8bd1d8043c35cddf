"""Twyst: hands to practise bidding on: what all thirteen bids of each are worth, and how a bidding card does."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from knotlab.analysis.bidding.card import Card
from knotlab.analysis.bidding.card_measure import Loss, draw, loss, places, trials, within
from knotlab.analysis.bidding.hand_text import card_name
from knotlab.analysis.stats.intervals import student
from knotlab.sim.games.twyst.cards import ACE, DEUCE, JACK, N_RANKS
from knotlab.sim.job import Job

NEAR = 3.0  # points
LEVEL = 1 - 0.05 / N_RANKS  # so that the thirteen intervals of a hand hold together


@dataclass(frozen=True)
class Worth:
    """A card as a bid: points per deal with an interval."""

    card: str
    points: float
    low: float
    high: float


@dataclass(frozen=True)
class PracticeHand:
    """A hand, what the card shows with it, and all thirteen bids, the best first."""

    cards: tuple[int, ...]
    seat: int
    shown: str
    bids: tuple[Worth, ...]


@dataclass(frozen=True)
class Practice:
    """Hands to practise on. loss: of the card against the best bid, per deal. near: the share of hands on which it is
    within 3 points of the best; best and card are compared on deals that did not choose the best.
    """

    hands: tuple[PracticeHand, ...]
    deals: int
    loss: Loss
    near: float


def kind_of(card: int) -> str:
    """The kind of a bid, as a key of `POSSIBLE`."""
    rank = card % N_RANKS
    return "ace" if rank == ACE else "court" if rank >= JACK else "deuce" if rank == DEUCE else "numeral"


def practice(
    card: Card,
    job: Job,
    n_hands: int,
    n_deals: int,
    *,
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Practice:
    """Draw hands, try every bid, and compare with the card.

    Parameters
    ----------
    card : Card
    job : Job
        Four players: how the others bid, and how all play the cards.
    n_hands : int
        Two or more.
    n_deals : int
        How often the other hands are dealt for each.
    workers : int or None
        None for one per core.
    on_progress : callable or None
        Called with the number of further deals.

    Returns
    -------
    Practice
    """
    drawn = draw(np.random.default_rng([job.seed, 2]), n_hands)
    tried = trials(replace(job, purpose="confirm"), drawn, n_deals, workers, on_progress)
    shown = card.shown(drawn)
    lost, losses = loss(tried, places(drawn, shown))
    hands = []
    for i, cards in enumerate(drawn.cards.tolist()):
        bids = [_worth(held, tried.scores[i, :, place]) for place, held in enumerate(cards)]
        best_first = tuple(sorted(bids, key=lambda bid: -bid.points))
        hands.append(PracticeHand(tuple(cards), i % 4, card_name(int(shown[i])), best_first))
    return Practice(tuple(hands), n_deals, lost, float((losses <= NEAR).mean()))


def _worth(card: int, scores: np.ndarray) -> Worth:
    n = len(scores)
    low, high = student(scores.mean(), scores.std(ddof=1) / n**0.5, n, LEVEL)
    return Worth(card_name(card), float(scores.mean()), *within(float(low), float(high), kind_of(card)))

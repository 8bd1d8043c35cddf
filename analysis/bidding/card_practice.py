"""Twyst: hands to practise bidding on: what all thirteen bids of each are worth, and how a bidding card does."""

import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import tomli_w

from knotlab.analysis.bidding.card import Card
from knotlab.analysis.bidding.card_measure import NEAR, Loss, draw, loss, places, trials, within
from knotlab.analysis.bidding.hand_text import card_name
from knotlab.analysis.stats.intervals import student
from knotlab.sim.games.twyst.cards import ACE, DEUCE, JACK, N_RANKS
from knotlab.sim.playing.job import Job

STANDARD = Path(__file__).with_name("practice.toml")  # the hands on the page, for the card that comes with the program
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


def practice_text(practice: Practice) -> str:
    """Hands to practise on as a text that `read_practice` reads; points to a hundredth."""
    hands = [
        {
            "cards": list(hand.cards),
            "seat": hand.seat,
            "shown": hand.shown,
            "bids": [
                {name: round(value, 2) if isinstance(value, float) else value for name, value in asdict(bid).items()}
                for bid in hand.bids
            ],
        }
        for hand in practice.hands
    ]
    return tomli_w.dumps({"deals": practice.deals, "loss": list(practice.loss), "near": practice.near, "hands": hands})


def read_practice(text: str) -> Practice:
    """Hands to practise on, from such a text."""
    content = tomllib.loads(text)
    hands = tuple(
        PracticeHand(tuple(hand["cards"]), hand["seat"], hand["shown"], tuple(Worth(**bid) for bid in hand["bids"]))
        for hand in content["hands"]
    )
    return Practice(hands, content["deals"], Loss(*content["loss"]), content["near"])


def standard_practice() -> Practice:
    """The hands that come with the program."""
    return read_practice(STANDARD.read_text("utf-8"))

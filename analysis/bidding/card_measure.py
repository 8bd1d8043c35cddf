"""Twyst: what a bidding card scores, row by row and against the best of all thirteen bids, on hands drawn for it.

Every row rests on the same number of hands, however rare they are: hands are drawn until each row has its hands, and
the share of each row among all that were drawn is its weight.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from knotlab.analysis.bidding.bids import CHUNK
from knotlab.analysis.bidding.card import BiddingCard, Hands, row_names
from knotlab.analysis.bidding.card_search import is_strong
from knotlab.analysis.bidding.hand import Hand, contracts_kernel, score_bids
from knotlab.analysis.defaults import Progress, untold
from knotlab.analysis.stats.estimate import Between, mean_of_values
from knotlab.sim.games.twyst.cards import N_CARDS, N_RANKS, NOTHING
from knotlab.sim.games.twyst.settings import possible_scores
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.kernels.branch_kernels import advance_kernel, branch_kernel, stop_kernel
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.storage.result_files import parsed_toml

BLOCK = 20_000  # hands drawn at a time
MOST_DRAWN = 40_000_000  # hands that are drawn in search of a rare row
NEAR = 3.0  # points


class Drawn(NamedTuple):
    """Hands with the stratum that each is in, and each stratum's share of all hands."""

    hands: Hands
    stratum: np.ndarray
    shares: np.ndarray

    @property
    def weights(self) -> np.ndarray:
        """Weights that make means over these hands means over all hands; their sum is 1."""
        sizes = np.bincount(self.stratum, minlength=len(self.shares))
        return np.asarray(self.shares[self.stratum] / sizes[self.stratum])


def draw(rng: np.random.Generator, n_hands: int) -> Hands:
    """Hands dealt at random, sorted."""
    packs = rng.permuted(np.tile(np.arange(N_CARDS), (n_hands, 1)), axis=1)
    return Hands(np.sort(packs[:, :N_RANKS], axis=1))


def draw_strong(rng: np.random.Generator, n_hands: int) -> Hands:
    """Strong hands, as they are dealt."""
    kept: list[np.ndarray] = []
    while sum(map(len, kept)) < n_hands:
        drawn = draw(rng, BLOCK)
        kept.append(drawn.cards[is_strong(drawn)])
    return Hands(np.concatenate(kept)[:n_hands])


def draw_by(stratum_of: Callable[[Hands], np.ndarray], n_strata: int, each: int, seed: int) -> Drawn:
    """Draw hands until every stratum has `each`, or so many were drawn that it hardly exists.

    stratum_of: the stratum of each hand, 0 to n_strata - 1. each: hands kept of each stratum, the first that come.
    Returns the hands without the strata that came too seldom; their share is 0.
    """
    rng = np.random.default_rng(seed)
    kept: list[list[np.ndarray]] = [[] for _ in range(n_strata)]
    counts = np.zeros(n_strata, np.int64)
    while counts.sum() < MOST_DRAWN and (counts < each).any():
        block = draw(rng, BLOCK)
        strata = stratum_of(block)
        for number in range(n_strata):
            kept[number].append(block.cards[strata == number][: max(0, each - int(counts[number]))])
        counts += np.bincount(strata, minlength=n_strata)
    full = np.flatnonzero(counts >= each)
    cards = np.concatenate([np.concatenate(kept[number]) for number in full])
    shares = np.zeros(n_strata)
    shares[full] = counts[full] / counts.sum()
    return Drawn(Hands(cards), np.repeat(full, each), shares)


class BidScores(NamedTuple):
    """Bids of some hands, tried on deals of the other hands: scores and whether a contract came of it, of shape (hands,
    deals, bids); where every bid is tried, in the order of the hand's cards.
    """

    scores: np.ndarray
    plays: np.ndarray


def bid_scores(
    job: Job,
    hands: Hands,
    n_deals: int,
    workers: int | None = None,
    on_progress: Progress = untold,
    places: np.ndarray | None = None,
) -> BidScores:
    """Try bids of some hands with the other hands redealt; hand i sits in seat i mod 4.

    job: who plays, by which rules. n_deals: how often the other hands are dealt. places (int array of shape (bids,
    hands)): of the bids among the sorted cards of each hand; none for every bid. Returns the score of each bid by hand
    and deal, and whether it came to a contract.
    """
    if places is None:
        places = np.tile(np.arange(N_RANKS)[:, None], len(hands))
    scores = np.zeros((len(hands), n_deals, len(places)), np.int16)
    plays = np.zeros(scores.shape, bool)
    for (i, first), piece in _pieces(job, hands, places, n_deals, workers):
        deals = slice(first, first + len(piece[0]))
        scores[i, deals], plays[i, deals] = piece[0][..., i % SEATS], piece[1] != NOTHING
        on_progress(len(piece[0]))
    return BidScores(scores, plays)


def shown_scores(
    job: Job, hands: Hands, places: np.ndarray, n_deals: int, workers: int | None, on_progress: Progress
) -> np.ndarray:
    """What all four seats score if some cards of each hand are shown.

    places (int array of shape (ways, hands)): by way to bid, the place of the card among the sorted cards of each hand.
    Returns an int array of shape (ways, hands, deals, 4); hand i sits in seat i mod 4.
    """
    scores = np.zeros((len(places), len(hands), n_deals, SEATS), np.int64)
    for (i, first), piece in _pieces(job, hands, places, n_deals, workers):
        scores[:, i, first : first + len(piece[0])] = piece[0].swapaxes(0, 1)
        on_progress(len(piece[0]))
    return scores


def _pieces(
    job: Job, hands: Hands, places: np.ndarray, n_deals: int, workers: int | None
) -> Iterator[tuple[tuple[int, int], tuple[np.ndarray, np.ndarray]]]:
    """The scores by seat and contracts of some bids of a hand on some deals, with the hand's number and the first
    deal.
    """
    compile_bids(job)
    keys = [(i, first) for i in range(len(hands)) for first in range(0, n_deals, CHUNK)]
    tasks = [
        (job, hand_of(hands, i, i % SEATS), np.arange(first, min(first + CHUNK, n_deals)), (), places[:, i])
        for i, first in keys
    ]
    yield from zip(keys, fan_out(score_bids, tasks, workers), strict=True)


def compile_bids(job: Job) -> None:
    """Make all compiled functions that tried bids take, so that no worker has to."""
    compile_ahead(job)
    stop_kernel(job.game, False), advance_kernel(job.game), branch_kernel(job.game, False), contracts_kernel()


def hand_of(hands: Hands, number: int, seat: int) -> Hand:
    """One of some hands, in a seat."""
    return Hand(int((np.int64(1) << hands.cards[number].astype(np.int64)).sum()), seat)


def places(hands: Hands, cards: np.ndarray) -> np.ndarray:
    """The place of a card among the sorted cards of each hand."""
    return np.asarray(np.argmax(hands.cards == cards[:, None], axis=1))


def loss(tried: BidScores, place: np.ndarray) -> tuple[Between, np.ndarray]:
    """Points per deal that some bids lose against the best of thirteen, and the loss of each hand.

    The best bid is chosen on half of the deals and scored on the other half, and the other way round, so that it does
    not look better than it is.
    """
    every = np.arange(len(place))
    first = tried.scores[:, ::2].mean(axis=1)
    second = tried.scores[:, 1::2].mean(axis=1)
    losses = np.zeros(len(place))
    for chosen_on, scored_on in ((first, second), (second, first)):
        losses += (scored_on[every, chosen_on.argmax(axis=1)] - scored_on[every, place]) / 2
    return mean_of_values(losses).between, losses


def within(low: float, high: float, kind: str, rules: Mapping[str, Any]) -> tuple[float, float]:
    """An interval without what a bid can never score under some rules."""
    least, most = possible_scores(rules)[kind]
    return max(low, least), min(high, most)


def measure_rows(
    card: BiddingCard,
    job: Job,
    *,
    hands_each: int,
    deals_each: int,
    seed: int,
    workers: int | None = None,
    on_progress: Progress = untold,
) -> pd.DataFrame:
    """What each row of a card scores.

    job: four players: how the others bid, and how all play the cards. deals_each: how often the other hands are dealt
    for each. Returns a row for each row of the card that occurs: `bid`, `hands` and `share` of all hands; `points` per
    deal with an interval, `plays` (how often the bidder comes to play a contract) and `scores` (how often it then
    scores).
    """
    names = row_names(card)
    drawn = draw_by(card.rows_of, len(names), hands_each, seed)
    place = places(drawn.hands, card.shown(drawn.hands))
    tried = bid_scores(job, drawn.hands, deals_each, workers, on_progress, place[None])
    scores, plays = (part[..., 0] for part in tried)
    rows = []
    for number in np.unique(drawn.stratum):
        here = drawn.stratum == number
        name, mean = names[number], mean_of_values(scores[here].mean(axis=1))
        low, high = within(mean.low, mean.high, name.split()[0], job.rules)
        rows.append(
            {
                "bid": name,
                "hands": int(here.sum()),
                "share": float(drawn.shares[number]),
                "points": mean.value,
                "low": low,
                "high": high,
                "plays": float(plays[here].mean()),
                "scores": float((scores[here][plays[here]] > 0).mean()),
            }
        )
    return pd.DataFrame(rows)


# --- hands to practise on ---


STANDARD = Path(__file__).with_name("practice.toml")  # the hands on the page, for the card that comes with the program


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
    loss: Between
    near: float


def read_practice(text: str) -> Practice:
    """Hands to practise on, from the text that the study `card_practice` writes."""
    content = parsed_toml(text)
    hands = tuple(
        PracticeHand(tuple(hand["cards"]), hand["seat"], hand["shown"], tuple(Worth(**bid) for bid in hand["bids"]))
        for hand in content["hands"]
    )
    return Practice(hands, content["deals"], Between(*content["loss"]), content["near"])


def standard_practice() -> Practice:
    """The hands that come with the program."""
    return read_practice(STANDARD.read_text("utf-8"))

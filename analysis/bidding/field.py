"""Twyst: bidders among others who draw their bidding cards by chance: what they score, and which cards leave least to
gain where everybody draws from them.

Cards are fitted in rounds, each to a field that draws from all cards before it, the later ones more often (fictitious
play). Of the last ones two are chosen, with the chance of each.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from knotlab.analysis.bidding.bids import CHUNK, Bids, force, positions
from knotlab.analysis.bidding.card import BiddingCard
from knotlab.analysis.bidding.card_make import STRONG_DEALS, STRONG_SHARE
from knotlab.analysis.bidding.card_measure import compile_bids, draw_strong, hand_of
from knotlab.analysis.bidding.card_search import STANDARD_SCHEME, Strong, fit, tried_from
from knotlab.analysis.bidding.hand import score_bids
from knotlab.analysis.defaults import BY_FORMULA
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import Estimate, mean_of_values
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing import branch
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.playing.job import Job, compile_ahead

FIRST = BY_FORMULA.partition("+")[0]  # whom the first card of all answers
POOL = 4  # of the last cards, from which two are chosen
POOL_HANDS = 10_000  # on which the others of the pool are tried among two
FIRST_POOL = 10**7  # the number of the first of these deals
SHARES = np.arange(0.1, 0.91, 0.1)  # of the first of the two


@dataclass(frozen=True)
class CardTable:
    """Where fields play: under which rules and from which seed, who plays the cards, and on how many cores."""

    table: Table
    player: str = "champion"
    workers: int | None = None

    def job(self, bidders: Sequence[str]) -> Job:
        """Four bidders at the table."""
        return replace(self.table.job([f"{each}+{self.player}" for each in bidders]), match=None)


class Drawers(NamedTuple):
    """Three others, each of whom has one of some bidders, with the chance of each."""

    bidders: tuple[str, ...]
    chances: tuple[float, ...]

    def trios(self, rng: np.random.Generator, count: int) -> list[tuple[tuple[str, ...], np.ndarray]]:
        """Who the others are in so many deals: the bidders of each trio, and the deals in which they sit."""
        drawn = rng.choice(len(self.bidders), (count, 3), p=self.chances)
        return [
            (tuple(self.bidders[i] for i in trio), np.flatnonzero((drawn == trio).all(axis=1)))
            for trio in np.unique(drawn, axis=0)
        ]

    def jobs(self, bidder: str, first: int, count: int, room: CardTable) -> list[tuple[Job, np.ndarray]]:
        """Who plays which of some deals: one bidder among three others, who are drawn for each deal by the seed."""
        jobs = []
        for trio, numbers in self.trios(np.random.default_rng([room.table.seed, first]), count):
            job, deals = room.job([bidder, *trio]), first + numbers
            jobs += [(job, deals[at : at + CHUNK]) for at in range(0, len(deals), CHUNK)]
        return jobs


def tried(field: Drawers, first: int, count: int, room: CardTable) -> Bids:
    """Every bid of some hands in a field."""
    tasks = field.jobs(field.bidders[0], first, count, room)
    compile_ahead(tasks[0][0])
    order = np.argsort(np.concatenate([deals for _, deals in tasks]))
    pieces = zip(*fan_out(force, tasks, room.workers), strict=True)
    return Bids(*(np.concatenate(columns)[order] for columns in pieces))


def tried_strong(field: Drawers, first: int, count: int, room: CardTable) -> Strong:
    """Every bid of hands drawn for strength in a field: as many of them as go with `count` ordinary ones."""
    rng = np.random.default_rng([room.table.seed, first, 1])
    hands = draw_strong(rng, round(STRONG_SHARE * count))
    tasks, order, deals = [], [], np.arange(first, first + STRONG_DEALS)
    for trio, numbers in field.trios(rng, len(hands)):
        by_seat = [room.job([*trio[:seat], field.bidders[0], *trio[seat:]]) for seat in range(SEATS)]
        tasks += [(by_seat[i % SEATS], hand_of(hands, i, int(i) % SEATS), deals) for i in numbers]
        order += numbers.tolist()
    if tasks:
        compile_bids(tasks[0][0])
    scores = np.zeros(hands.cards.shape)
    for i, (_, hand, _), (won, _) in zip(order, tasks, fan_out(score_bids, tasks, room.workers), strict=True):
        scores[i] = won[..., hand.seat].mean(axis=0)
    return Strong(hands, scores)


def fitted(field: Drawers, first: int, hands: int, room: CardTable) -> tuple[BiddingCard, Bids]:
    """The card that scores most in a field, and the bids of the ordinary hands to which it was fitted."""
    bids = tried(field, first, hands, room)
    return fit(STANDARD_SCHEME, tried_from(bids, tried_strong(field, first, hands, room))), bids


def points(bidder: str, field: Drawers, first: int, count: int, room: CardTable) -> np.ndarray:
    """What a bidder scores on some deals in a field, shape (count,)."""
    tasks = field.jobs(bidder, first, count, room)
    compile_ahead(tasks[0][0])
    order = np.argsort(np.concatenate([deals for _, deals in tasks]))
    return np.concatenate(list(fan_out(_points, tasks, room.workers)))[order]


def _points(job: Job, deals: np.ndarray) -> np.ndarray:
    """The same for one line-up."""
    start = positions(job, deals)
    results = branch.play_branches(job, start, branch.own_choice(job, len(deals)), 1)[:, 0, 0]
    return np.asarray(results["score"][np.arange(len(deals)), start.views["seat"]], float)


def before(bidders: Sequence[str]) -> Drawers:
    """A field that draws from all cards so far, the later ones more often."""
    weights = np.arange(1.0, len(bidders) + 1)
    return Drawers(tuple(bidders), tuple(weights / weights.sum()))


def regret(field: Drawers, bidders: Sequence[str], room: CardTable) -> float:
    """What the best of some bidders gains, in points a deal, over drawing from a field's cards as its members do."""
    worth = {each: points(each, field, FIRST_POOL, POOL_HANDS, room).mean() for each in {*bidders, *field.bidders}}
    own = sum(chance * worth[each] for each, chance in zip(field.bidders, field.chances, strict=True))
    return float(max(worth[each] for each in bidders) - own)


def chosen(bidders: Sequence[str], room: CardTable) -> Drawers:
    """Two of the last cards, and the chance of each, among whom the others of them gain least."""
    pool = bidders[-POOL:]
    fields = [
        Drawers((one, other), (float(chance), float(1 - chance)))
        for one, other in itertools.combinations(pool, 2)
        for chance in SHARES
    ]
    return min(fields, key=lambda field: regret(field, pool, room))


def gains(field: Drawers, others: Mapping[str, str], first: int, count: int, room: CardTable) -> dict[str, Estimate]:
    """What other bidders gain in a field, in points a deal, over drawing from its cards: on the same hands, each by
    its name.
    """
    own = sum(
        chance * points(each, field, first, count, room)
        for each, chance in zip(field.bidders, field.chances, strict=True)
    )
    return {name: mean_of_values(points(bidder, field, first, count, room) - own) for name, bidder in others.items()}

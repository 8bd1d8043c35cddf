"""Hands to practise bidding with, each with what its bids are worth."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from knotlab.analysis.bidding.bids import (
    Thresholds,
    bid_moves,
    force_bids,
    positions,
)
from knotlab.analysis.stats.estimate import Estimate, mean_of_deals
from knotlab.sim import games
from knotlab.sim.playing import branch
from knotlab.sim.playing.job import Job

EXAMPLES = 5


@dataclass(frozen=True)
class Example:
    """A hand in words, with the bid of the guide, the best of all, and what each scores when the other hands are dealt
    anew.
    """

    hand: str
    bid: str
    score: Estimate
    best: str
    best_score: Estimate

    def facts(self) -> dict[str, Any]:
        """The example as plain data."""
        return asdict(self) | {"score": self.score.facts(), "best_score": self.best_score.facts()}


def examples(job: Job, thresholds: Thresholds, rollouts: int) -> tuple[Example, ...]:
    """The first hands dealt that bid an Ace, a court and a deuce, if any, and that bid a numeral; each bid tried with
    the other hands dealt anew.
    """
    bids = force_bids(job, 0, 1000, 1)
    shown = bids.chosen(thresholds)
    kinds = bids.kinds[np.arange(len(bids)), shown]
    rows = [row for number in range(3) for row in np.flatnonzero(kinds == number)[:1]]
    rows += np.flatnonzero(kinds == 3)[: EXAMPLES - len(rows)].tolist()
    start = positions(job, np.array(rows))
    results = branch.play_branches(job, start, bid_moves(start.views["hand"]), rollouts, unseen=True)
    describe = games.find("twyst").events.describe_move
    move_of = games.find("twyst").events.move_of
    shown_hands = []
    for i, row in enumerate(rows):
        scores = results["score"][i, :, :, int(start.views["seat"][i])].astype(np.int64)
        words = [describe(move_of(tuple(move))) for move in bid_moves(start.views["hand"][i : i + 1])[0].tolist()]
        best = int(scores.sum(axis=1).argmax())
        means = [
            mean_of_deals(int(bid_scores.sum()), int((bid_scores**2).sum()), rollouts, 1.0) for bid_scores in scores
        ]
        chosen = int(shown[row])
        shown_hands.append(Example(hand_words(bids.cards[row]), words[chosen], means[chosen], words[best], means[best]))
    return tuple(shown_hands)


def hand_words(cards: np.ndarray) -> str:
    """A hand by suits, high cards first."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    suits = [
        "".join(f" {ranks[card % 13]}" for card in sorted(cards, reverse=True) if card // 13 == suit)
        for suit in range(4)
    ]
    return ";".join(f" {letter}:{held or ' -'}" for letter, held in zip("CDHS", suits, strict=True)).strip()

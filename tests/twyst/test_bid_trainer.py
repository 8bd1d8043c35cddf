"""Hands to train bidding on: the table says of each what trying its bids says."""

import numpy as np
import pytest

from knotlab.analysis.bidding.hand import Hand, try_bids
from knotlab.analysis.bidding.trainer import TrainingHand, hand_of, table
from knotlab.analysis.defaults import BIDDER
from knotlab.analysis.runs.play import make_job


def test_a_hand_comes_back_from_its_line() -> None:
    cards = (0, 5, 12, 13, 20, 26, 27, 30, 38, 39, 44, 50, 51)
    hand = TrainingHand(cards, 2, (-208.8, 0.0, *[17.4] * 11), (3.0, 0.1, *[2.9] * 11))
    assert hand_of(hand.line()) == hand
    assert len(hand.line()) == 49


def test_every_line_of_the_table_is_a_hand_and_none_is_there_twice() -> None:
    hands = [hand_of(line) for line in table()]
    assert len(hands) == 5000 and len({hand.cards for hand in hands}) == len(hands)
    assert all(len(hand.cards) == 13 and max(hand.halves) < 3.5 for hand in hands)
    assert [hand.seat for hand in hands[:8]] == [0, 1, 2, 3] * 2


@pytest.mark.long
def test_the_points_are_those_of_other_deals() -> None:
    """Within five standard errors, of which an interval of the table has 2.9 on either side."""
    job = make_job("twyst", [BIDDER] * 4, seed=99)
    for line in table()[:3]:
        hand = hand_of(line)
        scores, _ = try_bids(job, Hand(sum(1 << card for card in hand.cards), hand.seat), np.arange(1000))
        errors = np.hypot(np.array(hand.halves) / 2.9, scores.std(axis=0) / 1000**0.5)
        assert (np.abs(scores.mean(axis=0) - hand.points) <= 5 * errors + 0.1).all()

"""What a player has not seen, dealt anew (CE-15)."""

from collections import Counter
from itertools import permutations

import numpy as np
from scipy import stats

from knotlab.sim.games.crazy_eights.cards import NUMBER
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import differing
from knotlab.sim.settings import make_rules
from tests.crazy_eights.positions import GAME, position


def test_dealing_anew_changes_nothing_that_the_player_sees_and_loses_no_card() -> None:
    step, changed = Stepper(GAME, make_rules(GAME, 3, ["packs=2"])), 0
    for number, _ in enumerate(step.random_game(seed=12)):
        view, hands, stock = step.view.copy(), step.hidden.hands.copy(), everything(step)
        step.redeal(seed=1, rollout=number)
        assert differing(step.view, view) == [] and everything(step) == stock
        assert step.hidden.hands.sum(axis=1).tolist() == hands.sum(axis=1).tolist()
        changed += not np.array_equal(hands, step.hidden.hands)
    assert changed > 10


def everything(step: Stepper) -> list[int]:
    """How many there are of each card: in the other hands, in the hand of the player to move, in stock and pile."""
    others = [seat for seat in range(int(step.view.players)) if seat != step.view.seat]
    at, size = int(step.hidden.at), int(step.view.stock)
    stock = np.bincount(step.hidden.draw[at : at + size], minlength=52)
    return (step.hidden.hands[others].sum(axis=0) + step.view.hand + step.view.pile + stock).tolist()


def test_every_deal_that_agrees_with_the_view_is_equally_likely() -> None:
    """Against enumeration: three unknown cards in a hand, two in the stock, in order. Chi-square, refused below p =
    0.001.
    """
    unknown = [NUMBER[card] for card in ("2S", "6C", "AH", "3H", "4H")]
    named = {NUMBER[card] for card in ("5D", "5C")} | set(unknown)
    game = position("hand 0: 5D\nhand 1: 2S 6C AH\npile: 5C\nstock: 3H 4H")
    for card in range(52):  # the cards named nowhere lie in the pile
        game.view.pile[card] += card not in named
    expected = Counter((tuple(sorted(order[:3])), order[3:]) for order in permutations(unknown))
    n, counts = 6000, Counter[tuple]()
    for rollout in range(n):
        game.redeal(seed=7, rollout=rollout)
        at = int(game.hidden.at)
        hand = tuple(np.flatnonzero(game.hidden.hands[1]).tolist())
        counts[hand, tuple(game.hidden.draw[at : at + 2].tolist())] += 1
    assert set(counts) <= set(expected)
    shares = [n * expected[deal] / expected.total() for deal in expected]
    assert stats.chisquare([counts[deal] for deal in expected], shares).pvalue > 0.001

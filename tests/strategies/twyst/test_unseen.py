"""Unseen cards dealt uniformly: against all deals there are, tried out one by one."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import factorial

import numpy as np
import pytest
from scipy.stats import chi2

from knotlab.sim import games
from knotlab.sim.games.twyst.cards import NAMES, spell
from knotlab.sim.games.twyst.state import PLAYING, SEATS
from knotlab.sim.games.twyst.unseen import UNSEEN, deal_unseen, survey, uniform_number
from knotlab.sim.kernels.chance import CHANCES, seed_streams
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import DECIDE
from knotlab.sim.settings import make_rules
from tests.twyst.positions import after_bids

Deal = tuple[frozenset[str], ...]


def surveyed(view: np.record) -> tuple[np.record, int]:
    """What the player to move knows, and the number of deals that agree with it."""
    unseen = np.zeros(1, UNSEEN)[0]
    return unseen, int(survey(unseen, view))


def dealt(unseen: np.record, number: int, view: np.record) -> Deal:
    """The hands of deal `number`, one's own left out."""
    hands = np.zeros(SEATS, np.int64)
    deal_unseen(unseen, number, hands, int(view.seat))
    return tuple(frozenset(spell(hand)) for hand in hands)


def plays_of(view: np.record) -> list[tuple[int, str, str]]:
    """The cards played so far, as seat, card and suit led."""
    leaders = [int(view.opener), *(int(seat) for seat in view.winners[: view.trick])]
    cards = [NAMES[card] for card in view.order[: 4 * view.trick + view.laid]]
    return [((leaders[i // 4] + i % 4) % 4, card, cards[i - i % 4][-1]) for i, card in enumerate(cards)]


def all_deals(view: np.record) -> Iterator[Deal]:
    """Every deal of the unseen cards that agrees with the story of the game: hand sizes, bid cards, suits not
    followed.
    """
    story = plays_of(view)
    lacks = {seat: {led for who, card, led in story if who == seat and card[-1] != led} for seat in range(SEATS)}
    played = {card for _, card, _ in story}
    free = set(NAMES) - played - set(spell(view.hand))
    sizes = [13 - sum(who == seat for who, _, _ in story) for seat in range(SEATS)]
    first, second, third = (seat for seat in range(SEATS) if seat != view.seat)
    for each in combinations(sorted(free), sizes[first]):
        for two in combinations(sorted(free - set(each)), sizes[second]):
            hands = {
                first: frozenset(each),
                second: frozenset(two),
                third: frozenset(free - set(each) - set(two)),
                int(view.seat): frozenset(),
            }
            bids = all(NAMES[view.shown[seat]] in played | hands[seat] for seat in (first, second, third))
            if bids and not any(card[-1] in lacks[seat] for seat, hand in hands.items() for card in hand):
                yield tuple(hands[seat] for seat in range(SEATS))


def endings(seed: int, tricks: int) -> Iterator[np.record]:
    """The decisions of a random deal from some number of tricks on."""
    game = games.find("twyst")
    step = Stepper(game, make_rules(game, SEATS, ()))
    for _ in step.random_game(seed):
        if step.status == DECIDE and step.view.decision == PLAYING and step.view.trick >= tricks:
            yield step.view


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_the_numbered_deals_are_all_deals_that_agree_with_the_story(first: int) -> None:
    counts = Counter()
    for seed in range(first, first + 20):
        for view in endings(seed, 10):
            unseen, ways = surveyed(view)
            hands = [dealt(unseen, number, view) for number in range(ways)]
            assert len(set(hands)) == ways and set(hands) == set(all_deals(view)), seed
            counts[ways] += 1
    assert len(counts) > 20 and max(counts) > 200  # not only positions that leave nothing open


def test_before_the_first_card_only_the_bids_are_known() -> None:
    view = after_bids("AS 3C 4D 5H").view
    unseen, ways = surveyed(view)
    assert ways == factorial(36) // factorial(12) ** 3
    hands = dealt(unseen, ways - 1, view)
    assert [len(hand) for hand in hands] == [0, 13, 13, 13]
    assert all(card in hands[seat] for seat, card in ((1, "3C"), (2, "4D"), (3, "5H")))


def test_numbers_are_uniform() -> None:
    """Pearson's statistic of 60,000 numbers below n stays under the 1 - 1e-4 quantile of its chi-square law, for n that
    are no powers of two.
    """
    for n in (3, 5, 100, 1000):
        chance = np.zeros(1, CHANCES)[0]
        seed_streams(chance, 0.7)
        counts = np.bincount([uniform_number(chance, n) for _ in range(60_000)], minlength=n)
        assert len(counts) == n
        assert ((counts - 60_000 / n) ** 2).sum() * n / 60_000 < chi2.isf(1e-4, n - 1)


def test_large_numbers_are_uniform() -> None:
    """Shares of 60,000 numbers below 3 * 2^55, in sixths: the same bound."""
    chance, n = np.zeros(1, CHANCES)[0], 3 << 55
    seed_streams(chance, 0.3)
    counts = np.bincount([int(uniform_number(chance, n)) * 6 // n for _ in range(60_000)], minlength=6)
    assert len(counts) == 6
    assert ((counts - 10_000) ** 2).sum() / 10_000 < chi2.isf(1e-4, 5)


def test_streams_differ_by_the_uniform_that_seeds_them() -> None:
    chance = np.zeros(1, CHANCES)[0]
    drawn = set()
    for i in range(100):
        seed_streams(chance, i / 100)
        drawn.add(tuple(int(uniform_number(chance, 1 << 50)) for _ in range(3)))
    assert len(drawn) == 100

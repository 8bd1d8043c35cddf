"""Bare loops: about the work of a game and nothing else, without views, bids, reproducible streams or results.

A kernel's time over that of its yardstick is what the comforts of the simulator cost, on any machine.
"""

from typing import Any

import numpy as np
from numba import cfunc, njit
from numba.core import types

SCORE = types.int64(types.int64, types.uint64)
TWO, TEN = 0, 8  # ranks
LIMIT = 2_000  # turns of a bare game of Twisted Knot


@cfunc(SCORE)
def random_score(move: int, number: int) -> int:
    """A score as of a player who chooses at random; loops call it by its address, move by move."""
    return (number >> np.uint64(40)) ^ np.uint64(move)


@njit(inline="always")
def draw(state: Any) -> Any:
    """The next number of an xorshift generator."""
    x = state[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    state[0] = x
    return x


@njit(inline="always")
def shuffle(cards: Any, state: Any) -> None:
    """Shuffle a pack."""
    for i in range(len(cards) - 1, 0, -1):
        j = (draw(state) >> np.uint64(32)) * np.uint64(i + 1) >> np.uint64(32)
        cards[i], cards[j] = cards[j], cards[i]


@njit(nogil=True)
def deals(n: int, score: Any, state: Any) -> tuple[int, int]:
    """Deals of thirteen tricks: shuffle, legal cards by suit, a score for each, the winner. Decisions, and points."""
    cards, hands, points, decisions = np.arange(52), np.zeros((4, 13), np.int64), 0, 0
    for _ in range(n):
        shuffle(cards, state)
        for i in range(52):
            hands[i & 3, i >> 2] = cards[i]
        leader = 0
        for trick in range(13):
            left, suit, best_card, winner = 13 - trick, -1, -1, 0
            for i in range(4):
                seat = (leader + i) & 3
                hand, follows = hands[seat], False
                for k in range(left):
                    follows |= hand[k] // 13 == suit
                chosen, highest = 0, -1
                for k in range(left):
                    if not follows or hand[k] // 13 == suit:
                        value = score(hand[k], draw(state))
                        if value > highest:
                            chosen, highest = k, value
                card = hand[chosen]
                hand[chosen] = hand[left - 1]
                decisions += 1
                if suit < 0:
                    suit = card // 13
                if card // 13 == suit and card > best_card:
                    best_card, winner = card, seat
            leader = winner
            points += winner == 0
    return decisions, points


@njit(nogil=True)
def climbs(n: int, score: Any, state: Any) -> tuple[int, int]:
    """Games of three who lay all cards of a rank, as high as the last one, or pick up the pile, until one has no card
    left. A two goes on everything and a ten takes the pile away: Twisted Knot without its other special cards.
    Decisions, and wins of the first player.
    """
    cards, hands, pile, decisions, wins = np.arange(54), np.zeros((3, 14), np.int64), np.zeros(14, np.int64), 0, 0
    sizes = np.zeros(3, np.int64)
    for _ in range(n):
        shuffle(cards, state)
        hands[:], pile[:], sizes[:], top, seat, drawn = 0, 0, 9, 0, 0, 27
        for i in range(27):
            hands[i % 3, cards[i] >> 2] += 1
        for _turn in range(LIMIT):
            hand, chosen, highest = hands[seat], -1, -1
            for rank in range(14):
                if hand[rank] and (rank >= top or rank == TWO or rank == TEN):
                    value = score(rank, draw(state))
                    if value > highest:
                        chosen, highest = rank, value
            decisions += 1
            if chosen < 0:
                for rank in range(14):
                    hand[rank] += pile[rank]
                    sizes[seat] += pile[rank]
                pile[:], top = 0, 0
            else:
                pile[chosen] += hand[chosen]
                sizes[seat] -= hand[chosen]
                hand[chosen], top = 0, chosen
                if chosen == TEN:
                    pile[:], top = 0, 0
                while drawn < 54 and sizes[seat] < 3:
                    hand[cards[drawn] >> 2] += 1
                    sizes[seat] += 1
                    drawn += 1
                if sizes[seat] == 0:
                    wins += seat == 0
                    break
            seat = (seat + 1) % 3
    return decisions, wins


YARDSTICKS = {"twyst": deals, "twisted-knot": climbs}


def play(game: str, n: int) -> int:
    """Play so many bare games of a kind; how many decisions there were."""
    return int(YARDSTICKS[game](n, random_score, np.array([88172645463325252], np.uint64))[0])

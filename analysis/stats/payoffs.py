"""What a game is worth to each player, in whole numbers: places, wins and losses; unfinished games are given a
value and bounds.

Payoffs are counted in units of 1/840, so that every share below is a whole number of units. In an unfinished game of
`n` players, of whom `k` still hold cards, the places p = n - k + 1 .. n are still open. Each of the `k` counts as place
(p + n) / 2, as 1 / k of a loss and, while nobody is out, as 1 / k of a win (else none).
"""

from typing import NamedTuple

import numpy as np

UNIT = 840  # divisible by 1..8


class Payoffs(NamedTuple):
    """One metric for every game and player: int64 arrays of shape (games, players) in units of 1/840.

    low, high: the payoffs if every unfinished game had ended with the lowest or the highest possible number for that
    player.
    """

    value: np.ndarray
    low: np.ndarray
    high: np.ndarray


def won(places: np.ndarray) -> Payoffs:
    """1 for first place, else 0.

    places: shape (games, players); 0 for players still holding cards.

    >>> won(np.array([[1, 2], [0, 0]])).value.tolist()
    [[840, 0], [420, 420]]
    """
    holding, k = _holding(places)
    first = (places == 1) * UNIT
    nobody_out = holding & (k == places.shape[1])
    share = np.where(nobody_out, UNIT // np.maximum(k, 1), 0)
    return Payoffs(first + share, first, first + nobody_out * UNIT)


def lost(places: np.ndarray) -> Payoffs:
    """1 for last place, else 0.

    places: shape (games, players); 0 for players still holding cards.

    >>> lost(np.array([[1, 2, 3], [1, 0, 0]])).value.tolist()
    [[0, 0, 840], [0, 420, 420]]
    """
    holding, k = _holding(places)
    last = (places == places.shape[1]) * UNIT
    return Payoffs(last + holding * (UNIT // np.maximum(k, 1)), last, last + holding * UNIT)


def place(places: np.ndarray) -> Payoffs:
    """The place itself, 1 .. n.

    places: shape (games, players); 0 for players still holding cards.

    >>> place(np.array([[1, 0, 0]])).value.tolist()
    [[840, 2100, 2100]]
    """
    holding, k = _holding(places)
    n = places.shape[1]
    best = n - k + 1
    taken = places * UNIT
    middle = holding * ((best + n) * UNIT // 2)
    return Payoffs(taken + middle, taken + holding * best * UNIT, taken + holding * n * UNIT)


def _holding(places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which players still hold cards, shape (games, players), and how many there are, shape (games, 1)."""
    holding = places == 0
    return holding, holding.sum(axis=1, keepdims=True)


def points(values: np.ndarray) -> Payoffs:
    """The number that the game itself gives each player, such as a score; such games always finish.

    values: shape (games, players).

    >>> points(np.array([[20, -10]])).value.tolist()
    [[16800, -8400]]
    """
    scaled = values * UNIT
    return Payoffs(scaled, scaled, scaled)


def won_or_shared(places: np.ndarray) -> Payoffs:
    """1 for first place in a match, divided among equal totals.

    In a match that reached its limit of games there are no places: everybody shares the win, and anybody could have
    won.

    places: shape (matches, players); 0 for everybody in a match without places.

    >>> won_or_shared(np.array([[1, 3, 1], [0, 0, 0]])).value.tolist()
    [[420, 0, 420], [280, 280, 280]]
    """
    first, open_ = places == 1, places == 0
    share = first * (UNIT // np.maximum(first.sum(axis=1, keepdims=True), 1))
    return Payoffs(share + open_ * (UNIT // places.shape[1]), share, share + open_ * UNIT)

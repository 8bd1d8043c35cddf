"""Bounds of what a round can come to: there is room for every decision, and groups are counted through."""

import itertools
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.knotweed.cards import MAX_DECKS, next_part, size
from knotlab.sim.games.knotweed.state import MAX_CARDS, MAX_MOVES, MAX_PILES
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import DECIDE
from knotlab.sim.settings import make_rules
from tests.knotweed.positions import GAME


@cache
def groups_of(n_cards: int) -> int:
    """The most different groups of one rank that so many cards of it can make."""
    counts = [
        (c, d, h, n_cards - c - d - h)
        for c in range(5)
        for d in range(5)
        for h in range(5)
        if 0 <= n_cards - c - d - h <= 4
    ]
    return max((c + 1) * (d + 1) * (h + 1) * (s + 1) for c, d, h, s in counts) - 1


def test_the_most_groups_of_a_hand_are_39_for_each_card() -> None:
    assert all(groups_of(n) <= 39 * n for n in range(1, 17))
    assert groups_of(16) == 624 == 39 * 16


def test_no_decision_can_have_more_moves_than_there_is_room_for() -> None:
    best = [0] * (MAX_CARDS + 1)  # by cards in hand: the most groups in all
    for _ in range(13):
        best = [
            max(best[n - k] + (groups_of(k) if k else 0) for k in range(min(16, n) + 1)) for n in range(MAX_CARDS + 1)
        ]
    most = max(best[n] * (MAX_CARDS - 1 - n) + 1 for n in range(1, MAX_CARDS - 1))
    assert most <= MAX_MOVES
    assert MAX_PILES >= MAX_CARDS - 1


@pytest.mark.long
def test_a_table_as_full_as_can_be_is_listed_whole() -> None:
    game = Stepper(GAME, make_rules(GAME, 2, ["decks=4", "cheating=0.5"]))
    view, ranks = game.view, range(6)
    for rank in ranks:
        view.hand[rank] = 0o4444
        view.held |= 1 << rank
        for suit in range(4):
            view.suits[suit] |= 1 << rank
    view.hand_sizes[:2] = 96, 1
    view.piles = view.standing = 111
    view.tops[:111] = [4 * (6 + i // 16) + i % 4 for i in range(111)]
    view.open[:111] = 1
    game.status = DECIDE
    moves = game.moves()
    assert len(moves) == len(set(moves)) == 111 * 6 * 624 + 1 <= MAX_MOVES


@settings(max_examples=25 if OFF else 100, derandomize=True, database=None)
@given(st.tuples(*[st.integers(0, MAX_DECKS)] * 4))
def test_the_parts_of_a_group_are_counted_through_in_ascending_order(most: tuple[int, ...]) -> None:
    def plain(function: Any) -> Any:
        return getattr(function, "py_func", function)

    def group(digits: tuple[int, ...]) -> int:
        return sum(digit << 3 * suit for suit, digit in enumerate(digits))

    whole, parts = group(most), [0]
    while parts[-1] != whole:
        parts.append(plain(next_part)(parts[-1], 0o7777 - whole))
    assert parts == sorted(group(digits) for digits in itertools.product(*(range(digit + 1) for digit in most)))
    assert plain(next_part)(whole, 0o7777 - whole) == 0
    assert plain(size)(whole) == sum(most)

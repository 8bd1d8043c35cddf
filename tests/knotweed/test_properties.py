"""What holds in every round: no card is lost, just the legal moves are listed, the bounds hold, a round is the same
wherever it is played.
"""

import itertools
import random
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.knotweed.cards import MAX_DECKS, cards_of, next_part, size
from knotlab.sim.games.knotweed.state import MAX_CARDS, MAX_MOVES, MAX_PILES, PLAYING, PRUNING, STOP, TAKING
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import CHANCE, DECIDE, OVER, TURN
from knotlab.sim.settings import make_rules
from tests.knotweed.oracle import PACK, Table
from tests.knotweed.positions import GAME, hand, piles, spell_move


def fixed(examples: int) -> settings:
    """The same examples in every run; fewer where nothing is compiled."""
    return settings(max_examples=examples // 4 if OFF else examples, derandomize=True, database=None)


class Setup(NamedTuple):
    """Settings as the command line spells them, a seed for all that is random, how often a player stops without
    need.
    """

    n_players: int
    changes: tuple[str, ...]
    seed: int
    stops: float

    def rules(self) -> dict[str, Any]:
        return make_rules(GAME, self.n_players, self.changes)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Every number of players and decks, with and without cheating."""
    changes = (f"decks={draw(st.integers(1, 4))}", f"cheating={draw(st.sampled_from(('none', '0', '0.3', '1')))}")
    return Setup(draw(st.integers(2, 8)), changes, draw(st.integers(0, 2**32)), draw(st.sampled_from((0.02, 0.5))))


def check_position(game: Stepper, table: Table) -> None:
    """The kernel's position is the table's; at the start of a turn all hands are in place."""
    view = game.view
    assert piles(game).split() == table.piles
    assert view.draw_size == len(table.draw)
    assert GAME.events.out_of_hands(view) == sorted((+(table.heap + Counter(table.piles))).elements(), key=PACK.index)
    assert view.n_played == table.heap.total() + len(table.piles)
    for seat in range(int(view.players)):
        assert view.hand_sizes[seat] == table.hands[seat].total()
        if game.status != DECIDE:
            assert sorted(hand(game, seat).split()) == sorted(table.hands[seat].elements())
        for suit in range(4):
            assert game.status == DECIDE or game.hidden.suits[seat, suit] == sum(
                1 << rank for rank in range(13) if game.hidden.hands[seat, rank] >> 3 * suit & 7
            )


def check_decision(game: Stepper, table: Table, cheats: bool) -> None:
    """What the view says of the turn, and the list of moves, restated."""
    view, seat, listed = game.view, int(game.view.seat), [spell_move(move) for move in game.moves()]
    assert len(listed) == len(set(listed))
    if view.decision == PLAYING:
        assert listed == table.choices(seat, cheats)
        assert (view.penalty, view.plays, view.standing) == (table.penalty, table.plays, table.standing)
        assert [card for rank, group in enumerate(view.hand.tolist()[:13]) for card in cards_of(rank, group)] == sorted(
            table.hands[seat].elements(), key=PACK.index
        )
    elif view.decision == TAKING:
        due = min(table.penalty, len(table.draw))
        assert cheats and due > 0
        assert listed == [f"take {due}", *(f"skimp {number}" for number in range(due))]
    else:
        assert view.decision == PRUNING and table.hands[seat].total() == 0
        assert len(listed) + game.hidden.n_chosen == len(table.piles) >= 2


def follow(game: Stepper, table: Table) -> None:
    """Follow what happened; no card is ever lost."""
    for event in game.events():
        table.follow(event)
        assert table.everything() == Counter(PACK * int(game.view.decks))


@pytest.mark.long
@fixed(75)
@given(setups())
def test_no_card_is_lost_and_just_the_legal_moves_are_listed(setup: Setup) -> None:
    chance = random.Random(repr(setup))
    game = Stepper(GAME, setup.rules())
    cheats = setup.rules()["cheating"] is not None
    game.deal(setup.seed)
    table = Table(GAME.events.deal_of(game.view, game.hidden))
    game.begin()
    for _ in range(120):
        if game.status == OVER:
            break
        if game.status == TURN:
            check_position(game, table)
            table.open_turn()
            game.open_turn()
        elif game.status == CHANCE:
            game.draw_chance()
        else:
            check_decision(game, table, cheats)
            moves = game.moves()
            others = [move for move in moves if move.kind < STOP] or moves
            game.play(chance.choice(moves if chance.random() < setup.stops else others))
        follow(game, table)
    if game.status in (TURN, OVER):
        check_position(game, table)


# --- bounds ---


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


@fixed(100)
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

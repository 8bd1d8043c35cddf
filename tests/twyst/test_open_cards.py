"""The solver with all cards open, against a plain search of every line of play, against relations that must hold, and
against a double-dummy solver of bridge.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.twyst.cards import mask
from knotlab.sim.games.twyst.open_cards import Position, Solver

QUICK = 4 if OFF else 8  # ends of five cards in every test run; a thousand in `make test-long`
SUIT = 13
RANKS = "23456789TJQKA"


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def winner(trick: Sequence[int], trump: int) -> int:
    """TY-5: the place in a trick of the card that wins it."""
    suit = trump if any(card // SUIT == trump for card in trick) else trick[0] // SUIT
    return list(trick).index(max(card for card in trick if card // SUIT == suit))


def by_brute_force(position: Position, striving: set[int], counted: set[int], unwanted: int = -1) -> int:
    """Every line of play, without any short cut but memory."""

    @cache
    def value(hands: tuple[frozenset[int], ...], leader: int, table: tuple[int, ...]) -> int:
        if len(table) == 4:
            taker = (leader + winner(table, position.trump)) % 4
            clean = all(card // SUIT != unwanted for card in table)
            return (taker in counted and clean) + value(hands, taker, ())
        seat = (leader + len(table)) % 4
        if not hands[seat]:
            return 0
        following = [card for card in hands[seat] if table and card // SUIT == table[0] // SUIT]
        values = [
            value((*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :]), leader, (*table, card))
            for card in following or hands[seat]
        ]
        return max(values) if seat in striving else min(values)

    hands = tuple(frozenset(card for card in range(52) if hand >> card & 1) for hand in position.hands)
    return value(hands, position.leader, position.table)


def drawn_end(index: int, length: int = 5) -> Position:
    """An end with hands of so many cards, with 0 to 3 cards of them on the table; every other one in few suits."""
    draw = np.random.default_rng([20, index])
    pack = np.arange(52) if index % 2 else np.arange(30)
    cards = [int(card) for card in draw.permutation(pack)[: 4 * length]]
    hands, leader, table = [cards[seat::4] for seat in range(4)], int(draw.integers(4)), []
    for turn in range(int(draw.integers(4))):
        own = hands[(leader + turn) % 4]
        following = [card for card in own if table and card // SUIT == table[0] // SUIT]
        table.append((following or own)[0])
        own.remove(table[-1])
    a, b, c, d = (sum(1 << card for card in hand) for hand in hands)
    return Position((a, b, c, d), leader, int(draw.integers(-1, 4)), tuple(table))


def seats_in(coalition: int) -> set[int]:
    return {seat for seat in range(4) if coalition >> seat & 1}


def check_end(solver: Solver, index: int) -> None:
    """Whether the solver and brute force agree on one end."""
    position, seat, everybody = drawn_end(index), index % 4, {0, 1, 2, 3}
    if index % 4 < 2:
        coalition = index % 14 + 1
        side = seats_in(coalition)
        assert solver.most_tricks(position, coalition) == by_brute_force(position, side, side), position
    elif index % 4 == 2:
        forced = by_brute_force(position, everybody - {seat}, {seat})
        assert solver.can_lose_all(position, seat) == (forced == 0), position
    else:
        clean = solver.clean_tricks(position, seat, unwanted=index % 3)
        assert clean == by_brute_force(position, {seat}, {seat}, index % 3), position


@pytest.mark.long
def test_ends_of_five_cards_are_solved_as_by_brute_force(solver: Solver) -> None:
    for index in range(QUICK):
        check_end(solver, index)


@pytest.mark.long
@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
def test_a_thousand_ends_of_five_cards_are_solved_as_by_brute_force(solver: Solver) -> None:
    for index in range(QUICK, 1000):
        check_end(solver, index)


def turned(position: Position, seats: int) -> Position:
    """The same position with every player some seats further round."""
    a, b, c, d = (position.hands[(seat - seats) % 4] for seat in range(4))
    return Position((a, b, c, d), (position.leader + seats) % 4, position.trump, position.table)


def renamed(position: Position, suits: Sequence[int]) -> Position:
    """The same position with the suits renamed: suit s to suits[s]."""

    def card(number: int) -> int:
        return SUIT * suits[number // SUIT] + number % SUIT

    a, b, c, d = (sum(1 << card(number) for number in range(52) if hand >> number & 1) for hand in position.hands)
    trump = suits[position.trump] if position.trump >= 0 else -1
    return Position((a, b, c, d), position.leader, trump, tuple(card(number) for number in position.table))


@pytest.mark.more
@pytest.mark.parametrize("index", range(2 if OFF else 20))
def test_neither_the_seats_nor_the_names_of_suits_matter(solver: Solver, index: int) -> None:
    position = drawn_end(index, length=4 if OFF else 7)
    coalition = index % 14 + 1
    tricks = solver.most_tricks(position, coalition)
    further = (coalition << 1 | coalition >> 3) & 15
    assert solver.most_tricks(turned(position, 1), further) == tricks
    assert solver.most_tricks(renamed(position, (2, 0, 3, 1)), coalition) == tricks
    assert solver.most_tricks(position, 15 - coalition) == position.tricks - tricks


@pytest.mark.more
def test_a_hand_worked_out_on_paper(solver: Solver) -> None:
    # Seat 1 leads the ace or the 3: the king of seat 0 takes the other trick in hearts. With spades as trump seat 3,
    # who has nothing else, takes both. If seat 2 leads, its diamonds take both without a trump.
    hands = (mask("KH 2H"), mask("AH 3H"), mask("4D 5D"), mask("2S 3S"))
    assert solver.most_tricks(Position(hands, leader=1), 1) == 1
    assert solver.most_tricks(Position(hands, leader=1, trump=3), 1) == 0
    assert solver.can_lose_all(Position(hands, leader=2), 0)
    assert not solver.can_lose_all(Position(hands, leader=2, trump=3), 3)


def in_bridge_notation(hand: set[int]) -> str:
    """A hand as `KQ2.T9..A`: spades first, ranks from the highest."""
    suits = ([card % SUIT for card in sorted(hand, reverse=True) if card // SUIT == suit] for suit in (3, 2, 1, 0))
    return ".".join("".join(RANKS[rank] for rank in ranks) for ranks in suits)


@pytest.mark.skipif(OFF, reason="whole deals take too long without the compiler")
@pytest.mark.long
def test_partners_take_what_a_double_dummy_solver_of_bridge_says(solver: Solver) -> None:
    types = pytest.importorskip("endplay.types", reason="needs the double-dummy solver `endplay`: pip install endplay")
    dds = pytest.importorskip("endplay.dds")
    denominations = (types.Denom.clubs, types.Denom.diamonds, types.Denom.hearts, types.Denom.spades, types.Denom.nt)
    compass = (types.Player.north, types.Player.east, types.Player.south, types.Player.west)
    pack = np.random.default_rng([21, 0]).permutation(52)
    hands = [{int(card) for card in pack[seat::4]} for seat in range(4)]
    table = dds.calc_dd_table(types.Deal("N:" + " ".join(in_bridge_notation(hand) for hand in hands)))
    a, b, c, d = (sum(1 << card for card in hand) for hand in hands)
    for trump, denomination in zip((0, 1, 2, 3, -1), denominations, strict=True):
        for declarer in range(2):  # the player after the declarer leads
            position = Position((a, b, c, d), declarer + 1, trump)
            expected = table[denomination, compass[declarer]]
            assert solver.most_tricks(position, 0b0101 << declarer) == expected


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"leader": 4}, "leader must be a seat from 0 to 3, not 4"),
        ({"trump": 4}, "trump must be a suit from 0 to 3, or -1 for none, not 4"),
        ({"hands": (1, 2, 4)}, "there must be four hands, not 3"),
        ({"hands": (1, 1, 2, 4)}, "in one hand or on the table"),
        ({"hands": (1, 2, 4, 1 << 52)}, "one of the pack's 52"),
        ({"hands": (1, 2, 4, 24)}, "equally long"),
        ({"table": (20,)}, "equally long"),
    ],
)
def test_impossible_positions_are_refused(settings: dict, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Position(**{"hands": (1, 2, 4, 8)} | settings)

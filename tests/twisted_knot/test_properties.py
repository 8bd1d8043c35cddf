"""What holds in every game: no card is lost, just the legal moves are listed, the view shows nothing unseen, a game is
the same wherever it is played.
"""

import random
from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.twisted_knot.cards import NAMES, RANK
from knotlab.sim.games.twisted_knot.state import GIVING, LAYING, PAIRING, TAKING, TOP_UP, TOPPING_UP, Move
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import CHANCE, OVER, TURN
from knotlab.sim.settings import make_rules
from tests.twisted_knot.oracle import ORDER, Table, counters
from tests.twisted_knot.positions import GAME, position, spell_move

BENEATH = ("2", "J", "8", "Jk", "Jk", *(card for card in ORDER if card != "4"))  # a 4 never lies on the table
MULTIPLYING = ("2", "9", "10", "Jk", "J", "K", "A")


def fixed(examples: int) -> settings:
    """The same examples in every run; fewer where nothing is compiled."""
    return settings(max_examples=examples // 3 if OFF else examples, derandomize=True, database=None)


class Setup(NamedTuple):
    """Settings as the command line spells them, a seed for all that is random, how often a player picks up without
    need.
    """

    n_players: int
    changes: tuple[str, ...]
    seed: int
    pick_ups: float

    def rules(self) -> dict[str, Any]:
        return make_rules(GAME, self.n_players, self.changes)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Every number of players and packs, both eights, any ranks multiplying."""
    multiply = draw(st.sets(st.sampled_from(MULTIPLYING)) | st.just(set(MULTIPLYING)))
    changes = (
        f"packs={draw(st.integers(1, 4))}",
        f"jokers={draw(st.integers(0, 4))}",
        f"eight={draw(st.sampled_from(('invisible', 'repeat')))}",
        f"multiply={','.join(sorted(multiply)) or 'none'}",
        *(f"{each.name}={draw(st.sampled_from((each.default, each.other_reading)))}" for each in GAME.readings),
    )
    return Setup(draw(st.integers(2, 8)), changes, draw(st.integers(0, 2**32)), draw(st.sampled_from((0.02, 0.3))))


# --- games driven by random moves ---


def pack_of(rules: dict[str, Any], chance: random.Random) -> list[str]:
    """TK-1: the whole pack, shuffled."""
    pack = [card for card in ORDER for _ in range(rules["packs"] * (rules["jokers"] if card == "Jk" else 4))]
    chance.shuffle(pack)
    return pack


def start(rules: dict[str, Any], deal: list[list[str]]) -> Stepper:
    """A game from its deal, the first turn opened."""
    game = Stepper(GAME, rules)
    GAME.events.set_deal(game.view, game.hidden, deal)
    game.begin()
    if game.status == CHANCE:
        game.settle()
    game.open_turn()
    return game


def from_deal(setup: Setup, chance: random.Random) -> tuple[Stepper, Table]:
    """A fresh game and its table."""
    rules = setup.rules()
    pack = pack_of(rules, chance)
    deal = [pack[seat :: setup.n_players] for seat in range(setup.n_players)]
    return start(rules, deal), Table(rules, counters([[]] * setup.n_players), [list(pile) for pile in deal])


def from_middle(setup: Setup, chance: random.Random, on_top: tuple[str, int] = ("Jk", 0)) -> tuple[Stepper, Table]:
    """A position late in a game, some players out, many cards of few ranks in the hands, any lays on the table and one
    on top; and its table.
    """
    rules, n = setup.rules(), setup.n_players
    many = chance.sample([card for card in ORDER if card != on_top[0]], 4)
    pack = sorted(pack_of(rules, chance), key=lambda card: chance.random() + 0.7 * (card in many))
    out = set(chance.sample(range(n), chance.randint(0, n - 2)))
    most = min(10, len(pack) // n // 2)
    lays = []
    for card, wanted in [
        *((card, chance.choice((1, 1, 2, 3))) for card in chance.choices(BENEATH, k=chance.randint(0, 4))),
        on_top,
    ]:
        count = min(pack.count(card), wanted)
        lays += [(card, count)] * (count > 0)
        for _ in range(count):
            pack.remove(card)
    least = min(6, most) if on_top[1] else 1
    hands, piles = [
        [[] if seat in out else [pack.pop() for _ in range(chance.randint(low, most))] for seat in range(n)]
        for low in (least, 0)
    ]
    turn = chance.choice([seat for seat in range(n) if seat not in out])
    text = [
        f"hand {seat}: {' '.join(hands[seat])}\npile {seat}: {' '.join(piles[seat][: most - 1])}" for seat in range(n)
    ]
    text += [
        f"out: {' '.join(map(str, out))}",
        f"stack: {' '.join(f'{card}x{count}' for card, count in lays)}",
        f"turn: {turn}",
    ]
    game = position("\n".join(text), **dict(change.split("=") for change in setup.changes))
    rest = Counter(pack) + sum(counters(pile[most - 1 :] for pile in piles), Counter())
    return game, Table(rules, counters(hands), [pile[: most - 1] for pile in piles], lays, rest, out=out)


def choose(moves: list[Move], chance: random.Random, pick_ups: float) -> Move:
    """A random move; without need a pick-up only now and then."""
    if len(moves) > 1 and spell_move(moves[-1]) == "pick up" and chance.random() > pick_ups:
        moves = moves[:-1]
    return chance.choice(moves)


def expected(game: Stepper, table: Table, new_go: bool) -> list[str]:
    """The legal moves by the table's account, in listed order; checks that the kind of decision is right."""
    seat, kind = int(game.view.seat), game.view.decision
    if kind == GIVING:
        return table.gifts_of(seat)
    if kind == PAIRING:
        assert table.owed > 0
        assert table.pairs_in(table.hands[seat]) >= table.owed
        return table.lays_of(seat)
    if new_go:
        assert table.owed == 0 or table.pairs_in(table.hands[table.debtor]) < table.owed
        table.begin_go(seat)
        assert (kind == TAKING) == table.bound
        assert kind != TAKING or (table.rules["pile_card"] == "unseen" and table.lays)
        assert kind == TAKING or (kind == TOPPING_UP) == (table.missing(seat) > 0)
    if kind == TAKING:
        return ["top up 1", "pick up"]
    if kind == TOPPING_UP:
        return [f"top up {table.missing(seat)}", "go on"]
    assert kind == LAYING
    return table.choices_of(seat)


def check_position(game: Stepper, table: Table) -> None:
    """The position's cards and all that is derived from them must be those of the table."""
    view, hidden = game.view, game.hidden
    n, stack = len(table.hands), table.stack()
    first = [seat + n * int(hidden.taken[seat]) for seat in range(n)]
    assert [
        [NAMES[card] for card in hidden.deck[first[seat] : int(hidden.n_cards) : n]] for seat in range(n)
    ] == table.piles
    assert view.pile_sizes[:n].tolist() == [len(pile) for pile in table.piles]
    for seat, hand in enumerate(table.hands):
        assert hidden.hands[seat, :14].tolist() == [hand[card] for card in ORDER]
        assert hidden.held[seat] == sum(1 << RANK[card] for card in ORDER if hand[card])
        for viewer in range(n):
            assert hidden.known[viewer, seat, :14].tolist() == [table.known[viewer, seat][card] for card in ORDER]
        assert hidden.discards[seat, :14].tolist() == [table.discards[seat][card] for card in ORDER]
    assert view.hand_sizes[:n].tolist() == [hand.total() for hand in table.hands]
    assert [NAMES[card] for card in view.stack[: int(view.stack_size)]] == stack
    assert view.stack_counts[:14].tolist() == [stack.count(card) for card in ORDER]
    assert view.stack_held == sum(1 << RANK[card] for card in set(stack))
    assert (view.alike, view.showing) == (table.alike(), RANK.get(table.first_but("8", "Jk") or "", -1))
    assert view.repeated == RANK.get(table.first_but("8") or "", -1)
    assert (view.top, view.top_count) == ((RANK[table.lays[-1][0]], table.lays[-1][1]) if table.lays else (-1, 0))
    assert view.cleared[:14].tolist() == [table.cleared[card] for card in ORDER]
    assert view.discarded == sum(discards.total() for discards in table.discards)
    assert view.holding == n - len(table.out)


def check_view(game: Stepper) -> None:
    """The view's private part must be that of the seat to move."""
    view, hidden, seat = game.view, game.hidden, game.view.seat
    assert np.array_equal(view.hand, hidden.hands[seat])
    assert view.held == hidden.held[seat]
    assert np.array_equal(view.discards, hidden.discards[seat])
    assert np.array_equal(view.known, hidden.known[seat])


def check_game(game: Stepper, table: Table, chance: random.Random, pick_ups: float, n_moves: int) -> None:
    """Play random moves; at every decision the position, the view and the list of moves must be right, and no card
    lost.
    """
    new_go, whole_pack = True, table.everything()
    for _ in range(n_moves):
        if game.status == TURN:
            game.open_turn()
        if game.status == OVER:
            break
        for event in game.events():
            table.follow(event)
            assert table.everything() == whole_pack
        check_position(game, table)
        check_view(game)
        moves = game.moves()
        assert [spell_move(move) for move in moves] == expected(game, table, new_go)
        move, kind = choose(moves, chance, pick_ups), game.view.decision
        new_go = kind != TOPPING_UP and not (kind == TAKING and move.kind == TOP_UP)
        game.play(move)
    check_position(game, follow_all(game, table))


def follow_all(game: Stepper, table: Table) -> Table:
    """The table after whatever has happened."""
    for event in game.events():
        table.follow(event)
    return table


@pytest.mark.long
@fixed(40)
@given(setups())
def test_from_the_deal_on_no_card_is_lost_and_just_the_legal_moves_are_listed(setup: Setup) -> None:
    chance = random.Random(repr(setup))
    check_game(*from_deal(setup, chance), chance, setup.pick_ups, 120)


@fixed(100)
@given(setups())
def test_late_in_a_game_no_card_is_lost_and_just_the_legal_moves_are_listed(setup: Setup) -> None:
    chance = random.Random(repr(setup))
    check_game(*from_middle(setup, chance), chance, setup.pick_ups, 30)


@fixed(60)
@given(setups(), st.integers(1, 3))
def test_over_several_jokers_just_the_pairs_that_leave_all_others_owed_are_listed(setup: Setup, owed: int) -> None:
    chance = random.Random(repr(setup))
    rich = setup._replace(
        n_players=2 + setup.n_players % 3,
        changes=(*(each for each in setup.changes if each[:5] not in ("packs", "joker")), "packs=3", "jokers=3"),
    )
    check_game(*from_middle(rich, chance, ("Jk", owed)), chance, 0.0, 8)


# --- a game is the same in every batch ---

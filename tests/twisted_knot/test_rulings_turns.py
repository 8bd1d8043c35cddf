"""Rulings TK-1 to TK-9 and TK-26: the deal, turns and goes, topping up, going out."""

from collections import Counter
from itertools import pairwise

import pytest

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.games.twisted_knot.cards import RANK
from knotlab.sim.playing.records import record_game
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.settings import make_rules
from tests.twisted_knot.positions import (
    answers,
    facing,
    hand,
    happened,
    moves,
    pile,
    places,
    play,
    position,
    stack,
    turn,
)
from tests.twisted_knot.scripts import ANYTHING, job

SUITED = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
FIRST_CARD_ORDER = ("2", "3", "5", "Q", "7", "9", "10", "Jk", "6", "J", "K", "A", "4=8")


def opening(n_players: int, index: int, *changes: str) -> dict:
    """The record of a game's deal and first turn."""
    return record_game(job([ANYTHING] * n_players, "turn_limit=1", *changes, seed=3), index, why=True)


def first_level(card: str) -> int:
    """How low a first card is."""
    return next(level for level, cards in enumerate(FIRST_CARD_ORDER) if card in cards.split("="))


# --- TK-1..3: the deal and the start ---


@pytest.mark.parametrize("packs", [1, 2, 3, 4])
@pytest.mark.parametrize("jokers", [0, 1, 2, 3, 4])
def test_tk_1_the_game_has_four_of_each_rank_and_its_jokers_for_every_pack(packs: int, jokers: int) -> None:
    dealt = Counter(card for pile in opening(3, 0, f"packs={packs}", f"jokers={jokers}")["deal"] for card in pile)
    assert dealt == Counter(
        dict.fromkeys(SUITED, 4 * packs) | {"Jk": jokers * packs} if jokers else dict.fromkeys(SUITED, 4 * packs)
    )


def test_tk_1_a_game_is_one_pack_with_two_jokers_unless_said_otherwise() -> None:
    rules = make_rules(games.find("twisted-knot"), 3)
    assert (rules["packs"], rules["jokers"]) == (1, 2)
    assert sum(len(pile) for pile in opening(3, 0)["deal"]) == 54


@pytest.mark.parametrize(
    ("n_players", "change"),
    [(1, "packs=1"), (9, "packs=1"), (3, "packs=0"), (3, "packs=5"), (3, "jokers=-1"), (3, "jokers=5")],
)
def test_tk_1_other_numbers_of_players_packs_and_jokers_are_refused(n_players: int, change: str) -> None:
    with pytest.raises(InputError):
        make_rules(games.find("twisted-knot"), n_players, [change])


@pytest.mark.parametrize(
    ("n_players", "sizes"),
    [
        (2, [27, 27]),
        (4, [14, 14, 13, 13]),
        (5, [11, 11, 11, 11, 10]),
        (7, [8, 8, 8, 8, 8, 7, 7]),
        (8, [7, 7, 7, 7, 7, 7, 6, 6]),
    ],
)
def test_tk_2_the_first_seats_hold_one_card_more_when_the_pack_does_not_divide(
    n_players: int, sizes: list[int]
) -> None:
    assert [len(pile) for pile in opening(n_players, 0)["deal"]] == sizes


@pytest.mark.parametrize("index", range(5))
def test_tk_2_cards_leave_a_pile_in_its_order_and_never_enter_one(index: int) -> None:
    game = record_game(job([ANYTHING] * 3, "turn_limit=200"), index)
    for seat, dealt in enumerate(game["deal"]):
        taken = [
            card
            for event in game["events"]
            if event["do"] == "take" and event["seat"] == seat
            for card in event["cards"]
        ]
        assert taken == dealt[: len(taken)]
        assert len(taken) > 1


def test_tk_3_every_player_takes_the_top_card_of_his_pile_before_the_first_turn() -> None:
    game = opening(4, 0)
    assert game["events"][:4] == [{"do": "take", "seat": seat, "cards": game["deal"][seat][:1]} for seat in range(4)]


@pytest.mark.parametrize("n_players", [2, 3, 8])
def test_tk_3_the_holder_of_the_lowest_first_card_starts_and_lays_it(n_players: int) -> None:
    seen = set()
    for index in range(60):
        game = opening(n_players, index)
        firsts = [pile[0] for pile in game["deal"]]
        lay = next(event for event in game["events"] if event["do"] == "lay")
        assert first_level(lay["card"]) == min(first_level(card) for card in firsts)
        assert lay["card"] == firsts[lay["seat"]]
        assert [move for move, _ in lay["moves"]] == [{"do": "lay", "card": lay["card"], "count": 1}]
        seen.add(lay["card"])
    assert {"2", "3", "5"} <= seen


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(FIRST_CARD_ORDER)))
def test_tk_3_first_cards_are_ordered_with_3_low_and_4_and_8_highest(lower: str, higher: str) -> None:
    for high in higher.split("="):
        game = position(f"hand 0: {high}\nhand 1: {lower}\nturn: 1")
        deal_as(game, [high, lower])
        assert [may_start(game, seat) for seat in range(2)] == [False, True]


def test_tk_3_4_and_8_are_equals_as_first_cards() -> None:
    game = position("hand 0: 4\nhand 1: 8\nhand 2: A\nturn: 0")
    deal_as(game, ["4", "8", "4"])
    assert [may_start(game, seat) for seat in range(3)] == [True, True, True]
    deal_as(game, ["4", "8", "A"])
    assert [may_start(game, seat) for seat in range(3)] == [False, False, True]


def deal_as(game: Stepper, firsts: list[str]) -> None:
    """Put other first cards into a position's deal."""
    game.hidden.deck[: len(firsts)] = [RANK[card] for card in firsts]


def may_start(game: Stepper, seat: int) -> bool:
    """Whether a seat holds a lowest first card."""
    return game.game.events.may_start(game.view, game.hidden, seat)


def test_tk_3_equal_lowest_cards_are_decided_by_lot() -> None:
    chosen: Counter = Counter()
    for index in range(300):
        game = opening(8, index)
        levels = [first_level(pile[0]) for pile in game["deal"]]
        holders = [seat for seat in range(8) if levels[seat] == min(levels)]
        starter = next(event["seat"] for event in game["events"] if event["do"] == "lay")
        if len(holders) == 2:
            chosen[holders.index(starter)] += 1
    ties = chosen.total()
    assert ties > 30
    assert abs(chosen[0] - ties / 2) < 4 * (ties / 4) ** 0.5  # four standard errors


# --- TK-4, 26: from turn to turn ---


def test_tk_4_play_first_moves_to_the_left() -> None:
    game = play(position("hand 0: 6 7\nhand 1: 6 7\nhand 2: 6 7\nturn: 1"), "lay 6")
    assert turn(game) == 2
    play(game, "lay 6")
    assert turn(game) == 0


def test_tk_4_players_who_are_out_are_passed_over() -> None:
    game = play(position("hand 0: 6 7\nhand 3: 6 7\nhand 4: 6 7\nout: 1 2 5\nturn: 0"), "lay 6")
    assert turn(game) == 3
    play(game, "lay 6", "lay 6")
    assert turn(game) == 0


def test_tk_26_extra_goes_do_not_outlive_their_turn() -> None:
    game = play(position("hand 0: 10x3 K 7\nhand 1: A 7 7\nhand 2: 3 7\nturn: 0"), "lay 10x3", "pick up")
    assert turn(game) == 1
    play(game, "lay 7")
    assert turn(game) == 2


def test_tk_26_a_turn_ends_after_its_one_go() -> None:
    game = play(position("hand 0: 6 K\nhand 1: K\nturn: 0"), "lay 6")
    assert turn(game) == 1


@pytest.mark.parametrize(
    ("last_card", "direction", "players", "next_seat"),
    [
        ("6", "down", 4, 3),
        ("J", "up", 4, 3),
        ("J", "down", 4, 1),
        ("6", "down", 3, 2),
        ("J", "up", 3, 2),
        ("J", "down", 3, 1),
        ("6", "up", 3, 1),
    ],
)
def test_tk_26_after_a_player_who_went_out_comes_the_next_in_the_direction_he_left(
    last_card: str, direction: str, players: int, next_seat: int
) -> None:
    others = "".join(f"hand {seat}: K 5\n" for seat in range(1, players))
    game = play(position(f"hand 0: {last_card}\n{others}turn: 0\ndirection: {direction}"), f"lay {last_card}")
    assert places(game)[0] == 1
    assert turn(game) == next_seat


def test_tk_22_26_misses_left_by_a_player_who_went_out_are_counted_in_the_direction_he_left() -> None:
    game = play(position("hand 0: K\nhand 1: A 5\nhand 2: A 5\nturn: 0\ndirection: down"), "lay K")
    assert turn(game) == 1
    game = play(position("hand 0: Kx2\nhand 1: A 5\nhand 2: A 5\nhand 3: A 5\nturn: 0\ndirection: down"), "lay Kx2")
    assert turn(game) == 1


# --- TK-5..7: goes ---


def test_tk_5_an_empty_hand_takes_the_top_card_of_the_pile_when_the_go_starts() -> None:
    game = facing("9", "", pile="K 5 6")
    assert happened(game) == ["0 takes K"]
    assert moves(game) == ["lay K", "pick up"]
    assert (hand(game, 0), pile(game, 0)) == ("K", "5 6")


def test_tk_5_the_card_is_taken_also_by_a_player_who_then_picks_up() -> None:
    game = play(facing("9", "", pile="K 5 6"), "pick up")
    assert (hand(game, 0), pile(game, 0)) == ("9 K", "5 6")


def test_tk_5_a_hand_with_cards_takes_none() -> None:
    game = facing("9", "5", pile="K")
    assert happened(game) == []
    assert moves(game) == ["pick up"]


def test_tk_5_an_extra_go_takes_a_card_for_an_empty_hand_too() -> None:
    game = play(facing("", "10", pile="A Q"), "lay 10")
    assert happened(game) == ["0 lays 10", "0 takes A"]
    assert moves(game) == ["lay A", "pick up"]


def test_tk_5_no_go_may_be_declined() -> None:
    game = play(facing("", "10 7"), "lay 10")
    assert turn(game) == 0
    assert moves(game) == ["pick up"]
    game = play(facing("", "4 7"), "lay 4")
    assert moves(game) == ["lay 7"]


def test_tk_6_a_pick_up_takes_the_whole_stack_and_the_next_player_faces_an_empty_table() -> None:
    game = facing("5 6x2 K", "3 7")
    assert moves(game) == ["lay 3", "pick up"]
    play(game, "pick up")
    assert happened(game) == ["0 picks up"]
    assert hand(game, 0) == "5 7 6x2 K 3"
    assert (turn(game), stack(game)) == (1, "")
    assert moves(game) == ["lay 7"]


def test_tk_6_a_pick_up_in_an_extra_go_cancels_the_goes_still_owed() -> None:
    game = play(facing("9", "10x3 K 7"), "lay 10x3", "pick up")
    assert turn(game) == 1
    assert hand(game, 0) == "7 9 10x3 K"


def test_tk_6_a_pick_up_cancels_the_misses_still_pending() -> None:
    game = play(facing("9", "10x2 K 7", players=4), "lay 10x2", "lay K", "pick up")
    assert turn(game) == 1


def test_tk_6_a_change_of_direction_stays_after_a_pick_up() -> None:
    game = play(facing("9", "10x2 J 7", players=4), "lay 10x2", "lay J", "pick up")
    assert turn(game) == 3
    play(game, "lay 7")
    assert turn(game) == 2


def test_tk_6_on_an_empty_table_one_must_lay() -> None:
    assert moves(facing("", "2 K")) == ["lay 2", "lay K"]


def test_tk_7_the_pile_is_not_used_while_the_hand_holds_cards() -> None:
    game = facing("2", "5", pile="Q Q")
    assert moves(game) == ["pick up"]


# --- TK-8: topping up ---


@pytest.mark.parametrize(
    ("on_table", "held", "pile_cards", "players", "missing"),
    [
        ("2x2", "Q", "Q", 3, 1),
        ("2x4", "Q", "5 6 7 7", 3, 3),
        ("2x3", "6x2", "9", 3, 1),  # whether or not the cards in hand fit
        ("Jx2", "5", "5", 2, 1),
        ("Jx3", "K", "5 5", 2, 2),
        ("7 Jk", "K", "K 2", 3, 1),
        ("7 Jkx2", "Kx2", "A A A", 3, 2),
        ("7 Jkx3", "K 5", "9 9 9 9 9", 3, 4),
        ("Jk", "8", "8", 3, 1),
    ],
)
def test_tk_8_the_exact_missing_number_may_be_taken_from_the_pile(
    on_table: str, held: str, pile_cards: str, players: int, missing: int
) -> None:
    game = facing(on_table, held, pile_cards, players)
    assert moves(game) == [f"top up {missing}", "go on"]
    size, of_pile = sum(game.view.hand), len(pile_cards.split())
    play(game, f"top up {missing}")
    assert happened(game) == [
        f"0 takes {' '.join(pile_cards.split()[:missing])}".replace("5 5", "5x2")
        .replace("A A", "Ax2")
        .replace("9 9 9 9", "9x4")
    ]
    assert sum(game.view.hand) == size + missing
    assert game.view.pile_sizes[0] == of_pile - missing
    assert "pick up" in moves(game)


@pytest.mark.parametrize(
    ("on_table", "held", "pile_cards", "players"),
    [
        ("2", "5", "Q", 3),  # a single 2 needs one card
        ("2x2", "Q 5", "Q", 3),  # the hand holds two cards
        ("2x3", "Q", "Q", 3),  # the pile does not hold the two missing
        ("7 Jkx2", "K", "K K", 3),  # nor the three here
        ("Jx2", "5", "5", 3),  # no Magic Jacks among three
        ("J", "6", "5", 2),
        ("K", "5", "A", 3),
        ("Kx3", "5", "A A", 3),
        ("7 8x2", "5", "A A", 3),
        ("", "5", "A A", 3),
    ],
)
def test_tk_8_there_is_no_topping_up_without_need_or_with_too_small_a_pile(
    on_table: str, held: str, pile_cards: str, players: int
) -> None:
    game = facing(on_table, held, pile_cards, players)
    assert "go on" not in moves(game)
    assert happened(game) == []


def test_tk_8_the_missing_number_counts_the_card_taken_for_an_empty_hand() -> None:
    game = facing("2x3", "", "Q 5 Q 6")
    assert happened(game) == ["0 takes Q"]
    assert moves(game) == ["top up 2", "go on"]
    play(game, "top up 2")
    assert happened(game) == ["0 takes 5 Q"]
    assert moves(game) == ["pick up"]


def test_tk_8_the_card_taken_for_an_empty_hand_may_leave_the_pile_too_small() -> None:
    game = facing("2x3", "", "Q Q")
    assert moves(game) == ["pick up"]


def test_tk_8_after_topping_up_the_go_goes_on_with_a_lay() -> None:
    game = play(facing("2x2", "Q", "Q 5"), "top up 1")
    assert moves(game) == ["lay Qx2", "pick up"]
    play(game, "lay Qx2")
    assert (turn(game), stack(game)) == (1, "2x2 Qx2")


def test_tk_8_a_player_who_declines_is_not_asked_again_in_that_go() -> None:
    game = play(facing("2x2", "Q", "Q 5"), "go on")
    assert moves(game) == ["pick up"]
    assert (hand(game, 0), pile(game, 0)) == ("Q", "Q 5")


def test_tk_8_an_extra_go_has_its_own_topping_up() -> None:
    game = play(facing("9", "10 Jk 5", "K K"), "lay 10", "lay Jk")
    assert turn(game) == 1
    game = play(facing("9", "10x2 Jk 5", "K K"), "lay 10x2", "lay Jk")
    assert moves(game) == ["top up 1", "go on"]


def test_tk_8_each_extra_go_asks_again() -> None:
    game = play(facing("7 Jk", "10", "10 Jk Jk 9 9 9"), "top up 1", "lay 10x2")
    happened(game)
    assert hand(game, 0) == "Jk"
    play(game, "lay Jk")
    assert happened(game) == ["0 lays Jk", "0 takes Jk"]
    assert moves(game) == ["top up 1", "go on"]


def test_tk_8_there_is_no_topping_up_between_the_pairs_of_one_go() -> None:
    game = play(facing("7 Jkx2", "Kx2 Ax2", "9 9"), "lay Ax2", "pass K")
    play(game, "pass K")
    assert turn(game) == 1  # the second pair lapsed, although the pile could have supplied it


# --- TK-9: going out ---


def test_tk_9_a_player_without_hand_and_pile_is_out_and_his_cards_stay_to_be_beaten() -> None:
    game = play(facing("9", "K", players=3), "lay K")
    assert happened(game) == ["0 lays K", "0 is out, place 1"]
    assert places(game) == [1, 0, 0]
    assert stack(game) == "9 K"


def test_tk_9_a_player_with_a_pile_is_not_out_when_his_hand_is_empty() -> None:
    game = play(facing("9", "6", pile="K"), "lay 6")
    assert places(game) == [0, 0, 0]
    assert turn(game) == 1


def test_tk_9_goes_still_owed_lapse_with_the_last_card() -> None:
    game = play(facing("9", "10x2"), "lay 10x2")
    assert turn(game) == 1
    assert answers(game) == set()
    game = play(facing("9", "4"), "lay 4")
    assert happened(game) == ["0 lays 4", "0 clears", "0 is out, place 1"]
    assert (turn(game), stack(game)) == (1, "")


@pytest.mark.parametrize(
    ("kings", "players", "next_seat"),
    [("K", 3, 2), ("Kx2", 3, 1), ("Kx3", 3, 2), ("K", 4, 2), ("Kx2", 4, 3), ("Kx3", 4, 1)],
)
def test_tk_9_misses_still_apply_when_the_layer_is_out_and_he_is_not_counted(
    kings: str, players: int, next_seat: int
) -> None:
    game = play(facing("9", kings, players=players), f"lay {kings}")
    assert places(game)[0] == 1
    assert turn(game) == next_seat


def test_tk_9_places_are_given_in_order_until_one_player_is_left() -> None:
    game = play(position("hand 0: 9\nhand 1: 10\nhand 2: 6\nhand 3: K 5\nturn: 0"), "lay 9", "lay 10")
    assert places(game) == [1, 2, 0, 0]
    assert turn(game) == 2
    play(game, "lay 6")
    assert happened(game)[-1] == "2 is out, place 3"
    assert places(game) == [1, 2, 3, 4]
    assert (turn(game), moves(game)) == (None, [])


def test_tk_9_a_player_can_go_out_by_giving_his_last_cards_away() -> None:
    game = play(facing("9", "A", pile="5"), "lay A")
    assert happened(game) == ["0 lays A", "0 takes 5", "0 passes 5 to 1", "0 is out, place 1"]
    game = play(facing("", "9x3 5", pile="6 K"), "lay 9x3", "discard 5")
    assert happened(game)[-1] == "0 is out, place 1"


def test_tk_9_an_ace_that_is_the_last_card_gives_nothing() -> None:
    game = play(facing("9", "A"), "lay A")
    assert happened(game) == ["0 lays A", "0 is out, place 1"]
    assert hand(game, 1) == "7"


def test_tk_9_the_last_card_may_complete_four_of_a_kind_and_take_the_stack_along() -> None:
    game = play(facing("9 Kx3", "K", players=4), "lay K")
    assert happened(game) == ["0 lays K", "0 clears", "0 is out, place 1"]
    assert (turn(game), stack(game)) == (2, "")


def test_tk_9_pairs_still_owed_lapse_when_their_layer_goes_out() -> None:
    game = play(facing("7 Jkx2", "Ax2 Kx2"), "lay Ax2", "pass K", "pass K")
    assert places(game)[0] == 1
    assert turn(game) == 1
    assert stack(game) == "7 Jkx2 Ax2"

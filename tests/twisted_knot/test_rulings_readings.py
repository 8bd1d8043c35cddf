"""The other readings of rulings TK-5, TK-6, TK-8, TK-12, TK-22, TK-28 and TK-30."""

from itertools import pairwise
from statistics import stdev

import pytest

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.records import record_game
from knotlab.sim.settings import make_rules
from tests.sim.conforming import player_named
from tests.twisted_knot.positions import answers, facing, hand, happened, moves, pile, play, position, stack, turn

EVERY_RANK = "2 5 Q 7 9 10 Jk 6 J K A 3 4 8"
UNSEEN = {"pile_card": "unseen"}
BENEATH = {"preset": "southampton", "eight_on_joker": "beneath"}


# --- TK-5: the pile's card unseen ---


def test_tk_5_unseen_an_empty_hand_is_asked_before_a_card_is_taken() -> None:
    game = facing("9", "", pile="K 5 6", **UNSEEN)
    assert (happened(game), hand(game, 0)) == ([], "")
    assert moves(game) == ["top up 1", "pick up"]


def test_tk_5_unseen_a_player_who_picks_up_leaves_the_pile_alone() -> None:
    game = play(facing("9", "", pile="K 5 6", **UNSEEN), "pick up")
    assert (hand(game, 0), pile(game, 0), turn(game)) == ("9", "K 5 6", 1)


def test_tk_5_unseen_a_card_that_can_be_laid_must_be_laid() -> None:
    game = play(facing("9", "", pile="K 5 6", **UNSEEN), "top up 1")
    assert happened(game) == ["0 takes K"]
    assert moves(game) == ["lay K"]


def test_tk_5_unseen_a_card_that_cannot_be_laid_is_picked_up_with() -> None:
    game = play(facing("9", "", pile="5 6", **UNSEEN), "top up 1")
    assert moves(game) == ["pick up"]
    play(game, "pick up")
    assert (hand(game, 0), pile(game, 0), turn(game)) == ("5 9", "6", 1)


def test_tk_5_unseen_nothing_changes_for_a_hand_or_on_an_empty_table() -> None:
    assert moves(facing("9", "K 5", **UNSEEN)) == ["lay K", "pick up"]
    game = facing("", "", pile="K 5", **UNSEEN)
    assert (happened(game), moves(game)) == (["0 takes K"], ["lay K"])


def test_tk_5_unseen_an_extra_go_asks_too_and_binds_for_itself_alone() -> None:
    game = play(facing("7", "", pile="10 Q", players=3, **UNSEEN), "top up 1")
    assert moves(game) == ["pick up"]
    game = play(facing("9", "", pile="10 A 5", **UNSEEN), "top up 1", "lay 10")
    assert moves(game) == ["top up 1", "pick up"]
    game = play(facing("9", "10 A 5", **UNSEEN), "lay 10")
    assert moves(game) == ["lay A", "pick up"]


def test_tk_5_8_unseen_topping_up_comes_after_the_card_is_taken() -> None:
    game = play(facing("2x2", "", pile="Q Q 5", **UNSEEN), "top up 1")
    assert moves(game) == ["top up 1", "go on"]
    play(game, "top up 1")
    assert moves(game) == ["lay Qx2"]
    game = play(facing("2x2", "", pile="Q Q 5", **UNSEEN), "top up 1", "go on")
    assert moves(game) == ["pick up"]


# --- TK-6: misses after a pick-up ---


def test_tk_6_kept_misses_pass_over_players_after_a_pick_up() -> None:
    game = play(facing("9", "10x2 K 7", players=4, pick_up_misses="kept"), "lay 10x2", "lay K", "pick up")
    assert (turn(game), stack(game)) == (2, "")
    play(game, "lay 7")
    assert turn(game) == 3


# --- TK-8: topping up from a short pile ---


def test_tk_8_rest_a_short_pile_gives_what_it_has() -> None:
    game = facing("2x3", "Q", "Q", top_up="rest")
    assert moves(game) == ["top up 1", "go on"]
    play(game, "top up 1")
    assert (happened(game), pile(game, 0), moves(game)) == (["0 takes Q"], "", ["pick up"])


@pytest.mark.parametrize(
    ("on_table", "held", "pile_cards", "missing"), [("2x4", "Q", "5 6 7 7", 3), ("7 Jkx2", "K", "K K", 2)]
)
def test_tk_8_rest_no_more_is_taken_than_is_missing(on_table: str, held: str, pile_cards: str, missing: int) -> None:
    assert moves(facing(on_table, held, pile_cards, top_up="rest")) == [f"top up {missing}", "go on"]


def test_tk_8_rest_an_empty_pile_gives_nothing() -> None:
    assert moves(facing("2x3", "Q", top_up="rest")) == ["pick up"]
    assert moves(facing("2", "5", "Q", top_up="rest")) == ["pick up"]


# --- TK-12: Magic Jacks in games of two alone ---


def test_tk_12_two_players_a_larger_game_that_has_come_down_to_two_has_no_magic_jacks() -> None:
    text = "hand 0: 5 K A\npile 0: 5\nhand 2: 7\nout: 1 3\nstack: Jx2\nturn: 0"
    assert moves(position(text, magic_jacks="two-players")) == ["lay K", "lay A", "pick up"]


def test_tk_12_two_players_a_game_of_two_has_them() -> None:
    assert answers(facing("Jx2", "5x2 A", players=2, magic_jacks="two-players")) == {"5x2"}


# --- TK-22: Kings pass over opponents ---


@pytest.mark.parametrize(
    ("kings", "players", "next_seat"),
    [
        ("K", 2, 0), ("Kx2", 2, 0), ("Kx3", 2, 0),
        ("K", 3, 2), ("Kx2", 3, 0), ("Kx3", 3, 0),
        ("K", 4, 2), ("Kx2", 4, 3), ("Kx3", 4, 0),
        ("Kx3", 5, 4),
    ],
)  # fmt: skip
def test_tk_22_opponents_miss_one_turn_each_at_most(kings: str, players: int, next_seat: int) -> None:
    game = play(facing("9", f"{kings} 5", players=players, kings="opponents"), f"lay {kings}")
    assert turn(game) == next_seat


def test_tk_22_opponents_misses_of_one_turn_add_up() -> None:
    game = play(facing("9", "10x2 Kx3 5", players=3, kings="opponents"), "lay 10x2", "lay Kx2", "lay K")
    assert turn(game) == 0


def test_tk_22_opponents_after_a_layer_who_is_out_all_others_miss_one_turn() -> None:
    text = "hand 0: Kx3\nhand 1: A 5\nhand 2: A 5\nturn: 0"
    for reading, next_seat in (("opponents", 1), ("around", 2)):
        game = position(text, kings=reading)
        play(game, "lay Kx3")
        assert turn(game) == next_seat


# --- TK-28: 8s look through jokers ---


@pytest.mark.parametrize("eights", ["8x2", "8x3", "8x2 8"])
def test_tk_28_beneath_8s_on_a_joker_leave_the_demand_of_the_card_under_it(eights: str) -> None:
    assert answers(facing(f"7 Jk {eights}", EVERY_RANK, **BENEATH)) == {"7", "9", "Jk", "J", "K", "3"}


def test_tk_28_beneath_8s_directly_on_a_joker_count_as_one() -> None:
    game = play(facing("9 Jk", "8x2 5 6", **BENEATH), "lay 8x2", "discard 5")
    assert turn(game) == 1
    game = play(facing("K Jk", "8x2 5 6", players=4, **BENEATH), "lay 8x2")
    assert turn(game) == 2


def test_tk_28_beneath_8s_on_those_8s_count_each() -> None:
    game = play(facing("9 Jk 8", "8x2 5x2 6", **BENEATH), "lay 8x2", "discard 5", "discard 5")
    assert turn(game) == 1


def test_tk_28_beneath_with_nothing_under_the_joker_8s_do_nothing() -> None:
    assert answers(facing("Jk 8x2", "2 5", **BENEATH)) == {"2", "5"}


def test_tk_28_beneath_of_two_pairs_the_8s_are_laid_first() -> None:
    game = play(facing("9 Jkx2", "8x2 10x2 5x3", **BENEATH), "lay 8x2", "discard 5")
    assert moves(game) == ["lay 10x2"]


def test_tk_28_beneath_a_joker_on_top_still_asks_for_a_pair() -> None:
    assert answers(facing("7 8 Jk", "9x2 K", **BENEATH)) == {"9x2"}


def test_tk_28_beneath_invisible_8s_are_as_ever() -> None:
    as_joker, other = (facing("7 Jk 8x2", EVERY_RANK, eight_on_joker=value) for value in ("joker", "beneath"))
    assert answers(as_joker) == answers(other) == {"7", "9", "10", "Jk", "6", "J", "K", "A", "3", "4", "8"}


# --- TK-30: how thoroughly the cards are shuffled ---


def dealt(shuffle: str, deal: int) -> list[int]:
    """The cards of a deal in the order in which they are dealt, by their numbers in card order."""
    rules = make_rules(games.find("twisted-knot"), 3, [f"shuffle={shuffle}"])
    piles = record_game(Job("twisted-knot", rules, (player_named("twisted-knot", "random"),) * 3, 5), 3 * deal)["deal"]
    return [EVERY_RANK.split().index(pile[i]) for i in range(18) for pile in piles]


def alike(cards: list[int]) -> float:
    """The share of neighbouring cards that are alike."""
    return sum(first == second for first, second in pairwise(cards)) / (len(cards) - 1)


def test_tk_30_unshuffled_cards_lie_in_lays_of_a_game_of_hands_of_eight() -> None:
    """Told by following the lays: every hand in turn has laid all its lowest cards, and the last one has six."""
    before, left = dealt("thorough", 0), iter(dealt("riffles:0", 0))
    hands = [before[i : i + 8] for i in range(0, 54, 8)]
    assert list(map(len, hands)) == [8] * 6 + [6]
    while any(hands):
        for number, cards in enumerate(hands):
            lowest = [card for card in cards if card == min(cards)]
            assert [next(left) for _ in lowest] == lowest
            hands[number] = [card for card in cards if card not in lowest]
    assert next(left, None) is None


def test_tk_30_few_riffles_leave_cards_together_and_thirty_are_as_good_as_thorough() -> None:
    """Two of 54 cards are alike with probability (13 * 6 + 1) / 1431; four standard errors are allowed."""
    shares = {
        kind: [alike(dealt(kind, deal)) for deal in range(150)] for kind in ("riffles:0", "riffles:3", "riffles:30")
    }
    mean = {kind: sum(some) / len(some) for kind, some in shares.items()}
    error = stdev(shares["riffles:30"]) / 150**0.5
    assert abs(mean["riffles:30"] - 79 / 1431) < 4 * error
    assert abs(mean["riffles:0"] - 0.30) < 0.01  # as the ruling says
    assert mean["riffles:0"] > mean["riffles:3"] + 0.1 > mean["riffles:30"] + 0.1


@pytest.mark.parametrize("value", ["riffles", "riffles:31", "riffles:some", "well"])
def test_tk_30_a_shuffle_that_is_none_is_refused_with_what_is_possible(value: str) -> None:
    with pytest.raises(InputError, match=r"thorough, riffles:N|whole number from 0 to 30"):
        make_rules(games.find("twisted-knot"), 3, [f"shuffle={value}"])

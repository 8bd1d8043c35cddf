"""Rulings TK-28 and TK-29: the Southampton variant's 8s, and the ranks that multiply."""

from typing import Any

import pytest

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.settings import make_rules
from tests.twisted_knot.positions import answers, facing, hand, happened, moves, places, play, position, stack, turn

EVERY_RANK = "2 5 Q 7 9 10 Jk 6 J K A 3 4 8"
MULTIPLYING = ("2", "9", "10", "Jk", "J", "K", "A")


def southampton(on_table: str, held: str, pile: str = "", players: int = 3, **settings: Any) -> Stepper:
    """Seat 0 against a stack under the variant's preset."""
    return facing(on_table, held, pile, players, preset="southampton", **settings)


def without(rank: str) -> str:
    """The multiplying ranks but one, as the setting spells them."""
    return ",".join(other for other in MULTIPLYING if other != rank)


# --- TK-28: the demand that 8s repeat ---


@pytest.mark.parametrize(
    ("under", "lays"),
    [
        ("3", "3 4 5 6 7 8 9 10 J Q K A Jk"),
        ("5", "Q 10 Jk 6 A 4 8"),
        ("Q", "3 4 6 7 8 9 10 J Q K A Jk"),
        ("7", "7 9 Jk J K 3"),
        ("9", "9 10 Jk 6 J K A 3 4 8"),
        ("10", "10 Jk 6 J K A 3 4 8"),
        ("6", "6 J K A 3 4 8"),
        ("J", "J K A 3 4 8"),
        ("K", "K A 3 4 8"),
        ("A", "A 3 4 8"),
    ],
)
@pytest.mark.parametrize("eights", ["8", "8x2", "8 8x2"])
def test_tk_28_8s_leave_the_demand_of_the_card_beneath_parity_included(under: str, lays: str, eights: str) -> None:
    assert answers(southampton(f"{under} {eights}", EVERY_RANK)) == set(lays.split())


def test_tk_28_8s_on_2s_ask_for_queens() -> None:
    game = southampton("Jkx2", "2x2 8x2 5")
    play(game, "lay 2x2", "lay 8x2")
    assert stack(game) == "Jkx2 2x2 8x2"
    assert moves(game) == ["pick up"]
    assert answers(southampton("Jkx2 2x2 8x2", EVERY_RANK)) == {"Q"}


def test_tk_28_as_many_2s_are_repeated_as_there_are_8s_where_2s_multiply() -> None:
    assert answers(facing("Jkx2 2x2 8x3", "Qx4 6", eight="repeat")) == {"Qx3", "Qx4"}
    assert moves(facing("Jkx2 2x2 8x3", "Q", pile="Q Q", eight="repeat")) == ["top up 2", "go on"]


def test_tk_28_8s_on_a_joker_ask_for_as_many_pairs() -> None:
    game = southampton("7 Jk 8x2", "9x2 6x2 Q")
    assert answers(game) == {"9x2", "6x2"}
    play(game, "lay 6x2")
    assert moves(game) == ["lay 9x2"]
    assert answers(southampton("7 Jk 8x3", "9x2 6x2 Q")) == set()
    assert moves(southampton("7 Jk 8x2", "9", pile="9 6 6")) == ["top up 3", "go on"]


def test_tk_28_a_single_8_can_follow_8s_that_repeat_a_joker_only_in_a_pair() -> None:
    game = southampton("7 Jk 8x2", "8x4")
    assert answers(game) == {"8x2"}
    play(game, "lay 8x2")
    assert happened(game) == ["0 lays 8x2", "0 clears"]  # four 8s on top


def test_tk_28_the_pairs_must_beat_the_showing_card_under_jokers_and_8s() -> None:
    assert answers(southampton("10 8 Jk 8x2", "9x2 10x2 Kx2")) == {"10x2", "Kx2"}


def test_tk_28_the_repeated_card_is_the_first_below_that_is_not_an_8() -> None:
    assert answers(southampton("K 7 8x2 8", EVERY_RANK)) == {"7", "9", "Jk", "J", "K", "3"}
    assert answers(southampton("3 Jk 8x2", "Kx2 5x2")) == {"Kx2", "5x2"}


@pytest.mark.parametrize("eights", ["8", "8x2", "8 8"])
def test_tk_28_8s_with_nothing_beneath_do_nothing(eights: str) -> None:
    assert answers(southampton(eights, EVERY_RANK)) == set(EVERY_RANK.split())
    game = southampton("", "8x2 5 6")
    play(game, "lay 8x2")
    assert happened(game) == ["0 lays 8x2"]
    assert turn(game) == 1


@pytest.mark.parametrize("top", ["2", "3", "5", "Q", "7", "9", "10", "6", "J", "K", "A"])
def test_tk_28_8s_may_be_laid_where_an_8_answers_the_repeated_card(top: str) -> None:
    may = top not in ("2", "7")
    assert ("8" in answers(southampton(top, "8 5"))) == may
    assert ("8" in answers(southampton(f"{top} 8", "8 5"))) == may


def test_tk_28_8s_repeat_magic_jacks() -> None:
    game = southampton("Jx3 8x2", "5x3 K 8", players=2)
    assert answers(game) == {"5x2", "5x3"}
    assert moves(southampton("J 8x2", "5", pile="5", players=2)) == ["top up 1", "go on"]


# --- TK-28: the effect that 8s repeat ---


@pytest.mark.parametrize("eights", [1, 2, 3])
def test_tk_28_8s_on_9s_discard_as_many_cards_of_their_player(eights: int) -> None:
    game = southampton("9", f"8x{eights} 5x3 K")
    play(game, "lay 8" if eights == 1 else f"lay 8x{eights}", *["discard 5"] * eights)
    assert turn(game) == 1
    assert game.view.discarded == eights


def test_tk_28_8s_on_10s_give_as_many_goes_to_their_player() -> None:
    game = southampton("10", "8x2 K A 5 6")
    play(game, "lay 8x2", "lay K", "lay A", "pass 5")
    assert turn(game) == 2


@pytest.mark.parametrize(("eights", "next_seat"), [("8", 3), ("8x2", 1), ("8x3", 3)])
def test_tk_28_an_odd_number_of_8s_on_a_jack_changes_the_direction(eights: str, next_seat: int) -> None:
    game = southampton("9 J", f"{eights} 5", players=4)
    play(game, f"lay {eights}")
    assert turn(game) == next_seat


@pytest.mark.parametrize(("eights", "next_seat"), [("8", 2), ("8x2", 3), ("8x3", 0)])
def test_tk_28_8s_on_kings_make_as_many_players_miss(eights: str, next_seat: int) -> None:
    game = southampton("K", f"{eights} 5", players=4)
    play(game, f"lay {eights}")
    assert turn(game) == next_seat


@pytest.mark.parametrize("eights", [1, 2, 3])
def test_tk_28_8s_on_aces_give_as_many_cards_of_their_player(eights: int) -> None:
    game = southampton("A", f"8x{eights} 5x3 K")
    play(game, "lay 8" if eights == 1 else f"lay 8x{eights}", *["pass 5"] * eights)
    assert hand(game, 1) == ("5 7" if eights == 1 else f"5x{eights} 7")


@pytest.mark.parametrize("under", ["3", "5", "Q", "6"])
def test_tk_28_8s_on_ranks_without_an_effect_have_none(under: str) -> None:
    game = southampton(under, "8x2 5 6", players=4)
    play(game, "lay 8x2")
    assert happened(game) == ["0 lays 8x2"]
    assert (turn(game), game.view.direction) == (1, 1)


def test_tk_28_8s_on_8s_repeat_the_card_beneath_with_their_own_number() -> None:
    game = southampton("9 8x2", "8 5 6")
    play(game, "lay 8", "discard 5")
    assert turn(game) == 1
    assert answers(southampton("9 8", "7")) == set()


def test_tk_28_a_joker_under_the_8s_is_repeated_and_not_the_card_beneath_it() -> None:
    game = southampton("9 Jk", "8x2 5 6")
    play(game, "lay 8x2")
    assert happened(game) == ["0 lays 8x2"]
    assert turn(game) == 1


def test_tk_28_a_pair_of_8s_after_an_earlier_pair_repeats_that_pair() -> None:
    game = southampton("7 Jkx2", "9x2 8x2 5x4 6")
    play(game, "lay 9x2", "discard 5", "discard 5", "lay 8x2", "discard 5", "discard 5")
    assert turn(game) == 1
    assert stack(game) == "7 Jkx2 9x2 8x2"


def test_tk_28_an_8_that_is_a_player_s_last_card_repeats_a_king_too() -> None:
    game = southampton("K", "8", players=4)
    play(game, "lay 8")
    assert places(game)[0] == 1
    assert turn(game) == 2


def test_tk_28_in_the_base_game_an_8_has_no_effect() -> None:
    game = play(facing("A", "8x2 5 6"), "lay 8x2")
    assert happened(game) == ["0 lays 8x2"]
    assert turn(game) == 1


def test_tk_28_for_four_of_a_kind_an_8_stays_an_8() -> None:
    game = southampton("6x3", "8 5")
    play(game, "lay 8")
    assert happened(game) == ["0 lays 8"]
    game = southampton("6 8x3", "8 5")
    play(game, "lay 8")
    assert happened(game) == ["0 lays 8", "0 clears"]


def test_tk_28_8s_that_complete_four_have_their_effect_before_the_clearing() -> None:
    game = southampton("10 8x3", "8 5 6 7 K")
    play(game, "lay 8", "lay 5", "lay 6")
    assert turn(game) == 1


# --- TK-29: which ranks multiply ---


def test_tk_29_all_seven_multiply_in_the_base_game_and_all_but_2_in_the_variant() -> None:
    game = games.find("twisted-knot")
    assert set(make_rules(game, 3)["multiply"]) == set(MULTIPLYING)
    assert set(make_rules(game, 3, ["preset=southampton"])["multiply"]) == set(MULTIPLYING) - {"2"}
    assert (make_rules(game, 3)["eight"], make_rules(game, 3, ["preset=southampton"])["eight"]) == (
        "invisible",
        "repeat",
    )


@pytest.mark.parametrize("rank", ["4", "3", "8", "Q", "joker"])
def test_tk_29_other_ranks_cannot_be_made_to_multiply(rank: str) -> None:
    with pytest.raises(InputError):
        make_rules(games.find("twisted-knot"), 3, [f"multiply={rank}"])


@pytest.mark.parametrize("eight", ["invisible", "repeat"])
def test_tk_29_one_queen_satisfies_any_number_of_2s_that_do_not_multiply(eight: str) -> None:
    game = facing("2x3", "Qx2 6", eight=eight, multiply=without("2"))
    assert answers(game) == {"Q", "Qx2"}
    assert moves(facing("2x3", "Q", pile="Q Q", multiply=without("2"))) == [
        "lay Q",
        "pick up",
    ]  # nothing to top up (TK-8)
    assert answers(facing("2x3", "Qx2 6", eight=eight)) == set()


def test_tk_29_9s_that_do_not_multiply_discard_one_card() -> None:
    game = play(facing("7", "9x3 5x3", multiply=without("9")), "lay 9x3", "discard 5")
    assert (turn(game), hand(game, 0)) == (1, "5x2")


def test_tk_29_10s_that_do_not_multiply_give_one_go() -> None:
    game = play(facing("9", "10x3 6 J 5", multiply=without("10")), "lay 10x3", "lay 6")
    assert turn(game) == 1


def test_tk_29_jokers_that_do_not_multiply_ask_for_one_pair() -> None:
    game = facing("7 Jkx3", "Kx2 5", multiply=without("Jk"))
    assert answers(game) == {"Kx2"}
    play(game, "lay Kx2")
    assert turn(game) == 0  # two Kings among three
    assert moves(facing("7 Jkx3", "K", pile="K K", multiply=without("Jk"))) == ["top up 1", "go on"]


def test_tk_29_jacks_that_do_not_multiply_change_the_direction_once() -> None:
    game = play(facing("9", "Jx2 5", players=4, multiply=without("J")), "lay Jx2")
    assert turn(game) == 3


def test_tk_29_magic_jacks_that_do_not_multiply_take_one_5() -> None:
    game = facing("Jx3", "5x2 A", players=2, multiply=without("J"))
    assert answers(game) == {"5", "5x2"}
    assert moves(facing("Jx3", "5", pile="5 5", players=2, multiply=without("J"))) == ["lay 5", "pick up"]


def test_tk_29_kings_that_do_not_multiply_make_one_player_miss() -> None:
    game = play(facing("9", "Kx3 5", players=4, multiply=without("K")), "lay Kx3")
    assert turn(game) == 2


def test_tk_29_aces_that_do_not_multiply_give_one_card() -> None:
    game = play(facing("9", "Ax3 5x3", multiply=without("A")), "lay Ax3", "pass 5")
    assert (turn(game), hand(game, 1)) == (1, "5 7")


@pytest.mark.parametrize(
    ("under", "rank", "held"),
    [("9", "9", "5 5 5"), ("10", "10", "6 A 5"), ("K", "K", "5 5 5"), ("A", "A", "5 5 5"), ("9 J", "J", "5 5 5")],
)
def test_tk_29_8s_repeat_a_rank_that_does_not_multiply_once(under: str, rank: str, held: str) -> None:
    game = southampton(under, f"8x2 {held}", players=4, multiply=without(rank))
    play(game, "lay 8x2")
    if rank in ("9", "A"):
        play(game, "discard 5" if rank == "9" else "pass 5")
        assert hand(game, 0) == "5x2"
    if rank == "10":
        play(game, "lay 6")
    assert turn(game) == {"J": 3, "K": 2}.get(rank, 1)


def test_tk_29_8s_repeat_a_joker_that_does_not_multiply_as_one_pair() -> None:
    assert answers(southampton("7 Jk 8x2", "9x2 5", multiply=without("Jk"))) == {"9x2"}


def test_tk_29_whether_8s_count_is_a_matter_of_the_repeated_rank() -> None:
    assert answers(southampton("J 8x2", "5x2 A", players=2)) == {"5x2"}
    assert answers(southampton("J 8x2", "5x2 A", players=2, multiply=without("J"))) == {"5", "5x2"}


def test_tk_29_4s_and_four_of_a_kind_never_multiply() -> None:
    for multiply in ("none", ",".join(MULTIPLYING)):
        game = facing("9", "4x3 5 6", multiply=multiply)
        play(game, "lay 4x3", "lay 5")
        assert turn(game) == 1
        game = facing("9", "6x5 5 7", multiply=multiply)
        play(game, "lay 6x5", "lay 5")
        assert turn(game) == 1


def test_tk_29_the_number_of_2s_that_count_is_taken_from_the_lay_and_the_setting() -> None:
    game = play(position("hand 0: 2x3 5\nhand 1: Q K\nhand 2: 7\nturn: 0", multiply="9,K"), "lay 2x3")
    assert answers(game) == {"Q"}

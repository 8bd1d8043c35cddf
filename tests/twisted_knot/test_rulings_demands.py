"""Rulings TK-10 to TK-16: what satisfies the cards on the table."""

import pytest

from tests.twisted_knot.positions import answers, facing, happened, moves, places, play, position, stack, turn

EVERY_RANK = "2 5 Q 7 9 10 Jk 6 J K A 3 4 8"
SATISFIED_BY = {
    "2": "Q",
    "3": "3 4 5 6 7 8 9 10 J Q K A Jk",
    "5": "Q 10 Jk 6 A 4 8",
    "Q": "3 4 6 7 8 9 10 J Q K A Jk",
    "7": "7 9 Jk J K 3",
    "9": "9 10 Jk 6 J K A 3 4 8",
    "10": "10 Jk 6 J K A 3 4 8",
    "6": "6 J K A 3 4 8",
    "J": "J K A 3 4 8",
    "K": "K A 3 4 8",
    "A": "A 3 4 8",
}
BEATEN_IN_ORDER_BY = {
    "2": "5 Q 7 9 10 Jk 6 J K A 3 4 8",
    "3": "5 Q 7 9 10 Jk 6 J K A 3 4 8",
    "5": "Q 7 9 10 Jk 6 J K A 3 4 8",
    "Q": "Q 7 9 10 Jk 6 J K A 3 4 8",
    "7": "7 9 10 Jk 6 J K A 3 4 8",
    "9": "9 10 Jk 6 J K A 3 4 8",
    "10": "10 Jk 6 J K A 3 4 8",
    "6": "6 J K A 3 4 8",
    "J": "J K A 3 4 8",
    "K": "K A 3 4 8",
    "A": "A 3 4 8",
}


def every(count: int) -> str:
    """So many cards of every rank."""
    return " ".join(f"{rank}x{count}" for rank in EVERY_RANK.split())


def ranks_of(lays: set[str]) -> set[str]:
    """The ranks among some lays."""
    return {lay.partition("x")[0] for lay in lays}


# --- TK-10, 11: an empty table, a rank on top ---


def test_tk_10_on_an_empty_table_any_rank_goes_in_any_number() -> None:
    assert answers(facing("", every(3))) == {
        f"{rank}{times}" for rank in EVERY_RANK.split() for times in ("", "x2", "x3")
    }


@pytest.mark.parametrize("top", SATISFIED_BY)
def test_tk_11_a_card_on_top_is_satisfied_by_the_ranks_of_its_row(top: str) -> None:
    assert answers(facing(top, EVERY_RANK)) == set(SATISFIED_BY[top].split())


@pytest.mark.parametrize("top", [rank for rank in SATISFIED_BY if rank != "2"])
def test_tk_11_two_of_a_rank_on_top_ask_for_no_more_than_one_does(top: str) -> None:
    assert answers(facing(f"{top}x2", EVERY_RANK)) == set(SATISFIED_BY[top].split())


def test_tk_11_the_2s_of_one_lay_need_at_least_as_many_queens() -> None:
    assert answers(facing("2", "Qx4 6")) == {"Q", "Qx2", "Qx3", "Qx4"}
    assert answers(facing("2x3", "Qx4 6")) == {"Qx3", "Qx4"}
    assert answers(facing("2x4", "Qx3 6x5")) == set()


def test_tk_11_only_the_last_lay_counts_for_the_number_of_queens() -> None:
    game = facing("Jkx2 2x3 2x2", "Qx2")  # two pairs of 2s on two jokers
    assert answers(game) == {"Qx2"}


def test_tk_11_more_2s_than_queens_can_only_be_picked_up() -> None:
    assert moves(facing("2x3", "Qx2 Ax4")) == ["pick up"]


def test_tk_11_in_an_extra_go_a_player_must_satisfy_his_own_lay() -> None:
    game = play(facing("9", "10x2 9 6 2"), "lay 10x2")
    assert answers(game) == {"6"}
    play(game, "lay 6")
    assert moves(game) == ["pick up"]


def test_tk_11_a_player_must_satisfy_his_own_lay_when_all_others_were_passed_over() -> None:
    game = play(facing("", "Kx3 6 A", players=3), "lay Kx2")
    assert turn(game) == 0
    assert answers(game) == {"K", "A"}


# --- TK-12: Magic Jacks ---


def test_tk_12_between_two_players_a_jack_is_satisfied_only_by_5s() -> None:
    assert answers(facing("J", every(1), players=2)) == {"5"}
    assert answers(facing("J", every(1), players=3)) == set(SATISFIED_BY["J"].split())


def test_tk_12_it_takes_at_least_as_many_5s_as_jacks_of_the_last_lay() -> None:
    assert answers(facing("Jx2", "5x4 A", players=2)) == {"5x2", "5x3", "5x4"}
    assert answers(facing("J Jx3", "5x4 A", players=2, packs=2)) == {"5x3", "5x4"}
    assert answers(facing("Jx3", "5x2 A", players=2)) == set()


def test_tk_12_a_larger_game_that_has_come_down_to_two_has_magic_jacks_too() -> None:
    assert answers(position("hand 0: 5 K A\nhand 2: 7\nout: 1 3\nstack: J\nturn: 0")) == {"5"}


def test_tk_12_the_players_are_counted_when_the_jack_is_answered() -> None:
    game = play(position("hand 0: J K\nhand 1: 5 A\nhand 2: 5 A\nstack: 9\nturn: 0"), "lay J")
    assert answers(game) == {"A"}
    # The same Jack, one player later.
    assert answers(position("hand 0: K\nhand 2: 5 A\nout: 1\nstack: 9 J\nturn: 2")) == {"5"}


def test_tk_12_a_jack_of_a_player_who_goes_out_with_it_is_magic_for_the_two_left() -> None:
    game = play(position("hand 0: Jx2\nhand 1: 5x2 A\nhand 2: 5x2 A\nstack: 9\nturn: 0"), "lay Jx2")
    assert places(game) == [1, 0, 0]
    assert answers(game) == {"5x2"}


# --- TK-13: an 8 on top ---


@pytest.mark.parametrize("showing", BEATEN_IN_ORDER_BY)
@pytest.mark.parametrize("over", ["8", "8x2", "8 8x2", "Jk 8x2"])
def test_tk_13_under_8s_the_showing_card_is_to_be_beaten_in_card_order_only(showing: str, over: str) -> None:
    assert answers(facing(f"{showing} {over}", EVERY_RANK)) == set(BEATEN_IN_ORDER_BY[showing].split())


def test_tk_13_a_2_beats_nothing_not_even_a_2_under_an_8() -> None:
    game = play(facing("Jkx2", "2x2 8x2"), "lay 2x2", "lay 8x2")
    assert stack(game) == "Jkx2 2x2 8x2"
    assert answers(game) == {"7"}
    assert "2" not in answers(facing("Jkx2 2x2 8x2", "2x2 5"))


def test_tk_13_no_number_is_asked_for_under_an_8() -> None:
    assert answers(facing("Jkx2 2x4 8x2", "Q 2")) == {"Q"}
    assert answers(facing("9 Jx3 8", "K 5", players=2)) == {"K"}


def test_tk_13_there_is_no_magic_jack_under_an_8() -> None:
    assert answers(facing("J 8", EVERY_RANK, players=2)) == set(BEATEN_IN_ORDER_BY["J"].split())


def test_tk_13_jokers_and_8s_are_looked_through() -> None:
    assert answers(facing("K 3 Jk 8x2 8", "5 2 K")) == {"5", "K"}
    assert answers(facing("9 8 Jk 8x2 8", EVERY_RANK)) == set(BEATEN_IN_ORDER_BY["9"].split())


@pytest.mark.parametrize("nothing", ["8", "8x3", "Jk 8x2", "8 Jk 8x2"])
def test_tk_13_with_nothing_showing_any_rank_goes(nothing: str) -> None:
    assert answers(facing(nothing, EVERY_RANK)) == set(EVERY_RANK.split())


# --- TK-14: jokers on top ---


@pytest.mark.parametrize("showing", BEATEN_IN_ORDER_BY)
@pytest.mark.parametrize("over", ["Jk", "8 Jk"])
def test_tk_14_a_joker_asks_for_two_or_more_of_a_rank_that_beats_the_showing_card(showing: str, over: str) -> None:
    game = facing(f"{showing} {over}", every(3))
    assert answers(game) == {f"{rank}x{count}" for rank in BEATEN_IN_ORDER_BY[showing].split() for count in (2, 3)}


def test_tk_14_with_nothing_showing_any_pair_goes() -> None:
    assert ranks_of(answers(facing("Jk", every(2)))) == set(EVERY_RANK.split())
    assert ranks_of(answers(facing("8 Jk", every(2)))) == set(EVERY_RANK.split())


def test_tk_14_parity_does_not_matter_for_pairs() -> None:
    assert answers(facing("5 Jk", "7x2 9x2 Kx2")) == {"7x2", "9x2", "Kx2"}


def test_tk_14_single_cards_do_not_serve() -> None:
    assert moves(facing("7 Jk", "9 10 6 J K A 3 4 8")) == ["pick up"]


def test_tk_14_two_jokers_ask_for_two_pairs_laid_one_after_another_in_one_go() -> None:
    game = play(facing("7 Jkx2", "9 Kx2 6x2 5"), "lay 6x2")
    assert turn(game) == 0
    assert moves(game) == ["lay Kx2"]  # no pick-up between them
    play(game, "lay Kx2")
    assert stack(game) == "7 Jkx2 6x2 Kx2"
    assert (turn(game), game.view.misses) == (0, 0)  # two Kings among three: the layer again, in a new turn
    assert happened(game) == ["0 lays 6x2", "0 lays Kx2"]


def test_tk_14_three_jokers_ask_for_three_pairs() -> None:
    game = play(facing("7 Jkx3", "6x2 Jx2 3x2 5"), "lay 3x2", "lay Jx2", "lay 6x2")
    assert turn(game) == 1
    assert stack(game) == "7 Jkx3 3x2 Jx2 6x2"


def test_tk_14_every_pair_is_judged_against_the_card_that_showed_when_the_go_began() -> None:
    game = facing("7 Jkx2", "3x2 7x2 Qx2")
    assert answers(game) == {"3x2", "7x2"}
    play(game, "lay 3x2")
    assert answers(game) == {"7x2"}
    play(game, "lay 7x2")
    assert stack(game) == "7 Jkx2 3x2 7x2"


def test_tk_14_a_low_pair_does_not_let_a_lower_one_follow() -> None:
    game = facing("10 Jkx2", "10x2 6x2 9x2 Qx3")
    assert answers(game) == {"10x2", "6x2"}


def test_tk_14_the_last_pair_is_what_lies_on_top() -> None:
    game = position("hand 0: 3x2 5x2\nhand 1: 6 7 9 3\nhand 2: 7\nstack: 3 Jkx2\nturn: 0", packs=2)
    play(game, "lay 3x2", "lay 5x2")
    assert answers(game) == {"6"}


def test_tk_14_a_hand_that_cannot_supply_all_pairs_owed_may_lay_none() -> None:
    assert moves(facing("7 Jkx2", "Kx3 A 3 4 8 5x2")) == ["pick up"]
    assert moves(facing("7 Jkx3", "Kx2 Ax2 6")) == ["pick up"]


def test_tk_14_four_of_a_rank_can_serve_as_two_pairs() -> None:
    game = facing("7 Jkx2", "Kx4 5")
    assert answers(game) == {"Kx2"}
    play(game, "lay Kx2")
    assert moves(game) == ["lay Kx2"]


@pytest.mark.parametrize(
    ("on_table", "held", "lays"),
    [
        ("7 Jkx2", "Kx5", {"Kx2", "Kx3"}),
        ("7 Jkx2", "Kx5 Ax2", {"Kx2", "Kx3", "Kx4", "Kx5", "Ax2"}),
        ("7 Jkx2", "Kx3 Ax2", {"Kx2", "Kx3", "Ax2"}),
        ("7 Jkx3", "Kx4 Ax3", {"Kx2", "Ax2", "Ax3"}),
        ("7 Jkx3", "Kx6", {"Kx2"}),
        ("7 Jkx3", "Kx7", {"Kx2", "Kx3"}),
        ("7 Jkx4", "Kx2 Ax2 6x2 5x2", set()),
    ],
)
def test_tk_14_the_hand_that_a_pair_leaves_must_still_hold_all_pairs_owed_after_it(
    on_table: str, held: str, lays: set[str]
) -> None:
    assert answers(facing(on_table, held)) == lays


def test_tk_14_a_pair_may_be_laid_although_its_own_effect_will_take_the_next_one() -> None:
    game = facing("7 Jkx2", "9x2 Kx2")
    assert answers(game) == {"9x2", "Kx2"}
    play(game, "lay 9x2", "discard K", "discard K")
    assert places(game)[0] == 1


def test_tk_14_what_is_owed_lapses_when_cards_given_away_leave_too_few_pairs() -> None:
    game = play(facing("7 Jkx2", "9x2 Kx2 5x2"), "lay 9x2", "discard K", "discard 5")
    assert turn(game) == 1  # the go is over, and the turn with it
    assert stack(game) == "7 Jkx2 9x2"
    game = play(facing("7 Jkx2", "Ax2 Kx2 5x2"), "lay Ax2", "pass 5", "pass K")
    assert turn(game) == 1


def test_tk_14_pairs_that_can_still_be_supplied_must_be_laid_after_giving_cards_away() -> None:
    game = play(facing("7 Jkx2", "9x2 Kx2 5x2"), "lay 9x2", "discard 5", "discard 5")
    assert moves(game) == ["lay Kx2"]


def test_tk_14_what_is_owed_lapses_although_one_pair_of_two_could_still_be_laid() -> None:
    game = play(facing("7 Jkx3", "9x2 Kx2 6x2 5"), "lay 9x2", "discard K", "discard 5")
    assert turn(game) == 1


def test_tk_14_a_clearing_makes_the_rest_void() -> None:
    game = play(facing("7 Jkx2", "4x2 Kx2 5"), "lay 4x2")
    assert happened(game) == ["0 lays 4x2", "0 clears"]
    assert moves(game) == ["lay 5", "lay K", "lay Kx2"]  # one more go, on an empty table
    play(game, "lay 5")
    assert turn(game) == 1


def test_tk_14_even_a_pair_of_4s_needs_the_other_pairs_in_the_hand() -> None:
    assert answers(facing("7 Jkx2", "4x2 K 5")) == set()


def test_tk_14_jokers_that_complete_four_clear_the_table_and_end_the_debt() -> None:
    game = play(facing("7 Jkx2", "Jkx2 Kx2 5"), "lay Jkx2")
    assert happened(game) == ["0 lays Jkx2", "0 clears"]
    assert moves(game) == ["lay 5", "lay K", "lay Kx2"]


def test_tk_14_two_pairs_of_one_rank_clear_as_four_of_a_kind_after_the_second() -> None:
    game = play(facing("7 Jkx2", "9x4 5x4 3"), "lay 9x2", "discard 5", "discard 5", "lay 9x2", "discard 5", "discard 5")
    assert happened(game)[-1] == "0 clears"
    assert moves(game) == ["lay 3"]


def test_tk_14_goes_that_a_pair_of_tens_gave_follow_after_the_last_pair() -> None:
    game = play(facing("7 Jkx2", "10x2 6x2 K A 5"), "lay 10x2")
    assert moves(game) == ["lay 6x2"]
    play(game, "lay 6x2", "lay K", "lay A")
    assert turn(game) == 0  # two more goes, then the 5 or a King is given away
    play(game, "pass 5")
    assert places(game)[0] == 1


def test_tk_14_goes_given_by_a_pair_stay_when_the_rest_of_the_pairs_lapses() -> None:
    game = play(facing("7 Jkx3", "10x2 9x2 6x2 5"), "lay 10x2", "lay 9x2", "discard 6", "discard 5")
    assert turn(game) == 0
    assert moves(game) == ["lay 6", "pick up"]


def test_tk_14_a_pair_of_aces_gives_to_the_neighbour_before_the_next_pair() -> None:
    game = play(facing("7 Jkx2", "Ax2 3x2 5x3"), "lay Ax2", "pass 5", "pass 5", "lay 3x2")
    assert happened(game) == ["0 lays Ax2", "0 passes 5 to 1", "0 passes 5 to 1", "0 lays 3x2"]


def test_tk_14_jokers_can_be_picked_up_before_the_first_pair() -> None:
    assert moves(facing("7 Jkx2", "Kx2 Ax2"))[-1] == "pick up"


# --- TK-15: jokers and 8s as pairs ---


def test_tk_15_a_pair_on_a_joker_may_be_jokers_or_8s() -> None:
    assert answers(facing("7 Jk", "Jkx2 8x2")) == {"Jkx2", "8x2"}


def test_tk_15_jokers_and_8s_must_beat_the_showing_card_too() -> None:
    assert answers(facing("7 Jkx2 Jx2 Jk", "Jkx3 8x2")) == {"8x2"}
    assert answers(facing("3 Jk", "Jkx2 8x2")) == {"Jkx2", "8x2"}


def test_tk_15_two_jokers_as_a_pair_ask_for_two_pairs_beating_the_same_card() -> None:
    game = play(position("hand 0: Jkx2 5\nhand 1: 9x2 6x2 Qx2\nstack: 7 Jk\nturn: 0", jokers=4), "lay Jkx2")
    assert answers(game) == {"9x2", "6x2"}
    play(game, "lay 6x2")
    assert moves(game) == ["lay 9x2"]


def test_tk_15_two_8s_on_a_joker_demand_as_a_single_8_would() -> None:
    game = facing("7 Jk 8x2", EVERY_RANK)
    assert answers(game) == set(BEATEN_IN_ORDER_BY["7"].split())


# --- TK-16: any number ---


@pytest.mark.parametrize("on_table", ["", "9", "9 8", "3"])
def test_tk_16_any_number_up_to_the_hand_s_may_be_laid(on_table: str) -> None:
    assert answers(facing(on_table, "6x5 Kx2")) == {"6", "6x2", "6x3", "6x4", "6x5", "K", "Kx2"}

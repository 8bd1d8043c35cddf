"""Rulings TK-17 to TK-25: what a lay does, giving away, clearing."""

import pytest

from tests.twisted_knot.positions import (
    answers,
    discards,
    facing,
    hand,
    happened,
    known,
    moves,
    places,
    play,
    position,
    stack,
    turn,
)

# --- TK-17: cards without an effect ---


@pytest.mark.parametrize("rank", ["2", "3", "5", "Q", "7", "6", "Jk", "8"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_tk_17_some_ranks_do_nothing_but_leave_their_demand(rank: str, count: int) -> None:
    lay = rank if count == 1 else f"{rank}x{count}"
    game = play(facing("", f"{rank}x{count} K A", pile="5 6", players=4), f"lay {lay}")
    assert happened(game) == [f"0 lays {lay}"]
    assert (hand(game, 0), stack(game)) == ("K A", lay)
    assert (turn(game), game.view.direction) == (1, 1)


# --- TK-18: 9s ---


@pytest.mark.parametrize("nines", [1, 2, 3])
def test_tk_18_9s_put_as_many_cards_out_of_the_game(nines: int) -> None:
    lay = "9" if nines == 1 else f"9x{nines}"
    game = play(facing("7", f"{lay} 5x3 K"), f"lay {lay}", *["discard 5"] * nines)
    assert happened(game) == [f"0 lays {lay}", *["0 discards 5"] * nines]
    assert game.hidden.hands[0].sum() == 4 - nines
    assert game.view.discarded == nines
    assert turn(game) == 1


def test_tk_18_only_the_9s_of_the_lay_itself_count() -> None:
    game = play(facing("9x2", "9 5x3"), "lay 9", "discard 5")
    assert turn(game) == 1


# --- TK-19: 10s ---


@pytest.mark.parametrize("tens", [1, 2, 3])
def test_tk_19_10s_give_as_many_more_goes(tens: int) -> None:
    lay = "10" if tens == 1 else f"10x{tens}"
    game = play(facing("9", f"{lay} Jx2 Kx2 3 5"), f"lay {lay}")
    for following in ["Jx2", "Kx2", "3"][:tens]:
        assert turn(game) == 0
        play(game, f"lay {following}")
    assert hand(game, 0) == {1: "5 Kx2 3", 2: "5 3", 3: "5"}[tens]
    assert happened(game)[-1] == f"0 lays {['Jx2', 'Kx2', '3'][tens - 1]}"


def test_tk_19_each_further_go_must_satisfy_what_then_lies_on_top() -> None:
    game = play(facing("9", "10x2 6 9 J 5"), "lay 10x2")
    assert answers(game) == {"6", "J"}
    play(game, "lay J")
    assert answers(game) == set()


def test_tk_19_10s_in_further_goes_add_their_goes() -> None:
    game = play(facing("9", "10x2 6 J K"), "lay 10", "lay 10", "lay 6")
    assert turn(game) == 1
    game = play(facing("9", "10x3 6 J K 5"), "lay 10x2", "lay 10", "lay 6", "lay J")
    assert turn(game) == 2


# --- TK-20: Jacks ---


@pytest.mark.parametrize(("jacks", "next_seat"), [("J", 3), ("Jx2", 1), ("Jx3", 3)])
def test_tk_20_an_odd_number_of_jacks_changes_the_direction(jacks: str, next_seat: int) -> None:
    game = play(facing("9", f"{jacks} 5", players=4), f"lay {jacks}")
    assert turn(game) == next_seat


def test_tk_20_only_the_jacks_of_the_lay_itself_count() -> None:
    game = play(facing("9 J", "Jx2 5", players=4), "lay Jx2")
    assert turn(game) == 1


def test_tk_20_a_second_change_restores_the_direction() -> None:
    game = play(position("hand 0: J 5\nhand 1: J 5\nhand 2: 7\nstack: 9\nturn: 0\ndirection: down"), "lay J")
    assert turn(game) == 1
    play(game, "lay J")
    assert turn(game) == 0


def test_tk_20_the_new_direction_holds_for_the_following_turns() -> None:
    game = position("hand 0: J 5\nhand 1: 7 5\nhand 2: K 5\nhand 3: K 5\nstack: 9\nturn: 0")
    play(game, "lay J", "pick up", "lay 5")
    assert turn(game) == 1


def test_tk_20_jacks_between_two_players_just_hand_the_turn_over() -> None:
    game = play(facing("9", "J 5", players=2), "lay J")
    assert turn(game) == 1


def test_tk_20_the_direction_is_told_as_up_whenever_two_players_are_left() -> None:
    game = play(position("hand 0: 6\nhand 1: 7 J Jx2\nhand 2: 7 5 5\nstack: 9\nturn: 0\ndirection: down"), "lay 6")
    assert (turn(game), game.view.direction) == (2, 1)
    play(game, "pick up", "lay J")
    assert game.view.direction == 1


# --- TK-21: Aces ---


@pytest.mark.parametrize("aces", [1, 2, 3])
def test_tk_21_aces_give_as_many_cards_to_the_next_player(aces: int) -> None:
    lay = "A" if aces == 1 else f"Ax{aces}"
    game = play(facing("9", f"{lay} 5x3 K"), f"lay {lay}", *["pass 5"] * aces)
    assert happened(game) == [f"0 lays {lay}", *["0 passes 5 to 1"] * aces]
    assert hand(game, 1) == ("5 7" if aces == 1 else f"5x{aces} 7")
    assert turn(game) == 1


def test_tk_21_the_receiver_is_found_in_the_direction_then_valid() -> None:
    game = play(facing("9", "10x2 J A 5", players=4), "lay 10x2", "lay J", "lay A", "pass 5")
    assert hand(game, 3) == "5 7"
    assert hand(game, 1) == "7"


def test_tk_21_players_who_are_out_are_passed_over_as_receivers() -> None:
    game = play(position("hand 0: A 5 6\nhand 2: 7\nhand 3: K\nout: 1\nstack: 9\nturn: 0"), "lay A", "pass 5")
    assert hand(game, 2) == "5 7"


def test_tk_21_the_very_next_player_gets_the_card_even_when_he_will_miss_his_turn() -> None:
    game = play(facing("9", "10x2 K A 5 6", players=4), "lay 10x2", "lay K", "lay A", "pass 5")
    assert hand(game, 1) == "5 7"
    assert turn(game) == 2


def test_tk_21_a_card_given_can_be_played_at_once_by_the_receiver() -> None:
    game = play(position("hand 0: A 4 5\nhand 1:\npile 1: 6 7\nhand 2: 7\nstack: 9\nturn: 0"), "lay A", "pass 4")
    assert happened(game) == ["0 lays A", "0 passes 4 to 1"]  # his hand is not empty any more
    assert moves(game) == ["lay 4", "pick up"]


# --- TK-22: Kings ---


@pytest.mark.parametrize(
    ("kings", "players", "next_seat"),
    [
        ("K", 2, 0), ("Kx2", 2, 1), ("Kx3", 2, 0),
        ("K", 3, 2), ("Kx2", 3, 0), ("Kx3", 3, 1),
        ("K", 4, 2), ("Kx2", 4, 3), ("Kx3", 4, 0),
        ("K", 5, 2), ("Kx3", 5, 4),
    ],
)  # fmt: skip
def test_tk_22_kings_pass_over_as_many_players_the_layer_included(kings: str, players: int, next_seat: int) -> None:
    game = play(facing("9", f"{kings} 5", players=players), f"lay {kings}")
    assert turn(game) == next_seat


def test_tk_22_players_who_are_out_are_not_counted() -> None:
    game = play(position("hand 0: Kx2 5\nhand 2: 7\nhand 3: 7\nhand 5: 7\nout: 1 4\nstack: 9\nturn: 0"), "lay Kx2")
    assert turn(game) == 5


def test_tk_22_misses_of_one_turn_add_up() -> None:
    game = play(facing("9", "10x2 Kx2 5", players=5), "lay 10x2", "lay K", "lay K")
    assert turn(game) == 3


def test_tk_22_misses_run_in_the_direction_valid_when_the_turn_is_over() -> None:
    game = play(facing("9", "10x2 J K 5", players=5), "lay 10x2", "lay J", "lay K")
    assert turn(game) == 3
    game = play(facing("9", "10x2 K 4 J 5", players=5), "lay 10x2", "lay K", "lay 4", "lay J")
    assert turn(game) == 3


def test_tk_22_misses_do_not_outlive_the_turn() -> None:
    game = position("hand 0: K 5\nhand 1: 7\nhand 2: A 7 7\nhand 3: 7\nstack: 9\nturn: 0")
    play(game, "lay K", "lay A", "pass 7")
    assert turn(game) == 3


def test_tk_22_four_kings_clear_and_still_make_four_turns_missed() -> None:
    game = play(facing("", "Kx4 5 6", players=3), "lay Kx4", "lay 5")
    assert turn(game) == 2


# --- TK-23: giving away ---


def test_tk_23_cards_are_given_one_at_a_time_by_choice_from_the_hand() -> None:
    game = play(facing("7", "9x2 5 Q K", pile="6"), "lay 9x2")
    assert moves(game) == ["discard 5", "discard Q", "discard K"]
    play(game, "discard Q")
    assert moves(game) == ["discard 5", "discard K"]
    play(game, "discard K")
    assert (turn(game), hand(game, 0), discards(game, 0)) == (1, "5", "Q K")


def test_tk_23_more_cards_of_the_same_lay_s_rank_may_be_given() -> None:
    game = play(facing("7", "9x2 K"), "lay 9")
    assert moves(game) == ["discard 9", "discard K"]


def test_tk_23_once_the_hand_is_empty_the_pile_s_top_is_given_without_choice() -> None:
    game = play(facing("7", "9x3 5", pile="Q K 6"), "lay 9x3", "discard 5")
    assert happened(game) == ["0 lays 9x3", "0 discards 5", "0 takes Q", "0 discards Q", "0 takes K", "0 discards K"]
    assert (hand(game, 0), game.view.pile_sizes[0], turn(game)) == ("", 1, 1)


def test_tk_23_an_ace_gives_from_the_pile_as_well() -> None:
    game = play(facing("9", "Ax2", pile="5 Q K"), "lay Ax2")
    assert happened(game) == ["0 lays Ax2", "0 takes 5", "0 passes 5 to 1", "0 takes Q", "0 passes Q to 1"]
    assert hand(game, 1) == "5 Q 7"


@pytest.mark.parametrize(("lay", "verb"), [("9x3", "discard"), ("Ax3", "pass")])
def test_tk_23_whoever_has_fewer_cards_gives_all_of_them(lay: str, verb: str) -> None:
    game = play(facing("7" if verb == "discard" else "9", f"{lay} 5", pile="6"), f"lay {lay}", f"{verb} 5")
    assert places(game)[0] == 1
    assert hand(game, 1) == ("7" if verb == "discard" else "5 7 6")


def test_tk_23_discards_are_known_to_the_discarder_only() -> None:
    game = position("hand 0: 9 5 K\nhand 1: 7 K\nhand 2: 7\nstack: 7\nturn: 0\nknown 1 0: 5")
    play(game, "lay 9", "discard 5")
    assert discards(game, 0) == "5"
    assert (discards(game, 1), game.view.discards.sum()) == ("", 0)
    assert known(game, 1, 0) == "5"  # for all he knows it may still be there


def test_tk_23_cards_passed_are_known_to_giver_and_receiver_only() -> None:
    game = position("hand 0: A 5 K\nhand 1: 7 K\nhand 2: 7\nstack: 9\nturn: 0\nknown 1 0: 5x2\nknown 2 0: 5x2")
    play(game, "lay A", "pass 5")
    assert known(game, 0, 1) == "5"
    assert known(game, 2, 1) == ""
    assert known(game, 1, 0) == "5"  # the receiver saw one leave
    assert known(game, 2, 0) == "5x2"


# --- TK-24: 4s ---


@pytest.mark.parametrize("fours", ["4", "4x2", "4x3", "4x4", "4x5"])
def test_tk_24_any_number_of_4s_clears_the_table_once_and_gives_one_more_go(fours: str) -> None:
    game = facing("9 6x2", f"{fours} 5 K")
    before = game.view.cleared.sum()
    play(game, f"lay {fours}")
    assert happened(game) == [f"0 lays {fours}", "0 clears"]
    assert stack(game) == ""
    assert game.view.cleared.sum() - before == 3 + int(fours.partition("x")[2] or 1)
    assert moves(game) == ["lay 5", "lay K"]
    play(game, "lay 5")
    assert turn(game) == 1


def test_tk_24_a_4_on_an_empty_table_clears_itself() -> None:
    game = play(facing("", "4 5"), "lay 4")
    assert (turn(game), stack(game), moves(game)) == (0, "", ["lay 5"])


def test_tk_24_the_go_of_a_4_comes_on_top_of_those_of_a_10() -> None:
    game = play(facing("9", "10 4 5 6 7"), "lay 10", "lay 4", "lay 5")
    assert turn(game) == 1
    game = play(facing("9", "10x2 4 5 6 7"), "lay 10x2", "lay 4", "lay 5", "lay 6")
    assert turn(game) == 1


# --- TK-25: four of a kind ---


@pytest.mark.parametrize(
    ("on_table", "lay"),
    [
        ("6x3", "6"),
        ("9 6 6 6", "6"),
        ("9 6x2", "6x2"),
        ("9 6 6x2", "6"),
        ("9", "6x4"),
        ("", "6x4"),
        ("9 6x3", "6x2"),
        ("9", "6x5"),
        ("9 6", "6x4"),
    ],
)
def test_tk_25_four_or_more_of_a_rank_on_top_clear_however_they_came_there(on_table: str, lay: str) -> None:
    game = play(facing(on_table, f"{lay} 5 K"), f"lay {lay}")
    assert happened(game) == [f"0 lays {lay}", "0 clears"]
    assert (turn(game), stack(game)) == (0, "")
    play(game, "lay 5")
    assert turn(game) == 1


@pytest.mark.parametrize(
    ("on_table", "lay"),
    [("6x2", "6"), ("9", "6x3"), ("6x3 J", "J"), ("Kx2 8", "Kx2"), ("Kx3 8", "K"), ("9x2 Jk", "9x2")],
)
def test_tk_25_fewer_than_four_together_do_not_clear(on_table: str, lay: str) -> None:
    game = play(facing(on_table, f"{lay} 5 5 5"), f"lay {lay}")
    assert "0 clears" not in happened(game)
    assert stack(game) != ""


def test_tk_25_8s_and_jokers_count_as_ranks_of_their_own() -> None:
    game = play(facing("K 8x3", "8 5"), "lay 8")
    assert happened(game) == ["0 lays 8", "0 clears"]
    game = play(facing("7 Jkx2", "Jkx2 9x2 5"), "lay Jkx2")
    assert happened(game) == ["0 lays Jkx2", "0 clears"]


def test_tk_25_8s_and_jokers_stand_for_no_other_card() -> None:
    game = play(facing("Kx3", "8 5"), "lay 8")
    assert happened(game) == ["0 lays 8"]
    game = play(facing("7x3", "Jk 5"), "lay Jk")
    assert happened(game) == ["0 lays Jk"]


def test_tk_25_a_10_that_completes_four_gives_its_go_and_that_of_the_clearing() -> None:
    game = play(facing("9 10x3", "10 5 6 7 K"), "lay 10", "lay 5", "lay 6")
    assert turn(game) == 1
    game = play(facing("9 10x2", "10x2 4 2 7 K"), "lay 10x2", "lay 4", "lay 7", "lay K")
    assert turn(game) == 0  # two goes of the tens, one of the clearing, one of the 4: one is left
    play(game, "pick up")
    assert turn(game) == 1


def test_tk_25_a_9_that_completes_four_discards_before_the_clearing() -> None:
    game = play(facing("9x3", "9 5 6"), "lay 9", "discard 5")
    assert happened(game) == ["0 lays 9", "0 discards 5", "0 clears"]
    assert moves(game) == ["lay 6"]


def test_tk_25_an_ace_that_completes_four_gives_before_the_clearing() -> None:
    game = play(facing("9 Ax3", "A 5 6"), "lay A", "pass 5")
    assert happened(game) == ["0 lays A", "0 passes 5 to 1", "0 clears"]
    assert turn(game) == 0


def test_tk_25_a_jack_that_completes_four_changes_the_direction() -> None:
    game = play(facing("9 Jx3", "J 5 6", players=4), "lay J", "lay 5")
    assert turn(game) == 3


def test_tk_25_a_king_that_completes_four_still_makes_the_next_player_miss() -> None:
    game = play(facing("9 Kx3", "K 5 6", players=4), "lay K", "lay 5")
    assert turn(game) == 2


def test_tk_25_four_2s_on_top_clear_before_anybody_has_to_answer_them() -> None:
    game = play(facing("", "2x4 5"), "lay 2x4")
    assert moves(game) == ["lay 5"]

"""What a player knows: the list at the end of the rulings, as the view of the player to move holds it."""

import numpy as np
import pytest

from knotlab.sim.games.twisted_knot.cards import NAMES
from knotlab.sim.playing.records import record_game
from knotlab.sim.playing.stepper import Stepper
from tests.twisted_knot.positions import discards, hand, happened, known, play, position, replay, spell_row, turn
from tests.twisted_knot.scripts import ANYTHING, job


def three(hand_0: str, on_table: str, **more: str) -> Stepper:
    """Three players, seat 0 to move."""
    lines = "".join(f"{key.replace('_', ' ')}: {cards}\n" for key, cards in more.items())
    return position(f"hand 0: {hand_0}\nhand 1: 7 K 5\nhand 2: 7 Q 5\nstack: {on_table}\nturn: 0\n{lines}")


def everyone_knows(game: Stepper, seat: int, cards: str) -> bool:
    """Whether all others know exactly these cards of a hand."""
    return all(known(game, viewer, seat) == cards for viewer in range(int(game.view.players)) if viewer != seat)


def test_cards_picked_up_are_known_to_all_others() -> None:
    game = three("2 K", "9 6x2")
    play(game, "pick up")
    assert everyone_knows(game, 0, "9 6x2")
    assert known(game, 0, 0) == ""
    assert spell_row(game.view.known[0]) == "9 6x2"  # as seat 1 sees it, whose turn it is


def test_cards_picked_up_come_on_top_of_those_known_already() -> None:
    game = three("2 K", "9 6x2", known_1_0="2", known_2_0="2")
    play(game, "pick up")
    assert everyone_knows(game, 0, "2 9 6x2")


def test_cards_laid_are_no_longer_in_the_hand_that_was_known() -> None:
    game = three("6x3 9 2", "9", known_1_0="9 6x2", known_2_0="9 6")
    play(game, "lay 6")
    assert known(game, 1, 0) == "9 6"
    assert known(game, 2, 0) == "9"


def test_cards_laid_that_nobody_knew_leave_nothing_less_than_nothing() -> None:
    game = three("6x3 2", "9", known_1_0="2 6", known_2_0="2")
    play(game, "lay 6x3")
    assert everyone_knows(game, 0, "2")
    assert game.hidden.known.min() == 0


def test_all_cards_of_a_lay_are_seen_to_leave() -> None:
    game = three("6x3 2", "9", known_1_0="2 6x3", known_2_0="2 6x3")
    play(game, "lay 6x2")
    assert everyone_knows(game, 0, "2 6")


def test_a_card_passed_is_known_to_giver_and_receiver_only() -> None:
    game = three("A 9 5", "9", known_1_0="9", known_2_0="9")
    play(game, "lay A", "pass 9")
    assert known(game, 0, 1) == "9"
    assert known(game, 2, 1) == ""
    assert known(game, 1, 0) == ""
    assert known(game, 2, 0) == "9"


def test_the_giver_s_view_shows_a_passed_card_in_the_same_turn() -> None:
    game = three("10 A 6 Kx2 5", "9")
    play(game, "lay 10", "lay A", "pass 5")
    assert turn(game) == 1
    game = three("10x2 A 4 Kx2 5", "9")
    play(game, "lay 10x2", "lay A", "pass 5")
    assert (turn(game), spell_row(game.view.known[1])) == (0, "5")


def test_a_card_passed_from_the_pile_is_known_to_both_as_well() -> None:
    game = play(position("hand 0: A\npile 0: 6 5\nhand 1: 7\nhand 2: 7\nstack: 9\nturn: 0"), "lay A")
    assert (known(game, 0, 1), known(game, 2, 1)) == ("6", "")


def test_a_passed_card_that_its_receiver_lays_is_no_longer_known_there() -> None:
    game = play(position("hand 0: A 3 5\nhand 1: 7 8\nhand 2: 7\nstack: 9\nturn: 0"), "lay A", "pass 3", "lay 3")
    assert known(game, 0, 1) == ""


def test_cards_known_may_leave_unseen_by_a_9() -> None:
    game = three("9 K 5", "7", known_1_0="K", known_2_0="K")
    play(game, "lay 9", "discard K")
    assert everyone_knows(game, 0, "K")


def test_one_knows_one_s_own_discards_and_how_many_all_made() -> None:
    game = position("hand 0: 9 5 K\nhand 1: 9 6 Q\nhand 2: 9 7 2\nstack: 7\nturn: 0\ndiscards 2: Jx2")
    assert game.view.discarded == 2
    play(game, "lay 9", "discard 5", "lay 9", "discard 6")
    assert turn(game) == 2
    assert game.view.discarded == 4
    assert spell_row(game.view.discards) == "Jx2"
    assert [discards(game, seat) for seat in range(3)] == ["5", "6", "Jx2"]


def test_a_discard_shows_at_once_in_the_discarder_s_view() -> None:
    game = three("9x2 5 K", "7")
    play(game, "lay 9x2", "discard 5")
    assert (game.view.discarded, spell_row(game.view.discards)) == (1, "5")


def test_everybody_knows_what_left_the_game_in_clearings() -> None:
    game = three("4 9 K", "9 6x2")
    before = game.view.cleared.copy()
    play(game, "lay 4", "lay K")
    assert spell_row(game.view.cleared - before) == "9 6x2 4"
    game = three("6x2 9 K", "9 6x2", discards_1="3")
    before = game.view.cleared.copy()
    play(game, "lay 6x2")
    assert spell_row(game.view.cleared - before) == "9 6x4"


def test_the_sizes_of_hands_and_piles_are_known() -> None:
    game = position("hand 0: 6 7\npile 0: 5 5\nhand 1: 7\npile 1: 6\nhand 2:\npile 2: K Q 3\nstack: 9x2\nturn: 0")
    play(game, "pick up")
    assert turn(game) == 1
    assert game.view.hand_sizes[:3].tolist() == [4, 1, 0]
    assert game.view.pile_sizes[:3].tolist() == [2, 1, 3]


def test_goes_and_misses_pending_are_known() -> None:
    game = three("10x2 Kx2 5", "9")
    play(game, "lay 10x2")
    assert (game.view.goes, game.view.misses) == (2, 0)
    play(game, "lay K")
    assert (game.view.goes, game.view.misses) == (1, 1)
    assert (game.view.seat, game.view.direction, game.view.holding) == (0, 1, 3)


def test_a_further_pair_s_number_is_known() -> None:
    game = position("hand 0: Kx2 Ax2 6x2 9\nhand 1: 7\nhand 2: 7\nstack: 7 Jkx3\nturn: 0", jokers=4)
    assert game.view.pairs == 3
    play(game, "lay Kx2")
    assert game.view.pairs == 2


def test_cards_to_be_given_and_their_receiver_are_known() -> None:
    game = three("Ax2 9 K 5", "9")
    play(game, "lay Ax2")
    assert (game.view.owed, game.view.receiver) == (2, 1)
    play(game, "pass K")
    assert (game.view.owed, game.view.receiver) == (1, 1)
    game = three("9x2 K 5", "7")
    play(game, "lay 9x2")
    assert (game.view.owed, game.view.receiver) == (2, -1)


def test_the_starter_and_his_first_card_are_known() -> None:
    shown = record_game(job([ANYTHING] * 3, "turn_limit=1"), 0)
    game = next(replay(shown))
    starter = next(event["seat"] for event in shown["events"] if event["do"] == "lay")
    assert game.view.starter == starter
    assert NAMES[game.view.first_card] == shown["deal"][starter][0]


def test_places_taken_and_the_next_player_are_known() -> None:
    game = position("hand 0: 6\nhand 1: 7 K\nhand 3: 7 K\nout: 2\nstack: 9\nturn: 0")
    assert game.view.places[:4].tolist() == [0, 0, 1, 0]
    assert game.view.next == 1
    play(game, "lay 6")
    assert game.view.places[:4].tolist() == [2, 0, 1, 0]
    assert (game.view.seat, game.view.next) == (1, 3)


def test_a_jack_changes_at_once_who_is_next() -> None:
    game = position("hand 0: 10x2 J A 5 5\nhand 1: 7\nhand 2: 7\nhand 3: 7\nstack: 9\nturn: 0")
    play(game, "lay 10x2", "lay J")
    assert (game.view.next, game.view.direction) == (3, -1)


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_the_view_is_that_of_the_player_to_move(viewer: int) -> None:
    game = position(
        f"hand 0: 6 K\nhand 1: 7 Q\nhand 2: 5 3\ndiscards 0: 9\ndiscards 1: 2\ndiscards 2: 10\nknown 0 1: 7\nknown 1 "
        f"2: 3\nknown 2 0: K\nturn: {viewer}"
    )
    assert spell_row(game.view.hand) == hand(game, viewer)
    assert spell_row(game.view.discards) == ["9", "2", "10"][viewer]
    assert [spell_row(game.view.known[seat]) for seat in range(3)] == [["", "7", ""], ["", "", "3"], ["K", "", ""]][
        viewer
    ]
    assert not np.any(game.view.known[3:])
    assert happened(game) == []

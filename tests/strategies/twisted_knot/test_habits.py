"""The champion without one of its habits: what shows each habit, and what is left of the champion."""

import pytest

from knotlab.sim.playing.stepper import Stepper
from knotlab.strategies.twisted_knot._habits import HABITS
from tests.strategies.twisted_knot.choices import best, scores, shown
from tests.twisted_knot.positions import facing, play

pytestmark = pytest.mark.long  # each rule makes a champion of its own, which is to be compiled


def giving(lay: str, held: str) -> Stepper:
    """Seat 0 about to give cards away."""
    game = play(facing("", held, pile="6 6"), lay)
    return game


def test_keeping_threes_is_any_move_but_theirs_where_one_could_be_laid() -> None:
    assert shown(facing("9", "3x2 K 7"), "keeps_threes") == {"lay K", "pick up"}
    assert shown(facing("2", "3x2 Q 7"), "keeps_threes") == set()
    assert best(facing("9", "3x2 K 7"), "champion:forbid=keeps_threes") in ("lay 3", "lay 3x2")


def test_an_ace_shows_the_habit_only_while_the_next_player_has_no_hand() -> None:
    game = facing("9", "Ax2 K 7 5")
    game.view.hand_sizes[1] = 0
    assert shown(game, "lays_aces_at_no_hand") == {"lay A", "lay Ax2"}
    game.view.hand_sizes[1] = 1
    assert shown(game, "lays_aces_at_no_hand") == set()


@pytest.mark.parametrize(("top", "moves"), [("K", {"lay 4", "pick up"}), ("A", {"lay 4", "pick up"}), ("9", set())])
def test_keeping_eights_is_any_other_move_onto_an_ace_or_a_king(top: str, moves: set[str]) -> None:
    assert shown(facing(top, "8 4 7"), "keeps_eights") == moves


def test_only_a_stack_with_a_ten_in_it_is_picked_up_for_tens() -> None:
    assert shown(facing("10 J", "K 4 7"), "picks_up_tens") == {"pick up"}
    assert shown(facing("9 J", "K 4 7"), "picks_up_tens") == set()


def test_a_queen_is_passed_with_an_ace_and_not_with_a_nine() -> None:
    assert shown(giving("lay A", "A Q 5 K 7"), "passes_queens") == {"pass Q"}
    assert shown(giving("lay 9", "9 Q 5 K 7"), "passes_queens") == set()


def test_if_all_moves_show_it_the_choice_is_the_champions() -> None:
    game = giving("lay A", "A Qx3")
    assert scores(game, "champion:forbid=passes_queens") == scores(game, "champion")


def test_a_turn_that_goes_out_is_begun_whatever_it_shows() -> None:
    game = facing("Q", "10 Ax3 6", pile="5 7")
    game.view.hand_sizes[1] = 0
    champion = best(game, "champion")
    assert all(best(game, f"champion:forbid={habit.__name__}") == champion for habit in HABITS)
    assert champion not in shown(game, "lays_aces_at_no_hand")

"""The champion without one of its habits: what shows each habit, and what is left of the champion."""

import pytest

from knotlab.sim.playing.stepper import Stepper
from knotlab.strategies.knotweed.restrained import DENIED
from tests.knotweed.positions import facing, play, position
from tests.strategies.knotweed.choices import best, scores

OTHERS = "9S 9H JD JH"


def shown(game: Stepper, habit: int) -> set[str]:
    """The moves that show a habit: they have the champion's scores with a penalty, and others the champion's."""
    plain, without = scores(game, "champion"), scores(game, f"restrained:habit={habit}")
    lower = {move for move in plain if without[move] != plain[move]}
    assert {move: without[move] - DENIED for move in lower} == pytest.approx({move: plain[move] for move in lower})
    return lower


def test_without_a_habit_to_do_without_it_is_the_champion() -> None:
    for game in (facing("5C JH", "6C 6D JC QH JS"), facing("5C 5D", "5H 5S 9D QH"), facing("5C", "6C 6D")):
        assert scores(game, "restrained") == scores(game, "champion")


def test_lone_cards_go_first_only_where_a_pair_could_be_broken_up_for_no_more() -> None:
    assert shown(facing("5C", "6C 6D 7C JS"), 1) == {"0: 7C"}  # for two cards; the six costs one
    assert shown(facing("5C", "6C 8D 8C JS"), 1) == set()  # the eight costs three
    assert shown(facing("5C", "6C 9D 7C JS"), 1) == set()


def test_a_pair_is_whole_and_free() -> None:
    assert shown(facing("5C", "5D 5H 6C 6S JS"), 2) == {"0: 5D 5H"}


def test_waiting_is_a_stop_once_there_is_a_pile_for_every_rank() -> None:
    game = facing("5C 5D 7S", f"5H {OTHERS}")
    play(game, "0: 5H")
    assert shown(game, 3) == {"stop"}  # nines and jacks, and three piles
    game = facing("5C", f"5H {OTHERS}")
    play(game, "0: 5H")
    assert shown(game, 3) == set()


@pytest.mark.parametrize(("draw", "plays"), [("AS 2S 3S", {"0: 6C"}), ("AS 2S 3S 4S", set())])
def test_paying_shows_the_habit_while_the_draw_pile_has_three_cards_or_fewer(draw: str, plays: set[str]) -> None:
    assert shown(facing("5C", "6C 5D 9S", draw), 4) == plays


def test_lone_cards_of_the_longest_suit_are_kept() -> None:
    assert shown(facing("5C 4D", "6C 9C KC 5D 9S 7D"), 5) == {"0: 5D", "1: 5D", "1: 7D"}


def test_if_all_moves_show_it_the_choice_is_the_champions() -> None:
    game = position("hand 0: 6C 8C 9S\nhand 1: 2D\npiles: 5C\ndraw: AS")
    assert shown(game, 4) == {"0: 6C", "0: 8C"}
    assert best(game, "restrained:habit=4") == "pass"


def test_going_out_is_never_denied() -> None:
    game = facing("5C", "5D 5H 5S")
    assert all(best(game, f"restrained:habit={habit}") == "0: 5D 5H 5S" for habit in range(6))
    assert shown(game, 2) == set()

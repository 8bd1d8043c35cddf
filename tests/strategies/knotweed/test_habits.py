"""The champion without one of its habits: what shows each habit, and what is left of the champion."""

import pytest

from knotlab.strategies.knotweed._habits import HABITS
from tests.knotweed.positions import facing, play, position
from tests.strategies.knotweed.choices import best, shown

pytestmark = pytest.mark.long  # each rule makes a champion of its own, which is to be compiled
OTHERS = "9S 9H JD JH"


@pytest.mark.long
def test_lone_cards_go_first_only_where_a_pair_could_be_broken_up_for_no_more() -> None:
    assert shown(facing("5C", "6C 6D 7C JS"), "plays_lone_cards_first") == {"0: 7C"}  # for two cards; the six costs one
    assert shown(facing("5C", "6C 8D 8C JS"), "plays_lone_cards_first") == set()  # the eight costs three
    assert shown(facing("5C", "6C 9D 7C JS"), "plays_lone_cards_first") == set()


@pytest.mark.long
def test_a_pair_is_whole_and_free() -> None:
    assert shown(facing("5C", "5D 5H 6C 6S JS"), "plays_whole_if_free") == {"0: 5D 5H"}


@pytest.mark.long
def test_waiting_is_a_stop_once_there_is_a_pile_for_every_rank() -> None:
    game = play(facing("5C 5D 7S", f"5H {OTHERS}"), "0: 5H")
    assert shown(game, "waits_for_piles") == {"stop"}  # nines and jacks, and three piles
    game = play(facing("5C", f"5H {OTHERS}"), "0: 5H")
    assert shown(game, "waits_for_piles") == set()


@pytest.mark.parametrize(("draw", "plays"), [("AS 2S 3S", {"0: 6C"}), ("AS 2S 3S 4S", set())])
def test_paying_shows_the_habit_while_the_draw_pile_has_three_cards_or_fewer(draw: str, plays: set[str]) -> None:
    assert shown(facing("5C", "6C 5D 9S", draw), "pays_at_the_end") == plays


@pytest.mark.long
def test_lone_cards_of_the_longest_suit_are_kept() -> None:
    assert shown(facing("5C 4D", "6C 9C KC 5D 9S 7D"), "keeps_longest_suit") == {"0: 5D", "1: 5D", "1: 7D"}


def test_of_moves_that_all_pay_the_champion_passes_instead() -> None:
    game = position("hand 0: 6C 8C 9S\nhand 1: 2D\npiles: 5C\ndraw: AS")
    assert shown(game, "pays_at_the_end") == {"0: 6C", "0: 8C"}
    assert best(game, "champion:forbid=pays_at_the_end") == "pass"


@pytest.mark.long
def test_going_out_is_never_denied() -> None:
    game = facing("5C", "5D 5H 5S")
    assert all(best(game, f"champion:forbid={habit.__name__}") == "0: 5D 5H 5S" for habit in HABITS)
    assert shown(game, "plays_whole_if_free") == set()

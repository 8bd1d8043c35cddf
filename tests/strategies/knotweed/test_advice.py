"""What the rules of the rulebook's advice are about, at positions written as text."""

import pytest

from knotlab.sim.playing.stepper import Stepper
from knotlab.strategies.inspection import python_function
from knotlab.strategies.knotweed._advice import ADVICE
from tests.knotweed.positions import facing, moves, play, position

RULES = {rule.__name__: rule for rule in ADVICE}
LEFT = "QS QH KD"  # so that nobody goes out


def shown(game: Stepper, rule: str) -> set[str]:
    """The moves that a rule says are so."""
    fits = python_function(RULES[rule])
    return {name for name, move in zip(moves(game), game.moves(), strict=True) if fits(game.view, move)}


def test_a_pass_is_a_pass_where_something_goes() -> None:
    assert shown(facing("5C", f"5D {LEFT}"), "passes") == {"pass"}
    assert shown(play(facing("5C", f"5D 5H {LEFT}"), "0: 5D"), "passes") == set()


@pytest.mark.parametrize(("card", "passes"), [("6C", set()), ("7C", set()), ("8C", {"pass"}), ("5D", set())])
def test_whether_all_costs_three_is_told_by_the_cheapest_play(card: str, passes: set[str]) -> None:
    assert shown(facing("5C", f"{card} {LEFT}"), "passes_if_all_cost_three") == passes


def test_stopping_after_three_is_stopping_once_a_play_has_cost_as_much() -> None:
    dear, cheap = (play(facing("5C 9C", f"{card} 9D {LEFT}"), f"0: {card}") for card in ("8C", "6C"))
    assert shown(dear, "stops_after_three") == shown(dear, "stops") == {"stop"}
    assert shown(cheap, "stops_after_three") == set() and shown(cheap, "stops") == {"stop"}


def test_several_cards_at_once_are_two_or_more() -> None:
    assert shown(facing("5C", f"5D 5H {LEFT}"), "plays_several") == {"0: 5D 5H"}


@pytest.mark.parametrize(("rule", "most"), [("two", 2), ("few", 3), ("four", 4), ("six", 6), ("eight", 8)])
def test_splitting_before_so_many_cards_at_most(rule: str, most: int) -> None:
    for cards, shows in ((most, {"0: 5D 5H"}), (most + 1, set())):
        hand = " ".join("2S 2H 2D 3S 3H 3D 4H 4D 6H".split()[:cards])
        game = position(f"hand 0: 5D 5H {LEFT}\nhand 1: {hand}\npiles: 5C\ndraw: AS 4S 6S 7S")
        assert shown(game, f"splits_before_{rule}") == shows


def test_playing_on_before_few_is_a_further_play_and_hangs_on_the_next_hand() -> None:
    for cards, shows in (("2S 2H 2D", {"1: 9D"}), ("2S 2H 2D 3S", set())):
        game = position(f"hand 0: 6C 9D {LEFT}\nhand 1: {cards}\npiles: 5C 9C\ndraw: AS 4S 6S 7S")
        assert shown(game, "plays_on_before_few") == set()
        assert shown(play(game, "0: 6C"), "plays_on_before_few") == shows

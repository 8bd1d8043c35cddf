"""Several jacks at once, between two."""

import pytest

from tests.strategies.twisted_knot.choices import best, scores
from tests.twisted_knot.positions import facing

BIG = "9x4 10x4 Qx4 6x4"


def test_two_jacks_go_together_on_a_big_stack() -> None:
    assert best(facing(BIG, "Jx2 6 K", players=2), "jack-bomb") == "lay Jx2"
    assert best(facing(BIG, "Jx2 6 K", players=2), "jack-bomb:tip=0") == "lay 6"


def test_jacks_are_held_back_from_a_small_stack() -> None:
    assert best(facing("6", "Jx2 K", players=2), "jack-bomb:hand=1") == "lay K"


@pytest.mark.parametrize(("stack", "move"), [(16, "lay Jx2"), (17, "lay 6")])
def test_the_parameter_says_how_big_the_stack_must_be(stack: int, move: str) -> None:
    assert best(facing(BIG, "Jx2 6", players=2), f"jack-bomb:stack={stack}") == move


@pytest.mark.parametrize(("jacks", "move"), [(2, "lay Jx2"), (3, "lay 6")])
def test_the_parameter_says_how_many_make_a_bomb(jacks: int, move: str) -> None:
    assert best(facing(BIG, "Jx2 6", players=2), f"jack-bomb:jacks={jacks}") == move


@pytest.mark.parametrize(("hand", "move"), [(3, "lay K"), (4, "lay Jx2")])
def test_they_are_held_back_only_while_the_hand_is_large(hand: int, move: str) -> None:
    assert best(facing("6", "Jx2 K", players=2), f"jack-bomb:hand={hand}") == move


def test_with_more_players_it_just_sheds() -> None:
    game = facing(BIG, "Jx2 6 K")
    assert scores(game, "jack-bomb:hand=1") == scores(game, "shed")


def test_only_moves_with_jacks_score_otherwise() -> None:
    game = facing(BIG, "Jx2 6 K", players=2)
    plain, bombing = scores(game, "shed"), scores(game, "jack-bomb:hand=1")
    assert {move for move in plain if plain[move] != bombing[move]} == {"lay J", "lay Jx2"}

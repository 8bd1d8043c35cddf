"""Fixed scripts and mixtures of them."""

import pytest

from knotlab import play as play_games
from knotlab.sim.playing.players import scores_of
from knotlab.strategies.resolve import player
from tests.strategies.twisted_knot.choices import agree, best, scores
from tests.twisted_knot.positions import facing

HAND = "9 6 K A 4 8"


@pytest.mark.parametrize(
    ("script", "order"), [(1, "9 6 K A 4 8"), (2, "9 6 K 4 8 A"), (3, "6 K A 4 8 9"), (4, "9 8 6 K 4 A")]
)
def test_each_script_is_an_order_of_ranks(script: int, order: str) -> None:
    scored = scores(facing("", HAND), f"scripted:script={script}")
    assert sorted(scored, key=lambda move: -scored[move]) == [f"lay {rank}" for rank in order.split()]


def test_the_first_is_the_plain_baseline() -> None:
    assert agree("scripted", "shed")


@pytest.mark.parametrize(("vary", "field"), [(1, "game_uniform"), (2, "turn_uniform")])
@pytest.mark.parametrize("script", [1, 2, 3, 4])
def test_a_mixture_follows_the_script_that_was_drawn(vary: int, field: str, script: int) -> None:
    game, mixed, fixed = facing("", HAND), player("twisted-knot", f"scripted:vary={vary}"), f"scripted:script={script}"
    game.view[field] = (script - 0.5) / 4
    assert list(scores_of(mixed, game.view, game.moves())) == list(scores(game, fixed).values())


@pytest.mark.parametrize(("vary", "field"), [(1, "turn_uniform"), (2, "game_uniform")])
def test_the_other_draw_changes_nothing(vary: int, field: str) -> None:
    game = facing("", HAND)
    before = scores(game, f"scripted:vary={vary}")
    game.view[field] = 0.99
    assert scores(game, f"scripted:vary={vary}") == before


def test_a_mixture_plays_whole_games() -> None:
    result = play_games("twisted-knot", ["scripted:vary=1", "scripted:vary=2"], games=100)
    assert result.n_games == 100


def test_none_picks_up_while_it_can_lay() -> None:
    assert best(facing("5 Q 7 9x3 6 K", "A 2x3"), "scripted:script=4") == "lay A"

"""Looking ahead, against all deals that there are, played out one by one."""

from itertools import permutations

import numpy as np
import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.kernels.lookahead import BEHIND
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import OVER
from knotlab.strategies.resolve import player
from tests.strategies.twisted_knot.choices import best, scores
from tests.twisted_knot.positions import moves, play, position

pytestmark = pytest.mark.long  # its kernel takes ten seconds to compile, which no other test needs

SHEDDING = "base=shed,opponents=shed,noise=0"


def ending(unseen: tuple[str, ...]) -> Stepper:
    """Player 0 to move; player 1 has a King, as is known, and a card and a pile of two that are not."""
    other, mine, top, bottom = unseen
    return position(
        f"hand 0: 9 K A\npile 0: {mine}\nhand 1: K {other}\npile 1: {top} {bottom}\nknown 0 1: K\nstack: 5 Q\nturn: 0"
    )


def lost(game: Stepper, move: str) -> float:
    """Whether player 0 loses after a move if both go on shedding cards."""
    shed = player("twisted-knot", "shed")
    play(game, move)
    for _ in range(1000):
        if game.status == OVER:
            return float(game.result().place[0] == 2)
        listed = moves(game)
        play(game, listed[int(np.argmax(scores_of(shed, game.view, game.moves())))])
    raise AssertionError("the game does not end")


UNSEEN = ("7", "A", "Q", "4")


def test_its_scores_are_mean_gains_over_all_deals_that_agree_with_what_is_known() -> None:
    """Within z = 5 standard errors; a move that is given up early has had an eighth of the rollouts."""
    rollouts, game = 400 if OFF else 8000, ending(UNSEEN)
    game.view.decision_uniform = 0.25
    scored = scores(game, f"thinker:{SHEDDING},rollouts={rollouts},level=0")
    base = best(game, "shed")
    deals = list(permutations(UNSEEN))
    usual = np.array([lost(ending(deal), base) for deal in deals])
    assert scored[base] == 0.0
    different = 0
    for move in moves(game):
        if move != base:
            gain = usual - [lost(ending(deal), move) for deal in deals]
            assert abs(scored[move] + BEHIND - gain.mean()) <= 5 * gain.std() / (rollouts / 8) ** 0.5 + 1e-9, move
            different += gain.std() > 0
    assert different >= 1


def test_it_leaves_the_base_where_another_move_surely_wins() -> None:
    """The four clears the table and gives another go, for the queen; who lays the queen first gives player 1, who holds
    one card, his chance.
    """
    game = position("hand 0: Q 4\nhand 1: K\nstack: 5\nturn: 0")
    game.view.decision_uniform = 0.5
    assert best(game, "shed") == "lay Q"
    assert best(game, f"thinker:{SHEDDING}") == "lay 4"
    assert best(game, f"thinker:{SHEDDING},level=0") == "lay Q"


def test_it_stays_with_the_base_where_nothing_is_gained() -> None:
    game = position("hand 0: 6 K 10\nhand 1: 2 2 2 5 5 5\npile 1: 5 Q Q Q\nturn: 0")
    game.view.decision_uniform = 0.5
    assert best(game, f"thinker:{SHEDDING}") == best(game, "shed")


@pytest.mark.parametrize("opponents", ["shed", "random", "all-round"])
def test_it_plays_whomever_it_assumes(opponents: str) -> None:
    game = ending(UNSEEN)
    game.view.decision_uniform = 0.25
    scored = scores(game, f"thinker:opponents={opponents}")
    assert set(scored) == set(moves(game)) and max(scored.values()) >= 0.0


def test_assumptions_change_what_moves_seem_worth() -> None:
    game = ending(UNSEEN)
    game.view.decision_uniform = 0.25
    assert scores(game, "thinker:opponents=shed") != scores(game, "thinker:opponents=random")

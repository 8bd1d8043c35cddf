"""Looking ahead, against counterfactuals whose hidden cards are dealt anew, which have a kernel of their own."""

import numpy as np
import pytest

from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.kernels.lookahead import BEHIND
from knotlab.sim.playing import branch
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import legal_moves
from knotlab.strategies.resolve import player
from tests.knotweed.positions import position
from tests.strategies.knotweed.choices import best

pytestmark = pytest.mark.long

GAME = games.find("knotweed")


@pytest.mark.parametrize("n", [2, 3])
def test_its_scores_are_mean_gains_of_games_lost_less_often(n: int) -> None:
    """Within z = 5 standard errors; a move that is given up early has had an eighth of the rollouts."""
    job, rollouts, compared = make_job("knotweed", ["all-round"] * n, seed=3), 40 if OFF else 4000, 0
    start = branch.positions(job, np.arange(3), np.array([6, 9, 12]))
    for i in range(3):
        view, alone = start.views[i], branch.Positions(*(part[i : i + 1] for part in start))
        moves = legal_moves(GAME, view)
        places = branch.play_branches(job, alone, np.array([moves]), rollouts, unseen=True)["place"][0, :, :, view.seat]
        view.decision_uniform = 0.5
        stated = scores_of(player("knotweed", f"thinker:rollouts={rollouts},level=0"), view, moves)
        base = int(stated.argmax())
        for move in range(len(moves)):
            if move != base:
                gain = (places[base] == n).astype(float) - (places[move] == n)
                error = gain.std() * (1 / rollouts + 8 / rollouts) ** 0.5
                assert abs(stated[move] + BEHIND - gain.mean()) <= 5 * error + 1e-9, moves[move]
                compared += gain.std() > 0
    assert compared >= 3


def test_it_goes_out_where_its_base_may_not_think_of_it() -> None:
    """With a five onto the five and an eight onto the eight it is out; the other player holds one card, so the next
    turn may be too late.
    """
    for uniform in (0.1, 0.3, 0.5, 0.7, 0.9):
        game = position("hand 0: 5D 8C\nhand 1: 2S\npiles: 5C 8H\ndraw: 3S 4S 9S 10S JS QS 3D 4D")
        game.view.decision_uniform = uniform
        assert best(game, "thinker:base=random,opponents=all-round") in ("0: 5D", "1: 8C")

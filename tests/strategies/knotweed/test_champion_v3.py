"""The later champion: it plays by its own weights, and loses less often than the earlier one."""

import numpy as np
import pytest

from knotlab.analysis.runs.play import make_job, play_job
from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.settings import make_rules
from knotlab.strategies.knotweed import _judgement as judgement
from knotlab.strategies.knotweed.champion_v3 import WEIGHTS
from knotlab.strategies.knotweed.cheapest import OUT
from knotlab.strategies.resolve import player
from tests.knotweed.positions import position
from tests.strategies.described import described
from tests.strategies.knotweed.choices import best

pytestmark = pytest.mark.long


def in_numpy(game: Stepper, move: object, table: int) -> float:
    """The score of a move by the weights, in double precision."""
    units = np.zeros(WEIGHTS["last"].shape[-1])
    for name, seen in zip(("decisions", "moves"), described(judgement, game, move), strict=True):
        layout = (judgement.IN_DECISION if name == "decisions" else judgement.IN_MOVE)._asdict()
        for block, entries in seen.items():
            for place, value in entries.items():
                units += value * WEIGHTS[name][table, layout[block] + place].astype(float)
    weights, floors = WEIGHTS["last"][table].astype(float)
    return float(np.maximum(units, floors) @ weights)


@pytest.mark.parametrize(("n_players", "table"), [(2, 0), (3, 1), (4, 2), (6, 2)])
def test_it_scores_by_the_weights_for_its_table(n_players: int, table: int) -> None:
    game = Stepper(games.find("knotweed"), make_rules(games.find("knotweed"), n_players))
    champion, compared = player("knotweed", "champion@v3"), 0
    for number, _ in enumerate(game.random_game(n_players)):
        moves = list(game.moves())
        if number % 5 or len(moves) < 2:
            continue
        scores = scores_of(champion, game.view.copy(), moves)
        own = [(score, in_numpy(game, move, table)) for score, move in zip(scores, moves, strict=True) if score < OUT]
        assert [score for score, _ in own] == pytest.approx([other for _, other in own], abs=1e-3)
        compared += len(own)
    assert compared > 30


def test_it_goes_out_when_it_can() -> None:
    game = position("hand 0: 5D 5H 5S\nhand 1: 2S\npiles: 5C\ndraw: AS 3S")
    assert best(game, "champion-v3") == "0: 5D 5H 5S"


@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
@pytest.mark.parametrize(("n_players", "most"), [(2, 0.47), (3, 0.325), (4, 0.249)])
def test_it_loses_less_often_than_an_equal_share_among_earlier_ones(n_players: int, most: float) -> None:
    """On 6,000 deals by each seat, at least two standard errors away from what docs/champions.md says."""
    others = ["champion@v2"] * (n_players - 1)
    result = play_job(make_job("knotweed", ["champion@v3", *others], seed=99), 6000 * n_players)
    (own, *_) = result.to_pandas().to_dict("records")
    assert own["strategy"].startswith("champion-v3") and own["loss_rate"] < most

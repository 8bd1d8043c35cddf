"""The champion: what it sees of positions, what it knows, and how often it loses."""

import pytest

from knotlab.analysis.runs.play import make_job, play_job
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.twisted_knot.cards import RANK
from knotlab.sim.playing.stepper import Stepper
from knotlab.strategies.twisted_knot import _judgement as judgement
from tests.strategies.described import Described, described
from tests.strategies.twisted_knot.choices import scores
from tests.twisted_knot.positions import facing, play, position, spell_move

pytestmark = pytest.mark.long

BASES = {2: "all-round@v1-2-players", 3: "all-round@v2-3-players", 4: "all-round@v2-4-players"}
TABLE = """
    hand 0: 7x2 K A 3
    hand 1: 5 Q
    hand 2: 2x3
    known 0 1: Q
    pile 0: 8 8
    pile 1: 6x4 Jx4 10
    stack: A 9x2
    turn: 0
"""


def seen(game: Stepper, move: str) -> tuple[Described, Described]:
    """What it sees of a decision and of a move."""
    return described(judgement, game, next(each for each in game.moves() if spell_move(each) == move))


def test_what_it_sees_of_a_decision() -> None:
    decision, _ = seen(position(TABLE), "lay K")
    hand = {4 * RANK["7"] + 1: 1.0, 4 * RANK["K"]: 1.0, 4 * RANK["A"]: 1.0, 4 * RANK["3"]: 1.0}
    assert decision["hand"] == hand and decision["known"] == {2 * RANK["Q"]: 1.0}
    assert decision["demand"] == decision["showing"] == {RANK["9"] + 1: 1.0}
    assert decision["top_count"] == decision["alike"] == {2: 1.0}
    assert decision["stack"] == {3: 1.0} and decision["stack_cards"] == {RANK["A"]: 0.5, RANK["9"]: 1.0}
    assert decision["own_hand"] == {5: 1.0} and decision["own_pile"] == {2: 1.0}
    assert decision["next_hand"] == {2: 1.0} and decision["next_pile"] == {8: 1.0}  # nine to eleven are one case
    assert decision["fewest"] == decision["before"] == {3: 1.0} and decision["holding"] == {1: 1.0}
    assert decision["ranks"] == pytest.approx({0: 4 / 7}) and decision["kind"] == {1: 1.0}
    assert decision["unseen"][RANK["2"]] == 0.75 and decision["unseen"][RANK["5"]] == 0.25
    assert RANK["Q"] not in decision["unseen"] and "receiver" not in decision


def test_what_it_sees_of_lays() -> None:
    _, king = seen(position(TABLE), "lay K")
    assert king["lay"] == {4 * RANK["K"]: 1.0} and king["left"] == {4: 1.0} and king["left_of_rank"] == {0: 1.0}
    assert king["few"] == {RANK["K"]: 1.0} and not king.keys() & set("large together alike finish back magic".split())
    stuck = 13 / 15  # one unknown card, out of fifteen, of which two eights would answer
    assert king["stuck"] == pytest.approx({0: stuck, 1: stuck * 4 / 6, 2: stuck})
    _, ace = seen(facing("9", "A 3", pile="5 6"), "lay A")
    assert ace["carried"] == {3: 1.0} and ace["left"] == {1: 1.0}
    _, ten = seen(facing("9", "10 7 2", pile="5 5 5"), "lay 10")
    assert ten["lonely"] == {0: 1.0} and ten["goes_on"] == {RANK["10"]: 1.0} and "stuck" not in ten
    _, tens = seen(facing("9", "10x2 6 2", pile="5 5 5"), "lay 10x2")
    assert tens["together"] == {0: 1.0} and "lonely" not in tens
    _, four = seen(facing("9x3", "4 7 2", pile="5 5 5"), "lay 4")
    assert four["clears"] == {0: 0.5, 1: 1.5, 2: 0.0}


def test_what_it_sees_of_other_moves() -> None:
    _, up = seen(position(TABLE), "pick up")
    assert up["pick_up"] == {5: 1.0} and up["stack"] == {0: 0.5} and up["wanted"] == {0: 3.0}
    assert up["picked"] == {RANK["A"]: 0.5, RANK["9"]: 1.0}
    game = play(facing("", "9x2 A 6 K", pile="5 5 5 5"), "lay 9")
    decision, gift = seen(game, "discard 6")
    assert gift["discard"] == {RANK["6"]: 1.0} and gift["held"] == {0: 1.0} and "to_few" not in gift
    assert decision["owed"] == {1: 1.0} and decision["kind"] == {3: 1.0}


def test_it_sees_a_turn_that_goes_out_and_takes_it() -> None:
    game = facing("Q", "10 Ax3 6", pile="5 7")
    finishing = [move for move in scores(game, "champion") if "finish" in seen(game, move)[1]]
    values = scores(game, "champion")
    assert len(finishing) == 1 and values[finishing[0]] == max(values.values())


@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
@pytest.mark.parametrize(("n_players", "most"), [(2, 0.09), (3, 0.12), (4, 0.13)])
def test_it_loses_far_less_often_than_all_round_players(n_players: int, most: float) -> None:
    """On 1,500 deals by each seat, at least three standard errors away from what 24,000 games say."""
    others = [f"{BASES[n_players]}"] * (n_players - 1)
    result = play_job(make_job("twisted-knot", ["champion", *others], seed=99), 1500 * n_players)
    (own, *_) = result.to_pandas().to_dict("records")
    assert own["strategy"].startswith("champion") and own["loss_rate"] < most

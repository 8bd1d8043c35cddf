"""The champion: what it sees of positions, what it knows, and how often it loses."""

import itertools
from typing import Any

import pytest

from knotlab.analysis.runs.play import make_job, play_job
from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.knotweed.state import PLAY
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.settings import make_rules
from knotlab.strategies.knotweed import _judgement as judgement
from knotlab.strategies.networks.descriptions import CASE_OF_SIZE
from tests.knotweed.positions import position, spell_move
from tests.strategies.described import Described, described
from tests.strategies.knotweed.choices import best

pytestmark = pytest.mark.long

# Fitting: 6C 6D on 5C (one card), JC on 5C (three), QH on JH (one), JC on JH (none).
TABLE = "hand 0: 6C 6D JC QH 2S\nhand 1: 2D 9H\nhand 2: 9S\npiles: 5C JH\ndraw: AH 3H 4H 6H"


def seen(game: Stepper, move: str) -> tuple[Described, Described]:
    """What it sees of a decision and of a move."""
    return described(judgement, game, next(each for each in game.moves() if spell_move(each) == move))


def test_what_it_sees_of_a_decision() -> None:
    decision, _ = seen(position(TABLE), "pass")
    assert decision["hand"] == {5: 1.0} and decision["ranks"] == {4: 1.0} and decision["next_hand"] == {2: 1.0}
    assert decision["others"] == {1: 1.0} and decision["holding"] == {1: 1.0} and decision["draw"] == {4: 1.0}
    assert decision["piles"] == decision["open"] == {2: 1.0} and decision["group"] == {1: 1.0}
    assert decision["penalty"] == decision["plays"] == {0: 1.0} and decision["suits"] == {4: 1.0}
    assert decision["beyond"] == {4 - 2 + 4: 1.0} and "finish" not in decision
    assert decision["fit"] == {3: 1.0} and decision["fit_none"] == {1: 1.0}
    assert decision["fit_cheaply"] == {1: 1.0, 12 + 3: 1.0, 24 + 3: 1.0}


def test_what_it_sees_of_plays() -> None:
    _, sixes = seen(position(TABLE), "0: 6C 6D")
    assert sixes["cards"] == {1: 1.0} and sixes["cost"] == {1: 1.0} and sixes["whole"] == {1: 1.0}
    assert sixes["left"] == {3: 1.0} and sixes["beyond"] == {3 + 1 - 3 + 4: 1.0}
    assert sixes["found"] == {1: 1.0}  # the jack, on the six of clubs
    assert sixes["lost"] == {0: 1.0} and sixes["unfit"] == {1: 1.0} and sixes["again"] == {0: 1.0}
    _, jack = seen(position(TABLE), "0: JC")
    assert jack["cost"] == {3: 1.0} and jack["again"] == {1: 1.0} and jack["lost"] == {1: 1.0}  # the sixes
    assert jack["opens"][1] == pytest.approx(4 * jack["opens"][0] / (2 * 2))


def counted(view: Any, move: Any) -> dict[str, int]:
    """What of the hand fits where after a play, counted pile by pile: other piles that the rank fits at most so dearly,
    and ranks of the rest of the hand that fit only this pile, none, or the new tops.
    """
    tops = {pile: divmod(int(view.tops[pile]), 4) for pile in range(view.standing) if view.open[pile]}
    hand = {rank: [int(group) >> 3 * suit & 7 for suit in range(4)] for rank, group in enumerate(view.hand) if group}
    fitting = {pile: {r for r in hand if r == top or hand[r][suit]} for pile, (top, suit) in tops.items()}
    cost = {pile: min((move.rank - top) % 13, 3) for pile, (top, _) in tops.items()}
    others = tops.keys() - {move.pile}
    rest = {rank for rank in hand if rank != move.rank or move.cards != view.hand[move.rank]}
    elsewhere = set().union(*(fitting[pile] for pile in others))
    suits = [suit for suit in range(4) if move.cards >> 3 * suit & 7]
    found = {rank for rank in hand if any(hand[rank][suit] for suit in suits)}
    return {
        "again": sum(move.rank in fitting[pile] and cost[pile] <= cost[move.pile] for pile in others),
        "lost": len(rest & fitting[move.pile] - elsewhere),
        "unfit": len(rest - elsewhere - found),
        "found": len(rest & found),
    }


def test_it_counts_what_fits_where_in_whole_rounds() -> None:
    game = Stepper(games.find("knotweed"), make_rules(games.find("knotweed"), 3, ["decks=2"]))
    n = 0
    for _ in itertools.chain.from_iterable(game.random_game(seed) for seed in range(8)):
        plays = [move for move in game.moves() if move.kind == PLAY]
        for move in plays[:: max(1, len(plays) // 4)]:
            n += 1
            entries = described(judgement, game, move)[1]
            for name, size in counted(game.view, move).items():
                case = CASE_OF_SIZE[size] if name == "unfit" else min(size, 4)
                assert entries[name] == {case: 1.0}, (name, size)
    assert n > 500


def test_what_it_sees_of_passing_and_stopping() -> None:
    _, passing = seen(position(TABLE), "pass")
    assert passing.keys() == {"pass_", "stop_next", "stop_beyond"}
    assert passing["stop_next"] == {2: 1.0} and passing["stop_beyond"] == {4 + 3 - 2 + 4: 1.0}


def test_it_sees_a_play_that_is_part_of_a_finish() -> None:
    game = position("hand 0: 5D 5H 5S\nhand 1: 2S\npiles: 5C\ndraw: AS 3S")
    assert seen(game, "0: 5D 5H 5S")[1]["finish"] == {0: 1.0}


def test_it_goes_out_when_it_can() -> None:
    game = position("hand 0: 5D 5H 5S\nhand 1: 2S\npiles: 5C\ndraw: AS 3S")
    assert best(game, "champion") == "0: 5D 5H 5S"


@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
@pytest.mark.parametrize(("n_players", "most"), [(2, 0.36), (3, 0.23), (4, 0.21)])
def test_it_loses_far_less_often_than_all_round_players(n_players: int, most: float) -> None:
    """On 1,500 deals by each seat, at least three standard errors away from what docs/champions.md says."""
    others = ["all-round@v2"] * (n_players - 1)
    result = play_job(make_job("knotweed", ["champion", *others], seed=99), 1500 * n_players)
    (own, *_) = result.to_pandas().to_dict("records")
    assert own["strategy"].startswith("champion") and own["loss_rate"] < most

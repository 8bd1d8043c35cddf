"""The later champion: what it sees besides, that it plays by its weights, and how often it loses to the earlier one."""

import numpy as np
import pytest

from knotlab.analysis.runs.play import make_job, play_job
from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.twisted_knot.cards import RANK
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.settings import make_rules
from knotlab.strategies.resolve import player
from knotlab.strategies.twisted_knot import _judgement as judgement
from knotlab.strategies.twisted_knot import _tactics as tactics
from knotlab.strategies.twisted_knot.champion_v3 import WEIGHTS
from knotlab.studies.publishing.champions.twisted_knot import LATER
from tests.strategies.described import Described, by_block, describer
from tests.twisted_knot.positions import position, spell_move

pytestmark = pytest.mark.long

TABLE = """
    hand 0: 7x2 K J A 3
    hand 1: 9 Q
    hand 2: 2x3
    hand 3: 6 6 6 6
    known 0 1: Q 9
    known 0 2: 2x3
    pile 0: 8 8
    pile 2: 5
    pile 3: Jx3 10
    stack: A 9
    turn: 0
"""


def entries(game: Stepper, move: object) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
    """Rows and values of a decision and of a move, as the network has them."""
    rows, values = np.zeros((2, 192), np.int32), np.zeros((2, 192), np.float32)
    n = describer(LATER)(game.view, move, rows, values)
    return (rows[0, : n[0]], values[0, : n[0]]), (rows[1, : n[1]], values[1, : n[1]])


def seen(game: Stepper, move: str) -> tuple[Described, Described]:
    """What it sees of a decision and of a move besides what the champion does."""
    found = entries(game, next(each for each in game.moves() if spell_move(each) == move))
    layouts, before = (tactics.IN_DECISION, tactics.IN_MOVE), (judgement.IN_DECISION, judgement.IN_MOVE)
    more = []
    for (rows, values), layout, earlier in zip(found, layouts, before, strict=True):
        is_new = rows >= earlier.n_rows
        more.append(by_block(layout._asdict(), rows[is_new], values[is_new]))
    return more[0], more[1]


def test_it_sees_how_many_cards_the_players_beyond_the_next_one_have() -> None:
    decision, _ = seen(position(TABLE), "lay A")
    assert decision == {"hands": {3: 1.0, 12 + 4: 1.0}, "piles": {1: 1.0, 12 + 4: 1.0}, "excess": {1: 1.0}}


def test_it_sees_what_the_next_player_is_known_to_answer_a_lay_with() -> None:
    _, three = seen(position(TABLE), "lay 3")  # a queen and a nine answer it, and five ranks are left
    assert three == {"answers": {2: 1.0}, "answer": {RANK["Q"]: 1.0, RANK["9"]: 1.0}, "ranks": {4: 1.0}}
    _, ace = seen(position(TABLE), "lay A")
    assert ace == {"answers": {0: 1.0}, "stuck": {3: 1.0}, "ranks_stuck": {4: 1.0}}


def test_it_sees_who_plays_after_kings_and_jacks() -> None:
    """After a king it is the third player, who holds three twos and a pile; a jack turns play round to the last one."""
    _, king = seen(position(TABLE), "lay K")
    assert king["hand"] == {3: 1.0} and king["pile"] == {1: 1.0} and king["answers"] == {0: 1.0}
    _, jack = seen(position(TABLE), "lay J")
    assert jack["hand"] == {4: 1.0} and jack["pile"] == {3: 1.0} and jack["answers_unsure"] == {0: 1.0}


def test_between_two_it_sees_to_which_answers_it_has_a_reply_and_who_goes_out() -> None:
    game = position("hand 0: 6 5x2 7\nhand 1: 3 7\nknown 0 1: 3 7\npile 0: 8\npile 1: 9\nstack: Q\nturn: 0")
    _, six = seen(game, "lay 6")  # a three answers it, to which a five or a seven can reply
    assert six["replies"] == {1: 1.0} and "lets_out" not in six
    last = position("hand 0: 6 2x2\nhand 1: 3x2\nknown 0 1: 3x2\npile 0: 8\nstack: Q\nturn: 0")
    _, six = seen(last, "lay 6")  # threes go out, and a two is no reply to a three
    assert six["replies"] == {4: 1.0} and six["lets_out"] == {0: 1.0}
    _, up = seen(last, "pick up")
    assert up == {"lets_out": {1: 1.0}}


def test_it_sees_what_of_its_hand_fits_where_it_goes_on() -> None:
    game = position("hand 0: 10 K 2 A\nhand 1: 3 7\npile 0: 8\npile 1: 9\nstack: Q\nturn: 0")
    _, ten = seen(game, "lay 10")
    assert ten == {"ranks_go_on": {3: 1.0}, "fits": {2: 1.0}}


@pytest.mark.parametrize(("n_players", "table"), [(2, 0), (3, 1), (4, 2), (6, 2)])
def test_it_scores_by_the_weights_for_its_table(n_players: int, table: int) -> None:
    game = Stepper(games.find("twisted-knot"), make_rules(games.find("twisted-knot"), n_players))
    champion, compared = player("twisted-knot", "champion@v3"), 0
    weights, floors = WEIGHTS["last"][table].astype(float)
    for number, _ in enumerate(game.random_game(n_players)):
        moves = list(game.moves())
        if number % 5 or len(moves) < 2:
            continue
        for move, score in zip(moves, scores_of(champion, game.view.copy(), moves), strict=True):
            units = np.zeros(WEIGHTS["last"].shape[-1])
            for name, (rows, values) in zip(("decisions", "moves"), entries(game, move), strict=True):
                units += values.astype(float) @ WEIGHTS[name][table, rows].astype(float)
            assert score == pytest.approx(float(np.maximum(units, floors) @ weights), abs=1e-3)
            compared += 1
    assert compared > 30


@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
@pytest.mark.parametrize(("players", "at_most"), [(2, 0.4935), (3, 0.3235), (4, 0.2385)])
def test_it_loses_less_often_than_an_equal_share_among_earlier_ones(players: int, at_most: float) -> None:
    """On 6,000 deals by each seat, at least two standard errors away from what docs/champions.md says."""
    names = ["champion@v3", *["champion@v2"] * (players - 1)]
    result = play_job(make_job("twisted-knot", names, seed=99), 6000 * players)
    (own, *_) = result.to_pandas().to_dict("records")
    assert own["strategy"].startswith("champion-v3") and own["loss_rate"] < at_most

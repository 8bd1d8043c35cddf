"""The champion: its network against sums made one by one, what it sees of a table put together by hand, its play."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from knotlab import play as play_games
from knotlab.analysis.runs.play import make_job
from knotlab.sim.compiling.jit import OFF, whole
from knotlab.sim.games.twyst.cards import CODE
from knotlab.sim.games.twyst.state import PLAY, PLAYING, Move
from knotlab.sim.playing.branch import positions
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.strategies.resolve import bind, spelled
from knotlab.strategies.twyst import _judgement as judgement
from knotlab.strategies.twyst._judgement import card_rows, decision_rows, survey_table
from knotlab.strategies.twyst.champion import WEIGHTS
from tests.strategies.twyst.choices import best, named, scores
from tests.strategies.twyst.test_solid import facing
from tests.twyst.positions import play, position, spell_move

pytestmark = pytest.mark.long


@whole()
def describe(views: Any, card: Any, of_decision: Any, of_card: Any) -> None:
    """Write down the rows of a decision and of one of its cards."""
    view = views[0]
    survey_table(view)
    for k, row in enumerate(decision_rows(view)):
        of_decision[k] = row
    for k, row in enumerate(card_rows(view, card)):
        of_card[k] = row


def rows(view: Any, card: int) -> tuple[list[int], list[int]]:
    """The rows of a decision and of a card."""
    views = np.array([view])
    of_decision, of_card = np.zeros(4, np.int64), np.zeros(7, np.int64)
    describe(views, card, of_decision, of_card)
    return [int(row) for row in of_decision if row >= 0], of_card.tolist()


def judged(view: Any, card: int) -> float:
    """A card's score, summed up row by row with fractions."""
    shared, own = rows(view, card)
    weights = WEIGHTS.astype(float) / 64
    hidden = np.maximum(weights[shared + own, :8].sum(axis=0), 0.0)
    return float(weights[own, 8].sum() + hidden[:4].sum() - hidden[4:].sum())


def some_decisions() -> Iterator[Any]:
    """Views of decisions of many deals, in all contracts that come up."""
    n = 6 if OFF else 300
    job = make_job("twyst", ["threshold+random"] * 4, seed=12)
    for decision in (5, 12, 23, 38):
        yield from positions(job, np.arange(n), np.full(n, decision)).views


def test_its_score_is_the_sum_of_its_rows() -> None:
    who, seen = bind(spelled("twyst", "champion")), set()
    for view in some_decisions():
        if view.decision == PLAYING:
            held = [card for card in range(52) if int(view.hand) >> card & 1]
            following = [card for card in held if view.laid and card // 13 == view.suit]
            game_moves = [Move(PLAY, card, -1) for card in following or held]
            scored = scores_of(who, view, game_moves)
            assert scored.tolist() == [judged(view, card) for _, card, _ in game_moves]
            seen.add((int(view.contract), int(view.laid)))
    assert OFF or len(seen) > 20


def table() -> Stepper:
    """The tenth trick of a Trump duo in spades by seats 0 and 2, who have 5 of 9 tricks: seat 1 led, seat 3 is to
    play.
    """
    game = position(
        "bids: 5S 4C 9S 3H\ntricks: 4 3 1 1\nlead: 1\n"
        "hand 0: AH 5S 3D 4D\nhand 1: QH 4C 5D 6D\nhand 2: 9S KC 7D 8D\nhand 3: 3H JH KH 2C"
    )
    play(game, "QH 7D")
    return game


def test_what_it_sees_of_a_table() -> None:
    """Seat 3 plays against the duo, with seat 1 as partner, whose queen wins so far; a foe is still to play."""
    view = table().view
    first = judgement.AGAINST_DUO * (judgement.LEAD_ROWS + judgement.FOLLOW_ROWS) + judgement.LEAD_ROWS
    shared, own = rows(view, CODE["KH"])
    out = "AH 5S 3D 4D 4C 5D 6D 9S KC 8D"  # held by the three others
    assert view.laid == 2 and len(out.split()) == 10
    assert shared == [
        first + judgement.NEED + (9 - 5 + 2) * 13 + int(view.trick),
        first + judgement.TRUMPS + 2 * 7 + 0,  # the 5 and the 9 of spades are out
        first + judgement.TABLE + ((2 - 1) * 4 + 2) * 4 + 2 * 1 + 0,  # partner two places on; friend wins, not surely
        first + judgement.SUIT_LED + ((0 * 2 + 1) * 9 + 1) * 2 + 0,  # it can follow, and one heart is out
    ]
    winner = 6 * 1 + 2 * 1 + 0
    assert own[0] == first + judgement.WINS + (((2 - 1) * 2 + 1) * 12 + winner) * 4 + 1  # the ace is above
    assert own[1] == first + judgement.PLACES + ((0 * 4 + 0) * 4 + 2) * 2 + 1  # two hearts of its own below
    assert own[2] == first + judgement.HOLDS + ((0 * 7 + 3 - 1) * 4 + 1) * 4 + 0
    assert own[3] == first + judgement.HEIGHTS + (0 * 13 + 11) * 2 + 1
    assert own[4] == first + judgement.TOKENS + (0 * 4 + 2) * 16 + 1  # it showed a heart itself
    assert own[5] == first + judgement.LEFT + (0 * 14 + 1) * 4 + 1
    assert own[6] == first + judgement.RUNS_OUT + (0 * 4 + 2) * 8 + 4  # seat 2, three places on, is out of hearts


def test_all_rows_are_in_the_table() -> None:
    ends = set()
    for view in some_decisions():
        if view.decision == PLAYING:
            for card in (card for card in range(52) if int(view.hand) >> card & 1):
                shared, own = rows(view, card)
                assert 0 <= min(shared + own) and max(shared + own) < judgement.ROWS == len(WEIGHTS)
                ends.add(max(own))
    assert len(ends) > 20


def test_soloists_lead_themselves_and_a_misere_plays_last() -> None:
    assert named("3C AS 4D 5H", "champion") == "lead1"
    assert named("3C 4D 5H 2S", "champion") == "lead0"


def test_fourth_to_play_it_wins_cheaply_and_leaves_a_friend_s_trick() -> None:
    assert facing("9H JH 3H", "QH KH", "4C 3C 10D AS") == "QH"
    assert facing("9H JH 3H", "QH 4H", "AS 3C 4D 5S") == "4H"


def test_a_misere_throws_its_highest_card_that_loses_and_is_not_helped() -> None:
    assert facing("9H JH 3H", "10H 4H QH", "4C 3C 10D 2S") == "10H"
    assert facing("9H 8H", "10H 4H", "2S 3C 10D 4D") == "4H"


def test_every_card_has_a_score_of_its_own_kind() -> None:
    assert len(set(scores(table(), "champion").values())) == 3
    assert best(table(), "champion") in map(spell_move, table().moves())


@pytest.mark.skipif(OFF, reason="thousands of deals")
def test_it_scores_more_than_solid_with_the_same_bids() -> None:
    result = play_games("twyst", ["threshold+champion", *["threshold+solid"] * 3], games=8000, seed=3)
    assert result.estimate("mean_score", 0).low > result.estimate("mean_score", 1).high

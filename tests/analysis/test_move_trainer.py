"""Positions to train moves on: the table says of each move what playing it on says."""

import numpy as np
import pytest

from knotlab.analysis.runs.move_trainer import GAMES, TrainingPosition, position_of, question_of, table
from knotlab.analysis.runs.rollouts import RESAMPLE, metric_of, payoffs_of, play_moves
from knotlab.analysis.runs.written.position import position_written
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.reports.sit.trainer import training_position


def test_a_position_comes_back_from_its_line() -> None:
    text = "hand 0: 6C; plays: 9H on 0, stop"
    position = TrainingPosition(text, ((12.5, 3.0, 20.0, False), (100.0, 90.1, 100.0, True)))
    assert position.line() == "hand 0: 6C; plays: 9H on 0, stop | 12.5 3.0 20.0, 100.0 90.1 100.0-"
    assert position_of(position.line()) == position


@pytest.mark.more
@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_a_table_is_a_position_and_none_is_there_twice(game: str) -> None:
    lines = table(game)
    assert len(lines) > 100 and len({position_of(line).text for line in lines}) == len(lines)
    for line in lines[:: len(lines) // 40]:
        found = question_of(game, line)
        assert 2 <= len(found.moves) == len(found.values) <= 12
        assert all(0 <= low <= mean <= high <= 100 for mean, low, high, _ in found.values)
        assert not found.values[found.best][3]


@pytest.mark.more
@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_holds_no_card_that_its_player_does_not_know(game: str) -> None:
    told = training_position(game)
    for seat, hand in enumerate(told["board"]["hands"]):
        assert seat == told["seat"] or set(hand) <= {"?"}
    unseen = told["board"]["draw"] if game == "knotweed" else "".join(map("".join, told["board"]["piles"]))
    assert set(unseen) <= {"?"}
    assert len(told["moves"]) == len(told["values"]) == len(told["reasons"])


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_games_lost_are_those_of_other_deals(game: str) -> None:
    """Within five standard errors of 2,000 rollouts, besides the table's interval."""
    for line in table(game)[:5]:
        position, found = position_of(line), question_of(game, line)
        point = position_written(game, position.text, seed=99)
        shares = payoffs_of(point, play_moves(point, found.moves, 2000, RESAMPLE), metric_of(game)) / UNIT
        slack = 5 * shares.std(axis=1) / 2000**0.5
        low, high = np.array([each[1:3] for each in found.values]).T / 100
        means = shares.mean(axis=1)
        assert (means >= low - slack - 0.001).all() and (means <= high + slack + 0.001).all()

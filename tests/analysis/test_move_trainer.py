"""Positions to train moves on: the table says of each move what playing it on says."""

import numpy as np
import pytest

from knotlab.analysis.decisions.move_trainer import GAMES, TrainingPosition, position_of, question_of, table
from knotlab.analysis.decisions.rollouts import RESAMPLE, metric_of, payoffs_of, play_moves
from knotlab.analysis.decisions.written.position import position_written
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.reports.sit.trainer import training_position
from knotlab.sim import games
from knotlab.sim.playing.stepper import legal_moves


def test_a_position_comes_back_from_its_line() -> None:
    text = "hand 0: 6C; plays: 9H on 0, stop"
    position = TrainingPosition(text, ((12.5, 3.0, 20.0, False), (100.0, 90.1, 100.0, True)))
    assert position.line() == "hand 0: 6C; plays: 9H on 0, stop | 12.5 3.0 20.0, 100.0 90.1 100.0-"
    assert position_of(position.line()) == position


@pytest.mark.more
@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_a_table_is_a_position_and_none_is_there_twice(game: str) -> None:
    lines = table(game)
    assert len(lines) == 1000 and len({position_of(line).text for line in lines}) == len(lines)
    for line in lines[:: len(lines) // 40]:
        found = question_of(game, line)
        assert 2 <= len(found.moves) == len(found.values) <= 12
        assert all(0 <= low <= mean <= high <= 100 for mean, low, high, _ in found.values)
        assert not found.values[found.best][3]


@pytest.mark.more
@pytest.mark.parametrize("game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.long) for game in GAMES[1:])])
def test_what_is_asked_holds_no_card_that_its_player_does_not_know(game: str) -> None:
    told = training_position(game)
    for seat, hand in enumerate(told["board"]["hands"]):
        assert seat == told["seat"] or set(hand) <= {"?"}
    unseen = told["board"]["draw"] if game == "knotweed" else "".join(map("".join, told["board"]["piles"]))
    assert set(unseen) <= {"?"}
    assert len(told["moves"]) == len(told["values"]) == len(told["reasons"])


# Moves, and the card's line between each and the card's own: by hand, from the texts of the cards.
BY_THE_CARD = [
    # Line 1: a pile is left. Lines 2 and 3: on top is no nine and no ace. Line 4 is about both sixes, and about nothing
    # else here.
    ("twisted-knot", "hand 0: 6x2 A; hand 1: ?x3 K; pile 0: ?; pile 1: ?x2; stack: 9 5; "
     "cleared: 2x4 5x3 Qx4 7x4 9x3 10x4 6x2 Jx4 Kx3 3x4 4x3 8x4",
     ("lay 6 6", "lay 6", "lay A", "pick up"), (4, 4, 4, 4)),
    # Line 2: nothing is free, as the six costs a card, and a nine on a ten three. Line 3: three ranks, two piles, so a
    # pass is advised against. Line 5: three ranks, no plays, and the six alone costs at most a card.
    ("knotweed", "hand 0: 6C 9H 9S KD KC; hand 1: ?x3; piles: 5C 10H; draw: ?x42",
     ("play 6C onto pile 0", "play 9H onto pile 1", "pass"), (5, 5, 3)),
]  # fmt: skip


@pytest.mark.more
@pytest.mark.parametrize(("game", "text", "moves", "lines"), BY_THE_CARD)
def test_the_line_of_the_card_is_the_first_that_tells_two_moves_apart(
    game: str, text: str, moves: tuple[str, ...], lines: tuple[int, ...]
) -> None:
    events = games.find(game).events
    listed = [events.describe_move(events.move_of(move)) for move in legal_moves(games.find(game), view_of(game, text))]
    values = ", ".join(["30.0 28.0 32.0"] * len(listed))
    found = question_of(game, f"{text} | {values}")
    assert listed[found.by_card] == moves[0]
    assert tuple(found.lines[listed.index(move)] for move in moves) == lines


def view_of(game: str, text: str) -> np.record:
    """What the player to move sees in a position."""
    return position_written(game, text).view.copy()


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

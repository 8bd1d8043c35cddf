"""Twisted Knot and Knotweed: positions to train on, with what each of their moves is worth, in tables made beforehand.

A table is a text with a line for each position: the position (the package `written` reads it), a bar, and for each
legal move, in listed order, the games lost of 100 with the ends of the interval, and `-` behind those that are
certainly worse than another.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from knotlab.analysis.runs.race import Valued
from knotlab.analysis.runs.written.position import position_written
from knotlab.sim import games
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import legal_moves
from knotlab.strategies.resolve import player

GAMES = ("twisted-knot", "knotweed")
BAR, WORSE = " | ", "-"


class TrainingPosition(NamedTuple):
    """A position with all its moves.

    text: as it is written. moves: for each legal move, in listed order, games lost of 100, with the ends of its
    interval, and whether it is certainly worse than another; all of it holds together with 95% confidence.
    """

    text: str
    moves: tuple[tuple[float, float, float, bool], ...]

    def line(self) -> str:
        """The position as a line of a table."""
        moves = [f"{mean:.1f} {low:.1f} {high:.1f}{WORSE * is_worse}" for mean, low, high, is_worse in self.moves]
        return f"{self.text}{BAR}{', '.join(moves)}"


def training_position(text: str, values: Sequence[Valued]) -> TrainingPosition:
    """A position with the values of its moves, shares of games lost."""

    def of_100(share: float) -> float:
        return round(100 * share, 1)

    moves = ((of_100(each.mean), of_100(each.low), of_100(each.high), each.is_worse) for each in values)
    return TrainingPosition(text, tuple(moves))


def position_of(line: str) -> TrainingPosition:
    """The position that a line of a table tells of."""
    text, _, rest = line.partition(BAR)
    moves = []
    for words in rest.split(", "):
        mean, low, high = map(float, words.removesuffix(WORSE).split())
        moves.append((mean, low, high, words.endswith(WORSE)))
    return TrainingPosition(text, tuple(moves))


def file_of(game: str) -> Path:
    """Where the table of a game is that comes with the program."""
    return Path(__file__).with_name(f"trainer-{game}.txt")


class MoveQuestion(NamedTuple):
    """A position that somebody is asked about.

    view: what the player to move sees. moves: the legal ones, in listed order; values: of each, as the table has them.
    best: the number of the best. by_card: of the one that the table card plays.
    """

    view: np.record
    moves: tuple[Any, ...]
    values: tuple[tuple[float, float, float, bool], ...]
    best: int
    by_card: int


def question_of(game: str, line: str) -> MoveQuestion:
    """The position that a line of a game's table tells of."""
    trained = position_of(line)
    view = position_written(game, trained.text).view
    moves = tuple(legal_moves(games.find(game), view.copy()))
    best = min(range(len(moves)), key=lambda i: (trained.moves[i][3], trained.moves[i][0]))
    scores = scores_of(player(game, "card"), view.copy(), moves)
    return MoveQuestion(view, moves, trained.moves, best, int(np.argmax(scores)))


@cache
def table(game: str) -> tuple[str, ...]:
    """The lines of that table."""
    return tuple(file_of(game).read_text("ascii").splitlines())

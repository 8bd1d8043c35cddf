"""Twisted Knot and Knotweed: positions to train on, with what each of their moves is worth, in tables made beforehand.

A table is a text with a line for each position: the position (the package `written` reads it), a bar, and for each
legal move, in listed order, the games lost of 100 with the ends of the interval, and `-` behind those that are
certainly worse than another.
"""

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from knotlab.analysis.decisions.race import Valued
from knotlab.analysis.decisions.written.position import position_written
from knotlab.sim.playing.players import scores_of
from knotlab.strategies.cards.shipped import shipped_card
from knotlab.strategies.resolve import player

GAMES = ("twisted-knot", "knotweed")
BAR, WORSE = " | ", "-"


class TrainingPosition(NamedTuple):
    """A position with all its moves.

    text: as it is written. moves: for each legal move, in listed order, games lost of 100, with the ends of its
    interval, and whether it is certainly no better than another, so that the best is among the rest; all of it holds
    together with 95% confidence.
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
    best: the number of the best, next: of the best of the others. by_card: of the one that the table card plays. lines:
    for each move the number of the card's first line that puts that one before it, and for that one itself before what
    the card would play next; 0 where no line does.
    """

    view: np.record
    moves: tuple[Any, ...]
    values: tuple[tuple[float, float, float, bool], ...]
    best: int
    next: int
    by_card: int
    lines: tuple[int, ...]


def question_of(game: str, line: str) -> MoveQuestion:
    """The position that a line of a game's table tells of."""
    trained = position_of(line)
    point = position_written(game, trained.text)
    view, moves = point.view, point.moves
    best, following, *_ = sorted(range(len(moves)), key=lambda i: (trained.moves[i][3], trained.moves[i][0]))
    scores = scores_of(player(game, "card"), view.copy(), moves)
    first, second, *_ = np.argsort(-scores, kind="stable").tolist()
    lines = tuple(_line_between(game, scores[[first, second if i == first else i]]) for i in range(len(moves)))
    return MoveQuestion(view, tuple(moves), trained.moves, best, following, first, lines)


def _line_between(game: str, scores: np.ndarray) -> int:
    """The number of the table card's first line that tells two moves apart, from their scores: the whole part has a bit
    for each line, the first one highest (`follow` of each game's `_card.py`).
    """
    one, other = map(math.floor, scores)
    return len(shipped_card(game).lines) - (one ^ other).bit_length() + 1 if one != other else 0


@cache
def table(game: str) -> tuple[str, ...]:
    """The lines of that table."""
    return tuple(file_of(game).read_text("ascii").splitlines())

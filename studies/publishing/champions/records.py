"""What a player learns with: what is described of a game, weights, and the room in which a game is remembered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from knotlab.sim.kernels.vectors import UNITS
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.resolve import player
from knotlab.strategies.spelling import bare_names

REMEMBERED_DECISIONS = 6_000  # of a game that are remembered; those after them are decided at random
REMEMBERED_MOVES = 100_000  # of all these decisions together
REMEMBERED_ENTRIES = 2_000_000  # of all their descriptions together
LINEAR = UNITS - 1  # the unit that counts below zero too: it begins as a sum of weights that are known to work
NO_FLOOR = -np.inf


@dataclass(frozen=True)
class Course:
    """How long a player learns, and how.

    half: after so many lessons one changes half as much as at first; after twice as many a third, and so on. settling:
    the share of the lessons, at their end, in which that falls to nothing. rate, variety: the rate of learning, and
    what variety is worth, at first. shares: of the games: of learners alone, against an opponent, against an earlier
    self. price: what a turn costs everybody who plays, in games lost. watching: lessons at the beginning in which only
    the critic learns. fading: by how much less a change of the critic's mind counts for each decision before it. hurry:
    how many times as fast the critic learns.
    """

    lessons: int
    half: int = 3_000
    settling: float = 0.0
    rate: float = 2e-3
    variety: float = 0.02
    shares: tuple[float, float, float] = (0.6, 0.2, 0.2)
    price: float = 0.0
    watching: int = 0
    fading: float = 0.95
    hurry: float = 1.0

    def at(self, lesson: int) -> float:
        """How much a lesson changes, as a share of the first; after the last one of a player who settles, nothing."""
        share, settling = self.half / (self.half + lesson), self.settling * self.lessons
        left = max(self.lessons - lesson, 0)
        return share * left / settling if left < settling else share


@dataclass(frozen=True, eq=False)
class Environment:
    """What is learnt of a game: compiled functions, how many rows of weights they know, and among whom.

    prepare(view) fills the plan. describe_decision(view, rows, values) and describe_move(view, move, rows, values)
    write descriptions and give back how many entries they have; describe_hidden(view, hidden, rows, values, n) does the
    same of what only the critic sees, after n entries. courses: by the fewest players that weights are for: how they
    are learnt. start(table): by row of a move, what the linear unit begins with. opponents(table): spellings.
    strategies_from: files of opponents that do not ship. goes_on_from: the weights of an earlier champion, from which
    learning goes on. labels: by the fewest players that weights are for: from how many files of a thinker's labels they
    are learnt; without any, they are learnt in lessons. tables: by the fewest players that weights are for: how many
    play in the first lesson, the second and so on, in turn.
    """

    game: str
    prepare: Callable[..., Any]
    describe_decision: Callable[..., Any]
    describe_move: Callable[..., Any]
    describe_hidden: Callable[..., Any]
    decision_rows: int
    move_rows: int
    hidden_rows: int
    courses: Mapping[int, Course]
    start: Callable[[int], np.ndarray]
    opponents: Callable[[int], Sequence[str]]
    strategies_from: tuple[Path, ...] = ()
    goes_on_from: Path | None = None
    labels: Mapping[int, int] = field(default_factory=dict)
    tables: Mapping[int, Sequence[int]] = field(default_factory=lambda: {2: (2,), 3: (3,), 4: (4, 4, 6)})


class Weights(NamedTuple):
    """The weights of a player and of the critic, float32 in rows of UNITS.

    A row of `decisions`, `moves` and `critic` belongs to an entry of a description; `last` and `critic_last` have how
    the units are weighed, and above what they count. With several players (the learner, then earlier selves) their rows
    follow each other.
    """

    decisions: np.ndarray
    moves: np.ndarray
    last: np.ndarray
    critic: np.ndarray
    critic_last: np.ndarray


class Network(NamedTuple):
    """The part of the weights that a champion plays by."""

    decisions: np.ndarray
    moves: np.ndarray
    last: np.ndarray


class LessonGames(NamedTuple):
    """Games of a lesson.

    numbers: of the deals. seats: shape (games, players), who plays: 0 the learner, 1 and on an earlier self, below 0 an
    opponent. results: float64 of that shape, what the games were worth.
    """

    numbers: np.ndarray
    seats: np.ndarray
    results: np.ndarray


class Hyperparameters(NamedTuple):
    """How a lesson goes: how often a move is random; by how much less a change of the critic's mind counts for each
    decision before it; what gains are divided by; what variety is worth; what a turn costs everybody, in games lost;
    where random numbers begin; and whether anything is learnt, or the best move played.
    """

    tremble: float
    fading: float
    scale: float
    variety: float
    price: float
    seed: int
    learning: bool


class Counts(NamedTuple):
    """Sums over a lesson, each of shape (1,): decisions, and squared gains, which are the critic's errors too."""

    decisions: np.ndarray
    gains: np.ndarray


class LessonRoom(NamedTuple):
    """A game of the learner's, remembered: entries of descriptions; by decision its seat, its first entry, how many
    entries the player and the critic see, its first move, how many moves, which was chosen (-1: at random), the
    critic's units and guess; by move its units, its first entry, how many entries, how likely it was, and by how much
    its score should grow; and some vectors.
    """

    rows: np.ndarray
    values: np.ndarray
    seat: np.ndarray
    first_entry: np.ndarray
    seen: np.ndarray
    seen_by_critic: np.ndarray
    first_move: np.ndarray
    n_moves: np.ndarray
    chosen: np.ndarray
    critic_units: np.ndarray
    guess: np.ndarray
    units: np.ndarray
    entry: np.ndarray
    n_entries: np.ndarray
    share: np.ndarray
    slope: np.ndarray
    work: np.ndarray


def new_room() -> LessonRoom:
    """Room for a game."""
    decisions, moves = np.zeros((7, REMEMBERED_DECISIONS), np.int64), np.zeros((2, REMEMBERED_MOVES), np.int64)
    seat, first_entry, seen, seen_by_critic, first_move, n_moves, chosen = decisions
    return LessonRoom(
        rows=np.zeros(REMEMBERED_ENTRIES, np.int32),
        values=np.zeros(REMEMBERED_ENTRIES, np.float32),
        seat=seat,
        first_entry=first_entry,
        seen=seen,
        seen_by_critic=seen_by_critic,
        first_move=first_move,
        n_moves=n_moves,
        chosen=chosen,
        critic_units=np.zeros((REMEMBERED_DECISIONS, UNITS), np.float32),
        guess=np.zeros(REMEMBERED_DECISIONS),
        units=np.zeros((REMEMBERED_MOVES, UNITS), np.float32),
        entry=moves[0],
        n_entries=moves[1],
        share=np.zeros(REMEMBERED_MOVES),
        slope=np.zeros(REMEMBERED_MOVES),
        work=np.zeros((3, UNITS), np.float32),
    )


def new_counts() -> Counts:
    """Sums of nothing yet."""
    return Counts(np.zeros(1), np.zeros(1))


def weights_of(game: str, spelling: str) -> dict[str, float]:
    """The values of a player's parameters, by name."""
    parameters = catalogue(game)[bare_names(spelling)[0]].parameters
    return dict(zip(parameters, player(game, spelling).values, strict=True))

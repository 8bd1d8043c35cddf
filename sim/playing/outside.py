"""A game some of whose players are outside the program. It runs in a thread of its own, which waits where one of them
has a choice, so a choice costs no more than what is played up to the next one.

While it waits, other games go on, so the generators of the modules `random` and `numpy.random` are not seeded for it.
"""

import weakref
from collections.abc import Collection
from contextvars import ContextVar, copy_context
from dataclasses import replace
from functools import cache
from queue import SimpleQueue
from threading import Thread
from typing import Any

from knotlab.sim.playing import asked
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Functions, Player
from knotlab.sim.playing.traced import TracedGame, play_traced

AGENT = "agent"


class _GivenUp(Exception):
    """Nobody will make the next choice."""


class _Line:
    """What a game asks those outside, and what they answer: the numbers of moves, or None if nobody will."""

    def __init__(self) -> None:
        self.asks: SimpleQueue[Any] = SimpleQueue()
        self.answers: SimpleQueue[int | None] = SimpleQueue()

    def choose(self, view: Any, moves: tuple[Any, ...]) -> Any:
        """Wait for a choice."""
        self.asks.put((view, moves))
        number = self.answers.get()
        if number is None:
            raise _GivenUp
        return moves[number]


_line: ContextVar[_Line] = ContextVar("line")


@cache
def _functions(game: str) -> Functions:
    return Functions(game, AGENT, _line.get, None, "", asks=True)


class OutsideGame:
    """A game under way.

    job: the game is one of it; whoever is named for the seats outside stays away. index: the number of the game. view,
    moves: of the decision that someone outside stands before, or none. traced: the game, once it is over.

    Raises StrategyError, here or at a choice, if another player fails.
    """

    def __init__(self, job: Job, index: int, seats: Collection[int]) -> None:
        self.view: Any = None
        self.moves: tuple[Any, ...] = ()
        self.traced: TracedGame | None = None
        by_seat, may_cheat = job.players_by_seat(index), job.rules.get("cheating") is not None
        outside = Player(AGENT, _functions(job.game), reads=frozenset(("game", "turn", "decision")), cheats=may_cheat)
        numbers = {by_seat[seat] for seat in seats}
        players = tuple(outside if i in numbers else player for i, player in enumerate(job.players))
        self._line = line = _Line()
        weakref.finalize(self, line.answers.put, None).atexit = False
        playing = (_play, replace(job, players=players), index, line)
        Thread(target=copy_context().run, args=playing, daemon=True).start()
        self._wait()

    def choose(self, number: int) -> None:
        """Make the next choice: the number of a legal move."""
        self._line.answers.put(number)
        self._wait()

    def _wait(self) -> None:
        """Wait for the next decision of someone outside, or the end."""
        said, self.view, self.moves = self._line.asks.get(), None, ()
        if isinstance(said, BaseException):
            raise said
        if isinstance(said, TracedGame):
            self.traced = said
        else:
            self.view, self.moves = said


def _play(job: Job, index: int, line: _Line) -> None:
    """Play a game, in its thread."""
    _line.set(line)
    try:
        with asked.among_others():
            traced = play_traced(job, index)
        line.asks.put(traced.failure or traced)
    except BaseException as error:
        line.asks.put(error)

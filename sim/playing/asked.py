"""Players that are objects in plain Python: how the compiled game asks them for their moves.

Where such a player has a choice, the kernel calls a C function (`asks_address` in the player's record), which asks the
object on that seat: an object for each seat and game, with a memory of its own. It gets copies of what its player sees,
so whatever it does with them changes no game. Games with such players are played one after another in a process, since
Python runs one thing at a time anyway, so Python's and NumPy's global random numbers can be seeded for each.
"""

import contextlib
import ctypes
import random
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import lru_cache, partial
from math import isnan
from pathlib import Path
from random import Random
from threading import RLock, local
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.compiling.sources import text_hash
from knotlab.sim.errors import InputError
from knotlab.sim.held import held
from knotlab.sim.kernels import trace
from knotlab.sim.kernels.turns import States
from knotlab.sim.lowlevel import address_of
from knotlab.sim.playing.object_view import ObjectView, Reader, reader
from knotlab.sim.protocol import Game

FAILED, SCORED = -1, -2  # what the kernel is told in place of the number of a move (kernels/choice.py)
SHOWN = 8  # legal moves that an error lists
EVENTS = 2**18  # that may happen between two choices of a player who is told of them


class ObjectFailed(Exception):
    """What went wrong in an object, in words, with its line; name: of the player, where the game is over."""

    def __init__(self, what: str, name: str = "") -> None:
        super().__init__(what)
        self.name = name


# --- a game ---


class Scorer:
    """An object that scores moves by a function in plain Python, which gets the values of its parameters too."""

    def __init__(self, function: Callable[..., Any], *values: float) -> None:
        self.function, self.values = function, values

    def scores(self, view: ObjectView, moves: tuple[Any, ...]) -> list[Any]:
        """The score of each move."""
        function, values = self.function, self.values
        if values:
            return [function(view, move, *values) for move in moves]
        return [function(view, move) for move in moves]  # in a third of the time that an empty row of values takes


class AskedGame:
    """A game under way, as far as objects play in it.

    players: by seat. seed: in words. answers: the moves that were named before, by number, or their scores, if this
    game is played again; by seat and by the random number of the decision. is_again: whether it is; then nobody is
    asked. kept: what those who need not repeat chose when it was played, in order; None: they are asked. told: whether
    objects may be told of events.
    """

    def __init__(
        self,
        game: Game,
        players: tuple[Any, ...],
        seed: str,
        answers: dict[tuple[int, float], Any],
        is_again: bool,
        kept: Iterable[int] | None = None,
        told: bool = False,
    ) -> None:
        self.game, self.players, self.seed, self.answers, self.is_again = game, players, seed, answers, is_again
        self.kept = None if kept is None else iter(kept)
        self.read = reader(game)
        self.objects: dict[int, Any] = {}  # by seat
        self._begun: set[int] = set()  # the seats whose objects were asked
        self._seats: dict[int, tuple[Callable[..., Any], Random, dict[Any, Any]]] = {}  # how each is asked: see `_sit`
        self.failure: ObjectFailed | None = None
        self._trace = trace.empty(game, EVENTS, 0) if told else None
        self._states: States | None = None  # of the kernel that writes the trace
        self._deal: Any = None
        self._events: list[dict[str, Any]] = []  # those that were taken from it
        self._told: dict[int, int] = {}  # by seat: how many its object was told

    def answer(self, content: bytes, moves: bytes, scores: Any, n: int) -> int:
        """The number of the move that the player to move names, or SCORED if it scores all; FAILED if it fails.

        content: the bytes of the view; moves: of the n legal moves. scores: takes their scores.
        """
        read = self.read
        numbers = read.numbers(content)
        key = read.key(numbers)
        known = self.answers.get(key, 0 if self.is_again else None)  # where it trembles, only a trace asks
        try:
            if known is None:
                decide, random, memory = self._seats.get(key[0]) or self._sit(key[0])
                known = decide(read.view(content, numbers, random, memory), read.moves(moves))
                self.answers[key] = known
            if known.__class__ is list:
                scores[:n] = known
                if isnan(sum(scores[:n])) and not all(map(_is_number, known)):  # a sum is the cheaper question
                    raise ValueError("NaN")
                return SCORED
            if known.__class__ is int:
                return known
            raise known
        except BaseException as error:
            failure = _failure_of(error, known, self.objects.get(key[0]))
            self.failure = self.answers[key] = failure.with_traceback(None)  # its frames would keep all their arrays
            return FAILED

    def _sit(self, seat: int) -> tuple[Callable[..., Any], Random, dict[Any, Any]]:
        """Have the player on a seat made: what gives the number of its move, or all scores, its random numbers and its
        memory.
        """
        functions, values = self.players[seat].functions, self.players[seat].values
        decide: Callable[..., Any] = self._follow
        if self.kept is None or functions.repeats:
            player = self.objects[seat] = functions.score(*functions.arguments(values))
            decide = player.scores if isinstance(player, Scorer) else partial(self._choose, seat)
        self._seats[seat] = decide, Random(f"{self.seed} {seat}"), {}
        return self._seats[seat]

    def _follow(self, view: ObjectView, moves: tuple[Any, ...]) -> int:
        """What was chosen when the game was played."""
        number = next(self.kept or iter(()), len(moves))
        if number < len(moves):
            return number
        raise ObjectFailed("the choices that are kept are not those of this game")

    def _choose(self, seat: int, view: ObjectView, moves: tuple[Any, ...]) -> int:
        """What the object on a seat chooses, which is told before the first time that the game begins."""
        player = self.objects[seat]
        if seat not in self._begun:
            self._begun.add(seat)
            if hasattr(player, "start"):
                player.start(view)
        self._tell_events(seat, player)
        chosen = player.choose(view, moves)
        try:
            return moves.index(chosen)
        except ValueError:
            listed = ", ".join(map(_written, moves[:SHOWN])) + (", .." if len(moves) > SHOWN else "")
            line = _where(player.choose)
            raise ObjectFailed(f"it played {chosen!r}{line}, which is not legal; legal are {listed}") from None

    def _tell_events(self, seat: int, player: Any) -> None:
        """Tell an object what has happened since it was told last, as its seat sees it."""
        if self._trace is None or self._states is None or not hasattr(player, "saw"):
            return
        events, view, hidden = self.game.events, self._states.views[0], self._states.hiddens[0]
        if self._trace.sizes[0] > EVENTS:
            raise ObjectFailed(f"it cannot be told of more than {EVENTS} events between two choices")
        self._deal = self._deal or events.deal_of(view, hidden)
        rows = [row for row in trace.rows_of(self._trace) if row[0] != trace.DECISION]
        self._events += [events.event_of(hidden, view, row) for row in rows]
        self._trace.sizes[:] = 0
        new = self._events[self._told.get(seat, 0) :]
        kinds = [event["do"] for event in new]
        closed = [i for i, kind in enumerate(kinds) if kind in events.CLOSED and events.CLOSED[kind] not in kinds]
        _, seen = events.as_seen(seat, self._deal, new[: closed[0]] if closed else new)
        self._told[seat] = self._told.get(seat, 0) + len(seen)
        for event in seen:
            player.saw(event)

    def choices(self) -> list[int]:
        """What those chose who need not repeat, as numbers of moves, in order."""
        return [number for (seat, _), number in self.answers.items() if not self.players[seat].functions.repeats]

    def tell(self, result: np.record) -> None:
        """Tell each object how the game ended, if it wants to know: what every seat got."""
        n, wanted = len(self.players), "place" if self.game.has_places else self.game.result_fields[0][0]
        outcome = tuple(int(number) for number in result[wanted][:n])
        for seat, player in self.objects.items():
            try:
                self._tell_events(seat, player)
                if hasattr(player, "over"):
                    player.over(outcome)
            except Exception as error:
                raise ObjectFailed(_in_words(error), self.players[seat].name) from error

    def noted(self, states: States) -> trace.Trace | None:
        """The trace that a kernel with some states is to write."""
        self._states = states
        return self._trace


def _failure_of(error: BaseException, answer: Any, player: Any) -> ObjectFailed:
    """What to say of an error in an object, or of what it answered."""
    if isinstance(error, ObjectFailed):
        return error
    wrong = [score for score in answer if not _is_number(score)] if isinstance(answer, list) else []
    if not wrong:
        return ObjectFailed(_in_words(error))
    what = "nothing" if wrong[0] is None else repr(wrong[0])
    return ObjectFailed(f"it returned {what}{_where(player.function)}; return a number for every move")


def _is_number(score: Any) -> bool:
    """Whether a score is one; infinity is."""
    try:
        return not isnan(score)
    except (TypeError, ValueError, OverflowError):
        return False


def _where(function: Callable[..., Any]) -> str:
    """The file and the line at which a function begins, in words, if it is in Python."""
    code = getattr(function, "__code__", None)
    return f" ({Path(code.co_filename).name}, line {code.co_firstlineno})" if code else ""


def _written(move: Any) -> str:
    return f"{type(move).__name__}({', '.join(map(str, move))})"


def _in_words(error: BaseException) -> str:
    """An error in words, with its line."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return what + own_line(traceback.extract_tb(error.__traceback__))


def own_line(frames: traceback.StackSummary) -> str:
    """The last line in an object's own file, not in a library that it calls, of frames that lead there, in words."""
    asking = max((i for i, frame in enumerate(frames) if frame.filename == __file__), default=len(frames))
    inside = frames[asking + 1 :]
    own = [frame for frame in inside if frame.filename == inside[0].filename]
    return f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""


_playing = RLock()  # a game with objects is played alone
_shares: ContextVar[bool] = ContextVar("shares", default=False)  # whether it is not: see `among_others`
_under_way: ContextVar[AskedGame | None] = ContextVar("under_way", default=None)


class _Last(local):
    """The last game of a thread."""

    def __init__(self) -> None:
        self.key: Any = None
        self.answers: dict[tuple[int, float], Any] = {}
        self.failed = False  # whether an object failed in it


_last = _Last()


@contextlib.contextmanager
def seated(job: Any, index: int, traced: bool = False) -> Iterator[AskedGame]:
    """Have the objects among the players of a game asked within the block, which is within `undisturbed`.

    job: the run; index: the number of the game in it. The last game is played again as it was, without asking; where an
    object failed in it, only to be traced.
    """
    words = f"{job.seed} {job.purpose} {job.rollout} {job.deal_of(index)} {job.rotation_of(index)}"
    players = tuple(job.players[number] for number in job.players_by_seat(index))
    key = (job, index)
    is_again = _last.key == key and (traced or not _last.failed)
    answers = _last.answers if is_again else {}
    kept = job.choices.of(job, index) if job.choices else _followed.get()
    current = AskedGame(games.find(job.game), players, text_hash(words), answers, is_again, kept, job.told)
    is_whole = False
    try:
        with _asking_in(current):
            yield current
            is_whole = True
    finally:
        if is_whole or current.failure:
            _last.key, _last.answers, _last.failed = key, current.answers, current.failure is not None


_keeping: ContextVar[list[list[int]] | None] = ContextVar("keeping", default=None)
_followed: ContextVar[Iterator[int] | None] = ContextVar("followed", default=None)


@contextlib.contextmanager
def keeping(followed: Iterator[int] | None = None) -> Iterator[list[list[int]]]:
    """A list to which each game that is played within the block, and has players who need not repeat, adds their
    choices. followed: what they chose in these games when they were played before, in order; None: they are asked.
    """
    kept: list[list[int]] = []
    with held((_keeping, kept), (_followed, followed)):
        yield kept


def keep(current: AskedGame) -> None:
    """Add a game's choices to those that are kept here."""
    kept = _keeping.get()
    if kept is not None and any(not player.functions.repeats for player in current.players):
        kept.append(current.choices())


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Have no other game with objects played within the block, and leave the program's random numbers as they are."""
    if _shares.get():
        yield
        return
    with _playing:
        before, numpys = random.getstate(), np.random.get_state()
        try:
            yield
        finally:
            random.setstate(before)
            np.random.set_state(numpys)


def among_others() -> contextlib.AbstractContextManager[None]:
    """Let other games with objects be played while one within the block waits, without the program's random numbers."""
    return held((_shares, True))


def is_among_others() -> bool:
    """Whether a game here may wait as long as somebody outside the program likes."""
    return _shares.get()


@contextlib.contextmanager
def alone(player: Any) -> Iterator[AskedGame]:
    """Have a player asked within the block about positions of no game, whatever seat they are of."""
    game = games.find(player.functions.game)
    current = AskedGame(game, (player,) * game.players[1], "", {}, is_again=False)
    with undisturbed(), _asking_in(current):
        yield current


def _asking_in(current: AskedGame) -> contextlib.AbstractContextManager[None]:
    if not _shares.get():
        random.seed(current.seed)
        np.random.seed(int(current.seed[:8] or "0", 16))
    return held((_under_way, current))


def noted(job: Any, states: States) -> trace.Trace | None:
    """The trace that a kernel with some states is to write of a job's game under way, if objects are told of events."""
    current = _under_way.get()
    return current.noted(states) if current and job.told else None


def failure() -> ObjectFailed | None:
    """What went wrong in an object in the game that is played, if anything did."""
    current = _under_way.get()
    return current.failure if current else None


def refuse_object(strategy: Any, what: str) -> None:
    """Raise InputError if a strategy (or its functions) is played in plain Python, for what only others can do."""
    if strategy.asks:
        raise InputError(f"'{strategy.name}' is played in plain Python, so it cannot {what}; name a compiled strategy")


# --- called by the kernel ---


def _ask_at(view: int, options: int, n: int) -> int:
    current = _under_way.get()
    if current is None:
        return FAILED
    seen, listed, scores = _memory(current.read, view, options)
    return current.answer(seen.raw, listed[: n * current.read.move_bytes], scores, n)


@lru_cache(16)  # most decisions of a game stand at the same place
def _memory(read: Reader, view: int, options: int) -> tuple[Any, Any, Any]:
    """The kernel's memory: the bytes of the view, those of the moves, and the scores."""
    score, place = read.game.options.fields["score"][:2]  # type: ignore[index]
    return (
        (ctypes.c_char * read.game.view.itemsize).from_address(view),
        (ctypes.c_char * place).from_address(options),
        (ctypes.c_double * score.shape[0]).from_address(options + place),
    )


def _ask_about(view: np.record, options: np.record, n: int) -> int:
    """Ask about records, without the compiler."""
    current = _under_way.get()
    return current.answer(view.tobytes(), options["move"][:n].tobytes(), options["score"], n) if current else FAILED


_called = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(_ask_at)


def asks_address() -> int:
    """Where kernels call what asks objects."""
    return address_of(_ask_about) if OFF else int(ctypes.cast(_called, ctypes.c_void_p).value or 0)

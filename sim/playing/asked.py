"""Players that are objects in plain Python: how the compiled game asks them for their moves.

Where such a player has a choice, the kernel calls a C function (`asks_address` in the player's record), which asks the
object on that seat: an object for each seat and game, with a memory of its own. It gets copies of what its player sees,
so whatever it does with them changes no game. Games with such players are played one after another in a process, since
Python runs one thing at a time anyway, so Python's and NumPy's global random numbers can be seeded for each.
"""

import contextlib
import ctypes
import random
import struct
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from math import prod
from pathlib import Path
from random import Random
from threading import RLock
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.compiling.sources import text_hash
from knotlab.sim.errors import InputError
from knotlab.sim.lowlevel import address_of
from knotlab.sim.protocol import Game

FAILED = -1  # what the kernel is told in place of the number of a move
SHOWN = 8  # legal moves that an error lists
LETTERS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "f8": "d"}


class ObjectFailed(Exception):
    """What went wrong in an object, in words, with its line; name: of the player, where the game is over."""

    def __init__(self, what: str, name: str = "") -> None:
        super().__init__(what)
        self.name = name


# --- what an object sees ---


class ObjectView:
    """What a player sees, for an object: the fields that `knotlab view` lists, as whole numbers, numbers and tuples of
    them, read when they are first asked for; and `random`, the player's own random numbers.
    """

    _readers: ClassVar[Mapping[str, tuple[int, struct.Struct, tuple[int, ...]]]]
    _content: bytes
    random: Random

    def __init__(self, content: bytes, numbers: Random) -> None:
        vars(self).update(_content=content, random=numbers)

    def __getattr__(self, name: str) -> Any:
        try:
            offset, reader, shape = self._readers[name]
        except KeyError:
            raise AttributeError(f"the view has no field '{name}'; knotlab view lists them") from None
        numbers: Any = reader.unpack_from(self._content, offset)
        for length in shape[:0:-1]:
            numbers = tuple(numbers[i : i + length] for i in range(0, len(numbers), length))
        vars(self)[name] = value = numbers if shape else numbers[0]
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a player cannot change view.{name}")

    def __dir__(self) -> list[str]:
        return [*self._readers, "random"]

    def __reduce__(self) -> Any:
        return view_of, (type(self).__name__, self._content, self.random)


@cache
def _view_class(game: Game) -> type[ObjectView]:
    """The class of what is seen in a game."""
    readers = {}
    for name in game.view.names or ():
        dtype, offset = game.view.fields[name][:2]  # type: ignore[index]
        base, shape = dtype.base, dtype.shape
        letter = LETTERS[base.str[1:]]
        readers[name] = (offset, struct.Struct(f"={prod(shape)}{letter}"), shape)
    return type(game.name, (ObjectView,), {"_readers": readers})


def view_of(game: str, content: bytes, numbers: Random) -> ObjectView:
    """What a player sees, from the bytes of a game's view."""
    return _view_class(games.find(game))(content, numbers)


@cache
def _move_reader(game: Game) -> tuple[int, Callable[[bytes], list[Any]]]:
    """How many bytes a move takes in the list of legal moves, and what reads some of them."""
    row, make = struct.Struct(f"={len(game.move._fields)}q"), game.move._make
    return row.size, lambda content: [make(numbers) for numbers in row.iter_unpack(content)]


# --- a game ---


class AskedGame:
    """A game under way, as far as objects play in it.

    players: by seat, with None for those that are compiled. seed: in words. answers: the moves that were named before,
    if this game is played again, by seat and by the random number of the decision. is_again: whether it is; then nobody
    is asked.
    """

    def __init__(
        self, game: Game, players: tuple[Any, ...], seed: str, answers: dict[tuple[int, float], Any], is_again: bool
    ) -> None:
        self.game, self.players, self.seed, self.answers, self.is_again = game, players, seed, answers, is_again
        self.objects: dict[int, Any] = {}
        self.numbers: dict[int, Random] = {}
        self.failure: ObjectFailed | None = None

    def answer(self, content: bytes, moves: bytes) -> int:
        """The number of the move that the player to move names; FAILED if it fails.

        content: the bytes of the view; moves: of the legal moves.
        """
        seen = _view_class(self.game)
        offset, reader, _ = seen._readers["seat"]
        (seat,) = reader.unpack_from(content, offset)
        view = seen(content, self.numbers.get(seat) or self._numbers_of(seat))
        key = (seat, view.decision_uniform)
        known = self.answers.get(key, 0 if self.is_again else None)  # where it trembles, only a trace asks
        if known is None:
            try:
                known = self._chosen(seat, view, _move_reader(self.game)[1](moves))
            except BaseException as error:
                known = error if isinstance(error, ObjectFailed) else ObjectFailed(_in_words(error))
            self.answers[key] = known
        if isinstance(known, ObjectFailed):
            self.failure = known
            return FAILED
        return int(known)

    def _numbers_of(self, seat: int) -> Random:
        self.numbers[seat] = Random(f"{self.seed} {seat}")
        return self.numbers[seat]

    def _chosen(self, seat: int, view: ObjectView, moves: list[Any]) -> int:
        player = self.objects.get(seat)
        if player is None:
            made = self.players[seat]
            functions = made.functions
            player = self.objects[seat] = functions.score(*functions.arguments(made.values))
            if hasattr(player, "start"):
                player.start(view)
        chosen = player.choose(view, moves)
        try:
            return moves.index(chosen)
        except ValueError:
            listed = ", ".join(map(_written, moves[:SHOWN])) + (", .." if len(moves) > SHOWN else "")
            raise ObjectFailed(f"it played {chosen!r}, which is not legal; legal are {listed}") from None

    def tell(self, result: np.record) -> None:
        """Tell each object how the game ended, if it wants to know: what every seat got."""
        n, wanted = len(self.players), "place" if self.game.has_places else self.game.result_fields[0][0]
        outcome = tuple(int(number) for number in result[wanted][:n])
        for seat, player in self.objects.items():
            if hasattr(player, "over"):
                try:
                    player.over(outcome)
                except Exception as error:
                    raise ObjectFailed(_in_words(error), self.players[seat].name) from error


def _written(move: Any) -> str:
    return f"{type(move).__name__}({', '.join(map(str, move))})"


def _in_words(error: BaseException) -> str:
    """An error in words, with the last line of it that no library has."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename != __file__]
    if not own:
        return what
    return f"{what} ({Path(own[-1].filename).name}, line {own[-1].lineno})"


_playing = RLock()  # a game with objects is played alone
_under_way: list[AskedGame] = []  # the game that is played, after those during which it was begun
_last = SimpleNamespace(key=None, answers={})  # of the last game


@contextlib.contextmanager
def seated(job: Any, index: int) -> Iterator[AskedGame]:
    """Have the objects among the players of a game asked within the block.

    job: the run; index: the number of the game in it. The last game is played again as it was, without asking.
    """
    words = f"{job.seed} {job.purpose} {job.rollout} {job.deal_of(index)} {job.rotation_of(index)}"
    players = tuple(job.players[number] for number in job.players_by_seat(index))
    key = (job, index)
    with _playing:
        is_again = _last.key == key
        current = AskedGame(
            games.find(job.game), players, text_hash(words), _last.answers if is_again else {}, is_again
        )
        is_whole = False
        try:
            with _asking_in(current):
                yield current
                is_whole = True
        finally:
            if is_whole or current.failure:
                _last.key, _last.answers = key, current.answers


def undisturbed(job: Any) -> contextlib.AbstractContextManager[object]:
    """Have no other game played within the block, if there are objects among a job's players."""
    return _playing if any(player.functions.asks for player in job.players) else contextlib.nullcontext()


@contextlib.contextmanager
def alone(player: Any) -> Iterator[AskedGame]:
    """Have a player asked within the block about positions of no game, whatever seat they are of."""
    game = games.find(player.functions.game)
    with _playing:
        current = AskedGame(game, (player,) * game.players[1], "", {}, is_again=False)
        with _asking_in(current):
            yield current


@contextlib.contextmanager
def _asking_in(current: AskedGame) -> Iterator[None]:
    before, numpys = random.getstate(), np.random.get_state()
    random.seed(current.seed)
    np.random.seed(int(current.seed[:8] or "0", 16))
    _under_way.append(current)
    try:
        yield
    finally:
        _under_way.pop()
        random.setstate(before)
        np.random.set_state(numpys)


def failure() -> ObjectFailed | None:
    """What went wrong in an object in the game that is played, if anything did."""
    return _under_way[-1].failure if _under_way else None


def refuse_object(strategy: Any, what: str) -> None:
    """Raise InputError if a strategy (or its functions) is an object, for something only scoring strategies can do."""
    if strategy.asks:
        raise InputError(f"'{strategy.name}' is a player in plain Python, which cannot {what}; name a scoring strategy")


# --- called by the kernel ---


def _ask_at(view: int, options: int, n: int) -> int:
    """Ask at addresses."""
    if not _under_way:
        return FAILED
    current = _under_way[-1]
    content = ctypes.string_at(view, current.game.view.itemsize)
    return current.answer(content, ctypes.string_at(options, n * _move_reader(current.game)[0]))


def _ask_about(view: np.record, options: np.record, n: int) -> int:
    """Ask about records, without the compiler."""
    return _under_way[-1].answer(view.tobytes(), options["move"][:n].tobytes()) if _under_way else FAILED


_called = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(_ask_at)


def asks_address() -> int:
    """Where kernels call what asks objects."""
    return address_of(_ask_about) if OFF else int(ctypes.cast(_called, ctypes.c_void_p).value or 0)

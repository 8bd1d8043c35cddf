"""What a player in plain Python sees of a decision: copies of the view and of the legal moves, as Python objects.

They are made for each decision, so they are made fast: a view is a tuple of its single numbers, all read at once; its
arrays are read when they are asked for.
"""

import struct
from collections import namedtuple
from collections.abc import Callable
from functools import cache, lru_cache, partial
from math import prod
from operator import itemgetter
from random import Random
from typing import Any, ClassVar

from knotlab.sim import games
from knotlab.sim.protocol import Game
from knotlab.sim.settings import unknown

LETTERS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "f8": "d"}
LISTS = 4096  # lists of legal moves that are kept, since most come up again and again
MOVES = 65536  # single moves that are kept
OWN = ("content", "random", "memory")


class ObjectView(tuple[Any, ...]):
    """What a player sees: the fields that `knotlab view` lists, as whole numbers, numbers and tuples of them.

    random: the player's own random numbers. memory: a dictionary of the player's own, empty before each game. content:
    the bytes of all fields.
    """

    names: ClassVar[tuple[str, ...]] = ()
    in_plain_python: ClassVar[bool] = True  # so that a compiled function that gets one is called as Python (jit.py)
    content: bytes
    random: Random
    memory: dict[Any, Any]

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(str(unknown("field", name, self.names, "in the view")))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a player cannot change view.{name}")

    def __dir__(self) -> list[str]:
        return [*self.names, *OWN[1:]]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.names)})"

    def __reduce__(self) -> Any:
        return view_of, (type(self).__name__, self.content, self.random, self.memory)


class _Array:
    """An array of a view, read once; the view then holds it."""

    def __init__(self, name: str, offset: int, letter: str, shape: tuple[int, ...]) -> None:
        self.name, self.offset, self.within = name, offset, shape[:0:-1]
        self.read = struct.Struct(f"={prod(shape)}{letter}").unpack_from

    def __get__(self, view: ObjectView, owner: Any) -> Any:
        held = view.__dict__
        numbers: Any = self.read(held["content"], self.offset)
        for length in self.within:
            numbers = tuple(numbers[i : i + length] for i in range(0, len(numbers), length))
        held[self.name] = numbers
        return numbers


class Reader:
    """What reads the decisions of a game. numbers: reads the single numbers of a view from its bytes. key: the seat and
    the decision's random number of these. moves: reads legal moves from their bytes. game: the game.
    """

    def __init__(self, game: Game) -> None:
        fields = sorted((game.view.fields or {}).items(), key=lambda item: item[1][1])  # by their place
        single, layout, end = [], "=", 0
        members: dict[str, Any] = {"names": game.view.names}
        for name, (dtype, offset, *_) in fields:
            letter = LETTERS[dtype.base.str[1:]]
            if dtype.shape:
                members[name] = _Array(name, offset, letter, dtype.shape)
                continue
            layout += f"{offset - end}x{letter}"
            end = offset + dtype.itemsize
            single.append(name)
        getters = vars(namedtuple("single", single))  # which read faster than a property
        members |= {name: getters[name] for name in single}
        self.game = game
        self._view: Any = partial(tuple.__new__, type(game.name, (ObjectView,), members))
        self.numbers: Callable[[bytes], tuple[Any, ...]] = struct.Struct(layout).unpack_from
        self.key = itemgetter(single.index("seat"), single.index("decision_uniform"))
        row = struct.Struct(f"={len(game.move._fields)}q")
        self.move_bytes, self._rows, self._move = row.size, row.iter_unpack, _Moves(game.move).__getitem__
        self.moves: Callable[[bytes], tuple[Any, ...]] = lru_cache(LISTS)(self._moves)

    def view(self, content: bytes, numbers: tuple[Any, ...], random: Random, memory: dict[Any, Any]) -> ObjectView:
        """A view, given the bytes of its fields and its single numbers."""
        view: ObjectView = self._view(numbers)
        held = view.__dict__
        held["content"], held["random"], held["memory"] = content, random, memory
        return view

    def _moves(self, content: bytes) -> tuple[Any, ...]:
        """Legal moves, given their bytes: nobody can put them into another order."""
        return tuple(map(self._move, self._rows(content)))


class _Moves(dict[tuple[int, ...], Any]):
    """Moves by their numbers, each made once, as making them takes longer than looking them up."""

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self._kind = kind

    def __missing__(self, numbers: tuple[int, ...]) -> Any:
        if len(self) >= MOVES:
            self.clear()
        move = self[numbers] = tuple.__new__(self._kind, numbers)
        return move


reader: Callable[[Game], Reader] = cache(Reader)


def view_of(game: str, content: bytes, random: Random, memory: dict[Any, Any]) -> ObjectView:
    """A view, from the bytes of its fields."""
    read = reader(games.find(game))
    return read.view(content, read.numbers(content), random, memory)

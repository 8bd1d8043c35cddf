"""A player of a run: a strategy's functions with parameters bound, as the kernel needs them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from sim import games
from sim.compile_errors import explain
from sim.engine import PLAYER, plan_signature, score_signature
from sim.errors import InputError
from sim.jit import OFF, entry, is_compiled
from sim.lowlevel import address_of
from sim.protocol import MAX_SEATS


@dataclass(frozen=True)
class Functions:
    """A strategy's functions: `score(view, move, *parameters)` and, if it has one, `plan(view, *parameters)`.

    kinds: a letter for each parameter, `i` for whole numbers and `f` for others. fingerprint: of sources outside the package, else empty.
    Must be unique by name, game and fingerprint. bounds: compiled with array bounds checked. again: a function and arguments that make
    the same in another process, where compiled code cannot be sent. parts: of a combination, the functions it is made of.
    """

    game: str
    name: str
    score: Callable
    plan: Callable | None
    kinds: str
    fingerprint: str = ""
    bounds: bool = False
    again: tuple[Callable, tuple] | None = None
    parts: tuple["Functions", ...] = ()

    def __reduce__(self) -> Any:
        return self.again or super().__reduce__()


@dataclass(frozen=True)
class Player:
    """A strategy as somebody named it: functions, parameter values, tremble and temperature.

    reads: which of its own uniform numbers the strategy reads, out of game, turn and decision. cheats: whether it is offered moves that break the rules.
    """

    name: str
    functions: Functions
    values: tuple[float, ...] = ()
    tremble: float = 0.0
    temperature: float = 0.0
    reads: frozenset[str] = frozenset()
    cheats: bool = False


def player_records(players: Sequence[Player]) -> np.ndarray:
    """The kernel's records of some players, shape (8,); compiles their strategies."""
    records = np.zeros(MAX_SEATS, PLAYER)
    for record, player in zip(records, players, strict=False):
        record.value[: len(player.values)] = player.values
        record.tremble, record.temperature = player.tremble, player.temperature
        record.reads_game = bool(player.reads)
        record.cheats = player.cheats
        record.reads_turn, record.reads_decision = "turn" in player.reads, "decision" in player.reads
        record.score, record.plan = addresses(player.functions)
    return records


@cache
def compiled(functions: Functions) -> tuple[Callable, Callable | None]:
    """A strategy's `score(view, move, player)` and `plan(view, player)` in the kernel's signatures.

    Raises InputError, with file and line, if Numba cannot compile them.
    """
    game = games.find(functions.game)
    signatures = {"score": score_signature(game), "plan": plan_signature(game)}
    done: list[Callable | None] = []
    for kind, function in (("score", functions.score), ("plan", functions.plan)):
        name = f"{functions.game}.{functions.name}.{kind}"
        try:
            done.append(function and entry(_wrap(functions, kind), signatures[kind], name, functions.fingerprint, functions.bounds))
        except Exception as error:  # Numba has errors of its own for most faults, and Python's for some
            for part in functions.parts:
                compiled(part)  # says which part it is
            raise InputError(f"strategy '{functions.name}' cannot be compiled: {explain(error, function, game)}") from None
    return done[0], done[1]  # type: ignore[return-value]


def addresses(functions: Functions) -> tuple[int, int]:
    """The addresses of a strategy's compiled score and plan; 0 for no plan."""
    score, plan = compiled(functions)
    return address_of(score), address_of(plan) if plan else 0


def _wrap(functions: Functions, kind: str) -> Callable:
    """A function of the kernel's one signature that hands a strategy its parameters."""
    function: Any = functions.score if kind == "score" else functions.plan
    if OFF and is_compiled(function):
        function = function.py_func
    cast = {"i": "int64(player.value[{}])", "f": "player.value[{}]"}
    parameters = ["view", "move"][: 2 if kind == "score" else 1]
    arguments = ", ".join(parameters + [cast[letter].format(i) for i, letter in enumerate(functions.kinds)])
    source = f"def {kind}({', '.join(parameters)}, player):\n    return function({arguments})\n"
    names: dict[str, Any] = {"function": function, "int64": np.int64, "__name__": __name__}
    exec(source, names)
    return names[kind]

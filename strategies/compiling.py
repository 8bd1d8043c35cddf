"""What the simulator needs of a strategy, or of two in combination: functions to compile, found again by name in other
processes. Python helpers of a strategy are copied for that, so their own module stays as it was written.
"""

import platform
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from types import CellType, FunctionType, ModuleType
from typing import Any

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF, Callee, from_source, is_compiled, strict
from knotlab.sim.compiling.later import numba
from knotlab.sim.errors import InputError, OtherStrategyError
from knotlab.sim.playing.asked import Scorer, refuse_object
from knotlab.sim.playing.players import Functions, Player
from knotlab.sim.protocol import MAX_PARAMETERS
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.declare import Strategy, as_played, interpreting
from knotlab.strategies.home import is_shipped, is_users, package_of
from knotlab.strategies.inspection import (
    attribute_names,
    draws_random_numbers,
    global_names,
    leaves_compiled_code,
    python_function,
    reads_plan,
    recursive_function,
    unchecked_name,
)
from knotlab.strategies.sending import Sources, local_file, sources_of

_made: dict[tuple[str, str, str, bool, bool, str], Functions] = {}  # by game, name, file, options, fingerprint
_strategies: dict[Functions, Strategy] = {}  # which strategy functions were made of


def functions(strategy: Strategy) -> Functions:
    """What the simulator needs of a strategy; raises InputError if it cannot be compiled or played again.

    The same code gives the same functions, however often it is declared (a cell of a notebook that is run again).
    """
    file = "" if strategy.inline else str(strategy.file)
    key = (strategy.game, strategy.name, file, strategy.interpreted, strategy.repeats, strategy.fingerprint)
    if key not in _made:
        if not (strategy.is_shipped or strategy.asks):  # those that ship are checked by the tests, not at every start
            check(strategy)
        _made[key] = _functions(strategy, key[-1])
        _strategies[_made[key]] = strategy
    return _made[key]


def _functions(strategy: Strategy, fingerprint: str) -> Functions:
    kinds = "".join("i" if parameter.whole else "f" for parameter in strategy.parameters.values())
    score = _maker(strategy) if strategy.asks else with_helpers_compiled(strategy.score, strategy.file)
    plan = with_helpers_compiled(strategy.plan, strategy.file) if strategy.plan else None
    sent = sources_of(strategy) if strategy.is_sent else None
    rebuild: tuple[Any, ...] = (
        functions_by_name,
        (strategy.game, strategy.name, fingerprint, sent, strategy.interpreted),
    )
    if strategy.inline:  # another process cannot look it up: its functions are sent there
        make = partial(Functions, asks=strategy.asks, repeats=strategy.repeats, told=strategy.is_told)
        rebuild = (make, (strategy.game, strategy.name, score, plan, kinds, fingerprint, True))
    return Functions(
        strategy.game,
        strategy.name,
        score,
        plan,
        kinds,
        fingerprint,
        bounds=not strategy.is_shipped,
        rebuild=rebuild,
        looks_ahead=bool(strategy.assumed),
        asks=strategy.asks,
        repeats=strategy.repeats,
        told=strategy.is_told,
        noun=strategy.noun,
    )


def _maker(strategy: Strategy) -> Callable[..., Any]:
    """What makes the object that plays a strategy in plain Python."""
    return partial(Scorer, strategy.score) if strategy.interpreted else strategy.score


def strategies_of(player: Player) -> list[Strategy]:
    """The one or two strategies that a player was made of in this process, and those of the players he assumes."""
    own = [_strategies[part] for part in player.functions.combines or (player.functions,) if part in _strategies]
    return [*own, *(strategy for assumed in player.assumed for strategy in strategies_of(assumed))]


def check(strategy: Strategy) -> None:
    """Raise InputError if a function of a strategy calls itself, draws random numbers of its own, goes back to Python,
    gets into arrays in a way that is not checked, or reads a plan that there is not.
    """
    recursive = next(filter(None, map(recursive_function, strategy.functions)), None)
    if recursive:
        raise InputError(
            f"{strategy.noun} '{strategy.name}' cannot be compiled: {strategy.file}: '{recursive}' calls itself; "
            "write it as a loop"
        )
    if any(map(draws_random_numbers, strategy.functions)):
        raise InputError(
            f"{strategy.noun} '{strategy.name}' draws random numbers of its own, so no game could be played again; "
            "read view.decision_uniform (or game_uniform, turn_uniform), or play it with tremble or temperature"
        )
    if any(map(leaves_compiled_code, strategy.functions)):
        raise InputError(
            f"{strategy.noun} '{strategy.name}' cannot be compiled: it goes back to Python (objmode), which none "
            "may while a game is played; work out at the top of the file what it needs"
        )
    unchecked = next(filter(None, map(unchecked_name, strategy.functions)), None)
    if unchecked:
        raise InputError(
            f"{strategy.noun} '{strategy.name}' cannot be compiled: with '{unchecked}' it could read beyond the end of "
            "an array unnoticed; index the array itself, or what its ravel() gives"
        )
    if strategy.plan is None and reads_plan(strategy.score):
        raise InputError(
            f"{strategy.noun} '{strategy.name}' looks at view.plan and has no plan to fill it; declare one: "
            f'@strategy("{strategy.game}", plan=...)'
        )


def functions_by_name(game: str, name: str, fingerprint: str, sent: Sources | None, interpreted: bool) -> Functions:
    """A strategy's functions by its name, in another process, perhaps on another machine.

    fingerprint: of its sources, as the process that sent it has them. sent: the source files of a user's strategy.
    interpreted: whether it is played in plain Python. Returns Functions: to be compiled into kernels. Raises InputError
    if its sources are others than those that the fingerprint is of.
    """
    known = catalogue(game, [local_file(sent)] if sent else [])
    with interpreting(interpreted):
        found = functions(as_played(known[name])) if name in known else None
    if found is None or found.fingerprint != fingerprint:
        raise OtherStrategyError(
            f"the strategy '{name}' on {platform.node()} is not the one where the command was given"
        )
    return found


def combined(first: Strategy, second: Strategy) -> Functions:
    """What the simulator needs of a combination `first+second`: the first decides what the game's `first_part` says,
    the second all else. Raises InputError if one of them is an object in Python.
    """
    for each in (first, second):
        refuse_object(each, "be combined with another one")
    return _combined((functions(first), functions(second)))


@cache
def _combined(parts: tuple[Functions, Functions]) -> Functions:
    game, name, kinds = parts[0].game, "+".join(part.name for part in parts), "".join(part.kinds for part in parts)
    if len(kinds) > MAX_PARAMETERS:
        raise InputError(f"'{name}' has {len(kinds)} parameters; {MAX_PARAMETERS} is the most")
    score = _either(parts, [part.score for part in parts], ["view", "move"])
    plans = [part.plan for part in parts]
    plan = _either(parts, plans, ["view"]) if any(plans) else None
    prints = "-".join(sorted({part.fingerprint for part in parts}))
    bounds = any(part.bounds for part in parts)
    return Functions(game, name, score, plan, kinds, prints, bounds, rebuild=(_combined, (parts,)), combines=parts)


def _either(
    parts: tuple[Functions, Functions], called: Sequence[Callable[..., Any] | None], takes: list[str]
) -> Callable[..., Any]:
    """One compiled function that calls the first or the second of two, each with its own parameters, by the kind of
    decision.
    """
    own = [[f"{letter}{i}" for i in range(len(part.kinds))] for letter, part in zip("ab", parts, strict=True)]
    calls = [
        f"{name}({', '.join(takes + mine)})" if function else "None"
        for name, function, mine in zip(("first", "second"), called, own, strict=True)
    ]
    condition = " or ".join(f"view.decision == {kind}" for kind in games.find(parts[0].game).first_part)
    source = (
        f"def either({', '.join(takes + own[0] + own[1])}):\n"
        f"    if {condition}:\n        return {calls[0]}\n    return {calls[1]}\n"
    )
    file = python_function(parts[0].score).__code__.co_filename
    return from_source(source, file, first=called[0], second=called[1])


# --- helpers ---


def with_helpers_compiled(function: Callable[..., Any], file: Path) -> Callable[..., Any]:
    """A strategy's function, or a copy of it in which all Python helpers that it reaches are compiled.

    file: the strategy's; other modules of its package count as the user's, wherever it is installed. What the user
    compiled is compiled once more, for with checked bounds it is other code, and at a prompt a function that it reaches
    may be another one by now.
    """
    return function if OFF else _Copies(file).of(function)


class _Copies:
    """Copies of Python functions that call compiled copies of each other; the originals are left as they are."""

    def __init__(self, file: Path) -> None:
        self._package = None if is_shipped(file) else package_of(file) or file
        self._made: dict[Any, Any] = {}

    def of(self, value: Any) -> Any:
        """What compiled code calls in place of a value: of a user's function a compiled copy, of a tuple one of those,
        anything else itself.
        """
        if type(value) is tuple:
            parts = tuple(map(self.of, value))
            return value if all(part is before for part, before in zip(parts, value, strict=True)) else parts
        is_python = isinstance(value, FunctionType)
        if not (is_python or is_compiled(value)) or not self._is_users(python_function(value)):
            return value
        if value not in self._made:
            compiling = strict if is_python or isinstance(value, Callee) else numba.njit(**_options(value))
            self._made[value] = compiling(self._copied(python_function(value)))
        return self._made[value]

    def _is_users(self, function: FunctionType) -> bool:
        file = Path(function.__code__.co_filename)
        return is_users(function.__code__) or (self._package is not None and file.is_relative_to(self._package))

    def _copied(self, function: FunctionType) -> FunctionType:
        """A copy of a Python function that calls compiled copies, or the function itself if it calls none."""
        attributes = set(attribute_names(function.__code__))
        named = set(global_names(function.__code__)) & function.__globals__.keys()
        values = {name: function.__globals__[name] for name in named}
        changed = {name: self._of_global(value, attributes) for name, value in values.items()}
        changed = {name: value for name, value in changed.items() if value is not values[name]}
        around = function.__closure__ or ()
        cells = tuple(self._of_cell(cell) for cell in around)
        if not changed and all(cell is before for cell, before in zip(cells, around, strict=True)):
            return function
        scope = {**function.__globals__, **changed}
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, cells or None)
        copy.__kwdefaults__ = function.__kwdefaults__
        return copy

    def _of_global(self, value: Any, attributes: set[str]) -> Any:
        """What stands for a global: of a module with a user's functions a copy with compiled ones."""
        if not isinstance(value, ModuleType):
            return self.of(value)
        members = {name: vars(value)[name] for name in attributes & vars(value).keys()}
        changed = {name: self.of(member) for name, member in members.items()}
        if all(changed[name] is member for name, member in members.items()):
            return value
        copy = ModuleType(value.__name__)
        vars(copy).update(vars(value) | changed)
        return copy

    def _of_cell(self, cell: CellType) -> CellType:
        """What stands for a variable of the function around one."""
        try:
            value = cell.cell_contents
        except ValueError:  # not set yet
            return cell
        copy = self.of(value)
        return cell if copy is value else CellType(copy)


def _options(dispatcher: Any) -> dict[str, Any]:
    """The settings with which a function was compiled, as far as they can be given again."""
    return {key: value for key, value in dispatcher.targetoptions.items() if key not in ("nopython", "boundscheck")}

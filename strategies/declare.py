"""How a strategy is written: a function that scores one legal move, under `@strategy`.

    @strategy("twisted-knot", hold=param(3, 0, 8))
    def hoard(view, move, hold):
        '''What it does, in players' words.'''
        return ...

The function stays callable from other strategies. What is known about it goes into a catalogue (`library.py`).
"""

import dis
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from knotlab.sim.errors import InputError
from knotlab.sim.jit import is_compiled, strict
from knotlab.sim.protocol import MAX_PARAMETERS

DICE = ("random", "numpy.random", "secrets")  # modules whose numbers no seed of a run fixes
UNIFORMS = {"game_uniform": "game", "turn_uniform": "turn", "decision_uniform": "decision"}


@dataclass(frozen=True)
class Parameter:
    """A number that tunes a strategy, with its bounds. Whole if its default is written as a whole number."""

    default: float
    low: float
    high: float
    whole: bool


def param(default: float, low: float, high: float) -> Parameter:
    """Declare a parameter: its default and the least and greatest value that make sense.

    >>> param(3, 0, 8).whole
    True
    """
    if not low <= default <= high:
        raise InputError(f"a parameter's default must lie within its bounds, not {default} outside {low}..{high}")
    return Parameter(
        float(default), float(low), float(high), all(isinstance(value, int) for value in (default, low, high))
    )


@dataclass(frozen=True, eq=False)
class Strategy:
    """A strategy as declared. The name is the function's, with hyphens; `file` is where it stands, with links
    resolved.
    """

    game: str
    name: str
    score: Callable
    plan: Callable | None
    parameters: dict[str, Parameter]
    cheats: bool
    file: Path

    @property
    def idea(self) -> str:
        """The first sentence of its docstring."""
        text = " ".join((inspect.getdoc(plain(self.score)) or "").split())
        return text.split(". ")[0].rstrip(".") + "." if text else ""

    @cached_property
    def reads(self) -> frozenset[str]:
        """Which of its own uniform numbers it reads, found in its code and that of the functions it calls."""
        return uniforms_read(self.score) | (uniforms_read(self.plan) if self.plan else frozenset())


declared: list[Strategy] = []  # in the order of declaration; `library.py` sorts and looks up


def strategy(game: str, *, plan: Callable | None = None, cheats: bool = False, **parameters: Parameter) -> Callable:
    """Declare the function below as a strategy of a game.

    plan: called once a decision as `plan(view, *parameters)`; it may write `view.plan[0..31]`, all zero before, which
    the scores then read. cheats: offered the moves that break the rules, where the game's settings allow them. Further
    arguments are parameters, each made by `param`.
    """

    def declare(function: Callable) -> Callable:
        _check(function, parameters)
        compiled = function if is_compiled(function) else strict(function)
        ready = None if plan is None else plan if is_compiled(plan) else strict(plan)
        name = function.__name__.replace("_", "-")
        file = Path(inspect.getfile(plain(function))).resolve()
        declared.append(Strategy(game, name, compiled, ready, dict(parameters), cheats, file))
        return compiled

    return declare


def _check(function: Callable, parameters: dict[str, Parameter]) -> None:
    """Raise InputError unless the function takes a view, a move and just the declared parameters, in order."""
    name = function.__name__.replace("_", "-")
    wrong = [key for key, value in parameters.items() if not isinstance(value, Parameter)]
    if wrong:
        raise InputError(f"strategy '{name}': declare {wrong[0]} with param(default, low, high)")
    if len(parameters) > MAX_PARAMETERS:
        raise InputError(f"strategy '{name}' has {len(parameters)} parameters; {MAX_PARAMETERS} is the most")
    takes = list(inspect.signature(plain(function)).parameters)
    if takes[2:] != list(parameters) or len(takes) < 2:
        raise InputError(
            f"strategy '{name}' must take (view, move{''.join(', ' + key for key in parameters)}), not "
            f"({', '.join(takes)})"
        )


def plain(function: Any) -> FunctionType:
    """The Python function behind a compiled one."""
    return function.py_func if is_compiled(function) else function


def called_by(function: Callable) -> list[FunctionType]:
    """A function and all plain or compiled functions it reaches by name, itself first."""
    found: list[FunctionType] = []
    queue: list[Any] = [plain(function)]
    while queue:
        current = queue.pop()
        if current in found:
            continue
        found.append(current)
        queue += _calls(current)
    return found


def recursive(function: Callable) -> str | None:
    """The name of a function, among those that a function reaches, that reaches itself; None if there is none."""
    return next(
        (one.__name__ for one in called_by(function) if any(one in called_by(other) for other in _calls(one))), None
    )


def draws(function: Callable) -> bool:
    """Whether a function, or one that it reaches, draws from Python's or NumPy's own random numbers."""
    return any(_is_dice(value, one.__code__.co_names) for one in called_by(function) for value in _globals(one))


def _is_dice(value: Any, attributes: tuple[str, ...]) -> bool:
    """Whether a global value is a module of random numbers, or something out of one."""
    if isinstance(value, ModuleType):
        return value.__name__ in DICE or (value.__name__ == "numpy" and "random" in attributes)
    home = getattr(value, "__module__", None) or type(getattr(value, "__self__", None)).__module__
    return str(home).startswith(DICE)


def _globals(function: FunctionType) -> list[Any]:
    """The values of the globals that a function names."""
    names = [
        instruction.argval for instruction in dis.get_instructions(function) if instruction.opname == "LOAD_GLOBAL"
    ]
    return [function.__globals__.get(name) for name in names]


@cache
def _calls(function: FunctionType) -> list[FunctionType]:
    """The functions that a function names itself, those of a module that it names included."""
    reached = _globals(function)
    reached += [
        getattr(module, name, None)
        for module in reached
        if isinstance(module, ModuleType)
        for name in function.__code__.co_names
    ]
    reached += [cell.cell_contents for cell in function.__closure__ or ()]
    return [plain(value) for value in reached if is_compiled(value) or isinstance(value, FunctionType)]


def uniforms_read(function: Callable) -> frozenset[str]:
    """Which uniform numbers of the view a function or one that it calls looks at."""
    return frozenset(UNIFORMS[name] for name in _attributes(function) & UNIFORMS.keys())


def reads_plan(function: Callable) -> bool:
    """Whether a function, or one that it calls, looks at what a plan leaves in the view."""
    return "plan" in _attributes(function)


def _attributes(function: Callable) -> frozenset[str]:
    """The names of all attributes that a function, or one that it reaches, reads."""
    reads = (instruction for one in called_by(function) for instruction in dis.get_instructions(one))
    return frozenset(instruction.argval for instruction in reads if instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"))

"""What can be read off a strategy's code without running it: which functions it reaches, and what those read."""

import dis
from collections.abc import Callable
from graphlib import CycleError, TopologicalSorter
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from knotlab.sim.compiling.jit import is_compiled

RANDOM_MODULES = ("random", "numpy.random", "secrets")  # their numbers do not come from the seed of a run
OBJECT_MODE = "_ObjModeContextType"  # the type of `numba.objmode`, which need not be loaded
UNCHECKED = {"flat", "as_strided", "getitem_unchecked"}  # ways into an array that Numba checks no bounds of
UNIFORMS = {"game_uniform": "game", "turn_uniform": "turn", "decision_uniform": "decision"}


def python_function(function: Any) -> FunctionType:
    """The Python function behind a compiled one, or the function itself."""
    python: FunctionType = function.py_func if is_compiled(function) else function
    return python


def functions_reached(function: Callable[..., Any]) -> list[FunctionType]:
    """A function and all Python or compiled functions it reaches by name, itself first."""
    reached: list[FunctionType] = []
    queue: list[Any] = [python_function(function)]
    while queue:
        current = queue.pop()
        if current in reached:
            continue
        reached.append(current)
        queue += functions_named(current)
    return reached


def functions_named(function: FunctionType) -> list[FunctionType]:
    """The functions that a function names itself, those of a module that it names included."""
    values = [value for _, value in values_named(function)]
    return [python_function(value) for value in values if is_compiled(value) or isinstance(value, FunctionType)]


def values_named(function: FunctionType) -> list[tuple[str, Any]]:
    """What a function takes from outside, each with its name: globals, what the function around it had, defaults; and
    what it takes out of those that are modules, classes or tuples, at whatever depth.
    """
    values = [(name, function.__globals__.get(name)) for name in global_names(function.__code__)]
    values += zip(function.__code__.co_freevars, map(_content, function.__closure__ or ()), strict=True)
    values += [(f"default {i}", value) for i, value in enumerate(function.__defaults__ or ())]
    values += (function.__kwdefaults__ or {}).items()
    attributes, opened = dict.fromkeys(attribute_names(function.__code__)), set()
    for name, value in values:  # which grows meanwhile
        if isinstance(value, tuple | list):
            values += [(f"{name}[{i}]", part) for i, part in enumerate(value)]
        elif isinstance(value, ModuleType | type) and value not in opened:
            opened.add(value)
            values += [(f"{name}.{inner}", getattr(value, inner)) for inner in attributes if hasattr(value, inner)]
    return values


def _content(cell: CellType) -> Any:
    """What a variable of the function around one holds; None if it is not set yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def recursive_function(function: Callable[..., Any]) -> str | None:
    """The name of a function, among those that a function reaches, that reaches itself; None if there is none."""
    calls = {reached: functions_named(reached) for reached in functions_reached(function)}
    try:
        TopologicalSorter(calls).prepare()
    except CycleError as error:
        return str(error.args[1][0].__name__)
    return None


def draws_random_numbers(function: Callable[..., Any]) -> bool:
    """Whether a function, or one that it reaches, draws from Python's or NumPy's own random numbers."""
    return any(
        _is_random(value, attribute_names(reached.__code__))
        for reached in functions_reached(function)
        for _, value in values_named(reached)
    )


def _is_random(value: Any, attributes: list[str]) -> bool:
    """Whether a value is a module of random numbers, or something out of one."""
    if isinstance(value, ModuleType):
        return value.__name__ in RANDOM_MODULES or (value.__name__ == "numpy" and "random" in attributes)
    home = getattr(value, "__module__", None) or type(getattr(value, "__self__", None)).__module__
    return str(home).startswith(RANDOM_MODULES)


def leaves_compiled_code(function: Callable[..., Any]) -> bool:
    """Whether a function, or one that it reaches, goes back to Python in between (Numba's `objmode`)."""
    return any(
        type(value).__name__ == OBJECT_MODE
        for reached in functions_reached(function)
        for _, value in values_named(reached)
    )


def unchecked_name(function: Callable[..., Any]) -> str | None:
    """A name by which a function, or one that it reaches, gets into arrays unchecked; None if there is none."""
    own = [reached for reached in functions_reached(function) if not reached.__module__.startswith("numpy")]
    names = {name for each in own for name in (*attribute_names(each.__code__), *global_names(each.__code__))}
    return min(names & UNCHECKED, default=None)


def global_names(code: CodeType) -> list[str]:
    """The globals that a function's code names, functions within it included."""
    names = [instruction.argval for instruction in dis.get_instructions(code) if instruction.opname == "LOAD_GLOBAL"]
    return names + [name for inner in _inner(code) for name in global_names(inner)]


def attribute_names(code: CodeType) -> list[str]:
    """The attributes that a function's code reads, functions within it included."""
    loads = ("LOAD_ATTR", "LOAD_METHOD")
    names = [instruction.argval for instruction in dis.get_instructions(code) if instruction.opname in loads]
    return names + [name for inner in _inner(code) for name in attribute_names(inner)]


def _inner(code: CodeType) -> list[CodeType]:
    """The code of the functions within a function."""
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def uniforms_read(function: Callable[..., Any]) -> frozenset[str]:
    """Which uniform numbers of the view a function, or one that it reaches, reads."""
    return frozenset(UNIFORMS[name] for name in _attributes(function) & UNIFORMS.keys())


def reads_plan(function: Callable[..., Any]) -> bool:
    """Whether a function, or one that it reaches, reads what a plan leaves in the view."""
    return "plan" in _attributes(function)


def _attributes(function: Callable[..., Any]) -> frozenset[str]:
    """The names of all attributes that a function, or one that it reaches, reads."""
    return frozenset(name for reached in functions_reached(function) for name in attribute_names(reached.__code__))

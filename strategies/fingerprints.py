"""Hashes of what a strategy is made of: they name its compiled code and are part of a run's identity."""

import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from knotlab.sim.compiling.jit import parsed_hash
from knotlab.sim.compiling.sources import code_of, source_hash, text_hash
from knotlab.strategies.declare import Strategy
from knotlab.strategies.helpers import is_users
from knotlab.strategies.inspection import attribute_names, functions_reached, global_names
from knotlab.strategies.source_files import SHIPPED, is_shipped, source_files

MACHINERY = (SHIPPED / "compiling.py", SHIPPED / "helpers.py")  # what else decides how a strategy plays
CONSTANTS = (int, float, str, tuple, np.ndarray, np.generic)


def fingerprint(strategy: Strategy) -> str:
    """What a strategy's compiled code is named by: shipped strategies share one, so that they are hashed once."""
    if strategy.is_shipped:
        return _shipped_hash()
    return strategy_hash(strategy) if strategy.inline else _hash_as_loaded(strategy)


@cache
def _hash_as_loaded(strategy: Strategy) -> str:
    """A hash of a strategy's files when it was first used; an edited file is loaded as another strategy."""
    return strategy_hash(strategy)


@cache
def _shipped_hash() -> str:
    """A hash of all the sources of the strategies that come with the package."""
    return parsed_hash(sorted(SHIPPED.rglob("*.py")))[:16]


def strategy_hash(strategy: Strategy) -> str:
    """A hash of a strategy's own sources and, unless it ships, of the constants it uses, which compiled code keeps.

    The same in every installation: the files are ordered by name and content, not by folder. Of an inline strategy the
    functions that it reaches are hashed, since the rest of a script or a session does not concern it.
    """
    if strategy.inline:
        return source_hash(sorted(MACHINERY), *_function_hashes(strategy), *_constants(strategy))[:16]
    files = sorted({*source_files(strategy.file), *MACHINERY}, key=lambda file: (file.name, file.read_bytes()))
    return source_hash(files, *(() if strategy.is_shipped else _constants(strategy)))[:16]


def _function_hashes(strategy: Strategy) -> list[str]:
    """A hash of each function that an inline strategy reaches, those of libraries and of the simulator apart."""
    reached = {function for start in strategy.functions for function in functions_reached(start)}
    return sorted(function_hash(function) for function in reached if _is_part(function))


def _is_part(function: FunctionType) -> bool:
    """Whether a function that an inline strategy reaches is a part of it."""
    return is_users(function) or is_shipped(Path(function.__code__.co_filename).resolve())


def function_hash(function: FunctionType) -> str:
    """A hash of a function's parsed code, or of its compiled instructions where no source is at hand."""
    try:
        source = textwrap.dedent(inspect.getsource(function)).encode()
    except (OSError, TypeError):
        source = _instructions(function.__code__).encode()
    return text_hash(function.__name__, code_of(source).decode(), repr(function.__defaults__))


def _instructions(code: CodeType) -> str:
    """The instructions and constants of a function, those within it included; of the same version of Python only."""
    constants = [_instructions(value) if isinstance(value, CodeType) else repr(value) for value in code.co_consts]
    return repr((code.co_name, code.co_code, code.co_names, code.co_varnames, constants))


def _constants(strategy: Strategy) -> list[str]:
    """The numbers, texts and arrays outside of functions that a strategy uses, with their values."""
    used = [reached for function in strategy.functions for reached in functions_reached(function)]
    named = [pair for function in used for pair in _values_named(function)]
    return sorted(
        {
            f"{name}={value.tolist() if isinstance(value, np.ndarray) else value!r}"
            for name, value in named
            if isinstance(value, CONSTANTS)
        }
    )


def _values_named(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function names from outside: globals, what it takes from modules among them, and what the function around
    it had.
    """
    attributes = attribute_names(function.__code__)
    for name in global_names(function.__code__):
        value = function.__globals__.get(name)
        yield name, value
        if isinstance(value, ModuleType):
            yield from ((f"{name}.{inner}", getattr(value, inner)) for inner in attributes if hasattr(value, inner))
    yield from (
        (name, cell.cell_contents)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    )

"""Hashes of what a strategy is made of: they name its compiled code and are part of a run's identity."""

from collections.abc import Iterator
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from knotlab.sim.jit import parsed_hash
from knotlab.sim.sources import source_hash
from knotlab.strategies.declare import Strategy
from knotlab.strategies.inspection import functions_reached
from knotlab.strategies.source_files import SHIPPED, source_files

MACHINERY = (SHIPPED / "compiling.py",)  # what else decides how a strategy plays
CONSTANTS = (int, float, str, tuple, np.ndarray, np.generic)


def fingerprint(strategy: Strategy) -> str:
    """What a strategy's compiled code is named by: shipped strategies share one, so that they are hashed once."""
    return _shipped_hash() if strategy.is_shipped else strategy_hash(strategy)


@cache
def _shipped_hash() -> str:
    """A hash of all the sources of the strategies that come with the package."""
    return parsed_hash(sorted(SHIPPED.rglob("*.py")))[:16]


def strategy_hash(strategy: Strategy) -> str:
    """A hash of a strategy's own sources and, unless it ships, of the constants it uses, which compiled code keeps.

    The same in every installation: the files are ordered by name and content, not by folder.
    """
    files = sorted({*source_files(strategy.file), *MACHINERY}, key=lambda file: (file.name, file.read_bytes()))
    return source_hash(files, *(() if strategy.is_shipped else _constants(strategy)))[:16]


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
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        yield name, value
        if isinstance(value, ModuleType):
            yield from ((f"{name}.{inner}", getattr(value, inner)) for inner in names if hasattr(value, inner))
    yield from (
        (name, cell.cell_contents)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    )

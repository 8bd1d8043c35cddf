"""What the public functions have in common: types of their options, and options read as the layers below want them."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from knotlab.analysis.runs.backends import backend_named
from knotlab.analysis.runs.fields import read_field
from knotlab.sim.errors import InputError
from knotlab.sim.settings import spelt
from knotlab.strategies.catalogue import strategy_of
from knotlab.strategies.resolve import Named

Strategy = Named  # spelled as on the command line, or the function below `@strategy`
Field = str | Sequence[Strategy]  # the name of a field, or a strategy for each other player
Settings = Mapping[str, Any] | Sequence[str]  # {"packs": 2}, or ["packs=2"]
Files = str | Path | Sequence[str | Path]

SEED = 20_260_101


def settings(given: Settings) -> list[str]:
    """Rule settings as `KEY=VALUE`.

    >>> settings({"packs": 2, "multiply": ("9", "K")})
    ['packs=2', 'multiply=9,K']
    """
    if isinstance(given, Mapping):
        return [f"{key}={spelt(value)}" for key, value in given.items()]
    return [given] if isinstance(given, str) else list(given)


def files(given: Files) -> list[str | Path]:
    """One path or several as a list."""
    return [given] if isinstance(given, str | Path) else list(given)


def strategies_of(given: Sequence[Strategy]) -> list[Strategy]:
    """Strategies as a list; raises InputError if it is a single one."""
    if isinstance(given, str) or callable(given):
        raise InputError("strategies are given as a list, one for each player")
    return list(given)


def spelled(game: str, strategy: Strategy) -> str:
    """A strategy's spelling; raises InputError if a function is not a strategy of the game."""
    if isinstance(strategy, str):
        return strategy
    if not callable(strategy):
        raise InputError(f"a strategy is named by its spelling or by its function, not by {strategy!r}")
    return strategy_of(game, strategy).name


def field_of(game: str, field: Field, paths: Sequence[str | Path]) -> str | tuple[str, ...]:
    """The other players as the layers below want them; raises InputError if there is no such field or strategy."""
    if isinstance(field, str):
        return read_field(game, field, paths)
    return tuple(spelled(game, strategy) for strategy in field)


def count(name: str, given: float, least: int = 0) -> int:
    """A whole number from `least` on, such as 5000 or 1e6; raises InputError if it is none.

    >>> count("games", 1e6)
    1000000
    """
    is_number = (isinstance(given, int | float) or hasattr(given, "__index__")) and not isinstance(given, bool)
    if not is_number or not math.isfinite(given) or int(given) != given or given < least:
        raise InputError(f"{name} is a whole number from {least}, not {given!r}")
    return int(given)


def backend_of(backend: Any) -> str:
    """What plays: a backend by its name, a client's cluster, or what is set around the call."""
    return backend_named(backend)

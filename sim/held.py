"""Settings that hold within a block of code, whatever is called there."""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any


@contextlib.contextmanager
def held(*values: tuple[ContextVar[Any], Any]) -> Iterator[None]:
    """Have each of some variables hold a value within the block."""
    tokens = [(variable, variable.set(value)) for variable, value in values]
    try:
        yield
    finally:
        for variable, token in tokens:
            variable.reset(token)

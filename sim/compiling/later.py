"""Modules of the compiler, each imported when something of it is first used: loading it takes longer than most commands
that only print.
"""

import os
from importlib import import_module
from typing import Any

# Numba colours its messages, also those that it throws away, and takes the standard output away from all threads for as
# long as that takes, where `colorama` is installed.
os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")


class Later:
    """Stands for a module that is not imported yet."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(import_module(self._name), attribute)
        setattr(self, attribute, value)
        return value


numba: Any = Later("numba")
types: Any = Later("numba.core.types")
cgutils: Any = Later("numba.core.cgutils")
compiler: Any = Later("knotlab.sim.compiling.compiler")

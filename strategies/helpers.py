"""Python helpers of a strategy: copies of them are compiled for it, so their own module stays as it was written."""

from collections.abc import Callable
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numba

from knotlab.sim.compiling.jit import OFF, is_compiled, strict
from knotlab.strategies.inspection import attribute_names, global_names
from knotlab.strategies.source_files import KNOTLAB, is_library


def with_helpers_compiled(function: Callable[..., Any], anew: bool = False) -> Callable[..., Any]:
    """A strategy's function, or a copy of it in which all Python helpers that it reaches are compiled.

    anew: compile what is compiled already once more, since at a prompt a function that it reaches may be another one by
    now.
    """
    return function if OFF else _Copies(anew).of(function)


class _Copies:
    """Compiled copies of functions, each made once however often it is called."""

    def __init__(self, anew: bool) -> None:
        self._anew = anew
        self._made: dict[Any, Any] = {}

    def of(self, value: Any) -> Any:
        """What compiled code calls in place of a value: of a user's function a compiled copy, anything else itself."""
        is_python = isinstance(value, FunctionType)
        if not (is_python or is_compiled(value)) or not is_users(value if is_python else value.py_func):
            return value
        if value not in self._made:
            self._made[value] = strict(self._copied(value)) if is_python else self._recompiled(value)
        return self._made[value]

    def _recompiled(self, dispatcher: Any) -> Any:
        """A function that the user has compiled, compiled anew if one that it reaches had to be."""
        copy = self._copied(dispatcher.py_func)
        return dispatcher if copy is dispatcher.py_func and not self._anew else numba.njit(**_options(dispatcher))(copy)

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


def is_users(function: FunctionType) -> bool:
    """Whether a function is neither of knotlab nor of a library."""
    return is_users_code(function.__code__)


def is_users_code(code: CodeType) -> bool:
    """Whether some code is neither of knotlab nor of a library."""
    file = Path(code.co_filename)
    if not file.is_absolute():  # typed in: at a prompt, in a cell of a notebook
        return True
    file = file.resolve()
    return not any(file.is_relative_to(folder) for folder in KNOTLAB) and not is_library(file)

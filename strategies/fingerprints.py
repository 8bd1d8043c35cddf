"""What a strategy is made of: the files that it comes from, and a hash of them.

The hash, its fingerprint, names its compiled code and is part of a run's identity. It is of the strategy's own file, of
what that imports, and of files of data that they name, so an edit elsewhere leaves a strategy alone.
"""

import ast
import hashlib
import inspect
import os
import sys
import textwrap
from collections.abc import Callable
from enum import Enum
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from knotlab.sim.compiling.sources import code_of, parsed_hash, source_hash, syntax_tree, text_hash
from knotlab.strategies.home import SHIPPED, is_part, is_shipped, is_users, package_of
from knotlab.strategies.inspection import functions_reached, values_named

MACHINERY = SHIPPED / "compiling.py"  # what else decides how a strategy plays
KEPT = (int, float, complex, str, bytes, Enum, np.ndarray, np.generic)


def hash_of_file(file: Path) -> str:
    """A hash of the sources of a strategy in a file: the same in every installation, as the files are ordered by name
    and content, not by folder.
    """
    files = sorted({*source_files(file), MACHINERY}, key=lambda each: (each.name, each.read_bytes()))
    return parsed_hash(files)


def hash_of_functions(functions: tuple[Callable[..., Any], ...]) -> str:
    """A hash of the functions that a strategy reaches, those of libraries and of the simulator apart. Of a strategy
    that was typed in, the rest of a script or a session does not concern it.
    """
    reached = {function for start in functions for function in functions_reached(start)}
    parts = sorted(function_hash(function) for function in reached if _is_part_of_inline(function))
    return source_hash([MACHINERY], *parts)


def values_kept(functions: tuple[Callable[..., Any], ...]) -> list[str]:
    """The numbers, texts and arrays outside of functions that a strategy uses, each with its name, which compiled code
    keeps as they are; of functions that no file has, what they do.
    """
    used = [reached for function in functions for reached in functions_reached(function)]
    kept: list[str] = []
    for i, function in enumerate(used):
        if not _is_part_of_inline(function):
            continue
        kept += [f"{i} {name}={_written(value)}" for name, value in values_named(function) if isinstance(value, KEPT)]
        if _source_of(function) is None:
            kept.append(f"{i} {_instructions(function.__code__)}")
    return kept


def _written(value: Any) -> str:
    """A value in full."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    return repr(value)


# --- files ---

helpers: dict[Path, dict[str, ModuleType]] = {}  # by file that a user names: the modules next to it that it imported


def helpers_of(file: Path) -> list[Path]:
    """The files of the modules next to a file that it imported when it was run."""
    return sorted(Path(str(module.__file__)).resolve() for module in helpers.get(file, {}).values())


def source_files(file: Path) -> list[Path]:
    """The files whose edit can change a strategy, rules apart: its file, all that it imports from its own package and
    from outside the libraries, and the files of data that these name.
    """
    reached: set[Path] = set()
    queue = [file.resolve(), *helpers_of(file.resolve())]
    while queue:
        path = queue.pop()
        if path not in reached:
            reached.add(path)
            queue += _files_named(path, path.stat().st_mtime_ns, len(sys.modules)) if path.suffix == ".py" else []
    return sorted(reached)


@cache
def _files_named(path: Path, changed: int, n_modules: int) -> list[Path]:
    """The files of the modules that a file's import statements name, as far as they are loaded and of no library, and
    files of data: those in its folder, or below it, whose names it has as a text.

    changed, n_modules: when the file was last written, and how many modules are loaded; the answer is remembered as
    long as neither changes.
    """
    names: set[str] = set()
    near: set[Path] = set()
    data: set[Path] = set()
    for node in ast.walk(syntax_tree(path.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level:
            near |= _relative_files(path, node)
        elif isinstance(node, ast.ImportFrom):
            names |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            data |= _data_files(path, node.value)
    loaded = [Path(str(getattr(sys.modules.get(name), "__file__", ""))) for name in names]
    modules = {file.resolve() for file in (*near, *loaded) if file.suffix == ".py"}
    package = None if is_shipped(path) else package_of(path)
    return sorted({file.resolve() for file in data} | {file for file in modules if is_part(file, package)})


def _relative_files(path: Path, node: ast.ImportFrom) -> set[Path]:
    """The files that a relative import of a file may name."""
    base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
    candidates = [base.with_name(f"{base.name}.py"), base / "__init__.py"]
    for alias in node.names:
        candidates += [base / f"{alias.name}.py", base / alias.name / "__init__.py"]
    return {file for file in candidates if file.is_file()}


def _data_files(path: Path, text: str) -> set[Path]:
    """The file of data that a text in a Python file names, if there is one."""
    named = os.path.join(path.parent, text)
    return {Path(named)} if os.path.isfile(named) and not os.path.isabs(text) else set()


# --- functions and values ---


def _is_part_of_inline(function: FunctionType) -> bool:
    """Whether a function that an inline strategy reaches is a part of it."""
    return is_users(function.__code__) or is_shipped(Path(function.__code__.co_filename).resolve())


def function_hash(function: FunctionType) -> str:
    """A hash of a function's parsed code, or of its compiled instructions where no source is at hand."""
    source = _source_of(function) or _instructions(function.__code__)
    return text_hash(function.__name__, code_of(source.encode()).decode())


def _source_of(function: FunctionType) -> str | None:
    """A function's source, if it is at hand."""
    try:
        return textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError, ValueError):  # the last of one that says that it wraps itself
        return None


def _instructions(code: CodeType) -> str:
    """The instructions and constants of a function, those within it included; of the same version of Python only."""
    constants = [_instructions(value) if isinstance(value, CodeType) else repr(value) for value in code.co_consts]
    return repr((code.co_name, code.co_code, code.co_names, code.co_varnames, constants))

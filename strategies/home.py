"""Where code is at home: with knotlab, in a library, in a package or a file of a user's, or typed in.

What is hashed, compiled once more, sent to other processes and refused under a name that there is follows from this.
"""

import glob
import sys
import sysconfig
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from knotlab.strategies.inspection import python_function

SHIPPED = Path(__file__).resolve().parent
# The four folders of knotlab, and `knotlab/__init__.py` with whatever else is next to it.
KNOTLAB = (
    *(SHIPPED.parent / name for name in ("sim", "strategies", "analysis", "reports")),
    Path(str(sys.modules["knotlab"].__file__)).resolve().parent,
)
STANDARD_LIBRARY = Path(sysconfig.get_path("stdlib")).resolve()
LIBRARY_FOLDERS = ("site-packages", "dist-packages")


def folder_of(game: str) -> Path:
    """Where the strategies of a game are that ship."""
    return SHIPPED / game.replace("-", "_")


def module_of(game: str, name: str = "") -> ModuleType:
    """A module of that folder, or its package."""
    return import_module(f"knotlab.strategies.{folder_of(game).name}.{name}".rstrip("."))


def home_of(made_by: Callable[..., Any], is_compiled: bool) -> tuple[Path, bool]:
    """The file that a function or a class is written in, links resolved, or what Python calls the place where it was
    typed in; and whether it was declared in the running program, at a prompt or in a notebook, not in a module.

    is_compiled: whether it is for the compiler, which knows its code alone; else a decorator may have wrapped it, and
    its module counts, if that has a file.
    """
    code = _code_of(python_function(made_by))
    place = code.co_filename if code else ""
    if not is_compiled:
        place = getattr(sys.modules.get(made_by.__module__), "__file__", None) or place
    file = Path(place)
    is_file = file.is_file()
    return file.resolve() if is_file else file, made_by.__module__ == "__main__" or not is_file


def _code_of(made_by: Any) -> CodeType | None:
    """The code of a function, or of the first method of a class."""
    functions = [made_by, *getattr(made_by, "__dict__", {}).values()]
    return next((each.__code__ for each in functions if isinstance(each, FunctionType)), None)


def is_users(code: CodeType) -> bool:
    """Whether the code of a function is neither of knotlab nor of a library."""
    file = Path(code.co_filename)
    if not file.is_absolute():  # typed in: at a prompt, in a cell of a notebook
        return True
    file = file.resolve()
    return not (is_knotlabs(file) or is_library(file))


def is_part(file: Path, package: Path | None) -> bool:
    """Whether a file's content is part of a strategy that lives in a package (or in none).

    Shipped strategies and what they share are, and its own package; the rest of knotlab and libraries are not. The
    answer is the same wherever knotlab is installed.
    """
    if is_knotlabs(file):
        return is_shipped(file)
    return (package is not None and file.is_relative_to(package)) or not is_library(file)


def is_knotlabs(file: Path) -> bool:
    """Whether a file belongs to knotlab."""
    return any(map(file.is_relative_to, KNOTLAB))


def is_shipped(file: Path) -> bool:
    """Whether a file belongs to shipped strategies: it is in a folder next to this module."""
    return file.is_relative_to(SHIPPED) and file.parent != SHIPPED


@cache
def is_library(file: Path) -> bool:
    """Whether a file belongs to Python or to an installed package, wherever that is installed."""
    if file.is_relative_to(STANDARD_LIBRARY) or any(name in file.parts for name in LIBRARY_FOLDERS):
        return True
    top = package_of(file) or file
    return any(top.parent.glob(f"{glob.escape(top.stem)}-*.dist-info"))


def package_of(path: Path) -> Path | None:
    """The folder of the outermost package that a file is in, if it is in one."""
    outermost = None
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            break
        outermost = folder
    return outermost

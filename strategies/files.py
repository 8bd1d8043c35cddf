"""Python files that a user names: each content of one is run once, and a fault in it is one sentence that names the
line.
"""

import importlib.util
import sys
import traceback
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from knotlab.sim import games
from knotlab.sim.compiling.sources import source_hash
from knotlab.sim.errors import InputError
from knotlab.strategies.declare import USER_MODULE, declared


def run_file(file: Path | str, what: str) -> ModuleType:
    """The module of a file, with the strategies that it declares; what: kind of file, in errors. Raises InputError if
    it cannot be read or run.
    """
    path = Path(file).resolve()
    if path.suffix != ".py":
        raise InputError(f"a {what} ends in .py, unlike {path}")
    try:
        stamp = path.stat()
        return _run(path, _module_name(path, (stamp.st_mtime_ns, stamp.st_ctime_ns, stamp.st_size)))
    except OSError as error:
        raise InputError(f"cannot read the {what} {file}: {error.strerror}") from None


@lru_cache(maxsize=256)
def _module_name(path: Path, stamp: tuple[int, int, int]) -> str:
    """The name of a file's module, read again when the file was written since."""
    return f"{USER_MODULE}{source_hash([path])[:12]}_{path.stem}"


@lru_cache(maxsize=64)
def _run(path: Path, name: str) -> ModuleType:
    """Run a file as a module of that name; one that fails has declared nothing."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before, paths = len(declared), list(sys.path)
    try:
        sys.modules[name] = module
        sys.path.insert(0, str(path.parent))  # so that the file may import what is beside it
        spec.loader.exec_module(module)
        for strategy in declared[before:]:
            games.find(strategy.game)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except SyntaxError as error:
        raise InputError(f"{path}, line {error.lineno}: syntax error: {error.msg}") from None
    except (Exception, SystemExit) as error:
        raise InputError(f"{path}, line {_line_in(path, error)}: {type(error).__name__}: {error}") from None
    finally:
        sys.path[:] = paths
        if sys.exc_info()[0] is not None:
            declared[:] = [strategy for strategy in declared if strategy.score.__module__ != name]
    return module


def _line_in(path: Path, error: BaseException) -> int | str:
    """The line of a file in which an error arose."""
    frames = reversed(traceback.extract_tb(error.__traceback__))
    return next((frame.lineno or "?" for frame in frames if frame.filename == str(path)), "?")

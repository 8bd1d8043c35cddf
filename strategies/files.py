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
from knotlab.sim.errors import InputError
from knotlab.sim.sources import source_hash
from knotlab.strategies.declare import declared

USER_MODULE = "knotlab_user_"  # the name of a user's module begins so and goes on with a hash of its file


def run_file(file: Path | str, what: str) -> ModuleType:
    """The module of a file, with the strategies that it declares; what: kind of file, in errors. Raises InputError if
    it cannot be read or run.
    """
    path = Path(file).resolve()
    if path.suffix != ".py":
        raise InputError(f"a {what} ends in .py, unlike {path}")
    try:
        content = source_hash([path])
    except OSError as error:
        raise InputError(f"cannot read the {what} {file}: {error.strerror}") from None
    return _run(path, f"{USER_MODULE}{content[:12]}_{path.stem}")


@lru_cache(maxsize=64)
def _run(path: Path, name: str) -> ModuleType:
    """Run a file as a module of that name; one that fails has declared nothing."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before, paths = list(declared), list(sys.path)
    try:
        sys.modules[name] = module
        sys.path.insert(0, str(path.parent))  # so that the file may import what stands beside it
        spec.loader.exec_module(module)
        for one in declared[len(before) :]:
            games.find(one.game)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except SyntaxError as error:
        raise InputError(f"{path}, line {error.lineno}: syntax error: {error.msg}") from None
    except (Exception, SystemExit) as error:
        line = next(
            (
                frame.lineno
                for frame in reversed(traceback.extract_tb(error.__traceback__))
                if frame.filename == str(path)
            ),
            "?",
        )
        raise InputError(f"{path}, line {line}: {type(error).__name__}: {error}") from None
    finally:
        sys.path[:] = paths
        if sys.exc_info()[0] is not None:
            declared[:] = before
    return module

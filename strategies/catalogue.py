"""The catalogue of strategies: those of the games' folders, of installed packages (entry point group
`knotlab.strategies`) and of files that a user names. Each content of such a file is run once, and a fault in it is one
sentence that names the line.
"""

import contextlib
import importlib.util
import io
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from knotlab.sim import games
from knotlab.sim.compiling.sources import source_hash
from knotlab.sim.errors import InputError
from knotlab.strategies.declare import USER_MODULE, Strategy, declared, in_words
from knotlab.strategies.fingerprints import helpers, source_files
from knotlab.strategies.home import folder_of, is_knotlabs, is_library, module_of
from knotlab.strategies.inspection import python_function

ENTRY_POINTS = "knotlab.strategies"


@cache
def _load_shipped(game: str) -> None:
    """Import every strategy file of a game's folder, and those of installed packages."""
    for file in sorted(folder_of(game).glob("*.py")):
        if not file.name.startswith("_"):
            module_of(game, file.stem)
    for point in entry_points(group=ENTRY_POINTS):
        try:
            point.load()
        except Exception as error:
            package = point.dist.name if point.dist else point.value
            raise InputError(
                f"the installed package '{package}' has strategies that cannot be loaded ({point.name}): "
                f"{type(error).__name__}: {error}"
            ) from None


def load_files(files: Sequence[Path | str]) -> list[ModuleType]:
    """Load a user's strategy files; raises InputError on one that cannot be read or run, or that has no strategy."""
    modules = []
    for file in files:
        modules.append(run_file(file, "strategy file"))
        path = Path(file).resolve()
        if not any(strategy.file == path for strategy in declared):
            raise InputError(
                f'{path} has no strategy in it; put @strategy("GAME") above a function (knotlab new shows one)'
            )
    return modules


def catalogue(game: str, files: Sequence[Path | str] = ()) -> dict[str, Strategy]:
    """All strategies of a game.

    game: the game's name, as `twisted-knot`. files: Python files with your own strategies. Those declared in the
    running program are known without. Returns the strategies by name, in alphabetical order. Raises InputError if there
    is no such game, a file cannot be used, or two strategies have one name.

    >>> catalogue("twisted-knot")["hoard-aces"].parameters["others"].high
    8.0
    """
    games.find(game)
    _load_shipped(game)
    place = {module.__name__: number for number, module in enumerate(load_files(files), 1)}
    named = {Path(file).resolve() for file in files}
    known: dict[str, Strategy] = {}
    for strategy in sorted(declared, key=lambda each: place.get(each.score.__module__, 0)):  # the last of a name counts
        if strategy.game != game or (strategy.is_users and strategy.file not in named):
            continue
        other = known.get(strategy.name)
        if other and not _replaces(strategy, other):
            if strategy.inline:
                declared.remove(strategy)  # else it would stand in the way until the session ends
            where = "which ships" if other.is_shipped else f"in {other.file}"
            raise InputError(
                f"{strategy.file}: there is already a strategy '{strategy.name}' for {game}, {where}; "
                "choose another name"
            )
        known[strategy.name] = strategy
    return dict(sorted(known.items()))


def title_of(game: str, name: str) -> str:
    """What a strategy is called where people read about it: what its file says, or its name in words, as of one that is
    not known.

    >>> title_of("twisted-knot", "hoard-aces"), title_of("twisted-knot", "my-idea")
    ('Ace hoarder', 'My idea')
    """
    if game in games.names():
        _load_shipped(game)
    named = [strategy for strategy in declared if (strategy.game, strategy.name) == (game, name)]
    named.sort(key=lambda strategy: not strategy.is_users)  # a file that was named before does not rename what ships
    return named[-1].title if named else in_words(name)


def _replaces(strategy: Strategy, earlier: Strategy) -> bool:
    """Whether a strategy is an earlier one of the same name, declared again."""
    return (strategy.inline and earlier.inline) or (strategy.is_users and strategy.file == earlier.file)


def strategy_of(game: str, function: Callable[..., Any]) -> Strategy:
    """The strategy of a game that a function was declared as; raises InputError if there is none."""
    plain = python_function(function)
    name = getattr(function, "__name__", repr(function))
    of_function = [strategy for strategy in declared if python_function(strategy.score) is plain]
    if not of_function:
        raise InputError(f'the function {name} is not a strategy yet; put @strategy("{game}") above it')
    if of_function[-1].game != game:
        raise InputError(f"the function {name} is a strategy for {of_function[-1].game}, not for {game}")
    return of_function[-1]


# --- files that a user names ---


class Aside(io.TextIOBase):
    """Where a user's file prints as it is read or tried: standard error, so that no answer is spoiled, and at most 100
    lines, then one that says so.
    """

    most = 100

    def __init__(self) -> None:
        self.left, self.is_cut = self.most, False

    def write(self, text: str) -> int:
        """Write what there is still room for."""
        for line in text.splitlines(keepends=True):
            if self.left:
                sys.stderr.write(line)
                self.left -= line.endswith("\n")
            elif not self.is_cut:
                self.is_cut = True
                sys.stderr.write(f"knotlab: prints are cut after {self.most} lines\n")
        return len(text)


def run_file(file: Path | str, what: str) -> ModuleType:
    """The module of a file, with the strategies that it declares; what: kind of file, in errors. Raises InputError if
    it cannot be read or run.
    """
    path = Path(file).resolve()
    if path.suffix != ".py":
        raise InputError(f"a {what} ends in .py, unlike {path}")
    try:
        return _run(path, _module_name(path, tuple(map(_stamp, _files_behind(path)))))
    except OSError as error:
        raise InputError(f"cannot read the {what} {file}: {error.strerror}") from None


def _files_behind(path: Path) -> list[Path]:
    """A file and what else decides what it does; of one that cannot be parsed, that file alone."""
    try:
        return source_files(path)
    except (SyntaxError, ValueError):
        return [path]


def _stamp(file: Path) -> tuple[str, int, int, int]:
    """What changes whenever a file is written."""
    stamp = file.stat()
    return str(file), stamp.st_mtime_ns, stamp.st_ctime_ns, stamp.st_size


@lru_cache(maxsize=256)
def _module_name(path: Path, stamps: tuple[tuple[str, int, int, int], ...]) -> str:
    """The name of a file's module, read again when one of the files behind it was written since."""
    return f"{USER_MODULE}{source_hash(Path(name) for name, *_ in stamps)[:12]}_{path.stem}"


@lru_cache(maxsize=64)
def _run(path: Path, name: str) -> ModuleType:
    """Run a file as a module of that name; one that fails has declared nothing."""
    spec = importlib.util.spec_from_file_location(name, path, loader=_Fresh(name, str(path)))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before, helpers[path] = len(declared), {}
    try:
        sys.modules[name] = module
        with _importing_beside(path), contextlib.redirect_stdout(Aside()):
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
        if sys.exc_info()[0] is not None:
            declared[:] = [strategy for strategy in declared if strategy.score.__module__ != name]
    return module


class _Fresh(SourceFileLoader):
    """Loads a file as it is now: Python's own notes of compiled modules miss an edit within a second."""

    def get_code(self, fullname: str) -> Any:
        return self.source_to_code(self.get_data(self.path), self.path)


class _Beside:
    """Finds modules in a folder, and in packages there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        """Where a module is, if it is one with a source that its user may edit."""
        spec = PathFinder.find_spec(name, [str(self._folder)] if path is None else path)
        if spec is not None and type(spec.loader) is SourceFileLoader and not is_library(Path(spec.loader.path)):
            spec.loader = _Fresh(name, spec.loader.path)
            return spec
        return None


@contextlib.contextmanager
def _importing_beside(path: Path) -> Iterator[None]:
    """Within the block modules next to a file can be imported. They are that file's alone: others of the same name,
    from another folder or of an earlier content, are put aside for that time, and these afterwards.
    """
    aside = {name: module for name, module in sys.modules.items() if _is_helper(name, module, path, anywhere=True)}
    paths, known, finder = list(sys.path), sys.modules.keys() - aside.keys(), _Beside(path.parent)
    for name in aside:
        del sys.modules[name]
    sys.path.insert(0, str(path.parent))
    sys.meta_path.insert(sys.meta_path.index(PathFinder), finder)
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path[:] = paths
        sys.meta_path.remove(finder)
        for name in sys.modules.keys() - known:
            if _is_helper(name, sys.modules[name], path):
                helpers[path][name] = sys.modules.pop(name)
        sys.modules.update(aside)


def _is_helper(name: str, module: Any, path: Path, anywhere: bool = False) -> bool:
    """Whether a module lies next to a file, or below the same folder; anywhere: or has the name of one that does."""
    text = str(getattr(module, "__file__", None))
    if _is_installed(text) or (file := Path(text).resolve()) == path:
        return False
    if file.is_relative_to(path.parent):
        return not name.startswith(USER_MODULE)
    top = path.parent / name.partition(".")[0]
    return anywhere and (top.is_dir() or top.with_suffix(".py").is_file())


@lru_cache(maxsize=8192)  # of thousands of modules, whose links take longer to follow than a file to run
def _is_installed(text: str) -> bool:
    """Whether a module's file belongs to Python, to an installed package or to knotlab; one without a source does."""
    file = Path(text).resolve()
    return file.suffix != ".py" or is_library(file) or is_knotlabs(file)


def _line_in(path: Path, error: BaseException) -> int | str:
    """The line of a file in which an error arose."""
    frames = reversed(traceback.extract_tb(error.__traceback__))
    return next((frame.lineno or "?" for frame in frames if frame.filename == str(path)), "?")

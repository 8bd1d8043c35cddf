"""Which code a result depends on, as hashes: what changes no number (comments, docstrings, annotations, layout) does
not count.

The simulator counts as a whole, with the game that is played and without the others, and so does what compiles
strategies and reads their settings. Of what turns games into numbers the modules count that a kind of experiment
imports; of functions given to an experiment their files and all that these import from knotlab.
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from knotlab.sim.compiling.sources import parsed_hash, syntax_tree
from knotlab.strategies.fingerprints import source_files

ROOT = Path(__file__).parents[2]  # the folder that the layers are in
COUNTING = tuple(ROOT / "analysis" / room for room in ("claims", "decisions", "duels", "runs", "stats", "tournaments"))
GAMES, STRATEGIES = ROOT / "sim" / "games", ROOT / "strategies"


def simulator(game: str) -> list[Path]:
    """The files that decide how a game goes: all of the simulator and the game's own."""
    shared = [file for file in sorted((ROOT / "sim").rglob("*.py")) if not _is_within(file, (GAMES,))]
    return [*shared, GAMES / "__init__.py", *sorted(folder_of(game).glob("*.py"))]


def folder_of(game: str) -> Path:
    """Where a game is."""
    return GAMES / game.replace("-", "_")


@cache
def rules_hash(game: str) -> str:
    """A hash of all that decides how a game goes, strategies apart.

    Returns 16 hexadecimal digits.
    """
    return parsed_hash(simulator(game))[:16]


def code_hash(game: str, module: str, functions: Iterable[Callable[..., Any]] = ()) -> str:
    """A hash of all code on which numbers of an experiment depend; each strategy has a hash of its own.

    module: the module of the experiment's kind. functions: functions that the experiment was given. Returns 16
    hexadecimal digits.
    """
    return parsed_hash(code_files(game, module, functions))[:16]


def code_files(game: str, module: str, functions: Iterable[Callable[..., Any]] = ()) -> list[Path]:
    """All files that `code_hash` is of, each once."""
    files = [path for function in functions for path in _files_of(function)]
    counting = _behind([_file_of(module)], lambda path: _is_within(path, COUNTING))
    behind = _behind(files, lambda path: not _is_within(path, (STRATEGIES,)) and not _is_of_other_game(path, game))
    return list(dict.fromkeys([*simulator(game), *sorted(STRATEGIES.glob("*.py")), *counting, *behind]))


def _files_of(function: Callable[..., Any]) -> list[Path]:
    """The file in which a function stands; of a user's function that file and those next to it that it imports."""
    is_ours = function.__module__.partition(".")[0] == "knotlab"
    return [_file_of(function.__module__)] if is_ours else source_files(Path(function.__code__.co_filename))


def _is_of_other_game(path: Path, game: str) -> bool:
    """Whether a file belongs to another game's rules."""
    return _is_within(path, (GAMES,)) and path.parent not in (GAMES, folder_of(game))


@cache
def _is_within(path: Path, folders: tuple[Path, ...]) -> bool:
    """Whether a file is one of some, or in one of these folders, at whatever depth."""
    return any(folder in (path, *path.parents) for folder in folders)


def _behind(files: Iterable[Path], counts: Callable[[Path], bool]) -> list[Path]:
    """Some files and all of knotlab that they import, in one step or more, as far as it counts; sorted by their place
    in knotlab, or by name and content outside it.
    """
    reached: set[Path] = set()
    queue = list(files)
    while queue:
        path = queue.pop()
        if path not in reached:
            reached.add(path)
            queue += [file for file in imports_of(path) if counts(file)]
    return sorted(reached, key=_place)


def _place(path: Path) -> tuple[str, bytes]:
    """By what files are sorted, the same wherever knotlab is installed."""
    return (str(path.relative_to(ROOT)), b"") if ROOT in path.parents else (path.name, path.read_bytes())


@cache
def imports_of(path: Path) -> tuple[Path, ...]:
    """The files of knotlab that a file imports; imports for type checkers alone do not count."""
    if path.suffix != ".py":
        return ()
    names = {name for node in _statements(syntax_tree(path.read_bytes())) for name in _names(node)}
    return tuple(file for name in sorted(names) if (file := _file_of(name)).is_file())


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a syntax tree that are run."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _statements(child)


def _names(node: ast.AST) -> list[str]:
    """The modules of knotlab that a statement may import."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and not node.level:
        names = [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
    else:
        return []
    return [name for name in names if name.partition(".")[0] == "knotlab"]


def _file_of(module: str) -> Path:
    path = ROOT.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_name(f"{path.name}.py")

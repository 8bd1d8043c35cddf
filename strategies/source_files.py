"""Which source files a strategy is made of: what a run's identity and a user's compiled code are named by."""

import ast
import sys
import sysconfig
from functools import cache
from pathlib import Path

from knotlab.sim.compiling.sources import syntax_tree

SHIPPED = Path(__file__).resolve().parent
# The four folders of knotlab, and `knotlab/__init__.py` with whatever else is beside it.
KNOTLAB = (
    *(SHIPPED.parent / name for name in ("sim", "strategies", "analysis", "reports")),
    Path(str(sys.modules["knotlab"].__file__)).resolve().parent,
)
STANDARD_LIBRARY = Path(sysconfig.get_path("stdlib")).resolve()
LIBRARY_FOLDERS = ("site-packages", "dist-packages")


def source_files(file: Path) -> list[Path]:
    """The source files whose edit can change a strategy, rules apart: its file, and all it imports from its own package
    and from outside the libraries.
    """
    reached: set[Path] = set()
    queue = [file.resolve()]
    while queue:
        path = queue.pop()
        if path not in reached:
            reached.add(path)
            queue += imported_files(path, path.stat().st_mtime_ns, len(sys.modules))
    return sorted(reached)


@cache
def imported_files(path: Path, changed: int, n_modules: int) -> list[Path]:
    """The source files of the modules that a file's import statements name, as far as they are loaded and of no
    library.

    changed, n_modules: when the file was last written, and how many modules are loaded; the answer is remembered as
    long as neither changes.
    """
    names: set[str] = set()
    near: set[Path] = set()
    for node in ast.walk(syntax_tree(path.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level:
            near |= _relative_files(path, node)
        elif isinstance(node, ast.ImportFrom):
            names |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    loaded = [Path(str(getattr(sys.modules.get(name), "__file__", ""))) for name in names]
    files = {file.resolve() for file in (*near, *loaded) if file.suffix == ".py"}
    package = None if is_shipped(path) else package_of(path)
    return [file for file in sorted(files) if is_part(file, package)]


def is_part(file: Path, package: Path | None) -> bool:
    """Whether a file's content is part of a strategy that lives in a package (or in none).

    Shipped strategies and their helpers are, and its own package; the rest of knotlab and libraries are not. The answer
    is the same wherever knotlab is installed.
    """
    if is_shipped(file):
        return True
    if any(file.is_relative_to(folder) for folder in KNOTLAB):
        return False
    return (package is not None and file.is_relative_to(package)) or not is_library(file)


def is_shipped(file: Path) -> bool:
    """Whether a file is a shipped strategy or a helper of one: in a game's folder beside this module."""
    return file.is_relative_to(SHIPPED) and file.parent != SHIPPED


@cache
def is_library(file: Path) -> bool:
    """Whether a file belongs to Python or to an installed package, wherever that is installed."""
    if file.is_relative_to(STANDARD_LIBRARY) or any(name in file.parts for name in LIBRARY_FOLDERS):
        return True
    top = package_of(file) or file
    return any(top.parent.glob(f"{top.stem}-*.dist-info"))


def package_of(path: Path) -> Path | None:
    """The folder of the outermost package that a file is in, if it is in one."""
    outermost = None
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            break
        outermost = folder
    return outermost


def _relative_files(path: Path, node: ast.ImportFrom) -> set[Path]:
    """The files that a relative import of a file may name."""
    base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
    candidates = [base.with_name(f"{base.name}.py"), base / "__init__.py"]
    for alias in node.names:
        candidates += [base / f"{alias.name}.py", base / alias.name / "__init__.py"]
    return {file for file in candidates if file.is_file()}

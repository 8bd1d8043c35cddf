"""Which source files a strategy is made of: what a run's identity and a user's compiled code are named by."""

import ast
import sys
from functools import cache
from pathlib import Path

SHIPPED = Path(__file__).resolve().parent
ROOT = SHIPPED.parent
LIBRARIES = (
    Path(sys.prefix).resolve(),
    Path(sys.base_prefix).resolve(),
    *(ROOT / name for name in ("sim", "analysis", "reports")),
)


def own_sources(file: Path) -> list[Path]:
    """The source files whose edit can change a strategy, rules apart: its file, and all it imports from its own package
    and from outside the libraries.
    """
    found: set[Path] = set()
    queue = [file.resolve()]
    while queue:
        path = queue.pop()
        if path not in found:
            found.add(path)
            queue += imported_files(path, path.stat().st_mtime_ns, len(sys.modules))
    return sorted(found)


@cache
def imported_files(path: Path, changed: int, n_modules: int) -> list[Path]:
    """The source files of the modules that a file's import statements name, as far as they are loaded and of no
    library.

    changed, n_modules: when the file was last written, and how many modules are loaded; the answer is remembered as
    long as neither changes.
    """
    names: set[str] = set()
    near: set[Path] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level:
            near |= relative_files(path, node)
        elif isinstance(node, ast.ImportFrom):
            names |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    loaded = [Path(str(getattr(sys.modules.get(name), "__file__", ""))) for name in names]
    files = {one.resolve() for one in (*near, *loaded) if one.suffix == ".py"}
    home = SHIPPED if path.is_relative_to(SHIPPED) else package_of(path)
    return [one for one in sorted(files) if counts(one, home)]


def counts(file: Path, home: Path | None) -> bool:
    """Whether a file's content is part of a strategy that lives in the package `home`: the strategies that ship, its
    own package, no library.

    The same files count wherever knotlab is installed: in a checkout its strategies lie in no package, in a wheel
    within the libraries.
    """
    if file.is_relative_to(SHIPPED) or (home and file.is_relative_to(home)):
        return True
    return not any(file.is_relative_to(library) for library in LIBRARIES)


def package_of(path: Path) -> Path | None:
    """The folder of the outermost package that a file is in, if it is in one."""
    found = None
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            break
        found = folder
    return found


def relative_files(path: Path, node: ast.ImportFrom) -> set[Path]:
    """The files that a relative import of a file may name."""
    base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
    may = [base.with_name(f"{base.name}.py"), base / "__init__.py"]
    may += [one for alias in node.names for one in (base / f"{alias.name}.py", base / alias.name / "__init__.py")]
    return {one for one in may if one.is_file()}

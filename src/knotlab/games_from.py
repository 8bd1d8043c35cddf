"""Games that lie outside of knotlab: a copy of knotlab, with their files laid over it, runs in its place.

A game's folder is laid out as knotlab is: `sim/games/GAME`, `strategies/GAME` and whatever else the game has. It is
named by its path, or by an entry point of the group `knotlab.games` of an installed package, whose value is a package
that is such a folder. Nothing of knotlab is imported here, since it would come from the wrong place.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

VARIABLE, GROUP = "KNOTLAB_GAMES", "knotlab.games"
ROOMS = ("sim", "strategies", "analysis", "reports")
SKIPPED = shutil.ignore_patterns("__pycache__", "gallery")
KEPT = 4  # copies


def folder_named(name: str) -> Path:
    """A folder with games, by its path or by an installed package's entry point; raises ValueError if there is none."""
    from importlib.metadata import entry_points

    folder = Path(name)
    for point in () if folder.is_dir() else entry_points(group=GROUP, name=name):
        spec = find_spec(point.value)
        folder = Path(next(iter(spec.submodule_search_locations or ()), name)) if spec else folder
    if not any(folder.glob("sim/games/*/__init__.py")):
        raise ValueError(f"there is no game in '{name}': no file sim/games/GAME/__init__.py")
    return folder.resolve()


def _files(folder: Path) -> Iterator[Path]:
    """The files of a folder's rooms, as paths from there."""
    for room in ROOMS:
        for file in sorted((folder / room).rglob("*")):
            if file.is_file() and not {"__pycache__", "gallery"} & set(file.parts):
                yield file.relative_to(folder)


def laid_over(knotlab: Path, folders: Sequence[Path]) -> Path:
    """A copy of knotlab with the files of some folders, made if there is none yet.

    knotlab: where its four rooms are. Raises ValueError if a file of a folder is one of knotlab's.
    """
    facts = hashlib.sha256()
    seen: dict[Path, Path] = {}
    for top in (knotlab, *folders):
        for file in _files(top):
            if file in seen:
                raise ValueError(f"{top / file} is also a file of {seen[file]}; a game has files of its own")
            seen[file], about = top, (top / file).stat()
            facts.update(f"{top / file} {about.st_size} {about.st_mtime_ns}\n".encode())
    base = _base()
    base.mkdir(parents=True, exist_ok=True)
    copy = base / f"games-{facts.hexdigest()[:16]}"
    if not copy.is_dir():
        made = Path(tempfile.mkdtemp(dir=base, prefix=".games-"))
        for top in (knotlab, *folders):
            for room in ROOMS:
                if (top / room).is_dir():
                    shutil.copytree(top / room, made / room, ignore=SKIPPED, dirs_exist_ok=True)
        try:
            made.rename(copy)
        except OSError:  # another process was first
            shutil.rmtree(made)
    os.utime(copy)
    for old in sorted(base.glob("games-*"), key=lambda each: each.stat().st_mtime)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return copy


def _base() -> Path:
    """The folder for what can be made again, as in `knotlab.sim.compiling.disk_cache`."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("KNOTLAB_CACHE_DIR")
    return Path(chosen) if chosen else user_cache_path("knotlab", appauthor=False)


def path_with(named: str, knotlab: str) -> str:
    """Where the rooms are with the games of some folders, whose names are separated as paths are; raises ValueError."""
    return str(laid_over(Path(knotlab), [folder_named(name) for name in named.split(os.pathsep) if name]))


def use(names: Sequence[str]) -> None:
    """Run with the games of some folders from now on, in this process and in those that it starts.

    Of knotlab, packages may have been imported before, but no game. Raises ValueError.
    """
    paths = sys.modules["knotlab"].__path__
    os.environ[VARIABLE] = os.pathsep.join(str(folder_named(name)) for name in names)
    paths.insert(0, path_with(os.environ[VARIABLE], paths[0]))
    for name, module in sys.modules.items():
        room, *rest = name.split(".")[1:] or [""]
        if name.startswith("knotlab.") and room in ROOMS and hasattr(module, "__path__"):
            module.__path__[:] = [str(Path(paths[0], room, *rest))]

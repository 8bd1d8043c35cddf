"""What this machine offers: its cores, a folder, and versions. Light to import."""

import os
import platform
from pathlib import Path

MATTERS = ("numba", "llvmlite", "numpy", "polars")  # libraries that games, or the files that keep them, may depend on
LIBRARIES = ("numpy", "numba", "llvmlite", "polars", "pandas", "scipy", "joblib", "cmaes")


def cores() -> int:
    """Processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def base_folder() -> Path:
    """The folder for what can be made again: KNOTLAB_CACHE_DIR, or else the user's cache on this system."""
    if chosen := os.environ.get("KNOTLAB_CACHE_DIR"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("knotlab", appauthor=False)


def versions() -> dict[str, str]:
    """The versions of Python and of the libraries that must be the same for games to be the same."""
    from importlib.metadata import version

    return {"python": platform.python_version()} | {name: version(name) for name in MATTERS}


def other_versions(before: dict[str, str], now: dict[str, str]) -> str:
    """Which versions of what matters are other than they were, in words; empty if none is.

    >>> other_versions({"numba": "0.1", "pandas": "1"}, {"numba": "0.68.0", "pandas": "3"})
    'numba 0.1 and 0.68.0'
    """
    changed = [name for name in ("python", *MATTERS) if before.get(name) != now.get(name)]
    return " and ".join(f"{name} {before.get(name)} and {now.get(name)}" for name in changed)


def library_versions() -> dict[str, str]:
    """The versions of this package, of Python and of the libraries that it computes with."""
    from importlib.metadata import version

    own = {"knotlab": package_version(), "python": platform.python_version()}
    return own | {name: version(name) for name in LIBRARIES}


def package_version() -> str:
    """The installed version of this package."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("knotlab")
    except PackageNotFoundError:
        return "not installed"

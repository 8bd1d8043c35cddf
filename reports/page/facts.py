"""What a page was made with: versions, machine and date."""

import platform
from datetime import UTC, datetime
from importlib.metadata import version

from knotlab.sim.machine import LIBRARIES, cores, package_version
from knotlab.sim.playing.job import STREAM_VERSION


def versions() -> list[list[str]]:
    """Versions of all that the numbers depend on, by name."""
    rows = [["random streams", f"version {STREAM_VERSION}"], ["knotlab", package_version()]]
    return [*rows, ["Python", platform.python_version()], *([name, version(name)] for name in LIBRARIES)]


def machine() -> list[str]:
    """The machine, with its number of cores."""
    return ["machine", f"{platform.system()} {platform.machine()}, {cores()} cores"]


def date() -> list[str]:
    """Today."""
    return ["date", f"{datetime.now(UTC):%Y-%m-%d}"]

"""Names the packages of knotlab: the front door in src/knotlab, and the four folders at the top.

The links in src/knotlab are not used: a clone without symbolic links, as git makes it on Windows, gives the same wheel.
"""

import sys
from pathlib import Path

from setuptools import find_namespace_packages, setup

ROOMS = ("sim", "strategies", "analysis", "reports")
FRONT_DOOR = {"knotlab": "src/knotlab", "knotlab.api": "src/knotlab/api"}


def packages_in(room: str) -> list[str]:
    """The packages of a folder at the top, with folders that hold data only."""
    if not Path(room, "__init__.py").is_file():
        sys.exit(f"knotlab cannot be built: {room}/__init__.py is missing; build from a whole clone of the repository")
    inside = find_namespace_packages(room, exclude=("*__pycache__*",))
    return [f"knotlab.{room}", *(f"knotlab.{room}.{package}" for package in inside)]


if "editable_wheel" in sys.argv:  # one line that names src/ is enough: knotlab finds its folders itself
    setup(package_dir={"": "src"}, packages=list(FRONT_DOOR))
else:
    setup(
        package_dir=FRONT_DOOR | {f"knotlab.{room}": room for room in ROOMS},
        packages=[*FRONT_DOOR, *(package for room in ROOMS for package in packages_in(room))],
    )

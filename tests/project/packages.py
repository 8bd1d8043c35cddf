"""The files of knotlab as they lie in a checkout and as an installer lays them out."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("sim", "strategies", "analysis", "reports")


def lay_out(folder: Path) -> Path:
    """Copy the package to where an installer would put it, in a folder for packages."""
    skipped = shutil.ignore_patterns("__pycache__", "gallery")
    for room in ROOMS:
        shutil.copytree(ROOT / room, folder / "knotlab" / room, ignore=skipped)
    front_door = shutil.ignore_patterns("__pycache__", "studies", *ROOMS)
    shutil.copytree(ROOT / "src" / "knotlab", folder / "knotlab", ignore=front_door, dirs_exist_ok=True)
    return folder

"""Names the packages of knotlab: the front door in src/knotlab, and the four folders at the top.

The links in src/knotlab are not used: a clone without symbolic links, as git makes it on Windows, gives the same wheel.
Two builds of a commit give the same bytes, if SOURCE_DATE_EPOCH is the same. KNOTLAB_REPOSITORY, the address of the
repository, is named in the package, and the README's links lead there.
"""

import gzip
import os
import re
import sys
import tarfile
from pathlib import Path

from setuptools import find_namespace_packages, setup
from setuptools.command.sdist import sdist

ROOMS = ("sim", "strategies", "analysis", "reports")
FRONT_DOOR = {"knotlab": "src/knotlab", "knotlab.api": "src/knotlab/api"}
REPOSITORY = os.environ.get("KNOTLAB_REPOSITORY", "").rstrip("/")
WHEN = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))  # or else the first day that a wheel can tell
OF_A_FILE = r"(?!#|\w+:)"  # how the address of a file of the repository begins


class SameBytes(sdist):
    """An archive that holds nothing of when, where and by whom it was made."""

    def make_archive(self, base_name: str, format: str, *_: object, base_dir: str = "", **__: object) -> str:
        """Write the files of a folder in the order of their names."""
        name = f"{base_name}.tar.gz"
        with (
            open(name, "wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=WHEN) as packed,
            tarfile.open(mode="w", fileobj=packed, format=tarfile.PAX_FORMAT) as archive,
        ):
            for path in sorted(Path(base_dir).rglob("*")):
                archive.add(path, recursive=False, filter=anybodys)
        return name


def anybodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """A file in an archive as it would be there whoever had made it."""
    member.mtime, member.uid, member.gid, member.uname, member.gname = WHEN, 0, 0, "", ""
    member.mode = 0o755 if member.mode & 0o100 else 0o644
    return member


def packages_in(room: str) -> list[str]:
    """The packages of a folder at the top, with folders that hold data only."""
    if not Path(room, "__init__.py").is_file():
        sys.exit(f"knotlab cannot be built: {room}/__init__.py is missing; build from a whole clone of the repository")
    inside = find_namespace_packages(room, exclude=("*__pycache__*",))
    return [f"knotlab.{room}", *(f"knotlab.{room}.{package}" for package in inside)]


def front_page() -> str:
    """The README with addresses that can be followed from anywhere, if the repository's is known."""
    text = Path("README.md").read_text("utf-8")
    if REPOSITORY:
        text = re.sub(rf"\]\({OF_A_FILE}", f"]({REPOSITORY}/blob/HEAD/", text)
        text = re.sub(rf'\b(src|srcset)="{OF_A_FILE}', rf'\1="{REPOSITORY}/raw/HEAD/', text)
    return text


if "editable_wheel" in sys.argv:  # one line that names src/ is enough: knotlab finds its folders itself
    where = {"": "src"}, list(FRONT_DOOR)
else:
    rooms = {f"knotlab.{room}": room for room in ROOMS}
    where = FRONT_DOOR | rooms, [*FRONT_DOOR, *(package for room in ROOMS for package in packages_in(room))]
setup(
    package_dir=where[0],
    packages=where[1],
    cmdclass={"sdist": SameBytes},
    long_description=front_page(),
    long_description_content_type="text/markdown",
    project_urls={"Source": REPOSITORY, "Issues": f"{REPOSITORY}/issues"} if REPOSITORY else {},
)

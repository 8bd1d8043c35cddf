"""The lowest versions that pyproject.toml admits, one a line, as constraints for pip: `make lowest` installs them."""

import re
import tomllib
from pathlib import Path


def lowest(requirement: str) -> str:
    """A requirement's lowest version and no other.

    >>> lowest("numba>=0.68,<0.69"), lowest("endplay>=0.5.12; python_version < '3.14'")
    ('numba==0.68', "endplay==0.5.12; python_version < '3.14'")
    """
    return re.sub(r">=([^,;]+)(,[^;]*)?", r"==\1", requirement)


if __name__ == "__main__":
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    print(*sorted(map(lowest, {*project["dependencies"], *extras["dask"], *extras["dev"]})), sep="\n")

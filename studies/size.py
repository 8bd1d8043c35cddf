"""How large the project is: lines and modules of the product (the Python that the wheel holds), studies, tests and data
apart, how long functions are, and the run-time dependencies.

Command: python -m knotlab.studies.size [FOLDER] (make size)
Result: a table, printed; of another checkout, if its folder is named
Page: CONTRIBUTING.md
"""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from knotlab.studies.command import ROOT, parser, run

ROOMS = ("analysis", "reports", "sim", "src", "strategies")


class PartSize(NamedTuple):
    """A part of the project: its modules, their lines, and of its functions the lines without the docstring."""

    modules: int
    lines: int
    functions: list[int]

    @property
    def cells(self) -> tuple[str, ...]:
        """Modules, lines, and the median, 90th and 99th percentile of functions' lines."""
        cuts = quantiles(self.functions, n=100, method="inclusive") if len(self.functions) > 1 else [0.0] * 99
        return (f"{self.modules:,}", f"{self.lines:,}", *(f"{cuts[percent - 1]:.0f}" for percent in (50, 90, 99)))


def part_of(name: str) -> str | None:
    """What a file of the repository belongs to, by its path; None for its texts and settings.

    >>> [part_of(name) for name in ("sim/seating.py", "studies/gap.py", "reports/page.css", "README.md")]
    ['product', 'studies', 'data', None]
    """
    room = name.partition("/")[0]
    if not name.endswith(".py"):
        return "data" if room in ROOMS and not name.endswith(".md") else None
    return "product" if room in ROOMS else room if room in ("studies", "tests") else None


def lengths(text: str) -> Iterator[int]:
    """The lines of each function, without its docstring."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            has_docstring = ast.get_docstring(node, clean=False) is not None
            docstring = (first.end_lineno or 0) - first.lineno + 1 if has_docstring else 0
            yield (node.end_lineno or 0) - node.lineno + 1 - docstring


def measure(folder: Path) -> dict[str, PartSize]:
    """The parts of a checkout, by the files that its repository knows; a link is not followed."""
    known = subprocess.run(["git", "-C", folder, "ls-files"], capture_output=True, text=True, check=True).stdout
    texts: dict[str, list[str]] = {"product": [], "studies": [], "tests": []}
    data = 0
    for name in known.splitlines():
        file, part = folder / name, part_of(name)
        if part is None or file.is_symlink() or not file.is_file():
            continue
        if part == "data":
            data += file.stat().st_size
        else:
            texts[part].append(file.read_text("utf-8"))
    parts = {
        name: PartSize(
            len(contents),
            sum(len(text.splitlines()) for text in contents),
            [n for text in contents for n in lengths(text)],
        )
        for name, contents in texts.items()
    }
    return parts | {"data, kB": PartSize(0, data // 1000, [])}


def dependencies(folder: Path) -> list[str]:
    """The names of the packages that an installation needs."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    return [re.split(r"[^\w-]", each)[0] for each in project["dependencies"]]


def main(words: Sequence[str] | None = None) -> None:
    """Print the table."""
    reader = parser(__doc__)
    reader.add_argument("folder", nargs="?", type=Path, default=ROOT, help="a checkout; this one unless given")
    folder = reader.parse_args(words).folder
    print(f"{'':10}{'modules':>9}{'lines':>9}{'median':>8}{'90%':>6}{'99%':>6} of functions' lines")
    for name, part in measure(folder).items():
        modules, lines, *cuts = part.cells
        print(f"{name:10}{modules:>9}{lines:>9}{cuts[0]:>8}{cuts[1]:>6}{cuts[2]:>6}")
    needed = dependencies(folder)
    print(f"{len(needed)} run-time dependencies: {', '.join(needed)}")


if __name__ == "__main__":
    run(main)

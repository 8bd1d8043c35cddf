"""The README and the documentation's pages as tests see them: blocks of code, files among them, and commands."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.project.packages import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES += sorted((ROOT / "sim").rglob("*.md"))


class Block(NamedTuple):
    """A block of code: its language, its text, and the name of the file that it is."""

    language: str
    text: str
    file: str


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page, in their order."""
    pattern = r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```'
    for match in re.finditer(pattern, page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        yield Block(match[1], match[3], match[2] or "")


def commands(page: Path) -> list[str]:
    """What a reader is shown to type, after `$ knotlab`."""
    shown = [block.text for block in blocks(page) if block.language == "console"]
    return re.findall(r"^\$ knotlab (.*)$", "\n".join(shown), re.MULTILINE)


def mentions(page: Path) -> list[str]:
    """Commands that the text names, after `knotlab`, with words in capitals for what a reader puts in."""
    return re.findall(r"`knotlab ([^`]+)`", page.read_text("utf-8"))

"""Lists the studies: `python -m knotlab.studies`, and as a table for the page docs/studies.md."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
FACTS = ("Command", "Result", "Page")


class Study(NamedTuple):
    """A study as the docstring at its top has it: its name, its first paragraph, and its three last lines."""

    name: str
    about: str
    command: str
    result: str
    page: str


def studies() -> Iterator[Study]:
    """All studies, by name."""
    for file in sorted(HERE.rglob("*.py")):
        docstring = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
        facts = {name: re.search(rf"^{name}: (.+(?:\n .+)*)", docstring, re.MULTILINE) for name in FACTS}
        if all(facts.values()):
            about = " ".join(docstring.split("\n\n")[0].split())
            name = ".".join(part for part in file.relative_to(HERE).with_suffix("").parts if part != "__main__")
            yield Study(name, about, *(" ".join(found[1].split()) for found in facts.values() if found))


def table() -> str:
    """All studies in Markdown: what each finds out, its command, and the pages that show it."""
    lines = ["| study | what it finds out | command | result | page |", "|---|---|---|---|---|"]
    for study in studies():
        command, _, note = study.command.partition(" (")
        shown = f"`{command}`" + (f" ({note}" if note else "")
        pages = re.sub(r"docs/([\w-]+\.md)", r"[\1](\1)", study.page)
        lines.append(f"| {study.name} | {study.about} | {shown} | {study.result} | {pages} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for study in studies():
        print(f"{study.name}: {study.about}\n    {study.command}")

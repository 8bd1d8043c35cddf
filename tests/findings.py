"""Publish findings: `make findings`. From a folder of `knotlab claims --findings` they become data of the package;
README and `docs/tips.md` are written from those data.
"""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from knotlab.reports.answers.advice import advice
from knotlab.reports.answers.findings import FOLDER, TipFound, shipped
from knotlab.reports.answers.forest import best
from knotlab.reports.answers.section import VERDICTS, headline
from knotlab.sim import games
from tests import tips_as_read

ROOT = Path(__file__).parent.parent
README, TIPS = ROOT / "README.md", ROOT / "docs" / "tips.md"
NUMBERS = ("tips.csv", "cells.csv")
ANSWERS = "answers"
TABLE = "tips"


def between(text: str, name: str, content: str) -> str:
    """A text with new content between the marks of a name."""
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    return pattern.sub(lambda marks: f"{marks[1]}{content}{marks[2]}", text)


def front_page() -> str:
    """The README's table: what helps most, and what hurts."""
    rows = [f"{headline()}.", "", "| what to do | verdict | of 100 games |", "|---|---|---|"]
    for tip, row in best(shipped()):
        verdict = "do it" if row.value > 0 else "don't"
        way, when = "fewer" if row.value > 0 else "more", f" {tip.words['when']}" if "when" in tip.words else ""
        rows.append(f"| {row.name} ({games.find(tip.game).title}) | {verdict} | {row.number} {way} lost{when} |")
    return "\n".join(rows) + "\n"


def in_words() -> Iterator[str]:
    """Every tip as a sentence, game by game."""
    for name in games.listed():
        tips = [tip for tip in shipped() if tip.game == name]
        if tips:
            yield f"\n### {games.find(name).title}\n"
            yield from map(_entry, tips)


def _entry(tip: TipFound) -> str:
    answer, (word, glyph, _) = advice(tip), VERDICTS[tip.verdict]
    return f"- **{tip.words['title']}** ({tip.id}, {glyph} {word}). {answer.opening} {answer.sentence}"


def write() -> None:
    """Write what README and `docs/tips.md` say from the findings that ship."""
    README.write_text(between(README.read_text("utf-8"), ANSWERS, front_page()), "utf-8")
    words = "\n".join(in_words()) + "\n"
    TIPS.write_text(between(TIPS.read_text("utf-8"), ANSWERS, words), "utf-8")
    tips_as_read.write()


def main(folder: Path | None) -> None:
    """Copy the numbers of a folder, if one is given, and write the pages."""
    if folder is not None:
        FOLDER.mkdir(exist_ok=True)
        for name in NUMBERS:
            shutil.copyfile(folder / name, FOLDER / name)
        TIPS.write_text(between(TIPS.read_text("utf-8"), TABLE, (folder / "tips.md").read_text("utf-8")), "utf-8")
    write()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)

"""Publish findings: the table of tips into the README, and all cells beside it, from a folder of `knotlab claims
--findings`: `make findings`.
"""

import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PUBLISHED = ROOT / "reports" / "findings"
TABLE = re.compile(r"(<!-- tips -->\n).*?(<!-- end of tips -->)", re.DOTALL)


def main(folder: Path) -> None:
    """Put the table between its marks, and copy the cells."""
    text = README.read_text("utf-8")
    tips = (folder / "tips.md").read_text("utf-8")
    README.write_text(TABLE.sub(lambda marks: f"{marks[1]}{tips}{marks[2]}", text), "utf-8")
    PUBLISHED.mkdir(exist_ok=True)
    for name in ("tips.csv", "cells.csv"):
        shutil.copyfile(folder / name, PUBLISHED / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""The front page says what the published cells say, and its hunch does what it says."""

import re
import shlex
from collections import Counter
from pathlib import Path

import pandas as pd

from knotlab.analysis.claims.cells import tips
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict
from tests.cli import knotlab
from tests.documents import ROOT, blocks, commands
from tests.findings import ANSWERS, README, TIPS, between, front_page, in_words

TEXT = TIPS.read_text("utf-8")
LONGEST = 130  # lines of the front page


def test_the_front_page_and_the_page_of_tips_are_written_from_the_findings_that_ship() -> None:
    readme = README.read_text("utf-8")
    assert between(readme, ANSWERS, front_page()) == readme
    assert between(TEXT, ANSWERS, "\n".join(in_words()) + "\n") == TEXT
    assert len(readme.splitlines()) <= LONGEST


def test_the_front_page_names_habits_with_the_numbers_of_the_published_cells() -> None:
    cells = pd.read_csv(ROOT / "reports" / "findings" / "cells.csv")
    rows = re.findall(
        r"^\| (.+?) \((.+?)\) \| (do it|don't) \| ([\d.]+) (fewer|more) lost", README.read_text("utf-8"), re.M
    )
    assert len(rows) == 6
    for name, _, verdict, number, way in rows:
        assert (verdict, way) in (("do it", "fewer"), ("don't", "more"))
        size = float(number) * (1 if way == "fewer" else -1)
        assert ((100 * cells["effect"]).round(1) == size).any(), (name, size)


def test_the_table_of_tips_says_what_the_published_cells_say() -> None:
    rows = {
        cells[0]: cells
        for cells in re.findall(r"^\| (\S+) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", TEXT, re.MULTILINE)
        if "-C" in cells[0]
    }
    assert list(rows) == [tip.id for tip in tips()]
    cells = pd.read_csv(ROOT / "reports" / "findings" / "cells.csv")
    for tip in tips():
        own = cells[cells["tip"] == tip.id]
        if not tip.exact:
            where = ", ".join(f"{answer} {n} of {len(own)}" for answer, n in Counter(own["about_tip"]).most_common())
            without_names = re.sub(r" \(.*?\)", "", rows[tip.id][4])
            assert without_names == (where or "-"), tip.id
    decided = len(cells[~cells["about_tip"].isin(NO_ANSWER)])
    assert f"{decided} of {len(cells[cells['about_tip'] != Verdict.NEVER_CAME_UP])} cells decided" in TEXT


def test_the_hunch_is_a_strategy_and_loses_as_the_text_says(tmp_path: Path) -> None:
    file = tmp_path / "thrifty.py"
    file.write_text(next(block.text for block in blocks(README) if block.language == "python"))
    command = next(command for command in commands(README) if command.startswith("duel"))
    words = [str(file) if word == file.name else word for word in shlex.split(command)]
    assert knotlab(*words, "--json").json["verdict"] == "refuted"

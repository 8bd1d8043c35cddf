"""The README's code runs, and its numbers are what its command gives."""

import re
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

from knotlab import play
from knotlab.analysis.claims.cells import tips
from knotlab.analysis.claims.own import own_terms, read_claims
from knotlab.reports.words.tables import interval
from knotlab.strategies.catalogue import catalogue
from tests.cli import knotlab

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_strategy_file_is_a_strategy_and_plays(tmp_path: Path) -> None:
    file = tmp_path / "thrifty.py"
    file.write_text(next(block for block in BLOCKS if "@strategy" in block))
    assert "thrifty" in catalogue("twisted-knot", [file])
    result = play("twisted-knot", ["thrifty:keep=4,tremble=0.02", "shed:tremble=0.02"], 100, strategies_from=[file])
    assert result.games == 100


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(next(block for block in BLOCKS if "from knotlab import play" in block), {})
    assert "random" in capsys.readouterr().out


def test_the_table_is_what_the_command_gives() -> None:
    command = re.search(r"\$ knotlab play twisted-knot (.*?) --games (\d+)", README)
    assert command is not None
    result = play("twisted-knot", command.group(1).split(), int(command.group(2)))
    for i, name in enumerate(result.names):
        cells = [interval(metric, result.estimate(metric, i)) for metric in ("win_rate", "loss_rate", "mean_place")]
        assert f"| {name.partition(':')[0]} | {' | '.join(cells)} |" in README


def test_the_table_of_tips_says_what_the_published_cells_say() -> None:
    told = {
        cells[0]: cells
        for cells in re.findall(r"^\| (\S+) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", README, re.MULTILINE)
        if "-C" in cells[0]
    }
    assert list(told) == [tip.id for tip in tips()]
    cells = pd.read_csv(ROOT / "reports" / "findings" / "cells.csv")
    for tip in tips():
        own = cells[cells["tip"] == tip.id]
        if not tip.exact:
            where = ", ".join(f"{answer} {n} of {len(own)}" for answer, n in Counter(own["answer"]).most_common())
            assert re.sub(r" \(.*?\)", "", told[tip.id][4]) == (where or "-"), (
                tip.id
            )  # without the cells that are named
    assert (
        f"{len(cells[~cells['answer'].isin(['open', 'not tried'])])} of {len(cells[cells['answer'] != 'not tried'])} "
        f"cells decided"
    ) in README


def test_the_file_of_claims_is_put_on_trial(tmp_path: Path) -> None:
    """As printed: its claim names the strategy of the other file, and its cells alone share the level."""
    command = re.search(r"\$ knotlab (claims --claims-from (\S+) --strategies-from (\S+) --quick)", README)
    assert command is not None
    for name, mark in ((command.group(2), "TIPS = ["), (command.group(3), "@strategy")):
        (tmp_path / name).write_text(next(block for block in BLOCKS if mark in block))
    words = [str(tmp_path / word) if word.endswith(".py") else word for word in command.group(1).split()]
    told = knotlab(*words, "--json").json
    assert told["cells"] == 2 and [one["id"] for one in told["claims"]] == ["MY-C1"]
    assert all(cell["deals"] > 0 for cell in told["claims"][0]["cells"])
    own = read_claims(tmp_path / "mine.py", [tmp_path / "thrifty.py"])
    assert own_terms(own, [tmp_path / "thrifty.py"]).alpha == told["alpha"]


def test_the_example_of_a_rate_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(next(block for block in BLOCKS if "scan_log" in block), {})


def test_the_example_of_a_duel_runs() -> None:
    exec(next(block for block in BLOCKS if "make_claim" in block), {})

"""The README's code runs, and its numbers are what its command gives."""

import re
from pathlib import Path

import pytest

from analysis import play
from reports.words.tables import interval
from strategies.library import catalogue

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_strategy_file_is_a_strategy_and_plays(tmp_path: Path) -> None:
    file = tmp_path / "thrifty.py"
    file.write_text(next(block for block in BLOCKS if "@strategy" in block))
    assert "thrifty" in catalogue("twisted-knot", [file])
    result = play("twisted-knot", ["thrifty:keep=4,tremble=0.02", "shed:tremble=0.02"], 100, strategies_from=[file])
    assert result.games == 100


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(next(block for block in BLOCKS if "from analysis import play" in block), {})
    assert "random" in capsys.readouterr().out


def test_the_table_is_what_the_command_gives() -> None:
    command = re.search(r"\$ knotlab play twisted-knot (.*?) --games (\d+)", README)
    assert command is not None
    result = play("twisted-knot", command.group(1).split(), int(command.group(2)))
    for i, name in enumerate(result.names):
        cells = [interval(metric, result.estimate(metric, i)) for metric in ("win_rate", "loss_rate", "mean_place")]
        assert f"| {name.partition(':')[0]} | {' | '.join(cells)} |" in README


def test_the_example_of_a_duel_runs() -> None:
    exec(next(block for block in BLOCKS if "make_claim" in block), {})

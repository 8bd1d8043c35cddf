"""The speed of two commits is compared fairly, and what has become slower is warned of."""

import math
import subprocess
from pathlib import Path

import numpy as np
import pytest

from knotlab.sim.compiling.jit import OFF
from tests.speed import compare, yardsticks
from tests.speed.compare import GROWN, Row, checkout, main, mean_of_logs

ROOT = Path(__file__).parent.parent


def row(old: list[float], new: list[float], same: bool = True) -> Row:
    return Row("twyst", "random", old, new, [50.0] * len(old), same)


def test_a_ratio_is_that_of_rounds_with_students_interval() -> None:
    # Rounds of two each: 100 and 100 before, 110 and 130 now. Logarithms 0.0953 and 0.2624: mean 0.1788, standard error
    # 0.0835, t(1) = 12.706.
    middle, low, high = row([100, 100, 100, 100], [110, 110, 130, 130]).ratio()
    assert middle == pytest.approx(math.sqrt(1.1 * 1.3), abs=1e-9)
    assert high == pytest.approx(middle * math.exp(12.706 * 0.08353), rel=1e-3)
    assert low == pytest.approx(middle * math.exp(-12.706 * 0.08353), rel=1e-3)


def test_a_kernel_that_takes_a_fifth_longer_has_grown() -> None:
    assert GROWN == 1.2
    assert row([100.0] * 4, [121.0] * 4).has_grown
    assert not row([100.0] * 4, [119.0] * 4).has_grown
    assert mean_of_logs(np.zeros(3)) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize(("now", "same", "status"), [(100.0, True, 0), (130.0, True, 1), (100.0, False, 1)])
def test_the_command_fails_if_something_is_slower_or_plays_other_games(
    now: float, same: bool, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compare, "compare", lambda *_: iter([row([100.0] * 4, [now] * 4, same)]))
    assert main(["HEAD"]) == status
    out = capsys.readouterr().out
    assert ("WARNING: twyst, random: 1.30 times as long as at HEAD" in out) == (now == 130.0)
    assert ("OTHER GAMES" in out) == (not same)


def test_a_commit_stands_in_a_folder_of_its_own_that_goes_again() -> None:
    with checkout("HEAD") as tree:
        assert (tree / "sim" / "jit.py").is_file() and not tree.is_relative_to(ROOT)
    assert not tree.exists()
    listed = subprocess.run(["git", "worktree", "list"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert str(tree) not in listed


def test_a_commit_that_there_is_not_is_one_sentence() -> None:
    with pytest.raises(SystemExit, match="there is no commit 'nowhere'"):
        main(["nowhere"])


@pytest.mark.skipif(OFF, reason="loops without the compiler take long")
def test_bare_loops_are_games() -> None:
    assert yardsticks.play("twyst", 3) == 3 * 52
    decisions, points = yardsticks.deals(2000, yardsticks.random_score, np.array([7], np.uint64))
    # A quarter of 13 tricks on each deal; z = 5 at a standard deviation of at most 3 tricks a deal.
    assert decisions == 2000 * 52 and abs(points / 2000 - 13 / 4) < 5 * 3 / math.sqrt(2000)
    decisions, wins = yardsticks.climbs(2000, yardsticks.random_score, np.array([7], np.uint64))
    assert 27 < decisions / 2000 < yardsticks.LIMIT / 4 and 0.25 < wins / 2000 < 0.45


@pytest.mark.long
def test_a_commit_compared_with_itself_plays_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    main(["HEAD", "twyst", "--rounds", "2"])
    lines = capsys.readouterr().out.splitlines()[1:]
    assert len([line for line in lines if "same games" in line]) == 3 and not any("OTHER" in line for line in lines)

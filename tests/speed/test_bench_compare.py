"""The speed of two commits is compared fairly, and what has become slower or plays otherwise is warned of."""

import math

import pytest

from tests.speed import compare
from tests.speed.compare import ROOT, Row, checkout, main


def row(old: list[float], new: list[float], same: bool = True) -> Row:
    return Row("twyst", "random", old, new, same)


def test_a_ratio_is_that_of_rounds_with_students_interval() -> None:
    # Rounds of two each: 100 and 100 before, 110 and 130 now. Logarithms 0.0953 and 0.2624: mean 0.1788, standard error
    # 0.0835, t(1) = 12.706.
    middle, low, high = row([100, 100, 100, 100], [110, 110, 130, 130]).ratio()
    assert middle == pytest.approx(math.sqrt(1.1 * 1.3), abs=1e-9)
    assert high == pytest.approx(middle * math.exp(12.706 * 0.08353), rel=1e-3)
    assert low == pytest.approx(middle * math.exp(-12.706 * 0.08353), rel=1e-3)


@pytest.mark.parametrize(("now", "same", "status"), [(119.0, True, 0), (121.0, True, 1), (100.0, False, 1)])
def test_the_command_fails_if_something_takes_a_fifth_longer_or_plays_other_games(
    now: float, same: bool, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compare, "compare", lambda *_: iter([row([100.0] * 4, [now] * 4, same)]))
    assert main(["HEAD"]) == status
    out = capsys.readouterr().out
    assert ("WARNING: twyst, random: 1.21 times as long as at HEAD" in out) == (now == 121.0)
    assert ("OTHER GAMES" in out) == (not same)


@pytest.mark.parametrize(("now", "status"), [([111.0] * 8, 1), ([130.0, 130.0, 90.0, 90.0] * 2, 0), ([109.0] * 8, 0)])
def test_a_ratio_that_must_be_sure_is_so_by_its_lower_bound_alone(
    now: list[float], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compare, "compare", lambda *_: iter([row([100.0] * 8, now, same=False)]))
    assert main(["HEAD", "--sure", "1.10"]) == status


def test_a_commit_stands_in_a_folder_of_its_own_that_goes_again() -> None:
    with checkout("HEAD") as tree:
        assert (tree / "pyproject.toml").is_file() and not tree.is_relative_to(ROOT)
    assert not tree.exists()
    with pytest.raises(SystemExit, match="there is no commit 'nowhere'"):
        main(["nowhere"])


@pytest.mark.long
def test_a_commit_compared_with_itself_plays_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    main(["HEAD", "twyst", "--rounds", "2"])
    lines = capsys.readouterr().out.splitlines()[1:]
    assert len([line for line in lines if "same games" in line]) == 3 and not any("OTHER" in line for line in lines)

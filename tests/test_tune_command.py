"""`knotlab tune` and `knotlab guide` as they are typed."""

from pathlib import Path

import pytest

from tests.cli import knotlab, refused, strategy_file

QUICK = ("--budget", "0.01", "--seed", "1")
WEAK = ("--field", "cautious+high cautious+high cautious+high")


def test_what_tuning_finds_is_a_strategy_that_other_commands_take(tmp_path: Path) -> None:
    file = tmp_path / "best.toml"
    told = knotlab("tune", "twyst", "threshold+solid", *WEAK, *QUICK, "--save", file, "--out", tmp_path / "run", "--json").json
    assert told["improved"] and told["gain_low"] > 0
    assert {row["parameter"] for row in told["sensitivity"]} == {"ace", "court", "misere", "numeral", "slope"}
    played = knotlab("play", "twyst", f"threshold+solid@{file}", *["cautious+high"] * 3, "--games", "40", "--json").json
    assert told["strategy"] in str(played)
    assert sorted(path.name for path in (tmp_path / "run").iterdir() if path.is_file()) == ["generations.csv", "manifest.json", "sensitivity.csv", "tuned.toml"]
    assert "is a tuning run: tuned.toml in it holds what was found" in refused("show", tmp_path / "run")
    again = knotlab("tune", "twyst", "threshold+solid", *WEAK, *QUICK, "--out", tmp_path / "run", "--json").json
    assert again | {"seconds": 0} == told | {"seconds": 0}
    assert "its seed differ" in refused("tune", "twyst", "threshold+solid", *WEAK, "--budget", "0.01", "--seed", "2", "--out", tmp_path / "run")


def test_everybody_alike_is_tuned_until_nobody_gains() -> None:
    told = knotlab("tune", "twyst", "threshold+solid", "--alike", "--budget", "0.02", "--seed", "1", "--json").json
    assert told["end"] in ("settled", "cycles", "open")
    tables = [row["incumbent"] for row in told["rounds"]]
    assert tables[0] == "threshold+solid" and tables[1:] == [row["strategy"] for row in told["rounds"][:-1]]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["twyst", "cautious+high"], "'cautious+high' has no parameters, so there is nothing to tune"),
        (["twyst", "threshold+solid", "--parameter", "acre"], "there is no parameter of 'threshold+solid' 'acre'; did you mean 'ace'?"),
        (["twyst", "threshold+solid", "--parameter", "ace=9..5"], "the bounds of 'ace' are the wrong way round: 9 is not below 5"),
        (["twyst", "threshold+solid", "--parameter", "ace=5..99"], "the bounds of 'ace' lie within 0..14, unlike 5..99"),
        (["twyst", "threshold+solid", "--parameter", "ace=5"], "bounds are written ace=LOW..HIGH, not 'ace=5'"),
        (["twyst", "threshold+solid", "--parameter", "ace=8..9"], "'ace' starts at 7.5, which is outside 8..9"),
        (["twyst", "threshold+solid", "--parameter", "ace", "--parameter", "ace"], "a parameter to tune is named twice"),
        (["twyst", "threshold+solid", "--budget", "0"], "a budget is a number of minutes above 0, not 0"),
        (["twyst", "threshold+solid", "--field", "weak"], "there is no field or strategy of twyst 'weak'"),
        (["twyst", "threshold+solid", "--players", "3"], "Twyst has 4 players"),
        (["chess", "threshold"], "there is no game 'chess'"),
    ],
)
def test_bad_input_to_the_tuner_is_one_clear_sentence(words: list[str], says: str) -> None:
    assert says in refused("tune", *words)


def test_a_parameter_that_cannot_move_is_nothing_to_tune(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "stiff", "return hold * 0.0", parameters="hold=param(3, 3, 3)")
    assert "no parameter has room between its bounds" in refused("tune", "twisted-knot", "stiff", "--strategies-from", file)


def test_the_guide_has_a_row_for_each_bid_and_five_hands(tmp_path: Path) -> None:
    file = tmp_path / "guide.md"
    told = knotlab("guide", "--deals", "1000", "--seed", "2", "--out", file, "--json").json
    assert [row["bid"] for row in told["table"]] == ["ace", "court", "misere", "numeral"]
    assert abs(sum(row["share"] for row in told["table"]) - 1) < 1e-9
    assert len(told["examples"]) == 5
    text = file.read_text()
    assert all(one["hand"] in text for one in told["examples"]) and "trump tricks of its suit 6.5 or more" in text


def test_the_guide_is_for_bidders_by_thresholds() -> None:
    assert "the guide is for the bidder 'threshold'" in refused("guide", "cautious+high")
    assert "a guide takes 1,000 deals or more, not 10" in refused("guide", "--deals", "10")

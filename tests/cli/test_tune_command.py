"""`knotlab tune` as it is typed."""

import math
import re
import shlex
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from knotlab.analysis.result import Conditions
from knotlab.analysis.tuning import result, task, tune
from knotlab.api.tuning import _proof
from knotlab.reports.words.tuning import _card, finding, found, rounds_table, sentences
from knotlab.sim import games
from knotlab.sim.budget import TimeIsUp
from knotlab.sim.protocol import Match
from knotlab.sim.settings import make_rules
from knotlab.strategies.resolve import player
from tests.cli import knotlab, refused, strategy_file

QUICK = ("--budget", "0.01", "--seed", "1")
WEAK = ("--field", "cautious+high cautious+high cautious+high")


def test_the_duel_that_proves_a_tuning_has_its_field_and_rules(tmp_path: Path) -> None:
    start = player("twyst", "threshold+solid")
    space = SimpleNamespace(player=start)
    result: Any = SimpleNamespace(
        conditions=SimpleNamespace(game="twyst"), task=SimpleNamespace(space=space), winner=start, whole=None,
        strategies_from=(),
    )  # fmt: skip
    asked = {"field": ["cautious+solid"] * 3, "set": ["ace=25"], "target": 300, "metric": None, "players": None}
    line = _proof(result, tmp_path / "best.toml", None, asked)
    words = shlex.split(line)
    assert words[:5] == ["knotlab", "duel", "twyst", f"threshold@{tmp_path / 'best.toml'}+solid", start.name]
    assert {"--field=cautious+solid cautious+solid cautious+solid", "--set=ace=25", "--target=300"} <= {*words[5:]}
    assert (
        "--field=strong" in _proof(result, Path("best.toml"), None, asked | {"field": "strong"}) and "--out" not in line
    )
    assert _proof(result, Path("best.toml"), Path("run"), asked).endswith(" --out=run/proof")


@pytest.mark.parametrize(
    ("field", "card"),
    [
        (["cautious+solid"] * 3, "--field=cautious+solid --set=misere=200 --set=ace=25 --target=300"),
        ("strong-2", "--field=carded+champion --set=misere=200 --set=ace=25 --target=300"),
        (["cautious+solid", "random+high", "cautious+solid"], "--set=misere=200 --set=ace=25 --target=300"),
    ],
)
def test_a_tuned_bidder_ends_with_the_card_for_the_same_table(field: str | list[str], card: str) -> None:
    rules = make_rules(games.find("twyst"), 4, ["misere=200", "ace=25"])
    conditions = Conditions("twyst", 4, rules, 1, match=Match(target=300))
    result: Any = SimpleNamespace(conditions=conditions, task=SimpleNamespace(field=field), strategies_from=())
    words = set(shlex.split(_card(result)))
    assert words == {"knotlab", "card", "--save=card.pdf", *card.split()}
    usual = SimpleNamespace(
        **vars(result) | {"conditions": Conditions("twyst", 4, make_rules(games.find("twyst"), 4), 1)}
    )
    assert "=misere" not in _card(usual) and "--target" not in _card(usual)  # type: ignore[arg-type]


@pytest.mark.long
def test_what_tuning_finds_is_a_strategy_that_other_commands_take(tmp_path: Path) -> None:
    file, sheets = tmp_path / "best.toml", [tmp_path / f"sheet.{kind}" for kind in ("pdf", "png", "txt")]
    saved = [word for each in (file, *sheets) for word in ("--save", each)]
    answer = knotlab(
        "tune", "twyst", "threshold+solid", *WEAK, *QUICK, *saved, "--out", tmp_path / "run", "--json"
    ).json
    assert [each.read_bytes()[:4] for each in sheets[:2]] == [b"%PDF", b"\x89PNG"] and "Ace" in sheets[2].read_text()
    assert answer["improved"] and answer["gain_low"] > 0
    assert {row["parameter"] for row in answer["sensitivity"]} == {"ace", "court", "misere", "numeral", "slope"}
    played = knotlab("play", "twyst", f"threshold+solid@{file}", *["cautious+high"] * 3, "--games", "40", "--json").json
    assert answer["strategy"] in str(played)
    assert sorted(path.name for path in (tmp_path / "run").glob("[a-z]*") if path.is_file()) == [
        "generations.csv",
        "manifest.json",
        "sensitivity.csv",
        "tuned.toml",
    ]
    assert "is a tuning run: tuned.toml in it holds the result" in refused("show", tmp_path / "run")
    tuned = (tmp_path / "run" / "tuned.toml").read_bytes()
    (tmp_path / "run" / "tuned.toml").unlink()
    again = knotlab("tune", "twyst", "threshold+solid", *WEAK, *QUICK, "--out", tmp_path / "run", "--json").json
    assert again | {"seconds": 0} == answer | {"seconds": 0}
    assert (tmp_path / "run" / "tuned.toml").read_bytes() == tuned == file.read_bytes()  # no file tells of a clock
    assert "once that is in" in refused("verify", tmp_path / "run", "--play")
    duel = shlex.split(tomllib.loads(file.read_text())["provenance"]["proof"])[1:]
    assert knotlab(*duel, "--margin", "20").status == 0
    proof = knotlab("verify", tmp_path / "run", "--play")
    assert proof.status == 0 and f"{tmp_path / 'run' / 'proof'} was played again: the same" in proof.out
    assert knotlab("verify", tmp_path / "run").status == 0
    assert "its seed differ" in refused(
        "tune", "twyst", "threshold+solid", *WEAK, "--budget", "0.01", "--seed", "2", "--out", tmp_path / "run"
    )


@pytest.mark.long
def test_what_tuning_finds_for_a_bidder_is_printed_as_rows_of_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    out = knotlab("tune", "twyst", "threshold+solid", *WEAK, *QUICK).out
    heads = [line.split("│")[1].strip() for line in out.splitlines() if line.startswith("│")]
    assert {"an Ace", "K, Q or J", "a deuce"} <= set(heads)
    numerals = [int(head.removeprefix("a ").removeprefix("an ")) for head in heads if head[-1].isdigit()]
    assert numerals == sorted(numerals) and set(numerals) <= set(range(3, 11))
    monkeypatch.setattr(task, "DEALS", (2, 2))  # of each generation
    assert "Ace" not in knotlab("tune", "knotweed", "--parameter", "price", *QUICK).out


@pytest.mark.long
def test_everybody_alike_is_tuned_until_nobody_gains() -> None:
    answer = knotlab("tune", "twyst", "threshold+solid", "--alike", "--budget", "0.02", "--seed", "1", "--json").json
    assert answer["end"] in ("settled", "cycles", "open")
    tables = [row["incumbent"] for row in answer["rounds"]]
    assert tables[0] == "threshold+solid" and tables[1:] == [row["strategy"] for row in answer["rounds"][:-1]]


@pytest.mark.long
def test_best_answers_go_on_where_they_stopped(tmp_path: Path) -> None:
    words = ("tune", "twyst", "--alike", "--budget", "0.02", "--seed", "1", "--out", tmp_path / "answers", "--json")
    answer = knotlab(*words).json
    kept = sorted(path.name for path in (tmp_path / "answers").iterdir())
    rounds = [f"round-{i + 1}" for i in range(len(answer["rounds"]))]
    assert kept == sorted([*rounds, "SHA256SUMS", "generations.csv", "sensitivity.csv", "tuned.toml"])
    again = knotlab(*words).json
    for each in (*answer["rounds"], *again["rounds"]):
        del each["seconds"]
    assert again == answer


def test_a_round_in_which_nothing_better_was_found_has_no_gain() -> None:
    none = {"incumbent": "usual", "strategy": "usual", "improved": False, "training_gain": 0.0, "race_deals": 3000}
    none |= dict.fromkeys(("gain", "gain_low", "gain_high"), math.nan)
    some = none | {"strategy": "other", "improved": True, "gain": 2.0, "gain_low": 1.0, "gain_high": 3.0}
    rows = rounds_table([some, none], "mean_score", "games").rows
    assert rows[0][2:] == ["other", "+0.000", "+2.000 [+1.000, +3.000]"]
    assert rows[1][2:] == ["none was found", "", ""]
    assert found(none, "mean_score") == "nothing better was found" and found(some, "mean_score").startswith("gain +2.0")
    titles = [finding(each, "mean_score") for each in (some, none, some | {"gain_low": -1.0})]
    assert titles == [found(some, "mean_score"), found(none, "mean_score"), "no gain is confirmed"]
    assert sentences(none, "mean_score", "games") == [
        "nothing that matters is better than usual, by a race of 3,000 deals"
    ]


def test_a_gain_is_told_in_what_was_played() -> None:
    found = {"improved": True, "incumbent": "a", "gain": 0.041, "gain_low": 0.02, "gain_high": 0.06}
    found |= {"confirm_deals": 4000, "margin": 0.005, "training_gain": 0.05}
    assert sentences(found, "win_rate", "matches")[0].startswith("gain over a: 4.1 more [2.0, 6.0] matches won in 100,")
    assert sentences(found, "loss_rate", "games")[0].startswith("gain over a: 4.1 fewer [2.0, 6.0] games lost in 100,")


@pytest.mark.long
def test_tuning_may_be_for_winning_matches(tmp_path: Path) -> None:
    file = tmp_path / "matches.toml"
    answer = knotlab("tune", "twyst", *WEAK, "--target", "100", "--budget", "0.01", "--save", file, "--json").json
    assert answer["margin"] == 0.005 and 0 < answer["score"] < 1
    settings = tomllib.loads(file.read_text())
    assert settings["provenance"]["metric"] == "win_rate" and settings["provenance"]["match_target"] == 100


@pytest.mark.more
def test_a_parameter_taken_out_is_told_with_what_that_costs(tmp_path: Path) -> None:
    file = tmp_path / "out.csv"
    # without these picking up is as good as most lays
    lays = "pick_up,pick_card,two,five,queen,seven,ten,joker,four,empties"
    words = ("ablate", "twisted-knot", "all-round", "--field", "simple", "--deals", "300", "--json")
    answer = knotlab(*words, "--parameter", lays, "--parameter", "topping").json
    rows = {row["parameter"]: row for row in answer["ablation"]}
    assert rows[lays]["high"] < 0
    assert rows["topping"]["change"] > rows[lays]["high"]
    text = knotlab("ablate", "knotweed", "all-round", "--deals", "200", "--csv", file).out
    assert "Knotweed, 3 players: removed one at a time, on 200 deals" in text and "penalties are weighed" in text
    assert file.read_text().startswith("parameter,change,low,high,flat,")
    together = knotlab("ablate", "twisted-knot", "--parameter", "stuck,few,stack", "--deals", "100", "--json").json[
        "ablation"
    ]
    assert [row["parameter"] for row in together] == ["stuck,few,stack"]
    assert "there is no parameter 'stick' of 'all-round'; did you mean 'stuck'" in refused(
        "ablate", "twisted-knot", "--parameter", "few,stick"
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["twyst", "--target", "0"], "--target must be a whole number of 1 or more, not 0"),
        (
            ["twyst", "--target", "100", "--metric", "mean_score"],
            "matches are judged by who wins them; leave the metric 'mean_score' out",
        ),
        (["knotweed", "--target", "soon"], "--target must be a whole number of 1 or more, not 'soon'"),
        (["twisted-knot", "--target", "100"], "twisted-knot is not played in matches"),
        (["twyst", "cautious+high"], "'cautious+high' has no parameters, so there is nothing to tune"),
        (
            ["twyst", "threshold+solid", "--parameter", "acre"],
            "there is no parameter 'acre' of 'threshold+solid'; did you mean 'ace'?",
        ),
        (
            ["twyst", "threshold+solid", "--parameter", "ace=9..5"],
            "the bounds of 'ace' are the wrong way round: 9 is not below 5",
        ),
        (
            ["twyst", "threshold+solid", "--parameter", "ace=5..99"],
            "the bounds of 'ace' lie within 0..14, unlike 5..99",
        ),
        (["twyst", "threshold+solid", "--parameter", "ace=5"], "bounds are written ace=LOW..HIGH, not 'ace=5'"),
        (["twyst", "threshold+solid", "--parameter", "ace=8..9"], "'ace' starts at 7.5, which is outside 8..9"),
        (
            ["twyst", "threshold+solid", "--parameter", "ace", "--parameter", "ace"],
            "a parameter to tune is named twice",
        ),
        (["twyst", "threshold+solid", "--budget", "0"], "--budget must be a number of minutes greater than 0, not '0'"),
        (["twyst", "threshold+solid", "--field", "weak"], "there is no field or strategy 'weak' for twyst"),
        (["twyst", "threshold+solid", "--players", "3"], "Twyst is for 4 players"),
        (["chess", "threshold"], "there is no game 'chess'"),
    ],
)
def test_bad_input_to_the_tuner_is_one_clear_sentence(words: list[str], says: str) -> None:
    assert says in refused("tune", *words)


def test_a_budget_that_ends_too_early_is_told_with_what_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(*_: object, **__: object) -> None:
        raise TimeIsUp("the budget ended")

    monkeypatch.setattr(tune, "tune", ended)
    words = ("tune", "twyst", "threshold+solid", *WEAK, *QUICK)
    assert "nothing is confirmed yet; give a longer --budget, or --out FOLDER to go on" in knotlab(*words).err
    assert "confirmed yet; the same command goes on" in knotlab(*words, "--out", tmp_path).err


@pytest.mark.long
def test_a_gain_that_was_confirmed_is_told_if_the_budget_ends_before_its_parameters_are_weighed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ended(*_: object, **__: object) -> None:
        raise TimeIsUp("the budget ended")

    monkeypatch.setattr(result, "sensitivity", ended)
    said = knotlab("tune", "twyst", "threshold+solid", *WEAK, "--budget", "0.3", "--seed", "1").err
    told = r"ended; threshold:.*\+solid: gain \+.* is not known yet; give a longer --budget"
    assert re.search(told, said) and "nothing is confirmed" not in said, said


def test_a_parameter_that_cannot_move_is_nothing_to_tune(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "stiff", "return hold * 0.0", parameters="hold=param(3, 3, 3)")
    assert "no parameter has room between its bounds" in refused(
        "tune", "twisted-knot", "stiff", "--strategies-from", file
    )

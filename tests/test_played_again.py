"""What a folder keeps of its command, and playing it again from the folder alone: `knotlab verify FOLDER --play`."""

import json
from pathlib import Path

import polars as pl
import pytest

from knotlab import claims, duel, play, report_game, tournament
from knotlab.analysis.commands import keep
from knotlab.analysis.reproduction import _frames, _tables, play_again
from knotlab.sim.errors import InputError
from knotlab.strategies.catalogue import catalogue
from tests.cli import GAME, knotlab, refused, strategy_file

PLAY = ("play", GAME, "mine", "random", "--games", 40, "--seed", 3)


def words_of(command: str) -> list[str]:
    return command.split()


def words_in(folder: Path) -> list[str]:
    words: list[str] = json.loads((folder / "command" / "command.json").read_text())["words"]
    return words


def test_a_folder_keeps_the_command_and_the_files_that_it_names_with_what_they_import(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    (mine / "rules").mkdir(parents=True)
    (mine / "rules" / "low.py").write_text("from beside import N\n\ndef low(view, move):\n    return move.rank < N\n")
    (mine / "rules" / "beside.py").write_text("N = 4\n")
    (mine / "best.toml").write_text('[strategy]\nname = "shed"\n')
    out, rule, best = tmp_path / "out", mine / "rules" / "low.py", mine / "best.toml"
    out.mkdir()
    keep(out, ["duel", GAME, f"shed@{best}:forbid={rule}:low", f"--forbid={rule}:low when late"], "--out")
    assert words_in(out)[2:] == ["shed@best.toml:forbid=rules/low.py:low", "--forbid=rules/low.py:low when late"]
    files = out / "command" / "files"
    assert (files / "rules" / "low.py").read_text() == rule.read_text()
    assert (files / "best.toml").read_text() == best.read_text()


def test_what_is_kept_of_a_command_says_nothing_of_how_it_was_played(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ("play", GAME, "shed", "random", "--games", 40, "--set", "packs=2", "--fixed-seats")
    knotlab(*words, "--workers", 1, "--out", out, "--csv", tmp_path / "table.csv")
    kept = words_in(out)
    assert sorted(kept) == sorted(
        ["play", GAME, "shed", "random", "--games=40", "--set=packs=2", "--fixed-seats", "--seed=20260101"]
    )


def test_a_cell_that_differs_is_named(tmp_path: Path) -> None:
    frame = pl.DataFrame({"game": [0, 1, 2], "place_0": [1, 2, 1]})
    assert _frames(frame, frame.clone(), "piece 0") == ""
    other = frame.with_columns(place_0=pl.Series([1, 2, 2]))
    assert _frames(frame, other, "piece 4") == "piece 4, row 2: place_0 is 1, and 2 when played again"
    assert _frames(frame, frame.head(2), "piece 4") == "piece 4: 3 rows, and 2 when played again"
    for name, effect, found_by in (("one", "0.5", "0.1"), ("two", "0.25", "0.2"), ("three", "0.5", "0.2")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "cells.csv").write_text(f"tip,effect,found_by\nMY-C1,{effect},{found_by}\n")
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    assert _tables(one, two, "cells.csv") == "cells.csv, line 2: effect is 0.5, and 0.25 when played again"
    assert _tables(one, three, "cells.csv") == ""
    assert _tables(one, tmp_path, "cells.csv") == "cells.csv: 1 rows, and 0 when played again"


def test_a_folder_without_its_command_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not keep the command that wrote it"):
        play_again(tmp_path)
    assert f"there is no folder {tmp_path / 'nowhere'}" in refused("verify", tmp_path / "nowhere", "--play")
    assert "--play is for one folder" in refused("verify", tmp_path, tmp_path, "--play")


def test_findings_are_shown_and_checked_from_their_folder(tmp_path: Path) -> None:
    folder = tmp_path / "found"
    knotlab("claims", "TY-C4", "TK-C22", "--findings", folder)
    shown = knotlab("show", folder).out
    assert "Of two Ace bidders, at least one loses." in shown
    assert "found by: knotlab claims TY-C4 TK-C22" in shown and "published" not in shown
    said = "holds findings, a page and its tables, and no games; knotlab show"
    assert said in refused("rate", folder, "--of", "lost")
    assert f"{folder} (findings): whole, 2 tables" in knotlab("verify", folder).out
    tips = folder / "tips.csv"
    tips.write_text(tips.read_text().replace("TY-C4,", "TY-C5,"))
    edited = knotlab("verify", folder)
    assert edited.status == 1 and f"{tips} is not as it was written" in edited.out
    assert f"{tips} is not as it was written" in refused("show", folder)
    (folder / "cells.csv").unlink()
    assert "not there: cells.csv" in knotlab("verify", folder).out
    (folder / "command" / "command.json").unlink()
    assert "the tables of findings in" in refused("show", folder)


@pytest.mark.more
def test_findings_that_a_budget_cut_short_are_not_played_again(tmp_path: Path) -> None:
    assert knotlab("claims", "TK-C1", "--quick", "--budget", 0.001, "--findings", tmp_path).status == 0
    line = refused("verify", tmp_path, "--play")
    assert "the budget ended" in knotlab("show", tmp_path).out
    assert "was not played to its end (the budget ended" in line and "give the command that wrote it a longer" in line


def test_a_call_from_python_keeps_the_command_that_does_the_same(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "mine", "return -1.0 * move.rank")
    mine = catalogue(GAME, [file])["mine"].score
    common = {"games": 40, "seed": 3, "workers": 1, "progress": False, "out": tmp_path / "play"}
    play(GAME, ["shed", "random"], set={"packs": 2, "eight": "repeat"}, fixed_seats=True, **common)
    assert words_in(tmp_path / "play") == words_of(
        "play twisted-knot shed random --games=40 --seed=3 --set=packs=2 --set=eight=repeat --fixed-seats"
    )
    play(GAME, [mine, "random"], strategies_from=file, **(common | {"out": tmp_path / "own"}))
    assert words_in(tmp_path / "own") == words_of(
        f"play twisted-knot mine random --games=40 --seed=3 --strategies-from={file.name}"
    )


@pytest.mark.long
def test_a_call_from_python_is_played_again(tmp_path: Path) -> None:
    calls = (
        (duel, ("shed", "random"), {"players": 2, "margin": 0.1, "field": ["random"]}),
        (tournament, (["shed", "random"],), {"games": 200}),
        (report_game, (["shed", "random"],), {"games": 60, "players": (2, 3)}),
    )
    for call, arguments, options in calls:
        out = tmp_path / call.__name__
        call(GAME, *arguments, **options, out=out, progress=False)
        again = play_again(out)
        assert again.is_whole and again.compared > 0
    claims(["TY-C4", "TK-C22"], findings=tmp_path / "claims", progress=False)
    assert play_again(tmp_path / "claims").is_whole


@pytest.mark.long
def test_a_result_is_played_again_from_its_folder_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file, out = strategy_file(tmp_path, "mine", "return -1.0 * move.rank"), tmp_path / "out"
    knotlab(*PLAY, "--strategies-from", file.name, "--out", "out")
    file.unlink()
    answer = knotlab("verify", out, "--play", "--json")
    assert answer.status == 0 and answer.json["same"] and answer.json["compared"] == 1
    kept = out / "command" / "files" / file.name
    kept.write_text(kept.read_text().replace("-1.0", "1.0"))
    other = knotlab("verify", out, "--play")
    assert other.status == 1 and "piece 0, row 0: " in other.out and "when played again" in other.out


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        ("tournament", GAME, "shed", "random", "hoard-aces", "--games", 200, "--seed", 3),
        ("duel", GAME, "shed", "random", "--players", 2, "--margin", "10%"),
        ("claims", "TY-C4", "TK-C22"),
    ],
)
def test_every_kind_of_folder_comes_out_the_same(words: tuple[str | int, ...], tmp_path: Path) -> None:
    where = "--findings" if words[0] == "claims" else "--out"
    knotlab(*words, where, tmp_path / "kept")
    answer = knotlab("verify", tmp_path / "kept", "--play", "--json")
    assert answer.status == 0 and answer.json["same"] and answer.json["compared"] > 0

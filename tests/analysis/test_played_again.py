"""What a folder keeps of its command, and playing it again from the folder alone: `knotlab verify FOLDER --play`."""

import contextlib
import hashlib
import json
import os
import shlex
import sys
import time
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from knotlab import claims, duel, play, report_game, tournament
from knotlab.analysis.audit import FolderAudit, VerifiedFolders
from knotlab.analysis.commands import keep
from knotlab.analysis.reproduction import PlayedAgain, _after, _amount, _carried_out, _frames, _tables, play_again
from knotlab.reports.words.checks import verified_lines
from knotlab.sim.errors import InputError
from knotlab.sim.playing.delivery import _before, following
from knotlab.sim.storage import result_files
from knotlab.sim.storage.result_files import checksums, is_as_written, listing
from knotlab.sim.storage.run_folder import RunFolder
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


def test_who_keeps_nothing_is_told_once_how_to(tmp_path: Path) -> None:
    words, says = ("play", GAME, "shed", "random", "--games", 20), "with --out FOLDER, knotlab verify FOLDER --play"
    assert knotlab(*words).out.count(says) == 1
    assert says not in knotlab(*words, "--out", tmp_path).out + knotlab(*words, "--json").out
    assert says not in knotlab("duel", GAME, "shed", "random", "--margin", "20%", "--plan").out


def test_a_cell_that_differs_is_named(tmp_path: Path) -> None:
    frame = pl.DataFrame({"game": [0, 1, 2], "place_0": [1, 2, 1]})
    assert _frames(frame, frame.clone(), "piece 0") == ""
    other = frame.with_columns(place_0=pl.Series([1, 2, 2]))
    assert _frames(frame, other, "piece 4") == "piece 4, row 2: place_0 is 1, and 2 when played again"
    sums = pl.DataFrame({"deal": [0, 1], "mean_score_a": [840, -92_400]})
    said = (
        "piece 0, row 0: mean_score_a is 840, and 0 when played again (of a deal's games together, in parts of 1/840)"
    )
    assert _frames(sums, sums.with_columns(mean_score_a=pl.lit(0)), "piece 0") == said
    assert _frames(frame, frame.head(2), "piece 4") == "piece 4: 3 rows, and 2 when played again"
    for name, effect, found_by in (("one", "0.5", "0.1"), ("two", "0.25", "0.2"), ("three", "0.5", "0.2")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "cells.csv").write_text(f"tip,effect,found_by\nMY-C1,{effect},{found_by}\n")
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    assert _tables(one, two, "cells.csv") == "cells.csv, line 2: effect is 0.5, and 0.25 when played again"
    assert _tables(one, three, "cells.csv") == ""
    (three / "cells.csv").write_text("tip,effect,found_by\nMY-C1,0.5000000001,0.2\n")
    assert _tables(one, three, "cells.csv") == ""  # fitted on another machine
    assert _tables(one, tmp_path, "cells.csv") == "cells.csv: 1 row, and 0 when played again"
    for folder, record in ((one, "1b88"), (two, "4f75")):
        (folder / "rates.csv").write_text(f"record,rate\n{record},0.5\n")
    said = "the record 1b88 is 4f75 when played again: another question is asked now"
    assert _tables(one, two, "rates.csv") == said
    files = VerifiedFolders((FolderAudit(one, "files", faults=("mine.py is not as it was written",)),))
    *_, reason, last = verified_lines(PlayedAgain(one, files, "report", 40, 34, (said,)))
    assert reason == said
    assert last == (
        f"{one} was played again: 34 not the same, of 40 pieces and tables; perhaps because mine.py is not as it was "
        "written"
    )


def test_how_much_is_to_be_played_again_is_said_before_how_far_it_is(tmp_path: Path) -> None:
    knotlab("play", GAME, "shed", "random", "--games", 20, "--out", tmp_path / "run")
    knotlab("claims", "TY-C4", "TK-C22", "--findings", tmp_path / "found")
    assert [_amount(tmp_path / name) for name in ("run", "found")] == ["1 piece of games", "0 games, of 2 claims"]
    said = list[str]()
    say = _after("much", said.append)
    assert not said  # where nothing takes long
    say("half")
    say("whole")
    assert said == ["much", "half", "whole"]


def test_a_folder_without_its_command_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not keep the command that wrote it"):
        play_again(tmp_path)
    assert f"there is no folder {tmp_path / 'nowhere'}" in refused("verify", tmp_path / "nowhere", "--play")
    assert "--play is for one folder" in refused("verify", tmp_path, tmp_path, "--play")


def test_a_folder_of_tune_says_what_can_be_checked_instead(tmp_path: Path) -> None:
    out = tmp_path / "round-1"
    knotlab("play", GAME, "shed", "random", "--games", 20, "--out", out)
    with pytest.raises(InputError, match="or an earlier version wrote it"):
        play_again(tmp_path)
    manifest = result_files.unsealed(result_files.load(out / "manifest.json"))
    manifest["identity"]["command"] = "tune"
    result_files.write(out / "manifest.json", result_files.sealed(manifest))
    with pytest.raises(InputError, match="cannot be repeated; what it found is checked by the duel"):
        play_again(tmp_path)


def test_a_command_is_shown_as_it_can_be_typed_and_tells_how_far_it_is(tmp_path: Path) -> None:
    out, lines = tmp_path / "out", list[str]()
    field = "--field=shed random"
    knotlab("duel", GAME, "shed", "random", field, "--margin", "10%", "--games", 400, "--out", out)
    again = play_again(out, lines.append)
    assert again.is_whole and f"'{field}'" in again.command and shlex.split(again.command)[-3:] == words_in(out)[-3:]
    told = ("knotlab: compiling 3 kernels", "progress: 1 of 2", "odd", "knotlab: no")
    script = f"import sys; [print(each, file=sys.stderr) for each in {told}]; exit(2)"
    assert _carried_out([sys.executable, "-c", script], tmp_path, lines.append) == (2, "knotlab: no")
    assert lines[-2:] == [*told[:2]]


def test_findings_are_shown_and_checked_from_their_folder(tmp_path: Path) -> None:
    folder = tmp_path / "found"
    knotlab("claims", "TY-C4", "TK-C22", "--findings", folder)
    shown = knotlab("show", folder).out
    assert "Of two Ace bidders, at least one loses." in shown
    assert "found by: knotlab claims TY-C4 TK-C22" in shown and "published" not in shown
    said = "holds findings, a page and its tables, and no games; knotlab show"
    assert said in refused("rate", folder, "--of", "lost")
    assert f"{folder} (files): whole, 8 files" in knotlab("verify", folder).out
    tips = folder / "tips.csv"
    tips.write_text(tips.read_text().replace("TY-C4,", "TY-C5,"))
    edited = knotlab("verify", folder)
    assert edited.status == 1 and f"{tips} is not as it was written" in edited.out
    assert f"{tips} is not as it was written" in refused("show", folder)
    (folder / "cells.csv").unlink()
    assert "not there: cells.csv" in knotlab("verify", folder).out
    (folder / "command" / "command.json").unlink()
    assert "the tables of findings in" in refused("show", folder)


def test_every_file_that_a_command_wrote_is_checked_and_no_other(tmp_path: Path) -> None:
    file, out = strategy_file(tmp_path, "mine", "return -1.0 * move.rank"), tmp_path / "out"
    words = ("report", GAME, "mine", "random", "--games", 20, "--strategies-from", file, "--out", out)
    knotlab(*words)
    (out / "notes.txt").write_text("by hand")
    sums = {line[66:]: line[:64] for line in (out / "SHA256SUMS").read_text().splitlines()}
    there = {each.relative_to(out).as_posix() for each in out.rglob("*") if each.is_file() and each.name != ".lock"}
    assert sums.keys() == there - {"SHA256SUMS", "notes.txt"}
    assert {"report.html", "rates.csv", "rates.png", "command/files/mine.py"} <= sums.keys()
    assert sums["rates.csv"] == hashlib.sha256((out / "rates.csv").read_bytes()).hexdigest()
    (out / "notes.txt").write_text("by hand, and changed")
    assert knotlab("verify", out).status == 0
    (out / "report.html").unlink()
    edited = ("rates.csv", "rates.png", "command/files/mine.py")
    for name in edited:
        with (out / name).open("ab") as content:
            content.write(b"\n")
    answer = knotlab("verify", out)
    assert answer.status == 1 and f"(files): {len(sums) - 4} of {len(sums)} files are whole" in answer.out
    assert "not there: report.html" in answer.out
    assert all(f"{out / name} is not as it was written" in answer.out for name in edited)


@pytest.mark.parametrize("found", ["missing", "unlogged", "absent", "faults", "is_older", "is_open"])
def test_a_folder_is_whole_unless_something_is_wrong_with_it(found: str) -> None:
    whole = FolderAudit(Path("run"), "duel", sound=3)
    assert whole.is_whole and not replace(whole, **{found: ("one",)}).is_whole


def test_a_list_outlives_commands_that_write_there_again(tmp_path: Path) -> None:
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    old = time.time() - 60
    with listing(tmp_path):
        one.write_text("1")
    one.write_text("7")  # by hand
    two.write_text("2")
    for file in (one, two):
        os.utime(file, (old, old))
    before = (tmp_path / "SHA256SUMS").read_bytes()
    two.touch()
    with pytest.raises(InputError), listing(tmp_path):
        raise InputError("refused")
    assert (tmp_path / "SHA256SUMS").read_bytes() == before
    os.utime(two, (old, old))
    with contextlib.suppress(KeyboardInterrupt), listing(tmp_path):
        assert checksums(tmp_path) is None  # as one that is ended by force leaves none
        (tmp_path / "three.csv").write_text("3")
        raise KeyboardInterrupt
    listed = checksums(tmp_path)
    assert listed is not None and listed.keys() == {"one.csv", "three.csv"}
    assert listed["one.csv"] == hashlib.sha256(b"1").hexdigest() and not is_as_written(one, listed["one.csv"])
    (tmp_path / "SHA256SUMS").write_text(f"{'0' * 64}  ../one.csv\n")
    with pytest.raises(ValueError, match="no list of checksums"):
        checksums(tmp_path)


def test_what_is_resumed_from_keeps_its_checksum_if_it_was_edited_in_between(tmp_path: Path) -> None:
    """So that `verify` tells it after the next command too."""
    result, old = tmp_path / "result.json", time.time() - 60
    with listing(tmp_path):
        result.write_text("1")
    result.write_text("7")  # by hand
    os.utime(result, (old, old))
    with listing(tmp_path):
        pass
    assert checksums(tmp_path) == {"result.json": hashlib.sha256(b"1").hexdigest()}


def test_a_folder_without_a_list_is_checked_as_before(tmp_path: Path) -> None:
    knotlab("play", GAME, "shed", "random", "--games", 20, "--out", tmp_path)
    (tmp_path / "SHA256SUMS").unlink()
    answer = knotlab("verify", tmp_path)
    assert answer.status == 0 and f"{tmp_path} (play): whole, 1 piece" in answer.out
    assert "has no SHA256SUMS, so its pages, tables, plots and sources were not checked" in answer.out


def test_findings_without_a_list_can_only_be_played_again(tmp_path: Path) -> None:
    knotlab("claims", "TY-C4", "--findings", tmp_path)
    (tmp_path / "SHA256SUMS").unlink()
    assert f"verify {tmp_path} --play plays it again" in refused("verify", tmp_path)
    answer = knotlab("verify", tmp_path, "--play")
    assert answer.status == 0 and "has no SHA256SUMS" in answer.out and "was played again: the same" in answer.out


@pytest.mark.more
def test_findings_that_a_budget_cut_short_are_not_played_again(tmp_path: Path) -> None:
    assert knotlab("claims", "TK-C1", "--quick", "--budget", 0.001, "--findings", tmp_path).status == 0
    line = refused("verify", tmp_path, "--play")
    assert "knotlab verify --play has nothing whole to compare with" in knotlab("show", tmp_path).out
    assert "was not played to its end (the budget ended" in line
    assert "whoever made it can make it whole by the same command with a longer --budget, or none" in line


@pytest.mark.long
def test_a_report_that_a_budget_cut_short_is_not_played_again_and_one_that_plays_nothing_is(tmp_path: Path) -> None:
    cut, shipped = tmp_path / "cut", tmp_path / "shipped"
    assert knotlab("report", "--deals", 100, "--budget", 0.0001, "--out", cut).status == 0
    assert "was not played to its end (the budget ended" in refused("verify", cut, "--play")
    assert words_in(cut) == ["report", "--deals=100", "--budget=0.0001", "--seed=20260101"]
    assert knotlab("report", "--budget", 0, "--out", shipped).status == 0
    assert words_in(shipped) == ["report", "--budget=0", "--seed=20260101"]
    again = knotlab("verify", shipped, "--play")
    assert again.status == 0 and "was played again: the same" in again.out


def test_a_run_that_other_rules_have_is_not_followed(tmp_path: Path) -> None:
    before, again = RunFolder(tmp_path / "before" / "kept" / "one"), RunFolder(tmp_path / "again" / "kept" / "two")
    assert _before(again) is None
    with following(tmp_path / "before", tmp_path / "again"):
        assert _before(before) is None
        with pytest.raises(
            InputError, match="now plays kept/two, which is not in the folder: files are missing there, or the rules"
        ):
            _before(again)


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
    assert f"{kept} is not as it was written" in other.out
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

"""What commands print where a terminal cannot show it, nobody reads on, or a text comes from elsewhere."""

import json
import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from knotlab.sim.storage.result_files import sealed, shown, unsealed
from knotlab.strategies.resolve import players
from knotlab.strategies.tuned import folder_of
from tests.cli import GAME, PROGRAM, knotlab, refused, start, strategy_file

ESCAPE = "\x1b[31mred\x1b]0;title\x07"


@pytest.mark.more
def test_standard_output_may_be_closed() -> None:
    line = " ".join([*PROGRAM, "strategies", GAME, ">&-"])
    done = subprocess.run(["sh", "-c", line], stderr=subprocess.PIPE, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.more
@pytest.mark.parametrize("words", [("strategies", GAME), ("claims",), ("rules", GAME)], ids=" ".join)
def test_a_reader_may_leave(words: tuple[str, ...]) -> None:
    with start(*words) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        err = process.stderr.read()
    assert (process.returncode, err) == (0, "")


def test_a_users_text_is_no_markup(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "own", '"""Lay [/low] cards, [bold]first[/bold]."""', "return 1.0 * move.rank")
    answer = knotlab("strategies", GAME, "--strategies-from", file)
    assert answer.status == 0 and "Lay [/low] cards, [bold]first[/bold]." in answer.out


def test_what_a_users_file_prints_spoils_no_answer(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "own", "return 1.0 * move.rank", top='for i in range(300):\n    print("hello", i)')
    answer = knotlab("play", GAME, "own", "random", "--strategies-from", file, "--games", 4, "--json")
    assert answer.status == 0 and json.loads(answer.out)["strategies"]
    cut = "knotlab: prints are cut after 100 lines"
    assert answer.err.splitlines() == [*(f"hello {i}" for i in range(100)), cut]


def test_texts_from_files_control_no_terminal(tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert knotlab("play", GAME, "shed", "random", "--games", 20, "--out", run).status == 0
    manifest = unsealed(json.loads((run / "manifest.json").read_text()))
    manifest["identity"]["strategies"][0] = ESCAPE
    (run / "manifest.json").write_text(json.dumps(sealed(manifest)))
    (run / "parts" / f"{ESCAPE}.parquet").touch()
    assert knotlab("records", GAME, "shed", "random", "--games", 1, "--save", tmp_path / "games.jsonl").status == 0
    record = json.loads((tmp_path / "games.jsonl").read_text())
    record["players"][0] = ESCAPE + "x" * 1000
    (tmp_path / "games.jsonl").write_text(json.dumps(record) + "\n")
    words = (("show", run), ("verify", run), ("replay", "--record", tmp_path / "games.jsonl"), ("replay", "--run", run))
    for command in words:
        answer = knotlab(*command)
        assert "\x1b" not in answer.out + answer.err and "\x07" not in answer.out + answer.err
        assert "x" * 200 not in answer.out + answer.err


WRITTEN = [("utf-8", "\r\n"), ("utf-8-sig", "\n"), ("utf-16", "\r\n"), ("utf-8", "\r")]


@pytest.mark.parametrize(("encoding", "end"), WRITTEN, ids=str)
def test_texts_are_read_as_other_systems_write_them(encoding: str, end: str, tmp_path: Path) -> None:
    records, settings = tmp_path / "games.jsonl", tmp_path / "best.toml"
    assert knotlab("records", GAME, "shed", "random", "--games", 2, "--save", records).status == 0
    settings.write_bytes((folder_of(GAME) / "v1-3-players.toml").read_bytes())
    told = knotlab("replay", "--record", records).out
    player = players(GAME, [f"all-round@{settings}"])
    for file in (records, settings):
        file.write_bytes(file.read_text("utf-8").replace("\n", end).encode(encoding))
    assert knotlab("verify", records).out == "2 of 2 records are valid\n"
    assert knotlab("replay", "--record", records).out == told
    assert players(GAME, [f"all-round@{settings}"])[0].values == player[0].values


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir], ids=["a pipe", "a folder"])
def test_what_is_no_file_of_records_or_settings_is_refused(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path / "games")
    assert "games" in refused("replay", "--record", tmp_path / "games")
    assert "games" in refused("play", GAME, f"all-round@{tmp_path / 'games'}", "random")


def test_a_long_text_is_cut() -> None:
    answer = knotlab("play", GAME, "x" * 100_000, "random")
    assert answer.status == 2 and len(answer.line) < 3000
    assert len(shown("x" * 1000)) == 200


def test_what_nobody_foresaw_is_one_sentence_with_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(*arguments: object) -> None:
        raise KeyError("\x1b[31mno such thing")

    monkeypatch.setattr("knotlab.reports.saved.read_result", broken)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    answer = knotlab("show", tmp_path)
    assert answer.status == 70 and "this is a fault of knotlab (KeyError: " in answer.line and "\x1b" not in answer.line
    (report,) = tmp_path.glob("knotlab-fault-*.txt")
    text = report.read_text()
    assert str(report) in answer.line and "in broken" in text and "'numba'" in text

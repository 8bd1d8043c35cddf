"""Games played once more by the rules: some of every run with a user's strategy, and those that `verify` plays."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.runs.play import make_job
from knotlab.sim.errors import RunError
from knotlab.sim.playing import refereed
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.job import NO_MATCH, compile_ahead
from knotlab.sim.playing.verify import verify
from knotlab.sim.storage.pieces import packed
from knotlab.sim.storage.run_folder import RunFolder
from tests.cli import GAME, knotlab, refused, strategy_file

LAYING = "return 0.25 * move[1] - move[0]"
FORGING = "view.hand_sizes.flat[0] = 50\n    return 0.25 * move[1] - move[0]"  # which a trial would have found


@pytest.fixture(autouse=True)
def no_time_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that begins."""
    monkeypatch.setattr(refereed, "_begun", set())
    monkeypatch.setattr(refereed, "_spent", {"playing": 0.0, "refereeing": 0.0})


@pytest.mark.more
def test_a_result_that_the_rules_do_not_give_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job = make_job(GAME, ["own", "shed", "random"], strategies_from=[strategy_file(tmp_path, "own", LAYING)])
    compile_ahead(job)
    numbers, results = np.arange(3), play_games(job, 0, 3)
    refereed.referee_some(job, numbers, results, NO_MATCH, seconds=60.0)
    monkeypatch.setattr(refereed, "SHARE", 1.0)
    results["place"][:, 0] = 9
    with pytest.raises(
        RunError, match=r"game \d does not keep to the rules: played again, its place .*; it was played with own$"
    ):
        refereed.referee_some(job, numbers, results, NO_MATCH, seconds=60.0)


def test_the_first_game_of_a_run_is_looked_at_again_once_its_strategy_was_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However little time there is; of a strategy that is the same as before it was looked at already."""
    looked = list[int]()
    monkeypatch.setattr(refereed, "_compare", lambda job, place, *_: looked.append(place))
    monkeypatch.setitem(refereed._spent, "refereeing", 1.0)
    for body, times in ((LAYING, 1), (LAYING, 1), (LAYING.replace("0.25", "0.5"), 2)):
        job = make_job(GAME, ["own", "random"], strategies_from=[strategy_file(tmp_path, "own", body)])
        refereed.referee_some(job, np.arange(3), np.zeros(3), NO_MATCH, seconds=0.0)
        assert looked == [0] * times


@pytest.mark.tried
def test_a_run_ends_with_the_name_of_the_strategy_that_made_an_illegal_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though nobody looked at its words, and it got through its trial."""
    monkeypatch.setattr("knotlab.strategies.inspection.UNCHECKED", set())
    monkeypatch.setattr("knotlab.sim.playing.trial._outcome", lambda job: "")
    files = [strategy_file(tmp_path, "sound", LAYING), strategy_file(tmp_path, "forging", FORGING)]
    options = [word for file in files for word in ("--strategies-from", file)]
    answer = knotlab("play", GAME, "sound", "random", "forging", *options, "--games", 30, "--set", "turn_limit=60")
    assert answer.status == 1 and "game 0 does not keep to the rules: event " in answer.line, answer
    assert re.search(r"; strategy 'forging', .*: it changes view.hand_sizes", answer.line), answer


TWYST = ("random", "random", "random")
RUNS: dict[str, tuple[object, ...]] = {
    "games": ("play", GAME, "own", "random", "--games", 4000),
    "games with an event log": ("play", GAME, "own", "random", "--games", 4000, "--log"),
    "matches": ("play", "twyst", "own", *TWYST, "--target", 50, "--games", 400),
    "a duel": ("duel", GAME, "own", "random", "--players", 2),
    "a duel against a user's strategy": ("duel", GAME, "shed", "random", "--field", "own"),
    "a tournament": ("tournament", GAME, "own", "random", "--players", 2, "--games", 400),
    "tuning": ("tune", GAME, "own", "--players", 2, "--budget", 0.02),
}


LEVEL = {"games": (), "matches": pytest.mark.long, "a tournament": pytest.mark.long}


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=LEVEL.get(kind, pytest.mark.long)) for kind in RUNS])
def test_some_games_of_every_run_with_a_users_strategy_are_refereed(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[dict[str, Any]] = []
    monkeypatch.setattr(refereed, "verify", lambda record: seen.append(record) or verify(record))
    game = str(RUNS[kind][1])
    body = "return keep * move[1] - move[0]"
    file = strategy_file(tmp_path, "own", body, parameters="keep=param(0.25, 0.0, 1.0)", game=game)
    words = (*RUNS[kind], "--strategies-from", file, "--workers", 1, "--seed", 5, "--out", tmp_path / "run")
    answer = knotlab(*words)
    assert answer.status == 0, answer
    indices = [record["index"] for record in seen]  # a tournament plays some line-ups' later games first
    assert 0 in (indices if kind == "a tournament" else indices[:1])
    playing, refereeing = refereed._spent.values()
    dearest = refereeing / len(seen)
    assert refereeing < refereed.SHARE * playing + 6 * dearest, (
        "the first game of each line-up, and one beyond its time"
    )


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of two pieces."""
    folder = tmp_path / "run"
    words = ("--fixed-seats", "--set", "turn_limit=12", "--games", 4500, "--out", folder)
    assert knotlab("play", GAME, "shed", "random", *words).status == 0
    return folder


def test_verify_plays_games_of_each_piece_again(run: Path) -> None:
    assert "\n  4 of its games were played again by the rules" in knotlab("verify", run).out
    assert "\n  7 of its games" in knotlab("verify", run, "--games", 7).out
    assert "again" not in knotlab("verify", run, "--games", 0).out
    answer = knotlab("verify", run, "--games", 7, "--json").json
    assert [each["replayed"] for each in answer["folders"] if each["command"] != "files"] == [7]


def test_verify_finds_a_forged_row_whose_seal_fits(run: Path) -> None:
    folder = RunFolder(run)
    rows = folder.read_piece(1)
    assert rows is not None
    folder.piece_path(1).write_bytes(
        packed(rows.with_columns(turns=pl.lit(3).cast(rows["turns"].dtype)), folder._place(1), {})
    )
    answer = knotlab("verify", run)
    assert answer.status == 1
    assert re.search(r"part-000001\.parquet: game 4\d+, played again, has turns \d+ in place of 3", answer.out), answer


@pytest.mark.more
def test_verify_plays_matches_again(tmp_path: Path) -> None:
    words = ("--target", 50, "--games", 3, "--out", tmp_path / "run")
    assert knotlab("play", "twyst", *["threshold+solid"] * 4, *words).status == 0
    folder = RunFolder(tmp_path / "run")
    assert "  3 of its games were played again" in knotlab("verify", folder.path, "--games", 3).out
    rows = folder.read_piece(0)
    assert rows is not None
    forged = rows.with_columns(total_2=pl.col("total_2") + 1)
    folder.piece_path(0).write_bytes(packed(forged, folder._place(0), {}))
    assert re.search(r"game \d, played again, has total_2 ", knotlab("verify", folder.path, "--games", 3).out)


def test_users_files_are_run_only_if_they_are_named(tmp_path: Path) -> None:
    file, folder = strategy_file(tmp_path, "own", LAYING), tmp_path / "run"
    words = ("play", GAME, "own", "random", "--games", 20, "--strategies-from", file, "--out", folder)
    assert knotlab(*words).status == 0
    answer = knotlab("verify", folder)
    assert answer.status == 0 and "no game was played again: there is no strategy 'own'" in answer.out
    assert "strategies from files, which are run only if you name them" in refused("verify", folder, "--games", 3)
    assert "  2 of its games" in knotlab("verify", folder, "--strategies-from", file).out
    file.write_text(file.read_text().replace("0.25", "0.75"))
    assert "strategy_sources have changed" in refused("verify", folder, "--games", 3, "--strategies-from", file)


def test_what_has_no_games_to_play_again_is_said(tmp_path: Path) -> None:
    assert knotlab("records", GAME, "shed", "random", "--games", 1, "--save", tmp_path / "games.jsonl").status == 0
    assert "for folders of runs" in refused("verify", tmp_path / "games.jsonl", "--games", 3)
    words = ("duel", GAME, "shed", "random", "--players", 2, "--set", "turn_limit=12", "--workers", 1)
    assert knotlab(*words, "--out", tmp_path / "duel").status == 0
    assert "no run of knotlab play" in refused("verify", tmp_path / "duel", "--games", 3)

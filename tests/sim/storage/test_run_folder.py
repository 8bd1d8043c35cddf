"""Run folders: the same files however a run came about, the same tables from them, and nothing written that was not
asked for.
"""

import errno
import json
import os
import shutil
from pathlib import Path

import polars as pl
import pytest

from tests.cli import GAME, contents, knotlab, parts, play, program, strategy_file, untimed, untimed_text

PLAYERS = ("shed", "random")
GAMES = 10_000  # with fixed seats: two full parts of 4096 deals and a piece of a third
RUN = ("play", GAME, *PLAYERS, "--fixed-seats", "--seed", 11)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete run that nothing disturbed; tests only read it."""
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    assert knotlab(*RUN, "--games", GAMES, "--out", folder, "--workers", 1).status == 0
    return folder


def copied(kept: Path, tmp_path: Path) -> Path:
    """A copy of the complete run to do harm to."""
    return Path(shutil.copytree(kept, tmp_path / "run"))


# --- what is in it ---


def test_a_run_folder_holds_a_manifest_and_parts_of_4096_deals(kept: Path) -> None:
    in_parts = [f"parts/part-00000{number}.parquet" for number in range(3)]
    assert sorted(contents(kept)) == [".lock", "SHA256SUMS", "command/command.json", "manifest.json", *in_parts]
    games = [pl.read_parquet(kept / "parts" / name)["game"].to_list() for name in parts(kept)]
    assert games == [list(range(4096)), list(range(4096, 8192)), list(range(8192, 10_000))]


def test_a_part_holds_its_deals_in_all_rotations(tmp_path: Path) -> None:
    assert knotlab("play", GAME, "shed", "shed", "random", "--games", 4097 * 3, "--out", tmp_path / "run").status == 0
    assert [pl.read_parquet(tmp_path / "run" / "parts" / name).height for name in parts(tmp_path / "run")] == [
        4096 * 3,
        3,
    ]


def test_the_manifest_says_what_was_played(kept: Path) -> None:
    manifest = json.loads((kept / "manifest.json").read_text())
    assert manifest["games"] == GAMES
    identity = manifest["identity"]
    assert (identity["game"], identity["strategies"], identity["seed"], identity["fixed_seats"]) == (
        GAME,
        list(PLAYERS),
        11,
        True,
    )
    assert identity["rules"]["eight"] == "invisible" and set(manifest["times"]) >= {"started", "finished"}


@pytest.mark.more
def test_without_out_nothing_is_written_anywhere(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("here", "home", "temporary")]
    for folder in folders:
        folder.mkdir()
    cache = (
        os.environ.get("KNOTLAB_CACHE_DIR")
        or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "knotlab"
    )
    surroundings = {
        "HOME": folders[1],
        "XDG_CACHE_HOME": folders[1],
        "TMPDIR": folders[2],
        "KNOTLAB_CACHE_DIR": cache,
        "PYTHONPATH": Path.cwd(),
    }
    answer = program("play", GAME, *PLAYERS, "--games", 20_000, "--by-seat", cwd=folders[0], env=surroundings)
    assert (answer.status, answer.err) == (0, "")
    assert sorted(tmp_path.rglob("*")) == sorted(folders)


# --- the same whatever the way ---


def test_a_complete_run_is_only_read_again(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copied(kept, tmp_path)
    monkeypatch.setattr("knotlab.sim.playing.run.play_games", lambda *_: pytest.fail("a game was played again"))
    again = knotlab(*RUN, "--games", GAMES, "--out", folder, "--json").json
    assert untimed(again) == untimed(knotlab("show", kept, "--json").json)
    assert contents(folder) == contents(kept)


@pytest.mark.parametrize("lost", [[0], [1], [2], [0, 2], [0, 1, 2]])
def test_parts_that_are_missing_are_played_again(lost: list[int], kept: Path, tmp_path: Path) -> None:
    folder = copied(kept, tmp_path)
    for number in lost:
        (folder / "parts" / f"part-00000{number}.parquet").unlink()
    again = knotlab(*RUN, "--games", GAMES, "--out", folder, "--json").json
    assert untimed(again) == untimed(knotlab("show", kept, "--json").json)
    assert contents(folder) == contents(kept)


@pytest.mark.parametrize("steps", [(1,), (4096,), (4097, 8192), (100, 5000, 9999)], ids=str)
def test_more_games_extend_a_run_to_what_one_command_makes(steps: tuple[int, ...], kept: Path, tmp_path: Path) -> None:
    for games in (*steps, GAMES):
        assert knotlab(*RUN, "--games", games, "--out", tmp_path / "run", "--workers", 2).status == 0
    assert contents(tmp_path / "run") == contents(kept)


@pytest.mark.parametrize(
    "how",
    [
        "--workers 2",
        "--workers 3",
        "--backend threads",
        "--backend sequential --workers 2",
        "--workers 2 --backend threading",
    ],
)
def test_workers_and_backends_leave_the_same_files(how: str, kept: Path, tmp_path: Path) -> None:
    assert knotlab(*RUN, "--games", GAMES, "--out", tmp_path / "run", *how.split()).status == 0
    assert contents(tmp_path / "run") == contents(kept)


@pytest.mark.long
def test_processes_leave_the_same_files_and_know_a_users_strategies(tmp_path: Path) -> None:
    file = strategy_file(
        tmp_path, "own", "return view.turn_uniform * move.rank * keep", parameters="keep=param(2, 0, 8)"
    )
    words = (
        "play",
        GAME,
        "own:keep=3,tremble=0.1",
        "random",
        "--strategies-from",
        file,
        "--games",
        GAMES,
        "--fixed-seats",
        "--workers",
        2,
        "--out",
    )
    answers = [program(*words, tmp_path / name, "--backend", name) for name in ("threads", "processes")]
    assert [(answer.status, answer.err) for answer in answers] == [(0, ""), (0, "")]
    assert untimed_text(answers[0].out) == untimed_text(answers[1].out)
    assert contents(tmp_path / "threads") == contents(tmp_path / "processes")


def test_leftover_temporary_files_are_removed(kept: Path, tmp_path: Path) -> None:
    folder = copied(kept, tmp_path)
    (folder / "parts" / "part-000002.parquet").unlink()
    (folder / ".manifest.json.0a1b2c3d").write_text("{")
    (folder / "parts" / ".part-000002.parquet.4e5f6a7b").write_bytes(b"PAR1")
    assert knotlab(*RUN, "--games", GAMES, "--out", folder).status == 0
    assert contents(folder) == contents(kept)


# --- showing it ---


@pytest.mark.parametrize("words", [(), ("--by-seat",)], ids=" ".join)
def test_show_prints_the_tables_of_the_run_again(words: tuple[str, ...], tmp_path: Path) -> None:
    run = ("play", GAME, *PLAYERS, "--games", 300, "--set", "turn_limit=100", "--out", tmp_path / "run", *words)
    played, again = (
        knotlab(*run, "--csv", tmp_path / "play.csv"),
        knotlab("show", tmp_path / "run", *words, "--csv", tmp_path / "show.csv"),
    )
    assert (again.status, again.err) == (0, "")
    assert untimed_text(again.out) == untimed_text(played.out)
    assert (tmp_path / "show.csv").read_bytes() == (tmp_path / "play.csv").read_bytes()
    assert untimed(knotlab("show", tmp_path / "run", *words, "--json").json) == untimed(knotlab(*run, "--json").json)


def test_show_works_wherever_the_folder_is_moved(kept: Path, tmp_path: Path) -> None:
    assert untimed(knotlab("show", copied(kept, tmp_path), "--json").json) == untimed(
        play(*PLAYERS, "--fixed-seats", "--seed", 11, "--games", GAMES)
    )


def test_show_writes_nothing_into_the_folder(kept: Path, tmp_path: Path) -> None:
    folder = copied(kept, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert knotlab("show", folder).status == 0
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


def test_a_run_with_a_users_strategies_can_be_shown_even_when_their_file_is_gone(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "own", "return 1.0 * move.rank")
    played = knotlab(
        "play", GAME, "own", "random", "--strategies-from", file, "--games", 20, "--out", tmp_path / "run", "--json"
    ).json
    file.unlink()
    assert untimed(knotlab("show", tmp_path / "run", "--json").json) == untimed(played)


# --- where it cannot be written ---


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no /proc")
def test_a_folder_in_a_file_system_that_takes_no_files_is_told_in_one_line() -> None:
    answer = knotlab(*RUN, "--games", 10, "--out", "/proc/run")
    assert answer.status in (1, 2) and "/proc/run" in answer.line


@pytest.mark.parametrize(
    "refusal",
    [(errno.ENOSPC, "No space left"), (errno.EACCES, "Permission denied"), (errno.EROFS, "Read-only")],
    ids=lambda each: each[1],
)
@pytest.mark.parametrize("written", [0, 1, 3])
def test_a_disk_that_takes_no_more_is_told_in_one_line_and_the_run_goes_on_from_there(
    written: int, refusal: tuple[int, str], kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace, left = os.replace, [written]

    def full(source: str, target: Path) -> None:
        if "run" in str(target) and not left[0]:
            raise OSError(refusal[0], os.strerror(refusal[0]), str(target))
        left[0] -= 1
        replace(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        answer = knotlab(*RUN, "--games", GAMES, "--out", tmp_path / "run", "--workers", 1)
    assert answer.status in (1, 2)
    assert str(tmp_path / "run") in answer.line and refusal[1] in answer.line
    assert len(parts(tmp_path / "run")) == max(written - 1, 0)
    assert [path.name for path in tmp_path.rglob(".*")] == [".lock"], "a temporary file is left"
    assert knotlab(*RUN, "--games", GAMES, "--out", tmp_path / "run").status == 0
    assert contents(tmp_path / "run") == contents(kept)

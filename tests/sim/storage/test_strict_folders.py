"""What a folder must hold is read and nothing else: strays are named, what is no file or too large is refused before it
is read, and what is missing is said.
"""

import json
import math
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from knotlab.analysis.audit import audit
from knotlab.analysis.runs.play_result import load
from knotlab.sim.errors import InputError
from knotlab.sim.storage.pieces import Pieces, checked_piece, packed
from knotlab.sim.storage.result_files import parsed, parsed_toml, read_file, sealed, unsealed
from knotlab.sim.storage.run_folder import RunFolder
from knotlab.strategies.tuned import folder_of
from tests.cli import GAME, knotlab, refused, strategy_file

GAMES = 4500  # with fixed seats: one full piece of 4096 deals and 404 of a second
RUN = ("play", GAME, "shed", "random", "--fixed-seats", "--set", "turn_limit=12", "--seed", 5, "--games", GAMES)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete run with its event log; tests only read it."""
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    assert knotlab(*RUN, "--log", "--out", folder).status == 0
    return folder


@pytest.fixture
def run(kept: Path, tmp_path: Path) -> Path:
    """A copy to do harm to."""
    return Path(shutil.copytree(kept, tmp_path / "run"))


def second(folder: Path) -> Path:
    """The second piece of a run."""
    return folder / "parts" / "part-000001.parquet"


def damaged_manifest(folder: Path, **values: object) -> None:
    """A manifest with other values, and a checksum that fits."""
    file = folder / "manifest.json"
    file.write_text(json.dumps(sealed(unsealed(json.loads(file.read_text())) | values)))


# --- strays ---

STRAYS = ("part-000001 (1).parquet", "part-1.parquet", "part-0000001.parquet", "notes.txt", "part-000001.parquet.bak")


@pytest.mark.parametrize("name", STRAYS)
def test_a_stray_file_is_named_and_not_read(name: str, kept: Path, run: Path) -> None:
    shutil.copyfile(second(run), run / "parts" / name)
    assert load(run).scan().select(pl.len()).collect().item() == GAMES
    shown, undisturbed = knotlab("show", run), knotlab("show", kept)
    assert (shown.status, shown.out) == (0, undisturbed.out) and f"no piece has such a name: {name}" in shown.err
    verified = knotlab("verify", run)
    assert verified.status == 0 and f"not read, since no piece has such a name: {name}" in verified.out
    assert knotlab(*RUN, "--log", "--out", run).status == 0


def test_a_folder_called_like_a_pattern_is_not_answered_from_its_neighbour(tmp_path: Path) -> None:
    words = ("--set", "turn_limit=12", "--games", 40, "--log", "--out")
    for name, player in (("run[1]", "shed"), ("run1", "random")):
        assert knotlab("play", GAME, player, player, *words, tmp_path / name).status == 0
    asked = ("rate", tmp_path / "run[1]", "--of", "move_kind = 'PICK_UP'")
    answer = knotlab(*asked, "--json").json
    shutil.move(tmp_path / "run1", tmp_path / "elsewhere")
    assert knotlab(*asked, "--json").json == answer
    neighbour = knotlab("rate", tmp_path / "elsewhere", *asked[2:], "--json").json
    assert answer["value"] != neighbour["value"]


@pytest.mark.more
@pytest.mark.parametrize("name", ["[a-z]*?", "s3:", "C:+b", "~", "$HOME", "%2e,{b};"])
@pytest.mark.parametrize("is_relative", [True, False], ids=["relative", "in full"])
def test_a_path_is_no_pattern_and_no_address(
    name: str, is_relative: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).mkdir()
    at = f"{name}/" if is_relative else f"{tmp_path / name}/"
    file = strategy_file(Path(name), "own", "return 1.0 * move.rank")
    shutil.copyfile(folder_of(GAME) / "v1-3-players.toml", Path(name) / "best[1].toml")
    short = ("--set", "turn_limit=12", "--strategies-from", f"{at}own.py")
    for words in (
        ("play", GAME, "own", "random", *short, "--games", 20, "--log", "--out", f"{at}run[1]", "--csv", f"{at}t.csv"),
        ("show", f"{at}run[1]"),
        ("verify", f"{at}run[1]"),
        ("rate", f"{at}run[1]", "--of", "hand_size"),
        ("replay", "--run", f"{at}run[1]", "--strategies-from", f"{at}own.py", "--html", f"{at}game.html"),
        ("records", GAME, "shed", "random", "--games", 1, "--save", f"{at}games[1].jsonl"),
        ("verify", f"{at}games[1].jsonl"),
        ("replay", "--record", f"{at}games[1].jsonl"),
        ("play", GAME, f"all-round@{at}best[1].toml", "random", "--games", 4),
    ):
        answer = knotlab(*words)
        assert answer.status == 0, answer
    made = {"best[1].toml", "game.html", "games[1].jsonl", "own.py", "run[1]", "t.csv"}
    assert {path.name for path in file.parent.iterdir()} - {"__pycache__"} == made
    assert [path.name for path in tmp_path.iterdir()] == [name]


# --- what is no file, or too large ---


def as_link(file: Path) -> None:
    """The same content, by a link."""
    shutil.move(file, file.with_name("elsewhere"))
    file.symlink_to(file.with_name("elsewhere"))


def as_dangling_link(file: Path) -> None:
    """A link to nothing."""
    file.unlink()
    file.symlink_to(file.with_name("nowhere"))


def as_pipe(file: Path) -> None:
    """A pipe, at which a reader would wait for ever."""
    file.unlink()
    os.mkfifo(file)


def as_folder(file: Path) -> None:
    """A folder."""
    file.unlink()
    file.mkdir()


def as_socket(file: Path) -> None:
    """A socket."""
    file.unlink()
    here = Path.cwd()
    os.chdir(file.parent)  # a socket's path must be short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(file.name)
    finally:
        os.chdir(here)


def as_endless(file: Path) -> None:
    """A link to a device that never ends."""
    file.unlink()
    file.symlink_to("/dev/zero")


def as_vast(file: Path) -> None:
    """A file of a terabyte of nothing."""
    with file.open("r+b") as opened:
        opened.truncate(1 << 40)


HARM = (as_link, as_dangling_link, as_pipe, as_folder, as_socket, as_endless, as_vast)
FILES = ("parts/part-000001.parquet", "manifest.json", "log/log-000001.json", "log/log-000001-0000.parquet")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("harm", HARM, ids=lambda harm: harm.__name__)
def test_what_is_no_file_or_too_large_is_refused_unread(name: str, harm: Callable[[Path], None], run: Path) -> None:
    harm(run / name)
    if name.startswith("log"):
        assert Path(name).name in refused("rate", run, "--of", "hand_size")
    else:
        assert Path(name).name in refused("show", run)
    answer = knotlab("verify", run)
    assert answer.status == 1 and Path(name).name in answer.out


def test_more_rows_than_a_piece_may_have_are_refused_unread(run: Path) -> None:
    folder = RunFolder(run)
    row = folder.read_piece(0)
    assert row is not None
    vast = pl.concat([row.head(1)] * 4097)  # 4096 are a full piece
    second(run).write_bytes(packed(vast, folder._place(1), {}))
    assert "part-000001.parquet is damaged" in refused("show", run)
    assert knotlab("verify", run).status == 1


def test_a_vast_piece_is_refused_unread_where_nothing_says_how_many_rows_it_has(tmp_path: Path) -> None:
    piece = tmp_path / "part-000000.parquet"
    piece.touch()
    as_vast(piece)
    with pytest.raises(ValueError, match="are the most"):
        checked_piece(piece, "here", None)


def test_the_limit_of_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"12345")
    assert read_file(tmp_path / "x", 5) == b"12345"
    with pytest.raises(ValueError, match="it has 5 bytes, and 4 are the most"):
        read_file(tmp_path / "x", 4)


# --- rows of checked bytes only ---


def test_rows_are_checked_whenever_they_are_read(run: Path) -> None:
    result = load(run)
    games, decisions = result.scan(), result.scan_log()
    assert games.select(pl.col("turns").mean()).collect().item() > 0
    content = bytearray(second(run).read_bytes())
    content[100] ^= 1
    second(run).write_bytes(bytes(content))
    with pytest.raises(InputError, match=r"part-000001\.parquet is damaged"):
        games.select(pl.col("turns").mean()).collect()
    log = run / "log" / "log-000001-0000.parquet"
    log.write_bytes(log.read_bytes()[:-1])
    with pytest.raises(InputError, match=r"log-000001-0000\.parquet is damaged"):
        decisions.select(pl.len()).collect()


def test_scanned_rows_are_those_of_the_files_whatever_is_asked_of_them(kept: Path) -> None:
    rows = load(kept).scan()
    files = pl.concat(pl.read_parquet(kept / "parts" / f"part-00000{number}.parquet") for number in range(2))
    assert rows.collect().to_dicts() == files.to_dicts()
    for few in (0, 1, 4096, 4097, GAMES):
        assert rows.head(few).collect().height == few
    late = rows.filter(pl.col("game") >= 4090).select("turns")
    assert late.collect()["turns"].to_list() == files.filter(pl.col("game") >= 4090)["turns"].to_list()
    assert late.collect(engine="streaming").height == GAMES - 4090


# --- what there must be ---


@pytest.mark.parametrize("n_games", [GAMES - 1, 4096], ids=["a row too many", "a piece too many"])
def test_pieces_of_a_longer_run_of_the_same_games_are_refused(n_games: int, run: Path) -> None:
    damaged_manifest(run, games=n_games, pieces={"rows": n_games, "each": 4096})
    assert "part-000001.parquet is damaged or belongs to another run" in refused("show", run)
    answer = knotlab("verify", run)
    assert answer.status == 1 and "part-000001.parquet is damaged or belongs to another run" in answer.out
    with pytest.raises(InputError, match=r"part-000001\.parquet"):
        load(run).scan().collect()


@pytest.mark.long
@pytest.mark.parametrize("gone", ["result.json", "ratings", "again", "invasions"])
def test_a_tournament_that_lacks_a_stage_or_its_result_is_not_whole(gone: str, tmp_path: Path) -> None:
    words = ("tournament", GAME, "shed", "random", "--players", 2, "--games", 40, "--set", "turn_limit=12")
    assert knotlab(*words, "--out", tmp_path / "cup").status == 0
    assert knotlab("verify", tmp_path / "cup").status == 0
    lost = tmp_path / "cup" / gone
    lost.unlink() if lost.is_file() else shutil.rmtree(lost)
    answer = knotlab("verify", tmp_path / "cup")
    assert answer.status == 3 and f"not there: ../{gone}" in answer.out


@pytest.mark.long
def test_the_result_of_another_tournament_is_refused(tmp_path: Path) -> None:
    words = ("tournament", GAME, "shed", "random", "--players", 2, "--games", 40, "--set", "turn_limit=12")
    for seed in (1, 2):
        assert knotlab(*words, "--seed", seed, "--out", tmp_path / str(seed)).status == 0
    shutil.copyfile(tmp_path / "2" / "result.json", tmp_path / "1" / "result.json")
    assert "belongs to another tournament" in refused("show", tmp_path / "1")
    answer = knotlab("verify", tmp_path / "1")
    assert answer.status == 1 and "belongs to another tournament" in answer.out


def test_a_duel_without_its_verdict_is_not_whole(tmp_path: Path) -> None:
    words = ("duel", GAME, "shed", "random", "--players", 2, "--set", "turn_limit=12", "--workers", 1)
    assert knotlab(*words, "--out", tmp_path / "duel").status == 0
    (tmp_path / "duel" / "result.json").unlink()
    answer = knotlab("verify", tmp_path / "duel")
    assert answer.status == 3 and "not there: result.json" in answer.out


def test_pieces_of_a_run_of_any_size_are_counted_without_listing_them() -> None:
    pieces = Pieces(10**12, 8192)
    assert (len(pieces), pieces.height(0), pieces.height(len(pieces) - 1)) == (122_070_313, 8192, 10**12 % 8192)
    assert pieces.missing({0: 8192, 5: 8192, 6: 1}) == ((1, 4), (6, 122_070_312))


CHECK = r"""
import re
import sys
from pathlib import Path
from knotlab.analysis.audit import audit
print(audit(Path(sys.argv[1]))[0].missing, re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1])
"""


@pytest.mark.more
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc")
def test_a_vast_run_is_checked_in_seconds_and_little_memory(run: Path) -> None:
    damaged_manifest(run, games=10**12, pieces={"rows": 10**12, "each": 4096})
    second(run).unlink()
    assert audit(run)[0].missing == ((1, 244_140_624),)
    done = subprocess.run(
        [sys.executable, "-c", CHECK, str(run)], capture_output=True, text=True, timeout=60, check=True
    )
    missing, _, kilobytes = done.stdout.rpartition(" ")
    assert missing == "((1, 244140624),)" and int(kilobytes) < 500 * 1024
    assert "missing: pieces 1 to 244,140,624" in knotlab("verify", run).out


# --- forged with a checksum that fits ---


def test_a_time_that_is_not_there_is_unknown(run: Path) -> None:
    started = json.loads((run / "manifest.json").read_text())["times"]["started"]
    damaged_manifest(run, times={"started": started, "seconds": None})
    assert knotlab("show", run).status == 0


FORGED = (pl.lit("x").alias("place_0"), pl.lit(None).cast(pl.Int8).alias("turns"), pl.lit(math.nan).alias("end"))


@pytest.mark.parametrize("column", FORGED)
def test_a_forged_piece_is_blamed_by_its_name(column: pl.Expr, run: Path) -> None:
    folder = RunFolder(run)
    rows = folder.read_piece(1)
    assert rows is not None
    second(run).write_bytes(packed(rows.with_columns(column), folder._place(1), {}))
    assert "part-000001.parquet is damaged" in refused("show", run)


# --- text that is read ---

DEEP = "[" * 3000 + "]" * 3000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DEEP, "nested too deeply"),
        ("[" * 51 + "]" * 51, "nested too deeply"),
        ('{"a": {"b": 1, "b": 2}}', "it names 'b' twice"),
        ("{", "it is not JSON"),
        ("1" * 5000, "digits"),
    ],
)
def test_json_that_is_no_data_of_ours_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parsed(text)


def test_toml_that_is_too_deep_is_refused() -> None:
    assert parsed_toml("a = [[1]]") == {"a": [[1]]}
    with pytest.raises(ValueError, match="nested too deeply"):
        parsed_toml(f"a = {DEEP}")


@pytest.mark.parametrize("name", ["manifest.json", "log/log-000001.json"])
def test_nested_lists_in_a_file_of_a_run_are_one_sentence(name: str, run: Path) -> None:
    (run / name).write_text(f'{{"joblib": {DEEP}}}')
    assert Path(name).name in refused("rate", run, "--of", "hand_size")
    assert knotlab("verify", run).status == 1


# --- times are in the manifest alone ---


@pytest.mark.more
@pytest.mark.parametrize(
    "words",
    [
        ("duel", GAME, "shed", "random", "--players", 2, "--set", "turn_limit=12", "--workers", 1),
        pytest.param(
            ("tournament", GAME, "shed", "random", "--players", 2, "--games", 40, "--set", "turn_limit=12"),
            marks=pytest.mark.long,
        ),
    ],
    ids=["duel", "tournament"],
)
def test_two_results_can_be_compared_by_hash(words: tuple[object, ...], tmp_path: Path) -> None:
    for name in "ab":
        assert knotlab(*words, "--out", tmp_path / name).status == 0
    texts = [
        {
            file.relative_to(tmp_path / name): file.read_bytes()
            for file in (tmp_path / name).rglob("*.*")
            if file.suffix in (".json", ".md", ".csv") and file.name != "manifest.json"
        }
        for name in "ab"
    ]
    assert texts[0] == texts[1] and len(texts[0]) > 3
    first = next((tmp_path / "a").rglob("manifest.json"))
    assert json.loads(first.read_text())["times"]["seconds"] >= 0
    assert "; nan s" not in (shown := knotlab("show", tmp_path / "a")).out and " s" in shown.out

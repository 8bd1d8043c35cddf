"""What is read back from a folder is as it was written, or refused by name; `knotlab verify` checks a folder as a
whole.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from knotlab.analysis.duels.pilot import Pilot
from knotlab.sim.storage.result_files import sealed, write
from tests.cli import GAME, contents, knotlab, refused

GAMES = 4500  # with fixed seats: one full part of 4096 deals and a piece of a second
RUN = ("play", GAME, "shed", "random", "--fixed-seats", "--set", "turn_limit=30", "--seed", 5, "--workers", 1)
HANDS = ("--of", "hand_size")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete run with its event log; tests only read it."""
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    assert knotlab(*RUN, "--games", GAMES, "--out", folder, "--log").status == 0
    return folder


@pytest.fixture
def copy(kept: Path, tmp_path: Path) -> Path:
    """A copy of the run to do harm to."""
    return Path(shutil.copytree(kept, tmp_path / "run"))


def edited(file: Path, change: Callable[[str], str]) -> None:
    """Change the text of a file, which must make a difference."""
    before = file.read_text()
    file.write_text(change(before))
    assert file.read_text() != before


# --- the event log ---


def piece_over_another(folder: Path) -> str:
    """A piece of one part copied over one of the other."""
    shutil.copyfile(folder / "log" / "log-000001-0000.parquet", folder / "log" / "log-000000-0000.parquet")
    return "log-000000-0000.parquet"


def part_over_another(folder: Path) -> str:
    """The pieces and the note of one part copied over those of the other."""
    for file in (folder / "log").glob("log-000001*"):
        shutil.copyfile(file, file.with_name(file.name.replace("000001", "000000")))
    return "log-000000.json"


def of_another_run(folder: Path) -> str:
    """The log of a run with another seed, notes and all."""
    other = folder.parent / "other"
    assert knotlab(*RUN[:-4], "--seed", 6, "--games", GAMES, "--out", other, "--log", "--workers", 1).status == 0
    shutil.copytree(other / "log", folder / "log", dirs_exist_ok=True)
    return "log-000000.json"


def fewer_pieces(folder: Path) -> str:
    """A note that counts fewer pieces."""
    note = folder / "log" / "log-000000.json"
    content = json.loads(note.read_text())
    note.write_text(json.dumps(content | {"pieces": content["pieces"][:-1]}))
    return note.name


@pytest.mark.parametrize("harm", [piece_over_another, part_over_another, of_another_run, fewer_pieces])
def test_an_event_log_that_is_not_as_it_was_written_is_refused(harm: Callable[[Path], str], copy: Path) -> None:
    name = harm(copy)
    for words in (("rate", copy, *HANDS), (*RUN, "--games", GAMES, "--out", copy, "--log")):
        assert name in refused(*words)
    answer = knotlab("verify", copy)
    assert answer.status == 1 and name in answer.out


def test_a_piece_of_the_log_that_is_missing_is_written_again(kept: Path, copy: Path) -> None:
    (copy / "log" / "log-000001-0000.parquet").unlink()
    assert "no complete event log" in refused("rate", copy, *HANDS)
    answer = knotlab("verify", copy)
    assert answer.status == 3 and "no event log of piece 1" in answer.out
    assert knotlab(*RUN, "--games", GAMES, "--out", copy, "--log").status == 0
    assert contents(copy) == contents(kept)


def test_a_log_that_ends_before_its_run_does_is_not_complete(copy: Path) -> None:
    assert knotlab(*RUN, "--games", GAMES + 300, "--out", copy).status == 0
    assert "no complete event log" in refused("rate", copy, *HANDS)


def test_leftovers_of_a_killed_command_are_removed_from_the_log(kept: Path, copy: Path) -> None:
    (copy / "log" / ".log-000001-0000.parquet.x1y2").write_bytes(b"PAR1")
    assert "1 temporary files" in knotlab("verify", copy).out
    assert knotlab(*RUN, "--games", GAMES, "--out", copy, "--log").status == 0
    assert contents(copy) == contents(kept)


# --- the manifest ---


@pytest.mark.parametrize("change", [('"turn_limit": 30', '"turn_limit": 31'), ('"seed": 5', '"seed": 6')], ids=str)
def test_a_manifest_that_was_edited_is_refused(change: tuple[str, str], copy: Path) -> None:
    edited(copy / "manifest.json", lambda text: text.replace(*change))
    for words in (("show", copy), ("replay", "--run", copy), ("rate", copy, *HANDS)):
        assert "manifest.json is damaged or was edited" in refused(*words)
    answer = knotlab("verify", copy)
    assert answer.status == 1 and "manifest.json is damaged or was edited" in answer.out


# --- a run that is not complete ---


def test_rate_and_show_say_how_far_a_run_is(copy: Path) -> None:
    (copy / "parts" / "part-000001.parquet").unlink()
    for words in (("rate", copy, *HANDS), ("show", copy)):
        answer = knotlab(*words)
        assert answer.status == 0
        assert "of a run that is 91% complete: 4,096 of 4,500 games" in answer.err  # 4096 / 4500 = 0.9102
    assert json.loads(knotlab("rate", copy, *HANDS, "--json").out)["complete"] == 4096 / 4500


# --- verify ---


def test_verify_says_that_a_folder_is_whole(kept: Path) -> None:
    answer = knotlab("verify", kept, "--games", 0)
    assert (answer.status, answer.err) == (0, "") and answer.out == (
        f"{kept} (play): whole, 2 pieces\n{kept} (files): whole, 10 files\n"
    )
    assert knotlab("verify", kept, "--json").json["whole"]


def test_verify_says_what_the_next_command_plays_which_is_no_fault(copy: Path) -> None:
    assert knotlab(*RUN, "--games", 20_000, "--out", copy, "--log").status == 0
    for number in (1, 3, 4):
        (copy / "parts" / f"part-00000{number}.parquet").unlink()
    answer = knotlab("verify", copy)
    assert answer.status == 3 and "2 of 5 pieces are whole" in answer.out
    assert "missing: pieces 1, 3 to 4; the same command plays what is missing" in answer.out
    as_json = knotlab("verify", copy, "--json")
    assert as_json.err == "" and not json.loads(as_json.out)["whole"]
    (copy / "parts" / "part-000000.parquet").write_bytes(b"PAR1")
    assert knotlab("verify", copy).status == 1


def test_verify_refuses_what_no_command_has_written(tmp_path: Path) -> None:
    assert "holds nothing that knotlab keeps" in refused("verify", tmp_path)


def test_a_folder_without_its_manifest_is_not_whole(copy: Path) -> None:
    (copy / "manifest.json").unlink()
    answer = knotlab("verify", copy)
    assert answer.status == 1 and "it has no manifest.json" in answer.out


def test_a_pilot_of_claims_is_no_other_sealed_file(tmp_path: Path) -> None:
    """One with the seal of another kind of file is a fault, as it is to the claims that need it."""
    write(tmp_path / "T-pilot-0.json", sealed({"games": 3}))
    answer = knotlab("verify", tmp_path)
    assert answer.status == 1 and "T-pilot-0.json" in answer.out + answer.err
    write(tmp_path / "T-pilot-0.json", sealed(Pilot(100, 0.5, 1.0, 0.0, 0.3)))
    assert "T-pilot-0.json" not in knotlab("verify", tmp_path).out

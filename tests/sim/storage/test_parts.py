"""Runs and tournaments played in parts, whose files are copied into one folder: the same files as in one piece, or one
sentence.
"""

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import polars as pl
import pytest

import knotlab as package
from knotlab.analysis.runs.play_result import load
from knotlab.sim.errors import InputError
from knotlab.sim.machine import library_versions
from tests.cli import GAME, PROGRAM, knotlab, parts, program, put_together, refused
from tests.project.packages import ROOT

PIECE = 512  # deals, in place of the 4096 of a program
GAMES = 3_750  # with fixed seats: seven full pieces and one that is not
GAMES_OF_PROGRAMS = 30_000  # likewise
TABLE = ("play", GAME, "shed", "random", "--fixed-seats", "--set", "turn_limit=12")
RUN = (*TABLE, "--seed", 5, "--games", GAMES)
TASKS = 2  # of an array, where the examples have 8
CUP = ("tournament", GAME, "shed", "random", "hoard-aces", "--players", 2, "--games", 9000, "--set", "turn_limit=12")
DUEL = ("duel", GAME, "shed", "random", "--players", 2, "--set", "turn_limit=12", "--seed", 5, "--games", 55_000)
SOURCE = Path(str(package.__file__)).parents[1]
DOCUMENT = ROOT / "docs" / "machines.md"


def hashes(folder: Path) -> dict[str, str]:
    """A hash of every file of a run; of a manifest, of what says which run it is and how long."""
    made = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.name not in (".lock", "SHA256SUMS"):  # of parts, the list of one is copied
            content = file.read_bytes()
            if file.name == "manifest.json":
                manifest = json.loads(content)
                content = json.dumps([manifest["identity"], manifest["games"], manifest["format"]]).encode()
            made[str(file.relative_to(folder))] = hashlib.sha256(content).hexdigest()
    return made


@pytest.fixture(scope="module", autouse=True)
def pieces_are_small() -> Iterator[None]:
    """Runs of this process have pieces of few deals, so that there are several of them soon."""
    with pytest.MonkeyPatch.context() as context:
        context.setattr("knotlab.sim.playing.run.PIECE_DEALS", PIECE)
        yield


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run in one piece, with its event log."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    assert knotlab(*RUN, "--log", "--out", folder).status == 0
    return folder


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[Path]]:
    """A function that plays a run in so many parts, once: their folders, which tests only read."""
    kept: dict[tuple[int, tuple[object, ...]], list[Path]] = {}

    def play(of: int, *options: object) -> list[Path]:
        if (of, options) not in kept:
            top = tmp_path_factory.mktemp("parts")
            folders = [top / f"part-{k}" for k in range(1, of + 1)]
            for k, folder in enumerate(folders, 1):
                answer = knotlab(*RUN, *options, "--out", folder, "--part", f"{k}/{of}")
                assert answer.status == 0, answer
            kept[of, options] = folders
        return kept[of, options]

    return play


@pytest.mark.parametrize(("of", "order"), [(2, 1), (3, -1), (7, 3)])
def test_parts_copied_in_any_order_are_the_run_in_one_piece(
    of: int,
    order: int,
    whole: Path,
    played: Callable[..., list[Path]],
    tmp_path: Path,
    forbid_playing: Callable[[], None],
) -> None:
    folders = played(of, "--log")[::order] if abs(order) == 1 else sorted(played(of, "--log"), key=hash_of_name)
    run = put_together(tmp_path / "run", *folders)
    forbid_playing()
    assert hashes(run) == hashes(whole)
    assert f"{run} (play): whole, 8 pieces\n" in knotlab("verify", run).out
    shown, expected = (knotlab("show", folder, "--json").json for folder in (run, whole))
    for facts in (shown["run"], expected["run"]):
        del facts["seconds"], facts["games_per_second"]
    assert shown == expected
    assert knotlab("rate", run, "--of", "hand_size").out == knotlab("rate", whole, "--of", "hand_size").out
    again, first = (knotlab(*RUN, "--log", "--out", folder, "--json").json["strategies"] for folder in (run, whole))
    assert again == first and hashes(run) == hashes(whole)


def hash_of_name(path: Path) -> str:
    """What puts folders in an order that has nothing to do with their numbers."""
    return hashlib.sha256(path.name.encode()).hexdigest()


def test_each_part_plays_its_own_pieces_and_no_others(played: Callable[..., list[Path]]) -> None:
    numbers = [[int(name[5:11]) for name in parts(folder)] for folder in played(3, "--log")]
    assert numbers == [[0, 3, 6], [1, 4, 7], [2, 5]]


def test_each_piece_says_what_it_is_of_and_what_made_it(played: Callable[..., list[Path]]) -> None:
    file = played(3, "--log")[1] / "parts" / "part-000004.parquet"
    note = json.loads(pl.read_parquet_metadata(file)["knotlab-note"])
    manifest = json.loads((file.parents[1] / "manifest.json").read_text())
    assert note["run"] == manifest["identity"] and note["run"]["strategies"] == ["shed", "random"]
    assert note["versions"]["numba"] == numba.__version__
    assert note["versions"].items() <= manifest["provenance"]["versions"].items()


def test_more_parts_than_there_are_pieces_leave_some_empty(whole: Path, tmp_path: Path) -> None:
    answers = [knotlab(*RUN, "--out", tmp_path / str(k), "--part", f"{k}/10", "--log") for k in range(1, 11)]
    assert {answer.status for answer in answers} == {0}
    assert "part 9/10 of a run of 3,750 games: 0 of them" in answers[8].err and answers[8].out == ""
    run = put_together(tmp_path / "run", *(tmp_path / str(k) for k in range(1, 11)))
    assert hashes(run) == hashes(whole)


def test_a_part_is_shown_with_what_is_missing_of_the_run(played: Callable[..., list[Path]]) -> None:
    folder = played(3, "--log")[1]
    answer = knotlab("show", folder)
    # pieces 1, 4 and 7 have 512, 512 and 3,750 - 7 * 512 = 166 deals
    assert answer.status == 0 and "of a run that is 31% complete: 1,190 of 3,750 games" in answer.err
    assert "missing: pieces 0, 2 to 3, 5 to 6; copy the files here" in answer.err
    answer = knotlab("verify", folder)
    assert answer.status == 3 and "3 of 8 pieces are whole\n  missing: pieces 0, 2 to 3, 5 to 6;" in answer.out


def test_parts_of_which_some_are_missing_are_told_and_played_on(
    whole: Path, played: Callable[..., list[Path]], tmp_path: Path
) -> None:
    run = put_together(tmp_path / "run", *played(3, "--log")[::2])
    assert "missing: pieces 1, 4, 7;" in knotlab("show", run).err
    assert "missing: pieces 1, 4, 7;" in knotlab("verify", run).out
    assert knotlab(*RUN, "--log", "--out", run).status == 0
    assert hashes(run) == hashes(whole)


def test_a_part_that_was_stopped_resumes(played: Callable[..., list[Path]], tmp_path: Path) -> None:
    folder = Path(shutil.copytree(played(3, "--log")[1], tmp_path / "part"))
    (folder / "parts" / "part-000004.parquet").unlink()
    assert knotlab(*RUN, "--log", "--out", folder, "--part", "2/3").status == 0
    assert parts(folder) == parts(played(3, "--log")[1])


def test_one_folder_may_take_one_part_after_another(whole: Path, tmp_path: Path) -> None:
    for k in (2, 1):
        assert knotlab(*RUN, "--log", "--out", tmp_path / "run", "--part", f"{k}/2").status == 0
    assert hashes(tmp_path / "run") == hashes(whole)


# --- what does not fit ---


def test_a_piece_of_another_run_is_refused(played: Callable[..., list[Path]], tmp_path: Path) -> None:
    other = tmp_path / "other"
    assert knotlab(*TABLE, "--seed", 6, "--games", GAMES, "--log", "--out", other, "--part", "2/2").status == 0
    run = put_together(tmp_path / "run", played(2, "--log")[0], other)
    for words in (("show", run), (*RUN, "--log", "--out", run), (*RUN, "--out", run)):
        assert "part-000001.parquet is damaged or belongs to another run" in refused(*words)
    answer = knotlab("verify", run)
    assert answer.status == 1 and answer.out.count("belongs to another run") == 4  # pieces 1, 3, 5 and 7


def test_pieces_of_a_longer_run_are_taken_by_the_longer_command_alone(
    played: Callable[..., list[Path]], tmp_path: Path
) -> None:
    longer = (*TABLE, "--seed", 5, "--games", GAMES + 1, "--log")
    assert knotlab(*longer, "--part", "2/2", "--out", tmp_path / "longer").status == 0
    run = put_together(tmp_path / "run", played(2, "--log")[0], tmp_path / "longer")
    for words in (("show", run), (*RUN, "--log", "--out", run)):
        assert "part-000007.parquet is damaged or belongs to another run" in refused(*words)
    assert f"{GAMES + 1:,} games on" in knotlab(*longer, "--out", run).out


@pytest.fixture
def of_another_numba(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """A function that plays the second of two parts as if another version of numba did."""

    def play(folder: Path, *words: object) -> None:
        with monkeypatch.context() as context:
            for module in ("sim.storage.run_folder.versions_here", "analysis.runs.play.library_versions"):
                context.setattr(f"knotlab.{module}", lambda: library_versions() | {"numba": "0.1"})
            assert knotlab(*(words or (*RUN, "--log")), "--out", folder, "--part", "2/2").status == 0

    return play


def test_a_short_piece_by_versions_that_are_noted_only_now_is_played_to_its_end(
    of_another_numba: Callable[..., None], played: Callable[..., list[Path]], tmp_path: Path
) -> None:
    longer = (*TABLE, "--seed", 5, "--games", GAMES + PIECE)
    of_another_numba(tmp_path / "other", *longer)
    shutil.rmtree(tmp_path / "other" / "parts")
    run = put_together(tmp_path / "run", tmp_path / "other", played(2, "--log")[1])
    assert f"{GAMES + PIECE:,} games on" in knotlab(*longer, "--mixed-versions", "--out", run).out


def test_pieces_by_other_versions_are_refused(
    of_another_numba: Callable[[Path], None], played: Callable[..., list[Path]], tmp_path: Path
) -> None:
    of_another_numba(tmp_path / "other")
    run = put_together(tmp_path / "run", played(2, "--log")[0], tmp_path / "other")
    said = (
        f"part-000001.parquet: the run was begun with different versions than this piece: numba {numba.__version__} and"
    )
    for words in (("show", run), (*RUN, "--log", "--out", run)):
        assert f"{said} 0.1; all pieces of a run are played with the same ones" in refused(*words)
    answer = knotlab("verify", run)
    assert answer.status == 1 and answer.out.count("begun with different versions") == 4


def test_a_run_is_not_played_on_with_other_versions_but_still_read(
    of_another_numba: Callable[[Path], None], tmp_path: Path
) -> None:
    of_another_numba(tmp_path / "run")
    line = refused(*RUN, "--log", "--out", tmp_path / "run")
    assert f"different versions than this command has: numba 0.1 and {numba.__version__}" in line
    assert knotlab("show", tmp_path / "run").status == 0
    assert knotlab(*RUN, "--log", "--out", tmp_path / "run", "--part", "2/2").status == 0  # nothing is left to play


def test_a_run_is_played_on_with_other_versions_if_that_is_wanted_and_says_so(
    of_another_numba: Callable[[Path], None], tmp_path: Path
) -> None:
    run = tmp_path / "run"
    of_another_numba(run)
    assert "--mixed-versions continues it, and records this" in refused(*RUN, "--log", "--out", run)
    said = f"Its pieces were played with different versions: numba 0.1 and {numba.__version__}."
    for words in ((*RUN, "--log", "--out", run, "--mixed-versions"), ("show", run), (*RUN, "--log", "--out", run)):
        answer = knotlab(*words)
        assert answer.status == 0 and said in " ".join(answer.out.split())
    assert said in repr(load(run)) and knotlab("verify", run).status == 0
    (noted,) = json.loads((run / "manifest.json").read_text())["provenance"]["mixed"]
    assert noted["numba"] == numba.__version__


@pytest.mark.more
@pytest.mark.parametrize("words", [CUP, DUEL], ids=["tournament", "duel"])
def test_a_question_is_played_on_with_other_versions_if_that_is_wanted_and_says_so(
    words: tuple[object, ...], of_another_numba: Callable[..., None], tmp_path: Path
) -> None:
    of_another_numba(tmp_path / "run", *words)
    again = (*words, "--out", tmp_path / "run")
    assert "--mixed-versions continues it, and records this" in refused(*again)
    said = f"Its pieces were played with different versions: numba 0.1 and {numba.__version__}."
    for each in ((*again, "--mixed-versions"), ("show", tmp_path / "run"), again):
        answer = knotlab(*each)
        assert answer.status == 0 and said in " ".join(answer.out.split()), answer


def test_pieces_of_runs_by_versions_without_notes_are_read(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as context:
        context.setattr("knotlab.sim.storage.pieces.NOTE", "something else")
        assert knotlab(*RUN, "--out", tmp_path / "run", "--part", "1/2").status == 0
    assert knotlab("verify", tmp_path / "run").status == 3
    assert knotlab(*RUN, "--log", "--out", tmp_path / "run").status == 0
    assert hashes(tmp_path / "run").keys() == hashes(whole).keys()


def test_damaged_pieces_and_logs_are_refused(played: Callable[..., list[Path]], tmp_path: Path) -> None:
    run = put_together(tmp_path / "run", *played(2, "--log"))
    log, piece = run / "log" / "log-000002-0000.parquet", run / "parts" / "part-000002.parquet"
    for file, other in (
        (log, log.with_name("log-000004-0000.parquet")),
        (piece, piece.with_name("part-000004.parquet")),
    ):
        before = file.read_bytes()
        shutil.copyfile(other, file)
        assert f"{file} is damaged" in refused(*RUN, "--log", "--out", run)
        assert f"{file} is damaged" in knotlab("verify", run).out
        file.write_bytes(before)
    log.with_name("log-000002.json").unlink()
    assert "has no complete event log" in refused("rate", run, "--of", "hand_size")
    assert "no event log of piece 2; the same command with --log writes it" in knotlab("verify", run).out


def test_a_part_needs_a_folder() -> None:
    assert "name one with --out" in refused(*RUN, "--part", "1/2")


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "1/", "/3", "a/b", "1/2/3", "-1/3", "1.0/3", ""])
def test_what_names_no_part_is_refused(text: str, tmp_path: Path) -> None:
    assert "--part must be K/N" in refused(*RUN, "--out", tmp_path / "run", f"--part={text}")


# --- tournaments ---


@pytest.mark.long
def test_a_tournament_in_parts_is_the_one_in_one_piece(tmp_path: Path) -> None:
    assert knotlab(*CUP, "--out", tmp_path / "whole").status == 0
    for k in (1, 2, 3, 4):
        answer = knotlab(*CUP, "--out", tmp_path / f"cup-{k}", "--part", f"{k}/4")
        assert (answer.status, answer.err) == (0, "")
        assert f"part {k}/4 of the tournament is in {tmp_path / f'cup-{k}'}; copy the files" in answer.out
    cup = put_together(tmp_path / "cup", *(tmp_path / f"cup-{k}" for k in (4, 1, 3)))
    line = refused("show", cup)
    assert "holds no tournament that is complete" in line and "missing: tournament: " in line
    assert "missing: piece" in knotlab("verify", cup).out
    put_together(cup, tmp_path / "cup-2")
    before = hashes(cup)
    assert before == {name: stated for name, stated in hashes(tmp_path / "whole").items() if "/" in name}
    here, there = (knotlab(*CUP, "--out", folder, "--json").json for folder in (cup, tmp_path / "whole"))
    for answer in (here, there):
        answer["facts"].pop("seconds")
    assert here == there
    assert {name: hashes(cup)[name] for name in before} == before


@pytest.mark.long
def test_a_result_that_is_older_than_the_pieces_beside_it_is_made_again(tmp_path: Path) -> None:
    cup, longer = tmp_path / "cup", [9001 if word == 9000 else word for word in CUP]
    assert knotlab(*CUP, "--out", cup).status == 0
    assert knotlab("show", cup).err == ""
    assert knotlab(*longer, "--out", tmp_path / "longer").status == 0
    last = max((tmp_path / "longer" / "ratings" / "parts").iterdir())
    shutil.copyfile(last, cup / "ratings" / "parts" / last.name)  # a longer piece over a shorter one
    answer = knotlab("show", cup)
    assert answer.status == 0 and "older than the pieces in" in answer.err
    answer = knotlab("verify", cup)  # which calls a piece with more rows than its manifest says no piece of the run
    assert answer.status == 1 and "is older than the pieces in the folder" in answer.out
    assert knotlab(*longer, "--out", cup).status == 0
    assert knotlab("show", cup).err == "" and "is older than" not in knotlab("verify", cup).out


def test_what_is_no_part_in_python_is_refused(tmp_path: Path) -> None:
    words: dict[str, Any] = {"games": 40, "progress": False}
    with pytest.raises(InputError, match="name one with out"):
        package.play_part((1, 2), package.play, GAME, ["shed", "random"], **words)
    with pytest.raises(InputError, match=r"such as \(2, 3\), not \(3, 2\)"):
        package.play_part((3, 2), package.play, GAME, ["shed", "random"], out=tmp_path / "none", **words)
    with pytest.raises(InputError, match="play, duel, tournament or claims, not"):
        package.play_part((1, 2), package.bid, "A")
    assert package.play(GAME, ["shed", "random"], **words).n_games == 40  # what is played next is whole


# --- the examples of the documentation, by a loop in place of the batch system ---


def examples(title: str) -> str:
    """The code of an example."""
    match = re.search(rf'```bash title="{re.escape(title)}"\n(.*?)```', DOCUMENT.read_text(), re.DOTALL)
    assert match
    return match[1].replace(
        "--games 1e8", f"--games {GAMES_OF_PROGRAMS} --seed 5 --fixed-seats --set turn_limit=12 --log"
    )


@pytest.fixture
def shell(tmp_path: Path) -> Callable[..., None]:
    """A function that runs a script in a folder where the commands knotlab and parallel are."""
    commands = tmp_path / "bin"
    commands.mkdir()
    loop = 'while [ "$1" != knotlab ]; do shift; done; words=(); while [ "$1" != ::: ]; do words+=("$1"); shift; done'
    run = 'for k in "${@:2}"; do "${words[@]//\\{\\}/$k}" || exit 1; done'
    for name, script in (("knotlab", f'exec {shlex.join(PROGRAM)} "$@"'), ("parallel", f"{loop}; {run}")):
        (commands / name).write_text(f"#!/bin/bash\n{script}\n")
        (commands / name).chmod(0o755)

    def run_script(script: str, **variables: object) -> None:
        environment = os.environ | {"PATH": f"{commands}:{os.environ['PATH']}", "PYTHONPATH": str(SOURCE)}
        environment |= {name: str(value) for name, value in variables.items()}
        done = subprocess.run(["bash", "-ec", script], cwd=tmp_path, env=environment, capture_output=True, timeout=300)
        assert done.returncode == 0, done.stderr

    return run_script


@pytest.fixture
def whole_of_a_program(tmp_path: Path) -> Path:
    """The run of the examples in one piece."""
    folder = tmp_path / "whole"
    assert program(*RUN[:-1], GAMES_OF_PROGRAMS, "--log", "--out", folder).status == 0
    return folder


@pytest.mark.long
def test_the_array_of_slurm(shell: Callable[..., None], whole_of_a_program: Path, tmp_path: Path) -> None:
    for task in range(1, TASKS + 1):
        variables = {"ARRAY_TASK_ID": task, "ARRAY_TASK_MAX": TASKS, "CPUS_PER_TASK": 1}
        shell(examples("shed.sbatch"), **{f"SLURM_{name}": value for name, value in variables.items()})
    shell(examples("then, when all tasks are done"))
    assert hashes(tmp_path / "runs" / "shed") == hashes(whole_of_a_program)


@pytest.mark.long
def test_parallel_over_ssh(shell: Callable[..., None], whole_of_a_program: Path, tmp_path: Path) -> None:
    eight = '/8" ::: 1 2 3 4 5 6 7 8'
    assert eight in examples("shed.sh")
    shell(examples("shed.sh").replace(eight, f'/{TASKS}" ::: {" ".join(map(str, range(1, TASKS + 1)))}'))
    assert hashes(tmp_path / "shed") == hashes(whole_of_a_program)

"""Runs and tournaments played in parts and put together: the same files as in one piece, or one sentence."""

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import knotlab as package
from knotlab.sim.errors import InputError
from knotlab.sim.storage.json_data import sealed, unsealed
from tests.cli import GAME, PROGRAM, knotlab, parts, refused

GAMES = 30_000  # with fixed seats: seven full parts of 4096 deals and a piece of an eighth
RUN = ("play", GAME, "shed", "random", "--fixed-seats", "--set", "turn_limit=12", "--seed", 5, "--games", GAMES)
TASKS = 2  # of an array, where the examples have 8
CUP = ("tournament", GAME, "shed", "random", "hoard-aces", "--players", 2, "--games", 9000, "--set", "turn_limit=12")
SOURCE = Path(str(package.__file__)).parents[1]
DOCUMENT = Path(__file__).parent.parent / "docs" / "machines.md"


def hashes(folder: Path) -> dict[str, str]:
    """A hash of every file of a run; of a manifest, of what says which run it is and how long."""
    made = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.name not in ("merged.json", ".lock"):
            content = file.read_bytes()
            if file.name == "manifest.json":
                manifest = json.loads(content)
                content = json.dumps([manifest["identity"], manifest["games"], manifest["format"]]).encode()
                assert "slice" not in manifest
            made[str(file.relative_to(folder))] = hashlib.sha256(content).hexdigest()
    return made


def frames(folder: Path) -> dict[str, bytes]:
    """The parts of all runs in a folder."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*.parquet")}


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
def test_parts_in_any_order_are_the_run_in_one_piece(
    of: int, order: int, whole: Path, played: Callable[..., list[Path]], tmp_path: Path
) -> None:
    folders = played(of, "--log")[::order] if abs(order) == 1 else sorted(played(of, "--log"), key=hash_of_name)
    answer = knotlab("merge", *folders, "--out", tmp_path / "run")
    assert (answer.status, answer.err) == (0, "") and "whole, 8 parts" in answer.out
    assert hashes(tmp_path / "run") == hashes(whole)
    shown, expected = (knotlab("show", folder, "--json").json for folder in (tmp_path / "run", whole))
    for facts in (shown["run"], expected["run"]):
        del facts["seconds"], facts["games_per_second"]
    assert shown == expected
    assert knotlab("rate", tmp_path / "run", "--of", "hand_size").out == knotlab("rate", whole, "--of", "hand_size").out


def hash_of_name(path: Path) -> str:
    """What puts folders in an order that has nothing to do with their numbers."""
    return hashlib.sha256(path.name.encode()).hexdigest()


def test_each_part_plays_its_own_pieces_and_no_others(played: Callable[..., list[Path]]) -> None:
    numbers = [[int(name[5:11]) for name in parts(folder)] for folder in played(3, "--log")]
    assert numbers == [[0, 3, 6], [1, 4, 7], [2, 5]]


def test_more_parts_than_there_are_pieces_leave_some_empty(whole: Path, tmp_path: Path) -> None:
    answers = [knotlab(*RUN, "--out", tmp_path / str(k), "--part", f"{k}/10", "--log") for k in range(1, 11)]
    assert {answer.status for answer in answers} == {0}
    assert "part 9/10 of a run of 30,000 games: 0 of them" in answers[8].err and answers[8].out == ""
    assert knotlab("merge", *(tmp_path / str(k) for k in range(1, 11)), "--out", tmp_path / "run").status == 0
    assert hashes(tmp_path / "run") == hashes(whole)


def test_a_part_shows_and_verifies_as_what_it_is(played: Callable[..., list[Path]]) -> None:
    folder = played(3, "--log")[1]
    answer = knotlab("show", folder)
    # pieces 1, 4 and 7 have 4096, 4096 and 30,000 - 7 * 4096 = 1328 deals
    assert answer.status == 0 and "part 2/3 of a run of 30,000 games: 9,520 of them" in answer.err
    assert knotlab("verify", folder).out == f"{folder} (play): whole, 3 parts\n"


def test_a_part_that_was_stopped_resumes(played: Callable[..., list[Path]], tmp_path: Path) -> None:
    folder = Path(shutil.copytree(played(3, "--log")[1], tmp_path / "part"))
    (folder / "parts" / "part-000004.parquet").unlink()
    assert "missing: part 4" in knotlab("verify", folder).out
    assert knotlab(*RUN, "--log", "--out", folder, "--part", "2/3").status == 0
    assert parts(folder) == parts(played(3, "--log")[1])


def test_a_merged_run_says_where_each_part_was_played(played: Callable[..., list[Path]], tmp_path: Path) -> None:
    folders = played(2, "--log")
    assert knotlab("merge", *folders, "--out", tmp_path / "run").status == 0
    origins = unsealed(json.loads((tmp_path / "run" / "merged.json").read_text()))["parts"]
    assert [(each["folder"], each["slice"], each["numbers"]) for each in origins] == [
        (str(folders[0]), [1, 2], [0, 2, 4, 6]),
        (str(folders[1]), [2, 2], [1, 3, 5, 7]),
    ]
    for each, folder in zip(origins, folders, strict=True):
        manifest = json.loads((folder / "manifest.json").read_text())
        assert (each["provenance"], each["times"]) == (manifest["provenance"], manifest["times"])


def test_a_merge_that_was_stopped_goes_on(whole: Path, played: Callable[..., list[Path]], tmp_path: Path) -> None:
    words = ("merge", *played(2, "--log"), "--out", tmp_path / "run")
    assert knotlab(*words).status == 0
    (tmp_path / "run" / "parts" / "part-000003.parquet").unlink()
    (tmp_path / "run" / "merged.json").unlink()
    assert knotlab(*words).status == 0
    assert hashes(tmp_path / "run") == hashes(whole)


# --- refused ---


def test_a_missing_part_is_named_with_the_command_that_plays_it(
    whole: Path, played: Callable[..., list[Path]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = tmp_path / "copies"
    folders = [Path(shutil.copytree(folder, top / folder.name)) for folder in played(3, "--log")]
    monkeypatch.setattr("sys.argv", ["knotlab", *map(str, RUN), "--log", "--out", str(folders[0]), "--part", "1/3"])
    shutil.rmtree(folders[0])
    assert knotlab(*RUN, "--log", "--out", folders[0], "--part", "1/3").status == 0
    line = refused("merge", folders[0], folders[2], "--out", tmp_path / "run")
    assert "3 of 8 parts of the run are missing" in line and not (tmp_path / "run").exists()
    command = re.search(r"play them with: knotlab (.*); then merge", line)
    assert command and shlex.split(command[1])[-4:] == ["--part", "2/3", "--out", str(folders[1])]
    shutil.rmtree(folders[1])
    assert knotlab(*shlex.split(command[1])).status == 0
    assert knotlab("merge", *folders, "--out", tmp_path / "run").status == 0
    assert hashes(tmp_path / "run") == hashes(whole)


def test_a_part_of_another_run_is_refused(played: Callable[..., list[Path]], tmp_path: Path) -> None:
    other = tmp_path / "other"
    assert knotlab(*RUN, "--seed", 6, "--log", "--out", other, "--part", "2/2").status == 0
    line = refused("merge", played(2, "--log")[0], other, "--out", tmp_path / "run")
    assert f"{played(2, '--log')[0]} and {other} are not parts of the same run: their seed differ" in line
    assert knotlab(*RUN[:-1], GAMES + 1, "--out", tmp_path / "longer", "--part", "2/2").status == 0
    line = refused("merge", played(2, "--log")[0], tmp_path / "longer", "--out", tmp_path / "run")
    assert "their games differ" in line and not (tmp_path / "run").exists()


def changed(folder: Path, section: str, key: str, value: object) -> None:
    """Write a manifest as if another version had written it."""
    manifest = unsealed(json.loads((folder / "manifest.json").read_text()))
    manifest[section][key] = value
    (folder / "manifest.json").write_text(json.dumps(sealed(manifest)))


def test_parts_by_other_versions_are_refused(played: Callable[..., list[Path]], tmp_path: Path) -> None:
    folders = [Path(shutil.copytree(folder, tmp_path / folder.name)) for folder in played(2, "--log")]
    changed(folders[1], "provenance", "versions", {"numba": "0.1"})
    line = refused("merge", *folders, "--out", tmp_path / "run")
    assert "were played with different versions" in line and "numba" in line and "and 0.1" in line
    changed(folders[1], "identity", "rules_sources", "0123456789abcdef")
    assert "their rules_sources differ" in refused("merge", *folders, "--out", tmp_path / "run")


def test_damaged_parts_and_logs_are_refused(played: Callable[..., list[Path]], tmp_path: Path) -> None:
    folders = [Path(shutil.copytree(folder, tmp_path / folder.name)) for folder in played(2, "--log")]
    log, part = folders[0] / "log" / "log-000002-0000.parquet", folders[0] / "parts" / "part-000002.parquet"
    for file, other in ((log, log.with_name("log-000004-0000.parquet")), (part, part.with_name("part-000004.parquet"))):
        before = file.read_bytes()
        shutil.copyfile(other, file)
        assert f"{file} is damaged" in refused("merge", *folders, "--out", tmp_path / "run")
        file.write_bytes(before)
    log.with_name("log-000002.json").unlink()
    line = refused("merge", *folders, "--out", tmp_path / "run")
    assert "has no event log of part 2" in line and "--log" in line and not (tmp_path / "run").exists()


def test_folders_that_are_no_parts_are_refused(whole: Path, played: Callable[..., list[Path]], tmp_path: Path) -> None:
    part, other = played(2, "--log")
    assert "it was played without --part" in refused("merge", whole, other, "--out", tmp_path / "run")
    (tmp_path / "empty").mkdir()
    assert "holds no part of a run" in refused("merge", part, tmp_path / "empty", "--out", tmp_path / "run")
    assert "is one of the folders to merge" in refused("merge", part, other, "--out", part)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("kept")
    assert "is not empty" in refused("merge", part, other, "--out", tmp_path / "mine")


def test_each_part_has_a_folder_of_its_own(whole: Path, played: Callable[..., list[Path]]) -> None:
    assert "name one with --out" in refused(*RUN, "--part", "1/2")
    assert "holds part 1/2, not part 2/2" in refused(*RUN, "--out", played(2, "--log")[0], "--part", "2/2")
    assert "holds the run as a whole, not part 2/2" in refused(*RUN, "--out", whole, "--part", "2/2")


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "1/", "/3", "a/b", "1/2/3", "-1/3", "1.0/3", ""])
def test_what_names_no_part_is_refused(text: str, tmp_path: Path) -> None:
    assert "--part must be K/N" in refused(*RUN, "--out", tmp_path / "run", f"--part={text}")


# --- tournaments ---


def test_a_tournament_in_parts_is_the_one_in_one_piece(tmp_path: Path) -> None:
    assert knotlab(*CUP, "--out", tmp_path / "whole").status == 0
    for k in (1, 2, 3, 4):
        answer = knotlab(*CUP, "--out", tmp_path / f"cup-{k}", "--part", f"{k}/4")
        assert (answer.status, answer.err) == (0, "")
        assert knotlab("verify", tmp_path / f"cup-{k}").status == 0
    line = refused("merge", *(tmp_path / f"cup-{k}" for k in (4, 1, 3)), "--out", tmp_path / "cup")
    assert "parts of the run are missing" in line
    folders = [tmp_path / f"cup-{k}" for k in (4, 2, 1, 3)]
    assert "whole, 11 parts" in knotlab("merge", *folders, "--out", tmp_path / "cup").out
    before = hashes(tmp_path / "cup")
    assert before == {name: stated for name, stated in hashes(tmp_path / "whole").items() if "/" in name}
    here, there = (knotlab(*CUP, "--out", tmp_path / name, "--json").json for name in ("cup", "whole"))
    for answer in (here, there):
        answer["facts"].pop("seconds")
    assert here == there
    assert {name: hashes(tmp_path / "cup")[name] for name in before} == before
    assert "holds the tournament as a whole" in refused(*CUP, "--out", tmp_path / "cup", "--part", "1/4")


def test_python_plays_the_same_parts_of_a_tournament(tmp_path: Path) -> None:
    options: dict[str, Any] = {"players": 2, "games": 9000, "set": {"turn_limit": 12}, "progress": False}
    strategies = ["shed", "random", "hoard-aces"]
    for k in (1, 2):
        package.tournament(GAME, strategies, part=(k, 2), out=tmp_path / f"cup-{k}", **options)
        assert knotlab(*CUP, "--out", tmp_path / f"command-{k}", "--part", f"{k}/2").status == 0
        by_python, by_command = (frames(tmp_path / f"{name}-{k}") for name in ("cup", "command"))
        assert by_python and by_python == by_command
    assert knotlab("merge", tmp_path / "cup-1", tmp_path / "cup-2", "--out", tmp_path / "cup").status == 0
    merged = package.tournament(GAME, strategies, out=tmp_path / "cup", **options)
    whole = package.tournament(GAME, strategies, **options)
    assert merged.to_pandas().equals(whole.to_pandas())
    with pytest.raises(InputError, match="name one as out"):
        package.tournament(GAME, strategies, part=(1, 2), **options)
    with pytest.raises(InputError, match=r"such as \(2, 3\), not \(3, 2\)"):
        package.tournament(GAME, strategies, part=(3, 2), out=tmp_path / "none", **options)


# --- the examples of the documentation, by a loop in place of the batch system ---


def examples(title: str) -> str:
    """The code of an example."""
    match = re.search(rf'```bash title="{re.escape(title)}"\n(.*?)```', DOCUMENT.read_text(), re.DOTALL)
    assert match
    return match[1].replace("--games 1e8", f"--games {GAMES} --seed 5 --fixed-seats --set turn_limit=12 --log")


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


def test_the_array_of_slurm(shell: Callable[..., None], whole: Path, tmp_path: Path) -> None:
    for task in range(1, TASKS + 1):
        variables = {"ARRAY_TASK_ID": task, "ARRAY_TASK_MAX": TASKS, "CPUS_PER_TASK": 1}
        shell(examples("shed.sbatch"), **{f"SLURM_{name}": value for name, value in variables.items()})
    shell(examples("then, when all tasks are done"))
    assert hashes(tmp_path / "runs" / "shed") == hashes(whole)


@pytest.mark.long
def test_parallel_over_ssh(shell: Callable[..., None], whole: Path, tmp_path: Path) -> None:
    eight = '/8" ::: 1 2 3 4 5 6 7 8'
    assert eight in examples("shed.sh")
    shell(examples("shed.sh").replace(eight, f'/{TASKS}" ::: {" ".join(map(str, range(1, TASKS + 1)))}'))
    assert hashes(tmp_path / "shed") == hashes(whole)

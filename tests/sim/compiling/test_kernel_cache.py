"""The cache of compiled code: it stays small, its damage does no harm, and no edit is missed."""

import errno
import os
import pickle
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from knotlab.sim.compiling import cache_folder, disk_cache, jit
from knotlab.sim.playing.job import batch_kernel
from tests.cli import GAME, finished, play, program, start, strategy_file, untimed

pytestmark = pytest.mark.skipif(jit.OFF, reason="nothing is compiled")

QUICK = ("--games", 40, "--seed", 5, "--workers", 1, "--json")


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A base folder of its own for the cache, with what is compiled already."""
    batch_kernel(GAME, False)
    play("shed", "random", "--games", 2)
    half_written = shutil.ignore_patterns(".*")  # by tests that run beside this one
    shutil.copytree(cache_folder.folder(), tmp_path / "cache" / cache_folder.folder().name, ignore=half_written)
    return tmp_path / "cache"


def played(cache: Path, *words: object, **surroundings: object) -> Any:
    """The JSON of a `play` command as a program of its own with this cache, but for the times."""
    return untimed(program("play", GAME, *words, *QUICK, env={"KNOTLAB_CACHE_DIR": cache, **surroundings}).json)


def files(cache: Path) -> dict[Path, bytes]:
    """Every compiled function of a cache."""
    return {path: path.read_bytes() for path in cache.glob("kernels-*/*.bin")}


# --- how large it grows ---


@pytest.mark.more
def test_never_more_than_five_kernel_folders_stay_and_never_anything_else_goes(cache: Path) -> None:
    for age in range(8):
        old = cache / f"kernels-{age:024d}"
        old.mkdir()
        (old / "old.bin").write_bytes(b"old")
        os.utime(old, (1_600_000_000 - age, 1_600_000_000 - age))
    (cache / "letters").mkdir()
    played(cache, "shed", "random")
    left = {path.name for path in cache.glob("kernels-*")}
    assert left == {cache_folder.folder().name, *(f"kernels-{age:024d}" for age in range(4))}
    assert (cache / "letters").is_dir()


@pytest.mark.more
def test_never_more_than_500_files_stay_in_a_kernel_folder(cache: Path, tmp_path: Path) -> None:
    used = set(files(cache))
    for number in range(600):
        old = cache / cache_folder.folder().name / f"{number:032d}.bin"
        old.write_bytes(b"old")
        os.utime(old, (1_600_000_000, 1_600_000_000))
    file = strategy_file(tmp_path, "never_seen", "return 3.25 * move.rank")
    played(cache, "never-seen", "random", "--strategies-from", file)
    left = set(files(cache))
    assert len(left) <= 500
    assert used < left


def test_two_threads_that_need_one_function_compile_it_once() -> None:
    calls = []

    @jit.once
    def compiled(name: str) -> str:
        calls.append(name)
        time.sleep(0.05)
        return name.upper()

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(compiled, ["rate", "rate", "rate"])) == ["RATE"] * 3
    assert calls == ["rate"]


def test_settings_of_the_compiler_have_a_folder_of_their_own_but_not_those_of_worker_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = cache_folder.code_hash()
    monkeypatch.setenv("NUMBA_NUM_THREADS", "1")  # set by joblib in its worker processes
    assert cache_folder.code_hash.__wrapped__() == usual
    monkeypatch.setenv("NUMBA_OPT", "1")
    assert cache_folder.code_hash.__wrapped__() != usual


def test_a_variable_of_the_environment_chooses_the_base_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = cache_folder.folder.__wrapped__
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("KNOTLAB_CACHE_DIR", str(tmp_path / "own"))
    assert choose().parent == tmp_path / "own"
    monkeypatch.delenv("KNOTLAB_CACHE_DIR")
    assert choose().parent == tmp_path / "xdg" / "knotlab"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert choose().parent == tmp_path / "home" / ".cache" / "knotlab"


# --- damage ---


def flipped(place: float) -> Callable[[bytes], bytes]:
    """One byte changed."""

    def flip(code: bytes) -> bytes:
        at = int(place * len(code))
        return code[:at] + bytes([code[at] ^ 0xFF]) + code[at + 1 :]

    return flip


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda code: b"",
    "cut in half": lambda code: code[: len(code) // 2],
    "cut by a byte": lambda code: code[:-1],
    "no machine code": lambda code: b"no machine code",
    "something else": lambda code: pickle.dumps(("no", "machine", "code")),
    **{f"a byte changed at {place:.0%}": flipped(place) for place in (0.1, 0.5, 0.9)},
}


@pytest.mark.long
def test_a_damaged_file_is_compiled_again(cache: Path, tmp_path: Path) -> None:
    before = files(cache)
    names = [f"harmed_{number}" for number in range(len(DAMAGE))]
    own = [
        strategy_file(tmp_path, name, f"return {number + 1.5} * move.rank + move.count")
        for number, name in enumerate(names)
    ]
    words = [name.replace("_", "-") for name in names] + [word for file in own for word in ("--strategies-from", file)]
    undisturbed = played(cache, *words)
    compiled = sorted(files(cache).keys() - before.keys())
    assert len(compiled) >= 2 * len(DAMAGE)  # each strategy once to be looked at, with bounds checked, and once to play
    harmed = dict(zip(compiled, cycle(DAMAGE), strict=False))
    for path, kind in harmed.items():
        path.write_bytes(DAMAGE[kind](path.read_bytes()))
    damaged = files(cache)
    assert played(cache, *words) == undisturbed
    assert [kind for path, kind in harmed.items() if path.read_bytes() == damaged[path]] == [], "damage was not seen"


# --- edits ---


@pytest.mark.more
def test_an_edit_of_a_file_outside_the_simulator_counts_for_what_is_compiled_of_it(tmp_path: Path) -> None:
    file, cache, answers = tmp_path / "outside.py", tmp_path / "cache", []
    for number in (1, 2, 1):
        file.write_text(OUTSIDE.format(number))
        environment = os.environ | {"KNOTLAB_CACHE_DIR": str(cache)}
        answers.append(int(subprocess.check_output([sys.executable, file], env=environment)))
    assert answers == [1, 2, 1]
    assert len(list(cache.glob("kernels-*/*.bin"))) == 2


OUTSIDE = """
from numba import types
from knotlab.sim.compiling.jit import entry


def number():
    return {}


print(entry(number, types.int64(), "test.number")())
"""


@pytest.mark.parametrize(("symbols", "times"), [(["NRT_Free", "PyErr_Occurred"], 0), (["NRT_Free", "unheard_of"], 1)])
def test_numbas_implementations_are_imported_only_for_what_the_linker_would_miss(
    symbols: list[str], times: int
) -> None:
    batch_kernel(GAME, False)
    context = Mock()
    disk_cache.make_known(symbols, context)
    assert context.refresh.call_count == times


NJIT = "from numba import njit\n\n\n@njit\ndef worth(rank):\n    return {} * rank\n"

# The user's import, what he scores, the helpers by file, and the one that is edited: {} becomes 1.0, then -1.0.
HELPERS = {
    "a function": ("from near_helper import worth", "worth(move.rank)", {"near_helper.py": NJIT}),
    "a constant two files away": (
        "import near_helper",
        "near_helper.worth(move.rank)",
        {
            "near_helper.py": NJIT.format("far_helper.WEIGHT").replace("from", "import far_helper\nfrom", 1),
            "far_helper.py": "WEIGHT = {}\n",
        },
    ),
    "a module of a package": (
        "from helpers.inner import worth",
        "worth(move.rank)",
        {"helpers/__init__.py": "", "helpers/inner.py": NJIT},
    ),
}


@pytest.mark.more
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if "away" in kind else pytest.mark.long) for kind in HELPERS]
)
def test_an_edit_of_a_module_that_a_users_file_imports_counts_on_the_next_run(
    kind: str, cache: Path, tmp_path: Path
) -> None:
    imported, score, helpers = HELPERS[kind]
    file = strategy_file(tmp_path, "helped", f"return {score} if move.kind == LAY else 0.0", top=imported)
    results = []
    for weight in ("1.0", "-1.0"):
        for name, text in helpers.items():
            (tmp_path / "lib" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "lib" / name).write_text(text.format(weight) if "{}" in text else text)
        both = os.pathsep.join([str(tmp_path / "lib"), os.environ.get("PYTHONPATH", "")])
        results.append(played(cache, "helped", "shed:tremble=0.1", "--strategies-from", file, PYTHONPATH=both))
    assert results[0]["run"]["mean_turns"] != results[1]["run"]["mean_turns"]


# --- where it cannot be written, and who writes at once ---


def test_a_base_folder_that_cannot_be_made_is_replaced_by_a_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "regular").touch()
    monkeypatch.setenv("KNOTLAB_CACHE_DIR", str(tmp_path / "regular" / "inner"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert cache_folder.folder.__wrapped__().is_dir()


def test_a_cache_that_takes_no_more_files_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(disk_cache, "write_whole", full)
    file = strategy_file(tmp_path, "unwritten", "return 7.5 * move.rank")
    assert play("unwritten", "random", "--strategies-from", file, "--games", 4)["run"]["games"] == 4


@pytest.mark.long
def test_two_cold_starts_at_once_give_the_same_answer_and_leave_a_sound_cache(cache: Path, tmp_path: Path) -> None:
    both = [
        start("play", GAME, "shed", "random", *QUICK, env={"KNOTLAB_CACHE_DIR": tmp_path / "cold"}) for _ in range(2)
    ]
    answers = [untimed(finished(process, 300).json) for process in both]
    assert answers[0] == answers[1] == played(cache, "shed", "random")
    compiled = files(tmp_path / "cold")
    assert played(tmp_path / "cold", "shed", "random") == answers[0]
    assert files(tmp_path / "cold") == compiled, "something had to be compiled again"
    assert not list((tmp_path / "cold").rglob(".*")), "a temporary file is left"

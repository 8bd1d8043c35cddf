"""Processes that work for a command: they end with it however it ends, and run nothing but what they are meant to."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import knotlab as knotlab_package
from knotlab.sim.playing.fanout import fan_out
from tests.cli import GAME, contents, finished, knotlab, one_line, start, without_progress

pytestmark = pytest.mark.more

RUN = ("play", GAME, "random", "random:tremble=0.5", "--fixed-seats", "--seed", 31, "--workers", 2)
PROC = pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no /proc")
SHARED = (Path("/dev/shm"), Path(tempfile.gettempdir()))  # where joblib keeps locks, and folders of what is shared
SIGHUP = pytest.param(signal.SIGHUP, marks=pytest.mark.long, id="SIGHUP")


@contextmanager
def hangups(handling: signal.Handlers) -> Iterator[None]:
    """Programs started meanwhile inherit this handling of a terminal that is gone, whatever that of the tests is."""
    before = signal.signal(signal.SIGHUP, handling)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def of_group(process: subprocess.Popen[str]) -> list[int]:
    """The processes that a program has started and that are there still, itself apart."""
    there = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != process.pid:
            try:
                words = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(words[2]) == process.pid and words[0] != "Z":  # its process group
                there.append(int(entry.name))
    return there


def wait_until_playing(process: subprocess.Popen[str], folder: Path) -> None:
    """Wait until a program's workers have finished a part."""
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        if any(folder.glob("parts/part-*.parquet")):
            return
        time.sleep(0.05)
    pytest.fail("it played nothing")


@PROC
@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGKILL, marks=pytest.mark.long),
        signal.SIGTERM,
        SIGHUP,
    ],
    ids=lambda each: each.name,
)
def test_workers_end_within_5_seconds_of_their_driver(number: signal.Signals, tmp_path: Path) -> None:
    with hangups(signal.SIG_DFL):
        process = start(*RUN, "--games", "1e7", "--out", tmp_path / "run", "--backend", "processes")
    wait_until_playing(process, tmp_path / "run")
    assert len(of_group(process)) >= 2
    process.send_signal(number)
    process.wait(timeout=5)
    ended = time.monotonic()
    out, err = process.communicate(timeout=5)  # the pipes end too
    while of_group(process) and time.monotonic() - ended < 5:
        time.sleep(0.05)
    assert of_group(process) == []
    assert out == "" and [path for top in SHARED for path in top.glob(f"*-{process.pid}-*")] == []
    assert [path for top in SHARED for path in top.glob(f"joblib*_{process.pid}_*")] == []
    said = without_progress(err)
    assert said == "" if number == signal.SIGKILL else "interrupted; the games played are in" in one_line(said)
    assert process.returncode == (-number if number == signal.SIGKILL else 130)


@pytest.mark.long
def test_a_run_that_outlives_its_terminal_by_nohup_goes_on(tmp_path: Path) -> None:
    with hangups(signal.SIG_IGN):  # as nohup does
        process = start(*RUN, "--games", 60_000, "--out", tmp_path / "run")
    wait_until_playing(process, tmp_path / "run")
    process.send_signal(signal.SIGHUP)
    assert finished(process).status == 0


def test_worker_processes_import_nothing_from_the_working_directory(tmp_path: Path) -> None:
    for name in ("numpy", "random", "joblib", "polars", "signal"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write('{name} ')\n")
    words = ("play", GAME, "shed", "random", "--games", 10_000, "--fixed-seats", "--workers", 2, "--out")
    console_script = "import sys; from knotlab.reports.cli.app import program; program()"  # -P: as an installed one
    answer = subprocess.run(
        [sys.executable, "-P", "-c", console_script, *map(str, words), tmp_path / "run", "--backend", "processes"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(str(knotlab_package.__file__)).parents[1])},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert answer.returncode == 0, answer.stderr
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()
    assert knotlab(*words, tmp_path / "threads").status == 0
    assert contents(tmp_path / "run") == contents(tmp_path / "threads")


@pytest.mark.long
def test_a_worker_that_has_used_much_memory_is_replaced_without_a_word() -> None:
    """Tests make errors of warnings: one in the thread that joblib's results come from would have all wait for ever."""

    def work(number: int) -> tuple[int, int]:
        vars(sys).setdefault("kept", []).append(np.ones(160_000_000, np.uint8))  # joblib looks each second
        time.sleep(0.35)
        return number, os.getpid()

    done = list(fan_out(work, [(number,) for number in range(12)], 2, "processes"))
    assert [number for number, _ in done] == [*range(12)] and len({process for _, process in done}) > 2

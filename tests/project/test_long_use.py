"""Long use of one process: neither memory nor open files grow."""

import os
import subprocess
import time
from pathlib import Path

import pytest

import knotlab
from tests.cli import GAME, start

SECONDS, WARM_UP = 150.0, 30.0
GROWTH = 20.0  # MB that memory may grow from one half to the other: less than 1 MB for 10 calls

pytestmark = [pytest.mark.long, pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="there is no /proc")]


def used(process: int) -> tuple[float, int]:
    """A process's memory in MB, and how many files it has open."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20, len(os.listdir(f"/proc/{process}/fd"))


def check_flat(seen: list[tuple[float, int]], what: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither memory nor files are more in the second half than in the first, but for what comes and goes."""
    half = len(seen) // 2
    (before, files_before), (after, files_after) = (
        (max(memory for memory, _ in part), max(files for _, files in part)) for part in (seen[:half], seen[half:])
    )
    with capsys.disabled():
        print(f"\n{what}: at most {before:.0f} MB and {files_before} files, then {after:.0f} MB and {files_after}")
    assert half > 3 and after < before + GROWTH and files_after <= files_before


def test_games_played_again_and_again_in_one_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen, begun, calls = [], time.monotonic(), 0
    while time.monotonic() < begun + SECONDS:
        calls += 1
        options = {"games": 4000, "seed": calls, "set": {"turn_limit": 30}}
        knotlab.play(GAME, ["shed", "random"], **options).to_pandas()
        knotlab.play(GAME, ["shed", "random"], out=tmp_path / "run" / str(calls % 3) / str(calls), **options)
        if time.monotonic() > begun + WARM_UP:
            seen.append(used(os.getpid()))
    check_flat(seen, f"{2 * calls} runs through the Python interface", capsys)


def test_one_long_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    process = start("play", GAME, "random", "random", "--games", "1e9", "--out", tmp_path / "run", "--workers", 1)
    seen, begun = [], time.monotonic()
    try:
        while time.monotonic() < begun + SECONDS:
            time.sleep(1)
            assert process.poll() is None, process.communicate()
            if time.monotonic() > begun + WARM_UP:
                seen.append(used(process.pid))
    finally:
        process.terminate()
        try:
            process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
    check_flat(seen, "one command", capsys)

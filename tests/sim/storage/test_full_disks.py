"""Disks that are full, as small file systems in memory: a command says so in one sentence and loses nothing, and the
rerun, once there is room, leaves the files of one that nothing disturbed.
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli import GAME, Answer, knotlab, one_line, program
from tests.sim.storage.test_killed_commands import OWN, results

pytestmark = pytest.mark.more

SIZE = 64 * 2**20
LIMIT = ("--set", "turn_limit=20", "--seed", 5)
WORKS: dict[str, tuple[object, ...]] = {
    "play": ("play", GAME, "shed", "random", *LIMIT, "--fixed-seats", "--games", 9000, "--out", "OUT"),
    "play --log": ("play", GAME, "shed", "random", *LIMIT, "--games", 4000, "--log", "--out", "OUT"),
    "duel": ("duel", GAME, "shed", "random", *LIMIT, "--players", 2, "--margin", "30%", "--out", "OUT"),
    "tournament": ("tournament", GAME, "shed", "random", *LIMIT, "--players", 2, "--games", 40, "--out", "OUT"),
    "claims": ("claims", "--claims-from", "OWN", "--quick", "--out", "OUT"),
    "tune": ("tune", "twyst", "threshold+solid", "--budget", 0.001, "--seed", 1, "--out", "OUT"),
    "report": ("report", "--deals", 30, "--seed", 7, "--budget", 0, "--workers", 1, "--out", "OUT"),
}
LONG = ("tournament", "claims", "tune", "report")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small file system of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", folder], capture_output=True, text=True
    )
    if made.returncode:
        pytest.skip(f"no file system can be mounted here, which takes an administrator's rights: {made.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def fill(disk: Path, room: int) -> Path:
    """A file that leaves room for so many bytes."""
    file, state = disk / "filling", os.statvfs(disk)
    with file.open("wb") as filling:
        os.posix_fallocate(filling.fileno(), 0, max(state.f_bavail * state.f_frsize - room, 1))
    return file


def used(disk: Path) -> int:
    """The bytes that are taken of a disk."""
    state = os.statvfs(disk)
    return (state.f_blocks - state.f_bfree) * state.f_frsize


def last_line(answer: Answer) -> str:
    """The last line on standard error: a report says before what it has written."""
    return answer.err.splitlines(keepends=True)[-1]


def is_begun(whole: Any, found: Any) -> bool:
    """Whether a file is as in the end, a list of fewer files, or a manifest that cannot say yet how many pieces there
    are.
    """
    if isinstance(found, frozenset) and isinstance(whole, frozenset):
        return found <= whole
    if isinstance(found, dict) and isinstance(whole, dict) and found.get("pieces") is None:
        whole, found = ({**each, "pieces": None} for each in (whole, found))
    return bool(found == whole)


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=[pytest.mark.long] * (kind in LONG)) for kind in WORKS])
def test_a_full_disk_is_one_sentence_and_nothing_is_lost(kind: str, disk: Path, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    names = {"OUT": disk / "run", "OWN": tmp_path / "own.py"}
    words = [names.get(str(word), word) for word in WORKS[kind]]
    assert knotlab(*words).status == 0
    undisturbed, needed = results(disk / "run"), used(disk)
    for share in (0.0, 0.6):
        subprocess.run(["rm", "-r", disk / "run"], check=True)
        filling = fill(disk, int(share * needed))
        answer = (program if kind == "claims" else knotlab)(*words)  # threads that play other cells end with a program
        assert answer.status == 1 and "No space left on device" in one_line(last_line(answer)), (share, answer)
        assert str(disk / "run") in answer.err
        there = results(disk / "run") if (disk / "run").exists() else {}
        assert all(is_begun(undisturbed.get(name), found) for name, found in there.items()) or kind == "report"
        filling.unlink()
        assert knotlab(*words).status == 0
        assert results(disk / "run") == undisturbed

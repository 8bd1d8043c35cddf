"""Damage at random to whatever is read back: it is refused in one sentence, or it changes nothing; `verify` finds it.

Each reader meets some mutations of its files in every test run, and 10,000 in the long one, which counts outcomes.
"""

import os
import random
import shutil
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knotlab.analysis.audit import audit
from knotlab.analysis.runs import code
from knotlab.sim.compiling.jit import parsed_hash
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.playing.verify import Fault
from tests.kept_files import KINDS, Reader

pytestmark = pytest.mark.more

FEW = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
MANY = 10_000
SEEDS = st.integers(0, 2**32)
VERIFIED = [name for name, kind in KINDS.items() if kind.is_verified]
Copy = Callable[[str], Path]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A function that makes a folder of a kind, once; tests only read it."""
    folders: dict[str, Path] = {}

    def made(kind: str) -> Path:
        if kind not in folders:
            folder = tmp_path_factory.mktemp("undisturbed") / "kept"
            KINDS[kind].make(folder)
            folders[kind] = folder
        return folders[kind]

    return made


@pytest.fixture(autouse=True)
def sources_are_hashed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """They do not change between two mutations, and reading them all takes longer than everything else."""
    once = cache(parsed_hash)
    monkeypatch.setattr(code, "parsed_hash", lambda paths: once(tuple(paths)))


@pytest.fixture
def copy(kept: Copy, tmp_path: Path) -> Copy:
    """A function that copies a folder of a kind, to do harm to."""
    return lambda kind: Path(shutil.copytree(kept(kind), tmp_path / "kept"))


# --- damage ---


def damaged(content: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """A file's bytes with one thing wrong."""
    at = chance.randrange(len(content) + 1)
    span = content[at : at + chance.randint(1, 30)]
    spelt = [b"0", b"-1", b"null", b"1e999", b'"x"', b"[]", b"{}", b"\xe2\x80\xa8", b"9" * 5000]
    return chance.choice(
        [
            content[:at] + bytes([chance.randrange(256)]) + content[at + 1 :],
            content[:at] + content[at + len(span) :],
            content[:at] + span + content[at:],
            content[:at],
            content[:at] + chance.choice(spelt) + content[at + chance.randint(0, 3) :],
            chance.choice(others),
            b"",
        ]
    )


def outcome(folder: Path, show: Reader, truth: Any, seed: int, by_verify: bool = False) -> str:
    """What comes of damage to one file of a folder, which is repaired afterwards.

    by_verify: whether `verify` is asked first. What it says is whole must be shown as before, but for a file that is
    gone, without which a folder may be one of a command that has not finished.
    """
    chance = random.Random(seed)
    before = {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file() and path.name != ".lock"}
    file = chance.choice(list(before))
    content = damaged(before[file], list(before.values()), chance)
    way = chance.random()
    is_gone = way < 0.05
    if is_gone:
        file.unlink()
    elif by_verify and way < 0.2:
        put_in_place(file, chance)
    else:
        file.write_bytes(content)
    try:
        if by_verify and not all(each.is_whole for each in audit(folder)):
            return "refused"
        shown = is_refused(show, folder, truth)
        return "wrong" if shown == "refused" and by_verify and not is_gone else shown
    except InputError:
        return "refused"
    except Exception as error:
        return f"crashed: {type(error).__name__}: {error} by {seed}"
    finally:
        repair(folder, before)


def put_in_place(file: Path, chance: random.Random) -> None:
    """Put what is no file in the place of one: a link to the same content, to nothing or to what never ends, a pipe, a
    folder.
    """
    aside = file.with_name(f".{file.name}.aside")
    kind = chance.choice(["aside", "nowhere", "/dev/zero", "pipe", "folder"])
    file.rename(aside)
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    else:
        file.symlink_to(aside.name if kind == "aside" else kind)


def is_refused(show: Reader, folder: Path, truth: Any) -> str:
    """Whether a damaged folder is refused, shown as before, or otherwise."""
    try:
        return "harmless" if show(folder) == truth else "wrong"
    except (InputError, RunError, Fault):
        return "refused"


def repair(folder: Path, before: dict[Path, bytes]) -> None:
    """Give a folder its files again, and no other."""
    for path in list(folder.rglob("*")):
        if path.is_symlink() or path.is_fifo() or (path.is_file() and path.name != ".lock" and path not in before):
            path.unlink()
        elif path.is_dir() and path in before:
            path.rmdir()
    for path, content in before.items():
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)


def check_few(folder: Path, show: Reader, by_verify: bool) -> None:
    """Some mutations, none of which may go unnoticed where it matters."""
    truth = show(folder)
    assert not by_verify or all(each.is_whole for each in audit(folder))

    @FEW
    @given(SEEDS)
    def damage(seed: int) -> None:
        assert outcome(folder, show, truth, seed, by_verify) in ("refused", "harmless")

    damage()


@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_refused_or_changes_nothing(kind: str, copy: Copy) -> None:
    check_few(copy(kind), KINDS[kind].show, by_verify=False)


@pytest.mark.parametrize("kind", VERIFIED)
def test_no_damage_that_matters_is_whole_to_verify(kind: str, copy: Copy) -> None:
    check_few(copy(kind), KINDS[kind].show, by_verify=True)


CASES = [(kind, False) for kind in KINDS] + [(kind, True) for kind in VERIFIED]


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "by_verify"), CASES, ids=lambda each: {False: "shown", True: "verified"}.get(each, each)
)
def test_damage_counted_by_outcome(kind: str, by_verify: bool, copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    folder, show = copy(kind), KINDS[kind].show
    counts = Counter(map(partial(outcome, folder, show, show(folder), by_verify=by_verify), range(MANY)))
    with capsys.disabled():
        print(f"\n{kind}{' by verify' if by_verify else ''}: {dict(counts)}")
    assert counts.keys() <= {"refused", "harmless"} and sum(counts.values()) == MANY

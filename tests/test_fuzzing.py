"""Damage at random to whatever is read back: it is refused in one sentence, or it changes nothing.

Each reader meets some mutations of its files in every test run, and 10,000 in the long one, which counts outcomes.
"""

import json
import random
import shutil
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knotlab.analysis.runs.measured import measured
from knotlab.analysis.runs.saved import load
from knotlab.analysis.tournaments.result import read as read_tournament
from knotlab.reports.viewer.replay import read_replay
from knotlab.reports.words.telling import tell
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.verify import Fault, verify
from tests.cli import GAME, knotlab

FEW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
MANY = 10_000
WORDS = (GAME, "shed", "random", "--set", "turn_limit=20", "--seed", 5)
SEEDS = st.integers(0, 2**32)
Reader = Callable[[Path], Any]


# --- kinds of folders, with what a user is shown of them ---


def run_shown(folder: Path) -> Any:
    """The tables and facts of a run; one that is not complete is said to be so."""
    result = load(folder)
    if result.complete < 1:
        raise RunError("of a run that is not complete")
    return result.to_pandas().to_json(), result.facts()


def rate_shown(folder: Path) -> Any:
    """A rate of a run's event log."""
    result = load(folder)
    if result.complete < 1:
        raise RunError("of a run that is not complete")
    rate = measured(result.scan_log(), "hand_size", "moves > 1", result.conditions, result.deals)
    return rate.value, rate.low, rate.high, rate.cases, rate.n


def tournament_shown(folder: Path) -> Any:
    """The tables of a tournament."""
    return json.dumps(read_tournament(folder).plain(), default=float)


def records_shown(folder: Path) -> Any:
    """Nothing of the games, which records without checksums may tell otherwise: but what is verified is told, too."""
    read_replay(folder / "games.jsonl").to_html()
    for line in (folder / "games.jsonl").read_text("utf-8").split("\n")[:-1]:
        verify(json.loads(line))
        "\n".join(tell(json.loads(line)))


KINDS: dict[str, tuple[tuple[object, ...], Reader]] = {
    "run": (("play", *WORDS, "--games", 40, "--out", "kept"), run_shown),
    "event log": (("play", *WORDS, "--games", 40, "--log", "--out", "kept"), rate_shown),
    "tournament": (("tournament", *WORDS, "--players", 2, "--games", 40, "--out", "kept"), tournament_shown),
    "records": (("records", *WORDS, "--games", 2, "--why", "--save", "kept/games.jsonl"), records_shown),
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A folder of each kind; tests only read it."""
    folders = {}
    for kind, (words, _) in KINDS.items():
        folder = tmp_path_factory.mktemp("undisturbed") / "kept"
        if kind == "records":
            folder.mkdir()
        answer = knotlab(*(str(word).replace("kept", str(folder)) for word in words))
        assert answer.status == 0, answer
        folders[kind] = folder
    return folders


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


def outcome(folder: Path, show: Reader, truth: Any, seed: int) -> str:
    """What comes of damage to one file of a folder, which is repaired afterwards."""
    chance = random.Random(seed)
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")
    file = chance.choice(files)
    before = file.read_bytes()
    content = damaged(before, [path.read_bytes() for path in files], chance)
    if chance.random() < 0.05:
        file.unlink()
    else:
        file.write_bytes(content)
    try:
        return "harmless" if show(folder) == truth else "wrong"
    except (InputError, RunError, Fault, json.JSONDecodeError):
        return "refused"
    except Exception as error:
        if isinstance(error, ValueError) and "Exceeds the limit" in str(error):  # of digits: a fault of JSON, too
            return "refused"
        return f"crashed: {type(error).__name__}: {error} by {seed}"
    finally:
        file.write_bytes(before)


@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_refused_or_changes_nothing(kind: str, kept: dict[str, Path], tmp_path: Path) -> None:
    folder, show = Path(shutil.copytree(kept[kind], tmp_path / "kept")), KINDS[kind][1]
    truth = show(folder)

    @FEW
    @given(SEEDS)
    def damage(seed: int) -> None:
        assert outcome(folder, show, truth, seed) in ("refused", "harmless")

    damage()


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_damage_counted_by_outcome(
    kind: str, kept: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, show = Path(shutil.copytree(kept[kind], tmp_path / "kept")), KINDS[kind][1]
    counts = Counter(map(partial(outcome, folder, show, show(folder)), range(MANY)))
    with capsys.disabled():
        print(f"\n{kind}: {dict(counts)}")
    assert counts.keys() <= {"refused", "harmless"} and counts["refused"] > MANY / 2

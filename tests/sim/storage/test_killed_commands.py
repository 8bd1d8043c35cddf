"""Commands of every kind that are killed, interrupted or asked to end at random moments, 200 times in all: the rerun
leaves the files of one that nothing disturbed.
"""

import json
import random
import re
import shutil
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.cli import GAME, finished, knotlab, one_line, start, timeless_list
from tests.reports.pages import untimed_page

pytestmark = pytest.mark.more

OWN = """from knotlab.analysis.claims import Duel, Tip

DUELS = tuple(
    Duel(f"an idea beside {other}", "shed", f"{other}", players=(2, 3), margin=0.02)
    for other in ("random", "hoard-aces")
)
TIPS = [Tip("MY-C1", "twisted-knot", "a claim of my own", "heard", "as it stands.", DUELS)]
"""
HOURS = 1e6  # seconds: until it ends by itself
SIGNALS = {signal.SIGKILL: -signal.SIGKILL, signal.SIGINT: 130, signal.SIGTERM: 130}  # with the status that they leave
PROMPT = 5.0  # seconds from an interrupt to the end
IN_A_ROW = 4  # kills of one folder, after which the command may finish
SECONDS = re.compile(r"[\d.,]+ (s|games/s)\b")
OF_A_CLOCK = ("times", "argv", "checksum")


class Work(NamedTuple):
    """A command, and how often it is killed. In its words `OUT` is its folder and `OWN` a file of claims."""

    words: tuple[object, ...]
    kills: int


PLAY = ("play", GAME, "random", "random:tremble=0.5", "--fixed-seats", "--seed", 31, "--out", "OUT", "--workers")
WORKS = {
    "play": Work((*PLAY, 1, "--games", 100_000), 50),
    "play --log": Work((*PLAY, 2, "--games", 20_000, "--log"), 40),
    "processes": Work((*PLAY, 2, "--games", 100_000, "--backend", "processes"), 30),
    "duel": Work(
        ("duel", GAME, "hoard-aces", "shed", "--players", 3, "--precision", "0.4%", "--seed", 8, "--out", "OUT"), 30
    ),
    "tournament": Work(
        ("tournament", GAME, "shed", "random", "hoard-aces", "--players", 2, "--games", 20_000, "--out", "OUT"), 30
    ),
    "claims": Work(("claims", "--claims-from", "OWN", "--quick", "--out", "OUT"), 20),
}


def timeless(content: Any) -> Any:
    """Plain data without what tells of a clock or of how the command was typed."""
    if isinstance(content, dict):
        return {name: timeless(each) for name, each in content.items() if name not in OF_A_CLOCK}
    return [timeless(each) for each in content] if isinstance(content, list) else content


def results(folder: Path) -> dict[str, Any]:
    """Every file of a folder; of manifests and pages what does not tell of a clock."""
    return {str(path.relative_to(folder)): result(path) for path in folder.rglob("*") if path.is_file()}


def result(file: Path) -> Any:
    """What is in a file; times are in manifests alone, and on pages for readers."""
    if file.name == "manifest.json":
        return timeless(json.loads(file.read_text()))
    if file.name == "SHA256SUMS":
        return frozenset(timeless_list(file).splitlines())
    if file.suffix == ".html":
        return SECONDS.sub("", untimed_page(file.read_text()))
    return file.read_bytes()


def ended(words: list[object], folder: Path, within: float, chance: random.Random) -> tuple[str, float]:
    """By which signal a command was ended, none if it ended by itself before, and how long it had worked.

    within: seconds after which it is sent one at the latest.
    """
    process, sent = start(*words), chance.choice([*SIGNALS])
    while not folder.exists() and process.poll() is None:
        time.sleep(0.005)
    began = time.monotonic()
    end = began + within * chance.random()
    while process.poll() is None and time.monotonic() < end:
        time.sleep(0.002)
    worked, is_late = time.monotonic() - began, process.poll() is not None
    process.send_signal(sent)
    answer = finished(process)
    if is_late or answer.status == 0:
        assert answer.status == 0, answer
        return "", worked
    assert answer.status in (SIGNALS[sent], -sent) and time.monotonic() - began - worked < PROMPT, answer
    assert answer.status < 0 or "interrupted" in one_line(answer.err)  # else it had not begun
    return sent.name, worked


@pytest.mark.long
@pytest.mark.parametrize("kind", WORKS)
def test_commands_ended_at_random_moments_end_up_as_if_undisturbed(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.py").write_text(OWN)
    kept, folder, chance = tmp_path / "kept", tmp_path / "run", random.Random(f"kills of {kind}")

    def words(out: Path) -> list[object]:
        return [{"OUT": out, "OWN": tmp_path / "own.py"}.get(str(word), word) for word in WORKS[kind].words]

    assert knotlab(*words(tmp_path / "warm")).status == 0  # compiles what is not in the cache
    by, seconds = ended(words(kept), kept, HOURS, chance)
    assert not by
    undisturbed, outcomes, rounds, resumed = results(kept), Counter[str](), 0, 0
    while outcomes.total() < WORKS[kind].kills:
        for _ in range(IN_A_ROW):
            by, _ = ended(words(folder), folder, seconds, chance)
            outcomes.update([by] if by else [])
            if not by or outcomes.total() == WORKS[kind].kills:
                break
        resumed += folder.exists() and any(folder.rglob("*.parquet"))
        assert knotlab(*words(folder)).status == 0
        assert results(folder) == undisturbed, f"after {outcomes}"
        shutil.rmtree(folder)
        rounds += 1
    with capsys.disabled():
        print(f"\n{kind}: {dict(outcomes)} in {rounds} folders, {resumed} with parts; {seconds:.1f} s undisturbed")
    assert resumed > rounds / 2

"""The walk from a command to a kernel: no room of the house is entered twice.

Work is handed to workers by `sim/playing/fanout.py`, and piece by piece, batch by batch, by `sim/playing/delivery.py`.
With one worker it is called from there; with more it begins anew in the worker's process. So these are no part of a
walk, which goes on in the room that says what the workers are to do.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from knotlab import analysis, api, reports, sim, strategies
from knotlab.analysis.claims.evidence.files import published
from knotlab.analysis.claims.evidence.results import some_of
from knotlab.analysis.claims.rulebooks.library import tip_named
from knotlab.analysis.report import play as report
from knotlab.analysis.report.contests import published_contests
from knotlab.analysis.tuning import task
from knotlab.sim import games
from knotlab.sim.playing import branch, job
from tests.cli import GAME
from tests.cli import knotlab as command

FOLDERS = [Path(room.__file__).parent for room in (api, reports, analysis, strategies, sim)]
HAND_OVER = ("sim/playing/fanout.py", "sim/playing/delivery.py")
KERNELS = ((job, "fresh_runs"), (branch, "fresh_runs"))  # made just before a kernel is called, and only there
SHED, ACES = "shed", "hoard-aces"

COMMANDS = {
    "play": ("play", GAME, SHED, "random", "--games", 40, "--workers", 1),
    "duel": ("duel", GAME, SHED, "random", "--margin", "30%", "--workers", 1),
    "tournament": ("tournament", GAME, SHED, "random", "--games", 8, "--players", 2, "--workers", 1),
    "tune": ("tune", "twyst", "threshold+solid", "--budget", 0.001, "--workers", 1),
    "claims": ("claims", "TK-C16", "--quick", "--workers", 1),
    "claims in stages": ("claims", "TK-C24", "--stages", "sizes", "--precision", "50%", "--workers", 1),
    "whatif": ("whatif", GAME, SHED, "random", "--decision", 3, "--rollouts", 5),
    "report": ("report", "--deals", 2, "--budget", 1, "--workers", 1),
    "report with all tips": ("report", "--deals", 2, "--budget", 1, "--play", "--workers", 1),
    "report of a table": ("report", GAME, SHED, "random", "--games", 4, "--workers", 1),
    "report of a field": ("report", GAME, SHED, ACES, "random", "--players", 2, "--games", 8, "--workers", 1),
    "bid": ("bid", "S AKQ72 H 83 D K9 C AT54", "--precision", 90, "--workers", 1),
}


def room_of(frame: FrameType) -> str | None:
    """The room that a call is in: a part of `analysis` or `reports`, or another layer as a whole."""
    for folder in FOLDERS:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(folder):
            inside = path.relative_to(folder).parts
            if f"{folder.name}/{'/'.join(inside)}" in HAND_OVER:
                return None
            rooms = folder.name in ("reports", "analysis") and len(inside) > 1
            return f"{folder.name}/{inside[0]}" if rooms else folder.name
    return None


def walk_to(frame: FrameType) -> tuple[str, ...]:
    """The rooms from the command to a call, each change of room once."""

    def upwards(here: FrameType | None) -> Iterator[str]:
        while here:
            if room := room_of(here):
                yield room
            here = here.f_back

    return tuple(room for room, _ in groupby(upwards(frame)))[::-1]


LONG = ("claims", "tune", "bid", "report", "report with all tips")  # much to compute, on walks like those of others


@pytest.fixture
def little_is_published(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A report of one game is about one tip and one tournament that are published."""
    little = some_of(published(), ["KW-C4"])
    contest, tips = next(published_contests("knotweed")), (tip_named("KW-C4"),)  # before games are left out
    monkeypatch.setattr(report, "published", lambda: little)
    monkeypatch.setattr(report, "tips", lambda: tips)
    monkeypatch.setattr(report, "published_contests", lambda *_: iter([contest]))
    monkeypatch.setattr(games, "listed", lambda: ("knotweed",))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=[pytest.mark.long] * (name in LONG) + [pytest.mark.long] * (name not in ("play", "duel", "report")),
        )
        for name in COMMANDS
    ],
)
@pytest.mark.usefixtures("little_is_published")
def test_no_walk_from_a_command_to_a_kernel_enters_a_room_twice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    walks: set[tuple[str, ...]] = set()
    for module, function in KERNELS:
        real = getattr(module, function)

        def entered(*given: Any, real: Callable[..., Any] = real) -> Any:
            if threading.current_thread() is threading.main_thread():  # kernels are compiled in the background
                walks.add(walk_to(sys._getframe(1)))
            return real(*given)

        monkeypatch.setattr(module, function, entered)
    monkeypatch.setattr(task, "DEALS", (2, 2))  # of each generation: however few, the walk is the same
    answer = command(*COMMANDS[name], "--json")
    assert answer.status == 0, answer.err
    assert walks and all(walk[0] == "reports/cli" and walk[-1] == "sim" for walk in walks)
    assert [walk for walk in walks if len(set(walk)) < len(walk)] == []

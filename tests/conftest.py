"""What holds for all tests."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import settings

from knotlab.sim import budget
from knotlab.sim.playing.trying import IN_TRIAL
from knotlab.strategies.declare import Strategy, declared
from knotlab.strategies.inspection import python_function
from tests.cli import knotlab

settings.register_profile("in any time", deadline=None)  # a busy machine may take long over one example
settings.load_profile("in any time")

collect_ignore_glob = ["fourth_game/tree/*"]  # for a copy of the project alone

# What only the tests of `make test-all` need, which installs it.
NEEDED_BY = {
    "browser": "playwright",
    "sim/playing/test_dask.py": "distributed",
    "project/test_notebooks.py": "nbclient",
}
collect_ignore = [name for name, package in NEEDED_BY.items() if find_spec(package) is None]
if sys.platform == "win32":  # about terminals, and signals of which there is none
    collect_ignore += [
        "cli/test_terminal.py",
        "sim/playing/test_worker_processes.py",
        "sim/storage/test_killed_commands.py",
    ]


def pytest_report_header() -> list[str]:
    """Which tests cannot run here."""
    return [
        f"left out: tests/{name} needs {NEEDED_BY[name]}, see `make test-all`"
        for name in collect_ignore
        if name in NEEDED_BY
    ]


def pytest_collection_finish() -> None:
    """Compilers leave a million objects that live on: they are searched for garbage less often."""
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


@pytest.fixture(autouse=True)
def strategies_of_a_test_are_forgotten() -> Iterator[None]:
    """What a test declares on the spot, as at a prompt, is not in the catalogue of the tests that follow."""
    before = list(declared)
    yield
    declared[:] = [strategy for strategy in declared if strategy in before or not is_of_a_test(strategy)]


@pytest.fixture(autouse=True)
def trials_are_left_to_the_tests_of_them(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strategies of tests, and of programs that they start, play without a trial, which takes seconds, but in tests
    marked `tried`.
    """
    if request.node.get_closest_marker("tried") is None:
        monkeypatch.setenv(IN_TRIAL, os.devnull)


@pytest.fixture(autouse=True)
def what_was_begun_within_a_budget_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands with a budget of seconds find cold kernels in some tests, and busy cores in all."""
    monkeypatch.setattr(budget, "GRACE", 600.0)


@pytest.fixture(autouse=True)
def each_process_compiles_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where each core has a process that runs tests, helpers would compile once more what kernels of a game share."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        monkeypatch.setattr("knotlab.sim.compiling.precompile._Helpers.employ", lambda *_: None)


@pytest.fixture
def forbid_playing(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A function from whose call on every attempt to play a piece fails."""
    fail = partial(pytest.fail, "a piece was played")
    return lambda: monkeypatch.setattr("knotlab.sim.playing.delivery._deliver", lambda *_: fail())


def is_of_a_test(strategy: Strategy) -> bool:
    """Whether a strategy was declared within a function, or at a prompt."""
    return strategy.inline or "<locals>" in python_function(strategy.score).__qualname__


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a report with few deals, as the command writes it into a new folder: once for all processes that run
    tests.
    """
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    out, page = shared / "deep" / "report", shared / "page.txt"
    with FileLock(shared / "report.lock"):
        if not page.exists():
            words = "--deals 30 --seed 7 --budget 0 --workers 1 --json --out".split()
            page.write_text(knotlab("report", *words, out).json["page"])
    return Path(page.read_text())

"""Kernels are compiled ahead, in other processes, and a user is told so."""

import pickle
import re
from pathlib import Path
from random import random

import pytest

from knotlab.sim import jit, notices, precompile
from knotlab.sim.errors import InputError
from knotlab.sim.jit import OFF
from knotlab.sim.job import kernels_of
from knotlab.sim.players import compiled
from knotlab.sim.precompile import Kernel, make_ready
from knotlab.strategies.resolve import player
from tests.cli import GAME, start, strategy_file

pytestmark = pytest.mark.skipif(OFF, reason="nothing is compiled")


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """What a listener is told."""
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(notices, "on_compiling", [lambda done, total: told.append((done, total))])
    return told


def fresh(folder: Path, *names: str) -> list[Kernel]:
    """Kernels of strategies that nobody has compiled before, a file each."""
    files = [strategy_file(folder, name, f"return {random()} * move.rank") for name in names]
    return [
        Kernel(compiled, (player(GAME, name.replace("_", "-"), [file]).functions,))
        for name, file in zip(names, files, strict=True)
    ]


def test_several_kernels_are_compiled_by_other_processes_and_loaded_here(
    tmp_path: Path, steps: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels = fresh(tmp_path, "ahead_one", "ahead_two", "ahead_three")
    assert not any(kernel.is_there() for kernel in kernels)
    saved: list[object] = []
    monkeypatch.setattr(jit.DiskCache, "save_overload", lambda self, *_: saved.append(self.name))
    make_ready(kernels, workers=2)
    assert all(kernel.is_there() for kernel in kernels)
    assert saved == [], "something was compiled in this process"
    assert steps == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_single_kernel_is_compiled_here(tmp_path: Path, steps: list[tuple[int, int]]) -> None:
    make_ready(fresh(tmp_path, "ahead_alone"))
    assert steps == [(0, 1), (1, 1)]


def test_what_is_there_is_not_told(tmp_path: Path, steps: list[tuple[int, int]]) -> None:
    (kernel,) = fresh(tmp_path, "ahead_again")
    make_ready([kernel])
    del steps[:]
    make_ready([kernel, kernel])
    assert steps == []


def test_a_strategy_that_cannot_be_compiled_is_reported_here(tmp_path: Path) -> None:
    good = fresh(tmp_path, "ahead_good")
    job = player(GAME, "shed")
    broken = Kernel(_broken, ("ahead-broken",))
    with pytest.raises(InputError, match="ahead-broken cannot be compiled"):
        make_ready([*good, broken, *fresh(tmp_path, "ahead_better")])
    assert job.functions


def _broken(name: str) -> None:
    if getattr(jit._loading, "only", False):
        raise jit.NotCompiled
    raise InputError(f"{name} cannot be compiled")


def test_processes_that_die_leave_the_work_to_this_one(
    tmp_path: Path, steps: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precompile, "WORKER", [*precompile.WORKER[:1], "-c", "import sys; sys.exit(1)"])
    kernels = fresh(tmp_path, "ahead_lone", "ahead_lorn")
    make_ready(kernels)
    assert all(kernel.is_there() for kernel in kernels)
    assert steps == [(0, 2), (2, 2)]


def test_every_kernel_of_a_run_can_be_sent_to_another_process() -> None:
    from knotlab.analysis.runs.play import make_job

    job = make_job(GAME, ["shed", "random", "hoard-aces"])
    for kernel in [*kernels_of(job), *kernels_of(job, log=True)]:
        assert pickle.loads(pickle.dumps(kernel)).make is kernel.make


def test_the_command_line_says_what_it_waits_for(tmp_path: Path) -> None:
    files = [strategy_file(tmp_path, name, f"return {random()} * move.rank") for name in ("cold", "colder")]
    options = [word for file in files for word in ("--strategies-from", file)]
    process = start("play", GAME, "cold", "colder", "--games", 2, *options)
    _, err = process.communicate(timeout=120)
    steps = re.findall(r"^knotlab: compiling (\d+) kernels, once per installation: (\d+) of (\d+)$", err, re.MULTILINE)
    assert process.returncode == 0
    planned = int(steps[0][0])
    assert planned >= 2 and [tuple(map(int, step)) for step in steps] == [
        (planned, done, planned) for done in range(planned + 1)
    ]

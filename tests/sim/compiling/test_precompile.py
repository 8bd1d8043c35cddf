"""Kernels are compiled ahead, in other processes, and a user is told so."""

import contextlib
import os
import pickle
import re
import subprocess
import sys
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import SystemRandom
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from knotlab.analysis import precompiling
from knotlab.analysis.precompiling import kernels_of as shipped_kernels
from knotlab.analysis.runs.fields import groups, named_fields, usual_players, watched
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.speed.bench import tables_of
from knotlab.analysis.tournaments.setup import usual_entrants
from knotlab.sim import budget, games, notices
from knotlab.sim.compiling import cache_folder, disk_cache, jit, precompile
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.compiling.precompile import Kernel, compiling, make_ready
from knotlab.sim.errors import InputError
from knotlab.sim.playing import stepper
from knotlab.sim.playing.job import batch_kernel, kernels_of, logged_kernel, traced_kernel
from knotlab.sim.playing.players import compiled
from knotlab.sim.storage.result_files import write_whole
from knotlab.strategies.resolve import player
from tests.cli import GAME, knotlab, refused, start, strategy_file
from tests.sim.toy import toy

pytestmark = [pytest.mark.skipif(OFF, reason="nothing is compiled"), pytest.mark.tried]


@pytest.fixture(autouse=True)
def each_process_compiles_by_itself() -> None:
    """Not here: the processes that help are what is tested."""


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """What a listener is told."""
    messages: list[tuple[int, int]] = []
    monkeypatch.setattr(notices, "on_compiling", [lambda done, total: messages.append((done, total))])
    return messages


BY_CHANCE = SystemRandom()  # whatever seed is set: with a cache that is kept, each run needs kernels of its own


def fresh(folder: Path, *names: str) -> list[Kernel]:
    """Kernels of strategies that nobody has compiled before, a file each."""
    files = [strategy_file(folder, name, f"return {BY_CHANCE.random()} * move.rank") for name in names]
    return [
        Kernel(compiled, (player(GAME, name.replace("_", "-"), [file]).functions,))
        for name, file in zip(names, files, strict=True)
    ]


@pytest.mark.more
def test_several_kernels_are_shared_with_other_processes_and_all_at_hand_afterwards(
    tmp_path: Path, steps: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels = fresh(tmp_path, "ahead_one", "ahead_two", "ahead_three")
    assert not any(kernel.is_there() for kernel in kernels)
    steps.clear()  # where the cache is cold, looking at a strategy compiles, too
    saved: list[str] = []
    save = disk_cache.DiskCache.save_overload
    monkeypatch.setattr(
        disk_cache.DiskCache, "save_overload", lambda self, *words: (saved.append(self.name), save(self, *words))
    )
    make_ready(kernels, workers=2)
    assert all(kernel.is_there() for kernel in kernels)
    assert 1 <= len(saved) <= 2, "one process compiled everything"
    assert steps == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_process_is_given_kernels_of_one_game_while_there_are_any() -> None:
    assert given_of([Kernel(int, (number,), game) for number, game in enumerate("abab")]) == [0, 2, 1, 3]


def given_of(kernels: list[Kernel], wanted: Collection[int] = (), wanted_only: bool = False) -> list[int]:
    """The numbers of some kernels, of which some are waited for, in the order in which a process is given them."""
    queue, given, game = precompile._Queue(), list[int](), ""
    queue.add(kernels)
    queue.want([kernels[number] for number in wanted])
    while kernel := queue.take(game, wanted_only):
        given += kernel.arguments
        game = kernel.game
    return given


def test_what_takes_longest_is_compiled_first_and_before_it_what_is_waited_for() -> None:
    kernels = [Kernel(int, (number,), "a", seconds) for number, seconds in enumerate((1.0, 8.0, 5.0, 2.0))]
    assert given_of(kernels) == [1, 2, 3, 0]
    assert given_of(kernels, wanted=(0, 3)) == [3, 0, 1, 2]
    assert given_of(kernels, wanted=(0, 3), wanted_only=True) == [3, 0]


@pytest.mark.more
def test_what_is_not_compiled_at_the_end_of_the_block_is_given_up(tmp_path: Path) -> None:
    kernels = [Kernel(_sleeps, (tmp_path / name,)) for name in "ab"]
    begun = time.monotonic()
    with compiling(kernels):
        while not (tmp_path / "a").exists():
            time.sleep(0.05)
    assert time.monotonic() - begun < ENDLESS / 2 and is_gone(int((tmp_path / "a").read_text()))


def _sleeps(file: Path) -> None:
    """A kernel that takes for ever; the number of the process that compiles it is in a file."""
    if getattr(jit._only, "may", ""):
        raise jit.NotCompiled
    _endless(file, b"")


@pytest.mark.more
def test_at_the_end_of_a_budget_the_processes_end_and_what_they_have_compiled_stays(
    tmp_path: Path, steps: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick, endless = Kernel(_leaves_its_number, (tmp_path / "made",)), Kernel(_sleeps, (tmp_path / "number",))
    clock = SimpleNamespace(monotonic=lambda: 120.0 if (1, 2) in steps else 0.0)  # one is compiled in time
    monkeypatch.setattr("knotlab.sim.budget.time", clock)
    monkeypatch.setattr(budget, "GRACE", 5.0)
    elsewhere: list[bytes] = []
    monkeypatch.setattr(precompile, "_finish_elsewhere", elsewhere.extend)
    with (
        budget.within(1.0),
        pytest.raises(budget.TimeIsUp, match="which comes first, once per installation; what was begun"),
    ):
        make_ready([quick, endless], workers=2)
    assert [pickle.loads(content) for content in elsewhere] == [endless]
    assert (tmp_path / "made").exists() and precompile._helpers.pool is None
    assert not (tmp_path / "number").exists() or is_gone(int((tmp_path / "number").read_text()))


@pytest.mark.more
def test_what_is_compiled_while_the_budget_ends_elsewhere_is_finished_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere: list[bytes] = []
    monkeypatch.setattr(precompile, "_finish_elsewhere", elsewhere.extend)
    endless = Kernel(_sleeps, (tmp_path / "number",))

    def play() -> None:
        with compiling([endless]):
            while not (tmp_path / "number").exists():
                time.sleep(0.05)
            raise budget.TimeIsUp("everything else")

    with pytest.raises(budget.TimeIsUp, match="ended while kernels were compiled, which goes on in the background"):
        play()
    assert [pickle.loads(content) for content in elsewhere] == [endless]
    assert is_gone(int((tmp_path / "number").read_text()))


@pytest.mark.long
def test_a_process_that_outlives_the_command_compiles_what_was_begun(tmp_path: Path) -> None:
    (kernel,) = fresh(tmp_path, "ahead_later")
    script = f"from knotlab.sim.compiling.precompile import _finish_elsewhere as go; go([{pickle.dumps(kernel)!r}])"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)
    end = time.monotonic() + 120
    while not kernel.is_on_disk() and time.monotonic() < end:
        time.sleep(0.1)
    assert kernel.is_on_disk()


@pytest.mark.more
def test_within_a_budget_nothing_is_compiled_where_it_cannot_be_stopped(tmp_path: Path) -> None:
    kernels = [Kernel(_leaves_its_number, (tmp_path / "number",))]
    with budget.within(1.0):
        make_ready(kernels)
    first, *_ = (tmp_path / "number").read_text().split()
    assert int(first) != os.getpid()


def _leaves_its_number(file: Path) -> None:
    """A kernel that notes which process compiles it."""
    if getattr(jit._only, "may", ""):
        raise jit.NotCompiled
    with file.open("a") as opened:
        opened.write(f"{os.getpid()} ")


def test_looking_for_a_kernel_does_not_load_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (kernel,) = fresh(tmp_path, "looked_for")
    assert not kernel.is_on_disk()
    with compiling([kernel]):  # elsewhere
        while not kernel.is_on_disk():
            time.sleep(0.1)
    assert not precompile._queue.known and precompile._helpers.pool is None
    monkeypatch.setattr(disk_cache.DiskCache, "load_overload", None)
    assert kernel.is_on_disk()


def test_a_single_kernel_is_compiled_here(tmp_path: Path, steps: list[tuple[int, int]]) -> None:
    make_ready(fresh(tmp_path, "ahead_alone"))
    assert steps == [(0, 1), (1, 1)]


def test_the_steps_of_a_game_are_told_and_are_nothing_for_a_cluster(
    steps: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = replace(toy(1), name=f"toy-{uuid4()}")  # compiled by nobody before
    monkeypatch.setattr(games, "find", {game.name: game}.__getitem__)
    assert list(stepper.steps(game.name)) == list(stepper.STEPS)
    n = len(stepper.STEPS)
    assert steps[0] == (0, n) and steps[-1] == (n, n)
    assert not precompile.made_ready.intersection(stepper.step_kernels(game.name))


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


def test_processes_that_are_ended_just_after_they_were_given_something_end_in_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from joblib.externals.loky import process_executor

    thread = process_executor._ExecutorManagerThread
    look = thread.wait_result_broken_or_wakeup

    def slow(self: Any) -> Any:
        seen = look(self)
        time.sleep(0.2)  # in which it is given more, and ended
        return seen

    monkeypatch.setattr(thread, "wait_result_broken_or_wakeup", slow)
    helpers = precompile._Helpers(precompile._Queue())
    for number in (1, 2):
        helpers.queue.add([Kernel(int, (number,))])
        helpers.employ(number)
        time.sleep(0.1 * (number == 1))
    helpers.stop()  # what a thread of loky's raised would be a failure of this test


def _broken(name: str) -> None:
    if getattr(jit._only, "may", ""):
        raise jit.NotCompiled
    raise InputError(f"{name} cannot be compiled")


@pytest.mark.more
def test_processes_that_die_leave_the_work_to_this_one(
    tmp_path: Path, steps: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precompile, "_make", lambda content: os._exit(1))
    kernels = fresh(tmp_path, "ahead_lone", "ahead_lorn")
    make_ready(kernels)
    assert all(kernel.is_there() for kernel in kernels)
    assert steps == [(0, 2), (1, 2), (2, 2)]


@pytest.mark.more
def test_an_interrupt_ends_the_other_processes_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "number"
    monkeypatch.setattr(precompile, "_make", partial(_endless, file))
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        make_ready([Kernel(_interrupted, (file, number)) for number in range(3)], workers=2)
    assert time.monotonic() - begun < ENDLESS / 2
    assert is_gone(int(file.read_text()))


def is_gone(process: int, seconds: float = 10) -> bool:
    """Whether a process ends within so many seconds."""
    end = time.monotonic() + seconds
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < end:
            os.kill(process, 0)
            time.sleep(0.05)
        return False
    return True


ENDLESS = 600.0  # seconds


def _endless(file: Path, content: bytes) -> None:
    """What a process does that somebody else must end; its number is in a file."""
    write_whole(file, str(os.getpid()).encode())
    time.sleep(ENDLESS)


def _interrupted(file: Path, _: int) -> None:
    """Somebody stops the command once the other process is at work."""
    if getattr(jit._only, "may", ""):
        raise jit.NotCompiled
    while not file.exists():
        time.sleep(0.01)
    raise KeyboardInterrupt


SHARED = """
from knotlab.sim.compiling import disk_cache
from knotlab.sim.compiling.precompile import Kernel, make_ready
from knotlab.sim.playing.players import compiled
from knotlab.strategies.resolve import player

names = {names}
players = [player("twisted-knot", name.replace("_", "-"), [file]) for name, file in names]
kernels = [Kernel(compiled, (each.functions,)) for each in players]
saved, save = [], disk_cache.DiskCache.save_overload
disk_cache.DiskCache.save_overload = lambda self, *words: (saved.append(self.name), save(self, *words))
make_ready(kernels, workers=2)
print(len(kernels), "kernels, here", len(saved), "of them; all there:", all(kernel.is_there() for kernel in kernels))
"""


def of_a_script(script: str, folder: Path) -> str:
    """What a script without a guard prints."""
    (folder / "script.py").write_text(script)
    return subprocess.run([sys.executable, folder / "script.py"], capture_output=True, text=True, check=True).stdout


def of_standard_input(script: str, folder: Path) -> str:
    """What a script prints that comes from standard input."""
    done = subprocess.run([sys.executable], input=script, capture_output=True, text=True, check=True, cwd=folder)
    return done.stdout


def of_a_notebook(script: str, folder: Path) -> str:
    """What a script prints in the cell of a notebook."""
    import nbformat

    from docs.notebooks.run import run

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(script)])
    nbformat.write(notebook, folder / "cell.ipynb")
    (cell,) = run(folder / "cell.ipynb").cells
    return "".join(output.text for output in cell.outputs if output.get("name") == "stdout")


@pytest.mark.more
@pytest.mark.parametrize(
    "printed", [of_a_script, of_standard_input, pytest.param(of_a_notebook, marks=pytest.mark.long)]
)
def test_processes_help_whatever_the_program_comes_from(printed: Callable[[str, Path], str], tmp_path: Path) -> None:
    names = [f"{printed.__name__}_{k}" for k in range(4)]
    files = [strategy_file(tmp_path, name, f"return {BY_CHANCE.random()} * move.rank") for name in names]
    script = SHARED.replace("{names}", repr([(name, str(file)) for name, file in zip(names, files, strict=True)]))
    found = re.fullmatch(r"4 kernels, here (\d) of them; all there: True\n", printed(script, tmp_path))
    assert found and 1 <= int(found[1]) < 4, "one process compiled everything"


def test_a_job_needs_a_kernel_of_its_kind_and_its_players() -> None:
    job = make_job(GAME, ["shed", "random", "shed"])
    assert [kernel.make for kernel in kernels_of(job)] == [batch_kernel, compiled, compiled]
    assert kernels_of(job, traced=True)[1].make == traced_kernel
    assert kernels_of(job)[0].arguments == (GAME, False)
    assert kernels_of(job, log=True)[0].make == logged_kernel


@pytest.mark.parametrize("game", games.names())
def test_all_that_usual_commands_play_is_among_what_a_game_ships(game: str) -> None:
    shipped = set(shipped_kernels(game))
    tables = [list(players) for players in tables_of(game).values()] + [watched(game)]
    tables += [[name] * usual_players(game) for name in usual_entrants(game)]
    for field in named_fields(game):
        chairs = usual_players(game) - 1
        tables += [[each.name for each in (*group, group[0])] for group in groups(game, field, chairs)]
    assert len(tables) > 10
    for table in tables:
        job = make_job(game, table)
        assert {*kernels_of(job), *kernels_of(job, log=True)} <= shipped


def test_compile_says_what_it_did_and_does_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = fresh(tmp_path, "shipped_one", "shipped_two")
    monkeypatch.setattr(precompiling, "kernels_of", lambda game, files: kernels)
    first = knotlab("compile", GAME)
    assert first.status == 0 and re.match(rf"{GAME}: 2 kernels are ready, 2 of them compiled in \d+ s\n", first.out)
    assert str(cache_folder.folder()) in first.out.splitlines()[1]
    assert knotlab("compile", GAME).out.startswith(f"{GAME}: 2 kernels are ready, as they were before\n")
    facts = knotlab("compile", GAME, "twyst", "--json").json
    assert (facts["games"], facts["kernels"], facts["compiled"]) == ([GAME, "twyst"], 2, 0)


def test_compile_refuses_a_game_that_there_is_not() -> None:
    assert "twisted-knot" in refused("compile", "chess")


def test_every_kernel_of_a_run_can_be_sent_to_another_process() -> None:
    job = make_job(GAME, ["shed", "random", "hoard-aces"])
    for kernel in [*kernels_of(job), *kernels_of(job, log=True)]:
        assert pickle.loads(pickle.dumps(kernel)).make is kernel.make


@pytest.mark.long
def test_the_command_line_says_what_it_waits_for(tmp_path: Path) -> None:
    files = [strategy_file(tmp_path, name, f"return {BY_CHANCE.random()} * move.rank") for name in ("cold", "colder")]
    options = [word for file in files for word in ("--strategies-from", file)]
    process = start("play", GAME, "cold", "colder", "--games", 2, *options)
    _, err = process.communicate(timeout=120)
    steps = re.findall(r"^knotlab: compiling (\d+) kernels, once per installation: (\d+) of (\d+)$", err, re.MULTILINE)
    assert process.returncode == 0
    assert int(steps[0][0]) >= 2
    for planned, series in groupby((tuple(map(int, step)) for step in steps), key=itemgetter(0)):
        assert list(series) == [(planned, done, planned) for done in range(planned + 1)]

"""Runs that are killed, interrupted or run into each other: whatever happens, the rerun leaves the files of a run that
nothing disturbed.
"""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from knotlab.analysis import selfcheck
from knotlab.analysis.duels import duel as duels
from knotlab.analysis.duels.question import Question
from knotlab.analysis.duels.result import DuelResult
from knotlab.reports import progress
from knotlab.reports.cli import ENDING
from knotlab.reports.cli.app import GRACE, main
from knotlab.sim import notices
from tests.cli import GAME, Answer, contents, finished, knotlab, one_line, parts, start, strategy_file

pytestmark = pytest.mark.more

GAMES = 50_000  # with fixed seats: twelve full parts of 4096 deals and a piece
RUN = ("play", GAME, "random", "random:tremble=0.5", "--fixed-seats", "--seed", 31, "--workers")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete run that nothing disturbed; tests only read it."""
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    assert knotlab(*RUN, 2, "--games", GAMES, "--out", folder).status == 0
    return folder


def wait_for(folder: Path, process: subprocess.Popen[str], n_parts: int, seconds: float = 60) -> None:
    """Wait until a run has written so many parts (0: its manifest), or has ended."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        if (folder / "manifest.json").exists() and len(parts(folder)) >= n_parts:
            return
        time.sleep(0.002)
    assert process.poll() is not None, f"no {n_parts} parts after {seconds} s"


def killed(folder: Path, games: int, n_parts: int, delay: float) -> int:
    """Start a run, kill it so long after so many parts are there, and say how it ended."""
    process = start(*RUN, 1, "--games", games, "--out", folder)
    wait_for(folder, process, n_parts)
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    finished(process)
    return process.returncode


# Plays in one child process that kills itself at the n-th change it makes to the run folder, then in another that may
# finish; for n = `step`, twice `step`, ...
DYING = """
import contextlib, io, os, signal, sys, tempfile
from knotlab.reports.cli.app import main
from knotlab.sim.playing.job import compile_ahead
from knotlab.analysis.runs.play import make_job

def child(words, n=0):
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    sys.stdout, left = open(os.devnull, "w"), [n]
    def counted(function):
        def call(*words, **more):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*words, **more)
        return call
    calls = [(os, name) for name in ("mkdir", "fsync", "chmod", "replace", "unlink")] + [(tempfile, "mkstemp")]
    for module, name in calls:
        setattr(module, name, counted(getattr(module, name)))
    try:
        main(words)
    except SystemExit as end:
        os._exit(end.code)

out, step, *words = sys.argv[1:]
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main(["rules", words[1]])  # so that no child has to load the libraries
compile_ahead(make_job(words[1], words[2:4]))
n = 0
while True:
    n += int(step)
    ended = child([*words, "--out", f"{out}/{n}"], n)
    again = child([*words, "--out", f"{out}/{n}"])
    print(n, ended, again, flush=True)
    if ended != -signal.SIGKILL:
        break
"""


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)])
def test_a_run_that_dies_at_any_change_to_its_folder_ends_up_as_if_undisturbed(step: int, tmp_path: Path) -> None:
    words = [
        "play",
        GAME,
        "shed",
        "random",
        "--fixed-seats",
        "--games",
        "4200",
        "--set",
        "turn_limit=5",
        "--workers",
        "1",
    ]
    assert knotlab(*words, "--out", tmp_path / "undisturbed").status == 0
    (tmp_path / "runs").mkdir()
    ended = subprocess.run(
        [sys.executable, "-c", DYING, tmp_path / "runs", str(step), *words], capture_output=True, text=True, timeout=120
    )
    folders = sorted((tmp_path / "runs").iterdir(), key=lambda folder: int(folder.name))
    assert ended.returncode == 0 and len(folders) > 15 / step, ended.stderr
    assert [folder.name for folder in folders if not same(folder, tmp_path / "undisturbed")] == [], (
        ended.stdout + ended.stderr
    )


def same(folder: Path, other: Path) -> bool:
    """Whether two run folders hold the same."""
    return (folder / "manifest.json").exists() and contents(folder) == contents(other)


def test_an_interrupted_run_says_how_to_go_on_and_its_rerun_completes_it(kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = start(*RUN, 2, "--games", GAMES, "--out", folder)
    wait_for(folder, process, 1)
    answer = interrupted(process)
    assert str(folder) in answer.line and "same command" in answer.line
    assert 1 <= len(parts(folder)) < 13, "the run was complete before it was to be interrupted"
    assert knotlab(*RUN, 2, "--games", GAMES, "--out", folder).status == 0
    assert contents(folder) == contents(kept)


def interrupted(process: subprocess.Popen[str], whole_group: bool = False, by: int = signal.SIGINT) -> Answer:
    """What a program says when it is interrupted, alone or with its workers; its status must be 130, within 5 seconds
    on a busy machine, too: after 3 it ends itself.
    """
    sent = time.monotonic()
    (os.killpg if whole_group else os.kill)(process.pid, by)
    answer = finished(process, timeout=30)
    assert answer.status == 130, answer
    assert time.monotonic() - sent < 5
    return answer


def test_an_interrupted_run_without_a_folder_says_how_games_are_kept(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "marking", "return 0.0", top=f"open({str(tmp_path / 'loaded')!r}, 'w').close()")
    words = ("play", GAME, "random", "marking", "--strategies-from", file, "--games")
    assert knotlab(*words, 30).status == 0  # it is tried and compiled
    (tmp_path / "loaded").unlink()
    process = start(*words, "1e8")
    while not (tmp_path / "loaded").exists() and process.poll() is None:
        time.sleep(0.01)
    time.sleep(8)  # games begin meanwhile, on a busy machine too
    assert "--out" in interrupted(process).line


IN_A_CALLBACK = """
import sys, time
from ctypes import CFUNCTYPE
from knotlab.reports.cli import app
from knotlab.strategies import catalogue

def load_files(*_):
    print("waiting", flush=True)
    CFUNCTYPE(None)(lambda: time.sleep(2))()
    time.sleep(60)

app.GRACE = 60.0
catalogue.load_files = load_files
sys.argv = ["knotlab", "report"]
app.program()
"""


def test_an_interrupt_that_a_callback_swallows_is_not_lost(tmp_path: Path) -> None:
    """The compiler calls back while it works: Python prints what is raised there, and goes on."""
    words, both = [sys.executable, "-c", IN_A_CALLBACK], subprocess.PIPE
    process = subprocess.Popen(words, stdout=both, stderr=both, text=True, cwd=tmp_path, start_new_session=True)
    assert process.stdout is not None and process.stdout.readline() == "waiting\n"
    assert interrupted(process).line.startswith("knotlab: interrupted")


INTERRUPTED = {
    "play": ("knotlab.api.given.make_job", ("play", GAME, "shed", "random")),
    "show": ("knotlab.reports.saved.read_result", ("show", "run")),
    "records": ("knotlab.sim.playing.match.records_of", ("records", GAME, "shed", "random", "--save", "games.jsonl")),
    "verify": ("knotlab.analysis.record_files.read_text", ("verify", "games.jsonl")),
    "replay": ("knotlab.sim.playing.traced.play_traced", ("replay", GAME, "shed", "random")),
    "check": ("knotlab.analysis.checking.check.check", ("check", "mine.py")),
    "bench": ("knotlab.reports.cli.bench.kernels.measure", ("bench",)),
    "report": ("knotlab.strategies.catalogue.load_files", ("report",)),
}


@pytest.mark.parametrize("command", INTERRUPTED)
def test_every_command_that_is_interrupted_says_so_in_one_line(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, words = INTERRUPTED[command]

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(place, interrupt)
    answer = knotlab(*words)
    assert answer.status == 130 and "interrupted" in answer.line


DUEL = ("duel", GAME, "hoard-aces", "shed", "--players", 3, "--precision", "1%", "--seed", 8)


def interrupted_after(looks: int, *words: object, monkeypatch: pytest.MonkeyPatch) -> Answer:
    """A duel that is interrupted once it has looked at its deals so often."""
    play, seen = duels.duel, 0

    def counted(question: Question, *, on_look: Callable[..., None], **options: Any) -> DuelResult:
        def look(*shown: Any) -> None:
            nonlocal seen
            on_look(*shown)
            seen += 1
            if seen == looks:
                raise KeyboardInterrupt

        return play(question, on_look=look, **options)

    def leave(status: int) -> NoReturn:
        raise SystemExit(status)

    with monkeypatch.context() as patched:
        patched.setattr(duels, "duel", counted)
        patched.setattr(os, "_exit", leave)
        return knotlab(*words)


def test_a_duel_that_is_interrupted_shows_the_estimate_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    path = knotlab(*DUEL, "--json").json["path"]
    assert len(path) > 3
    answer = interrupted_after(3, *DUEL, monkeypatch=monkeypatch)
    assert answer.status == 130 and "the games were not kept; --out FOLDER keeps them" in one_line(answer.err)
    third = path[2]
    numbers = f"{100 * third['mean']:+.2f} games lost in 100 [{100 * third['low']:+.2f}, {100 * third['high']:+.2f}]"
    spelt = numbers.replace("-", "\N{MINUS SIGN}")
    assert f"after {third['deals']:,} deals, no verdict yet: a difference of {spelt} in favour of" in answer.out
    shown = json.loads(interrupted_after(3, *DUEL, "--json", monkeypatch=monkeypatch).out)
    assert shown["interrupted"] and shown["verdict"] == "open"
    assert {name: shown["effect" if name == "mean" else name] for name in ("deals", "mean", "low", "high")} == {
        name: third[name] for name in ("deals", "mean", "low", "high")
    }


def test_long_work_shows_its_progress_in_lines_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "SECONDS", 0.0)
    monkeypatch.setattr(notices, "workers", 0)  # an earlier test may have left those of a cluster
    monkeypatch.setattr(selfcheck, "CHECKS", selfcheck.CHECKS[:1])
    for words in (("play", GAME, "shed", "random", "--games", 20_000), DUEL, ("selfcheck",)):
        with pytest.raises(SystemExit):
            main([str(word) for word in words])
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("progress: ")]
    for shape in (
        r"progress: twisted-knot: shed, random: [\d,]+ of 20,000(, [\d,]+/s)? after \d+ s",
        r"progress: [\d,]+ of [\d,]+ deals; [+\u2212]\d+\.\d\d \[.*\], margin 0\.50 after",
        r"progress: checking: \d+ of \d+ after",
    ):
        assert any(re.match(shape, line) for line in lines), (shape, lines)


def test_a_second_interrupt_ends_a_program_at_once_and_the_first_after_some_seconds() -> None:
    for interrupts, least, most in ((1, GRACE, 3 * GRACE), (2, 0.0, 0.9 * GRACE)):
        process = subprocess.Popen(
            [sys.executable, "-c", DEAF], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout and process.stdout.readline() == "deaf\n"
        begun = time.monotonic()
        for _ in range(interrupts):
            process.send_signal(signal.SIGINT)
            time.sleep(0.1)
        answer = finished(process)
        assert answer.status == 130 and "interrupted" in one_line(answer.err)
        assert least <= time.monotonic() - begun < most


# A program whose terminal is gone before it has begun, and whose user interrupts it while it says so.
AT_ONCE = """
import os, signal, threading
from knotlab.reports import stopped
from knotlab.reports.cli import app

def start(thread, own=threading.Thread.start):
    threading.Thread.start = own
    own(thread)
    os.kill(os.getpid(), signal.SIGHUP)

def sentence(own=stopped.sentence):
    if {again}:
        os.kill(os.getpid(), signal.SIGINT)
    return own()

signal.signal(signal.SIGHUP, signal.SIG_DFL)
threading.Thread.start, stopped.sentence = start, sentence
app.program()
"""


@pytest.mark.parametrize("again", [False, True])
def test_a_program_that_is_interrupted_before_it_begins_says_so_in_one_line(again: bool) -> None:
    words = [sys.executable, "-c", AT_ONCE.format(again=again)]
    answer = finished(subprocess.Popen(words, stderr=subprocess.PIPE, text=True))
    assert answer.status == 130 and "interrupted" in one_line(answer.err)


# A program whose user changes their mind while it is still loaded.
LOADED = """
import os, signal, sys
from knotlab.reports import cli

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "knotlab.reports.cli.app":
            os.kill(os.getpid(), {number})

sys.meta_path.insert(0, Finder())
signal.signal({number}, signal.default_int_handler)
cli.program()
"""


@pytest.mark.parametrize("number", ENDING)
def test_a_program_that_is_interrupted_while_it_is_loaded_says_so_in_one_line(number: int) -> None:
    words = [sys.executable, "-c", LOADED.format(number=int(number))]
    answer = finished(subprocess.Popen(words, stderr=subprocess.PIPE, text=True))
    assert answer.status == 130 and one_line(answer.err) == "knotlab: interrupted"


def test_a_program_does_not_start_under_a_lock_that_an_interrupt_left_behind() -> None:
    text = "import _imp; from knotlab.reports.cli import program; _imp.acquire_lock(); program()"
    answer = finished(subprocess.Popen([sys.executable, "-c", text], stderr=subprocess.PIPE, text=True))
    assert answer.status == 130 and one_line(answer.err) == "knotlab: interrupted"


# A program whose interrupt comes while a library written in C is loaded.
ERROR_OF_ITS_OWN = """
import os, signal
from knotlab.reports.cli import app

def load(arguments=None):
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        raise {error}("failed to import")

app._run = load
app.program()
"""


@pytest.mark.parametrize("error", ["ImportError", "BaseException"])  # numba's and polars's
def test_an_interrupt_that_a_library_turns_into_an_error_is_still_one(error: str) -> None:
    words = [sys.executable, "-c", ERROR_OF_ITS_OWN.format(error=error)]
    answer = finished(subprocess.Popen(words, stderr=subprocess.PIPE, text=True))
    assert answer.status == 130 and "interrupted" in one_line(answer.err)


# A program whose command does not hear of an interrupt, as if machine code went on and on.
DEAF = """
import sys, time
from knotlab.reports.cli import app

def deaf(arguments=None):
    while True:
        try:
            print("deaf", flush=True)
            time.sleep(100)
        except KeyboardInterrupt:
            pass

app.main = deaf
app.program()
"""


@pytest.mark.long
def test_a_run_interrupted_while_it_compiles_ends_in_the_same_way(tmp_path: Path) -> None:
    process = start(*RUN, 2, "--games", 100, "--out", tmp_path / "run", env={"KNOTLAB_CACHE_DIR": tmp_path / "cache"})
    time.sleep(6)
    assert process.poll() is None, "the kernel was compiled already"
    assert str(tmp_path / "run") in interrupted(process).line


@pytest.mark.tried
@pytest.mark.parametrize("seconds", [1, *(pytest.param(other, marks=pytest.mark.long) for other in (0.2, 0.5, 2, 4))])
def test_a_terminal_interrupts_no_process_that_tries_or_compiles_a_strategy(seconds: float, tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "marking", "return 0.0", top=f"open({str(tmp_path / 'loaded')!r}, 'w').close()")
    cold = {"KNOTLAB_CACHE_DIR": tmp_path / "cache"}
    process = start("play", GAME, "random", "marking", "--strategies-from", file, "--games", "1e8", env=cold)
    while not (tmp_path / "loaded").exists() and process.poll() is None:
        time.sleep(0.01)
    time.sleep(seconds)
    assert "--out" in interrupted(process, whole_group=True).line
    assert not left_over(process)


@pytest.mark.long
@pytest.mark.parametrize("n_parts", [0, 1, 4])
@pytest.mark.parametrize(
    ("whole_group", "by"),
    [(False, signal.SIGINT), (True, signal.SIGINT), (True, signal.SIGHUP)],
    ids=["alone", "with its workers", "with its terminal"],
)
def test_an_interrupted_run_on_processes_ends_in_the_same_way_and_leaves_no_process(
    n_parts: int, whole_group: bool, by: int, kept: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    process = start(*RUN, 2, "--games", GAMES, "--out", folder, "--backend", "processes")
    wait_for(folder, process, n_parts)
    answer = interrupted(process, whole_group, by)
    assert str(folder) in answer.line
    assert not left_over(process)
    assert knotlab(*RUN, 2, "--games", GAMES, "--out", folder).status == 0
    assert contents(folder) == contents(kept)


def left_over(process: subprocess.Popen[str], seconds: float = 3) -> bool:
    """Whether any process that a program started is there still after so long; it is killed."""
    end = time.monotonic() + seconds
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < end:
            os.killpg(process.pid, 0)
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGKILL)
        return True
    return False


COMMANDS = {
    "records": ("records", GAME, "random", "random", "--games", "1e6", "--save", "games.jsonl"),
    "report": ("report", "--deals", "1e5", "--budget", 0, "--out", "report"),
    "bench": ("bench", "--games", "1e6"),
}


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
def test_a_long_command_that_is_interrupted_ends_within_3_seconds(command: str, tmp_path: Path) -> None:
    process = start(*COMMANDS[command], cwd=tmp_path, env={"PYTHONPATH": Path.cwd()})
    time.sleep(4)
    assert interrupted(process).out == ""


def test_two_programs_started_at_once_leave_a_sound_folder(tmp_path: Path) -> None:
    words = ("play", GAME, "shed", "random", "--games", 30_000, "--fixed-seats", "--workers", 1, "--out")
    both = [start(*words, tmp_path / "run") for _ in range(2)]
    answers = [finished(process) for process in both]
    assert {answer.status for answer in answers} <= {0, 2} and 0 in {answer.status for answer in answers}
    for answer in answers:
        assert answer.err == "" if answer.status == 0 else one_line(answer.err)
    assert knotlab(*words, tmp_path / "alone").status == 0
    assert contents(tmp_path / "run") == contents(tmp_path / "alone")

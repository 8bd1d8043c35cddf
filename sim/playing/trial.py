"""A trial of users' strategies, before they play at a table: what neither the compiler nor a result would show.

A process of its own, with another seed of Python's hashes, tries their decisions (`trying.py`); another one without the
compiler scores some of them too. Outcomes are kept by strategies, rules and size of the table.
"""

import atexit
import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import Any

import cloudpickle

from knotlab.sim.compiling.cache_folder import code_hash
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.compiling.lifetime import environment_of_ours, uninterrupted
from knotlab.sim.compiling.precompile import Kernel, make_ready
from knotlab.sim.compiling.sources import source_hash, text_hash
from knotlab.sim.errors import InputError
from knotlab.sim.machine import base_folder
from knotlab.sim.playing import trying
from knotlab.sim.playing.players import Player, compiled
from knotlab.sim.playing.stepper import step_kernels
from knotlab.sim.playing.watch import TookTooLong, move_seconds
from knotlab.sim.storage.result_files import prune, write_whole

KEPT_OUTCOMES = 2000
_known: dict[str, str] = {}  # outcomes by what they depend on
_trying = threading.Lock()
SOURCES = (Path(__file__), Path(trying.__file__))


def try_out(*jobs: Any) -> None:
    """Raise InputError if a user's strategy in some jobs must not play at their tables.

    Who sits where, on which deals, changes nothing about that; nor do the shipped strategies that it meets: it is tried
    among the first of them, as a field has dozens of line-ups.
    """
    if OFF or os.environ.get(trying.IN_TRIAL):
        return
    for job in jobs:
        seated = tuple(sorted(map(_tried_of, job.players), key=attrgetter("name")))
        compiled_ones = [player for player in seated if player.functions.bounds and not player.functions.asks]
        if compiled_ones:  # objects in Python are asked what to play, and read no memory
            seated = tuple(compiled_ones[0] if player.functions.asks else player for player in seated)
            table = replace(job, players=seated, seed=0, purpose="play", rollout=0, fixed_seats=False, match=None)
            with _trying:
                fault = _outcome(table)
            if fault:
                raise InputError(fault)


def _tried_of(player: Player) -> Player:
    """A player, or a user's strategy with which one who looks ahead plays on."""
    return next((each for each in (player, *player.assumed) if each.functions.bounds), player)


def _digest(job: Any) -> str:
    """A hash of what is tried: users' strategies, and the rules and size of their table."""
    players = [
        (p.functions.name, p.functions.fingerprint, p.values, p.tremble, p.temperature, p.cheats)
        for p in job.players
        if p.functions.bounds
    ]
    facts = (job.game, sorted(job.rules.items()), players)
    return text_hash(code_hash(), source_hash(SOURCES), repr(facts))[:32]


def _outcome(job: Any) -> str:
    """What is wrong with a strategy at a job's table, in a sentence; empty if nothing is."""
    digest = _digest(job)
    if digest not in _known:
        note = base_folder() / "trials" / f"{digest}.json"
        try:
            _known[digest] = str(json.loads(note.read_text("utf-8"))["fault"])
        except (OSError, ValueError, KeyError, TypeError):
            _known[digest] = _try(job)
            with contextlib.suppress(OSError):
                note.parent.mkdir(parents=True, exist_ok=True)
                write_whole(note, json.dumps({"fault": _known[digest]}).encode())
                prune(note.parent.glob("*.json"), KEPT_OUTCOMES)
    return _known[digest]


def _try(job: Any) -> str:
    """Have a table tried."""
    own = [Kernel(compiled, (player.functions,), job.game) for player in job.players]
    make_ready([*step_kernels(job.game), *own], is_for_cluster=False)
    try:
        question = cloudpickle.dumps(job)
    except Exception:  # of a program that no other process can have
        return ""
    plain = _child(is_plain=True)  # begins while the other one works
    fault, seen = _child(is_plain=False).ask(question)
    return fault or plain.ask(cloudpickle.dumps((job, seen)))[0]


# --- the processes ---


class _Child:
    """A process that tries strategies, and how to ask it."""

    def __init__(self, is_plain: bool) -> None:
        handle, self._place = tempfile.mkstemp(prefix="knotlab-trial-")
        os.close(handle)  # Windows lets nobody else write to an open file
        environment = environment_of_ours(**{trying.IN_TRIAL: self._place})
        environment["PYTHONHASHSEED"] = str(1 + os.getpid() % 1000 + is_plain)  # so what hangs on hashes differs
        environment["GLIBC_TUNABLES"] = "glibc.malloc.tcache_count=0"  # memory that is kept there would not be filled
        environment["OPENBLAS_NUM_THREADS"] = "1"  # starting others takes longer than they could save
        if is_plain:
            environment["NUMBA_DISABLE_JIT"] = "1"
        words = [sys.executable, "-P", "-m", trying.__name__]
        with uninterrupted():
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def ask(self, question: bytes) -> tuple[str, Any]:
        """What is found, in a sentence that is empty if nothing is wrong, and what was seen; raises InputError if the
        process ends over it.
        """
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        try:
            pickle.dump((dict(os.environ), os.getcwd(), sys.path, move_seconds(), question), process.stdin)
            process.stdin.flush()
            fault, seen = pickle.load(process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            raise InputError(self._last_words(process.wait())) from None
        except BaseException:  # an interrupt: nobody would read the answer that is under way
            process.kill()
            process.wait()
            raise
        finally:
            if process.poll() is not None:
                close()
        return str(fault), seen

    def _last_words(self, status: int) -> str:
        """Why the process ended, in a sentence."""
        where = Path(self._place).read_text("utf-8", "replace").strip("\0") or "a strategy at this table"
        if status == trying.ALARMED:
            return f"{where}: {TookTooLong(move_seconds())}"
        how = signal.Signals(-status).name if status < 0 else f"status {status}"
        return f"{where}: it ended the process that it was tried in ({how})"

    def close(self) -> None:
        """End the process."""
        with contextlib.suppress(OSError), self._process:
            self._process.kill()
        Path(self._place).unlink(missing_ok=True)


_children: dict[tuple[int, bool], _Child] = {}


def _child(is_plain: bool) -> _Child:
    """This process's child of a kind."""
    key = os.getpid(), is_plain
    if key not in _children:
        _children[key] = _Child(is_plain)
    return _children[key]


@atexit.register
def close() -> None:
    """End the processes of this one."""
    for (process, _), child in list(_children.items()):
        if process == os.getpid():
            child.close()
    _children.clear()

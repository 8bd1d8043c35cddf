"""The process in which users' strategies are tried (`trial.py`): it answers questions until its standard input ends.

It plays some games at a table and scores each decision of a user's strategy twice, on copies of the view, with memory
that nobody has cleared filled otherwise the second time. So a strategy is refused that changes its view, that reads
beyond an array, whose scores hang on anything but view, move, parameters and its own random numbers, or that ends its
process. Errors of its own are left to the games, which say where they arise.

`python -m knotlab.sim.playing.trying` is such a process.
"""

import contextlib
import ctypes
import faulthandler
import mmap
import os
import pickle
import signal
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.errors import OtherStrategyError
from knotlab.sim.playing.players import Player, compiled, scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.playing.watch import call_within, move_seconds
from knotlab.sim.protocol import CHANCE, OVER, TURN, differing

GAMES = 20
# Of processor time, the first time from the start of the process, after which no further decision is tried, and none is
# scored without the compiler; both have some seconds in any case, however long the process took to begin.
SECONDS, LEAST_SECONDS, PLAIN_SECONDS, LEAST_PLAIN_SECONDS = 1.0, 0.3, 0.5, 0.1
INTERPRETED = 200  # decisions that are scored without the compiler too, as far as the time goes
MOST_DECISIONS = 2000  # of one game
CLOSE = 1e-9  # how far scores of one move may lie apart, the second time and in plain Python
RANDOM_MOVES = 0.5  # the share of moves that are drawn, so that games differ and get into odd positions
TOTALS = (-100, 100)  # between which a seat's points lie in the middle of a match
# Of what is installed.
HOMES = (
    sysconfig.get_path("stdlib"),
    sysconfig.get_path("purelib"),
    str(Path(__file__).parents[2]),
)
IN_TRIAL = "KNOTLAB_IN_TRIAL"  # set in the processes of trials
ALARMED = -signal.SIGVTALRM if hasattr(signal, "setitimer") else 1  # the status of one that took too long
PLACE_BYTES = 1024  # for the words of which decision is tried
PERTURB = -6  # of glibc's mallopt: what memory that is handed out is filled with, as the complement of a byte
SMALL, LARGE = 0x00, 0x43  # bytes of memory that nobody has filled: zeros, and numbers of some 1e16
UNFILLED = (
    "its moves get other scores the second time; it reads memory that it has not filled (np.empty), or something else "
    "than view, move, parameters and its own random numbers"
)


@dataclass(frozen=True)
class Seen:
    """A decision as it was tried: whose it is, what was seen, the moves with their scores, and where it was."""

    player: int
    view: bytes
    moves: Sequence[tuple[int, ...]]
    scores: np.ndarray
    where: str


@dataclass
class Filling:
    """What plain Python finds in memory that nobody has filled: one byte, again and again."""

    byte: int = SMALL


_filling = Filling()


class Clock:
    """Tells when this thread's processor time is used up, which it seldom asks for: on some machines that takes longer
    than a decision, and as long as less time has passed than was left, it cannot be.
    """

    def __init__(self, end: float) -> None:
        self._end, self._next = end, 0.0

    def is_over(self) -> bool:
        """Whether it is used up."""
        if time.perf_counter() < self._next:
            return False
        left = self._end - time.thread_time()
        self._next = time.perf_counter() + left
        return left <= 0


class Refused(Exception):
    """A strategy must not play; the text says why."""


def tried(job: Any, since: float | None = None) -> tuple[str, list[Seen]]:
    """What is wrong with the users' strategies of a job, and decisions to be scored without the compiler.

    since: processor time of this thread from which SECONDS count; now, unless it is given.
    """
    seen: list[Seen] = []
    try:
        load(job)
        now = time.thread_time()
        clock = Clock(max((now if since is None else since) + SECONDS, now + LEAST_SECONDS))
        for number in range(GAMES):
            if not clock.is_over():
                play_trial_game(job, number, clock, seen)
    except Refused as refused:
        return str(refused), seen
    except Exception:  # an error of a strategy's own: the games will say where it is
        return "", []
    return "", seen


def load(job: Any) -> None:
    """Have a table's compiled code there, which counts as the time that the process took to begin."""
    Stepper(games.find(job.game), job.rules)
    for player in job.players:
        compiled(player.functions)


def play_trial_game(job: Any, number: int, clock: Clock, seen: list[Seen]) -> None:
    """Play a game of a job's players, half of its moves drawn at random, and try each decision of users' strategies.

    clock: says when it is broken off. seen: takes some of the decisions. Raises Refused.
    """
    random, kept = np.random.default_rng([number, len(job.players)]), len(seen)
    for decision, (who, view, moves, play) in enumerate(_decisions(job, number, random), start=1):
        player = job.players[who]
        drawn, chosen = random.random() < RANDOM_MOVES, int(random.integers(len(moves)))
        if player.functions.bounds:
            where = f"strategy '{player.name}', game {number} of its trial, decision {decision}"
            scores = score_twice(player, view, moves, where)
            if len(seen) - kept < INTERPRETED // GAMES:
                seen.append(Seen(who, view.tobytes(), [tuple(move) for move in moves], scores, where))
        elif not drawn and not player.functions.looks_ahead:
            scores = scores_of(player, _copy(view), moves)
        else:
            scores = None
        play(moves[chosen if drawn or scores is None else int(np.argmax(scores))])
        if decision == MOST_DECISIONS or clock.is_over():
            return


def _decisions(
    job: Any, number: int, random: np.random.Generator
) -> Iterator[tuple[int, np.record, Any, Callable[[Any], None]]]:
    """The decisions of a game with a choice: number of the player, view, moves, and how one is played."""
    step, seats = Stepper(games.find(job.game), job.rules), job.players_by_seat(number)
    names = step.view.dtype.names or ()
    if number % 2 and "totals" in names:  # as in a match under way
        step.view.totals[:] = random.integers(*TOTALS, len(step.view.totals))
    step.deal(0, number)
    step.begin()
    of_game = random.random(job.n_players)
    while step.status != OVER:
        view, seat = step.view, int(step.view["seat"])  # a field by its name in brackets is read four times as fast
        player = job.players[seats[seat]]
        if "cheats" in names:
            view.cheats = player.cheats
        if step.status == CHANCE:
            step.draw_chance()
        elif step.status == TURN:
            view.game_uniform = of_game[seat] if player.reads else np.nan
            view.turn_uniform, view.decision_uniform = random.random() if "turn" in player.reads else np.nan, np.nan
            step.open_turn()
        else:
            moves = step.moves()
            if len(moves) == 1:
                step.play(moves[0])
                continue
            if "decision" in player.reads:
                view.decision_uniform = random.random()
            yield seats[seat], view, moves, step.play


def score_twice(player: Player, view: np.record, moves: Any, where: str) -> np.ndarray:
    """A decision's scores; raises Refused if the view changes, or they are others the second time, when memory that
    nobody has filled holds something else.
    """
    scores = []
    for byte in (SMALL, LARGE):
        copy = _copy(view)
        fill_given(byte)
        try:
            with _noted(where):
                scores.append(scores_of(player, copy, moves))
        except IndexError as error:
            raise Refused(f"{where}: it reads beyond the end of an array ({error})") from None
        if written := fields_written(view, copy):
            raise Refused(f"{where}: it changes view.{written[0]}; a strategy may write view.plan alone, in its plan")
    first, second = scores
    if first.tobytes() != second.tobytes() and (
        not is_close(first, second) or list(first == first.max()) != list(second == second.max())
    ):
        raise Refused(f"{where}: {UNFILLED}")
    return first


def _copy(view: np.record) -> np.record:
    """A view's copy; NumPy's own takes ten times as long."""
    copy: np.record = np.frombuffer(bytearray(view.tobytes()), view.dtype)[0]
    return copy


def fields_written(before: np.record, after: np.record) -> list[str]:
    """The fields of a view, plan apart, that scoring the moves has changed."""
    return [name for name in differing(before, after) if name != "plan"]


def is_close(first: np.ndarray, second: np.ndarray) -> bool:
    """Whether two lists of scores are the same, up to rounding."""
    return bool(np.allclose(first, second, rtol=CLOSE, atol=CLOSE, equal_nan=True))


def fill_given(byte: int) -> None:
    """Have memory filled with a byte as it is handed out, where the C library does that."""
    if mallopt := _mallopt():
        mallopt(PERTURB, 0xFF ^ byte)


@cache
def _mallopt() -> Callable[[int, int], int] | None:
    """The function of glibc that sets how memory is handed out."""
    try:
        return ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # of another C library, and on Windows
        return None


def interpreted(job: Any, seen: Sequence[Seen], since: float) -> str:
    """What is wrong with scores, compared with those of plain Python.

    since: processor time of this thread from which PLAIN_SECONDS count.
    """
    clock = Clock(max(since + PLAIN_SECONDS, time.thread_time() + LEAST_PLAIN_SECONDS))
    dtype = games.find(job.game).view
    for each in seen:
        try:
            scores = plain_scores(job.players[each.player], each, dtype, LARGE)
        except UnboundLocalError as error:  # the compiler has a zero there
            return f"{each.where}: {error}"
        except Exception:  # of something that the compiler knows and Python does not
            continue
        near = np.isclose(scores, each.scores, rtol=CLOSE, atol=CLOSE, equal_nan=True)
        if not near.all():
            if hangs_on_unfilled(job.players[each.player], each, dtype, scores):
                return f"{each.where}: {UNFILLED}"
            i = int(np.argmin(near))
            return (
                f"{each.where}: move {each.moves[i]} gets {each.scores[i]:.12g} compiled and {scores[i]:.12g} in plain "
                "Python; a whole number is beyond 64 bits, numbers are in single precision (float32), a text's hash "
                "counts, or something else means another thing there"
            )
        if clock.is_over():
            break
    return ""


def plain_scores(player: Player, seen: Seen, view: np.dtype, byte: int) -> np.ndarray:
    """The scores of plain Python, with what nobody has filled holding a byte."""
    _filling.byte = byte
    with _noted(seen.where):
        return scores_of(player, np.frombuffer(seen.view, view).copy()[0], seen.moves)


def hangs_on_unfilled(player: Player, seen: Seen, view: np.dtype, scores: np.ndarray) -> bool:
    """Whether scores are others, or fail, where what nobody has filled is small."""
    try:
        return not is_close(scores, plain_scores(player, seen, view, SMALL))
    except Exception:  # as where it is divided by
        return True


def filled(own: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    """NumPy's own `empty` or `empty_like`, filled as `plain_scores` says, whatever C library hands out the memory."""

    def empty(*of: Any, **how: Any) -> np.ndarray:
        array = own(*of, **how)
        if not array.dtype.hasobject:
            ctypes.memset(array.ctypes.data, _filling.byte, array.nbytes)
        return array

    return empty


def argsort_as_compiled(own: Callable[..., Any]) -> Callable[..., Any]:
    """NumPy's own argsort, with equal values in the order in which the compiler's leaves them: by default neither
    promises one.
    """

    def argsort(values: Any, axis: int = -1, kind: Any = None) -> Any:
        from numba.misc.quicksort import make_py_quicksort  # takes long to load, and few strategies sort

        if kind not in (None, "quicksort"):
            return own(values, axis, kind)
        return make_py_quicksort(is_argsort=True).run_quicksort(np.asarray(values))

    return argsort


def _answer(question: bytes, since: float) -> tuple[str, list[Seen]]:
    """The answer to one question, in seconds of processor time that count from this thread's time `since`."""
    try:
        asked = pickle.loads(question)
    except OtherStrategyError as error:
        return ("", []) if OFF else (f"{error}: {AGAIN}", [])
    except Exception:  # of a module that is not to be had here
        return "", []
    return (interpreted(asked[0], asked[1], since), []) if OFF else tried(asked, since)


AGAIN = (
    "run again, its file gives other values to compute with (chance, the clock, an address, the order of a set), so no "
    "game could be played again"
)


@contextlib.contextmanager
def _noted(where: str) -> Iterator[None]:
    """Leave word of the decision that is tried within the block; one that takes too long ends this process."""
    place = _place()
    if place is not None:
        place[:] = where.encode()[:PLACE_BYTES].ljust(PLACE_BYTES, b"\0")
    _set_alarm(move_seconds())
    try:
        yield
    finally:
        _set_alarm(0.0)


@cache
def _place() -> mmap.mmap | None:
    """The file for the decision that is tried, in memory, in a process of trials: opening it takes longer than a
    decision.
    """
    if IN_TRIAL not in os.environ:
        return None
    with open(os.environ[IN_TRIAL], "r+b") as file:
        file.truncate(PLACE_BYTES)
        return mmap.mmap(file.fileno(), PLACE_BYTES)


def _set_alarm(seconds: float) -> None:
    """End this process after some seconds of the processor, or of the clock where the system has no such alarm."""
    if _place() is None:
        return
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    elif seconds:
        faulthandler.dump_traceback_later(seconds, exit=True)
    else:
        faulthandler.cancel_dump_traceback_later()


def main() -> None:
    """Answer questions from standard input on standard output; what strategies print goes nowhere."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    for stream in (0, 1, 2):
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if OFF:
        for name, as_compiled in (("argsort", argsort_as_compiled), ("empty", filled), ("empty_like", filled)):
            setattr(np, name, as_compiled(getattr(np, name)))
    place, seed, known = os.environ[IN_TRIAL], os.environ["PYTHONHASHSEED"], set(sys.modules)
    since = 0.0
    while True:
        try:
            environment, folder, paths, seconds, question = pickle.load(questions)
        except EOFError:
            return
        os.environ |= environment | {IN_TRIAL: place, "PYTHONHASHSEED": seed}
        for name in os.environ.keys() - environment.keys() - {IN_TRIAL, "PYTHONHASHSEED", "NUMBA_DISABLE_JIT"}:
            del os.environ[name]
        os.chdir(folder)
        sys.path[:] = paths
        pickle.dump(call_within(seconds, _answer, question, since), answers)
        answers.flush()
        for name in sys.modules.keys() - known:  # what users may edit is imported again the next time
            if not _is_installed(sys.modules[name]):
                del sys.modules[name]
        since = time.thread_time()


def _is_installed(module: Any) -> bool:
    """Whether a module belongs to Python, to an installed package or to knotlab."""
    file = str(getattr(module, "__file__", None) or "")
    return not file or file.startswith(HOMES) or module.__name__.startswith("knotlab")


if __name__ == "__main__":
    from knotlab.sim.playing import trying  # under its own name, as what it answers is of its classes

    trying.main()

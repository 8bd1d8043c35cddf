"""The process in which users' strategies are tried (`trial.py`): it answers questions until its standard input ends.

It plays some games at a table and scores each decision of a user's strategy twice, on copies of the view, with memory
that nobody has cleared filled otherwise in between. So a strategy is refused that changes its view, that reads beyond
an array, whose scores hang on anything but view, move, parameters and its own random numbers, or that ends its process.
Errors of its own are left to the games, which say where they arise.

`python -m knotlab.sim.playing.trying` is such a process.
"""

import contextlib
import faulthandler
import os
import pickle
import signal
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF, entry, once
from knotlab.sim.compiling.later import types
from knotlab.sim.errors import OtherStrategyError
from knotlab.sim.playing.players import Player, scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.playing.watch import call_within, decision_seconds
from knotlab.sim.protocol import CHANCE, OVER, TURN, differing

GAMES = 20
SECONDS = 1.5  # of processor time, after which no further decision is tried
INTERPRETED = 200  # decisions that are scored without the compiler too, as far as PLAIN_SECONDS go
PLAIN_SECONDS = 0.5
MOST_DECISIONS = 2000  # of one game
CLOSE = 1e-9  # how far scores of one move may lie apart, the second time and in plain Python
RANDOM_MOVES = 0.5  # the share of moves that are drawn, so that games differ and get into odd positions
TOTALS = (-100, 100)  # between which a seat's points lie in the middle of a match
HOMES = (
    sysconfig.get_path("stdlib"),
    sysconfig.get_path("purelib"),
    str(Path(__file__).parents[2]),
)  # of what is installed
IN_TRIAL = "KNOTLAB_IN_TRIAL"  # set in the processes of trials
ALARMED = -signal.SIGVTALRM if hasattr(signal, "setitimer") else 1  # the status of one that took too long
ROOM = 128  # memory is filled in pieces of 1 to so many numbers, and in larger ones, as arrays are made of
FILLINGS = (0.0, 1.9e19)


@dataclass(frozen=True)
class Seen:
    """A decision as it was tried: whose it is, what was seen, the moves with their scores, and where it was."""

    player: int
    view: bytes
    moves: Sequence[tuple[int, ...]]
    scores: np.ndarray
    where: str


class Refused(Exception):
    """A strategy must not play; the text says why."""


def tried(job: Any) -> tuple[str, list[Seen]]:
    """What is wrong with the users' strategies of a job, and decisions to be scored without the compiler."""
    seen: list[Seen] = []
    until = time.thread_time() + SECONDS
    try:
        for number in range(GAMES):
            play_trial_game(job, number, until, seen)
    except Refused as refused:
        return str(refused), seen
    except Exception:  # an error of a strategy's own: the games will say where it is
        return "", []
    return "", seen


def play_trial_game(job: Any, number: int, until: float, seen: list[Seen]) -> None:
    """Play a game of a job's players, half of its moves drawn at random, and try each decision of users' strategies.

    until: processor time of this thread at which it is broken off. seen: takes some of the decisions. Raises Refused.
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
            scores = scores_of(player, view.copy(), moves)
        else:
            scores = None
        play(moves[chosen if drawn or scores is None else int(np.argmax(scores))])
        if decision == MOST_DECISIONS or time.thread_time() > until:
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
        view = step.view
        player = job.players[seats[view.seat]]
        if "cheats" in names:
            view.cheats = player.cheats
        if step.status == CHANCE:
            step.draw_chance()
        elif step.status == TURN:
            view.game_uniform = of_game[view.seat] if player.reads else np.nan
            view.turn_uniform, view.decision_uniform = random.random() if "turn" in player.reads else np.nan, np.nan
            step.open_turn()
        else:
            moves = step.moves()
            if len(moves) == 1:
                step.play(moves[0])
                continue
            if "decision" in player.reads:
                view.decision_uniform = random.random()
            yield seats[view.seat], view, moves, step.play


def score_twice(player: Player, view: np.record, moves: Any, where: str) -> np.ndarray:
    """A decision's scores; raises Refused if the view changes, or they are others the second time."""
    copies, scores = (view.copy(), view.copy()), []
    for copy, filling in zip(copies, FILLINGS, strict=True):
        fill_freed()(filling)
        try:
            with _noted(where):
                scores.append(scores_of(player, copy, moves))
        except IndexError as error:
            raise Refused(f"{where}: it reads beyond the end of an array ({error})") from None
        if written := fields_written(view, copy):
            raise Refused(f"{where}: it changes view.{written[0]}; a strategy may write view.plan alone, in its plan")
    first, second = scores
    if not is_close(first, second) or list(first == first.max()) != list(second == second.max()):
        raise Refused(
            f"{where}: its moves get other scores the second time; it reads memory that it has not filled (np.empty), "
            "or something else than view, move, parameters and its own random numbers"
        )
    return first


def fields_written(before: np.record, after: np.record) -> list[str]:
    """The fields of a view, plan apart, that scoring the moves has changed."""
    return [name for name in differing(before, after) if name != "plan"]


def is_close(first: np.ndarray, second: np.ndarray) -> bool:
    """Whether two lists of scores are the same, up to rounding."""
    return bool(np.allclose(first, second, rtol=CLOSE, atol=CLOSE, equal_nan=True))


@once
def fill_freed() -> Callable[[float], None]:
    """A compiled function that fills memory which the next arrays of compiled code will be made of."""

    def fill(value: float) -> None:
        for size in range(1, 2 * ROOM):
            numbers = size if size < ROOM else ROOM * (size - ROOM + 1)
            pieces = (np.empty(numbers), np.empty(numbers), np.empty(numbers), np.empty(numbers))
            if size < ROOM or size % 16 == 0:
                for piece in pieces:
                    piece[:] = value

    return entry(fill, types.none(types.float64), "trial.fill_freed")


def interpreted(job: Any, seen: Sequence[Seen]) -> str:
    """What is wrong with scores, compared with those of plain Python."""
    until, dtype = time.thread_time() + PLAIN_SECONDS, games.find(job.game).view
    for each in seen:
        player, view = job.players[each.player], np.frombuffer(each.view, dtype).copy()[0]
        try:
            with _noted(each.where):
                scores = scores_of(player, view, each.moves)
        except Exception:  # of something that the compiler knows and Python does not
            continue
        near = np.isclose(scores, each.scores, rtol=CLOSE, atol=CLOSE, equal_nan=True)
        if not near.all():
            i = int(np.argmin(near))
            return (
                f"{each.where}: move {each.moves[i]} gets {each.scores[i]:.12g} compiled and {scores[i]:.12g} in plain "
                "Python; a whole number is beyond 64 bits, numbers are in single precision (float32), or something "
                "else means another thing there"
            )
        if time.thread_time() > until:
            break
    return ""


def argsort_as_compiled() -> Callable[..., Any]:
    """NumPy's argsort, with equal values in the order in which the compiler's leaves them: by default neither promises
    one.
    """
    from numba.misc.quicksort import make_py_quicksort

    own, quick = np.argsort, make_py_quicksort(is_argsort=True).run_quicksort

    def argsort(values: Any, axis: int = -1, kind: Any = None) -> Any:
        return quick(np.asarray(values)) if kind in (None, "quicksort") else own(values, axis, kind)

    return argsort


def _answer(question: bytes) -> tuple[str, list[Seen]]:
    """The answer to one question."""
    try:
        asked = pickle.loads(question)
    except OtherStrategyError as error:
        return ("", []) if OFF else (f"{error}: {AGAIN}", [])
    except Exception:  # of a module that is not to be had here
        return "", []
    return (interpreted(*asked), []) if OFF else tried(asked)


AGAIN = (
    "run again, its file gives other values to compute with (chance, the clock, an address, the order of a set), so no "
    "game could be played again"
)


@contextlib.contextmanager
def _noted(where: str) -> Iterator[None]:
    """Leave word of the decision that is tried within the block; one that takes too long ends this process."""
    if IN_TRIAL in os.environ:
        with open(os.environ[IN_TRIAL], "w", encoding="utf-8") as place:
            place.write(where)
    _set_alarm(decision_seconds())
    try:
        yield
    finally:
        _set_alarm(0.0)


def _set_alarm(seconds: float) -> None:
    """End this process after some seconds of the processor, or of the clock where the system has no such alarm."""
    if IN_TRIAL not in os.environ:
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
        np.argsort = argsort_as_compiled()
    place, seed, known = os.environ[IN_TRIAL], os.environ["PYTHONHASHSEED"], set(sys.modules)
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
        pickle.dump(call_within(seconds, _answer, question), answers)
        answers.flush()
        for name in sys.modules.keys() - known:  # what users may edit is imported again the next time
            if not _is_installed(sys.modules[name]):
                del sys.modules[name]


def _is_installed(module: Any) -> bool:
    """Whether a module belongs to Python, to an installed package or to knotlab."""
    file = str(getattr(module, "__file__", None) or "")
    return not file or file.startswith(HOMES) or module.__name__.startswith("knotlab")


if __name__ == "__main__":
    from knotlab.sim.playing import trying  # under its own name, as what it answers is of its classes

    trying.main()

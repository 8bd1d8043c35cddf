"""In which line a strategy fails: one decision again in plain Python, where every line can be watched.

`python -m knotlab.analysis.checking.locate` does it in a process of its own, without the compiler.
"""

import json
import subprocess
import sys
import traceback
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from types import FrameType
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.compiling.lifetime import environment_of_ours
from knotlab.sim.playing.stepper import legal_moves
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.declare import Strategy
from knotlab.strategies.home import is_users

MOST_LINES = 2_000_000  # of Python that a decision may take
LAST_LINES = 20_000  # of these, looked at for a loop
MOST_SECONDS = 60.0


@dataclass(frozen=True)
class Place:
    """A line of a user's file: where an error arose, or a loop that does not end."""

    file: str
    line: int
    endless: bool


def locate(strategy: Strategy, view: np.record) -> Place | None:
    """The line in which a strategy, with its defaults, fails before a view; None if it cannot be told."""
    if OFF:
        return place_of(strategy, view)
    question = {
        "game": strategy.game,
        "name": strategy.name,
        "file": str(strategy.file),
        "view": np.asarray(view).tobytes().hex(),
    }
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", __name__],
            input=json.dumps(question),
            env=environment_of_ours(NUMBA_DISABLE_JIT="1"),
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS,
        )
        answer = json.loads(done.stdout.splitlines()[-1])
    except (subprocess.TimeoutExpired, IndexError, json.JSONDecodeError):
        return None
    return None if answer is None else Place(**answer)


def place_of(strategy: Strategy, view: np.record) -> Place | None:
    """The line in which a strategy fails before a view, found in this process."""
    game, lines = games.find(strategy.game), _Lines()
    values = [
        int(parameter.default) if parameter.whole else parameter.default for parameter in strategy.parameters.values()
    ]
    moves = legal_moves(game, view)
    view.plan[:] = 0.0
    try:
        with np.errstate(divide="raise"):
            lines.watch(lambda: _decide(strategy, view, moves, values))
    except _TooManyLines:
        return lines.loop()
    except Exception as error:
        frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
        own = [(code, line) for code, line in frames if is_users(code)]
        return Place(own[-1][0].co_filename, own[-1][1], False) if own else None
    return None


def _decide(strategy: Strategy, view: np.record, moves: list[Any], values: list[float]) -> None:
    """Score the moves, as the simulator does."""
    if strategy.plan is not None:
        strategy.plan(view, *values)
    for move in moves:
        strategy.score(view, move, *values)


class _TooManyLines(Exception):
    """A decision has taken more lines than any should."""


class _Lines:
    """The last lines that were run, and how many there were."""

    def __init__(self) -> None:
        self._last: deque[tuple[FrameType, int]] = deque(maxlen=LAST_LINES)
        self._count = 0
        self._stopped_in: FrameType | None = None

    def watch(self, call: Callable[[], None]) -> None:
        """Make a call line by line; raises _TooManyLines."""
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            call()
        finally:
            sys.settrace(before)

    def _trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self._count += 1
            self._last.append((frame, frame.f_lineno))
            if self._count > MOST_LINES:
                self._stopped_in = frame
                raise _TooManyLines
        return self._trace

    def loop(self) -> Place | None:
        """The first line of the outermost loop of the user's that was still going round at the end."""
        frames, frame = [], self._stopped_in
        while frame is not None:
            frames.append(frame)
            frame = frame.f_back
        for frame in reversed(frames):
            times = Counter(line for seen, line in self._last if seen is frame)
            repeated = [line for line, n in times.items() if n > 1]
            if repeated and is_users(frame.f_code):
                return Place(frame.f_code.co_filename, min(repeated), True)
        return None


def main() -> None:
    """Answer one question from standard input on standard output."""
    question = json.loads(sys.stdin.read())
    strategy = catalogue(question["game"], [question["file"]])[question["name"]]
    view = np.frombuffer(bytes.fromhex(question["view"]), games.find(question["game"]).view).copy()[0]
    place = place_of(strategy, view)
    print()
    print(json.dumps(None if place is None else asdict(place)))


if __name__ == "__main__":
    main()

"""What travels to the workers of a Dask cluster: several calls at a time, and what comes back of them."""

import pickle
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from knotlab.sim.errors import RunError

TASK_SECONDS = 0.5  # that a task is to take about, if one call takes less, as each costs some milliseconds
MOST_TOGETHER = 16  # calls in a task


def perform(task: bytes) -> bytes:
    """Make pickled calls of a function, one after the other: the pickled result and error of each up to the first that
    fails, one of them None, and how many seconds they took.
    """
    answers: list[tuple[Any, Exception | None]] = []
    began = time.perf_counter()
    try:
        function, calls = pickle.loads(task)
        for arguments in calls:
            answers.append((function(*arguments), None))
        return pickle.dumps((answers, time.perf_counter() - began))
    except Exception as error:
        try:
            return pickle.dumps(([*answers, (None, error)], 0.0))
        except Exception:
            said = RunError(f"{type(error).__name__}: {error}")
            return pickle.dumps(([*answers, (None, said)], 0.0))


def bundle_size(seconds: float, most: int) -> int:
    """How many calls are sent together if one takes so many seconds, at most `most`.

    >>> bundle_size(0.1, 100), bundle_size(0.1, 2), bundle_size(9.0, 100), bundle_size(0.0001, 100)
    (5, 2, 1, 16)
    """
    return max(min(int(TASK_SECONDS / max(seconds, 1e-6)), MOST_TOGETHER, most), 1)


class Answer(NamedTuple):
    """What comes back of a bundle: the result and the error of each call, and the seconds that all took."""

    calls: list[tuple[Any, Exception | None]]
    seconds: float


class Sent(NamedTuple):
    """Calls on their way: their future, and the workers that may make them."""

    future: Any
    workers: frozenset[str]


@dataclass(eq=False)
class Bundle:
    """Calls that travel together, from number `first` on.

    sent: none if they have not been sent yet. is_suspect: whether they were lost before with the workers that had them.
    """

    first: int
    calls: Sequence[tuple[Any, ...]]
    sent: Sent | None
    is_suspect: bool = False

    def name(self, of: int) -> str:
        """What it is called in errors."""
        if len(self.calls) == 1:
            return f"part {self.first + 1} of {of}"
        return f"one of the parts {self.first + 1} to {self.first + len(self.calls)} of {of}"

    def suspects(self, of: int) -> list["Bundle"]:
        """The calls of a bundle that was lost with its workers, each to be sent alone once all before it have come
        back: one of them may have ended the workers. Raises RunError if this one was alone already.
        """
        if self.is_suspect and self.sent:
            raise RunError(
                f"{self.name(of)} ended every worker that it was tried on, at last {min(self.sent.workers)}, alone; "
                f"perhaps it needs more memory than they have"
            )
        return [Bundle(self.first + i, [call], None, is_suspect=True) for i, call in enumerate(self.calls)]

"""Errors that a user can mend. The command line prints them as one line and exits with status 2 (or 1)."""

import difflib
from collections.abc import Iterable
from typing import Any


class InputError(ValueError):
    """Something the user gave is wrong; the message says what would be right."""


class RunError(RuntimeError):
    """A run or a verification failed although its input was sound."""


class StrategyError(RunError):
    """A strategy raised an error or gave a score that is not a number.

    Parameters
    ----------
    strategy : str
        Its name.
    index : int
        The game's number in the run.
    decision : int
        The decision's number in the game, from 1.
    cause : str
        What went wrong.
    job : Job, optional
        The games among which playing that one again shows the failure; None if it was on a path that the game itself
        did not take.
    """

    def __init__(self, strategy: str, index: int, decision: int, cause: str, job: Any = None) -> None:
        self.strategy, self.index, self.decision, self.cause, self.job = strategy, index, decision, cause, job
        path = "" if job else " on a path that the game did not take"
        super().__init__(f"strategy '{strategy}' failed in game {index} at decision {decision}{path}: {cause}")

    def __reduce__(self) -> tuple[Any, ...]:
        return StrategyError, (self.strategy, self.index, self.decision, self.cause, self.job)


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """`; did you mean '...'?` with the known name that is nearest to what was given, or nothing if none is near.

    >>> did_you_mean("hord-aces", ["shed", "hoard-aces"])
    "; did you mean 'hoard-aces'?"
    >>> did_you_mean("xyz", ["shed", "hoard-aces"])
    ''
    """
    near = difflib.get_close_matches(given, list(known), 1, 0.5)
    return f"; did you mean '{near[0]}'?" if near else ""

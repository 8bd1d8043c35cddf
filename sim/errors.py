"""Errors that a user can mend. The command line prints them as one line and exits with status 2 (or 1)."""

from typing import Any


class InputError(ValueError):
    """Something the user gave is wrong; the message says what would be right."""


class RunError(RuntimeError):
    """A run or a verification failed although its input was sound."""


class StrategyError(RunError):
    """A strategy raised an error or gave a score that is no number.

    strategy: its name; index: the game's number in the run; decision: the decision's number in the game, from 1; cause:
    what went wrong; job: the games among which playing that one again shows the failure (None: it was on a way that the
    game did not go).
    """

    def __init__(self, strategy: str, index: int, decision: int, cause: str, job: Any = None) -> None:
        self.strategy, self.index, self.decision, self.cause, self.job = strategy, index, decision, cause, job
        way = "" if job else " on a way that the game did not go"
        super().__init__(f"strategy '{strategy}' failed in game {index} at decision {decision}{way}: {cause}")

    def __reduce__(self) -> tuple:
        return StrategyError, (self.strategy, self.index, self.decision, self.cause, self.job)

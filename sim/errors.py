"""Errors that a user can mend. The command line prints them as one line and exits with status 2 (or 1)."""

import difflib
import re
from collections.abc import Iterable
from typing import Any

# A command of the program, which stays as it is typed, or an option with or without its value (`--margin=0.5%`).
TYPED = re.compile(r"knotlab [a-z]+(?: [^;,.()']*)?|(?<![\w-])--([a-z][a-z-]*)(?:=([^\s;,()]+))?")


def in_python(sentence: str) -> str:
    """A sentence that spells options as on the command line, for those who write Python.

    >>> in_python("--claims-from takes a file, as in --margin=0.5% or --stages=sizes; see knotlab claims --help")
    "claims_from takes a file, as in margin=0.005 or stages='sizes'; see knotlab claims --help"
    """

    def spelt(match: re.Match[str]) -> str:
        name, value = match[1], match[2]
        if name is None:
            return match[0]
        share = re.fullmatch(r"([\d.]+)%", value or "")
        word = f"{float(share[1]) / 100:g}" if share else value if str(value).isdecimal() else repr(value)
        return name.replace("-", "_") + (f"={word}" if value else "")

    return TYPED.sub(spelt, sentence)


def on_command_line(sentence: str) -> str:
    """The same sentence for those who type commands.

    >>> on_command_line("as in --margin=0.5%, with the smallest difference")
    'as in --margin 0.5%, with the smallest difference'
    """
    return TYPED.sub(lambda match: match[0] if match[1] is None else match[0].replace("=", " ", 1), sentence)


class InputError(ValueError):
    """Something the user gave is wrong; the message says what would be right.

    It names options as they are typed, `--strategies-from`; as text it has them as in Python, `strategies_from`.
    """

    def __str__(self) -> str:
        return in_python(super().__str__())

    @property
    def typed(self) -> str:
        """The message for the command line."""
        return on_command_line(super().__str__())


class OtherStrategyError(InputError):
    """A strategy of that name has other sources, or computes with other values, here than where it was asked for."""


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
        The decision's number in the game, from 0, as `knotlab replay --why` prints it.
    cause : str
        What went wrong.
    job : Job, optional
        The games among which playing that one again shows the failure; None if it was on a path that the game itself
        did not take.
    """

    def __init__(self, strategy: str, index: int, decision: int, cause: str, job: Any = None) -> None:
        self.strategy, self.index, self.decision, self.cause, self.job = strategy, index, decision, cause, job
        deal = f" (deal {job.deal_of(index)})" if job else ""
        path = "" if job else " on a path that the game did not take"
        super().__init__(f"strategy '{strategy}' failed in game {index}{deal} at decision {decision}{path}: {cause}")

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

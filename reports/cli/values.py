"""Numbers on the command line: parsers that turn an option's text into a value, or refuse it in one sentence."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from knotlab.sim.settings import number

MOST = 10**12  # of anything that a command line can ask for; nobody has that much time
LAST_GAME = 2**62  # the greatest number of a game
LAST_SEED = 2**64 - 1


class Refused(Exception):
    """A value that an option does not take; not a ValueError, which the parser of the command line would rephrase."""


@dataclass(frozen=True)
class Amount:
    """A size as it was written: a share if it has a per cent sign (0.5% is 0.005), else a bare number."""

    text: str
    value: float
    is_share: bool


@dataclass(frozen=True)
class PartOption:
    """Part k of so many, counted from 1."""

    k: int
    of: int


def whole(option: str, least: int = 0, most: int = MOST) -> Callable[[Any], int]:
    """A parser of whole numbers.

    >>> whole("--games", 1)("1e6")
    1000000
    """

    allowed = f"of {least:,} or more" if most == MOST else f"from {least} to {most:,}"

    def parse(text: Any) -> int:
        try:
            value = number(str(text))
        except (ValueError, OverflowError):
            raise Refused(f"{option} must be a whole number {allowed}, not '{text}'") from None
        if value > most == MOST:
            raise Refused(f"{option} can be at most {most:,}, not {text}")
        if not least <= value <= most:
            raise Refused(f"{option} must be a whole number {allowed}, not {text}")
        return value

    return parse


def seed(text: Any) -> int:
    """A parser of seeds."""
    try:
        value = number(str(text))
    except (ValueError, OverflowError):
        value = -1
    if not 0 <= value <= LAST_SEED:
        raise Refused(f"--seed must be a whole number from 0 to 2^64 - 1, not '{text}'")
    return value


def part(text: Any) -> PartOption:
    """A parser of which part of how many.

    >>> part("2/3")
    PartOption(k=2, of=3)
    """
    if isinstance(text, PartOption):
        return text
    k, _, of = str(text).partition("/")
    numbers = [int(word) for word in (k, of) if word.isdecimal() and len(word) < 8]
    if len(numbers) < 2 or not 1 <= numbers[0] <= numbers[1]:
        raise Refused(f"--part must be K/N, part K of N, such as 2/3, not '{text}'")
    return PartOption(*numbers)


def minutes(option: str, none_at_all: bool = False) -> Callable[[Any], float]:
    """A parser of a time in minutes. none_at_all: whether 0 is one."""

    def parse(text: Any) -> float:
        value = _finite(text)
        if value is None or value < 0 or (value == 0 and not none_at_all):
            allowed = "of 0 or more" if none_at_all else "greater than 0"
            raise Refused(f"{option} must be a number of minutes {allowed}, not '{text}'")
        return value

    return parse


def points(option: str) -> Callable[[Any], float]:
    """A parser of a number of points per deal."""

    def parse(text: Any) -> float:
        value = _finite(text)
        if value is None or value <= 0:
            raise Refused(f"{option} must be a number of points per deal greater than 0, not '{text}'")
        return value

    return parse


def probability(option: str) -> Callable[[Any], float]:
    """A parser of a probability in per cent, between 0 and 100, neither of them included."""

    def parse(text: Any) -> float:
        if isinstance(text, float):
            return text
        share = amount(option)(text)
        if not share.is_share:
            raise Refused(f"{option} must be a percentage, as in {option} 5%, not '{text}'")
        if share.value >= 1:
            raise Refused(f"{option} must be less than 100%, not '{text}'")
        return share.value

    return parse


def amount(option: str) -> Callable[[Any], Amount]:
    """A parser of sizes above 0.

    >>> amount("--margin")("0.5%")
    Amount(text='0.5%', value=0.005, is_share=True)
    """

    def parse(text: Any) -> Amount:
        if isinstance(text, Amount):
            return text
        bare = text.strip().removesuffix("%")
        value = _finite(bare)
        if value is None or value <= 0:
            raise Refused(f"{option} must be a number greater than 0, with % if it is a share of games, not '{text}'")
        is_share = bare != text.strip()
        return Amount(text, value / 100 if is_share else value, is_share)

    return parse


def _finite(text: Any) -> float | None:
    """The number that a text is, None if it is none or not finite."""
    try:
        value = float(text)
    except (TypeError, ValueError):
        return None
    return value if math.isfinite(value) else None

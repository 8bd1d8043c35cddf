"""Options read: what was given, as text on the command line or as a value of Python's, becomes a value or is refused in
one sentence. A reader takes the option's spelling, for that sentence.
"""

import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from knotlab.api.declare import Reader
from knotlab.sim.errors import InputError
from knotlab.sim.settings import number, spelt

if TYPE_CHECKING:
    from knotlab.analysis.stats.metrics import Metric

MOST = 10**12  # of anything that somebody can ask for; nobody has that much time
LAST_GAME = 2**62  # the greatest number of a game
LAST_SEED = 2**64 - 1


class TypedSize(float):
    """A size as it was typed: with a per cent sign a share (0.5% is 0.005), else a bare number."""

    text: str

    @property
    def is_share(self) -> bool:
        """Whether it has a per cent sign."""
        return self.text.endswith("%")


def whole(least: int = 0, most: int = MOST) -> Reader:
    """A reader of whole numbers, such as 5000 or 1e6.

    >>> whole(1)("--games", "1e6"), whole(1)("--games", 1e6)
    (1000000, 1000000)
    """
    allowed = f"of {least:,} or more" if most == MOST else f"from {least} to {most:,}"

    def read(option: str, given: Any) -> int:
        value = _whole(given)
        if value is None:
            raise InputError(f"{option} must be a whole number {allowed}, not '{given}'")
        if value > most == MOST:
            raise InputError(f"{option} can be at most {most:,}, not {given}")
        if not least <= value <= most:
            raise InputError(f"{option} must be a whole number {allowed}, not {given}")
        return value

    return read


def seed(option: str, given: Any) -> int:
    """A reader of seeds."""
    value = _whole(given)
    if value is None or not 0 <= value <= LAST_SEED:
        raise InputError(f"{option} must be a whole number from 0 to 2^64 - 1, not '{given}'")
    return value


def amount(of: str, none_at_all: bool = False) -> Reader:
    """A reader of a number of something, such as `minutes`. none_at_all: whether 0 is one."""

    def read(option: str, given: Any) -> float:
        value = _finite(given)
        if value is None or value < 0 or (value == 0 and not none_at_all):
            allowed = "of 0 or more" if none_at_all else "greater than 0"
            raise InputError(f"{option} must be a number of {of} {allowed}, not '{given}'")
        return value

    return read


def size(option: str, given: Any) -> float:
    """A reader of sizes above 0, on the command line with a per cent sign where they are shares.

    >>> size("--margin", "0.5%"), size("--margin", "0.5%").text
    (0.005, '0.5%')
    """
    if not isinstance(given, str):
        return float(given)
    bare = given.strip().removesuffix("%")
    value = _finite(bare)
    if value is None or value <= 0:
        raise InputError(f"{option} must be a number greater than 0, with % if it is a share of games, not '{given}'")
    typed = TypedSize(value / 100 if bare != given.strip() else value)
    typed.text = given.strip()
    return typed


def probability(option: str, given: Any) -> float:
    """A reader of a probability between 0 and 1, neither of them included; on the command line in per cent."""
    if not isinstance(given, str):
        return float(given)
    share = size(option, given)
    if not given.strip().endswith("%"):
        raise InputError(f"{option} must be a percentage, as in {option}=5%, not '{given}'")
    if share >= 1:
        raise InputError(f"{option} must be less than 100%, not '{given}'")
    return float(share)


def effect(option: str, given: float | None, metric: "Metric") -> float | None:
    """An effect by a metric; raises InputError if it was typed in the wrong unit, or is larger than any can be."""
    if not isinstance(given, TypedSize):
        return given
    if metric.is_share and not given.is_share:
        raise InputError(f"{option} is a share of games and needs a % sign, as in {option}=0.5%, not '{given.text}'")
    if given.is_share and not metric.is_share:
        raise InputError(f"{option} takes a number without a % sign for '{metric.name}', not '{given.text}'")
    if metric.reach is not None and given >= metric.reach:
        largest = "100%" if metric.is_share else f"{metric.reach:g}"
        raise InputError(f"{option} must be less than {largest}, the largest difference possible, not '{given.text}'")
    return float(given)


def part(option: str, given: Any) -> tuple[int, int]:
    """A reader of which part of how many.

    >>> part("--part", "2/3")
    (2, 3)
    """
    k, _, of = str(given).partition("/")
    numbers = [int(word) for word in (k, of) if word.isdecimal() and len(word) < 8]
    if len(numbers) < 2 or not 1 <= numbers[0] <= numbers[1]:
        raise InputError(f"{option} must be K/N, part K of N, such as 2/3, not '{given}'")
    return numbers[0], numbers[1]


def path(option: str, given: Any) -> Path:
    """A reader of files and folders."""
    return Path(given)


def file_ending_in(*endings: str, no_other: bool = False) -> Reader:
    """A reader of a file that is to be written: refused before anything is played if it is a folder, another kind of
    file, or out of reach. no_other: whether the ending says what is written.
    """

    def read(option: str, given: Any) -> Path:
        file = Path(given)
        if file.is_dir():
            raise InputError(f"{file} is a folder; name a file in it, as in {file / ('result' + endings[0])}")
        if no_other and file.suffix not in endings:
            raise InputError(f"{option} writes a file ending in {', '.join(endings)}, unlike {file}")
        if file.exists() and file.suffix not in endings:
            raise InputError(
                f"{file} already exists and is not a {endings[0]} file; choose another name, so that nothing of yours "
                f"is overwritten"
            )
        folder = next(parent for parent in file.absolute().parents if parent.exists())
        if not folder.is_dir() or not os.access(folder, os.W_OK):
            raise InputError(f"{file} cannot be written: {folder} is not a folder that you may write to")
        return file

    return read


picture = file_ending_in(".png", ".svg", ".pdf", no_other=True)


def settings(given: Mapping[str, Any] | Sequence[str]) -> list[str]:
    """Rule settings as `KEY=VALUE`.

    >>> settings({"packs": 2, "multiply": ("9", "K")})
    ['packs=2', 'multiply=9,K']
    """
    if isinstance(given, Mapping):
        return [f"{key}={spelt(value)}" for key, value in given.items()]
    return [given] if isinstance(given, str) else list(given)


def several(read: Reader) -> Reader:
    """A reader of one value or of several.

    >>> several(whole(1))("--players", ["3", "5"]), several(whole(1))("--players", 3)
    ((3, 5), (3,))
    """
    return lambda option, given: tuple(read(option, each) for each in (given if is_several(given) else [given]))


def is_several(given: Any) -> bool:
    """Whether something is more than one value."""
    return isinstance(given, Sequence) and not isinstance(given, str)


def measures(option: str, given: str | Sequence[str]) -> tuple[str, ...]:
    """Measures, in a text with commas between them, of which those within brackets are a measure's own."""
    if not isinstance(given, str):
        return tuple(given)
    read, depth = [""], 0
    for sign in given:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            read.append("")
        else:
            read[-1] += sign
    return tuple(each.strip() for each in read)


def whole_numbers(option: str, given: str | Sequence[int]) -> tuple[int, ...]:
    """Whole numbers, in a text with commas between them."""
    read = [_whole(each) for each in (given.split(",") if isinstance(given, str) else given)]
    if None in read:
        raise InputError(f"{option} takes whole numbers with commas between them, not {given!r}")
    return tuple(each for each in read if each is not None)


def files(given: str | Path | Sequence[str | Path]) -> list[Path]:
    """One path or several as a list."""
    return [Path(each) for each in ([given] if isinstance(given, str | Path) else given)]


def _whole(given: Any) -> int | None:
    """The whole number that something is, None if it is none."""
    try:
        if isinstance(given, str):
            return number(given)
        return None if isinstance(given, bool) or int(given) != given else int(given)
    except (TypeError, ValueError, OverflowError):
        return None


def _finite(given: Any) -> float | None:
    """The number that something is, None if it is none or not finite."""
    try:
        value = float(given)
    except (TypeError, ValueError):
        return None
    return value if math.isfinite(value) else None

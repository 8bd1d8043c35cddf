"""What putting folders of slices together has in common, whatever they are slices of."""

import contextlib
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from knotlab.sim.errors import InputError

MERGED = "merged.json"  # in a merged folder: where each part of it comes from
MATTERS = ("python", "numba", "llvmlite", "numpy", "polars")  # libraries that games or files may depend on
NAMED = 4  # gaps that a sentence names


@dataclass(frozen=True)
class Merged:
    """What was put together.

    Attributes
    ----------
    folder : Path
    runs : int
        How many run folders it has; a tournament has several.
    parts : int
        How many parts these have; of claims, how many slices there were.
    argv : list of str
        The command line that prints its results without playing.
    """

    folder: Path
    runs: int
    parts: int
    argv: list[str]


def check_versions(this: Path, first: Mapping[str, str], other: Path, second: Mapping[str, str]) -> None:
    """Raise InputError unless two folders were played with the same versions of what matters."""
    changed = [name for name in MATTERS if first.get(name) != second.get(name)]
    if changed:
        said = " and ".join(f"{name} {first.get(name)} and {second.get(name)}" for name in changed)
        raise InputError(f"{this} and {other} were played with different versions, {said}; play one of them again")


def lacking(missing: int, of: int, what: str, commands: Sequence[str]) -> InputError:
    """What is said where parts are missing: the commands that play them."""
    further = f" (and {len(commands) - NAMED} more)" if len(commands) > NAMED else ""
    return InputError(
        f"{missing} of {of} parts of {what} are missing; play them with: {'; '.join(commands[:NAMED])}{further}; then "
        f"merge all folders"
    )


def command_of(k: int, of: int, folder: Path, known: int, argv: Iterable[str]) -> str:
    """The command line of slice `k`, from that of slice `known`, which was played into `folder`."""
    renamed = re.sub(rf"(?<!\d){known}$", str(k), folder.name)
    fresh = folder.with_name(renamed if renamed != folder.name else f"{folder.name}-{k}")
    return f"knotlab {shlex.join(with_options(argv, {'--part': f'{k}/{of}', '--out': str(fresh)}))}"


def with_options(argv: Iterable[str], values: Mapping[str, str | None]) -> list[str]:
    """A command line with other values of some options.

    Parameters
    ----------
    argv : iterable of str
    values : mapping of str to str or None
        The new value of each option; None removes it.

    Returns
    -------
    list of str

    Examples
    --------
    >>> with_options(["play", "--part", "1/3", "--out=a", "--log"], {"--part": None, "--out": "b"})
    ['play', '--log', '--out', 'b']
    """
    kept = list(_without(argv, values))
    return kept + [word for name, value in values.items() if value is not None for word in (name, value)]


def _without(argv: Iterable[str], names: Iterable[str]) -> Iterator[str]:
    """The words of a command line but for some options that take a value."""
    words = iter(argv)
    for word in words:
        name, equals, _ = word.partition("=")
        if name not in names:
            yield word
        elif not equals:
            with contextlib.suppress(StopIteration):
                next(words)

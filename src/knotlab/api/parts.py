"""One part of a run, duel, tournament or claims, for machines that know nothing of each other: `play_part`."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from knotlab.analysis.runs.parts import playing_only
from knotlab.api.options import DIVISIBLE
from knotlab.sim.errors import InputError
from knotlab.sim.playing.delivery import Part

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class PlayedPart(Generic[R]):
    """A part that was played.

    Attributes
    ----------
    part
        ``(k, n)``: the k-th of n.
    folder
        Where its pieces are.
    result
        Of games and claims what this part came to; None of duels and tournaments, which have a result as a whole only.
    """

    part: tuple[int, int]
    folder: Path
    result: R | None


def play_part(part: tuple[int, int], of: Callable[P, R], *arguments: P.args, **options: P.kwargs) -> PlayedPart[R]:
    """Play one part of what a call would play.

    The files of all parts, copied into one folder, are what the call as a whole leaves: made with that folder as `out`,
    it then returns the result and plays nothing more.

    Parameters
    ----------
    part
        ``(2, 3)`` is every third piece, of claims every third claim, beginning with the second.
    of
        `play`, `duel`, `tournament` or `claims`.
    arguments, options
        As `of` takes them, with a folder as `out`.

    Returns
    -------
    PlayedPart

    Raises
    ------
    InputError
        If there is no such part, no folder, or the folder holds something else.
    StrategyError, RunError
        As `of`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from knotlab import play, play_part
    >>> with TemporaryDirectory() as folder:
    ...     options = {"games": 20_000, "seed": 1, "out": folder}
    ...     halves = [play_part((k, 2), play, "twyst", ["random"] * 4, **options) for k in (1, 2)]
    ...     whole = play("twyst", ["random"] * 4, **options)
    >>> sum(half.result.games for half in halves) == whole.games
    True
    """
    if not 1 <= part[0] <= part[1]:
        raise InputError(f"part is (k, n), the k-th of n parts, such as (2, 3), not {part}")
    if of.__name__ not in DIVISIBLE:
        raise InputError(f"what can be played in parts is {', '.join(DIVISIBLE[:-1])} or {DIVISIBLE[-1]}, not {of}")
    out: Any = options.get("out")
    if out is None:
        raise InputError("--part needs a folder for what it plays; name one with --out")
    result = None
    with playing_only(Part(*part)):
        result = of(*arguments, **options)
    return PlayedPart(part, Path(out), result)

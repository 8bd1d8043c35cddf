"""Which claims are tried, and what their cells share: those that ship, or those of a file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from knotlab.analysis.claims.model.cells import family, headlines
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.model.trial import QUICK, USUAL, Trial
from knotlab.analysis.claims.rulebooks.library import chosen
from knotlab.analysis.claims.rulebooks.user_file import read_claims
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.sim.playing.delivery import Part

OWN_FILES = ("*-C*-*",)  # of which a folder of claims has some


@dataclass(frozen=True)
class Selection:
    """The claims that a user named.

    trial: what their cells share. file: the file that they come from; none: they ship.
    """

    tips: Sequence[Tip]
    trial: Trial = USUAL
    file: Path | None = None

    def part(self, part: Part) -> "Selection":
        """Those claims that belong to a part: every N-th."""
        return replace(self, tips=[tip for number, tip in enumerate(self.tips) if number in part])


def select(
    ids: Sequence[str] = (),
    *,
    claims_from: Path | str | None = None,
    strategies_from: Sequence[Path | str] = (),
    quick: bool = False,
    seed: int = DEFAULT_SEED,
) -> Selection:
    """The claims of some ids, and how they are to be tried.

    ids: which claims, such as `["TK-C1"]`; all of them if none is named. claims_from: a Python file with a list `TIPS`:
    its claims alone, at a level of their own. strategies_from: files with strategies that those claims name. quick: a
    first look: it stops where no effect above eight times the declared margin is left, at one size of table. Raises
    InputError if there is no such claim, or a file cannot be used.

    Examples
    --------
    >>> [tip.id for tip in select(["ty-c4"]).tips]
    ['TY-C4']
    """
    trial = replace(QUICK if quick else USUAL, seed=seed)
    if claims_from is None:
        return Selection(chosen(ids), trial)
    own = read_claims(claims_from, strategies_from)
    trial = replace(trial, cells=family(own), tips=headlines(own), strategies_from=tuple(map(Path, strategies_from)))
    return Selection(chosen(ids, own), trial, Path(claims_from))

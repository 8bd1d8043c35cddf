"""What all cells of a run share: the level, the seed, and how wide the margins are."""

from dataclasses import dataclass
from pathlib import Path

from knotlab.analysis.claims.cells import LEVEL, count, headlines, tips
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.stats.headline import Levels, share_out

WIDER = 8.0  # times the declared margins, in a quick pass


@dataclass(frozen=True)
class Trial:
    """What all cells of a run share.

    Parameters
    ----------
    level
        The chance that any of their verdicts is wrong.
    cells
        How many cells share the level; none: all that ship.
    tips
        How many headlines share the level with them; none: those of all that ship.
    wider
        Times the declared margin within which a difference counts as none. What supports or refutes is judged by the
        declared margin.
    seed
        Of the deals.
    one_size
        Whether each experiment is played at one size of table only.
    strategies_from
        Files with the user's own strategies.
    """

    level: float = LEVEL
    cells: int | None = None
    tips: int | None = None
    wider: float = 1.0
    seed: int = DEFAULT_SEED
    one_size: bool = False
    strategies_from: tuple[Path, ...] = ()

    @property
    def family(self) -> int:
        """How many cells share the level."""
        return count() if self.cells is None else self.cells

    @property
    def alpha(self) -> float:
        """The level of one cell (Bonferroni)."""
        return self.level / max(self.family, 1)

    @property
    def levels(self) -> Levels:
        """What each headline, and each cell's part in simultaneous intervals, may use of the level."""
        return share_out(self.level, headlines(tips()) if self.tips is None else self.tips, self.family)

    @property
    def is_quick(self) -> bool:
        """Whether it is a quick pass."""
        return self.wider > 1


USUAL, QUICK = Trial(), Trial(wider=WIDER, one_size=True)

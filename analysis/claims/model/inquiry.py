"""What all cells of a run share: the level, the seed, and how wide the margins are; and the stages of a run."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from knotlab.analysis.defaults import DEFAULT_SEED

LEVEL = 0.05  # the chance that any of all verdicts is wrong
WIDER = 8.0  # times the declared margins, in a quick pass


class Stage(StrEnum):
    """The stages, in their order."""

    HEADLINES = "headlines"
    SIZES = "sizes"
    CURVES = "curves"


@dataclass(frozen=True)
class Inquiry:
    """What all cells of a run share.

    level: the chance that any of their verdicts is wrong. cells: how many cells share the level; none: all that ship.
    tips: how many headlines share the level with them; none: those of all that ship. wider: times the declared margin
    within which a difference counts as none. What supports or refutes is judged by the declared margin. one_size:
    whether each experiment is played at one size of table only. strategies_from: files with the user's own strategies.
    rules: settings, as `KEY=VALUE`, under which claims are tried that were not made for them.
    """

    level: float = LEVEL
    cells: int | None = None
    tips: int | None = None
    wider: float = 1.0
    seed: int = DEFAULT_SEED
    one_size: bool = False
    strategies_from: tuple[Path, ...] = ()
    rules: tuple[str, ...] = ()

    @property
    def is_quick(self) -> bool:
        """Whether it is a quick pass."""
        return self.wider > 1


USUAL, QUICK = Inquiry(), Inquiry(wider=WIDER, one_size=True)

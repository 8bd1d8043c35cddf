"""How a tip is put to readers: its title, the cards beside it, and what is said of its experiments' numbers.

No direction is written here: that is computed from the number when the sentence is made.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from knotlab.analysis.claims.model.meaning import FEWER, MORE

OTHER_SIDE = {MORE: FEWER, FEWER: MORE}  # the words of a sentence about the other one of two sides


@dataclass(frozen=True)
class Says:
    """The sentence on an experiment's number.

    text: the sentence; of an amount it has {k} for the number and {way} for its direction: fewer or more, as the cells
    have it of the experiment's first side. ways: other words for these two, where that reads better or the sentence is
    about the other side. base: of a chance, what the experiment's share was compared with. rest: the sentence is about
    the other cases.
    """

    text: str
    ways: Mapping[str, str] = field(default_factory=dict)
    base: float | None = None
    rest: bool = False


@dataclass(frozen=True)
class Words:
    """The words of a tip for readers.

    kind: the template of its sentence (`knotlab.reports.words.advice`). title: the advice, or the fact, in few words.
    cards: drawn beside it. rows: by the label of an experiment, what one does in it. says: by the label, what is said
    of its number. beside: what is said of experiments beside a habit. when: which games are meant, where a choice at
    one moment was tried, not a habit for whole games. apart: its habits are not drawn among all habits, as they are
    not choices that a player at a table has.
    """

    kind: str = ""
    title: str = ""
    cards: tuple[str, ...] = ()
    rows: Mapping[str, str] = field(default_factory=dict)
    says: Mapping[str, Says] = field(default_factory=dict)
    beside: Mapping[str, Says] = field(default_factory=dict)
    when: str = ""
    apart: bool = False

    @property
    def names(self) -> dict[str, str]:
        """The experiments that the sentence is about, by label: what is done in each, or the label."""
        return dict(self.rows) | {label: label for label in self.says}

"""What other readings of the rulebooks change about tips: a row for each tip and reading."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import pandas as pd

from knotlab.analysis.claims.trial import Trial
from knotlab.analysis.result import Shown
from knotlab.analysis.stats.headline import HeadlineAnswer, MeanEvidence, answer_of_mean
from knotlab.analysis.stats.sizes import Size
from knotlab.sim import games

COLUMNS = ("usual", "other", "change")


class Reading(NamedTuple):
    """The other reading of a ruling.

    Attributes
    ----------
    ruling
        Its number, such as TK-12.
    setting, value
        The setting, and its value for the other reading.
    rules
        Settings without which it never comes up, as `KEY=VALUE`; both sides are played with them.
    """

    ruling: str
    setting: str
    value: str
    rules: tuple[str, ...] = ()

    @property
    def change(self) -> str:
        """The setting as it is written on the command line."""
        return f"{self.setting}={self.value}"


@dataclass(frozen=True)
class ReadingChange:
    """What another reading changes about a tip, + for following the tip.

    Parameters
    ----------
    tip
        The claim's id.
    game
        The game's name.
    reading
        The other reading.
    label, unit
        The experiment that the headline is about, and the unit of the effects.
    margin
        The smallest effect that matters.
    usual, other
        The mean effect under the ruling, and under the other reading.
    change
        The second less the first, on the same deals.
    games
        How many were played.
    """

    tip: str
    game: str
    reading: Reading
    label: str
    unit: str
    margin: float
    usual: Size
    other: Size
    change: Size
    games: int

    @property
    def answers(self) -> tuple[HeadlineAnswer, HeadlineAnswer]:
        """What both means say by themselves: better, worse, or too small to matter."""
        usual, other = (self._answer(size.value) for size in (self.usual, self.other))
        return usual, other

    @property
    def flips(self) -> bool:
        """Whether the mean says something else under the other reading."""
        return self.answers[0] != self.answers[1]

    @property
    def is_certain(self) -> bool:
        """Whether it does, and the interval of the change that holds for all together excludes zero."""
        return self.flips and self.change.certain_sign != 0

    def _answer(self, mean: float) -> HeadlineAnswer:
        return answer_of_mean(MeanEvidence(mean, mean, mean, True), self.margin)

    def row(self) -> dict[str, Any]:
        """It as a row of a table."""
        row: dict[str, Any] = {"tip": self.tip, "ruling": self.reading.ruling, "reading": self.reading.change}
        row |= {"rules": " ".join(self.reading.rules), "label": self.label, "unit": self.unit, "margin": self.margin}
        for name in COLUMNS:
            row |= {f"{name}_{key}": value for key, value in asdict(getattr(self, name)).items()}
        return row | {"games": self.games, "flips": self.flips, "is_certain": self.is_certain}


@dataclass(frozen=True, eq=False, repr=False)
class ReadingChanges(Shown):
    """Tips under other readings of the rulebooks.

    Parameters
    ----------
    changes
        One for each tip and reading that were played to their end.
    missing
        How many were not: the time was up, or the tip never acts there.
    trial
        What the tips' cells share.
    """

    changes: tuple[ReadingChange, ...]
    missing: int
    trial: Trial

    @property
    def settings_line(self) -> str:
        """The games, how many pairs of a tip and a reading were played, and the seed."""
        titles = ", ".join(games.find(name).title for name in dict.fromkeys(change.game for change in self))
        missing = f" ({self.missing} left out)" if self.missing else ""
        played = f"{len(self)} {'pair' if len(self) == 1 else 'pairs'} of a tip and a reading{missing}"
        return "; ".join([*([titles] if titles else []), played, f"{self.games:,} games, seed {self.trial.seed}"])

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(change.games for change in self)

    def to_pandas(self) -> pd.DataFrame:
        """One row per tip and reading: the effect under both readings, the change, and whether the answer flips."""
        return pd.DataFrame([change.row() for change in self])

    def __iter__(self) -> Iterator[ReadingChange]:
        return iter(self.changes)

    def __len__(self) -> int:
        return len(self.changes)

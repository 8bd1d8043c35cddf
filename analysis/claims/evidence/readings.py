"""What other readings of the rulebooks change about tips: a row for each tip and reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from knotlab.analysis.claims.evidence.files import games_by_letters
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.rows import FINDINGS, columns_of, meaning_of, part_of, published_rows
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.model.meaning import Meaning
from knotlab.analysis.result import Shown
from knotlab.analysis.stats.headline import MeanEvidence, answer_of_mean
from knotlab.analysis.stats.sizes import Size
from knotlab.analysis.stats.verdicts import HeadlineAnswer
from knotlab.sim import games

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("usual", "other", "change")


class Reading(NamedTuple):
    """The other reading of a ruling.

    ruling: its number, such as TK-12. setting, value: the setting, and its value for the other reading. rules: settings
    without which it never comes up, as `KEY=VALUE`; both sides are played with them.
    """

    ruling: str
    setting: str
    value: str
    rules: tuple[str, ...] = ()

    @property
    def change(self) -> str:
        """The setting as it is written on the command line."""
        return f"{self.setting}={self.value}"

    @property
    def settings(self) -> str:
        """The setting with those without which it never comes up."""
        return " ".join((*self.rules, self.change))


@dataclass(frozen=True)
class ReadingChange:
    """What another reading changes about a tip.

    usual, other: the mean effect over all tables under the ruling, and under the other reading, turned so that a number
    above zero is for following the advice. change: the second less the first, on the same deals.
    """

    tip: str
    game: str
    reading: Reading
    usual: Evidence
    other: Evidence
    change: Evidence
    games: int

    @property
    def margin(self) -> float:
        """The smallest effect that matters."""
        return self.usual.margin

    @property
    def meaning(self) -> Meaning:
        """What the effects count."""
        return self.usual.meaning

    @property
    def answers(self) -> tuple[HeadlineAnswer, HeadlineAnswer]:
        """What both means say by themselves: better, worse, or too small to matter."""
        usual, other = (self._answer(mean.effect) for mean in (self.usual, self.other))
        return usual, other

    @property
    def flips(self) -> bool:
        """Whether the mean says something else under the other reading, and the interval of the change that holds for
        all together excludes zero: without that, it may be noise next to a margin.
        """
        return self.answers[0] != self.answers[1] and self.change.is_certain

    def _answer(self, mean: float) -> HeadlineAnswer:
        return answer_of_mean(MeanEvidence(mean, mean, mean, True), self.margin)

    @property
    def says(self) -> str:
        """What the mean says of following the tip, and what it then says if that is another thing."""
        usual, other = self.answers
        return f"{usual}, then {other}" if self.flips else str(usual)

    def row(self) -> dict[str, Any]:
        """It as a row of a table."""
        row: dict[str, Any] = {"tip": self.tip, "ruling": self.reading.ruling, "reading": self.reading.change}
        row |= {"rules": " ".join(self.reading.rules), "label": self.usual.label, "margin": self.margin}
        row |= columns_of(self.meaning)
        for name in COLUMNS:
            row |= columns_of(getattr(self, name).size, name)
        return row | {"games": self.games, "flips": self.flips}


def change_of(row: Mapping[str, str], game: str) -> ReadingChange:
    """The change of a row of text, as `ReadingChange.row` writes it.

    row: of `readings.csv`.
    """
    meaning, tip, label = meaning_of(row), row["tip"], row["label"]
    setting, _, value = row["reading"].partition("=")
    reading = Reading(row["ruling"], setting, value, tuple(row["rules"].split()))

    def mean(name: str) -> Evidence:
        return Evidence(tip, label, meaning, part_of(Size, name, row), margin=float(row["margin"]))

    usual, other, change = map(mean, COLUMNS)
    return ReadingChange(tip, game, reading, usual, other, change, int(row["games"]))


@dataclass(frozen=True, eq=False, repr=False)
class ReadingChanges(Shown):
    """Tips under other readings of the rulebooks.

    changes: one for each tip and reading that were played to their end. missing: how many were not: the time was up, or
    the tip never acts there. inquiry: what the tips' cells share; none: it is what is published.
    """

    changes: tuple[ReadingChange, ...]
    missing: int = 0
    inquiry: Inquiry | None = None

    @property
    def settings_line(self) -> str:
        """The games, how many pairs of a tip and a reading were played, and the seed."""
        titles = ", ".join(games.find(name).title for name in dict.fromkeys(change.game for change in self))
        missing = f" ({self.missing} left out)" if self.missing else ""
        seed = "" if self.inquiry is None else f", seed {self.inquiry.seed}"
        played = f"{len(self)} {'pair' if len(self) == 1 else 'pairs'} of a tip and a reading{missing}"
        return "; ".join([*([titles] if titles else []), played, f"{self.games:,} games{seed}"])

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(change.games for change in self)

    def to_pandas(self) -> pd.DataFrame:
        """One row per tip and reading: the effect under both readings, the change, and whether the answer flips."""
        import pandas as pd

        return pd.DataFrame([change.row() for change in self])

    def __iter__(self) -> Iterator[ReadingChange]:
        return iter(self.changes)

    def __len__(self) -> int:
        return len(self.changes)


@cache
def published_readings(folder: Path = FINDINGS) -> ReadingChanges:
    """What is published of other readings; raises InputError if the file is not as it was published."""
    rows, letters = published_rows(folder / "readings.csv"), games_by_letters()
    return ReadingChanges(tuple(change_of(row, letters[row["tip"].partition("-")[0]]) for row in rows))

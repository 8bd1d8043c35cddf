"""Which verdicts depend on how one reads the rules: the table of other readings that ships."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from knotlab.reports.answers.findings import FOLDER, number
from knotlab.sim.storage.result_files import published_rows


class ReadingFound(NamedTuple):
    """What another reading of a ruling changes about a tip, + for following the tip.

    Attributes
    ----------
    tip, ruling, reading
        The tip's id, the ruling's number, and the setting for the other reading, with those that it needs.
    unit, margin
        Of the effects; the smallest one that matters.
    usual, other, change
        The mean effect under the ruling, under the other reading, and the difference, on the same deals.
    low, high
        The change's 95% interval.
    flips, is_certain
        Whether the mean says something else, and whether that is certain for all tips and readings together.
    """

    tip: str
    ruling: str
    reading: str
    unit: str
    margin: float
    usual: float
    other: float
    change: float
    low: float
    high: float
    flips: bool
    is_certain: bool

    @property
    def says(self) -> str:
        """What the mean says of following the tip, and what it then says if that is another thing."""
        usual, other = (_answer(value, self.margin) for value in (self.usual, self.other))
        return f"{usual}, then {other}" if self.flips else usual


def _answer(mean: float, margin: float) -> str:
    """What a mean says by itself."""
    return "better" if mean > margin else "worse" if mean < -margin else "too small to matter"


@cache
def shipped_readings(folder: Path = FOLDER) -> tuple[ReadingFound, ...]:
    """All that ship, by tip and ruling; raises InputError if their file is not as it was published."""
    return tuple(_reading(row) for row in published_rows(folder / "readings.csv"))


def _reading(row: dict[str, str]) -> ReadingFound:
    """A line of `readings.csv`."""
    return ReadingFound(
        tip=row["tip"],
        ruling=row["ruling"],
        reading=" ".join((*row["rules"].split(), row["reading"])),
        unit=row["unit"],
        margin=float(row["margin"]),
        usual=number(row["usual_value"]),
        other=number(row["other_value"]),
        change=number(row["change_value"]),
        low=number(row["change_low"]),
        high=number(row["change_high"]),
        flips=row["flips"] == "True",
        is_certain=row["is_certain"] == "True",
    )

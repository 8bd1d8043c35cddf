"""What is published of the rulebooks' tips: each with the words for readers, the curves and surfaces that go with them,
and the recorded games in which they are seen at work.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from knotlab.analysis.claims.evidence.files import FINDINGS
from knotlab.analysis.claims.evidence.files import published as evidence_published
from knotlab.analysis.claims.evidence.record import number
from knotlab.analysis.claims.evidence.results import ClaimsResult
from knotlab.analysis.claims.model.chart import MARK, Axis, Chart
from knotlab.analysis.claims.model.words import Words
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.stats.rates import Rate
from knotlab.sim.storage.result_files import published, published_rows


@cache
def shipped(folder: Path = FINDINGS) -> ClaimsResult:
    """All published tips in their order, with the words for readers; raises InputError if a file is not as it was
    published.
    """
    words, claims = {tip.id: tip.words for tip in tips()}, evidence_published(folder)
    return replace(claims, results=tuple(replace(tip, words=words.get(tip.id, Words())) for tip in claims))


@dataclass(frozen=True)
class ShippedMoment:
    """A recorded game in which a tip is seen at work.

    tip: its id. words: what happens, in a few words. at: the number of the event that shows it. decision: the number of
    the decision that led to it.
    """

    tip: str
    words: str
    at: int
    decision: int
    record: Mapping[str, Any]

    @property
    def step(self) -> int:
        """The number of the viewer's step: choices that have no event of their own are steps, too."""
        steps, decisions = 0, 0
        for event in self.record["events"]:
            for choice in event.get("before", ()):
                if decisions == self.decision:
                    return steps
                decisions, steps = decisions + 1, steps + (len(choice["moves"]) > 1)
            decisions += "moves" in event
            if decisions > self.decision:
                return steps
            steps += 1
        return steps


@cache
def shipped_moments(folder: Path = FINDINGS) -> tuple[ShippedMoment, ...]:
    """The games that ship in which tips are seen at work, in the order of the tips; raises InputError if their file is
    not as it was published.
    """
    return tuple(ShippedMoment(**json.loads(line)) for line in published(folder / "moments.jsonl").splitlines())


Row = dict[str, str]


@cache
def shipped_charts(folder: Path = FINDINGS) -> dict[str, tuple[Chart, ...]]:
    """The charts of all tips, by id; raises InputError if their file is not as it was published."""
    rows = published_rows(folder / "curves.csv")
    by_tip: dict[str, tuple[Chart, ...]] = {}
    for (tip, _), group in groupby(rows, key=lambda row: (row["tip"], row["curve"])):
        by_tip[tip] = (*by_tip.get(tip, ()), _chart_of(list(group)))
    return by_tip


def _chart_of(rows: Sequence[Row]) -> Chart:
    """The chart of some lines of `curves.csv`."""
    first = rows[0]
    names = [[row["group"] + (MARK if row["literal"] else "") for row in rows]]
    titles = [first["axis"]]
    if first["column"]:
        names, titles = [*names, [row["column"] for row in rows]], first["axis"].split(", ")
    axes = tuple(map(_axis, titles, names))
    numbers = ([_number_of(axis, name) for name in of_axis] for axis, of_axis in zip(axes, names, strict=True))
    groups = tuple(zip(*numbers, strict=True))
    return Chart(first["label"], first["unit"], axes, groups, tuple(map(_rate, rows)))


def _axis(title: str, groups: Sequence[str]) -> Axis:
    """An axis: of whole numbers if all its groups are, else of names in their order."""
    if all(group.isdecimal() for group in groups):
        return Axis(title, sorted(set(map(int, groups))))
    names = tuple(dict.fromkeys(groups))
    return Axis(title, range(len(names)), names)


def _number_of(axis: Axis, group: str) -> int:
    """The number of a group on its axis."""
    return axis.names.index(group) if axis.names else int(group)


def _rate(row: Row) -> Rate:
    """The rate of a line; what the file does not have is not known."""
    value, low, high, cases = (number(row[name]) for name in ("value", "low", "high", "cases"))
    unknown = float("nan")
    return Rate(value, unknown, low, high, int(float(row["deals"] or 0)), cases, unknown)

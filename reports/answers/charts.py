"""The curves and surfaces that ship, as charts: what plots are drawn from."""

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from knotlab.analysis.claims.evidence.record import number
from knotlab.analysis.claims.model.chart import MARK, Axis, Chart
from knotlab.analysis.stats.rates import Rate
from knotlab.reports.answers.findings import FOLDER
from knotlab.sim.storage.result_files import published_rows

Row = dict[str, str]


@cache
def shipped_charts(folder: Path = FOLDER) -> dict[str, tuple[Chart, ...]]:
    """The charts of all tips, by id; raises InputError if their file is not as it was published."""
    rows = published_rows(folder / "curves.csv")
    by_tip: dict[str, tuple[Chart, ...]] = {}
    for (tip, _), group in groupby(rows, key=lambda row: (row["tip"], row["curve"])):
        by_tip[tip] = (*by_tip.get(tip, ()), _chart(list(group)))
    return by_tip


def _chart(rows: Sequence[Row]) -> Chart:
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

"""What other readings of the rulebooks change about the tips, in words and tables."""

from collections.abc import Callable, Iterator

from knotlab.analysis.claims.reading_changes import ReadingChange, ReadingChanges
from knotlab.analysis.claims.units import unit_named
from knotlab.analysis.stats.sizes import Size
from knotlab.reports.words.claims import number
from knotlab.reports.words.markdown import escape, table

COLUMNS = ("id", "ruling", "other reading", "as it is", "then", "change [95%]", "for all together", "following the tip")


def row(change: ReadingChange, bold: Callable[[str], str]) -> list[str]:
    """A line, in the order of `COLUMNS`; bold: how a certain flip is marked."""
    usual, other = change.answers
    says = f"{usual}, then {other}" if change.flips else str(usual)
    mark = bold if change.is_certain else str
    return [
        change.tip,
        change.reading.ruling,
        " ".join((*change.reading.rules, change.reading.change)),
        *(number(size.value, change.unit) for size in (change.usual, change.other)),
        f"{_interval(change.change, change.unit)} {unit_named(change.unit).words}",
        f"[{number(change.change.all_low, change.unit)}, {number(change.change.all_high, change.unit)}]",
        mark(says),
    ]


def _interval(size: Size, unit: str) -> str:
    """A size with its 95% interval."""
    value, low, high = (number(end, unit) for end in (size.value, size.low, size.high))
    return f"{value} [{low}, {high}]"


def closing(changes: ReadingChanges) -> Iterator[str]:
    """What all lines have in common."""
    certain, flips = sum(change.is_certain for change in changes), sum(change.flips for change in changes)
    yield f"{flips} of {len(changes)} estimates say something else under the other reading, {certain} of them certainly"
    if changes.missing:
        yield f"{changes.missing} are left out: the time was up, or the tip never acts there"
    yield (
        "effects are + for following the tip; a change is the second less the first on the same deals, and a flip is "
        "certain (bold) if the interval for all together leaves out zero"
    )


def markdown(changes: ReadingChanges) -> str:
    """The page: which verdicts depend on how one reads the rules."""
    rows = [row(change, str) for change in changes]
    lines = table(COLUMNS, rows).splitlines()
    for number_, change in enumerate(changes, start=2):
        if change.is_certain:
            said = escape(rows[number_ - 2][-1])
            lines[number_] = lines[number_].removesuffix(f"{said} |") + f"**{said}** |"
    title = "# Which verdicts depend on how one reads the rules"
    return "\n".join([title, "", *lines, "", *(f"{line}.\n" for line in closing(changes))])

"""What other readings of the rulebooks change about the tips, in words and tables."""

import math
from collections.abc import Callable, Iterator
from typing import Any

from rich.text import Text

from knotlab.analysis.claims.evidence.readings import ReadingChange, ReadingChanges
from knotlab.reports.words.directions import amount, between, counted, in_words
from knotlab.reports.words.layout import TextTable, escape, markdown_table
from knotlab.sim.storage import result_files

SOUTHAMPTON = "Southampton rules, a variant: an 8 repeats the card below it, and several twos count as one."

COLUMNS = (
    "id",
    "ruling",
    "other reading",
    "by the ruling",
    "otherwise",
    "change [95%]",
    "for all together",
    "following the tip",
)


def facts(changes: ReadingChanges) -> dict[str, Any]:
    """What changes, as plain data."""
    return {"missing": changes.missing, "readings": [result_files.as_plain(change.row()) for change in changes]}


def lines(changes: ReadingChanges) -> Iterator[TextTable | str]:
    """What changes, as the command line prints it: flips in bold letters."""
    yield TextTable("", COLUMNS, [row(change, lambda text: Text(text, style="bold")) for change in changes])
    yield from closing(changes)


def row(change: ReadingChange, bold: Callable[[str], Any]) -> list[Any]:
    """A line, in the order of `COLUMNS`; bold: how a flip is marked."""
    usual, other, difference = told(change)
    mark = bold if change.flips else str
    together = change.change.size
    return [
        change.tip,
        change.reading.ruling,
        change.reading.settings,
        usual,
        other,
        f"{difference} {counted(change.meaning)}",
        "-" if math.isnan(together.all_low) else between(change.meaning, together.all_low, together.all_high),
        mark(change.says),
    ]


def told(change: ReadingChange) -> tuple[str, str, str]:
    """The mean under either reading, and the change with its interval, each with a word for its direction."""
    usual, other = (amount(change.meaning, mean.effect, 2) for mean in (change.usual, change.other))
    return usual, other, in_words(change.change)


def closing(changes: ReadingChanges) -> Iterator[str]:
    """What all lines have in common."""
    flips = sum(change.flips for change in changes)
    yield f"{flips} of {len(changes)} estimates certainly say something else under the other reading"
    if changes.missing:
        yield f"{changes.missing} are left out: the time ran out, or the tip never acts there"
    yield (
        "effects are those of following the tip; a change is the second minus the first on the same deals, and an "
        "answer flips (bold) if it is another one and the change's interval for all together excludes zero"
    )


def markdown(changes: ReadingChanges) -> str:
    """The page: which verdicts depend on how one reads the rules."""
    rows = [row(change, str) for change in changes]
    lines = markdown_table(COLUMNS, rows).splitlines()
    for number_, change in enumerate(changes, start=2):
        if change.flips:
            said = escape(rows[number_ - 2][-1])
            lines[number_] = lines[number_].removesuffix(f"{said} |") + f"**{said}** |"
    title = "# Which verdicts depend on how one reads the rules"
    return "\n".join([title, "", *lines, "", *(f"{line}.\n" for line in closing(changes))])

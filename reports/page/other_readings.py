"""The page's part about other readings of the rulebooks: which tips come out otherwise if a ruling is read so."""

from collections.abc import Iterator

from knotlab.analysis.claims.readings.changes import ReadingChange, published_readings
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.page.blocks import Section, Text
from knotlab.reports.words.directions import counted
from knotlab.reports.words.readings import told


def section() -> Section | None:
    """The readings that turn a tip's answer; nothing where none ship."""
    readings = published_readings()
    if not len(readings):
        return None
    flips = [each for each in readings if each.flips]
    certain = sum(each.is_certain for each in flips)
    words = (
        f"Rulebooks leave room. Tips were played under other readings too, "
        f"{len(readings)} pairs of a tip and a reading, "
        f"on the same deals: in {len(flips)} the answer is another one, in {certain} of them certainly (*), for all "
        "pairs together. The documentation lists them all."
    )
    return Section("readings", "If the rules are read otherwise", [Text(words), *map(Text, sentences(flips))])


def sentences(flips: list[ReadingChange]) -> Iterator[str]:
    """A sentence for each, the certain ones first."""
    titles = {tip.id: tip.words.title for tip in shipped()}
    for each in sorted(flips, key=lambda each: not each.is_certain):
        usual, other, change = told(each)
        reading = f"the other reading of {each.reading.ruling} ({each.reading.settings})"
        said = f"{each.says}{'*' if each.is_certain else ''}. {usual} by the ruling, {other} otherwise"
        unit = counted(each.meaning)
        yield f"{titles[each.tip]} ({each.tip}), by {reading}: {said}, a change of {change} {unit}."

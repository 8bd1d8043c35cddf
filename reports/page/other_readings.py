"""The page's part about other readings of the rulebooks: which tips come out otherwise if a ruling is read so."""

from collections.abc import Iterator

from knotlab.analysis.claims.units import unit_named
from knotlab.reports.answers.findings import shipped
from knotlab.reports.answers.readings import ReadingFound, shipped_readings
from knotlab.reports.page.blocks import Section, Text
from knotlab.reports.words.claims import number


def section() -> Section | None:
    """The readings that turn a tip's answer; nothing where none ship."""
    readings = shipped_readings()
    if not readings:
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


def sentences(flips: list[ReadingFound]) -> Iterator[str]:
    """A sentence for each, the certain ones first."""
    titles = {tip.id: tip.words["title"] for tip in shipped()}
    for each in sorted(flips, key=lambda each: not each.is_certain):
        usual, other, change, low, high = (
            number(value, each.unit) for value in (each.usual, each.other, each.change, each.low, each.high)
        )
        yield (
            f"{titles[each.tip]} ({each.tip}), by the other reading of {each.ruling} ({each.reading}): {each.says}"
            f"{'*' if each.is_certain else ''}. {usual} by the ruling, {other} otherwise, a change of {change} "
            f"[{low}, {high}] {unit_named(each.unit).words}."
        )

"""The part of the page about other readings of the rules."""

from collections.abc import Iterator

from knotlab.analysis.claims.evidence.readings import ReadingChange, published_readings
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.page.blocks import Section, Text
from knotlab.reports.words.directions import counted, listed
from knotlab.reports.words.readings import SOUTHAMPTON, told
from knotlab.sim import games


def other_readings() -> Section | None:
    """The readings that turn a tip's answer; nothing where none ship."""
    readings = published_readings()
    if not len(readings):
        return None
    flips = [each for each in readings if each.flips]
    words = (
        f"Rulebooks leave room for interpretation. Tips were also played under alternative readings on "
        f"the same deals, {len(readings)} pairs of a tip and a reading: in {len(flips)} of these pairs the answer is "
        f"certainly different, at a level that all pairs share. The documentation lists them all."
    )
    words += f" {SOUTHAMPTON}" if any(map(_under, flips)) else ""
    return Section("readings", "If the rules are read differently", [Text(words), *map(Text, sentences(flips))])


def sentences(flips: list[ReadingChange]) -> Iterator[str]:
    """A sentence for each."""
    titles = {tip.id: tip.words.title for tip in shipped()}
    for each in flips:
        usual, other, change = told(each)
        yield (
            f"{titles[each.tip]} ({each.tip}): {usual} {counted(each.meaning)}{_under(each)}, but {other} if "
            f"ruling {each.reading.ruling} is read otherwise ({_in_words(each)}); the change is {change}."
        )


def _under(each: ReadingChange) -> str:
    """Under which rules both sides were played, if other than the usual ones."""
    presets = [rule.removeprefix("preset=").title() for rule in each.reading.rules if rule.startswith("preset=")]
    return f" under {listed(presets)} rules" if presets else ""


def _in_words(each: ReadingChange) -> str:
    """What a reading changes, in the words of its setting."""
    setting = next(setting for setting in games.find(each.game).settings if setting.name == each.reading.setting)
    return f"{setting.meaning}: {each.reading.value}"

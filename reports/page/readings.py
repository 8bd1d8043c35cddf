"""The part of the page about other readings of the rules."""

import math
from collections.abc import Iterator

from knotlab.analysis.claims.evidence.readings import ReadingChange, published_readings
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.page.blocks import Section, Text
from knotlab.reports.words.directions import in_hundred, listed
from knotlab.reports.words.readings import SOUTHAMPTON
from knotlab.sim import games

PLAINLY = {("multiply", "none"): "several cards of a rank counting as one"}  # a reading, in words of the table


def other_readings() -> Section | None:
    """The readings that turn a tip's answer; nothing where none ship."""
    readings = published_readings()
    if not len(readings):
        return None
    flips = [each for each in readings if each.flips]
    words = (
        f"Rulebooks can be read in more than one way. Tips were also played by other readings on the same deals, "
        f"{len(readings)} pairs of a tip and a reading: in {len(flips)} of these pairs the answer is certainly "
        f"different, allowing for chance over all pairs. The documentation lists them all. Numbers: games lost in 100 "
        f"by whoever follows the tip."
    )
    words += f" {SOUTHAMPTON}" if any(map(_under, flips)) else ""
    return Section("readings", "If the rules are read differently", [Text(words), *map(Text, sentences(flips))])


def sentences(flips: list[ReadingChange]) -> Iterator[str]:
    """A sentence for each."""
    titles = {tip.id: tip.words.title for tip in shipped()}
    for each in flips:
        usual, other = (in_hundred(each.meaning, mean.effect) for mean in (each.usual, each.other))
        yield (
            f"{titles[each.tip]} ({each.tip}): {usual}{_under(each)}, but {other} with {_in_words(each)} "
            f"({each.reading.ruling}). {_comes_to(each)}"
        )


def _comes_to(each: ReadingChange) -> str:
    """That the answer turns round, where both means are certain; else which of the two numbers may be chance."""
    ways = [math.copysign(1, mean.effect) * mean.is_certain for mean in (each.usual, each.other)]
    unsure = [number for number, way in zip(("first", "second"), ways, strict=True) if not way]
    if unsure:
        return f"The {listed(unsure)} number may be chance."
    return "The answer turns round." if sum(ways) == 0 else "The answer is another size."


def _under(each: ReadingChange) -> str:
    """Under which rules both sides were played, if other than the usual ones."""
    presets = [rule.removeprefix("preset=").title() for rule in each.reading.rules if rule.startswith("preset=")]
    return f" under {listed(presets)} rules" if presets else ""


def _in_words(each: ReadingChange) -> str:
    """What a reading changes, in the words of its setting."""
    setting = next(setting for setting in games.find(each.game).settings if setting.name == each.reading.setting)
    if (words := PLAINLY.get((setting.name, each.reading.value))) is not None:
        return words
    return f"no {setting.meaning}" if each.reading.value == "none" else f"{setting.meaning}: {each.reading.value}"

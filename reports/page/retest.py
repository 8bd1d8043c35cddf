"""The published tips on new deals, and published results from their first deals: a line for each tip's card, a part of
the page, and lines on standard error as they are played.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, NamedTuple

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.model.tip import TipWords
from knotlab.analysis.claims.retest.tips import Retest, TipRetest
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.stats.verdicts import Repeated
from knotlab.reports.page.blocks import Folded, Section, TableBlock, TableColumn, Text, date, machine
from knotlab.reports.words import capital
from knotlab.reports.words.directions import amount, counted, share_of

SECONDS = 20.0  # between two pages
COLUMNS = (
    TableColumn("tip"),
    TableColumn("what", text=True),
    TableColumn("found", number=True),
    TableColumn("played here", number=True),
    TableColumn("new deals", number=True),
    TableColumn("apart", number=True),
    TableColumn("says", choose=True),
)
TABLE = "The published results, and those on new deals here"
WAIT = "The tips are about to be played again, on new deals; this page is redrawn as results come in."


def card_lines(again: Retest | None) -> dict[str, str]:
    """For each tip that was played here a sentence for its card."""
    return {tip.tip: card_line(tip, shipped()[tip.tip].words) for tip in again.tips} if again else {}


def section(again: Retest | None, stopped: str = "") -> Section:
    """What was played here so far. stopped: why nothing was, if nothing will be."""
    if again is None:
        return Section("live", "Played here, now", [Text(f"No tip was played again: {stopped}." if stopped else WAIT)])
    summary = f"{tips_sentence(again)} {cells_sentence(again)}"
    tables = [TableBlock(TABLE, COLUMNS, list(table_rows(again)))] if again.tips else []
    return Section(
        "live", "Played here, now", [Text(summary), Folded("Tip by tip", [*tables, Text(how(again), soft=True)])]
    )


def table_rows(again: Retest) -> Iterator[list[str | tuple[str, str]]]:
    """A line for each tip."""
    for each in again.tips:
        tip = shipped()[each.tip]
        told = in_words(each, tip.words)
        yield [
            (tip.id, f"tip-{tip.id}"),
            f"{tip.words.title} ({told.unit})",
            f"{told.published} {told.published_width}",
            f"{told.here} {told.here_width}",
            f"{each.deals:,}",
            f"{abs(each.z):.1f}" if each.is_enough else "-",
            each.says,
        ]


def how(again: Retest) -> str:
    """How it was played, and on what."""
    return (
        f"The new deals have the seed {again.seed}, which differs from that of the published results. ± is the "
        "half-width of a 95% interval; apart is the difference in joint standard errors. If nothing is wrong, the "
        "chance that any tip is called further off than chance allows at the end is at most 5%. A cell is one "
        "experiment at one table: its first deals are played again, and every digit of the results is compared with "
        f"what was published. This took {again.seconds:.0f} seconds, compiling included ({machine()[1]}; {date()[1]})."
    )


class Follower:
    """Says on standard error what is played within some minutes, if that is to be told, and when the page is to be
    drawn.
    """

    def __init__(self, minutes: float, is_told: bool) -> None:
        self._seconds, self._is_told = 60 * minutes, is_told
        self._announced, self._drawn = set[str](), time.monotonic()

    def is_due(self, again: Retest) -> bool:
        """Write a line for each tip that was played for the first time; whether the page is to be drawn now."""
        for tip in again.tips:
            if tip.tip not in self._announced:
                self._say(step(tip, shipped()[tip.tip].words), again)
                self._announced.add(tip.tip)
        if time.monotonic() - self._drawn < SECONDS:
            return False
        if again.cells:
            self._say(cells_sentence(again), again)
        self._drawn = time.monotonic()
        return True

    def end(self, again: Retest) -> None:
        """Write what all of it came to."""
        self._say(f"{tips_sentence(again)} {cells_sentence(again)}", again)

    def _say(self, sentence: str, again: Retest) -> None:
        when = f"{again.seconds:.0f} of {self._seconds:.0f} s"
        if self._is_told:
            print(f"progress: {sentence.rstrip('.')}; {when}", file=sys.stderr, flush=True)


def facts(again: Retest) -> dict[str, Any]:
    """What was played as plain data."""
    played = [
        {"tip": tip.tip, **asdict(tip.here.meaning)}
        | {"published": _mean(tip.published), "here": _mean(tip.here)}
        | {"deals": tip.deals, "says": tip.says}
        for tip in again.tips
    ]
    unequal = [cell.cell for cell in again.unequal]
    cells = {"played": len(again.cells), "of": again.n_cells, "unequal": unequal}
    return {"seed": again.seed, "seconds": again.seconds, "tips": played, "cells": cells}


def _mean(mean: Evidence) -> dict[str, float]:
    return {"value": mean.size.value, "error": mean.size.error}


NAMED = 5  # cells that a sentence names


class InWords(NamedTuple):
    """A tip that was tested again: which experiment if it has several, what is published and what came of new deals,
    with half the width of each 95% interval, and the unit.
    """

    which: str
    published: str
    published_width: str
    here: str
    here_width: str
    unit: str


def in_words(again: TipRetest, words: TipWords) -> InWords:
    """A tip in its own unit; where its words say what a share was compared with, the whole share is told."""
    label, meaning = again.here.label, again.here.meaning
    which = words.names.get(label, label) if len(words.names) > 1 else ""
    says = words.says.get(label)
    of_cases = says if says and says.base is not None else None
    digits = 1 if meaning.scale > 1 else digits_of(again.published.effect)

    def spelt(mean: Evidence) -> str:
        return f"{100 * share_of(mean, of_cases):.{digits}f}" if of_cases else amount(meaning, mean.effect, digits)

    def width(mean: Evidence) -> str:
        return f"\N{PLUS-MINUS SIGN}{meaning.scale * (mean.high - mean.low) / 2:.{digits}f}"

    unit = "of 100 cases" if of_cases else counted(meaning)
    return InWords(which, spelt(again.published), width(again.published), spelt(again.here), width(again.here), unit)


def digits_of(value: float) -> int:
    """How many digits after the point a number is told with.

    >>> digits_of(3.07), digits_of(-17.2), digits_of(261.6)
    (2, 1, 0)
    """
    return 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0


def card_line(again: TipRetest, words: TipWords) -> str:
    """A sentence for a tip's card."""
    tip = in_words(again, words)
    ends = {Repeated.OFF: f" That is {again.says}.", Repeated.FEW: " Too few deals yet to compare."}
    end = ends.get(again.says, "")
    opening = f"{capital(tip.which)}: found" if tip.which else "Found"
    return (
        f"{opening} {tip.published} {tip.unit}, on average; played here now on {again.deals:,} new "
        f"deals: {tip.here} {tip.here_width}.{end}"
    )


def step(again: TipRetest, words: TipWords) -> str:
    """A tip that was played for the first time, for the terminal."""
    tip = in_words(again, words)
    here = f"{tip.here} {tip.here_width} {tip.unit}"
    return f"{again.tip} on {again.deals:,} new deals: {here} (published: {tip.published}), {again.says}"


def tips_sentence(again: Retest) -> str:
    """Whether what was played here agrees with what ships."""
    n_told = sum(tip.is_enough for tip in again.tips)
    played = f"{len(again.tips)} of {again.n_tips} tips were played here, in {again.games:,} games on new deals"
    if not n_told:
        return f"{played}; too few yet to compare them with what was found."
    if again.off:
        names = ", ".join(tip.tip for tip in again.off)
        return f"{played}. Further off from what was found than chance allows: {names}."
    n_open = len(again.tips) - n_told
    rest = f"; for {n_open} there are too few deals yet" if n_open else ""
    return f"{played}. None is further off from what was found than chance allows{rest}."


def cells_sentence(again: Retest) -> str:
    """Whether the cells that were drawn came out the same."""
    kinds = "cells and tournaments" if again.n_tables else "cells"
    opening = f"{len(again.cells)} of {again.n_cells} {kinds} played again here"
    if not again.cells:
        return f"{opening}."
    if not again.unequal:
        return f"{opening}: all equal."
    names = "; ".join(cell.cell for cell in again.unequal[:NAMED])
    more = len(again.unequal) - NAMED
    return f"{opening}: {len(again.unequal)} came out differently: {names}{f'; and {more} more' if more > 0 else ''}."

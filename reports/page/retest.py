"""The published tips on new deals, and published results from their first deals: a line for each tip's card, a part of
the page, and lines on standard error as they are played.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.retest.result import Retest
from knotlab.reports.answers.findings import shipped
from knotlab.reports.page.blocks import Section, TableBlock, TableColumn, Text
from knotlab.reports.page.facts import date, machine
from knotlab.reports.words import retest as words

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
WAIT = "The tips are about to be played again, on new deals; this page is drawn anew while that goes on."


def card_lines(again: Retest | None) -> dict[str, str]:
    """For each tip that was played here a sentence for its card."""
    known = tips_by_id()
    return {tip.tip: words.card_line(tip, known[tip.tip].words) for tip in again.tips} if again else {}


def tips_by_id() -> dict[str, TipResult]:
    """The tips that ship."""
    return {tip.id: tip for tip in shipped()}


def section(again: Retest | None) -> Section:
    """What was played here so far."""
    if again is None:
        return Section("live", "Played here, now", [Text(WAIT)])
    summary = f"{words.tips_sentence(again)} {words.cells_sentence(again)}"
    caption = "What was found, and what came of new deals here"
    tables = [TableBlock(caption, COLUMNS, list(table_rows(again)))] if again.tips else []
    return Section("live", "Played here, now", [Text(summary), *tables, Text(how(again), soft=True)])


def table_rows(again: Retest) -> Iterator[list[str | tuple[str, str]]]:
    """A line for each tip."""
    known = tips_by_id()
    for each in again.tips:
        tip = known[each.tip]
        in_words = words.in_words(each, tip.words)
        yield [
            (tip.id, f"tip-{tip.id}"),
            f"{tip.words.title} ({in_words.unit})",
            f"{in_words.published} {in_words.published_width}",
            f"{in_words.here} {in_words.here_width}",
            f"{each.deals:,}",
            f"{abs(each.z):.1f}" if each.is_enough else "-",
            words.verdict(each),
        ]


def how(again: Retest) -> str:
    """How it was played, and on what."""
    return (
        f"New deals have the seed {again.seed}, which is not that of what was found. ± is half of a 95% interval; "
        "apart is in standard errors of the difference, with both errors in it. If nothing is wrong, the chance that "
        "any tip is called further off than chance allows at the end is at most 5%. A cell is one experiment at one "
        "table: its first deals are played again, and every digit of what comes of them is compared with what was "
        f"published. This took {again.seconds:.0f} seconds, compiling included ({machine()[1]}; {date()[1]})."
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
        known = tips_by_id()
        for tip in again.tips:
            if tip.tip not in self._announced:
                self._say(words.step(tip, known[tip.tip].words), again)
                self._announced.add(tip.tip)
        if time.monotonic() - self._drawn < SECONDS:
            return False
        if again.cells:
            self._say(words.cells_sentence(again), again)
        self._drawn = time.monotonic()
        return True

    def end(self, again: Retest) -> None:
        """Write what all of it came to."""
        self._say(f"{words.tips_sentence(again)} {words.cells_sentence(again)}", again)

    def _say(self, sentence: str, again: Retest) -> None:
        when = f"{again.seconds:.0f} of {self._seconds:.0f} s"
        if self._is_told:
            print(f"progress: {sentence.rstrip('.')}; {when}", file=sys.stderr, flush=True)


def facts(again: Retest) -> dict[str, Any]:
    """What was played as plain data."""
    played = [
        {"tip": tip.tip, **asdict(tip.here.meaning)}
        | {"published": _mean(tip.published), "here": _mean(tip.here)}
        | {"deals": tip.deals, "says": words.verdict(tip)}
        for tip in again.tips
    ]
    unequal = [cell.cell for cell in again.unequal]
    cells = {"played": len(again.cells), "of": again.n_cells, "unequal": unequal}
    return {"seed": again.seed, "seconds": again.seconds, "tips": played, "cells": cells}


def _mean(mean: Evidence) -> dict[str, float]:
    return {"value": mean.size.value, "error": mean.size.error}

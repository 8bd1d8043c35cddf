"""What is played while one looks on: new deals for every tip, and published cells again from their first deals. A line
for each tip's card, a part of the page, and lines on the terminal.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from knotlab.analysis.claims.again import play_again
from knotlab.analysis.claims.again_result import Again
from knotlab.analysis.claims.cells import tips
from knotlab.analysis.claims.cells_again import Repeatable
from knotlab.analysis.sealed_files import published_rows
from knotlab.reports.answers.advice import rows_of
from knotlab.reports.answers.findings import FOLDER, TipFound, shipped
from knotlab.reports.page.blocks import Section, TableBlock, TableColumn, Text
from knotlab.reports.page.facts import date, machine
from knotlab.reports.page.playing import ReportSettings
from knotlab.reports.page.shipped import shipped_contests
from knotlab.reports.progress import Advance, interrupted
from knotlab.reports.words import again as words

CELLS = FOLDER / "cells.csv"
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


# --- what the page shows ---


def card_lines(again: Again | None) -> dict[str, str]:
    """For each tip that was played here a sentence for its card."""
    known = tips_by_id()
    return {tip.tip: words.card_line(tip, rows_of(known[tip.tip])) for tip in again.tips} if again else {}


def tips_by_id() -> dict[str, TipFound]:
    """The tips that ship."""
    return {tip.id: tip for tip in shipped()}


def section(again: Again | None) -> Section:
    """What was played here so far."""
    if again is None:
        return Section("live", "Played here, now", [Text(WAIT)])
    summary = f"{words.tips_sentence(again)} {words.cells_sentence(again)}"
    caption = "What was found, and what came of new deals here"
    tables = [TableBlock(caption, COLUMNS, list(table_rows(again)))] if again.tips else []
    return Section("live", "Played here, now", [Text(summary), *tables, Text(how(again), soft=True)])


def table_rows(again: Again) -> Iterator[list[str | tuple[str, str]]]:
    """A line for each tip."""
    known = tips_by_id()
    for each in again.tips:
        tip = known[each.tip]
        in_words = words.in_words(each, rows_of(tip))
        yield [
            (tip.id, f"tip-{tip.id}"),
            f"{tip.words['title']} ({in_words.unit})",
            f"{in_words.shipped} {in_words.shipped_width}",
            f"{in_words.here} {in_words.here_width}",
            f"{each.deals:,}",
            f"{abs(each.z):.1f}" if each.is_enough else "-",
            words.verdict(each),
        ]


def how(again: Again) -> str:
    """How it was played, and on what."""
    return (
        f"New deals have the seed {again.seed}, which is not that of what was found. ± is half of a 95% interval; "
        "apart is in standard errors of the difference, with both errors in it. If nothing is wrong, the chance that "
        "any tip is called further off than chance allows at the end is at most 5%. A cell is one experiment at one "
        "table: its first deals are played again, and every digit of what comes of them is compared with what was "
        f"published. This took {again.seconds:.0f} seconds, compiling included ({machine()[1]}; {date()[1]})."
    )


# --- playing ---


def play_live(settings: ReportSettings, draw: Callable[[Again], object]) -> Again | None:
    """Play until the time is up, with a line for each step on standard error, and draw the page now and then.

    Parameters
    ----------
    settings : ReportSettings
        Its budget and seed.
    draw : callable
        Draws the page, given what was played so far.

    Returns
    -------
    Again or None
        All that was played; None without a budget.
    """
    if not settings.minutes:
        return None
    again, announced, drawn = None, set[str](), time.monotonic()
    steps = play_again(
        published_rows(CELLS),
        tips(),
        seconds=60 * settings.minutes,
        seed=settings.seed,
        workers=settings.workers,
        tables=tables(),
    )
    try:
        for again in steps:
            announced |= set(tell_new(again, announced, settings))
            if time.monotonic() - drawn >= SECONDS:
                if again.cells:
                    say(words.cells_sentence(again), again, settings)
                draw(again)
                drawn = time.monotonic()
    except KeyboardInterrupt:
        interrupted(Advance(None), settings.out)
    assert again is not None  # a step is made even where nothing ships
    say(f"{words.tips_sentence(again)} {words.cells_sentence(again)}", again, settings)
    draw(again)
    return again


def tables() -> Sequence[Repeatable]:
    """The tournaments that ship."""
    return list(shipped_contests())


def tell_new(again: Again, announced: set[str], settings: ReportSettings) -> Iterator[str]:
    """Write a line for each tip that was played for the first time; which these are."""
    known = tips_by_id()
    for tip in again.tips:
        if tip.tip not in announced:
            say(words.step(tip, rows_of(known[tip.tip])), again, settings)
            yield tip.tip


def say(sentence: str, again: Again, settings: ReportSettings) -> None:
    """A line on standard error."""
    when = f"{again.seconds:.0f} of {60 * settings.minutes:.0f} s"
    print(f"progress: {sentence.rstrip('.')}; {when}", file=sys.stderr, flush=True)


def facts(again: Again) -> dict[str, Any]:
    """What was played as plain data."""
    played = [
        {"tip": tip.tip, "unit": tip.unit, "found": tip.shipped._asdict(), "here": tip.here._asdict()}
        | {"deals": tip.deals, "says": words.verdict(tip)}
        for tip in again.tips
    ]
    unequal = [cell.cell for cell in again.unequal]
    cells = {"played": len(again.cells), "of": again.n_cells, "older": again.n_older, "unequal": unequal}
    return {"seed": again.seed, "seconds": again.seconds, "tips": played, "cells": cells}

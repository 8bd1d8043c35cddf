"""Claims as the command line tells them: tables, lines and plain data."""

from collections.abc import Iterator
from typing import Any

from rich.markup import escape
from rich.table import Table

from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.analysis.claims.readings.changes import ReadingChanges
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.words import claims as words
from knotlab.reports.words import readings
from knotlab.reports.words.advice import advice
from knotlab.reports.words.directions import with_unit
from knotlab.sim.storage import result_files

FEW = 3  # claims whose cells are printed


def listed(claims: words.ListedClaims) -> Table:
    """The claims, without what is known of them."""
    table = Table("id", "tip", "source", "cells")
    for row in claims.rows():
        table.add_row(*map(escape, (row["id"], row["tip"], row["source"], str(row["cells"]))))
    return table


def facts(claims: ClaimsResult) -> dict[str, Any]:
    """Claims with their evidence as plain data."""
    how: dict[str, Any] = {"level": claims.trial.level, "seconds": claims.seconds} if claims.trial else {}
    how |= {"stopped": claims.stopped} if claims.stopped else {}
    return {**how, "claims": [result_files.as_plain(_facts_of(result)) for result in claims]}


def _facts_of(result: TipResult) -> dict[str, Any]:
    """A claim's result as plain data; nothing for what is not known."""
    answer = advice(result) if result.words.kind else None
    return {
        "id": result.id,
        "tip": result.statement,
        "verdict": str(result.verdict),
        "opening": answer.opening if answer else "",
        "sentence": answer.sentence if answer else "",
        "where": result.where,
        "note": result.note,
        "games": result.games,
        "headline": result.headline.row() if result.headline else None,
        "cells": [cell.row() for cell in result.cells],
        "exact": [list(question) for question in result.exact],
        "curves": [{"label": chart.label, "points": chart.to_pandas().to_dict("records")} for chart in result.charts],
    }


def played(claims: ClaimsResult) -> Iterator[Table | str]:
    """The table of headlines, and that of sizes if there are few claims."""
    table = Table(*words.HEADLINE_COLUMNS)
    for result in claims:
        table.add_row(*map(escape, words.headline_row(result)))
    yield table
    yield from _sizes(claims)
    yield from words.closing(claims)


def _sizes(claims: ClaimsResult) -> Iterator[Table]:
    """The sizes of the effects of a few claims."""
    for result in claims if len(claims) <= FEW else ():
        known = [cell for cell in result.cells if cell.deals]
        if known:
            sizes = Table(*words.SIZE_COLUMNS, title=escape(f"{result.id}: {result.statement}"))
            for cell in known:
                sizes.add_row(*map(escape, words.size_row(cell)))
            yield sizes


def published(claims: ClaimsResult) -> Iterator[Table | str]:
    """The advice of each tip, and the sizes of a few."""
    table = Table("id", "what to do", "verdict", "following the tip, on average", "games", "in a sentence")
    for tip in claims:
        answer, (word, glyph, _) = advice(tip), words.verdict_words(tip)
        mean = with_unit(tip.headline) if tip.headline else "-"
        sentence = f"{answer.opening} {answer.sentence}"
        table.add_row(*map(escape, (tip.id, tip.words.title, f"{glyph} {word}", mean, f"{tip.games:,}", sentence)))
    yield table
    yield from _sizes(claims)
    if len(claims) == len(shipped()):
        yield words.headline()
    yield "published results; to test one again: knotlab claims ID --play"
    yield from words.tremble_notes(claims)


def changes_facts(changes: ReadingChanges) -> dict[str, Any]:
    """What changes under other readings, as plain data."""
    return {"missing": changes.missing, "readings": [result_files.as_plain(change.row()) for change in changes]}


def changes(changes: ReadingChanges) -> Iterator[Table | str]:
    """What changes under other readings."""
    table = Table(*readings.COLUMNS)
    for change in changes:
        *cells, says = readings.row(change, lambda text: f"[bold]{text}[/bold]")
        table.add_row(*map(escape, cells), says)
    yield table
    yield from readings.closing(changes)

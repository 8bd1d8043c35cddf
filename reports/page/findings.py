"""The findings: a table of tips and verdicts, and a section with plots, paragraph and cells for each claim, in
Markdown.
"""

from collections.abc import Iterable
from pathlib import Path

from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.published import write_published
from knotlab.analysis.claims.result import TipResult
from knotlab.reports.output import write_csv
from knotlab.reports.plots import by_name
from knotlab.reports.plots import claims as plots
from knotlab.reports.plots.style import save
from knotlab.reports.words import claims as words
from knotlab.reports.words import headlines
from knotlab.reports.words.markdown import code, escape, table
from knotlab.reports.words.shown import moment, replay_command
from knotlab.sim.errors import RunError
from knotlab.sim.storage.files import write_whole

SHORT = 5  # columns of the table that is read first


def write_findings(claims: ClaimsResult, folder: Path) -> None:
    """Write `findings.md`, `tips.md` (the table alone, short), `cells.csv`, `tips.csv` and the plots.

    Raises
    ------
    RunError
        If the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        rows = [words.tip_row(result) for result in claims.results]
        write_page(claims, folder, table(words.TIP_COLUMNS, rows), words.closing(claims))
        write_whole(folder / "tips.md", short_table(claims).encode())
    except OSError as error:
        raise RunError(f"cannot write to {folder}: {error.strerror or error}") from None
    write_csv(claims.to_pandas(), folder / "tips.csv")
    write_csv(claims.cells(), folder / "cells.csv")


def write_stages(claims: ClaimsResult, folder: Path) -> None:
    """Write `findings.md` with its plots for claims that were tried in stages, and `headlines.csv`, `sizes.csv` and
    `curves.csv`.

    Raises
    ------
    RunError
        If the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        rows = [headlines.headline_row(result) for result in claims.results]
        write_page(claims, folder, table(headlines.HEADLINE_COLUMNS, rows), headlines.closing(claims))
        write_published(claims, folder)
    except OSError as error:
        raise RunError(f"cannot write to {folder}: {error.strerror or error}") from None


def write_page(claims: ClaimsResult, folder: Path, summary: str, closing: Iterable[str]) -> None:
    """Write `findings.md`: a table of all claims, what they have in common, and a section for each."""
    page = ["# Tips and verdicts", "", summary, "", *closing, ""]
    for result in claims.results:
        page += section(result, folder)
    write_whole(folder / "findings.md", "\n".join(page).encode())


def short_table(claims: ClaimsResult) -> str:
    """The table of tips with its first columns, and a sentence on what all verdicts have in common."""
    rows = [words.tip_row(result)[:SHORT] for result in claims.results]
    *closing, _ = words.closing(claims)
    return f"{table(words.TIP_COLUMNS[:SHORT], rows)}\n\n{'; '.join(closing)}.\n"


def section(result: TipResult, folder: Path) -> list[str]:
    """A claim's section; its plots are written beside the page. Nothing in a claim's texts is taken as Markdown."""
    tip = result.tip
    lines = [
        f"## {tip.id}: {escape(tip.statement)}",
        "",
        f"Source: {escape(tip.source)}. Interpretation: {escape(tip.reading)}",
        "",
        escape(headlines.paragraph(result) if result.headline else words.paragraph(result)),
        "",
    ]
    for transcript in tip.transcripts:
        example = escape(f"Example, {transcript.words}: {moment(tip, transcript)}")
        lines += [f"{example} The whole game: {code(replay_command(tip, transcript))}", ""]
    for name in draw(result, folder):
        lines += [f"![{tip.id}]({name}.svg)", ""]
    if result.findings:
        lines += [table(words.CELL_COLUMNS, [words.cell_row(cell) for cell in result.findings]), ""]
    if known := plots.measured(result):
        lines += [table(headlines.SIZE_COLUMNS, [headlines.size_row(cell) for cell in known]), ""]
    return lines


def draw(result: TipResult, folder: Path) -> list[str]:
    """Write a claim's plots; their names."""
    plotted = by_name.played(result)
    for name, plot in plotted.items():
        save(plot(), folder / name)
    return list(plotted)

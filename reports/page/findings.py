"""The findings: a table of tips and verdicts, and a section with plots, paragraph and cells for each claim, in
Markdown.
"""

from collections.abc import Iterable
from pathlib import Path

from knotlab.analysis.claims.evidence.files import write_evidence
from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.analysis.claims.model.tip import Tip, Transcript, seen_in
from knotlab.analysis.claims.retest.play import stamped
from knotlab.reports.plots.claims import of_tip
from knotlab.reports.plots.style import save
from knotlab.reports.words import claims as words
from knotlab.reports.words.layout import code, escape, markdown_table
from knotlab.reports.words.telling import replay_command, told
from knotlab.sim.errors import RunError
from knotlab.sim.storage.result_files import write_whole


def write_stages(claims: ClaimsResult, folder: Path) -> None:
    """Write `findings.md` with its plots for claims that were tried in stages, and `tips.csv`, `cells.csv` and
    `curves.csv`.

    Raises RunError if the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        rows = [words.headline_row(result) for result in claims.results]
        write_page(claims, folder, markdown_table(words.HEADLINE_COLUMNS, rows), words.closing(claims))
        write_evidence(stamped(claims, claims.inquiry) if claims.inquiry else claims, folder)
    except OSError as error:
        raise RunError(f"cannot write to {folder}: {error.strerror or error}") from None


def write_page(claims: ClaimsResult, folder: Path, summary: str, closing: Iterable[str]) -> None:
    """Write `findings.md`: a table of all claims, what they have in common, and a section for each."""
    page = ["# Tips and verdicts", "", summary, "", *closing, ""]
    for result in claims.results:
        page += section(result, folder)
    write_whole(folder / "findings.md", "\n".join(page).encode())


def section(result: TipResult, folder: Path) -> list[str]:
    """A claim's section; its plots are written next to the page. Nothing in a claim's texts is taken as Markdown."""
    lines = [f"## {result.id}: {escape(result.statement)}", "", *_declared(result), escape(words.paragraph(result)), ""]
    if result.tip:
        lines += [line for each in result.tip.transcripts for line in (_example(result.tip, each), "")]
    for name in draw(result, folder):
        lines += [f"![{result.id}]({name}.svg)", ""]
    if known := [cell for cell in result.cells if cell.deals]:
        lines += [markdown_table(words.SIZE_COLUMNS, [words.size_row(cell) for cell in known]), ""]
    return lines


def _declared(result: TipResult) -> list[str]:
    """Where a claim comes from, and how it was read."""
    tip = result.tip
    return [f"Source: {escape(tip.source)}. Interpretation: {escape(tip.reading)}", ""] if tip else []


def _example(tip: Tip, transcript: Transcript) -> str:
    """A game in which a claim is seen at work."""
    example = escape(f"Example, {transcript.words}: {told(seen_in(tip, transcript))}")
    return f"{example} The whole game: {code(replay_command(tip, transcript))}"


def draw(result: TipResult, folder: Path) -> list[str]:
    """Write a claim's plots; their names."""
    plotted = of_tip(result)
    for name, plot in plotted.items():
        save(plot(), folder / name)
    return list(plotted)

"""The findings: a table of tips and verdicts, and a section with plots, paragraph and cells for each claim, in
Markdown.
"""

from collections.abc import Iterable
from pathlib import Path

from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.published import write_published
from knotlab.analysis.claims.result import TipResult
from knotlab.analysis.claims.transcripts import seen_in
from knotlab.reports.plots import by_name
from knotlab.reports.plots import claims as plots
from knotlab.reports.plots.style import save
from knotlab.reports.words import claims as words
from knotlab.reports.words.markdown import code, escape, table
from knotlab.reports.words.shown import replay_command, told
from knotlab.sim.errors import RunError
from knotlab.sim.storage.result_files import write_whole


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
        rows = [words.headline_row(result) for result in claims.results]
        write_page(claims, folder, table(words.HEADLINE_COLUMNS, rows), words.closing(claims))
        write_published(claims, folder)
    except OSError as error:
        raise RunError(f"cannot write to {folder}: {error.strerror or error}") from None


def write_page(claims: ClaimsResult, folder: Path, summary: str, closing: Iterable[str]) -> None:
    """Write `findings.md`: a table of all claims, what they have in common, and a section for each."""
    page = ["# Tips and verdicts", "", summary, "", *closing, ""]
    for result in claims.results:
        page += section(result, folder)
    write_whole(folder / "findings.md", "\n".join(page).encode())


def section(result: TipResult, folder: Path) -> list[str]:
    """A claim's section; its plots are written beside the page. Nothing in a claim's texts is taken as Markdown."""
    tip = result.tip
    lines = [
        f"## {tip.id}: {escape(tip.statement)}",
        "",
        f"Source: {escape(tip.source)}. Interpretation: {escape(tip.reading)}",
        "",
        escape(words.paragraph(result)),
        "",
    ]
    for transcript in tip.transcripts:
        example = escape(f"Example, {transcript.words}: {told(seen_in(tip, transcript))}")
        lines += [f"{example} The whole game: {code(replay_command(tip, transcript))}", ""]
    for name in draw(result, folder):
        lines += [f"![{tip.id}]({name}.svg)", ""]
    if known := plots.measured(result):
        lines += [table(words.SIZE_COLUMNS, [words.size_row(cell) for cell in known]), ""]
    return lines


def draw(result: TipResult, folder: Path) -> list[str]:
    """Write a claim's plots; their names."""
    plotted = by_name.played(result)
    for name, plot in plotted.items():
        save(plot(), folder / name)
    return list(plotted)

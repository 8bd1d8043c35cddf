"""The findings: a table of tips and verdicts, and a section with plots, paragraph and cells for each claim, in
Markdown.
"""

from collections.abc import Sequence
from pathlib import Path

from knotlab.analysis.claims.finding import TipResult, summary, to_pandas
from knotlab.reports.output import write_csv
from knotlab.reports.plots import claims as plots
from knotlab.reports.plots.style import save
from knotlab.reports.words import claims as words
from knotlab.reports.words.markdown import table
from knotlab.reports.words.shown import moment, replay_command
from knotlab.sim.errors import RunError
from knotlab.sim.files import write_whole

COLUMNS = ("id", "tip", "verdict", "effect", "where", "games", "VRF", "in play")
SHORT = 5  # columns of the table that is read first


def write_findings(results: Sequence[TipResult], told: words.Told, folder: Path) -> None:
    """Write `findings.md`, `tips.md` (what it comes to, short), `cells.csv`, `tips.csv` and the plots; raises RunError
    if the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        rows, closing = list(words.rows(results)), list(words.closing(results, told))
        page = ["# Tips and verdicts", "", table(COLUMNS, rows), "", *closing, ""]
        short = table(COLUMNS[:SHORT], [row[:SHORT] for row in rows])
        for result in results:
            page += section(result, folder)
        write_whole(folder / "tips.md", f"{short}\n\n{'; '.join(closing[:-1])}.\n".encode())
        write_whole(folder / "findings.md", "\n".join(page).encode())
    except OSError as error:
        raise RunError(f"cannot write to {folder}: {error.strerror or error}") from None
    write_csv(summary(results), folder / "tips.csv")
    write_csv(to_pandas(results), folder / "cells.csv")


def section(result: TipResult, folder: Path) -> list[str]:
    """A claim's section; its plots are written beside the page."""
    tip = result.tip
    lines = [
        f"## {tip.id}: {tip.statement}",
        "",
        f"Where it stands: {tip.source}. How it was read: {tip.reading}",
        "",
        words.paragraph(result),
        "",
    ]
    for one in tip.transcripts:
        lines += [
            f"How it looks in play, {one.words}: {moment(tip, one)} The whole game: `{replay_command(tip, one)}`",
            "",
        ]
    for name in draw(result, folder):
        lines += [f"![{tip.id}]({name}.svg)", ""]
    if result.findings:
        lines += [table(words.CELL_COLUMNS, [words.cell_row(one) for one in result.findings]), ""]
    return lines


def draw(result: TipResult, folder: Path) -> list[str]:
    """Write a claim's plots; their names."""
    names = []
    units = dict.fromkeys(one.unit for one in result.findings if one.effect == one.effect)
    for unit in units:
        names.append(f"{result.tip.id}-{unit}")
        save(plots.forest(result, unit), folder / names[-1])
    for number, line in enumerate(line for line in result.lines if line.rates):
        names.append(f"{result.tip.id}-curve-{number + 1}")
        save(plots.shown(result, line), folder / names[-1])
    for number, told in enumerate(result.tip.matrices):
        names.append(f"{result.tip.id}-rules-{number + 1}")
        save(plots.matrix(result, told), folder / names[-1])
    return names

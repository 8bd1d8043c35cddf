"""What the command `claims` does: find the claims, try them, print and write what was found."""

import contextlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl
from rich.markup import escape
from rich.table import Table

from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.cells import cells_of
from knotlab.analysis.claims.result import TipResult
from knotlab.analysis.claims.run import Selection, try_claims
from knotlab.analysis.claims.slices import forget_slice, slice_of
from knotlab.analysis.runs.backends import playing_on, refuse_cluster
from knotlab.reports.cli.commands.slices import slice_plan
from knotlab.reports.cli.setup import Output, RunOptions
from knotlab.reports.cli.values import PartOption
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.page.findings import write_findings
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import claims as words
from knotlab.sim.errors import InputError
from knotlab.sim.storage.files import check_own

FEW = 3  # claims whose cells are printed


@dataclass(frozen=True)
class TrialOptions:
    """How claims are tried."""

    minutes: float | None
    out: Path | None
    findings: Path | None
    workers: int | None
    backend: str = "threads"
    part: PartOption | None = None

    @contextlib.contextmanager
    def playing(self, selection: Selection) -> Iterator[None]:
        """Have everything played by the backend; raises InputError if that cannot be."""
        with playing_on(self.backend, self.workers):
            if selection.file is not None:
                refuse_cluster("claims of your own")
            yield


@contextlib.contextmanager
def those_of_part(selection: Selection, options: TrialOptions, how: Sequence[object]) -> Iterator[Selection]:
    """The claims of the part that is played; all of them if none is named. how: what decides on how they are tried."""
    if options.part is None:
        forget_slice(options.out)
        yield selection
        return
    if options.minutes is not None:
        raise InputError("a part of claims is played to its end, so --part takes no --budget; when stopped, it resumes")
    if options.findings is not None:
        raise InputError("--findings is about all claims; merge the parts first")
    plan = slice_plan(RunOptions(options.workers, options.backend, options.out, options.part))
    with slice_of(selection, plan.which, plan.out, how) as chosen:
        yield chosen
    print(
        f"knotlab: part {plan.which} of {len(selection.tips)} claims: {len(chosen.tips)} of them; knotlab merge puts "
        f"the parts together",
        file=sys.stderr,
    )


def show_list(selection: Selection, json: bool) -> None:
    """The claims, without playing."""
    if json:
        fields = [
            {
                "id": tip.id,
                "game": tip.game,
                "tip": tip.statement,
                "source": tip.source,
                "cells": len(cells_of(tip)),
            }
            for tip in selection.tips
        ]
        print_json({"claims": fields})
        return
    table = Table("id", "tip", "source", "cells")
    for tip in selection.tips:
        table.add_row(*map(escape, (tip.id, tip.statement, tip.source, str(len(cells_of(tip))))))
    console().print(table)


def run(selection: Selection, options: TrialOptions, output: Output) -> None:
    """Try claims, showing how far it is."""
    if options.findings:
        check_own(options.findings, ("findings.md",))
    claims = _tried(selection, options)
    if options.findings:
        write_findings(claims, options.findings)
    if output.csv:
        write_csv(claims.cells(), output.csv)
    if output.json:
        print_json(facts(claims))
    else:
        show(claims)


def _tried(selection: Selection, options: TrialOptions) -> ClaimsResult:
    """The claims, tried."""
    trial = selection.trial
    with (
        options.playing(selection),
        progress("cells", sum(len(cells_of(tip, trial.one_size)) for tip in selection.tips)) as advance,
    ):
        try:
            return try_claims(
                selection.tips,
                trial,
                out=options.out,
                minutes=options.minutes,
                workers=options.workers,
                on_cell=lambda finding: advance(finding.is_settled),
            )
        except pl.exceptions.PolarsError as error:
            if selection.file is None:
                raise
            reason = str(error).splitlines()[0]
            raise InputError(
                f"{selection.file}: an expression of a claim cannot be read from the event log: {reason}"
            ) from None
        except KeyboardInterrupt:
            interrupted(advance, options.out)


def facts(claims: ClaimsResult) -> dict[str, Any]:
    """Claims with their evidence as plain data."""
    trial = claims.trial
    return {
        "alpha": trial.alpha,
        "cells": trial.family,
        "wider": trial.wider,
        "seconds": claims.seconds,
        "claims": [facts_of(result) for result in claims.results],
    }


def facts_of(result: TipResult) -> dict[str, Any]:
    """A claim's result as plain data."""
    return {
        "id": result.tip.id,
        "tip": result.tip.statement,
        "verdict": result.verdict,
        "where": result.where,
        "note": result.note,
        "exact": [list(question) for question in result.exact],
        "cells": [asdict(cell) for cell in result.findings],
        "curves": [{"label": chart.label, "points": chart.to_pandas().to_dict("records")} for chart in result.charts],
    }


def show(claims: ClaimsResult) -> None:
    """The table of claims, and that of cells if there are few claims."""
    table = Table(*words.TIP_COLUMNS)
    for result in claims.results:
        table.add_row(*map(escape, words.tip_row(result)))
    console().print(table)
    if len(claims.results) <= FEW:
        for result in claims.results:
            console().print(_cells(result))
    for line in words.closing(claims):
        print(line)


def _cells(result: TipResult) -> Table:
    """A claim's cells."""
    table = Table(*words.CELL_COLUMNS, title=escape(f"{result.tip.id}: {result.tip.statement}"))
    for cell in result.findings:
        table.add_row(*map(escape, words.cell_row(cell)))
    for question in result.exact:
        table.add_row(*map(escape, (question.label, "", "", "", question.verdict, question.sentence)))
    return table

"""What the command `claims` does: read the words, put the claims on trial, print and write what was found."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import polars as pl
from rich.table import Table

from knotlab.analysis.claims.cells import cells_of, chosen
from knotlab.analysis.claims.finding import TipResult, to_pandas
from knotlab.analysis.claims.own import own_terms, read_claims
from knotlab.analysis.claims.record import QUICKLY, USUAL, Terms
from knotlab.analysis.claims.tip import Contrast, Tip
from knotlab.analysis.claims.trial import try_claims
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.page.findings import write_findings
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import claims as words
from knotlab.sim.errors import InputError
from knotlab.sim.files import check_own
from knotlab.sim.settings import unknown


@dataclass(frozen=True)
class Asked:
    """Which claims are asked for, the terms that they share, and the file that they come from, None for those that
    ship.
    """

    tips: Sequence[Tip]
    terms: Terms
    file: Path | None


@dataclass(frozen=True)
class Trial:
    """How claims are tried."""

    quick: bool
    minutes: float | None
    out: Path | None
    findings: Path | None
    seed: int
    workers: int | None


def asked(ids: Sequence[str], file: Path | None, strategies_from: Sequence[Path]) -> Asked:
    """The claims that a command line names; raises InputError if they, or their file, cannot be used."""
    if file is None and strategies_from:
        raise InputError("--strategies-from is for claims of your own; give their file, too, with --claims-from FILE")
    if file is None:
        return Asked(chosen(ids), USUAL, None)
    own = read_claims(file, strategies_from)
    for tip in own:
        for one in tip.experiments:
            if isinstance(one, Contrast) and one.unit not in words.UNITS:
                raise InputError(f"{file}, {tip.id}: {unknown('unit', one.unit, words.UNITS)}")
    return Asked(chosen(ids, own), own_terms(own, strategies_from), file)


def show_list(asked: Asked, json: bool) -> None:
    """The claims, without playing."""
    tips = asked.tips
    if json:
        print_json(
            {
                "claims": [
                    {
                        "id": tip.id,
                        "game": tip.game,
                        "tip": tip.statement,
                        "source": tip.source,
                        "cells": len(cells_of(tip)),
                    }
                    for tip in tips
                ]
            }
        )
        return
    table = Table("id", "tip", "where it stands", "cells")
    for tip in tips:
        table.add_row(tip.id, tip.statement, tip.source, str(len(cells_of(tip))))
    console().print(table)


def run(asked: Asked, trial: Trial, csv: Path | None, json: bool) -> None:
    """Put claims on trial, showing how far it is."""
    tips, minutes = asked.tips, trial.minutes
    way = QUICKLY if trial.quick else USUAL
    terms = replace(asked.terms, wider=way.wider, one_size=way.one_size, seed=trial.seed)
    if trial.findings:
        check_own(trial.findings, ("findings.md",))
    started = time.perf_counter()
    with progress("cells", sum(len(cells_of(tip, terms.one_size)) for tip in tips)) as advance:
        try:
            results = try_claims(
                tips,
                terms,
                out=trial.out,
                minutes=minutes,
                workers=trial.workers,
                curves=True,
                on_cell=lambda found: advance(found.is_settled),
            )
        except pl.exceptions.PolarsError as error:
            if asked.file is None:
                raise
            raise InputError(
                f"{asked.file}: an expression of a claim cannot be read from the event log: "
                f"{str(error).splitlines()[0]}"
            ) from None
        except KeyboardInterrupt:
            interrupted(advance, trial.out)
    told = words.Told(terms, time.perf_counter() - started)
    if trial.findings:
        write_findings(results, told, trial.findings)
    if csv:
        write_csv(to_pandas(results), csv)
    if json:
        print_json(
            {
                "alpha": terms.alpha,
                "cells": terms.family,
                "wider": terms.wider,
                "seconds": told.seconds,
                "claims": list(map(facts, results)),
            }
        )
    else:
        show(results, told)


def facts(result: TipResult) -> dict[str, object]:
    """A claim's result as plain data."""
    return {
        "id": result.tip.id,
        "tip": result.tip.statement,
        "verdict": result.verdict,
        "where": result.where,
        "note": result.note,
        "exact": [list(one) for one in result.exact],
        "cells": [asdict(one) for one in result.findings],
        "curves": [{"label": line.curve.label, "points": line.to_pandas().to_dict("records")} for line in result.lines],
    }


def show(results: Sequence[TipResult], told: words.Told) -> None:
    """The table of claims, and that of cells if few claims were asked for."""
    table = Table("id", "tip", "verdict", "effect", "where", "games", "VRF", "in play")
    for row in words.rows(results):
        table.add_row(*row)
    console().print(table)
    if len(results) <= 3:
        for result in results:
            console().print(_cells(result))
    for line in words.closing(results, told):
        print(line)


def _cells(result: TipResult) -> Table:
    """A claim's cells."""
    table = Table(*words.CELL_COLUMNS, title=f"{result.tip.id}: {result.tip.statement}")
    for finding in result.findings:
        table.add_row(*words.cell_row(finding))
    for label, answer, sentence in result.exact:
        table.add_row(label, "", "", answer, sentence, *[""] * (len(words.CELL_COLUMNS) - 5))
    return table

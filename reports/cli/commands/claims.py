"""What the command `claims` does: find the claims, try them, print and write what was found."""

import contextlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
from rich.markup import escape
from rich.table import Table

from knotlab.analysis.claims.evidence.files import TIPS
from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.analysis.claims.model.cells import cells_of
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.model.units import unit_named
from knotlab.analysis.claims.rulebooks.selection import Selection
from knotlab.analysis.claims.stages.play import Stage, try_stages
from knotlab.reports.answers.advice import advice
from knotlab.reports.cli.commands.parts import after_part, part_of
from knotlab.reports.cli.setup import Output, RunOptions
from knotlab.reports.cli.values import Amount, PartOption
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import claims as words
from knotlab.sim.errors import InputError
from knotlab.sim.playing.fanout import playing_on, refuse_cluster
from knotlab.sim.storage import result_files
from knotlab.sim.storage.result_files import check_own

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
def those_of_part(selection: Selection, options: TrialOptions) -> Iterator[Selection]:
    """The claims of the part that is played; all of them if none is named."""
    if options.part is None:
        yield selection
        return
    if options.minutes is not None:
        raise InputError("a part of claims is played to its end, so --part takes no --budget; when stopped, it resumes")
    if options.findings is not None:
        raise InputError("--findings is about all claims; put the parts together first")
    part = part_of(RunOptions(options.workers, options.backend, options.out, options.part))
    chosen = selection.part(part)
    yield chosen
    print(
        f"knotlab: part {part} of {len(selection.tips)} claims: {len(chosen.tips)} of them; "
        f"{after_part(options.out or Path())}",
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


@dataclass(frozen=True)
class Stages:
    """How far claims are tried, and how precisely."""

    last: str
    precision: Amount | None = None


def half_width(amount: Amount | None, tips: Sequence[Tip]) -> float | None:
    """The precision of sizes as its option gives it; raises InputError if it is in the wrong unit."""
    if amount is None:
        return None
    has_shares = any(unit_named(unit).is_share for tip in tips for unit in tip.units)
    if has_shares and not amount.is_share:
        raise InputError(
            f"--precision is a share of games and needs a % sign, as in --precision 0.25%, not '{amount.text}'"
        )
    if amount.is_share and not has_shares:
        raise InputError(f"--precision takes a number without a % sign for these claims, not '{amount.text}'")
    return amount.value


def run(selection: Selection, options: TrialOptions, stages: Stages, output: Output) -> None:
    """Try claims stage by stage, showing how far it is."""
    precision = half_width(stages.precision, selection.tips)
    if options.findings:
        check_own(options.findings, (TIPS,))
    claims = _tried(selection, options, stages.last, precision)
    if options.findings:
        from knotlab.reports.page.findings import write_stages

        write_stages(claims, options.findings)
    if output.csv:
        write_csv(claims.cells(), output.csv)
    if output.json:
        print_json(facts(claims))
    else:
        show(claims)


def _tried(selection: Selection, options: TrialOptions, last: str, precision: float | None) -> ClaimsResult:
    """The claims, tried."""
    sampled = [tip for tip in selection.tips if tip.experiments]
    cells = sum(len(cells_of(tip, selection.trial.one_size)) for tip in sampled)
    steps = sum(tip.headline_experiment is not None for tip in sampled) + cells * (last != Stage.HEADLINES)
    with options.playing(selection), progress("headlines and sizes", steps) as advance:
        try:
            return try_stages(
                selection.tips,
                selection.trial,
                until=last,
                precision=precision,
                out=options.out,
                minutes=options.minutes,
                workers=options.workers,
                on_step=lambda name: advance(1),
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
    how = {"level": claims.trial.level, "seconds": claims.seconds} if claims.trial else {}
    return {**how, "claims": [result_files.as_plain(facts_of(result)) for result in claims]}


def facts_of(result: TipResult) -> dict[str, Any]:
    """A claim's result as plain data; nothing for what is not known."""
    answer = advice(result) if result.words else None
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


def show(claims: ClaimsResult) -> None:
    """The table of headlines, and that of sizes if there are few claims."""
    table = Table(*words.HEADLINE_COLUMNS)
    for result in claims:
        table.add_row(*map(escape, words.headline_row(result)))
    console().print(table)
    show_cells(claims)
    for line in words.closing(claims):
        print(line)


def show_cells(claims: ClaimsResult) -> None:
    """The sizes of the effects of a few claims."""
    for result in claims if len(claims) <= FEW else ():
        known = [cell for cell in result.cells if cell.deals]
        if known:
            sizes = Table(*words.SIZE_COLUMNS, title=escape(f"{result.id}: {result.statement}"))
            for cell in known:
                sizes.add_row(*map(escape, words.size_row(cell)))
            console().print(sizes)

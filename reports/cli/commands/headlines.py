"""What `knotlab claims --play` does: try claims stage by stage, and print headlines and sizes."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.markup import escape
from rich.table import Table

from knotlab.analysis import kept
from knotlab.analysis.claims import published
from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.cells import cells_of
from knotlab.analysis.claims.run import Selection
from knotlab.analysis.claims.stages import Stage, try_stages
from knotlab.analysis.claims.tip import Tip
from knotlab.analysis.claims.units import unit_named
from knotlab.reports.cli.commands.claims import FEW, TrialOptions, facts_of
from knotlab.reports.cli.setup import Output
from knotlab.reports.cli.values import Amount
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.page.findings import write_stages
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import headlines as words
from knotlab.sim.errors import InputError
from knotlab.sim.storage.files import check_own


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
        check_own(options.findings, (published.TIPS,))
    claims = _tried(selection, options, stages.last, precision)
    if options.findings:
        write_stages(claims, options.findings)
    if output.csv:
        write_csv(claims.sizes(), output.csv)
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
        except KeyboardInterrupt:
            interrupted(advance, options.out)


def facts(claims: ClaimsResult) -> dict[str, Any]:
    """Claims with their headlines as plain data."""
    return {
        "level": claims.trial.level,
        "seconds": claims.seconds,
        "claims": [
            {name: value for name, value in facts_of(result).items() if name != "cells"}
            | {"headline": kept.as_plain(asdict(result.headline)) if result.headline else None}
            for result in claims
        ],
    }


def show(claims: ClaimsResult) -> None:
    """The table of headlines, and that of sizes if there are few claims."""
    table = Table(*words.HEADLINE_COLUMNS)
    for result in claims:
        table.add_row(*map(escape, words.headline_row(result)))
    console().print(table)
    for result in claims if len(claims) <= FEW else ():
        if result.headline and any(cell.size.deals for cell in result.headline.sizes):
            sizes = Table(*words.SIZE_COLUMNS, title=escape(f"{result.tip.id}: {result.tip.statement}"))
            for cell in result.headline.sizes:
                sizes.add_row(*map(escape, words.size_row(cell)))
            console().print(sizes)
    for line in words.closing(claims):
        print(line)

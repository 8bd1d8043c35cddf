"""The command `claims`: try the tips of the rulebooks, or claims of your own."""

from pathlib import Path
from typing import Annotated

import typer

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.reports.cli import values
from knotlab.reports.cli.completion import complete_claim
from knotlab.reports.cli.options import Backend, Csv, From, Json, Part, Seed, Workers
from knotlab.reports.cli.setup import Output
from knotlab.sim.errors import InputError

Ids = Annotated[
    list[str] | None,
    typer.Argument(metavar="ID", help="which claims, such as TK-C1", show_default="all", autocompletion=complete_claim),
]
OutFolder = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FOLDER", help="keep the deals of every cell in this folder, and resume from what is there"
    ),
]
Budget = Annotated[
    float | None,
    typer.Option(
        "--budget",
        metavar="MINUTES",
        parser=values.minutes("--budget"),
        help="stop after this time, compiling and curves included; the cheapest claims are played first",
    ),
]
Quick = Annotated[
    bool,
    typer.Option(
        "--quick",
        help="a first look: headlines, until no effect above 8 times the margin is left; one size of table",
    ),
]
Until = Annotated[
    str | None,
    typer.Option(
        "--stages",
        metavar="LAST",
        help="play up to this stage: headlines (is the tip right?), sizes (by how much, at each table), or curves",
        show_default="sizes, with --quick headlines",
    ),
]
Precision = Annotated[
    values.Amount | None,
    typer.Option(
        "--precision",
        metavar="HALF",
        parser=values.amount("--precision"),
        help="half the width of the 95% intervals of sizes, such as 0.25%; without % where effects are no shares",
    ),
]
Readings = Annotated[
    bool,
    typer.Option(
        "--readings",
        help="the effects of the tips under each other reading of the rulebooks, on the same deals",
    ),
]
Play = Annotated[
    bool,
    typer.Option("--play", help="play the claims anew, instead of showing what was found before and ships"),
]
Listed = Annotated[bool, typer.Option("--list", help="only list the claims")]
Findings = Annotated[
    Path | None,
    typer.Option("--findings", metavar="FOLDER", help="write tables, plots and a page in Markdown into this folder"),
]
Own = Annotated[
    Path | None,
    typer.Option(
        "--claims-from",
        metavar="FILE",
        help="a Python file with claims of your own, TIPS: those alone, at a level of their own",
    ),
]


def claims(
    ids: Ids = None,
    listed: Listed = False,
    play: Play = False,
    quick: Quick = False,
    stages: Until = None,
    precision: Precision = None,
    readings: Readings = False,
    budget: Budget = None,
    out: OutFolder = None,
    part: Part = None,
    findings: Findings = None,
    claims_from: Own = None,
    strategies_from: From = None,
    seed: Seed = DEFAULT_SEED,
    workers: Workers = None,
    backend: Backend = "threads",
    csv: Csv = None,
    json: Json = False,
) -> None:
    """Show what was found of the tips of the rulebooks, or play them, or claims of your own: a verdict on each, where
    it holds, and by how much.

    Claims are played with --play, or with any option about how.
    """
    from knotlab.analysis.claims.rulebooks.selection import select
    from knotlab.analysis.claims.stages.play import Stage
    from knotlab.reports.cli.commands import claims as commands
    from knotlab.reports.cli.commands import readings as other_readings
    from knotlab.reports.cli.commands import shipped

    files = strategies_from or ()
    if files and claims_from is None:
        raise InputError("--strategies-from is for claims of your own; give their file, too, with --claims-from FILE")
    selection = select(ids or (), claims_from=claims_from, strategies_from=files, quick=quick, seed=seed)
    last = stages or (Stage.HEADLINES if quick else Stage.SIZES)
    if last == Stage.HEADLINES and precision is not None:
        raise InputError("--precision is about the sizes of effects, and there are none; add --stages sizes")
    if readings and stages is not None:
        raise InputError("--readings is a stage of its own; leave out --stages")
    how = (stages, precision, budget, out, part, findings, workers, backend != "threads")
    is_about_playing = play or quick or readings or any(how)
    if listed:
        commands.show_list(selection, json)
    elif not is_about_playing and claims_from is None and seed == DEFAULT_SEED:
        shipped.show(ids or (), Output(csv, json))
    else:
        options, output = commands.TrialOptions(budget, out, findings, workers, backend, part), Output(csv, json)
        with commands.those_of_part(selection, options) as chosen:
            if readings:
                other_readings.run(chosen, options, output)
            else:
                commands.run(chosen, options, commands.Stages(last, precision), output)

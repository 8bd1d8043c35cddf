"""What `selfcheck` does."""

from pathlib import Path

import pandas as pd
import typer
from rich.table import Table

from knotlab.analysis.selfcheck import CHECKS
from knotlab.analysis.selfcheck import selfcheck as run_checks
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.progress import progress
from knotlab.sim import games as game_list


def selfcheck(workers: int | None, csv: Path | None, json: bool) -> None:
    """Run the checks and print one table; exit status 1 if one does not hold."""
    with progress("checking", len(CHECKS) * len(game_list.names())) as advance:
        checks = run_checks(workers, advance)
    if csv:
        write_csv(checks, csv)
    if json:
        print_json({"checks": checks.to_dict("records"), "hold": bool(checks["holds"].all())})
    else:
        console().print(checks_table(checks))
    if not checks["holds"].all():
        raise typer.Exit(1)


def checks_table(checks: pd.DataFrame) -> Table:
    """The checks, one a line."""
    table = Table("game", "check", "measured", "expected", "holds", title="self-check")
    for row in checks.to_dict("records"):
        table.add_row(row["game"], row["check"], row["measured"], row["expected"], "yes" if row["holds"] else "NO")
    return table

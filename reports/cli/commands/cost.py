"""What `cost` does."""

from rich.table import Table

from knotlab.analysis.runs.cost import SIZES, Cost, estimate_cost
from knotlab.reports.cli.setup import Output
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.words.cost import COLUMNS, row
from knotlab.sim.playing.job import Job


def show_cost(job: Job, games: int | None, workers: int | None, keep: bool, log: bool, output: Output) -> None:
    """Estimate what runs take, and print a line for each number of games."""
    cost = estimate_cost(job, SIZES if games is None else (games,), workers=workers, keep=keep, log=log)
    if output.csv:
        write_csv(cost.conditions.stamp(cost.to_pandas()), output.csv)
    if output.json:
        print_json(cost.facts())
    else:
        show(cost)


def show(cost: Cost) -> None:
    """The table."""
    print(f"{cost.settings_line}: {cost.speed}")
    table = Table(*COLUMNS)
    for values in cost.to_pandas().to_dict("records"):
        table.add_row(*row(values))
    console().print(table)
    print("measured on this machine just now, from runs of a few seconds; memory does not grow with the games")

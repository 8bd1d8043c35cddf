"""What `whatif` does."""

from pathlib import Path

from rich.table import Table

from knotlab.analysis.runs import whatif as counterfactuals
from knotlab.reports.output import LAST_GAME, console, print_json, whole, write_csv
from knotlab.reports.words.tables import heading, interval, spell
from knotlab.sim.errors import InputError
from knotlab.sim.job import Job


def what_if(job: Job, index: str, decision: str, rollouts: str, hidden: str, csv: Path | None, json: bool) -> None:
    """Each legal move of one decision, played on."""
    if job.match is not None:
        raise InputError(
            "this run is of matches, and a what-if of one game: name the game and its strategies, and the number that "
            "'knotlab replay --run' gives it"
        )
    found = counterfactuals.what_if(
        job,
        whole(index, "--index", most=LAST_GAME),
        whole(decision, "--decision"),
        whole(rollouts, "--rollouts", 2),
        hidden,
    )
    frame = found.to_pandas()
    if csv:
        write_csv(frame, csv)
    if json:
        print_json({"player": found.player, "seat": found.seat, "hidden": hidden, "moves": frame.to_dict("records")})
        return
    console().print(_table(found))
    print(counterfactuals.CAVEATS[hidden])


def _table(found: counterfactuals.WhatIf) -> Table:
    """Moves by their means, the strategy's own move marked."""
    title = (
        f"game {found.index}, decision {found.decision}: seat {found.seat} ({found.player}), hidden cards "
        f"{found.hidden}"
    )
    table = Table("move", "score", title=title)
    for metric in found.means:
        table.add_column(heading(metric))
        table.add_column("gain over own move, + is better")
    table.add_column("unfinished")
    for i, move in enumerate(found.moves):
        row = [f"{move} (own)" if i == found.chosen else move, f"{found.scores[i]:g}"]
        for metric, means in found.means.items():
            gain = found.gains[metric][i]
            row += [interval(metric, means[i]), "" if i == found.chosen else interval(metric, gain)]
        table.add_row(*row, spell("unfinished_share", found.unfinished[i]))
    return table

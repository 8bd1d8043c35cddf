"""What `whatif` does."""

from dataclasses import dataclass

from rich.table import Table

from knotlab.analysis.runs import whatif as counterfactuals
from knotlab.reports.cli.setup import Output
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.words.numbers import heading, interval
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import Job


@dataclass(frozen=True)
class WhatIfOptions:
    """Which decision of a game is varied, how often each move is played out, and what happens to the hidden cards."""

    decision: int
    rollouts: int
    hidden: str


def what_if(job: Job, index: int, options: WhatIfOptions, output: Output) -> None:
    """Each legal move of one decision, played out."""
    if job.match is not None:
        raise InputError(
            "this run is one of matches, but a what-if is about a single game: name the game and its strategies, and "
            "the number that 'knotlab replay --run' prints for it"
        )
    result = counterfactuals.what_if(job, index, options.decision, options.rollouts, options.hidden)
    frame = result.to_pandas()
    if output.csv:
        write_csv(frame, output.csv, result.conditions)
    if output.json:
        facts = {"player": result.player, "seat": result.seat, "hidden": options.hidden}
        print_json(facts | {"moves": frame.to_dict("records")})
        return
    console().print(_table(result))
    print(counterfactuals.CAVEATS[options.hidden])


def _table(result: counterfactuals.WhatIfResult) -> Table:
    """Moves by their means, the strategy's own move marked."""
    where = f"{result.conditions.title}: game {result.index}, decision {result.decision}"
    title = f"{where}, seat {result.seat} ({result.player}), hidden cards {result.hidden} [95% intervals]"
    table = Table("move", "score", title=title)
    for metric in result.means:
        table.add_column(heading(metric))
        table.add_column("gain over own move, + is better")
    table.add_column("unfinished")
    for i, move in enumerate(result.moves):
        row = [f"{move} (own)" if i == result.chosen else move, f"{result.scores[i]:g}"]
        for metric, means in result.means.items():
            gain = result.gains[metric][i]
            row += [interval(metric, means[i]), "" if i == result.chosen else interval(metric, gain)]
        table.add_row(*row, f"{100 * result.unfinished[i]:.1f}%")
    return table

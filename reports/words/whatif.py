"""What each move of a decision comes to, as a table."""

from rich.table import Table

from knotlab.analysis.runs.whatif import WhatIfResult
from knotlab.reports.words.numbers import heading, interval


def moves_table(result: WhatIfResult) -> Table:
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

"""A tournament in tables and lines."""

from collections.abc import Iterator

import pandas as pd
from rich.table import Table

from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.reports.words.numbers import NAMED, amount

# The sources of the spread of results, by the name that they have in a result.
SOURCES = {
    "strategy": "strategy",
    "seat": "seat",
    "cards": "cards and company",
    "interaction": "how strategy and cards go together",
    "chance": "chance of play",
}


def tables(result: TournamentResult) -> Iterator[Table]:
    """Ratings, and the two matrices in the ratings' order."""
    yield ratings(result)
    names = list(result.ratings["strategy"])
    yield matrix(
        result.pairs,
        names,
        "against",
        "ahead",
        "% of games in which the strategy of the row finishes ahead of the column's (* certain)",
    )
    title = (
        f"gain in {NAMED[result.facts['metric']]} of one strategy of the row among players of the column's, in "
        f"its favour (* certain)"
    )
    yield matrix(result.invasions, names, "among", "gain", title, result.facts["metric"])


def ratings(result: TournamentResult) -> Table:
    """A row a strategy, the best first."""
    metric = result.facts["metric"]
    sure = f"{100 * (1 - result.facts['alpha']):g}% for all together"
    columns = ("strategy", f"rating by {metric} [{sure}]", "ranks", "strength (standard error)")
    table = Table(
        *columns,
        title=f"{result.facts['game']}, {result.facts['players']} players: mean against all, the higher the better",
    )
    for row in result.ratings.to_dict("records"):
        rating = (
            f"{amount(metric, row['rating'], True)} [{amount(metric, row['low'], True)}, "
            f"{amount(metric, row['high'], True)}]"
        )
        best, worst = row["best_rank"], row["worst_rank"]
        table.add_row(
            row["strategy"],
            rating,
            f"{best}" if best == worst else f"{best} .. {worst}",
            f"{row['strength']:+z.3f} ({row['strength_error']:.3f})",
        )
    return table


def matrix(
    frame: pd.DataFrame, names: list[str], other: str, value: str, title: str, metric: str | None = None
) -> Table:
    """A matrix of two strategies each: shares in per cent, or effects by a metric."""
    low, high, neutral = (f"{value}_low", f"{value}_high", 0.5) if metric is None else ("low", "high", 0.0)
    cells = {(row["strategy"], row[other]): row for row in frame.to_dict("records")}
    table = Table("", *names, title=title)
    for name in names:
        texts = []
        for column in names:
            row = cells.get((name, column))
            if row is None:
                texts.append("")
                continue
            text = f"{100 * row[value]:.1f}" if metric is None else amount(metric, row[value], True)
            texts.append(text + ("*" if row[low] > neutral or row[high] < neutral else ""))
        table.add_row(name, *texts)
    return table


def lines(result: TournamentResult) -> Iterator[str]:
    """Cycles, sources of variance and the run."""
    facts = result.facts
    circles = [" > ".join([*one, one[0]]) for one in result.cycles]
    yield (
        f"certain circles: {'; '.join(circles)}"
        if circles
        else "no circle among the certain differences: no rock, paper and scissors"
    )
    if result.sources["share"].notna().all():
        told = [f"{SOURCES[row['source']]} {100 * row['share']:.1f}%" for row in result.sources.to_dict("records")]
        yield f"where the spread of single results comes from: {', '.join(told)}"
    played = (
        f"{facts['games']:,} games on {facts['deals']:,} deals for the ratings, {facts['invasion_deals']:,} "
        f"deals for each invasion"
    )
    yield f"{played}; {100 * facts['unfinished']:.3f}% unfinished; seed {facts['seed']}; {facts['seconds']:.1f} s"

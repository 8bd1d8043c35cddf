"""A tournament as its readers see it: one entry for all strategies that play alike, ties, and rungs of a ladder;
ratings with ranks; and where the spread of results comes from.
"""

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.intervals import certain_order
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.reports.output import write_csv
from knotlab.reports.page.blocks import PageBlock, TableBlock, TableColumn, Text, picture
from knotlab.reports.plots import comparisons as plots
from knotlab.reports.words import capital
from knotlab.reports.words.names import reader_names
from knotlab.reports.words.tournament import SOURCES, at_most, cycles, rating_head, rating_rows, rating_title
from knotlab.strategies.spelling import short_names

SHOWN = {"lost": "loss_rate", "won": "win_rate"}  # what is counted of a game, by the word for it


class Entry(NamedTuple):
    """Strategies that play alike: the first one's name, the others' names, their spellings, and a row of numbers for
    each number of players.
    """

    name: str
    also: tuple[str, ...]
    spellings: tuple[str, ...]
    rows: dict[int, dict[str, float]]

    def share(self, n_players: int, result: str) -> Between:
        """Games lost or won at a table of this many players."""
        return Between.of(self.rows[n_players], SHOWN[result])


def entries(game: str, rates: dict[int, pd.DataFrame]) -> list[Entry]:
    """The entries of some tournaments of the same strategies, by number of players.

    Strategies are one entry if all their numbers are equal to the last digit at every table.
    """
    tables = {n: frame.set_index("strategy").to_dict("index") for n, frame in rates.items()}
    spellings = sorted(set.intersection(*(set(rows) for rows in tables.values())))
    names, alike = _names(game, spellings), dict[Hashable, list[str]]()
    for spelling in spellings:
        numbers = tuple(tuple(sorted(tables[n][spelling].items())) for n in tables)
        alike.setdefault(numbers, []).append(spelling)
    return [
        Entry(
            names[first],
            tuple(names[other] for other in others),
            (first, *others),
            {n: rows[first] for n, rows in tables.items()},
        )
        for first, *others in alike.values()
    ]


def _names(game: str, spellings: Sequence[str]) -> dict[str, str]:
    """What players are called: those with settings of their own, which served them best, as tuned."""
    names = reader_names(game, spellings)
    return {each: f"{name}, tuned" if ":" in each and "=" not in name else name for each, name in names.items()}


def ranked(lineup: Sequence[Entry], n_players: int, result: str) -> list[Entry]:
    """The entries at one number of players, the best first."""
    sign = 1 if result == "lost" else -1
    return sorted(lineup, key=lambda entry: (sign * entry.share(n_players, result).value, entry.name))


def rungs(lineup: Sequence[Entry], ratings: pd.DataFrame) -> list[list[Entry]]:
    """A ladder: nobody on a rung is certainly better than another on it, and each is certainly worse than somebody on
    the rung above.

    ratings: with intervals that hold for all strategies together.
    """
    spans = {row["strategy"]: Between(row["rating"], row["low"], row["high"]) for row in ratings.to_dict("records")}
    best_first = sorted(lineup, key=lambda entry: -spans[entry.spellings[0]].value)
    rung: dict[str, int] = {}
    for entry in sorted(best_first, key=lambda entry: -spans[entry.spellings[0]].high):
        own = spans[entry.spellings[0]]
        above = [rung[name] for name in rung if certain_order(spans[name], own) > 0]
        rung[entry.spellings[0]] = 1 + max(above, default=-1)
    ladder: list[list[Entry]] = [[] for _ in range(1 + max(rung.values()))]
    for entry in best_first:
        ladder[rung[entry.spellings[0]]].append(entry)
    return ladder


RATINGS = ("ratings", "invasions", "sources")  # the tables that no other part of a page has
SPREAD = (TableColumn("source"), *(TableColumn(head, number=True) for head in ("share, %", "standard error")))


def rating_blocks(result: TournamentResult, folder: Path, stem: str) -> list[PageBlock]:
    """Ratings with ranks, and strategies that beat each other in a circle. stem: how names of files begin."""
    sure = f"{100 * (1 - result.facts['alpha']):g}%"
    columns = (
        TableColumn("strategy"),
        TableColumn(rating_head(result), number=True),
        TableColumn("rank", number=True),
        TableColumn("strength (standard error)", number=True),
    )
    title, rows = rating_title(result), rating_rows(result)
    words = "; ".join(f"{name} {rating}" for name, rating, *_ in rows)
    words = f"Dot plot of ratings with intervals, best first. {words}."
    same = f"The same ratings, with intervals that hold for all strategies together with {sure} confidence."
    circles = cycles(result, short_names(result.conditions.game, result.ratings["strategy"]))
    return [
        TableBlock(capital(title), columns, rows),
        picture(folder / f"{stem}-ratings", plots.ratings(result), words, same),
        Text(f"{circles.capitalize()}."),
    ]


def has_spread(result: TournamentResult) -> bool:
    """Whether there were deals enough to tell where the spread comes from."""
    return bool(result.sources["share"].notna().all())


def spread_blocks(result: TournamentResult, folder: Path, stem: str) -> list[PageBlock]:
    """Where the spread of single results comes from. stem: how names of files begin."""
    if not has_spread(result):
        return []
    rows = [
        [SOURCES[row["source"]], f"{100 * row['share']:.1f}", f"{100 * row['error']:.1f}"]
        for row in result.sources.to_dict("records")
    ]
    caption = f"Where the spread of single results comes from, {result.facts['players']} players."
    return [
        picture(folder / f"{stem}-spread", plots.sources(result), spread_words(result), caption),
        TableBlock(caption, SPREAD, rows),
    ]


def spread_words(result: TournamentResult) -> str:
    """What makes one game end differently from another, most first."""
    rows = result.sources.sort_values("share", ascending=False).to_dict("records")
    ceiling = {"strategy": at_most(result)}
    parts = ", ".join(
        f"{SOURCES[row['source']]} {max(100 * row['share'], 0):.0f}%{ceiling.get(row['source'], '')}" for row in rows
    )
    return f"What makes results differ from game to game: {parts}."


def write_tables(
    result: TournamentResult, stem: str, folder: Path, tables: Sequence[str] = ("rates", "pairs", *RATINGS)
) -> list[str]:
    """Some of a tournament's tables as CSV, with strategies spelt in full; their names."""
    files = {f"{stem}-{name}.csv": getattr(result, name) for name in tables}
    for name, table in files.items():
        write_csv(table, folder / name, result.conditions)
    return list(files)

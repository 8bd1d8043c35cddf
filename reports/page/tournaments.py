"""Ratings with ranks, and where the spread of results comes from."""

from collections.abc import Sequence
from pathlib import Path

from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.reports.output import write_csv
from knotlab.reports.page.blocks import Block, TableBlock, TableColumn, Text, picture
from knotlab.reports.plots import tournament as plots
from knotlab.reports.words.tournament import SOURCES, cycles, rating_head, rating_rows, rating_title
from knotlab.strategies.spelling import short_names

RATINGS = ("ratings", "invasions", "sources")  # the tables that no other part of a page has
SPREAD = (TableColumn("source"), *(TableColumn(head, number=True) for head in ("share, %", "standard error")))


def rating_blocks(result: TournamentResult, folder: Path) -> list[Block]:
    """Ratings with ranks, and strategies that beat each other in a circle."""
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
        TableBlock(f"{title[0].upper()}{title[1:]}", columns, rows),
        picture(folder / "tournament-ratings", plots.ratings(result), words, same),
        Text(f"{circles.capitalize()}."),
    ]


def has_spread(result: TournamentResult) -> bool:
    """Whether there were deals enough to tell where the spread comes from."""
    return bool(result.sources["share"].notna().all())


def spread_blocks(result: TournamentResult, folder: Path) -> list[Block]:
    """Where the spread of single results comes from."""
    if not has_spread(result):
        return []
    rows = [
        [SOURCES[row["source"]], f"{100 * row['share']:.1f}", f"{100 * row['error']:.1f}"]
        for row in result.sources.to_dict("records")
    ]
    caption = f"Where the spread of single results comes from, {result.facts['players']} players."
    return [
        picture(folder / "tournament-spread", plots.sources(result), spread_words(result), caption),
        TableBlock(caption, SPREAD, rows),
    ]


def spread_words(result: TournamentResult) -> str:
    """What makes one game end differently from another, most first."""
    rows = result.sources.sort_values("share", ascending=False).to_dict("records")
    parts = ", ".join(f"{SOURCES[row['source']]} {max(100 * row['share'], 0):.0f}%" for row in rows)
    return f"What makes results differ from game to game: {parts}."


def write_tables(
    result: TournamentResult, stem: str, folder: Path, tables: Sequence[str] = ("rates", "pairs", *RATINGS)
) -> list[str]:
    """Some of a tournament's tables as CSV, with strategies spelt in full; their names."""
    files = {f"{stem}-{name}.csv": getattr(result, name) for name in tables}
    for name, table in files.items():
        write_csv(table, folder / name, result.conditions)
    return list(files)

"""Ratings with ranks, who finishes ahead of whom, and where the spread of results comes from."""

from functools import partial

from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.reports.output import write_csv
from knotlab.reports.page.blocks import Block, TableBlock, TableColumn, Text
from knotlab.reports.page.pictures import Pictures
from knotlab.reports.plots import tournament as cup_plots
from knotlab.reports.words.labels import labels
from knotlab.reports.words.tournament import SOURCES, cycles, rating_head, rating_rows, rating_title

SPREAD = (TableColumn("source"), *(TableColumn(head, number=True) for head in ("share, %", "standard error")))


def rating_blocks(result: TournamentResult, stem: str, pictures: Pictures) -> list[Block]:
    """Ratings with ranks, and who finishes ahead of whom."""
    n = result.facts["players"]
    sure = f"{100 * (1 - result.facts['alpha']):g}%"
    columns = (
        TableColumn("strategy"),
        TableColumn(rating_head(result), number=True),
        TableColumn("rank", number=True),
        TableColumn("strength (standard error)", number=True),
    )
    same = f"The same ratings, with intervals that hold for all strategies together with {sure} confidence."
    ahead = (
        f"Percentage of games in which the strategy of the row finishes ahead of the one of the column, {n} players; "
        f"* significant."
    )
    return [
        TableBlock(
            f"{rating_title(result)[0].upper()}{rating_title(result)[1:]}",
            columns,
            rating_rows(result),
        ),
        pictures.draw(
            f"{stem}-ratings",
            partial(cup_plots.ratings, result),
            ratings_words(result),
            same,
            result.facts,
            result.ratings,
        ),
        pictures.draw(
            f"{stem}-ahead",
            partial(cup_plots.matrix, result, "pairs"),
            ahead_words(result),
            ahead,
            result.facts,
            result.ratings,
            result.pairs,
        ),
        Text(cycles(result, labels(result.conditions.game, list(result.ratings["strategy"]))).capitalize() + "."),
    ]


def has_spread(result: TournamentResult) -> bool:
    """Whether there were deals enough to tell where the spread comes from."""
    return bool(result.sources["share"].notna().all())


def spread_blocks(result: TournamentResult, stem: str, pictures: Pictures) -> list[Block]:
    """Where the spread of single results comes from."""
    if not has_spread(result):
        return []
    rows = [
        [SOURCES[row["source"]], f"{100 * row['share']:.1f}", f"{100 * row['error']:.1f}"]
        for row in result.sources.to_dict("records")
    ]
    caption = f"Where the spread of single results comes from, {result.facts['players']} players."
    return [
        pictures.draw(
            f"{stem}-spread",
            partial(cup_plots.sources, result),
            spread_words(result),
            caption,
            result.facts,
            result.sources,
        ),
        TableBlock(caption, SPREAD, rows),
    ]


def spread_words(result: TournamentResult) -> str:
    """Where the spread comes from in a sentence, most first."""
    rows = result.sources.sort_values("share", ascending=False).to_dict("records")
    parts = ", ".join(f"{SOURCES[row['source']]} {100 * row['share']:.1f}\u00a0%" for row in rows)
    return f"Where the spread of single results comes from with {result.facts['players']} players: {parts}."


def write_tables(result: TournamentResult, stem: str, pictures: Pictures) -> list[str]:
    """A tournament's tables as CSV, with strategies spelt in full; their names."""
    names = []
    for name in ("rates", "pairs", "ratings", "invasions", "sources"):
        names.append(f"{stem}-{name}.csv")
        write_csv(getattr(result, name), pictures.folder / names[-1], result.conditions)
    return names


# --- words ---


def ratings_words(result: TournamentResult) -> str:
    """The dot plot of ratings for those who cannot see it."""
    return (
        "Dot plot of ratings with intervals, best first. "
        + "; ".join(f"{name} {rating}" for name, rating, *_ in rating_rows(result))
        + "."
    )


def ahead_words(result: TournamentResult) -> str:
    """The pair plot for those who cannot see it."""
    first = result.ratings["strategy"].iloc[0]
    top = result.pairs[result.pairs["strategy"] == first]
    each = "; ".join(f"{row['against']} in {100 * row['ahead']:.1f} %" for row in top.to_dict("records"))
    return f"Heat map of how often each strategy finishes ahead of each other. {first} finishes ahead of {each}."

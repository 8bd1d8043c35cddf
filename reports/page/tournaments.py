"""A tournament's part of the page: games won and lost, ratings with ranks, who finishes ahead of whom, and where the
spread of results comes from.
"""

from functools import partial
from typing import Any

import pandas as pd

from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.reports.output import write_csv
from knotlab.reports.page.blocks import Block, Column, Files, Section, Table, Text
from knotlab.reports.page.pictures import Pictures, files
from knotlab.reports.page.playing import PlayedTournament
from knotlab.reports.page.points import headline as points_headline
from knotlab.reports.page.points import point_blocks, point_files
from knotlab.reports.plots import play as plots
from knotlab.reports.plots import tournament as cup_plots
from knotlab.reports.words.labels import labels
from knotlab.reports.words.tournament import SOURCES, cycles, rating_head, rating_rows, rating_title, relabelled
from knotlab.sim import games

RATES = (
    Column("strategy"),
    *(Column(head, number=True) for head in ("won, % [95%]", "lost, % [95%]", "mean place [95%]", "games")),
)
NO_PAIRS = pd.DataFrame(columns=["strategy", "against", "ahead", "ahead_low", "ahead_high"])
SPREAD = (Column("source"), *(Column(head, number=True) for head in ("share, %", "standard error")))


def section(played: PlayedTournament, pictures: Pictures) -> tuple[Section, str]:
    """One number of players of one game, with what it says in a sentence."""
    result, note = relabelled(played.result)
    facts, stem = result.facts, f"{result.facts['game']}-{result.facts['players']}-players"
    blocks, names, says = first_blocks(played, result, stem, pictures)
    blocks += [*rating_blocks(result, stem, pictures), *spread_blocks(result, stem, pictures)]
    names += write_tables(played.result, stem, pictures)
    names += files(f"{stem}-ratings", f"{stem}-ahead", *([f"{stem}-spread"] if has_spread(result) else []))
    note_on_games = (
        f"{played.games:,} games in all, {note or 'no strategy with a tremble'}: {facts['games']:,} on "
        f"{facts['deals']:,} deals for the ratings, the rest to measure chance during play and how a strategy does "
        f"alone among players of another; {100 * facts['unfinished']:.3g}% unfinished (stalled or capped, they count "
        f"as shared)."
    )
    return Section(stem, f"{facts['players']} players", [*blocks, Text(note_on_games, soft=True), Files(names)]), says


def first_blocks(
    played: PlayedTournament, result: TournamentResult, stem: str, pictures: Pictures
) -> tuple[list[Block], list[str], str]:
    """What a strategy gets, as a table and plots, with their files, and in a sentence."""
    if played.points is not None:
        game = games.find(result.facts["game"])
        blocks = point_blocks(game, stem, played.points, played.points_games, pictures)
        return blocks, point_files(game, stem), points_headline(game, played.points)
    n, title = result.facts["players"], games.find(result.facts["game"]).title
    caption = f"Games won and lost with {n} players, best first; where no bar is seen, it is smaller than the mark."
    figure = partial(plots.rates, result.rates, f"{title}, {n} players", n)
    return (
        [
            Text(headline(result.rates)),
            Table(
                f"Rates with {n} players, best first",
                RATES,
                [table_row(row) for row in result.rates.to_dict("records")],
            ),
            pictures.draw(f"{stem}-rates", figure, rates_words(result.rates), caption, title, result.rates),
        ],
        files(f"{stem}-rates"),
        headline(result.rates),
    )


def rating_blocks(result: TournamentResult, stem: str, pictures: Pictures) -> list[Block]:
    """Ratings with ranks, and who finishes ahead of whom."""
    n = result.facts["players"]
    sure = f"{100 * (1 - result.facts['alpha']):g}%"
    columns = (
        Column("strategy"),
        Column(rating_head(result), number=True),
        Column("rank", number=True),
        Column("strength (standard error)", number=True),
    )
    same = f"The same ratings, with intervals that hold for all strategies together with {sure} confidence."
    ahead = (
        f"Percentage of games in which the strategy of the row finishes ahead of the one of the column, {n} players; "
        f"* significant."
    )
    return [
        Table(
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
        Text(cycles(result, labels(list(result.ratings["strategy"]))).capitalize() + "."),
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
        Table(caption, SPREAD, rows),
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


# --- numbers and words ---


def table_row(row: dict[str, Any]) -> list[str]:
    """A strategy's numbers as they are printed."""

    def rate(metric: str) -> str:
        return f"{100 * row[metric]:.2f} [{100 * row[f'{metric}_low']:.2f}, {100 * row[f'{metric}_high']:.2f}]"

    place = f"{row['mean_place']:.3f} [{row['mean_place_low']:.3f}, {row['mean_place_high']:.3f}]"
    return [row["strategy"], rate("win_rate"), rate("loss_rate"), place, f"{row['games']:,}"]


def headline(ratings: pd.DataFrame) -> str:
    """What the numbers say in a sentence."""
    best, second, worst = ratings.iloc[0], ratings.iloc[1], ratings.iloc[-1]
    lead = f"{best['strategy']} loses least, {100 * best['loss_rate']:.1f}\u00a0% of its games"
    if best["loss_rate_high"] >= second["loss_rate_low"]:
        lead += f", though {second['strategy']} ({100 * second['loss_rate']:.1f}\u00a0%) is too close to tell"
    return f"{lead}; {worst['strategy']} loses most, {100 * worst['loss_rate']:.1f}\u00a0%."


def rates_words(ratings: pd.DataFrame) -> str:
    """The rates plot for those who cannot see it."""
    each = "; ".join(
        f"{row['strategy']} won {100 * row['win_rate']:.1f} %, lost {100 * row['loss_rate']:.1f} %"
        for row in ratings.to_dict("records")
    )
    return f"Dot plot of win and loss rates with 95% intervals. {each}."


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

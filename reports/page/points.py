"""A round robin of a game that gives points: its part of the page, with a table and one or two plots.

What is shown of each game, and in which words, is said by the game (`measures`, `unit`); where strategies are
combinations, both parts are shown apart, under the game's names for them (`part_names`).
"""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from markupsafe import Markup

from knotlab.reports.page.blocks import Html
from knotlab.reports.template import render
from knotlab.reports.words.names import reader_name
from knotlab.sim.protocol import Game, Measure


def points_data(game: Game, ratings: pd.DataFrame, names: Mapping[str, str]) -> str:
    """All numbers of a round robin as CSV, with names for readers and spellings."""
    heads = ["player", *(f"{measure.words} a {game.unit}" for measure in game.measures), "games", "spelling"]
    rows = [[names[row["strategy"]], *table_row(game, row)[1:], row["strategy"]] for row in ratings.to_dict("records")]
    return str(pd.DataFrame(rows, columns=heads).to_csv(index=False))


def grid_block(game: Game, ratings: pd.DataFrame) -> Html:
    """Points of each first part with each second one, as a table in colours, the best first."""
    rows, (first, second) = split_names(game, ratings), game.part_names
    metric = f"mean_{game.measures[0].field}"
    cells = {(row[first], row[second]): row for row in rows.to_dict("records")}
    downs, acrosses = (
        list(rows.groupby(part)[metric].mean().sort_values(ascending=False).index) for part in (first, second)
    )
    facts = {
        "caption": f"{per_unit(game, game.measures[0]).capitalize()}: each {first} down, each {second} across",
        "heads": [reader_name(game.name, name) for name in acrosses],
        "rows": [(reader_name(game.name, down), [cells.get((down, across)) for across in acrosses]) for down in downs],
        "metric": metric,
        "reach": float(rows[metric].abs().max()) or 1.0,
    }
    return Html(Markup(render("page/grid.html", **facts)))


def per_unit(game: Game, measure: Measure) -> str:
    """What a mean of a measure counts."""
    return f"{measure.words} a {game.unit}"


def split_names(game: Game, ratings: pd.DataFrame) -> pd.DataFrame:
    """The ratings with the two parts of each combination in two columns; a strategy that plays by itself is both."""
    if not game.first_part:
        return ratings
    first, second = game.part_names
    parts = ratings["strategy"].str.partition("+")
    return ratings.assign(**{first: parts[0], second: parts[2].where(parts[2] != "", parts[0])})


def table_row(game: Game, row: dict[str, Any]) -> list[str]:
    """A strategy's numbers as they are printed."""
    name = row["strategy"].replace("+", " + ")
    return [name, *(_interval(row, measure) for measure in game.measures), f"{row['games']:,}"]


def _interval(row: dict[str, Any], measure: Measure) -> str:
    metric = f"mean_{measure.field}"
    value, low, high = (f"{row[name]:.{measure.digits}f}" for name in (metric, f"{metric}_low", f"{metric}_high"))
    return f"{value} [{low}, {high}]"


def headline(game: Game, ratings: pd.DataFrame) -> str:
    """What the numbers say in a sentence."""
    best, second, worst = ratings.iloc[0], ratings.iloc[1], ratings.iloc[-1]
    lead = f"{best['strategy']} wins most, {best['mean_score']:.1f} {per_unit(game, game.measures[0])}"
    if best["mean_score_low"] <= second["mean_score_high"]:
        lead += f", though {second['strategy']} ({second['mean_score']:.1f}) is too close to tell"
    least = f"{worst['mean_score']:.1f}".replace("-", "\N{MINUS SIGN}")
    return f"{lead}; {worst['strategy']} wins least, {least}."

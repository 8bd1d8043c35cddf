"""Who beats whom, a game: losses at each number of players as a chart, a ladder, and tables of all numbers; of a game
that gives points, a table in colours of what each bidder and player score together.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
from markupsafe import Markup

from knotlab.analysis.claims.evidence.champions import published_looking_ahead
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.intervals import TIE, certain_order
from knotlab.analysis.tournaments.result import Contest, TournamentResult
from knotlab.reports.output import write_csv
from knotlab.reports.page.blocks import AtTable, Data, Folded, Html, PageBlock, Text
from knotlab.reports.page.chooser import ShownAt, at_size
from knotlab.reports.page.tournament import (
    SHOWN,
    Entry,
    entries,
    has_spread,
    ranked,
    rungs,
    spread_words,
    write_tables,
)
from knotlab.reports.template import render
from knotlab.reports.words import uncapital
from knotlab.reports.words.directions import OR, listed
from knotlab.reports.words.names import reader_name, reader_names
from knotlab.reports.words.numbers import in_digits, known_to
from knotlab.reports.words.tournament import certainly_ahead, too_slow
from knotlab.sim import games
from knotlab.sim.protocol import Game, Measure

FEW = 3  # players who are named


class EntryPlace(NamedTuple):
    """An entry in a ranking, and its games lost or won."""

    entry: Entry
    share: Between


def blocks(game: str, played: Sequence[Contest], folder: Path) -> list[PageBlock]:
    """A game's tournaments, with what they say in a sentence first."""
    results = [each.result for each in played]
    if played[0].points is not None:
        return [block for each in played for block in point_blocks(game, each, len(played) > 1, folder)]
    lineup = entries(game, {result.facts["players"]: result.rates for result in results})
    sizes = [result.facts["players"] for result in results]
    facts = {
        "charts": [(result, rankings(lineup, sizes, result)) for result in SHOWN],
        "ladders": [(result.facts["players"], rungs(lineup, result.ratings)) for result in results],
        "alike": [entry for entry in lineup if entry.also],
        "said": [(n, headline(lineup, n)) for n in sizes],
        "slow": too_slow(results[0]),
        "looks_ahead": said_of_looking_ahead(game),
        "game": game,
        "at_size": at_size,
    }
    chart = Html(Markup(render("page/contest.html", **facts)))
    maps = [
        AtTable(at_size(n), [heat_map(game, each, lineup), Text(precision(each.result), soft=True)])
        for n, each in zip(sizes, played, strict=True)
    ]
    tables = [AtTable(at_size(n), numbers(game, each, lineup, folder)) for n, each in zip(sizes, played, strict=True)]
    return [chart, *maps, Folded("All numbers", tables)]


def rankings(lineup: Sequence[Entry], sizes: Sequence[int], result: str) -> list[tuple[int, ShownAt[list[EntryPlace]]]]:
    """The chart's lines, the best first, for each number of players at the choices of table with so many."""
    return [
        (n, ShownAt(at_size(n), [EntryPlace(entry, entry.share(n, result)) for entry in ranked(lineup, n, result)]))
        for n in sizes
    ]


def headline(lineup: Sequence[Entry], n_players: int) -> str:
    """Who loses least, and who most, at one number of players."""
    first, second, *_, last = ranked(lineup, n_players, "lost")
    best, next_best = first.share(n_players, "lost"), second.share(n_players, "lost")
    close = (
        f", too close to call with {uncapital(second.name)} ({100 * next_best.value:.0f})"
        if certain_order(best, next_best) >= 0
        else ""
    )
    least = f"{100 * best.value:.0f} games in 100{close}"
    return f"{n_players} players: {uncapital(first.name)} loses least ({least}). {last.name} loses most."


def numbers(game: str, played: Contest, lineup: Sequence[Entry], folder: Path) -> list[PageBlock]:
    """All numbers of one number of players, as a table made when opened."""
    result = played.result
    n = result.facts["players"]
    stem = f"{game}-{n}-players"
    write_tables(result, stem, folder)
    rows = [
        {
            "strategy": entry.name,
            "won in 100": _in_hundred(entry.share(n, "won")),
            "lost in 100": _in_hundred(entry.share(n, "lost")),
            "mean place": f"{entry.rows[n]['mean_place']:.2f}",
            "games": f"{entry.rows[n]['games']:,.0f}",
            "spelling": " = ".join(entry.spellings),
        }
        for entry in ranked(lineup, n, "lost")
    ]
    csv = pd.DataFrame(rows).to_csv(index=False)
    title = f"Every player's numbers, {n} players"
    return [Data(f"{stem}-rates", title, csv, "table"), Text(how_played(played), soft=True)]


def heat_map(game: str, played: Contest, lineup: Sequence[Entry]) -> Data:
    """Who finishes ahead of whom at one number of players, as a table in colours, made when it is opened."""
    n = played.result.facts["players"]
    in_order = ranked(lineup, n, "lost")
    title = f"Who beats whom, two at a time, {n} players: {ahead_of(in_order, played.result)}"
    title += _but_looking_ahead(game, n, in_order[0])
    pairs = pd.concat([matrix(in_order, played.result), looking_ahead(game, n, in_order)])
    return Data(f"{game}-{n}-players-pairs", title, pairs.to_csv(), "matrix")


def _but_looking_ahead(game: str, players: int, first: Entry) -> str:
    """Whether who looks ahead is an exception to whom the first entry is ahead of."""
    signs = [
        each.ahead.sign(TIE)
        for each in published_looking_ahead()
        if (each.game, each.players, each.other) == (game, players, first.spellings[0])
    ]
    return "".join(f", {'but' if sign else 'perhaps'} not of who looks ahead" for sign in signs if sign >= 0)


def precision(result: TournamentResult) -> str:
    """How well the numbers of the table of who beats whom are known, as far as there are intervals."""
    known = result.pairs.dropna(subset=["ahead", "ahead_low", "ahead_high"])
    if known.empty:
        return "Too few games to say how well the numbers of who beats whom are known."
    shares = [Between.of(row, "ahead") for row in known.to_dict("records")]
    return f"Numbers of who beats whom are {known_to(shares, '95%, for all pairs together')}."


def ahead_of(lineup: Sequence[Entry], result: TournamentResult) -> str:
    """Whom the first of some entries certainly finishes ahead of, and if they are few, of whom not."""
    first, *others = lineup
    rows = result.pairs[result.pairs["strategy"] == first.spellings[0]].to_dict("records")
    ahead = {row["against"] for row in rows if Between.of(row, "ahead").sign(TIE) > 0}
    level = [uncapital(each.name) for each in others if each.spellings[0] not in ahead]
    said = certainly_ahead(uncapital(first.name), len(others) - len(level), len(others))
    return f"{said}, perhaps not of {listed(level, OR)}" if 0 < len(level) <= FEW else said


def _in_hundred(share: Between) -> str:
    return f"{100 * share.value:.1f} [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def matrix(lineup: Sequence[Entry], result: TournamentResult) -> pd.DataFrame:
    """Games in 100 in which the entry of a row finishes ahead of the one of a column; * where that is certain."""
    cells = {(row["strategy"], row["against"]): row for row in result.pairs.to_dict("records")}

    def cell(entry: Entry, against: Entry) -> str:
        row: dict[Any, Any] | None = cells.get((entry.spellings[0], against.spellings[0]))
        if row is None or row["ahead"] != row["ahead"]:
            return ""
        star = "*" if Between.of(row, "ahead").sign(TIE) else ""
        return f"{100 * row['ahead']:.0f}{star}"

    names = [entry.name for entry in lineup]
    return pd.DataFrame([[cell(entry, against) for against in lineup] for entry in lineup], index=names, columns=names)


def looking_ahead(game: str, players: int, lineup: Sequence[Entry]) -> pd.DataFrame:
    """The same of a player who looks ahead, as a last row where some of the entries were met; no row elsewhere."""
    met = {each.other: each for each in published_looking_ahead() if (each.game, each.players) == (game, players)}
    cells = {entry.name: met[entry.spellings[0]] for entry in lineup if entry.spellings[0] in met}
    row = {name: f"{100 * each.ahead.value:.0f}{'*' * bool(each.ahead.sign(TIE))}" for name, each in cells.items()}
    return pd.DataFrame([row], index=[f"Looks ahead, {each.rollouts} rollouts" for each in [*met.values()][:1]])


def said_of_looking_ahead(game: str) -> str:
    """How often that player finishes ahead of the strongest other; empty if none was met."""
    met = [each for each in published_looking_ahead() if each.game == game][:1]
    return "".join(
        f"Between two, with {each.rollouts} rollouts of a move, it finishes ahead of “{reader_name(game, each.other)}” "
        f"in {_in_hundred(each.ahead)} of 100 games; whom else it met stands in the table of who beats whom."
        for each in met
    )


def how_played(played: Contest) -> str:
    """The games of a tournament, and how much of a single result is skill."""
    facts = played.result.facts
    words = f"{facts['players']} players: {facts['games']:,} games on {facts['deals']:,} deals; "
    words += f"{100 * facts['unfinished']:.2g}% did not finish and count as shared."
    return f"{words} {spread_words(played.result)}" if has_spread(played.result) else words


def point_blocks(game: str, played: Contest, names_players: bool, folder: Path) -> list[PageBlock]:
    """The round robin of a game with points, with what it says in a sentence first; names_players: whether the sentence
    says how many players there were.
    """
    assert played.points is not None
    kind, n = games.find(game), played.result.facts["players"]
    names = reader_names(game, list(played.points["strategy"]))
    says = points_headline(kind, played.points.assign(strategy=played.points["strategy"].map(names)))
    stem = f"{game}-{n}-players"
    write_tables(played.result, stem, folder)
    write_csv(played.points, folder / f"{stem}-points.csv")
    grid = [grid_block(kind, played.points)] if kind.first_part else []
    words = f"{played.points_games:,} games of one {kind.unit} each, in a round robin."
    return [
        Text(f"{n} players: {says}" if names_players else says),
        *grid,
        Data(f"{stem}-points", "All numbers", points_data(kind, played.points, names), "table"),
        Text(words, soft=True),
    ]


def points_data(game: Game, ratings: pd.DataFrame, names: Mapping[str, str]) -> str:
    """All numbers of a round robin as CSV, with names for readers and spellings."""
    heads = ["player", *(f"{measure.words} a {game.unit}" for measure in game.measures), "games", "spelling"]
    rows = [[names[row["strategy"]], *table_row(game, row)[1:], row["strategy"]] for row in ratings.to_dict("records")]
    return str(pd.DataFrame(rows, columns=heads).to_csv(index=False))


def grid_block(game: Game, ratings: pd.DataFrame) -> Html:
    """Points of each first part with each second one, as a table in colours, the best first; a first part that plays
    with one second part alone has the name of both, as everywhere else.
    """
    rows, (first, second) = split_names(game, ratings), game.part_names
    metric = f"mean_{game.measures[0].field}"
    cells = {(row[first], row[second]): row for row in rows.to_dict("records")}
    downs, acrosses = (
        list(rows.groupby(part)[metric].mean().sort_values(ascending=False).index) for part in (first, second)
    )
    of = {down: [row["strategy"] for row in rows.to_dict("records") if row[first] == down] for down in downs}
    names = reader_names(game.name, [down if len(of[down]) > 1 else of[down][0] for down in downs])
    facts = {
        "caption": f"{per_unit(game, game.measures[0]).capitalize()}: each {first} down, each {second} across",
        "heads": [reader_name(game.name, name) for name in acrosses],
        "rows": [
            (name, [cells.get((down, across)) for across in acrosses])
            for down, name in zip(downs, names.values(), strict=True)
        ],
        "metric": metric,
        "in_digits": in_digits,
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
    """A strategy's numbers as CSV has them; the page shows them with minus signs."""
    name = row["strategy"].replace("+", " + ")
    return [name, *(_interval(row, measure) for measure in game.measures), f"{row['games']:,}"]


def _interval(row: dict[str, Any], measure: Measure) -> str:
    metric = f"mean_{measure.field}"
    value, low, high = (f"{row[name]:.{measure.digits}f}" for name in (metric, f"{metric}_low", f"{metric}_high"))
    return f"{value} [{low}, {high}]"


def is_near(best: Mapping[Any, Any], second: Mapping[Any, Any]) -> bool:
    """Whether the intervals of two strategies' points meet."""
    return certain_order(Between.of(best, "mean_score"), Between.of(second, "mean_score")) <= 0


def points_headline(game: Game, ratings: pd.DataFrame) -> str:
    """What the numbers say in a sentence."""
    best, second, worst = ratings.iloc[0], ratings.iloc[1], ratings.iloc[-1]
    lead = f"{best['strategy']} wins most, {in_digits(best['mean_score'], '.1f')} {per_unit(game, game.measures[0])}"
    if is_near(best, second):
        lead += f", though {second['strategy']} ({in_digits(second['mean_score'], '.1f')}) is too close to tell"
    least = in_digits(worst["mean_score"], ".1f")
    return f"{lead}; {worst['strategy']} wins least, {least}."

"""A tournament in tables and lines."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import pandas as pd

from knotlab.analysis.stats.intervals import TIE, certain_sign
from knotlab.analysis.stats.variance import LEAST
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.analysis.tournaments.setup import usual_entrants
from knotlab.reports.words.directions import listed
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.names import reader_names
from knotlab.reports.words.numbers import (
    amount,
    heading,
    in_digits,
    in_units,
    interval_of,
    several,
    signed_interval,
    took,
)
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.spelling import bare_names, short_names

# The sources of the variation of results, by the name that they have in a result.
SOURCES = {
    "strategy": "strategy",
    "seat": "seat",
    "opponents": "opponents",
    "cards": "cards",
    "interaction": "interaction of strategy and cards",
    "chance": "chance during play",
}
NARROW = 12  # characters that are left of a strategy's name in a matrix, at least
WIDEST = 10_000
MANY = 9  # strategies from which on a matrix leaves out digits


def tables(result: TournamentResult) -> list[TextTable]:
    """Rates, ratings, and the two matrices in the ratings' order, at any width."""
    result, names = one_each(result)
    return [rates(result, names), ratings(result, names), *matrices(result, names, WIDEST)]


def fitting(result: TournamentResult, width: int) -> tuple[list[TextTable], str]:
    """The same as far as they fit the width of a terminal, and what to do about those that do not, if there are any."""
    result, names = one_each(result)
    wide = matrices(result, names, width)
    fits = [table for table in wide if table.width <= width]
    note = ""
    if len(fits) < len(wide):
        needed = max(table.width for table in wide)
        note = (
            f"{'a matrix' if fits else 'two matrices'} of {len(names)} strategies would take {needed} columns; "
            f"--out FOLDER keeps them in tables.md, and as plots"
        )
    return [rates(result, names), ratings(result, names), *fits], note


def one_each(result: TournamentResult) -> tuple[TournamentResult, dict[str, str]]:
    """A tournament in which strategies that played alike in every game are one, and what each is called: by all their
    names.
    """
    short = short_names(result.conditions.game, result.ratings["strategy"])
    names, same = dict(short), {group[0]: group for group in result.alike}
    for first, group in same.items():
        names[first] = " = ".join(map(short.__getitem__, group))
        for other in group[1:]:
            del names[other]
    frames = {}
    for table in ("ratings", "rates", "pairs", "invasions"):
        frame = getattr(result, table)
        for column in frame.columns.intersection(["strategy", "against", "among"]):
            frame = frame[frame[column].isin(names)]
        frames[table] = frame.reset_index(drop=True)
    return replace(result, **frames), names


def matrices(result: TournamentResult, names: dict[str, str], width: int) -> list[TextTable]:
    """Who finishes ahead of whom, and who does well alone among players of another strategy."""
    metric = result.facts["metric"]
    ahead = (
        f"% of {result.conditions.played} in which the row's strategy finishes ahead of the column's (* significant)"
    )
    hundredths = metric == "mean_place" and _is_large(names)
    gains = (
        "mean place (first place +100, last place \N{MINUS SIGN}100)"
        if hundredths
        else in_units(metric, result.conditions.played)
    )
    invades = f"gain of the row's strategy, alone among players of the column's: {gains} (* significant)"
    return [
        matrix(result.pairs, names, ("against", "ahead"), ahead, None, width),
        matrix(result.invasions, names, ("among", "gain"), invades, metric, width),
    ]


def rates(result: TournamentResult, names: dict[str, str]) -> TextTable:
    """Games won and lost and mean places, or mean scores, each with its own interval."""
    metrics = [name for name in result.rates.columns if f"{name}_low" in result.rates]
    heads = ["strategy", *(f"{heading(name)} [95%]" for name in metrics), result.conditions.played]
    rows = [
        [names[row["strategy"]], *(interval_of(name, row) for name in metrics), f"{row['games']:,}"]
        for row in result.rates.to_dict("records")
    ]
    return TextTable(result.settings_line, heads, rows)


def rating_title(result: TournamentResult) -> str:
    """What the ratings are, and in which unit."""
    metric = result.facts["metric"]
    named = {"win_rate": "win rate, %", "loss_rate": "minus the loss rate, %"}
    return f"ratings by {named.get(metric) or in_units(metric)}: the mean against all strategies, higher is better"


def rating_head(result: TournamentResult) -> str:
    """The head of the column of ratings."""
    return f"rating [{100 * (1 - result.facts['alpha']):g}% for all together]"


def ratings(result: TournamentResult, names: dict[str, str]) -> TextTable:
    """One row per strategy, the best first."""
    heads = ("strategy", rating_head(result), "rank", "strength (standard error)")
    rows = [[names[name], *cells] for name, *cells in rating_rows(result)]
    return TextTable(rating_title(result), heads, rows)


def rating_rows(result: TournamentResult) -> list[list[str]]:
    """The cells of the ratings: strategy, rating, possible ranks, Plackett-Luce strength."""
    metric, rows = result.facts["metric"], []
    for row in result.ratings.to_dict("records"):
        best, worst = row["best_rank"], row["worst_rank"]
        rating = signed_interval(metric, row["rating"], row["low"], row["high"])
        ranks = f"{best}" if best == worst else f"{best} to {worst}"
        is_open = math.isnan(row["strength"])
        strength = "-" if is_open else f"{in_digits(row['strength'], '+z.3f')} ({row['strength_error']:.3f})"
        rows.append([row["strategy"], rating, ranks, strength])
    return rows


def matrix(
    frame: pd.DataFrame, names: dict[str, str], columns: tuple[str, str], title: str, metric: str | None, width: int
) -> TextTable:
    """A matrix of any two strategies, numbered in its heads: shares in per cent, or effects by a metric.

    columns: of the frame, the other strategy and the value.
    """
    other, value = columns
    ends = ("ahead_low", "ahead_high", TIE) if metric is None else ("low", "high", 0.0)
    cells = {(row["strategy"], row[other]): row for row in frame.to_dict("records")}
    rows = []
    for number, name in enumerate(names, 1):
        texts = [_cell(cells.get((name, against)), value, ends, metric, _is_large(names)) for against in names]
        rows.append([f"{number} {names[name]}", *texts])
    heads = ["", *map(str, range(1, len(names) + 1))]
    table = TextTable(title, heads, rows, dense=True)
    room = max(len(row[0]) for row in rows) - max(table.width - width, 0)
    room = max(room, NARROW)
    cut = [[first if len(first) <= room else f"{first[: room - 1]}.", *rest] for first, *rest in rows]
    return TextTable(title, heads, cut, dense=True)


def _is_large(names: dict[str, str]) -> bool:
    """Whether a matrix leaves out digits."""
    return len(names) >= MANY


def _cell(
    row: Mapping[str, Any] | None, value: str, ends: tuple[str, str, float], metric: str | None, many: bool
) -> str:
    """One number of a matrix, with a star if it is certainly not neutral."""
    if row is None or math.isnan(row[value]):
        return "" if row is None else "-"
    low, high, neutral = ends
    star = "*" if certain_sign(row[low], row[high], neutral) else ""
    if metric is None:
        return f"{100 * row[value]:.{0 if many else 1}f}{star}"
    if not many:
        return amount(metric, row[value], True) + star
    return (in_digits(row[value], "z.1f") if metric == "mean_score" else in_digits(100 * row[value], "z.0f")) + star


def relabelled(result: TournamentResult) -> TournamentResult:
    """A tournament with short names of its strategies."""
    names = short_names(result.conditions.game, result.ratings["strategy"])

    def named(table: pd.DataFrame) -> pd.DataFrame:
        columns = [column for column in ("strategy", "against", "among") if column in table]
        return table.assign(**{column: table[column].map(names) for column in columns})

    frames = {name: named(getattr(result, name)) for name in ("ratings", "rates", "pairs", "invasions")}
    cycles = tuple(tuple(names[name] for name in cycle) for cycle in result.cycles)
    return replace(result, cycles=cycles, **frames)


def certainly_ahead(first: str, ahead: int, others: int) -> str:
    """Of how many others the best one certainly finishes ahead, or scores more than they.

    >>> certainly_ahead("champion", 3, 3), certainly_ahead("shed", 1, 3)
    ('champion is certainly ahead of everybody else', 'shed is certainly ahead of 1 of 3 others')
    """
    return f"{first} is certainly ahead of {'everybody else' if ahead == others else f'{ahead} of {others} others'}"


def rating_found(result: TournamentResult) -> str:
    """Who is best, and how surely."""
    first, *others = result.ratings.to_dict("records")
    close = [row["strategy"] for row in others if row["best_rank"] == 1]
    return f"{first['strategy']} is first, but {_any_of(close)} may be best" if close else _certainly(first, "best")


def last_found(result: TournamentResult) -> str:
    """Who is worst, and how surely."""
    *others, last = result.ratings.to_dict("records")
    close = [row["strategy"] for row in others if row["worst_rank"] == last["worst_rank"]]
    return f"{last['strategy']} is last, but {_any_of(close)} may be worst" if close else _certainly(last, "worst")


def _certainly(row: Mapping[Any, Any], what: str) -> str:
    return f"{row['strategy']} is certainly the {what}"


def _any_of(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"any of {len(names)} others"


def findings(result: TournamentResult) -> Iterator[str]:
    """Who is best and who is worst by the ratings, who finishes ahead of whom, and whether there are cycles."""
    one, names = one_each(result)
    rated = replace(one, ratings=one.ratings.assign(strategy=one.ratings["strategy"].map(names)))
    ends = [(rating_found(rated), rated.ratings.iloc[0]), (last_found(rated), rated.ratings.iloc[-1])]
    yield "; ".join(
        f"{said} (rating {signed_interval(result.facts['metric'], row['rating'], row['low'], row['high'])})"
        for said, row in ends[: len(names)]
    )
    named = short_names(result.conditions.game, result.ratings["strategy"])
    yield from skill(result, named)
    yield cycles(result, named)


def cycles(result: TournamentResult, names: dict[str, str]) -> str:
    """Strategies that beat each other in a circle."""
    circles = [" > ".join(names[name] for name in [*cycle, cycle[0]]) for cycle in result.cycles]
    return f"significant cycles: {'; '.join(circles)}" if circles else "no cycles among the significant differences"


def at_most(result: TournamentResult) -> str:
    """The share of strategy that there would be without luck, where that is known."""
    return "" if math.isnan(result.ceiling) else f" (without any luck, {100 * result.ceiling:.1f}%)"


def skill(result: TournamentResult, names: dict[str, str]) -> Iterator[str]:
    """How often the best strategy finishes ahead of the second and of the last, and how soon that shows."""
    pairs = {frozenset((row["better"], row["other"])): row for row in result.skill_to_pandas().to_dict("records")}
    best, *others = result.ratings["strategy"]
    for other in dict.fromkeys((others[0], others[-1])):
        row = pairs.get(frozenset((best, other)))
        if row is None:  # they never met
            continue
        ahead = f"{names[row['better']]} finishes ahead of {names[row['other']]} in {100 * row['ahead']:.1f}%"
        if math.isnan(row["ahead_low"]):
            yield f"{ahead} of the games with both, which are too few for an interval"
            continue
        n = row["games"]
        games = "more than 100,000 games" if math.isnan(n) else "1 game" if n == 1 else f"{n:,.0f} games"
        ends = f"[{100 * row['ahead_low']:.1f}, {100 * row['ahead_high']:.1f}]"
        yield f"{ahead} {ends} of the games with both: {games} for 95% certainty of who is better"


def left_out(result: TournamentResult) -> str:
    """Who plays only where somebody names them; empty if not all of the usual strategies play."""
    others = [f"{name}{' (slow)' * is_slow}" for name, is_slow in _absent(result).items()]
    return f"strategies that take part only if you name them: {', '.join(others)}" if others else ""


def too_slow(result: TournamentResult) -> str:
    """Who does not take part for being slow, in a sentence; empty if nobody, or if not all of the usual ones play."""
    slow = [name for name, is_slow in _absent(result).items() if is_slow]
    names = reader_names(result.conditions.game, slow).values()
    return f"Too slow to take part: {listed([f'“{name}”' for name in names])}." if slow else ""


def _absent(result: TournamentResult) -> dict[str, bool]:
    """The strategies that do not take part though all of the usual ones do, and whether each is slow."""
    game = result.conditions.game
    played = _bare([*result.ratings["strategy"], *chain(*result.alike)])
    if not _bare(usual_entrants(game)) <= played:
        return {}
    return {name: each.is_slow for name, each in catalogue(game).items() if name not in played}


def _bare(spellings: Iterable[str]) -> set[str]:
    return {name for spelling in spellings for name in bare_names(spelling)}


def lines(result: TournamentResult) -> Iterator[str]:
    """What there is to say of the tables, sources of variation, and the run."""
    facts = result.facts
    if result.ratings["strength"].isna().any():
        yield "no strengths: some strategies never finished ahead of certain others, so that these have no upper bound"
    if result.sources["share"].notna().all():
        shares = [f"{SOURCES[row['source']]} {100 * row['share']:.1f}%" for row in result.sources.to_dict("records")]
        shares[0] += at_most(result)
        yield f"sources of the variation of single results: {', '.join(shares)}"
    elif facts["deals"] < LEAST:
        yield f"sources of the variation of single results: not estimated from fewer than {LEAST} deals"
    played = (
        f"{several(facts['games'], result.conditions.played)} on {several(facts['deals'], 'deals')} for the ratings, "
        f"{several(facts['invasion_deals'], 'deals')} for each pair of the second matrix"
    )
    yield from filter(None, [left_out(result)])
    yield f"{played}; {100 * facts['unfinished']:.3f}% unfinished; seed {facts['seed']}{took(facts['seconds'])}"

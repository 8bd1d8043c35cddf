"""A run of games or matches in tables and lines."""

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.intervals import certain_order
from knotlab.analysis.stats.metrics import SHARES
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.numbers import NAMED, heading, in_digits, interval, several, spans, spell
from knotlab.sim import games
from knotlab.sim.storage.result_files import shown
from knotlab.strategies.spelling import short_names

VERBS = {"loss_rate": "loses", "win_rate": "wins"}  # of other metrics one has most


def say_if_incomplete(result: PlayResult) -> None:
    """Say on standard error how far a run is that has not all of its games."""
    if result.strays:
        names = ", ".join(shown(path.name) for path in result.strays)
        print(f"knotlab: not read, since no piece has such a name: {names}", file=sys.stderr)
    if result.complete < 1:
        print(
            f"knotlab: of a run that is {math.floor(100 * result.complete)}% complete: {result.n_games:,} of "
            f"{result.planned:,} games; missing: {spans('piece', result.missing)}; copy the files here if they were "
            "played elsewhere, or play what is missing with the command in the manifest, without --part",
            file=sys.stderr,
        )


def all_of(result: PlayResult, by_seat: bool) -> Iterator[TextTable | str]:
    """Who does best and worst in a run, its tables, then its lines."""
    yield finding(result)
    yield from tables(result, by_seat)
    yield from lines(result)


def finding(result: PlayResult) -> str:
    """Who loses fewest games and who most, or wins most matches, or has most of what else is counted; with intervals,
    and whether that can be told.
    """
    metrics = result.tally.metrics
    metric = next((each for each in ("loss_rate", "win_rate", "mean_score") if each in metrics), next(iter(metrics)))
    names = short_names(result.game, result.names)
    rows = [
        {"strategy": names[name], **result.estimate(metric, i).columns(metric)} for i, name in enumerate(result.names)
    ]
    played = "matches" if result.match else "games"
    is_most = metric != "loss_rate"
    best, worst = (at_an_end(rows, metric, most, played, ends=True) for most in (is_most, not is_most))
    return f"{best}; {worst}" if len(rows) > 2 else best


def at_an_end(
    rows: Sequence[Mapping[Any, Any]], metric: str, most: bool, played: str = "games", ends: bool = False
) -> str:
    """Who has most, or least, by a metric, and who may have as much.

    rows: of a table with each strategy's metric and its interval. ends: whether the unit and the interval are told, and
    that it is certain where it is.

    >>> rows = [{"strategy": "shed", "loss_rate": 0.3, "loss_rate_low": 0.28, "loss_rate_high": 0.32}]
    >>> rows += [{"strategy": "random", "loss_rate": 0.7, "loss_rate_low": 0.68, "loss_rate_high": 0.72}]
    >>> at_an_end(rows, "loss_rate", most=False)
    'shed loses least, 30 games in 100'
    >>> at_an_end(rows, "loss_rate", most=False, ends=True)
    'shed certainly loses least, 30.0 games in 100 [28.0, 32.0]'
    """
    first, *others = sorted(rows, key=lambda row: row[metric], reverse=most)
    known, scale = Between.of(first, metric), 100 if metric in SHARES else 1
    value, low, high = (in_digits(scale * each, "z.1f" if ends else ".3g") for each in known)
    unit = f" {played} in 100" if metric in SHARES else f" {NAMED.get(metric, heading(metric))}" if ends else ""
    number = f"{value}{unit}{f' [{low}, {high}]' if ends and not math.isnan(known.low) else ''}"
    verb, end = VERBS.get(metric, "has"), "most" if most else "least"
    if not others:
        return f"{first['strategy']} {verb} {number}"
    close = [each["strategy"] for each in others if not certain_order(known, Between.of(each, metric))]
    surely = " certainly" if ends and not close else ""
    whom = close[0] if len(close) == 1 else f"{len(close)} others"
    return f"{first['strategy']}{surely} {verb} {end}, {number}{f', too close to call with {whom}' if close else ''}"


def plain(result: PlayResult, by_seat: bool) -> dict[str, Any]:
    """All of it as plain data."""
    content = {
        **result.conditions.facts,
        "strategies": result.to_pandas().to_dict("records"),
        "places": result.places().to_dict("records"),
        "run": result.facts(),
    }
    return content | ({"by_seat": result.by_seat().to_dict("records")} if by_seat else {})


def tables(result: PlayResult, by_seat: bool) -> list[TextTable]:
    """The tables of a run: by strategy, and by seat if that is wanted."""
    names = short_names(result.game, result.names)
    return [by_strategy(result, names), *([seats(result, names)] if by_seat else [])]


def by_strategy(result: PlayResult, names: dict[str, str]) -> TextTable:
    """Win rate, loss rate and mean place of each strategy, with intervals over deals and what unfinished games could
    change.
    """
    heads = ["strategy"]
    for metric in result.tally.metrics:
        heads += [f"{heading(metric)} [95% interval]", *(["at worst"] if result.unfinished else [])]
    rows = []
    for i, name in enumerate(result.names):
        cells = [names[name]]
        for metric in result.tally.metrics:
            cells.append(interval(metric, result.estimate(metric, i)))
            if result.unfinished:
                least, greatest = (spell(metric, bound).removesuffix("%") for bound in result.bounds(metric, i))
                cells.append(f"{least} .. {greatest}")
        rows.append(cells)
    return TextTable(result.conditions.title, heads, rows)


def seats(result: PlayResult, names: dict[str, str]) -> TextTable:
    """The same by seat."""
    metrics = result.tally.metrics
    rows = []
    for i, name in enumerate(result.names):
        for seat in range(result.tally.n_players):
            estimates = {metric: result.estimate_on_seat(metric, i, seat) for metric in metrics}
            if all(estimate.n for estimate in estimates.values()):
                cells = [interval(metric, estimate) for metric, estimate in estimates.items()]
                rows.append([names[name], str(seat), *cells])
    heads = ["strategy", "seat", *(f"{heading(metric)} [95% interval]" for metric in metrics)]
    return TextTable("by seat (seat 0 is dealt to first)", heads, rows)


def lines(result: PlayResult) -> Iterator[str]:
    """The run in a few lines: how much was played, how games ended, and which are worth watching."""
    facts = result.facts()
    kind = "matches" if result.match else "games"
    rotations = "fixed seats" if result.fixed_seats else "each deal in every rotation"
    rounds = f"{facts['mean_match_games']:.1f} {games.find(result.game).unit}s" if result.match else ""
    length = rounds or f"{facts['mean_turns']:.0f} turns"
    on = f"{several(result.n_games, kind)} on {several(result.deals, 'deals')} ({rotations})"
    yield f"{on}, seed {result.seed}; mean length {length}"
    ends = (
        f"{100 * facts['unfinished_share']:.3f}% unfinished ({facts['stalled']:,} stalled, {facts['capped']:,} capped)"
    )
    yield ends if math.isnan(result.seconds) else f"{ends}; {facts['games_per_second']:,.0f} {kind}/s"
    if facts["telling_games"]:
        named = ", ".join(f"{name} {index}" for name, index in facts["telling_games"].items())
        yield f"{kind} worth watching: {named}"

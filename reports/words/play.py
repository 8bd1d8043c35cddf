"""A run of games or matches in tables and lines, and single measures: rates, what-ifs, costs."""

import math
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from rich.table import Table

from knotlab.analysis.runs.cost import Cost
from knotlab.analysis.runs.measures import MeasuredRate
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.whatif import WhatIfResult
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.numbers import heading, in_digits, interval, spans, spell
from knotlab.sim import games
from knotlab.sim.storage.result_files import shown
from knotlab.strategies.spelling import short_names


def say_if_incomplete(result: PlayResult) -> None:
    """Say on standard error how far a run is that has not all of its games."""
    if result.strays:
        names = ", ".join(shown(path.name) for path in result.strays)
        print(f"knotlab: not read, since no piece is called so: {names}", file=sys.stderr)
    if result.complete < 1:
        print(
            f"knotlab: of a run that is {math.floor(100 * result.complete)}% complete: {result.games:,} of "
            f"{result.planned:,} games; missing: {spans('piece', result.missing)}; copy the files here if they were "
            "played elsewhere, or play what is missing with the command in the manifest, without --part",
            file=sys.stderr,
        )


def all_of(result: PlayResult, by_seat: bool) -> Iterator[TextTable | str]:
    """The tables of a run, then its lines."""
    yield from tables(result, by_seat)
    yield from lines(result)


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
    yield f"{result.games:,} {kind} on {result.deals:,} deals ({rotations}), seed {result.seed}; mean length {length}"
    ends = (
        f"{100 * facts['unfinished_share']:.3f}% unfinished ({facts['stalled']:,} stalled, {facts['capped']:,} capped)"
    )
    yield ends if math.isnan(result.seconds) else f"{ends}; {facts['games_per_second']:,.0f} {kind}/s"
    if facts["telling_games"]:
        named = ", ".join(f"{name} {index}" for name, index in facts["telling_games"].items())
        yield f"{kind} worth watching: {named}"


COLUMNS = ("games", "takes", "core-hours", "memory", "disk")


def cost_lines(cost: Cost) -> Iterator[str | Table]:
    """How fast this machine is, and a table with a line for each number of games."""
    yield f"{cost.settings_line}: {cost.speed}"
    table = Table(*COLUMNS)
    for values in cost.to_pandas().to_dict("records"):
        table.add_row(*cost_row(values))
    yield table
    yield "measured just now on this machine, from runs of a few seconds; memory does not grow with the number of games"


def cost_row(values: Mapping[Any, Any]) -> list[str]:
    """A number of games and what it takes, in the order of `COLUMNS`."""
    disk = values["disk, GB"]
    return [
        f"{values['games']:,}",
        duration(3600 * values["hours"]),
        f"{values['core-hours']:.2g}" if values["core-hours"] < 100 else f"{values['core-hours']:,.0f}",
        size(1e9 * values["memory, GB"]),
        "-" if disk != disk else size(1e9 * disk),
    ]


def duration(seconds: float) -> str:
    """A time in the largest unit that gives at least 1.

    >>> duration(0.25), duration(90), duration(7200), duration(1e6)
    ('0.25 s', '1.5 min', '2 h', '12 days')
    """
    for unit, length in (("days", 86_400.0), ("h", 3600.0), ("min", 60.0)):
        if seconds >= length:
            return f"{seconds / length:.2g} {unit}" if seconds < 100 * length else f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.2g} s"


def size(n: float) -> str:
    """Bytes in the largest unit that gives at least 1.

    >>> size(512), size(2.5e6), size(3e12)
    ('512 B', '2.5 MB', '3 TB')
    """
    for unit, length in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if n >= length:
            return f"{n / length:.3g} {unit}"
    return f"{n:.0f} B"


EVERYTHING = "true"  # the condition that holds for every decision


def rate_lines(rate: MeasuredRate) -> Iterator[str]:
    """The settings, the value with its interval, and on how many cases it rests."""
    yield rate.settings_line
    subset = "" if rate.among == EVERYTHING else f", among {rate.among}"
    ends = f"{in_digits(rate.low, '.4g')} to {in_digits(rate.high, '.4g')}"
    yield f"{rate.of}{subset}: {in_digits(rate.value, '.4g')} (95% interval {ends})"
    yield f"{rate.cases:,.0f} cases on {rate.n:,} deals, {100 * rate.covered:.1f}% of which have one"


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
        row = [f"{move} (own)" if i == result.chosen else move, in_digits(result.scores[i])]
        for metric, means in result.means.items():
            gain = result.gains[metric][i]
            row += [interval(metric, means[i]), "" if i == result.chosen else interval(metric, gain)]
        table.add_row(*row, f"{100 * result.unfinished[i]:.1f}%")
    return table

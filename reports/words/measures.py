"""Single measures in words: a rate, the worth of each move of a decision, and what a run will take."""

from collections.abc import Iterator, Mapping
from typing import Any

from knotlab.analysis.decisions.advice import MoveAdvice
from knotlab.analysis.runs.measures import MeasuredRate, SlicedRate
from knotlab.analysis.speed.cost import Cost
from knotlab.analysis.stats.rates import Rate
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.numbers import heading, in_digits, interval_of, several

COLUMNS = ("takes", "core-hours", "memory", "disk")


def cost_lines(cost: Cost) -> Iterator[str | TextTable]:
    """How fast this machine is, and a table with a line for each number of games."""
    yield f"{cost.settings_line}: {cost.speed}"
    has_more = any(cost.in_all(games) != games for games in cost.sizes)
    rows = [cost_row(values, cost.unit, has_more) for values in cost.to_pandas().to_dict("records")]
    yield TextTable(cost.note, (cost.unit, *(("in all",) if has_more else ()), *COLUMNS), rows)
    if has_more:
        at_each = " at tables of each size" if cost.tables else ""
        yield f"{cost.unit}: for the rates{at_each}; in all: with those for the rest of the result, too"
    grows = "grows" if cost.unit == "hands" else "does not grow"  # all hands are kept until a card is fitted to them
    yield (
        f"measured just now on this machine, from runs of a few seconds; memory {grows} with the number of {cost.unit}"
    )


def cost_row(values: Mapping[Any, Any], unit: str, has_more: bool) -> list[str]:
    """A number of games, or of another unit, how many are played in all if that may be more, and what it takes, in the
    order of `COLUMNS`.
    """
    disk = values["disk, GB"]
    return [
        f"{values[unit]:,}",
        *([f"{values['in all']:,}"] if has_more else []),
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


def resting(rate: Rate) -> list[str]:
    """On how many cases a rate rests, and on which share of the deals."""
    return [f"{rate.cases:,.0f}", f"{100 * rate.covered:.1f}%"]


def rate_lines(rate: MeasuredRate | SlicedRate) -> Iterator[str | TextTable]:
    """The settings, the value with its interval, and on how many cases it rests; of slices, a table of these."""
    yield rate.settings_line
    subset = "" if rate.among == EVERYTHING else f", among {rate.among}"
    if isinstance(rate, SlicedRate):
        rows = [
            [
                *map(str, key),
                *(in_digits(each, ".4g") for each in (found.value, found.low, found.high)),
                *resting(found),
            ]
            for key, found in rate.slices.items()
        ]
        heads = [*rate.by, "value", "low", "high", "cases", "deals with a case"]
        yield TextTable(f"{rate.of}{subset} [95% intervals, each for itself]", heads, rows, dense=True)
        return
    ends = f"{in_digits(rate.low, '.4g')} to {in_digits(rate.high, '.4g')}"
    yield f"{rate.of}{subset}: {in_digits(rate.value, '.4g')} (95% interval {ends})"
    _, share = resting(rate)
    yield f"{several(rate.cases, 'cases')} on {several(rate.n, 'deals')}, {share} of which have a case"


def moves_table(advice: MoveAdvice) -> TextTable:
    """Moves, the best first, with what the strategy that plays on thinks of them."""
    title = f"{advice.conditions.title}, hidden cards {advice.hidden} [95% intervals, of all moves together]"
    rows = [
        [
            f"{row['move']} (own)" if row["own"] else row["move"],
            interval_of(advice.metric, row),
            "yes" if row["worse"] else "",
            f"{row['rollouts']:,}",
            in_digits(row["score"]),
        ]
        for row in advice.to_pandas().to_dict("records")
    ]
    return TextTable(title, ["move", heading(advice.metric), "worse", "rollouts", f"score by {advice.player}"], rows)

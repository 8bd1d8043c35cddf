"""Single measures in words: a rate, the worth of each move of a decision, and what a run will take."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from knotlab.analysis.decisions.advice import MoveAdvice
from knotlab.analysis.runs.measures import MeasuredRate, SlicedRate
from knotlab.analysis.speed.cost import Cost
from knotlab.analysis.stats.intervals import FEWEST_DEALS, certain_order
from knotlab.analysis.stats.rates import Rate
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.names import RANK_NAMES
from knotlab.reports.words.numbers import amount, in_digits, in_units, several, with_ends
from knotlab.sim import games

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


OF_CARDS = {
    "twisted-knot": ("top", "demand", "move_rank"),
    "twyst": ("move_card", "best"),
}  # columns of ranks, or of cards
OF_100 = {"lost": "games lost in 100", "won": "games won in 100"}  # measures that are shares of games


def rate_unit(result: MeasuredRate | SlicedRate) -> tuple[str, float]:
    """What a rate counts, among what, in words; and what it is multiplied with for that."""
    among = "" if result.among == EVERYTHING else f", among {result.among}"
    if result.is_share:
        return f"% of cases with “{result.of}”{among}", 100.0
    return f"{OF_100.get(result.of, result.of)}{among}", 100.0 if result.of in OF_100 else 1.0


def slice_name(by: Sequence[str], key: Sequence[Any]) -> str:
    """A slice by what it is of, in words; players go by their names alone.

    >>> slice_name(("aces_at_start", "player"), (1, "shed"))
    'aces at start 1, shed'
    """
    return ", ".join(value_name(name, value) for name, value in zip(by, key, strict=False))


AT_LEAST, FEWER_THAN, MORE_THAN, AT_MOST = "{} or more", "fewer than {}", "more than {}", "at most {}"
COMPARED = {
    ">=": (FEWER_THAN, AT_LEAST),
    "<": (AT_LEAST, FEWER_THAN),
    ">": (AT_MOST, MORE_THAN),
    "<=": (MORE_THAN, AT_MOST),
}
COMPARISON = re.compile(r"(\w+) *(>=|<=|>|<) *(\d+)")


def value_name(name: str, value: Any) -> str:
    """What a column or a measure is, in words.

    >>> value_name("player", "shed"), value_name("seat", 2), value_name("nines_at_start >= 2", False)
    ('shed', 'seat 2', 'nines at start: fewer than 2')
    >>> value_name("began", True), value_name("began", False), value_name("won", False)
    ('began', 'did not begin', 'not won')
    """
    if name == "player":
        return str(value)
    words = name.replace("_", " ")
    if not isinstance(value, bool):
        return f"{words} {value}"
    if compared := COMPARISON.fullmatch(name):
        measure, way, number = compared.groups()
        return f"{measure.replace('_', ' ')}: {COMPARED[way][value].format(number)}"
    return words if value else {"began": "did not begin"}.get(name, f"not {words}")


def with_names(result: SlicedRate) -> SlicedRate:
    """The slices with cards and moves by their names."""
    game = games.find(result.conditions.game)
    cards = games.module_of(game.name, "cards").NAMES
    names: dict[str, Sequence[str]] = dict.fromkeys(OF_CARDS.get(game.name, ()), cards)
    names["move_kind"] = [name for name, *_ in game.move_kinds]

    def named(column: str, value: Any) -> Any:
        known = names.get(column, ())
        return RANK_NAMES.get(known[value], known[value]) if value in range(len(known)) else value

    slices = {tuple(map(named, result.by, key)): each for key, each in result.slices.items()}
    return replace(result, slices=slices)


def of_enough_deals(result: SlicedRate) -> SlicedRate:
    """The slices of enough deals for an interval to be trusted, or all if there are none."""
    enough = {key: each for key, each in result.slices.items() if each.covered * each.n >= FEWEST_DEALS}
    return replace(result, slices=enough or result.slices)


def slices_found(result: SlicedRate, ends: bool = False) -> str:
    """In which slices a rate is highest and lowest, if their intervals are apart; those of a single deal have none.

    ends: whether the intervals are told.
    """
    words, scale = OF_100.get(result.of, result.of), rate_unit(result)[1]
    measured = [(key, rate) for key, rate in result.slices.items() if rate.low < rate.high]
    order = sorted(measured, key=lambda item: item[1].value)
    if len(order) < 2 or certain_order(order[-1][1], order[0][1]) <= 0:
        return f"{words}, with no certain difference"
    (least, low), (most, high) = ((slice_name(result.by, key), rate) for key, rate in (order[0], order[-1]))
    sign = "%" * result.is_share
    top, bottom = (
        with_ends(scale * rate.value, scale * rate.low, scale * rate.high, ".3g", sign)
        if ends
        else f"{in_digits(scale * rate.value, '.3g')}{sign}"
        for rate in (high, low)
    )
    if sign:
        return f"“{words}”: most often for {most} ({top}), least often for {least} ({bottom})"
    if result.of in OF_100:
        return f"{words}: most for {most} ({top}), fewest for {least} ({bottom})"
    return f"{words}: highest for {most} ({top}), lowest for {least} ({bottom})"


def rate_lines(rate: MeasuredRate | SlicedRate) -> Iterator[str | TextTable]:
    """The value with its interval, or of slices which are highest and lowest, and a table; the settings; and on how
    many cases it rests.
    """
    subset = "" if rate.among == EVERYTHING else f", among {rate.among}"
    if isinstance(rate, SlicedRate):
        rate = with_names(rate)
        yield slices_found(of_enough_deals(rate), ends=True)
        yield rate.settings_line
        rows = [
            [*map(str, key), *map(_number, (found.value, found.low, found.high)), *resting(found)]
            for key, found in rate.slices.items()
        ]
        heads = [*rate.by, "value", "low", "high", "cases", "deals with a case"]
        yield TextTable(f"{rate.of}{subset} [95% intervals, each for itself]", heads, rows, dense=True)
        return
    sign, scale, of = ("%", 100.0, f"“{rate.of}”") if rate.is_share else ("", 1.0, rate.of)
    value, low, high = (f"{_number(scale * number)}{sign}" for number in (rate.value, rate.low, rate.high))
    ends = "" if math.isnan(rate.low) else f" (95% interval {low} to {high})"
    yield f"{of}{subset}: {value}{ends}"
    yield rate.settings_line
    _, share = resting(rate)
    yield f"{several(rate.cases, 'cases')} on {several(rate.n, 'deals')}, {share} of which have a case"


def _number(value: float) -> str:
    """A number of a rate, a dash where there is none."""
    return "-" if math.isnan(value) else in_digits(value, ".4g")


def moves_table(advice: MoveAdvice) -> TextTable:
    """Moves, the best first, with what the strategy that plays on thinks of them."""
    title = f"{advice.conditions.title}, hidden cards {advice.hidden} [95% intervals, of all moves together]"
    rows = [
        [
            f"{row['move']} (own)" if row["own"] else row["move"],
            _in_its_unit(advice.metric, row),
            "yes" if row["worse"] else "",
            f"{row['rollouts']:,}",
            in_digits(row["score"]),
        ]
        for row in advice.to_pandas().to_dict("records")
    ]
    return TextTable(title, ["move", in_units(advice.metric), "worse", "rollouts", f"score by {advice.player}"], rows)


def _in_its_unit(metric: str, row: Mapping[Any, Any]) -> str:
    """A metric with its interval where the head of the column says in which unit."""
    value, low, high = (amount(metric, row[f"{metric}{end}"]) for end in ("", "_low", "_high"))
    return f"{value} [{low}, {high}]"

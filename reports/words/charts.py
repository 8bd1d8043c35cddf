"""What claims show without a verdict, in words and as it is drawn: curves and surfaces.

A curve is arranged here once: its title, order, labels and ranges. The page and the files of plots only draw it.
"""

import itertools
import math
import re
import statistics
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from knotlab.analysis.claims.model.chart import LEAST_CASES, MARK, NOTICED, Axis, Chart
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.intervals import certain_order
from knotlab.analysis.stats.rates import Rate
from knotlab.reports.words import capital, uncapital
from knotlab.reports.words.directions import OR, listed, tables_of, with_interval
from knotlab.reports.words.numbers import in_digits

TICKS = 5  # marks on an axis, at most
WHOLE = 0.02  # how far from all of it shares may add up, some groups being too rare to show
WHOLE_FROM = 10  # what a sentence tells in whole numbers
SHIFT = 0.16  # of neighbouring lines, so that their intervals stand apart
FEW = 3  # groups that are named as perhaps as great
APART, MANY_TIMES = 1.5, 50  # times the least group from which on, and up to which, the greatest is told as a multiple
LEVEL = 0.3  # the correlation below which a surface is level along an axis
TURN = 0.35  # of the range of a curve: a turn by less is not told


class Point(NamedTuple):
    """A group as it is drawn: where it stands, what it is called, its value with the ends of the interval, and whether
    it is the tip as it is read.
    """

    at: float
    name: str
    value: float
    low: float
    high: float
    is_literal: bool


class DrawnCurve(NamedTuple):
    """A curve, or a surface of few columns, as it is drawn.

    title: what came out. lines: the points of each column, with its name; a curve has one line without a name. axis,
    column, values: what the groups and the columns are, and what is drawn of them. is_joined: whether groups are
    numbers, which a line joins. low, high: the range of values, from zero unless an interval goes below. ticks: marks
    within it. note: what intervals and rings are.
    """

    title: str
    lines: tuple[tuple[str, tuple[Point, ...]], ...]
    axis: str
    column: str
    values: str
    is_joined: bool
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    note: str


def curve(chart: Chart) -> DrawnCurve:
    """A chart as it is drawn: of a surface a line for each column."""
    rows, *columns = chart.axes
    names = [column.label(value) for column in columns for value in column.values] or [""]
    lines = tuple((name, _points(chart, number, len(names))) for number, name in enumerate(names))
    points = [point for _, line in lines for point in line]
    low, high = min(0.0, *(point.low for point in points)), max(0.0, *(point.high for point in points))
    spell = abs if chart.is_gain else float  # what is above zero is fewer, below it more
    ring = "; ringed: as the tip is read" if any(point.is_literal for point in points) else ""
    return DrawnCurve(
        capital(chart.label) if chart.is_surface else title(chart),
        lines,
        rows.name or "group",
        columns[0].name if columns else "",
        values_of(chart),
        not rows.names,
        low,
        high,
        tuple((tick, in_digits(spell(tick))) for tick in ticks(low, high)),
        f"Lines: 95% intervals over {chart.rates[0].n:,} deals{ring}.",
    )


def _points(chart: Chart, number: int, of: int) -> tuple[Point, ...]:
    """The points of one line of a chart, aside from those of the others."""
    columns = chart.axes[1].values if chart.is_surface else ()
    aside = SHIFT * (number - (of - 1) / 2)
    chosen = [i for i, group in enumerate(chart.groups) if not columns or group[1] == columns[number]]
    return tuple(_point(chart, chart.axes[0], i, aside) for i in chosen)


def drawn_ends(chart: Chart, i: int) -> Between:
    """A group's rate and interval as they are drawn."""
    return Between(*(chart.scale * end for end in _ends(chart.rates[i])))


def _point(chart: Chart, rows: Axis, i: int, aside: float) -> Point:
    value, low, high = drawn_ends(chart, i)
    row = chart.groups[i][0]
    at = list(rows.values).index(row) if rows.names and rows.values else row
    return Point(at + aside, rows.label(row).removesuffix(MARK), value, low, high, rows.label(row).endswith(MARK))


def are_amounts(axis: Axis) -> bool:
    """Whether an axis has numbers or amounts, which have an order of their own, and not names."""
    return sum(not name[0].isdigit() for name in axis.names if name) < 2


class StackRow(NamedTuple):
    """A chart as a row of shares that add up: its name, and what is called how with its per cent, in one order."""

    name: str
    parts: tuple[tuple[str, float], ...]


class Stack(NamedTuple):
    """Charts of the same groups, each of which shares out everything there is: what came out, and at which table."""

    title: str
    rows: tuple[StackRow, ...]
    says: str = ""


def stack(charts: Sequence[Chart]) -> Stack:
    """Charts that `adds_up` holds of, with the same groups, as rows of one picture."""
    labels = [chart.label for chart in charts]
    start, by = _common(labels), labels[0].partition(", by ")[2]
    names = [label.removeprefix(start).removesuffix(f", by {by}") for label in labels]
    shares = [{plain_name(chart, i): 100 * rate.value for i, rate in enumerate(chart.rates)} for chart in charts]
    order = sorted(shares[0], key=lambda part: -sum(row[part] for row in shares))
    parts = [tuple((part, row[part]) for part in order) for row in shares]
    rows = [StackRow(capital(name), each) for name, each in zip(names, parts, strict=True)]
    most = [max(each, key=lambda part: part[1]) for each in parts]
    level = [_perhaps(chart, chart.best) for chart in charts]
    about = capital(start.strip(" ,") + (f" by {by}" if by else ""))
    if len({name for name, _ in most}) == 1:
        low, high = (f"{limit(value for _, value in most):.0f}" for limit in (min, max))
        unsure = "".join(
            f"; {uncapital(row.name)}:{says.removeprefix(' or')}" for row, says in zip(rows, level, strict=True) if says
        )
        return Stack(f"{about}: most often {most[0][0]} ({low} to {high}%){unsure}", tuple(rows))
    told = "; ".join(
        f"{uncapital(row.name)} most often {name} ({value:.0f}%){perhaps}"
        for row, (name, value), perhaps in zip(rows, most, level, strict=True)
    )
    return Stack(f"{about}: {told}", tuple(rows))


def _common(labels: Sequence[str]) -> str:
    """The words with which all of some labels begin."""
    start = labels[0]
    while not all(label.startswith(start) for label in labels):
        start = start[:-1]
    return start[: start.rfind(" ") + 1]


def _ends(rate: Rate) -> Sequence[float]:
    """A rate and its interval, nothing wide if that is not known; no rounding puts the rate outside of it."""
    ends = [rate.value if math.isnan(end) else end for end in (rate.low, rate.high)]
    return rate.value, min(rate.value, ends[0]), max(rate.value, ends[1])


def ticks(low: float, high: float) -> list[float]:
    """Round numbers within a range.

    >>> ticks(-6.5, 0.1), ticks(0, 58)
    ([-6.0, -4.0, -2.0, 0.0], [0.0, 20.0, 40.0])
    """
    least = ((high - low) or 1.0) / TICKS
    power = 10.0 ** math.floor(math.log10(least))
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= least)
    return [round(step * k, 10) for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def values_of(chart: Chart, fewer: str = "above the line") -> str:
    """What is drawn of each group. fewer: where fewer games are lost."""
    if chart.is_gain:
        return f"games lost in 100, fewer {fewer}"
    return "per cent" if chart.unit == "share" else chart.unit


def describe(chart: Chart) -> str:
    """What a chart shows, in a sentence."""
    return surface(chart) if chart.is_surface else f"{title(chart)}."


def amount(chart: Chart, value: float) -> str:
    """A rate without its unit; shares in per cent."""
    return in_digits(chart.scale * value, ".2f")


def number(value: float) -> str:
    """A number in as few digits as tell."""
    return in_digits(value, ".0f" if abs(value) >= 20 else ".1f")


def is_literal(chart: Chart, i: int) -> bool:
    """Whether a group is the tip as it is read."""
    return chart.name(i).endswith(MARK)


def plain_name(chart: Chart, i: int) -> str:
    """What a group is called, without the mark of the tip as it is read."""
    return chart.name(i).removesuffix(MARK)


def named(chart: Chart) -> str:
    """What a chart shows, as its label says it, in readers' words.

    >>> from knotlab.analysis.claims.model.chart import GAINS
    >>> named(Chart("one five kept, by the least hand in which they are, 2 players, simple field", GAINS, (), (), ()))
    'One five kept in hands of at least so many cards, 2 players, simple tables'
    """
    said = chart.label.replace(", by the least hand in which they are", " in hands of at least so many cards")
    said = re.sub(r", (\w+) field$", lambda field: f", {tables_of(field[1])}", said)
    return capital(said.replace("by tremble", "by errors among all moves"))


def title(chart: Chart) -> str:
    """What a curve comes to: how it runs, where it is best, or whether it shows anything.

    >>> from knotlab.analysis.claims.model.chart import GAINS, Axis
    >>> from knotlab.analysis.stats.rates import Rate
    >>> rates = [Rate(value, 0.1, value - 0.2, value + 0.2, 99, 9, 1.0) for value in (-3.0, 0.02)]
    >>> axis = Axis("queens kept", range(2), (f"1{MARK}", "2"))
    >>> title(Chart("queens kept", GAINS, (axis,), ((0,), (1,)), tuple(rates)))
    'Queens kept: costs games up to 1, gains nothing from 2 on; as the tip is read, 3.0 more games lost in 100'
    """
    if chart.halves:
        each = listed([f"{half} {_games(chart, i)}" for half, i in chart.halves.items()])
        return f"{named(chart)}: on average, {each}"
    if chart.is_gain:
        return f"{named(chart)}: {_best(chart)}"
    is_named = not are_amounts(chart.axes[0])
    if adds_up(chart):
        most = f"most often {_at(chart, chart.best)}{_perhaps(chart, chart.best)}"
        return f"{named(chart)}: {most if is_named else _by_half(chart)}"
    return f"{named(chart)}: {_ranking(chart) if is_named else _course(chart)}"


def _ranking(chart: Chart) -> str:
    """The greatest and the least of some groups that have no order, and how far they are apart."""
    if _is_flat(chart):
        return _flat(chart)
    order = sorted(range(len(chart.rates)), key=lambda i: chart.rates[i].value)
    least, most = (chart.rates[i].value for i in (order[0], order[-1]))
    top, bottom = _at(chart, order[-1]), _at(chart, order[0])
    perhaps = _perhaps(chart, order[-1])
    if least < 0:
        below = [_at(chart, i) for i in order if chart.rates[i].between.sign() < 0]
        return f"most at {top}{perhaps}{f', below zero at {listed(below)}' if below else ''}"
    if most < APART * least:
        return f"{number(chart.scale * (most - least))}{' in 100' * (chart.scale > 1)} more at {top} than at {bottom}"
    if least < most / MANY_TIMES:
        return f"most at {top}{perhaps}, {'hardly any' if least else 'none'} at {bottom}"
    return f"{number(most / least).removesuffix('.0')} times as many at {top} as at {bottom}"


def extremes(chart: Chart) -> str:
    """How a surface runs, or which of its two columns is the greater, and where it is highest and lowest."""
    order = sorted(range(len(chart.rates)), key=lambda i: chart.rates[i].value)
    least, most = (
        f"{_value(chart, i)} at "
        + ", ".join(axis.label(value) for axis, value in zip(chart.axes, chart.groups[i], strict=True))
        for i in (order[0], order[-1])
    )
    span = f"from {least} to {most}"
    if not any(len(axis.values) == 2 for axis in chart.axes[1:]) and not all(map(are_amounts, chart.axes)):
        bottom, top = (chart.rates[i].between for i in (order[0], order[-1]))
        return f"as many as {most}, but {least}" if certain_order(top, bottom) > 0 else span
    rows, columns = chart.axes
    if len(columns.values) == 2:
        values = dict(zip(chart.groups, (rate.value for rate in chart.rates), strict=True))
        first, second = columns.values
        both = [values[row, second] > values[row, first] for row in rows.values]
        more, less = (second, first) if 2 * sum(both) >= len(both) else (first, second)
        often = max(sum(both), len(both) - sum(both))
        share = f"all {often}" if often == len(both) else f"{often} of {len(both)}"
        return f"more with {columns.label(more)} than with {columns.label(less)} in {share} rows, {span}"
    if all(map(are_amounts, chart.axes)):
        ways = {axis.name: _slope(chart, number) for number, axis in enumerate(chart.axes)}
        told = [f"{way} with {name}" for way, some in _grouped(ways) for name in [" and with ".join(some)]]
        return f"{', '.join([*told, span])}"
    return span


def _slope(chart: Chart, axis: int) -> str:
    """Which way a surface runs along one of its axes, over all cells."""
    places = [group[axis] for group in chart.groups]
    slope = statistics.correlation(places, [rate.value for rate in chart.rates])
    return "level" if abs(slope) < LEVEL else "rises" if slope > 0 else "falls"


def _grouped(ways: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """The names of each way."""
    return [(way, [name for name in ways if ways[name] == way]) for way in dict.fromkeys(ways.values())]


def _turns(values: Sequence[float]) -> list[int]:
    """Where some values turn by more than a part of their range, with the first and the last of them.

    >>> _turns([1, 2, 5, 4, 1, 1.5, 6]), _turns([1, 2, 1.9, 5])
    ([0, 2, 4, 6], [0, 3])
    """
    least, turns, far = TURN * (max(values) - min(values)), [0], 0  # far: the furthest since the last turn
    for i, value in enumerate(values):
        way = values[far] - values[turns[-1]]
        if way * (value - values[far]) >= 0:
            far = i
        elif abs(value - values[far]) > least and abs(way) > least:
            turns, far = [*turns, far], i
    return [*turns, len(values) - 1]


def _course(chart: Chart) -> str:
    """How a curve goes up and down, if it certainly does."""
    if _is_flat(chart):
        return _flat(chart)
    if not chart.rates[0].value and chart.rates[-1].value == 1:
        return _from_none_to_all(chart)
    first, *others = ends = _certain_turns(chart)
    start = f"{_value(chart, first)} at {plain_name(chart, first)}"
    ways = [chart.rates[after].value > chart.rates[before].value for before, after in itertools.pairwise(ends)]
    if len(ways) == 1:
        end = f"{_value(chart, ends[1])} at {plain_name(chart, ends[1])}"
        return f"{'rises' if ways[0] else 'falls'} from {start} to {end}"
    told = [
        f"{'rises' if way else 'falls'} to {number(chart.scale * chart.rates[i].value)} at {plain_name(chart, i)}"
        for way, i in zip(ways, others, strict=True)
    ]
    return listed([told[0].replace(" to ", f" from {start} to ", 1), *told[1:]])


def _from_none_to_all(chart: Chart) -> str:
    """Up to which group there is nothing, how much there is in the next one, and from which one on there is all."""
    values = [rate.value for rate in chart.rates]
    some = next(i for i, value in enumerate(values) if value)
    whole = 1 + max(i for i, value in enumerate(values) if value < 1)
    none, least, most = (plain_name(chart, i) for i in (some - 1, some, whole))
    between = f", {_value(chart, some)} at {least}" if some < whole else ""
    return f"none up to {none} {chart.axes[0].name}{between}, all from {most} on"


def _certain_turns(chart: Chart) -> list[int]:
    """Where a curve certainly turns, with its ends: each is certainly above or below the one before."""
    known = [Between(*_ends(rate)) for rate in chart.rates]
    first, *others = _turns([each.value for each in known])
    kept, ways = [first], [0]
    for i in others:
        way = certain_order(known[i], known[kept[-1]])
        if way == ways[-1] != 0:
            kept[-1] = i
        elif way:
            kept, ways = [*kept, i], [*ways, way]
    return kept if len(kept) > 1 else [first, others[-1]]


def _is_flat(chart: Chart) -> bool:
    """Whether one number lies within all intervals of a chart."""
    lows, highs = zip(*((low, high) for _, low, high in map(_ends, chart.rates)), strict=True)
    return bool(max(lows) <= min(highs))


def _flat(chart: Chart) -> str:
    """The range of a chart that shows nothing."""
    values = [chart.rates[i].value for i in range(len(chart.rates))]
    least, most = (_value(chart, values.index(end(values))) for end in (min, max))
    return f"between {least} and {most}, which differ by less than their intervals"


def _at(chart: Chart, i: int) -> str:
    return f"{plain_name(chart, i)} ({_value(chart, i)})"


def adds_up(chart: Chart) -> bool:
    """Whether the groups share out everything there is."""
    return chart.unit == "share" and abs(sum(rate.value for rate in chart.rates) - 1) < WHOLE


def _by_half(chart: Chart) -> str:
    half = _half(chart)
    return f"mostly {half}" if half == plain_name(chart, 0) else f"in half of all by {chart.axes[0].name} {half}"


def _half(chart: Chart) -> str:
    """By which group half of all has happened."""
    so_far = itertools.accumulate(rate.value for rate in chart.rates)
    return plain_name(chart, next(i for i, share in enumerate(so_far) if share >= 0.5))


def told(chart: Chart, sentence: str) -> str:
    """A sentence on a chart, with the numbers of the groups that it names in braces, or in place of {half} the group by
    which half of all has happened.
    """
    numbers = {}
    for group, rate in zip(chart.groups, chart.rates, strict=True):
        labels = [axis.label(each) for axis, each in zip(chart.axes, group, strict=True)]
        value = chart.scale * rate.value
        numbers[", ".join(labels)] = in_digits(value, ".0f" if abs(value) >= WHOLE_FROM else ".1f").removesuffix(".0")
    if "{half}" in sentence:
        numbers["half"] = _half(chart)
    return re.sub(r"\{([^}]+)\}", lambda name: numbers[name[1]], sentence)


def _best(chart: Chart) -> str:
    """What the amount that gains most gains, and the one of the tip as it is read; the worst of what has no order."""
    best, literal = chart.best, next((i for i in range(len(chart.rates)) if is_literal(chart, i)), None)
    at = f"{plain_name(chart, best)}{_perhaps(chart, best)}"
    says = f"best at {at}, {_games(chart, best)}" if chart.has_gain else _no_gain(chart)
    if literal is not None and literal != best:
        return f"{says}; as the tip is read, {_games(chart, literal)}"
    if literal is None and chart.has_gain and not are_amounts(chart.axes[0]):
        worst = min(range(len(chart.rates)), key=lambda i: chart.rates[i].value)
        return f"{says}; worst at {plain_name(chart, worst)}{_perhaps(chart, worst)}, {_games(chart, worst)}"
    return f"{says}, which is how the tip is read" if literal is not None and chart.has_gain else says


def _perhaps(chart: Chart, end: int) -> str:
    """Which groups are not certainly below the greatest one, or above the least one."""
    known = [Between(*_ends(rate)) for rate in chart.rates]
    way = 1 if end == chart.best else -1
    level = [i for i, each in enumerate(known) if i != end and way * certain_order(known[end], each) <= 0]
    if len(level) > FEW:
        return f" or perhaps any of {len(level)} others"
    return f" or perhaps {listed([plain_name(chart, i) for i in level], OR)}" if level else ""


def _no_gain(chart: Chart) -> str:
    """Up to which amount, or from which on, games are lost where no amount gains anything."""
    costs = [rate.between.sign() < 0 and rate.value <= -NOTICED for rate in chart.rates]
    turns = [i for i in range(1, len(costs)) if costs[i] != costs[i - 1]]
    if all(costs):
        return f"costs games at every amount, least at {plain_name(chart, chart.best)}"
    if len(turns) != 1:
        return "no amount gains anything"
    before, after = (plain_name(chart, i) for i in (turns[0] - 1, turns[0]))
    if costs[0]:
        return f"costs games up to {before}, gains nothing from {after} on"
    return f"gains nothing up to {before}, costs games from {after} on"


def _games(chart: Chart, i: int) -> str:
    """A gain in games lost of 100."""
    value = chart.rates[i].value
    if abs(value) < NOTICED:
        return "as many games lost"
    return f"{abs(value):.1f} {chart.meaning.way(value)} games lost in 100"


def halves(chart: Chart) -> str:
    """What each of two halves of a tip comes to, and what both do beyond the sum of the two."""
    one, other, beyond = (with_interval(chart.meaning, *rate.between) for rate in chart.rates[-3:])
    first, second = chart.halves
    return (
        f"On average over doing with and without the other half, {first} loses {one} of 100 games and {second} "
        f"{other}; together they lose {beyond} than the two alone add up to"
    )


def _value(chart: Chart, i: int) -> str:
    """A group's rate with its unit; what is there is not nothing."""
    value = number(chart.scale * chart.rates[i].value)
    value = "under 0.1" if value == "0.0" and chart.rates[i].value > 0 else value
    return f"{value}%" if chart.unit == "share" else f"{value} {chart.unit}"


def surface(chart: Chart) -> str:
    """A surface's least and greatest cell with their intervals, how wide all intervals are, and how many cells are
    blank.
    """
    order = sorted(range(len(chart.rates)), key=lambda i: chart.rates[i].value)
    least, most = (_with_interval(chart, i) for i in (order[0], order[-1]))
    return f"{capital(chart.label)}: from {least} to {most}; {widths(chart)}; {blanks(chart)}{crossings(chart)}."


def _with_interval(chart: Chart, i: int) -> str:
    """A cell's rate with its interval."""
    rate = chart.rates[i]
    value, low, high = (amount(chart, number) for number in (rate.value, rate.low, rate.high))
    unit = "%" if chart.unit == "share" else f" {chart.unit}"
    return f"{value}{unit} [{low}, {high}] at {chart.name(i)}"


def widths(chart: Chart) -> str:
    """How wide a surface's intervals are."""
    halves = [(rate.high - rate.low) / 2 for rate in chart.rates]
    widest, median = (amount(chart, half) for half in (max(halves), statistics.median(halves)))
    unit = "percentage points" if chart.unit == "share" else chart.unit
    return f"the widest 95% interval is \u00b1 {widest} {unit}, the median one \u00b1 {median}"


def blanks(chart: Chart) -> str:
    """How many of a surface's cells are blank, and why."""
    missing = chart.size - len(chart.rates)
    if not missing:
        return f"each of the {chart.size} cells has at least {LEAST_CASES} cases"
    return f"{missing} of {chart.size} cells are blank, with fewer than {LEAST_CASES} cases"


def crossings(chart: Chart) -> str:
    """Between which rows the two lines of a surface with two columns cross, as measured; nothing of other surfaces."""
    rows, columns = chart.axes
    if len(columns.values) != 2:
        return ""
    values = dict(zip(chart.groups, (rate.value for rate in chart.rates), strict=True))
    first, second = columns.values
    both = [row for row in rows.values if (row, first) in values and (row, second) in values]
    is_above = [values[row, first] > values[row, second] for row in both]
    between = [
        f"between {rows.label(both[i])} and {rows.label(both[i + 1])}"
        for i in range(len(both) - 1)
        if is_above[i] != is_above[i + 1]
    ]
    return f"; the lines {'cross ' + ', '.join(between) if between else 'do not cross'}"

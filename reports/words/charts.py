"""What claims show without a verdict, in words: curves and surfaces."""

import statistics

from knotlab.analysis.claims.chart import LEAST_CASES, Chart


def capital(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def describe(chart: Chart) -> str:
    """What a chart shows, in a sentence."""
    return surface(chart) if chart.is_surface else extremes(chart)


def amount(chart: Chart, value: float) -> str:
    """A rate without its unit; shares in per cent."""
    return f"{chart.scale * value:.2f}"


def extremes(chart: Chart) -> str:
    """A curve's least and greatest group."""
    order = sorted(range(len(chart.rates)), key=lambda i: chart.rates[i].value)
    least, most = (f"{_value(chart, i)} at {chart.name(i)}" for i in (order[0], order[-1]))
    return f"{capital(chart.label)}: from {least} to {most}."


def _value(chart: Chart, i: int) -> str:
    """A group's rate with its unit."""
    value = chart.rates[i].value
    return f"{100 * value:.3g}%" if chart.unit == "share" else f"{value:.2f} {chart.unit}"


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

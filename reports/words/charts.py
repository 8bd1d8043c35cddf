"""What claims show without a verdict, in words: curves and surfaces."""

import statistics

from knotlab.analysis.claims.model.chart import LEAST_CASES, MARK, Chart

GAINS = "percentage points of games lost"  # the unit of what amounts of a habit gain
TENTHS = 0.1  # of a game in 100: what is less is as good as nothing


def capital(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def describe(chart: Chart) -> str:
    """What a chart shows, in a sentence."""
    return surface(chart) if chart.is_surface else f"{title(chart)}."


def amount(chart: Chart, value: float) -> str:
    """A rate without its unit; shares in per cent."""
    return f"{chart.scale * value:.2f}"


def number(value: float) -> str:
    """A number in as few digits as tell."""
    return (f"{value:.0f}" if abs(value) >= 20 else f"{value:.1f}").replace("-", "\N{MINUS SIGN}")


def is_gain(chart: Chart) -> bool:
    """Whether its values are games lost less, + for the habit."""
    return chart.unit == GAINS


def is_literal(chart: Chart, i: int) -> bool:
    """Whether a group is the tip as it is read."""
    return chart.name(i).endswith(MARK)


def plain_name(chart: Chart, i: int) -> str:
    """What a group is called, without the mark of the tip as it is read."""
    return chart.name(i).removesuffix(MARK)


def title(chart: Chart) -> str:
    """What a curve comes to: its least and greatest group, or the amount of a habit that gains most.

    >>> from knotlab.analysis.claims.model.chart import Axis
    >>> from knotlab.analysis.stats.rates import Rate
    >>> rates = [Rate(value, 0.1, value - 0.2, value + 0.2, 99, 9, 1.0) for value in (-3.0, 0.02)]
    >>> axis = Axis("queens kept", range(2), (f"1{MARK}", "2"))
    >>> title(Chart("queens kept", GAINS, (axis,), ((0,), (1,)), tuple(rates)))
    'Queens kept: no amount gains anything; as the tip is read, 3.0 more games lost in 100'
    """
    order = sorted(range(len(chart.rates)), key=lambda i: chart.rates[i].value)
    if is_gain(chart):
        return f"{capital(chart.label)}: {_best(chart, order[-1])}"
    least, most = (f"{_value(chart, i)} at {plain_name(chart, i)}" for i in (order[0], order[-1]))
    return f"{capital(chart.label)}: from {least} to {most}"


def _best(chart: Chart, best: int) -> str:
    """What the amount that gains most gains, and the one of the tip as it is read."""
    literal = next((i for i in range(len(chart.rates)) if is_literal(chart, i)), None)
    gains = chart.rates[best].low > 0 and chart.rates[best].value >= TENTHS
    says = f"best at {plain_name(chart, best)}, {_games(chart, best)}" if gains else "no amount gains anything"
    if literal is not None and literal != best:
        says += f"; as the tip is read, {_games(chart, literal)}"
    elif literal is not None and gains:
        says += ", which is how the tip is read"
    return says


def _games(chart: Chart, i: int) -> str:
    """A gain in games lost of 100."""
    value = chart.rates[i].value
    if abs(value) < TENTHS:
        return "as many games lost"
    return f"{abs(value):.1f} {'fewer' if value > 0 else 'more'} games lost in 100"


def _value(chart: Chart, i: int) -> str:
    """A group's rate with its unit."""
    value = number(chart.scale * chart.rates[i].value)
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

"""The curves of a tip as small pictures on its card: a value with its interval for each group."""

import math
from typing import NamedTuple

from knotlab.analysis.claims.model.chart import Chart
from knotlab.analysis.claims.rulebooks.published import shipped_charts
from knotlab.reports.words.charts import is_gain, is_literal, number, plain_name, title

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 330, 132, 34, 24, 8  # of a picture, and of its margins, in pixels
FEW = 2  # groups that are no picture
NAMES = 16  # that fit below the axis


class PointPlace(NamedTuple):
    """Where a group stands in a picture, in pixels; its name, if there is room; whether it is the tip as it is read."""

    x: float
    y: float
    top: float
    bottom: float
    label: str
    is_literal: bool


class CurvePicture(NamedTuple):
    """A curve as a picture: the line at zero is None where zero is outside."""

    title: str
    places: list[PointPlace]
    zero: float | None
    ticks: list[tuple[float, str]]
    note: str


def drawn_curves(tip: str) -> list[CurvePicture]:
    """The pictures of a tip's curves."""
    return [draw(chart) for chart in shipped_charts().get(tip, ()) if not chart.is_surface and len(chart.groups) > FEW]


def draw(chart: Chart) -> CurvePicture:
    """A curve as a picture."""
    scaled = [
        [chart.scale * (rate.value if math.isnan(end) else end) for end in (rate.value, rate.low, rate.high)]
        for rate in chart.rates
    ]
    low, high = min(map(min, scaled)), max(map(max, scaled))
    if is_gain(chart) or 0 < low < (high - low):
        low, high = min(low, 0.0), max(high, 0.0)
    span = (high - low) or 1.0

    def y(value: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - low) / span, 1)

    step, every = (WIDTH - LEFT) / len(scaled), math.ceil(len(scaled) / NAMES)
    places = [
        PointPlace(
            round(LEFT + step * (i + 0.5), 1),
            y(value),
            y(top),
            y(bottom),
            "" if i % every else plain_name(chart, i),
            is_literal(chart, i),
        )
        for i, (value, bottom, top) in enumerate(scaled)
    ]
    zero = y(0.0) if low <= 0 <= high else None
    return CurvePicture(title(chart), places, zero, [(y(end), number(end)) for end in (low, high)], _note(chart))


def _note(chart: Chart) -> str:
    """What is drawn."""
    axis = chart.axes[0].name or "group"
    if is_gain(chart):
        ring = "; ringed: as the tip is read" if any(is_literal(chart, i) for i in range(len(chart.groups))) else ""
        return f"Games lost in 100, fewer above the line, by {axis}{ring}. Lines: 95% intervals."
    unit = "in 100" if chart.unit == "share" else chart.unit
    return f"{unit[0].upper()}{unit[1:]}, by {axis}. Lines: 95% intervals."

"""The curves of a tip as small pictures: what each amount of a habit is worth, or how often something happens, group by
group, with intervals; the title says what came out.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from knotlab.analysis.sealed_files import published_rows
from knotlab.reports.answers.findings import FOLDER

GAINS = "percentage points of games lost"
TENTHS = 0.1  # of a game in 100: what is less is as good as nothing
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 330, 132, 34, 24, 8  # of a picture, and of its margins, in pixels


@dataclass(frozen=True)
class Point:
    """One group of a curve: its name, its value with a 95% interval, and whether it is the tip as it is read."""

    name: str
    value: float
    low: float
    high: float
    is_literal: bool = False


@dataclass(frozen=True)
class ShippedCurve:
    """A curve that ships.

    Parameters
    ----------
    tip
        The tip's id.
    label, unit, axis
        What it shows, the unit of its values, and what the groups are.
    points
        The groups, in their order; shares are in 100.
    """

    tip: str
    label: str
    unit: str
    axis: str
    points: tuple[Point, ...]

    @property
    def is_gain(self) -> bool:
        """Whether its values are games lost less, + for the habit."""
        return self.unit == GAINS


class PointPlace(NamedTuple):
    """Where a point stands in a picture, in pixels."""

    point: Point
    x: float
    y: float
    top: float
    bottom: float
    label: str


class CurvePicture(NamedTuple):
    """A curve as a picture."""

    curve: ShippedCurve
    title: str
    places: list[PointPlace]
    zero: float | None
    ticks: list[tuple[float, str]]
    note: str


@cache
def shipped_curves(folder: Path = FOLDER) -> dict[str, tuple[ShippedCurve, ...]]:
    """The curves of all tips, by id; raises InputError if their file is not as it was published. Surfaces are not
    among them; they are in the data.
    """
    rows = [row for row in published_rows(folder / "curves.csv") if not row["column"]]
    by_tip: dict[str, tuple[ShippedCurve, ...]] = {}
    for (tip, _), group in groupby(rows, key=lambda row: (row["tip"], row["curve"])):
        by_tip[tip] = (*by_tip.get(tip, ()), _curve(list(group)))
    return by_tip


def _curve(rows: Sequence[dict[str, str]]) -> ShippedCurve:
    """The curve of some lines of `curves.csv`."""
    first = rows[0]
    scale = 100.0 if first["unit"] == "share" else 1.0
    points = []
    for row in rows:
        value, low, high = (scale * float(row[name] or "nan") for name in ("value", "low", "high"))
        points.append(Point(row["group"], value, low, high, row["literal"] == "yes"))
    return ShippedCurve(first["tip"], first["label"], first["unit"], first["axis"], tuple(points))


def title_of(curve: ShippedCurve) -> str:
    """What a curve comes to, in a sentence.

    >>> points = (Point("1", -3.0, -3.5, -2.5, True), Point("2", 0.02, -0.3, 0.3))
    >>> title_of(ShippedCurve("TK-C5", "queens kept", GAINS, "queens kept", points))
    'Queens kept: no amount gains anything; as the tip is read, 3.0 more games lost in 100'
    """
    name = f"{curve.label[0].upper()}{curve.label[1:]}"
    if not curve.is_gain:
        high, low = (f"{_number(point.value)} at {point.name}" for point in _ends(curve))
        return f"{name}: from {low} to {high}"
    best = max(curve.points, key=lambda point: point.value)
    literal = next((point for point in curve.points if point.is_literal), None)
    if not best.low > 0 or best.value < TENTHS:
        says = "no amount gains anything"
    else:
        says = f"best at {best.name}, {_games(best)}"
    if literal is not None and literal is not best:
        says += f"; as the tip is read, {_games(literal)}"
    elif literal is not None and says.startswith("best"):
        says += ", which is how the tip is read"
    return f"{name}: {says}"


def _ends(curve: ShippedCurve) -> tuple[Point, Point]:
    """The highest and the lowest point."""
    ordered = sorted(curve.points, key=lambda point: point.value)
    return ordered[-1], ordered[0]


def _games(point: Point) -> str:
    """A gain in games lost of 100."""
    if abs(point.value) < TENTHS:
        return "as many games lost"
    return f"{abs(point.value):.1f} {'fewer' if point.value > 0 else 'more'} games lost in 100"


def _number(value: float) -> str:
    """A number in as few digits as tell."""
    return f"{value:.0f}" if abs(value) >= 20 else f"{value:.1f}"


def draw(curve: ShippedCurve) -> CurvePicture:
    """A curve as a picture."""
    known = [end for point in curve.points for end in (point.value, point.low, point.high) if not math.isnan(end)]
    low, high = min(known), max(known)
    if curve.is_gain or 0 < low < (high - low):
        low, high = min(low, 0.0), max(high, 0.0)
    span = (high - low) or 1.0

    def y(value: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - low) / span, 1)

    step = (WIDTH - LEFT) / len(curve.points)
    every = math.ceil(len(curve.points) / 16)  # names that fit below the axis
    places = []
    for i, point in enumerate(curve.points):
        top, bottom = (y(point.value if math.isnan(end) else end) for end in (point.high, point.low))
        label = point.name if i % every == 0 else ""
        places.append(PointPlace(point, round(LEFT + step * (i + 0.5), 1), y(point.value), top, bottom, label))
    zero = y(0.0) if low <= 0 <= high else None
    ticks = [(y(value), _number(value).replace("-", "\u2212")) for value in (low, high)]
    return CurvePicture(curve, title_of(curve), places, zero, ticks, _note(curve))


def _note(curve: ShippedCurve) -> str:
    """What is drawn."""
    if curve.is_gain:
        ring = "; ringed: as the tip is read" if any(point.is_literal for point in curve.points) else ""
        return f"Games lost in 100, fewer above the line, by {curve.axis}{ring}. Lines: 95% intervals."
    unit = "in 100" if curve.unit == "share" else curve.unit
    return f"{unit[0].upper()}{unit[1:]}, by {curve.axis or 'group'}. Lines: 95% intervals."


def drawn_curves(tip: str) -> list[CurvePicture]:
    """The pictures of a tip's curves; one of fewer than three groups is no picture."""
    return [draw(curve) for curve in shipped_curves().get(tip, ()) if len(curve.points) > 2]

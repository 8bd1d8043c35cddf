"""Pictures that belong to no single tip: lists of bars, each on a scale of its own."""

from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from knotlab.analysis.claims.judgement.at_table import CHOICES, USUAL, TableChoice
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.page.answers import lane_ticks, stretched
from knotlab.reports.page.blocks import Html, Section
from knotlab.reports.page.chooser import key
from knotlab.reports.template import packed, render
from knotlab.reports.words.charts import ticks
from knotlab.reports.words.numbers import in_digits
from knotlab.reports.words.pictures import BarPicture, pictures


class Mark(NamedTuple):
    """A value with its interval, in per cent from the left."""

    at: float
    left: float
    width: float


class DrawnBar(NamedTuple):
    """A bar: its name, its values and their words, and of which series the first value is."""

    name: str
    marks: list[Mark]
    words: str
    first: int


class DrawnPicture(NamedTuple):
    """A picture with its bars as they are drawn.

    zero: where it stands, 0 where that is the left end. unit, ticks: what stands below its axis, if it has one.
    """

    title: str
    says: str
    heads: tuple[str, ...]
    tip: str
    bars: list[DrawnBar]
    zero: float
    unit: str
    ticks: list[tuple[float, str]]


def section() -> Section:
    """All pictures at the usual table; those at the others packed, as the page's script puts them in their place."""
    at = {key(choice): _markup(choice) for choice in CHOICES}
    usual = at.pop(key(USUAL))
    others = f'<script type="text/plain" id="pictures-at">{packed(at)}</script>'
    return Section(
        "pictures", "Cards, solos, who is behind", [Html(Markup(f'<div class="pictures">{usual}</div>{others}'))]
    )


def _markup(choice: TableChoice) -> str:
    return render("page/pictures.html", drawn=[drawn(picture) for picture in pictures(choice)])


def drawn(picture: BarPicture) -> DrawnPicture:
    """A picture on a scale from zero, or from the least end of an interval below it."""
    every = [value for bar in picture.bars for value in bar.values]
    low, high = min(0.0, *(value.low for value in every)), max(value.high for value in every)

    def place(value: float) -> float:
        return round(100 * (value - low) / (high - low), 1)

    spell = abs if is_two_sided(picture) else float  # what is right of zero is fewer, left of it more
    marks = [(place(tick), in_digits(spell(tick))) for tick in ticks(low, high)] if picture.unit else []
    return _at(picture, place, marks)


def on_common_axis(picture: BarPicture) -> DrawnPicture:
    """A picture of games lost in 100 on the scale of all habits."""
    return _at(picture, lambda value: stretched(value / 100), lane_ticks())


def _at(picture: BarPicture, place: Callable[[float], float], marks: list[tuple[float, str]]) -> DrawnPicture:
    """A picture with every value at its place."""

    def mark(value: Between) -> Mark:
        return Mark(place(value.value), place(value.low), round(place(value.high) - place(value.low), 1))

    bars = [DrawnBar(bar.name, list(map(mark, bar.values)), bar.words, bar.first) for bar in picture.bars]
    facts = picture.title, picture.says, picture.heads, picture.tip
    return DrawnPicture(*facts, bars, place(0.0), picture.unit, marks)


def is_two_sided(picture: BarPicture) -> bool:
    """Whether the words below a picture's axis say which way there is more."""
    return "to the left" in picture.unit

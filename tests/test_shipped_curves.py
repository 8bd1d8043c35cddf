"""The curves and other readings that ship: drawn true to their numbers, with titles that say what came out."""

import csv
import math
import re

import pytest

from knotlab.analysis.claims.cells import tip_named, tips
from knotlab.analysis.claims.kinds.doses import Doses
from knotlab.analysis.claims.readings import pairs_of
from knotlab.reports.answers.curves import (
    BOTTOM,
    GAINS,
    HEIGHT,
    LEFT,
    TOP,
    WIDTH,
    Point,
    ShippedCurve,
    draw,
    drawn_curves,
    shipped_curves,
    title_of,
)
from knotlab.reports.answers.findings import FOLDER
from knotlab.reports.answers.readings import shipped_readings
from knotlab.reports.page import other_readings
from knotlab.reports.page.blocks import Text

NEVER_ACT = {"TK-C3", "TK-C12", "TK-C18", "TK-C20"}  # below 2% of choices in every cell
DRAWN = [(tip, picture) for tip in shipped_curves() for picture in drawn_curves(tip)]


def test_every_curve_of_every_tip_ships() -> None:
    with (FOLDER / "curves.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {(row["tip"], row["label"]) for row in rows} == {
        (tip.id, each.label) for tip in tips() for each in tip.curves
    }
    assert (FOLDER / "curves.csv").stat().st_size < 150_000


def test_the_amount_of_a_tip_is_marked_in_every_curve_of_amounts() -> None:
    doses = [(tip.id, each) for tip in tips() for each in tip.curves if isinstance(each, Doses)]
    assert len(doses) > 10
    for tip, description in doses:
        (curve,) = (curve for curve in shipped_curves()[tip] if curve.label == description.label)
        assert curve.is_gain
        assert [point.name for point in curve.points if point.is_literal] == [description.literal]


@pytest.mark.parametrize(("tip", "picture"), DRAWN, ids=[f"{tip} {picture.curve.label}" for tip, picture in DRAWN])
def test_a_picture_is_true_to_its_numbers(tip: str, picture: object) -> None:
    """Heights in proportion to values, all within the frame, from the left to the right in the order of the groups."""
    drawn = draw(picture.curve)  # type: ignore[attr-defined]
    places = drawn.places
    assert all(
        TOP - 0.1 <= end <= HEIGHT - BOTTOM + 0.1 for place in places for end in (place.y, place.top, place.bottom)
    )
    assert all(LEFT < place.x < WIDTH for place in places)
    assert [place.x for place in places] == sorted(place.x for place in places)
    low, high = (end(places, key=lambda place: place.point.value) for end in (min, max))
    for place in places:
        share = (place.point.value - low.point.value) / ((high.point.value - low.point.value) or 1)
        assert place.y == pytest.approx(low.y + share * (high.y - low.y), abs=0.2)
        assert place.top <= place.y <= place.bottom
    assert tip_named(tip).id == tip


def test_a_title_changes_with_the_numbers() -> None:
    def curve(*values: tuple[float, float, float], literal: int = 0) -> ShippedCurve:
        points = tuple(Point(str(i), *ends, i == literal) for i, ends in enumerate(values))
        return ShippedCurve("TK-C1", "cards kept", GAINS, "cards", points)

    up, down, none = (2.0, 1.0, 3.0), (-2.0, -3.0, -1.0), (0.02, -0.4, 0.5)
    assert (
        title_of(curve(up, down)) == "Cards kept: best at 0, 2.0 fewer games lost in 100, which is how the tip is read"
    )
    assert title_of(curve(down, up)) == (
        "Cards kept: best at 1, 2.0 fewer games lost in 100; as the tip is read, 2.0 more games lost in 100"
    )
    assert title_of(curve(none, down)) == "Cards kept: no amount gains anything"
    assert title_of(curve(down, none)).endswith(
        "no amount gains anything; as the tip is read, 2.0 more games lost in 100"
    )
    assert title_of(curve(none, (0.3, -0.1, 0.7), literal=0)).endswith("; as the tip is read, as many games lost")


def test_titles_name_the_extremes_of_a_share() -> None:
    for _, picture in DRAWN:
        if not picture.curve.is_gain:
            values = [point.value for point in picture.curve.points if not math.isnan(point.value)]
            numbers = [
                float(number) for number in re.findall(r"from (-?[\d.]+) at .* to (-?[\d.]+) at ", picture.title)[0]
            ]
            assert numbers == pytest.approx([min(values), max(values)], abs=0.51)


def test_other_readings_ship_for_every_tip_whose_game_has_them() -> None:
    readings = {(each.tip, each.reading.split()[-1]) for each in shipped_readings()}
    request = {(tip.id, reading.change) for tip, reading in pairs_of(tips())}
    assert readings <= request
    assert {tip for tip, _ in request} - {tip for tip, _ in readings} <= NEVER_ACT


def test_a_flip_is_certain_only_if_the_change_is() -> None:
    assert shipped_readings()
    for each in shipped_readings():
        assert each.flips or not each.is_certain
        if each.is_certain:
            assert each.low > 0 or each.high < 0
        assert each.change == pytest.approx(each.other - each.usual, abs=1e-6)
        assert (", then " in each.says) == each.flips


def test_the_page_lists_the_answers_that_turn_the_certain_ones_first() -> None:
    section = other_readings.section()
    assert section is not None
    flips = [each for each in shipped_readings() if each.flips]
    lines = [block.words for block in section.blocks[1:] if isinstance(block, Text)]
    assert len(lines) == len(flips) and all(each.tip in "".join(lines) for each in flips)
    stars = ["*." in line for line in lines]
    assert stars == sorted(stars, reverse=True) and sum(stars) == sum(each.is_certain for each in flips)
    assert f"in {len(flips)} the answer is another one" in section.blocks[0].words  # type: ignore[union-attr]

"""The curves and other readings that ship: drawn true to their numbers, with titles that say what came out."""

import csv
import math
import re

import pytest

import knotlab
from knotlab.analysis.claims.evidence.files import published_charts
from knotlab.analysis.claims.evidence.readings import published_readings
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.kinds.gains import Doses
from knotlab.analysis.claims.model.chart import GAINS, MARK, Axis, Chart
from knotlab.analysis.claims.other_readings import pairs_of
from knotlab.analysis.claims.rulebooks.library import tip_named, tips
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.stats.rates import Rate
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.reports.page.blocks import Text
from knotlab.reports.page.pictures import DrawnPicture
from knotlab.reports.page.readings import other_readings
from knotlab.reports.page.tip_curves import (
    BOTTOM,
    HEIGHT,
    LEFT,
    TOP,
    WIDTH,
    CurvePlot,
    Grid,
    curve_plots,
    draw,
)
from knotlab.reports.words.charts import Stack, curve, is_literal, plain_name, title
from knotlab.reports.words.names import RANK_NAMES

CURVES = [
    (tip, chart)
    for tip, charts in published_charts().items()
    for chart in charts
    if not chart.is_surface and len(chart.groups) > 2
]


def picture_of(chart: Chart) -> CurvePlot:
    """A chart as it stands on the page."""
    return draw(curve(chart))


def test_every_curve_of_every_tip_ships() -> None:
    with (FINDINGS / "curves.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {(row["tip"], row["label"]) for row in rows} == {
        (tip.id, each.label) for tip in tips() for each in tip.curves
    }
    assert (FINDINGS / "curves.csv").stat().st_size < 150_000


def test_the_amount_of_a_tip_is_marked_in_every_curve_of_amounts() -> None:
    doses = [(tip.id, each) for tip in tips() for each in tip.curves if isinstance(each, Doses)]
    assert len(doses) > 10
    for tip, description in doses:
        (chart,) = (chart for chart in published_charts()[tip] if chart.label == description.label)
        groups = range(len(chart.groups))
        assert chart.is_gain
        assert [plain_name(chart, i) for i in groups if is_literal(chart, i)] == [*filter(None, [description.literal])]
        assert [place.is_literal for place in picture_of(chart).places] == [is_literal(chart, i) for i in groups]


def drawn_of(tip: str) -> list[CurvePlot]:
    """The curves of amounts on a tip's card."""
    return [picture for picture in curve_plots(tip) if isinstance(picture, CurvePlot)]


def test_every_curve_of_three_groups_or_more_is_on_its_tips_card() -> None:
    """As a curve, as bars with the same title, or as a row of a stack of charts that each share out everything."""
    kinds = set[type]()
    for tip in published_charts():
        shown: list[str] = []
        for picture in curve_plots(tip):
            kinds.add(type(picture))
            if isinstance(picture, CurvePlot):
                shown.append(picture.curve.title)
            elif isinstance(picture, DrawnPicture):
                shown.append(picture.title.removesuffix("."))
            elif isinstance(picture, Stack):
                shown += [row.name for row in picture.rows]
        charts = [chart for of, chart in CURVES if of == tip]
        assert len(shown) == len(charts)
        for told, chart in zip(shown, charts, strict=True):
            spelt = chart.axes[0].name == "contract"  # with hyphens, as in commands
            said = title(chart)
            assert told == (said.replace("-", " ") if spelt else said) or told.lower() in chart.label
    assert kinds == {CurvePlot, DrawnPicture, Grid, Stack}


def test_bars_have_every_group_with_its_number_the_largest_first_and_stacks_all_in_one_order() -> None:
    (bars,) = (each for each in curve_plots("TK-C7")[:1] if isinstance(each, DrawnPicture))
    chart = published_charts()["TK-C7"][0]
    by_name = {RANK_NAMES[chart.name(i)]: rate.value for i, rate in enumerate(chart.rates)}
    assert [bar.name for bar in bars.bars] == sorted(by_name, key=lambda name: -by_name[name])
    assert [float(bar.words) for bar in bars.bars] == pytest.approx(sorted(by_name.values(), reverse=True), abs=0.051)
    (stack,) = (each for each in curve_plots("TK-C23") if isinstance(each, Stack))
    assert [row.name for row in stack.rows] == ["2 players", "3 players", "4 players"]
    for row, of in zip(stack.rows, published_charts()["TK-C23"], strict=True):
        shares = {of.name(i): 100 * rate.value for i, rate in enumerate(of.rates)}
        assert dict(row.parts) == pytest.approx(shares)
        assert [name for name, _ in row.parts] == [name for name, _ in stack.rows[0].parts]  # so colours mean a name
        assert sum(shares.values()) == pytest.approx(100, abs=2)
    assert re.fullmatch(
        r"Sources of the spread of places: most often chance .*%\); 4 players: perhaps cards", stack.title
    )


def test_a_curve_that_turns_is_told_by_its_turns() -> None:
    words = {chart.label: title(chart) for _, chart in CURVES}["piles, by turn"]
    rows = next(row for row in published_charts()["KW-C5"] if row.label == "piles, by turn")
    piles = {rows.name(i): rate.value for i, rate in enumerate(rows.rates)}
    told = re.findall(r"([\d.]+)(?: piles)? at (\d+)", words)
    assert len(told) == 4 and re.findall("rises|falls", words) == ["rises", "falls", "rises"]
    for value, turn in told:
        assert float(value) == pytest.approx(piles[turn], abs=0.051)
    assert float(told[1][0]) == pytest.approx(max(piles[f"{turn}"] for turn in range(18)), abs=0.051)


def test_every_cell_of_a_surface_is_in_the_table_of_its_card() -> None:
    with (FINDINGS / "curves.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["column"]]
    assert len(rows) > 100
    for row in rows:
        tables = [each for each in curve_plots(row["tip"]) if isinstance(each, Grid)]
        label = row["label"].replace("tremble", "errors among all moves").lower()
        (grid,) = (each for each in tables if each.title.lower().startswith(f"{label}: "))
        cells = dict(grid.rows)[row["group"]]
        held = {"weak": "0 to 2 aces and kings", "strong": "3 to 8 aces and kings"}  # in readers' words
        cell = cells[grid.heads.index(held.get(row["column"], row["column"]))]
        assert cell is not None
        shown, value = float(cell[0].replace("\N{MINUS SIGN}", "-")), float(row["value"])
        assert abs(shown - (100 * value if row["unit"] == "share" else value)) <= 0.5


@pytest.mark.parametrize(("tip", "chart"), CURVES, ids=[f"{tip} {chart.label}" for tip, chart in CURVES])
def test_a_picture_is_true_to_its_numbers(tip: str, chart: Chart) -> None:
    """Heights in proportion to values, all within the frame, from the left to the right in the order of the groups."""
    places = picture_of(chart).places
    assert all(
        TOP - 0.1 <= end <= HEIGHT - BOTTOM + 0.1 for place in places for end in (place.y, place.top, place.bottom)
    )
    assert all(LEFT < place.x < WIDTH for place in places)
    assert [place.x for place in places] == sorted(place.x for place in places)
    values = [rate.value for rate in chart.rates]
    (least, lowest), (most, highest) = (
        end(zip(values, [place.y for place in places], strict=True)) for end in (min, max)
    )
    for value, place in zip(values, places, strict=True):
        share = (value - least) / ((most - least) or 1)
        assert place.y == pytest.approx(lowest + share * (highest - lowest), abs=0.2)
        assert place.top <= place.y <= place.bottom
    assert tip_named(tip).id == tip


@pytest.mark.parametrize("tip", ["TK-C5", "KW-C8"])
def test_a_file_draws_the_curve_that_the_page_draws(tip: str) -> None:
    for number, (of, chart) in enumerate((pair for pair in CURVES if pair[0] == tip), 1):
        (axes,) = knotlab.claims(of).plot(f"{of}-curve-{number}").axes
        drawn = drawn_of(tip)[number - 1]
        assert " ".join(axes.get_title("left").split()) == f"{of}: {drawn.curve.title}"
        assert [label.get_text() for label in axes.get_yticklabels()] == [words for _, words in drawn.ticks]
        assert len(axes.get_lines()[0].get_xdata()) == len(drawn.places) == len(chart.groups)


def test_a_title_changes_with_the_numbers() -> None:
    def gains(*values: tuple[float, float, float], literal: int = 0) -> Chart:
        rates = tuple(Rate(value, math.nan, low, high, 99, 9, math.nan) for value, low, high in values)
        names = tuple(f"{i}{MARK if i == literal else ''}" for i in range(len(values)))
        axis = Axis("cards", range(len(values)), names)
        return Chart("cards kept", GAINS, (axis,), tuple((i,) for i in axis.values), rates)

    up, down, none = (2.0, 1.0, 3.0), (-2.0, -3.0, -1.0), (0.02, -0.4, 0.5)
    assert title(gains(up, down)) == "Cards kept: best at 0, 2.0 fewer games lost in 100, which is how the tip is read"
    assert title(gains(down, up)) == (
        "Cards kept: best at 1, 2.0 fewer games lost in 100; as the tip is read, 2.0 more games lost in 100"
    )
    assert title(gains(none, down)) == "Cards kept: gains nothing up to 0, costs games from 1 on"
    assert title(gains(down, none)).endswith(
        "costs games up to 0, gains nothing from 1 on; as the tip is read, 2.0 more games lost in 100"
    )
    assert title(gains(down, none, down)).startswith("Cards kept: no amount gains anything; as the tip is read")
    assert title(gains((-1.0, -1.5, -0.5), down)).startswith("Cards kept: costs games at every amount, least at 0")
    assert title(gains(none, (0.3, -0.1, 0.7), literal=0)).endswith("; as the tip is read, as many games lost")


def rated(*values: tuple[float, float], names: tuple[str, ...] = ()) -> Chart:
    """A curve of values that are known to so much."""
    rates = tuple(Rate(value, math.nan, value - off, value + off, 99, 9, math.nan) for value, off in values)
    axis = Axis("turn", range(len(values)), names)
    return Chart("cards held", "cards", (axis,), tuple((i,) for i in axis.values), rates)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([(1, 0.1), (2, 0.1), (4, 0.1)], "rises from 1.0 cards at 0 to 4.0 cards at 2"),
        ([(4, 0.1), (4.1, 0.1), (1, 0.1)], "falls from 4.0 cards at 0 to 1.0 cards at 2"),
        ([(1, 0.1), (4, 0.1), (2, 0.1)], "rises from 1.0 cards at 0 to 4.0 at 1 and falls to 2.0 at 2"),
        ([(1, 0.1), (4, 0.1), (2, 2.5)], "rises from 1.0 cards at 0 to 4.0 cards at 1"),
        ([(1, 1.5), (2, 1.0), (3, 1.5)], "between 1.0 cards and 3.0 cards, which differ by less than their intervals"),
    ],
)
def test_a_title_says_how_a_curve_of_amounts_runs(values: list[tuple[float, float]], said: str) -> None:
    assert title(rated(*values)) == f"Cards held: {said}"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([(1, 0.1), (6, 0.1), (3, 0.1)], "6 times as many at b (6.0 cards) as at a (1.0 cards)"),
        ([(3, 0.1), (4, 0.1), (3.5, 0.1)], "1.0 more at b (4.0 cards) than at a (3.0 cards)"),
        ([(0, 0), (4, 0.1), (3.5, 0.1)], "most at b (4.0 cards), none at a (0.0 cards)"),
        ([(0.01, 0), (4, 0.1), (3.5, 0.1)], "most at b (4.0 cards), hardly any at a (under 0.1 cards)"),
        ([(-2, 0.1), (4, 0.1), (3.5, 0.1)], "most at b (4.0 cards), below zero at a (\N{MINUS SIGN}2.0 cards)"),
        ([(3, 1), (3.2, 1), (3.5, 1)], "between 3.0 cards and 3.5 cards, which differ by less than their intervals"),
    ],
)
def test_a_title_says_how_far_groups_without_an_order_are_apart(values: list[tuple[float, float]], said: str) -> None:
    assert title(rated(*values, names=("a", "b", "c"))) == f"Cards held: {said}"


TURNS = r"(?!.* (?:rises|falls) to )"
SAID = re.compile(
    rf"(?P<way>rises|falls) {TURNS}from (?P<first>[\d.]+.*?) at (?P<at>.+) to (?P<last>[\d.]+.*?) at (?P<to>.+)"
)


def test_titles_of_what_rises_or_falls_name_the_ends_with_their_unit() -> None:
    told = 0
    for _, chart in CURVES:
        words, values = title(chart), {chart.name(i): chart.scale * rate.value for i, rate in enumerate(chart.rates)}
        if (said := SAID.search(words)) is None:
            continue
        unit, told = "%" if chart.unit == "share" else f" {chart.unit}", told + 1
        assert [said["at"], said["to"]] == [chart.name(0), chart.name(len(values) - 1)]
        assert (values[said["at"]] < values[said["to"]]) == (said["way"] == "rises")
        for name, value in ((said["at"], said["first"]), (said["to"], said["last"])):
            number = float(value.removesuffix(unit))
            assert value.endswith(unit) and number == pytest.approx(values[name], abs=0.51)
    assert told == 5


def test_titles_of_tables_say_which_way_they_run() -> None:
    """The published ones: more cards in hand, and in the pile, go with more losses; more aces with more points."""
    titles = {grid.title.partition(":")[0]: grid.title for tip in published_charts() for grid in grids_of(tip)}
    by_cards = next(said for said in titles.values() if said.startswith("Games lost, by cards in hand"))
    assert "rises with cards in hand and with cards in the pile, from " in by_cards
    by_numeral = titles["Points by numeral shown, bidding at random"]
    assert "more with 3 to 8 aces and kings than with 0 to 2 aces and kings in all 8 rows" in by_numeral


def grids_of(tip: str) -> list[Grid]:
    """The tables in colours of a tip's card."""
    return [picture for picture in curve_plots(tip) if isinstance(picture, Grid)]


def test_shares_of_all_are_told_by_the_most_frequent_or_by_when_half_is_reached() -> None:
    titles = {chart.label: (title(chart), chart) for _, chart in CURVES}
    words, chart = titles["turn in which the first player goes out"]
    turn = int(words.rpartition(" ")[2])
    before = sum(rate.value for group, rate in zip(chart.groups, chart.rates, strict=True) if group[0] < turn)
    assert before < 0.5 <= before + chart.rates[chart.groups.index((turn,))].value
    words, chart = titles["which contracts are played"]
    share, name = max((rate.value, chart.name(i)) for i, rate in enumerate(chart.rates))
    assert words.endswith(f"most often {name} ({100 * share:.0f}%)")


def test_other_readings_ship_for_every_tip_whose_game_has_them() -> None:
    readings = {(each.tip, each.reading.change) for each in published_readings()}
    request = {(tip.id, reading.change) for tip, reading in pairs_of(tips())}
    assert readings <= request
    rare = {tip.id for tip in shipped() if tip.verdict == Verdict.RARE}  # which have no mean to be changed
    assert {tip for tip, _ in request} - rare == {tip for tip, _ in readings}


def test_an_answer_flips_only_if_its_change_is_certain() -> None:
    unsure = 0
    for each in published_readings():
        differs = each.answers[0] != each.answers[1]
        assert each.flips == (differs and each.change.size.certain_sign != 0)
        assert not each.flips or each.change.low > 0 or each.change.high < 0
        assert each.change.effect == pytest.approx(each.other.effect - each.usual.effect, abs=1e-6)
        assert (", then " in each.says) == each.flips
        unsure += differs and not each.flips
    assert unsure  # some differ by chance, next to a margin


def test_the_page_lists_the_answers_that_flip() -> None:
    section = other_readings()
    assert section is not None
    flips = [each for each in published_readings() if each.flips]
    lines = [block.words for block in section.blocks[1:] if isinstance(block, Text)]
    assert len(lines) == len(flips) and all(each.tip in "".join(lines) for each in flips)
    said = f"in {len(flips)} of these pairs the answer is certainly different"
    assert said in section.blocks[0].words  # type: ignore[union-attr]
    for line, each in zip(lines, flips, strict=True):
        certain = [mean.all_low > 0 or mean.all_high < 0 for mean in (each.usual.size, each.other.size)]
        assert ("turns round" in line) == (all(certain) and each.usual.effect * each.other.effect < 0), line
        assert ("second number may be chance" in line) == (not certain[1])


def test_every_picture_of_a_box_says_how_many_play_and_who() -> None:
    """In its title or below it, with the names of fields that the page explains, or of players."""
    who = re.compile("simple|plain|strong|“.+”|all players of the library", re.IGNORECASE)
    seen = 0
    for tip in published_charts():
        for picture in curve_plots(tip):
            if isinstance(picture, CurvePlot):
                words = f"{picture.curve.title} {picture.caption}"
            elif isinstance(picture, Grid):
                words = f"{picture.title} {picture.values}"
            else:
                rows = " ".join(row.name for row in picture.rows) if isinstance(picture, Stack) else ""
                words = f"{picture.title} {rows} {picture.says}"
            assert re.search(r"(\d|[Tt]wo|[Tt]hree|[Ff]our) players", words) and who.search(words), words
            seen += 1
    assert seen > 40


def test_shares_from_none_to_all_are_told_by_where_they_begin_and_end() -> None:
    chart = next(chart for tip, chart in CURVES if tip == "TY-C2")
    shares = {int(chart.name(i)): rate.value for i, rate in enumerate(chart.rates)}
    some, whole = min(n for n in shares if shares[n]), 1 + max(n for n in shares if shares[n] < 1)
    said = f"none up to {some - 1} tricks, {100 * shares[some]:.1f}% at {some}, all from {whole} on"
    assert title(chart).endswith(said) and some == 4, (
        "four tricks are the fewest that may be more than everybody else's"
    )


def test_what_may_be_as_great_as_the_greatest_is_named_and_counted_where_it_is_many() -> None:
    few, many = [(0, 0), (4, 0.1), (2, 0.1), (3.9, 0.1)], [(0, 0), (4, 0.1), *4 * [(3.9, 0.1)]]
    assert "most at b (4.0 cards) or perhaps d, none at a" in title(rated(*few, names=("a", "b", "c", "d")))
    assert "most at b (4.0 cards) or perhaps any of 4 others, none" in title(rated(*many, names=tuple("abcdef")))

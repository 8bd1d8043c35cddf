"""The command `claims`, and findings: tables, paragraphs and plots that come from the same numbers."""

import io
import math
import re
from dataclasses import replace
from itertools import chain
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from markdown_it import MarkdownIt
from matplotlib.figure import Figure
from rich.console import Console
from rich.text import Text

import knotlab as package
from knotlab.analysis.claims import Tip, Verdict
from knotlab.analysis.claims.evidence.record import Elsewhere
from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.analysis.claims.model.chart import Axis, Chart
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.rulebooks.library import count, tip_named, tips
from knotlab.analysis.stats.headline import CellEvidence, Headline, MeanEvidence, headline_of
from knotlab.analysis.stats.rates import Rate
from knotlab.analysis.stats.sizes import NO_SIZE
from knotlab.analysis.stats.verdicts import HeadlineAnswer
from knotlab.reports.page.findings import write_stages
from knotlab.reports.plots import claims
from knotlab.reports.plots.claims import matrix as drawn_matrix
from knotlab.reports.plots.style import TEXT_ON_DARK, TEXT_ON_LIGHT
from knotlab.reports.words import charts
from knotlab.reports.words import claims as words
from knotlab.reports.words.layout import TextTable
from tests.analysis.claims.planted import duel, result_of, size
from tests.cli import knotlab, refused

TRIAL = Inquiry(cells=2)
TIP = Tip("XX-C1", "twisted-knot", "a tip", "nowhere", "as it stands.")
DUEL = duel("hoard-aces", "shed")
RATE = Rate(0.25, 0.01, 0.23, 0.27, 100, 400.0, 1.0)
CURVE = Chart(
    "a share", "share", (Axis("number"),), ((1,), (2,)), (RATE, replace(RATE, value=0.5, low=0.48, high=0.52))
)
ROWS, COLUMNS = Axis("cards in hand", range(1, 3)), Axis("cards in the pile", range(2))
PLANE = Chart(
    "games lost", "share", (ROWS, COLUMNS), ((1, 0), (2, 1)), (RATE, replace(RATE, value=0.5, low=0.4, high=0.6))
)


def with_charts(tip: Tip, *charts: Chart) -> TipResult:
    """A claim with what is shown about it."""
    return TipResult(tip.id, tip.game, tip.statement, Verdict.NO_VERDICT, charts=charts, tip=tip)


def test_unknown_claims_are_one_sentence() -> None:
    answer = knotlab("claims", "TK-C99")
    assert answer.status == 2 and "there is no claim 'TK-C99'; did you mean 'TK-C" in answer.line
    assert (
        knotlab("claims", "TK-C1", "--budget", "0").line
        == "knotlab: --budget must be a number of minutes greater than 0, not '0'"
    )
    assert "must be a number of minutes" in knotlab("claims", "TK-C1", "--budget", "soon").line


def test_the_list_has_every_claim_and_the_number_of_its_cells() -> None:
    listed = knotlab("claims", "--list", "--json").json["claims"]
    assert [item["id"] for item in listed] == [tip.id for tip in tips()]
    assert 0 < sum(item["cells"] for item in listed) <= count()
    assert [item["id"] for item in knotlab("claims", "--list", "ty-c4", "TK-C22", "--json").json["claims"]] == [
        "TK-C22",
        "TY-C4",
    ]


def test_claims_settled_by_enumeration_are_answered_at_once(tmp_path: Path) -> None:
    words = ("claims", "TK-C22", "TY-C4", "--csv", tmp_path / "cells.csv", "--findings", tmp_path / "findings")
    answer = knotlab(*words, "--json").json
    assert [claim["verdict"] for claim in answer["claims"]] == ["holds"] * 2 and answer["level"] == 0.05
    page = (tmp_path / "findings" / "findings.md").read_text()
    assert "## TK-C22" in page and "Source: " in page and "Interpretation: " in page
    quick = knotlab(*words, "--quick", "--json").json
    assert [claim["verdict"] for claim in quick["claims"]] == ["holds"] * 2


def result(*values: float, answer: HeadlineAnswer = HeadlineAnswer.BETTER) -> TipResult:
    """A claim whose cells have some effects, each with an interval of a game in 100 on either side."""
    cells = [size("an idea", value, 0.01, field=f"field {i}") for i, value in enumerate(values)]
    tip = replace(TIP, experiments=(replace(DUEL, label="an idea"),))
    return replace(result_of(answer, Verdict.HOLDS, *cells, tip=tip), charts=(CURVE,))


def test_a_paragraph_says_what_the_headline_says_and_nothing_else() -> None:
    for answer, opening in (
        (HeadlineAnswer.BETTER, "Following the tip: better; on average 2.0 fewer [1.0, 3.0] games lost in 100."),
        (HeadlineAnswer.WORSE, "Following the tip: worse; on average 2.0 fewer"),
        (HeadlineAnswer.NO_DIFFERENCE, "Following the tip: makes no difference; on average 2.0 fewer"),
        (HeadlineAnswer.OPEN, "Following the tip: open; on average 2.0 fewer"),
    ):
        sentences = words.paragraph(result(0.02, -0.03, answer=answer))
        assert sentences.startswith(opening)
        assert set(re.findall(r"\d+\.\d+", sentences)) == {"2.0", "1.0", "3.0"}
    assert "from 25% at 1 to 50% at 2" in words.paragraph(result(0.02))


SAME_WAY = "The condition does not change the answer: picking up"


@pytest.mark.parametrize(
    ("there", "elsewhere", "says"),
    [
        (0.02, -0.03, "Picking up helps only while nobody is nearly out: 2.0 fewer [1.0, 3.0] games lost in 100 there; "
         "3.0 more [2.0, 4.0] elsewhere; 5.0 fewer [3.0, 7.0] there than elsewhere."),
        (-0.02, 0.03, "Picking up does not help while nobody is nearly out, only elsewhere: 2.0 more"),
        (0.02, 0.03, f"{SAME_WAY} helps either way (2.0 fewer there, 3.0 fewer "
         "elsewhere: in which case more is not certain): 2.0 fewer [1.0, 3.0] games lost in 100 there; 3.0 fewer "
         "[2.0, 4.0] elsewhere; 1.0 more [1.0 fewer to 3.0 more] there than elsewhere. The mean is over tables of "
         "3 with field 0. The tip: holds."),
        (-0.17, -0.02, f"{SAME_WAY} hurts either way (17.0 more there, 2.0 more "
         "elsewhere: certainly more while nobody is nearly out): 17.0 more"),
        (-0.02, -0.17, f"{SAME_WAY} hurts either way (2.0 more there, 17.0 more "
         "elsewhere: certainly more elsewhere): 2.0 more"),
        (-0.17, -0.012, f"{SAME_WAY} hurts either way (17.0 more there, 1.2 more "
         "elsewhere: certainly more while nobody is nearly out); elsewhere, perhaps too little to matter: 17.0 more"),
        (-0.02, 0.003, "Picking up hurts while nobody is nearly out, whatever it does elsewhere: 2.0 more"),
        (0.003, 0.02, "Picking up helps elsewhere, so not only while nobody is nearly out: 0.3 fewer"),
        (0.02, 0.003, "Open: picking up helps while nobody is nearly out, but what it does elsewhere is not known: "),
        (0.003, 0.003, "Open: what picking up does while nobody is nearly out and elsewhere is not known: 0.3 fewer"),
        (0.012, 0.0, "Open: picking up helps while nobody is nearly out, perhaps too little to matter, and makes no "
         "difference elsewhere: 1.2 fewer"),
        (-0.02, 0.0, "Picking up hurts only while nobody is nearly out: 2.0 more"),
        (0.0, -0.02, "Picking up hurts, but not while nobody is nearly out: as many"),
    ],
)  # fmt: skip
def test_a_paragraph_about_a_rule_and_its_condition_says_both_effects(
    there: float, elsewhere: float, says: str
) -> None:
    both = [
        headline_of([cell], MeanEvidence(value, value - half, value + half, True), margin=0.005, alpha=0.01)
        for value in (there, elsewhere)
        for half in [0.01 if value else 0.001]
        for cell in [CellEvidence(3, "simple", size("an idea", value).size)]
    ]
    told = result(there)
    assert told.headline
    beside = Elsewhere("picking up", "while nobody is nearly out", both[1])
    told = replace(told, headline=replace(told.headline, headline=both[0], elsewhere=beside))
    assert words.paragraph(told).startswith(says)


def _printed(claims: ClaimsResult) -> str:
    """The lines that are printed of claims, without tables but for their titles."""
    return "\n".join(part if isinstance(part, str) else part.title for part in words.played(claims))


def test_sizes_are_printed_of_a_few_claims_and_of_many_it_is_said_how_to_see_them() -> None:
    few, many = ClaimsResult((result(0.02),), TRIAL, 1.0), ClaimsResult((result(0.02),) * 4, TRIAL, 1.0)
    assert "XX-C1: a tip" in _printed(few) and "choices: in how many" in _printed(few)
    assert "XX-C1: a tip" not in _printed(many) and "knotlab show FOLDER ID" in _printed(many)
    quick = replace(result(0.02), cells=tuple(replace(cell, size=NO_SIZE) for cell in result(0.02).cells))
    assert "choices" not in _printed(ClaimsResult((quick,), TRIAL, 1.0))


def test_headlines_that_a_budget_left_without_an_answer_are_counted() -> None:
    untried = replace(result(0.02), headline=None, cells=())
    said = _printed(ClaimsResult((untried, result(0.02)), TRIAL, 1.0, "the budget ended"))
    assert "1 of 2 headlines known" in said and "a longer --budget" in said


def test_the_sizes_of_one_claim_are_shown_from_a_folder_of_findings(tmp_path: Path) -> None:
    others = tuple(replace(result(0.02), id=f"XX-C{number}") for number in range(2, 6))
    write_stages(ClaimsResult((result(0.02, -0.03), *others), TRIAL, 1.0), tmp_path)
    shown = knotlab("show", tmp_path, "xx-c1").out
    assert "XX-C1: a tip" in shown and "field 1" in shown and "XX-C2" not in shown
    assert "XX-C1: a tip" not in knotlab("show", tmp_path).out
    assert "there is no claim 'XX-C9'" in refused("show", tmp_path, "XX-C9")
    assert "holds no findings of claims" in refused("show", tmp_path.parent, "XX-C1")


def test_a_condition_that_hardly_ever_holds_has_no_number() -> None:
    over = "; over tables of 3 with field 0"
    told, rare = result(0.02), Headline(HeadlineAnswer.RARE, math.nan, math.nan, math.nan, 0.005)
    assert told.headline
    beside = Elsewhere("picking up", "early", told.headline.headline)
    there = replace(told, headline=replace(told.headline, headline=rare, elsewhere=beside))
    assert (
        words.headline_row(there)[3]
        == "rarely comes up there, if ever; 2.0 fewer [1.0, 3.0] games lost in 100 elsewhere" + over
    )
    elsewhere = replace(told, headline=replace(told.headline, elsewhere=beside._replace(headline=rare)))
    said = "2.0 fewer [1.0, 3.0] games lost in 100 there; rarely comes up elsewhere, if ever" + over
    assert words.headline_row(elsewhere)[3] == said


# --- plots ---


@pytest.mark.long
def test_every_chart_that_ships_has_its_title_within_the_picture() -> None:
    for tip in tips():
        for shown in tip.curves:
            axes, is_surface = shown.axes(), len(shown.axes()) > 1
            chart = corners(shown.label, axes) if is_surface else replace(CURVE, label=shown.label)
            figure = claims.draw(with_charts(replace(TIP, id=tip.id), chart), chart)
            assert fits(figure), shown.label
            assert is_surface or all(tick == int(tick) for tick in figure.axes[0].get_xticks())
            plt.close(figure)
        for matrix in tip.matrices:
            figure = drawn_matrix(with_charts(tip), matrix)
            assert fits(figure), matrix.label
            plt.close(figure)


def corners(label: str, axes: tuple[Axis, ...]) -> Chart:
    """A surface with two cells."""
    rows, columns = (axis.values for axis in axes)
    return replace(PLANE, label=label, axes=axes, groups=((rows[0], columns[0]), (rows[-1], columns[-1])))


def fits(figure: Figure) -> bool:
    """Whether a figure's title and footnote are within it."""
    figure.draw_without_rendering()
    texts = (figure.axes[0]._left_title, figure._supxlabel)  # type: ignore[attr-defined]
    return all(0 <= text.get_window_extent().x0 and text.get_window_extent().x1 <= figure.bbox.x1 for text in texts)


def test_a_surface_has_its_numbers_in_its_cells_light_on_dark_and_dark_on_light() -> None:
    axes = claims.surface(with_charts(TIP, PLANE), PLANE).axes[0]
    assert [(text.get_text(), text.get_position(), text.get_color()) for text in axes.texts] == [
        ("25", (0.5, 0.5), TEXT_ON_DARK), ("50", (1.5, 1.5), TEXT_ON_LIGHT),
    ]  # fmt: skip
    assert [label.get_text() for label in axes.get_yticklabels()] == ["1", "2"]
    plt.close(axes.figure)


def test_a_surface_of_few_columns_is_drawn_as_lines_with_their_intervals() -> None:
    chart = replace(PLANE, axes=(ROWS, replace(COLUMNS, names=("none", "one"))))
    axes = claims.draw(with_charts(TIP, chart), chart).axes[0]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["none", "one"]
    bars = [
        tuple(part[:, 1].tolist()) for line in axes.containers for bar in line.lines[2] for part in bar.get_segments()
    ]
    assert bars == [(pytest.approx(23), pytest.approx(27)), (pytest.approx(40), pytest.approx(60))]
    assert chart.name(1) == "cards in hand 2, cards in the pile one"
    plt.close(axes.figure)


def test_a_curve_of_named_groups_that_was_just_played_is_drawn() -> None:
    """Its axis has names alone; one that is read from a file has the numbers of its groups as well."""
    chart = replace(CURVE, axes=(Axis("contract", names=("ace-solo", "misere", "nemo")),))
    axes = claims.draw(with_charts(TIP, chart), chart).axes[0]
    ticks = zip(axes.get_xticks(), axes.get_xticklabels(), strict=True)
    assert [(at, label.get_text()) for at, label in ticks] == [(1, "misere"), (2, "nemo")]
    plt.close(axes.figure)


@pytest.mark.parametrize("low", [-0.1, 0.1])
@pytest.mark.parametrize("chart", [CURVE, PLANE], ids=["curve", "surface"])
def test_an_axis_of_rates_begins_at_zero_unless_an_interval_goes_below(chart: Chart, low: float) -> None:
    rates = tuple(replace(RATE, value=low + 0.2, low=low, high=low + 0.4) for _ in range(2))
    chart = replace(chart, rates=rates)
    axes = claims.draw(with_charts(TIP, chart), chart).axes[0]
    bottom, top = axes.get_ylim()
    assert (bottom == 0 if low >= 0 else bottom <= 100 * low) and top >= 100 * (low + 0.4)
    plt.close(axes.figure)


# --- sentences and tables ---


def test_two_lines_cross_where_the_upper_one_becomes_the_lower() -> None:
    for upper, says in (
        ("001", "the lines cross between 1 and 2."),
        ("010", "cross between 0 and 1, between 1 and 2."),
        ("111", "the lines do not cross."),
    ):
        groups = tuple((row, column) for row in range(3) for column in range(2))
        rates = tuple(replace(RATE, value=0.5 if column == int(upper[row]) else 0.4) for row, column in groups)
        axes = (replace(ROWS, values=range(3)), COLUMNS)
        assert charts.surface(replace(PLANE, axes=axes, groups=groups, rates=rates)).endswith(says)


def test_a_surface_is_described_with_its_extremes_its_widest_interval_and_its_blanks() -> None:
    sentences = words.paragraph(with_charts(TIP, PLANE))
    for part in (
        "from 25.00% [23.00, 27.00] at cards in hand 1, cards in the pile 0 to 50.00% [40.00, 60.00] at cards in hand "
        "2, cards in the pile 1",
        "the widest 95% interval is \u00b1 10.00 percentage points",
        "2 of 4 cells are blank, with fewer than 30 cases",
    ):
        assert part in sentences
    full = replace(PLANE, groups=((1, 0), (1, 1), (2, 0), (2, 1)), rates=(RATE,) * 4)
    assert "blank" not in charts.surface(full)


def test_which_card_goes_on_which_is_a_table() -> None:
    (shown,) = tip_named("TK-C22").matrices
    table = shown.to_pandas().set_index(shown.to_pandas().columns[0])
    assert table.loc["2"].sum() == table.loc["2", "Q"] == 1 and table.loc["4"].all()


def test_a_plot_of_a_surface_is_beside_the_findings(tmp_path: Path) -> None:
    write_stages(ClaimsResult((with_charts(tip_named("TK-C19"), PLANE),), TRIAL, 1.5), tmp_path)
    assert "![TK-C19](TK-C19-curve-1.svg)" in (tmp_path / "findings.md").read_text()
    assert (tmp_path / "TK-C19-curve-1.svg").exists()
    assert list(PLANE.to_pandas().columns[:5]) == ["row", "column", "value", "error", "low"]


def test_findings_are_a_page_with_a_table_and_plots(tmp_path: Path) -> None:
    write_stages(ClaimsResult((result(0.02, -0.03),), TRIAL, 1.0), tmp_path)
    page = (tmp_path / "findings.md").read_text()
    mean = "2.0 fewer [1.0, 3.0] games lost in 100; over tables of 3 with field 0; field 1"
    assert f"| XX-C1 | a tip | better | {mean} | holds | 60,000 |" in page
    assert "| an idea | 3 | field 1 | 3.0 more [2.0, 4.0] games lost in 100 | [2.0, 4.0] | more |" in page
    for name in re.findall(r"\]\((.*?\.svg)\)", page):
        assert (tmp_path / name).exists()
    assert sorted(file.name for file in tmp_path.glob("*.csv")) == ["cells.csv", "curves.csv", "tips.csv"]
    assert len(list(tmp_path.glob("*.svg"))) == 2


def test_nothing_in_a_claims_texts_is_taken_as_markdown(tmp_path: Path) -> None:
    evil = "a | b\n# c <script>x</script> [y](http://z) *d* `e`"
    tip = replace(TIP, statement=evil, source=evil, reading=evil, experiments=(replace(DUEL, label=evil),))
    cell = size(evil, 0.02, field=evil)
    evil_result = replace(
        result_of(HeadlineAnswer.BETTER, Verdict.HOLDS, cell, tip=tip), charts=(replace(CURVE, label=evil),)
    )
    write_stages(ClaimsResult((replace(evil_result, note=evil),), TRIAL, 1.0), tmp_path)
    html = MarkdownIt("commonmark").enable("table").render((tmp_path / "findings.md").read_text())
    assert all(tag not in html for tag in ("<script", "<a ", "<em>", "<strong>", "<code>")) and html.count("<h1>") <= 1
    assert html.count("a | b # c &lt;script&gt;x&lt;/script&gt; [y](http://z) *d* `e`") >= 1
    assert html.count("<tr>") == 4


@pytest.mark.parametrize("ids", [(), ("TK-C1",), ("TK-C5", "TY-C3")], ids=["all", "one", "two"])
def test_what_is_published_fits_a_terminal_of_80_columns_with_nothing_cut(ids: tuple[str, ...]) -> None:
    printed = io.StringIO()
    terminal = Console(file=printed, width=80)
    for each in words.published(package.claims(ids)):
        terminal.print(Text(each) if isinstance(each, str) else each)
    lines = printed.getvalue().splitlines()
    assert "\N{HORIZONTAL ELLIPSIS}" not in printed.getvalue() and max(map(len, lines)) <= 80
    assert ids or (
        len(lines) <= 60 and {claim.id for claim in package.claims()} <= set(re.findall(r"[\w-]+", printed.getvalue()))
    )
    assert not ids or any(line.startswith("no room here for “") for line in lines)


def test_tables_of_a_published_tip_break_no_word_in_80_columns() -> None:
    for tip in package.claims():
        for table in words.published(package.claims(tip.id)):
            if isinstance(table, TextTable):
                printed = io.StringIO()
                Console(file=printed, width=80).print(table)
                said = {word for text in chain([table.title], table.heads, *table.rows) for word in text.split()}
                lines = (
                    printed.getvalue().partition("no room here for")[0].replace("\N{BOX DRAWINGS LIGHT HORIZONTAL}", "")
                )
                assert set(lines.split()) <= said, tip.id
                rules = {label.removeprefix("champion:") for label in tip.words.strong}
                assert not rules & {row[0] for row in table.rows}, tip.id


def test_numbers_of_each_unit_have_a_table_of_their_own_with_the_unit_in_its_head() -> None:
    shown = package.claims("KW-C7")
    tables = [each for each in words.published(shown) if isinstance(each, TextTable)]
    assert [table.heads[words.EFFECT] for table in tables] == ["games lost in 100 [95%]", "in 100 cases [95%]"]
    assert [table.title.endswith("\nGames lost in 100 by the next player") for table in tables] == [True, False]
    assert sum(len(table.rows) for table in tables) == len(shown["KW-C7"].cells)
    assert all(re.fullmatch(r"[\d.]+ more \[.+\]", row[words.EFFECT]) for table in tables for row in table.rows)


def test_what_is_no_choice_of_a_players_is_not_told_as_an_order() -> None:
    (said,) = (line for line in words.published(package.claims("TK-C19")) if "Out of 100 games" in str(line))
    assert str(said).startswith("Holds. Out of 100 games")

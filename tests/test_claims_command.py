"""The command `claims`, and findings: tables, paragraphs and plots that come from the same numbers."""

import json
import re
from dataclasses import replace
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
import polars as pl
import pytest
from matplotlib.figure import Figure

from knotlab.analysis.claims.cells import count, tip_named, tips
from knotlab.analysis.claims.finding import Finding, Line, Plane, TipResult
from knotlab.analysis.claims.kept import from_plain, to_plain
from knotlab.analysis.claims.record import Terms
from knotlab.analysis.claims.tip import Axis, Curve, Surface, Tip
from knotlab.analysis.stats.rates import Rate
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.reports.page.blocks import Picture, Table
from knotlab.reports.page.findings import write_findings
from knotlab.reports.page.pictures import Pictures
from knotlab.reports.page.tips import claim
from knotlab.reports.plots import claims as plots
from knotlab.reports.plots.style import TEXT_ON_DARK, TEXT_ON_LIGHT
from knotlab.reports.words import claims as words
from tests.cli import knotlab

TERMS = Terms(claims=2)
TIP = Tip("XX-C1", "twisted-knot", "a tip", "nowhere", "as it stands.")
CELL = Finding(
    "XX-C1",
    "a cell",
    "an idea",
    "duel",
    3,
    "simple",
    "",
    Verdict.SUPPORTED,
    Verdict.SUPPORTED,
    0.02,
    0.01,
    0.03,
    0.005,
    "loss_rate",
    False,
    5000,
    30_000,
    2.0,
    0.9,
    0.0,
    True,
    None,
    0.025,
    "0123456789ab",
    1.0,
)
RATE = Rate(0.25, 0.01, 0.23, 0.27, 100, 400.0, 1.0)
CURVE = Line(
    Curve("a share", pl.lit(1), pl.lit(1), pl.lit(1), "number", "share"), (1, 2), (RATE, replace(RATE, value=0.5))
)
ROWS, COLUMNS = Axis(pl.lit(1), "cards in hand", range(1, 3)), Axis(pl.lit(1), "cards in the pile", range(2))
PLANE = Plane(
    Surface("games lost", pl.lit(1), pl.lit(1), ROWS, COLUMNS, "share"),
    ((1, 0), (2, 1)),
    (RATE, replace(RATE, value=0.5, low=0.4, high=0.6)),
)


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
    assert [one["id"] for one in listed] == [tip.id for tip in tips()]
    assert sum(one["cells"] for one in listed) == count()
    assert [one["id"] for one in knotlab("claims", "--list", "ty-c4", "TK-C22", "--json").json["claims"]] == [
        "TK-C22",
        "TY-C4",
    ]


def test_claims_settled_by_enumeration_are_told_at_once(tmp_path: Path) -> None:
    told = knotlab(
        "claims", "TK-C22", "TY-C4", "--json", "--csv", tmp_path / "cells.csv", "--findings", tmp_path / "findings"
    ).json
    assert [one["verdict"] for one in told["claims"]] == [Verdict.SUPPORTED, Verdict.SUPPORTED] and told[
        "cells"
    ] == count()
    page = (tmp_path / "findings" / "findings.md").read_text()
    assert "## TK-C22" in page and "Where it stands" in page
    short = (tmp_path / "findings" / "tips.md").read_text().splitlines()
    assert all(row in page for row in short[:1] + short[2:4]) and short[-1].startswith("0 of 0 cells decided")


def result(*answers: tuple[str, str, float]) -> TipResult:
    cells = tuple(
        replace(CELL, verdict=v, about_tip=a, effect=e, low=e - 0.01, high=e + 0.01, field=f"field {i}")
        for i, (v, a, e) in enumerate(answers)
    )
    return TipResult(TIP, cells, lines=(CURVE,))


def test_a_paragraph_says_what_its_cells_say_and_nothing_else() -> None:
    up, down, same = (
        (Verdict.SUPPORTED, Verdict.SUPPORTED, 0.02),
        (Verdict.REFUTED, Verdict.REFUTED, -0.03),
        (Verdict.EQUIVALENT, Verdict.EQUIVALENT, 0.001),
    )
    for cells, opening in (
        ((up, up), "The evidence supports the tip"),
        ((down,), "The evidence refutes the tip"),
        ((up, down), "The evidence is mixed"),
        ((same,), "Following the tip makes no difference"),
    ):
        said = words.paragraph(result(*cells))
        assert said.startswith(opening)
        for verdict, _, effect in cells:
            assert verdict in said and f"{100 * effect:+.2f}" in said
        numbers = {f"{100 * end:+.2f}" for _, _, effect in cells for end in (effect - 0.01, effect, effect + 0.01)}
        assert set(re.findall(r"[+-]\d+\.\d+", said)) <= numbers
    assert words.paragraph(result((Verdict.UNDECIDED, Verdict.UNDECIDED, 0.0))).startswith(
        "The evidence does not decide yet"
    )
    assert words.paragraph(
        TipResult(
            TIP, (replace(CELL, about_tip=Verdict.NEVER_CAME_UP, verdict=Verdict.NEVER_CAME_UP, effect=float("nan")),)
        )
    ).startswith("What the tip is about hardly ever came up")
    assert "from 25 % at 1 to 50 % at 2" in words.paragraph(result(up))


def test_every_curve_that_ships_has_its_title_within_the_picture() -> None:
    for tip in tips():
        for one in tip.curves:
            line = (
                corners(one)
                if isinstance(one, Surface)
                else replace(CURVE, curve=replace(CURVE.curve, label=one.label))
            )
            figure = plots.shown(TipResult(replace(TIP, id=tip.id), (), lines=(line,)), line)
            assert fits(figure), one.label
            assert isinstance(one, Surface) or all(tick == int(tick) for tick in figure.axes[0].get_xticks())
            plt.close(figure)
        for told in tip.matrices:
            figure = plots.matrix(TipResult(tip, ()), told)
            assert fits(figure), told.label
            plt.close(figure)


def corners(of: Surface) -> Plane:
    """A surface with two cells."""
    return replace(PLANE, curve=of, groups=tuple((of.rows.values[i], of.columns.values[i]) for i in (0, -1)))


def fits(figure: Figure) -> bool:
    """Whether a figure's title and footnote are within it."""
    figure.draw_without_rendering()
    words = (figure.axes[0]._left_title, figure._supxlabel)  # type: ignore[attr-defined]
    return all(0 <= one.get_window_extent().x0 and one.get_window_extent().x1 <= figure.bbox.x1 for one in words)


def test_a_surface_has_its_numbers_in_its_cells_light_on_dark_and_dark_on_light() -> None:
    axes = plots.surface(TipResult(TIP, (), lines=(PLANE,)), PLANE).axes[0]
    assert [(text.get_text(), text.get_position(), text.get_color()) for text in axes.texts] == [
        ("25", (0.5, 0.5), TEXT_ON_DARK), ("50", (1.5, 1.5), TEXT_ON_LIGHT),
    ]  # fmt: skip
    assert [label.get_text() for label in axes.get_yticklabels()] == ["1", "2"]
    plt.close(axes.figure)


def test_a_surface_of_few_columns_is_drawn_as_lines_with_their_intervals() -> None:
    one = replace(PLANE, curve=replace(PLANE.curve, columns=COLUMNS._replace(names=("none", "one"))))
    axes = plots.shown(TipResult(TIP, (), lines=(one,)), one).axes[0]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["none", "one"]
    bars = [
        tuple(part[:, 1].tolist()) for line in axes.containers for bar in line.lines[2] for part in bar.get_segments()
    ]
    assert bars == [(pytest.approx(23), pytest.approx(27)), (pytest.approx(40), pytest.approx(60))]
    assert one.name(1) == "cards in hand 2, cards in the pile one"
    plt.close(axes.figure)


@pytest.mark.parametrize("low", [-0.1, 0.1])
def test_an_axis_of_rates_begins_at_zero_unless_an_interval_goes_below(low: float) -> None:
    rates = tuple(replace(RATE, value=low + 0.2, low=low, high=low + 0.4) for _ in range(2))
    for line in (replace(CURVE, rates=rates), replace(PLANE, rates=rates)):
        drawn = plots.curve if isinstance(line, Line) else plots.lines
        axes = drawn(TipResult(TIP, (), lines=(line,)), line).axes[0]
        bottom, top = axes.get_ylim()
        assert (bottom == 0 if low >= 0 else bottom <= 100 * low) and top >= 100 * (low + 0.4)
        plt.close(axes.figure)


def test_two_lines_cross_where_the_upper_one_becomes_the_lower() -> None:
    of_three = replace(PLANE.curve, rows=ROWS._replace(values=range(3)))
    for upper, says in (
        ("001", "the lines cross between 1 and 2."),
        ("010", "cross between 0 and 1, between 1 and 2."),
        ("111", "the lines do not cross."),
    ):
        groups = tuple((row, column) for row in range(3) for column in range(2))
        rates = tuple(replace(RATE, value=0.5 if column == int(upper[row]) else 0.4) for row, column in groups)
        assert words.surface(replace(PLANE, curve=of_three, groups=groups, rates=rates)).endswith(says)


def test_a_surface_is_told_with_its_extremes_its_widest_interval_and_its_blanks() -> None:
    said = words.paragraph(TipResult(TIP, (), lines=(PLANE,)))
    assert (
        "from 25.00 % [23.00, 27.00] at cards in hand 1, cards in the pile 0 to 50.00 % [40.00, 60.00] at cards in "
        "hand 2, cards in the pile 1"
    ) in said
    assert (
        "the widest 95 % interval is ± 10.00 points" in said
        and "2 of 4 cells are blank, with fewer than 30 cases" in said
    )
    assert "blank" not in words.surface(replace(PLANE, groups=((1, 0), (1, 1), (2, 0), (2, 1)), rates=(RATE,) * 4))


def test_a_surface_kept_as_plain_data_is_the_same_surface_and_draws_on_the_page_and_in_the_findings(
    tmp_path: Path,
) -> None:
    tip = tip_named("TK-C19")
    one = TipResult(tip, (), lines=(replace(PLANE, curve=tip.curves[0]),))  # type: ignore[arg-type]
    again = from_plain(json.loads(json.dumps(to_plain(one))))
    assert again.lines[0].to_pandas().equals(one.lines[0].to_pandas()) and again.lines[0].groups == PLANE.groups
    assert list(one.lines[0].to_pandas().columns[:5]) == ["row", "column", "value", "error", "low"]
    write_findings([again], words.Told(TERMS, 1.0), tmp_path)
    assert (
        "![TK-C19](TK-C19-curve-1.svg)" in (tmp_path / "findings.md").read_text()
        and (tmp_path / "TK-C19-curve-1.svg").exists()
    )
    section = claim(again, TERMS, Pictures(tmp_path))
    (table,) = (block for block in section.blocks if isinstance(block, Table))
    assert [list(row) for row in table.rows] == [
        ["1", "0", "25.00 [23.00, 27.00]", "400"],
        ["2", "1", "50.00 [40.00, 60.00]", "400"],
    ]
    assert (tmp_path / "tips" / "TK-C19-curve-1.csv").read_text().startswith("row,column,value")


def test_which_card_goes_on_which_is_shown_with_its_table_beside_it(tmp_path: Path) -> None:
    section = claim(TipResult(tip_named("TK-C22"), ()), TERMS, Pictures(tmp_path))
    (picture,) = (block for block in section.blocks if isinstance(block, Picture))
    assert "2: Q; 5: Q, 10, Jk, 6, A, 4, 8; Q:" in picture.svg
    table = pd.read_csv(tmp_path / "tips" / "TK-C22-rules-1.csv", index_col=0)
    assert table.loc["2"].sum() == table.loc["2", "Q"] == 1 and table.loc["4"].all()


def test_findings_are_a_page_with_a_table_and_plots(tmp_path: Path) -> None:
    found = result((Verdict.SUPPORTED, Verdict.SUPPORTED, 0.02), (Verdict.REFUTED, Verdict.REFUTED, -0.03))
    found = replace(
        found, findings=(replace(found.findings[0], low=0.021), found.findings[1])
    )  # what all looks left need not hold the last mean
    write_findings([found], words.Told(TERMS, 1.0), tmp_path / "found")
    page = (tmp_path / "found" / "findings.md").read_text()
    effects = "-3.00 [-4.00, -2.00] to +2.00 [+2.10, +3.00] points of loss rate"
    assert (
        f"| XX-C1 | a tip | mixed | {effects} | supported 1 of 2, refuted 1 of 2 (field 1) | 60,000 | 2.0 | 90 % |"
        in page
    )
    for name in re.findall(r"\]\((.*?\.svg)\)", page):
        assert (tmp_path / "found" / name).exists()
    assert sorted(file.name for file in (tmp_path / "found").glob("*.csv")) == ["cells.csv", "tips.csv"]
    assert len(list((tmp_path / "found").glob("*.svg"))) == 2

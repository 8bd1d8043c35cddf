"""The claims' part of the report in a browser, on made-up results: the table of tips, and a section for each that a
link opens.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.reports.page import tips
from knotlab.reports.page.blocks import Headlines, Section
from knotlab.reports.page.pictures import Pictures
from knotlab.reports.page.template import render
from tests.browser.accessibility import grave_faults
from tests.browser.conftest import DESKTOP, PHONE, Opener
from tests.test_claims_command import TRIAL, result

EVIL = "<script>alert('x')</script>\"'"
ANSWERS = {
    "XX-C1": ("twisted-knot", (Verdict.SUPPORTED, 0.02)),
    "XX-C2": ("twisted-knot", (Verdict.REFUTED, -0.03)),
    "YY-C1": ("knotweed", (Verdict.UNDECIDED, 0.001)),
}


def claims() -> ClaimsResult:
    """Three claims about two games; the first is about a user's strategy with a name that looks like markup, and has
    two tables.
    """
    results = []
    for name, (game, cell) in ANSWERS.items():
        usual = result(cell, cell) if name == "XX-C1" else result(cell)
        label = EVIL if name == "XX-C1" else "an idea"
        is_settled = cell[0] != Verdict.UNDECIDED
        findings = tuple(replace(finding, tip=name, label=label, is_settled=is_settled) for finding in usual.findings)
        statement = f"{EVIL if name == 'XX-C1' else 'a tip'} of {name}."
        tip = replace(usual.tip, id=name, game=game, statement=statement)
        results.append(replace(usual, tip=tip, findings=findings))
    return ClaimsResult(tuple(results), TRIAL, 1.0)


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of these claims alone."""
    out = tmp_path_factory.mktemp("tips")
    found = claims()
    sections = [
        Section("findings", "At a glance", [Headlines(tips.headlines(found.results))]),
        tips.section(found, 2.0, Pictures(out)),
    ]
    file = out / "report.html"
    file.write_text(render("page/report.html", title="Tips", lead="made up", sections=sections), "utf-8")
    return file


@pytest.mark.parametrize(("width", "scheme"), [(PHONE, "dark"), (DESKTOP, "light")])
def test_it_fits_and_has_no_grave_fault_folded_or_open(
    page_file: Path, open_page: Opener, width: int, scheme: str
) -> None:
    page = open_page(page_file, width, scheme)
    assert grave_faults(page) == []
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert grave_faults(page) == []


def test_each_tips_link_lands_on_its_section_and_opens_it(page_file: Path, open_page: Opener) -> None:
    page = open_page(page_file)
    assert page.locator("details.folded[open]").count() == 0
    for name in ANSWERS:
        page.locator("tbody th a", has_text=name).click()
        heading = page.locator(f"h4#{name}")
        assert page.url.endswith(f"#{name}") and page.locator(f"details:has(#{name})").get_attribute("open") is not None
        assert 0 <= heading.bounding_box()["y"] < 200 or page.evaluate(
            "innerHeight + scrollY >= document.body.offsetHeight - 2"
        )  # type: ignore[index]
    page.locator("details:has(#XX-C1) > summary").press("Enter")
    assert page.locator("details:has(#XX-C1)").get_attribute("open") is None


def test_a_link_from_elsewhere_opens_the_section_when_the_page_loads(page_file: Path, open_page: Opener) -> None:
    page = open_page(page_file)
    page.evaluate("location.hash = 'XX-C2'")
    page.reload()
    assert page.locator("details.folded[open]").count() == 1
    assert page.locator("details:has(#XX-C2) figure").first.is_visible()


def test_the_table_of_tips_filters_by_game_and_verdict_and_sorts(page_file: Path, open_page: Opener) -> None:
    page = open_page(page_file)
    holder = page.locator(".sortable").first
    rows = holder.locator("tbody tr:visible th")
    holder.locator(".filters").get_by_label("game").select_option("Twisted Knot")
    assert rows.all_inner_texts() == ["XX-C1", "XX-C2"]
    holder.locator(".filters").get_by_label("verdict").select_option(Verdict.REFUTED)
    assert rows.all_inner_texts() == ["XX-C2"]
    holder.locator(".filters").get_by_label("game").select_option("all")
    holder.locator(".filters").get_by_label("verdict").select_option("all")
    holder.get_by_role("columnheader", name="games").get_by_role("button").press("Enter")
    assert rows.first.inner_text() == "XX-C1"


def test_without_scripts_all_rows_and_sections_show(page_file: Path, open_page: Opener, tmp_path: Path) -> None:
    plain = tmp_path / "plain.html"
    plain.write_text(
        page_file.read_text("utf-8").replace('<script type="module">', '<script type="text/plain">'), "utf-8"
    )
    page = open_page(plain)
    assert page.locator(".sortable").first.locator("tbody tr:visible").count() == 3
    assert page.locator("details.folded[open]").count() == 3


def test_a_name_that_looks_like_markup_is_text_in_tables_plots_and_words(page_file: Path, open_page: Opener) -> None:
    page = open_page(page_file)  # an alert would hold the page up, and a script would break the policy and be heard
    page.evaluate("location.hash = 'XX-C1'")
    part = page.locator("details:has(#XX-C1)")
    assert EVIL in part.locator("tbody th").first.inner_text() and EVIL in part.locator("summary").inner_text()
    assert EVIL in str(part.locator("figure svg").first.get_attribute("aria-label"))
    assert any(EVIL in text for text in part.locator("figure svg text").all_text_contents())
    assert page.locator("script").count() == 4


def test_a_section_tells_its_plots_table_command_and_files(page_file: Path) -> None:
    text = page_file.read_text("utf-8")
    for name in ANSWERS:
        assert f"knotlab claims {name} --seed {TRIAL.seed}" in text
        for file in (
            f"tips/{name}-loss_rate.png",
            f"tips/{name}-loss_rate.svg",
            f"tips/{name}-cells.csv",
            f"tips/{name}-curve-1.csv",
        ):
            assert f'href="{file}"' in text and (page_file.parent / file).is_file()
    assert "A larger budget continues with cells of YY-C1." in text
    assert "Of 3 tips 1 is supported, 1 is refuted, 1 is undecided." in text

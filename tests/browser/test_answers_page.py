"""The page from what ships, in a browser: light, quick to reach by keyboard, picked by game, players and company."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from knotlab.reports.page.report import draw_at_once
from tests.browser.conftest import DESKTOP, PHONE, TABLET, Opener

NARROW = 320


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as it is before anything is played."""
    file = tmp_path_factory.mktemp("answers") / "report.html"
    file.write_text(draw_at_once(), "utf-8")
    return file


@pytest.mark.parametrize(
    ("width", "scheme"), [(NARROW, "light"), (PHONE, "dark"), (TABLET, "light"), (DESKTOP, "dark")]
)
def test_nothing_is_wider_than_the_page_and_axe_finds_nothing(
    answers: Path, open_page: Opener, width: int, scheme: str
) -> None:
    page = open_page(answers, width, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    faults = Axe().run(page).response["violations"]
    assert [(fault["id"], fault["nodes"][0]["html"]) for fault in faults] == []


def test_the_page_is_small(answers: Path, open_page: Opener) -> None:
    page = open_page(answers)
    assert answers.stat().st_size < 800_000
    assert page.evaluate("document.querySelectorAll('*').length") < 12_000


def test_the_picker_leaves_one_game_and_one_number_of_players(answers: Path, open_page: Opener) -> None:
    page = open_page(answers)
    page.locator("select[name=game]").select_option("knotweed")
    assert page.locator(".habit:visible").count() == page.locator(".habit[data-game=knotweed]").count() > 3
    assert page.locator(".tip:visible").count() == page.locator(".tip[data-game=knotweed]").count() == 8
    page.locator("select[name=game]").select_option("")
    page.locator("select[name=players]").select_option("2")
    assert page.locator(".habit .dot[data-players='3']:visible").count() == 0
    expect(page.locator("#tip-TK-C3")).to_be_hidden()  # tried among three alone
    page.locator("select[name=company]").select_option("strong")
    assert (
        page.locator(".habit .dot:visible").count()
        == page.locator(".habit .dot[data-players='2'][data-company=strong]").count()
        > 5
    )


def test_an_answer_leads_to_its_tip(answers: Path, open_page: Opener) -> None:
    page = open_page(answers)
    page.locator(".answer").first.click()
    target = page.evaluate("location.hash")
    expect(page.locator(target)).to_be_in_viewport()

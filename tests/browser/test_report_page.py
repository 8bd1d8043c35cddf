"""The report in a browser: it stands alone, reads well on a phone and a desktop, in light and dark, and its tables sort
and filter.
"""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from knotlab.reports.page.blocks import Glossary, PictureBlock, Section, TableBlock, TableColumn, Text
from knotlab.reports.template import render
from tests.browser.conftest import DESKTOP, PHONE, Opener

pytestmark = pytest.mark.more

EVIL = "<script>alert('x')</script>\"'"
ROWS = [
    ("shed", "twisted-knot", "holds", "33.10 [32.9, 33.3]"),
    ("hoard-aces", "twisted-knot", "refuted", "9.50 [9.3, 9.7]"),
    ("dump", "knotweed", "holds", "-"),
    (EVIL, "knotweed", "refuted", "1,041.00 [1,040.0, 1,042.0]"),
]
COLUMNS = (
    TableColumn("tip"),
    TableColumn("game", choose=True),
    TableColumn("verdict", choose=True),
    TableColumn("effect", number=True),
)

looks = pytest.mark.parametrize(
    ("width", "scheme"),
    [
        pytest.param(PHONE, "light", marks=pytest.mark.long),
        (PHONE, "dark"),
        pytest.param(DESKTOP, "light", marks=pytest.mark.long),
        pytest.param(DESKTOP, "dark", marks=pytest.mark.long),
    ],
)


@pytest.fixture
def tips(tmp_path: Path) -> Path:
    """A page with one table of tips, and a user's words that look like markup wherever there can be words."""
    drawn = PictureBlock('<svg role="img" aria-label="nothing" viewBox="0 0 1 1"></svg>', EVIL)
    table = TableBlock(EVIL, COLUMNS, [(name, game, (verdict, "tips"), effect) for name, game, verdict, effect in ROWS])
    section = Section("tips", EVIL, [table, Glossary(EVIL, [(EVIL, EVIL)]), Text(EVIL), drawn])
    file = tmp_path / "tips.html"
    file.write_text(render("page/report.html", title=EVIL, lead=EVIL, sections=[section]), "utf-8")
    return file


def names(page: Page) -> list[str]:
    """The first cells of the rows that are to be seen, from the top."""
    return page.locator("tbody tr:visible th").all_inner_texts()


@looks
def test_the_page_needs_no_scrolling_sideways_and_has_no_grave_fault(
    report: Path, open_page: Opener, width: int, scheme: str
) -> None:
    page = open_page(report, width, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert [fault["id"] for fault in Axe().run(page).response["violations"]] == []


def test_the_landmarks_and_headings_are_there_in_order(report: Path, open_page: Opener) -> None:
    page = open_page(report)
    for landmark in ("header", "main", "footer"):
        assert page.locator(f"body {landmark}:not(main *)").count() == 1
    assert page.locator("nav").count() == page.locator("main > .told + nav").count() == 1  # answers come before links
    levels = page.locator("h1, main h2, main h3, main h4").evaluate_all(
        "headings => headings.map(heading => Number(heading.tagName[1]))"
    )
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))


def test_each_link_within_the_page_lands_on_a_heading(report: Path, open_page: Opener) -> None:
    page = open_page(report)
    targets = page.locator("nav a, .findings a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert len(targets) > 8 and all(target.startswith("#") for target in targets)
    for target in set(targets):
        assert page.locator(f"h2{target}, h3{target}").count() == 1


def test_a_ruling_that_is_linked_to_is_shown(report: Path, open_page: Opener) -> None:
    page = open_page(report)
    ruling = page.locator("#tk-14")
    expect(ruling).to_be_hidden()
    page.evaluate("location.hash = '#tk-14'")
    expect(ruling).to_be_visible()
    expect(ruling).to_be_in_viewport()


def test_the_page_and_its_plots_follow_light_and_dark(report: Path, open_page: Opener) -> None:
    colours = {}
    for scheme in ("light", "dark"):
        page = open_page(report, scheme=scheme)
        ink = page.locator(".contest li").first.evaluate("item => getComputedStyle(item).color")
        colours[scheme] = (page.evaluate("getComputedStyle(document.body).backgroundColor"), ink)
    assert colours["light"] == ("rgb(251, 250, 247)", "rgb(29, 29, 27)")
    assert colours["dark"] == ("rgb(27, 28, 30)", "rgb(236, 235, 230)")


def test_print_is_dark_on_white_whole_and_without_what_can_only_be_clicked(report: Path, open_page: Opener) -> None:
    page = open_page(report, width=680, scheme="dark")  # the width of a sheet of A4 within its margins
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("nav").is_visible() and not page.locator(".viewer-steps").is_visible()
    assert all(
        page.locator("table").evaluate_all(
            "tables => tables.map(table => table.scrollWidth <= table.closest('main').clientWidth)"
        )
    )
    assert page.pdf().startswith(b"%PDF")


def test_the_first_tab_offers_to_skip_to_the_content(report: Path, open_page: Opener) -> None:
    page = open_page(report)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))


# --- tables ---


def test_a_table_sorts_by_number_largest_first_and_back_with_unknown_ones_last(tips: Path, open_page: Opener) -> None:
    page = open_page(tips)
    effect = page.get_by_role("columnheader", name="effect")
    effect.get_by_role("button").click()
    assert names(page) == [EVIL, "shed", "hoard-aces", "dump"]
    assert effect.get_attribute("aria-sort") == "descending"
    effect.get_by_role("button").press("Enter")
    assert names(page) == ["hoard-aces", "shed", EVIL, "dump"]
    assert effect.get_attribute("aria-sort") == "ascending"


def test_a_table_sorts_by_name_and_says_so_of_one_column_only(tips: Path, open_page: Opener) -> None:
    page = open_page(tips)
    page.get_by_role("columnheader", name="effect").get_by_role("button").click()
    page.get_by_role("columnheader", name="tip").get_by_role("button").click()
    assert [name for name in names(page) if name != EVIL] == ["dump", "hoard-aces", "shed"]
    assert page.locator("[aria-sort]").count() == 1


def test_a_table_filters_by_game_verdict_and_words_and_says_how_many_are_left(tips: Path, open_page: Opener) -> None:
    page = open_page(tips)
    page.get_by_label("game").select_option("knotweed")
    assert names(page) == ["dump", EVIL]
    page.get_by_label("verdict").select_option("holds")
    assert names(page) == ["dump"] and page.get_by_role("status").inner_text() == "1 of 4 rows"
    page.get_by_label("game").select_option("all")
    page.get_by_label("verdict").select_option("all")
    page.get_by_label("Find").fill("HOARD")
    assert names(page) == ["hoard-aces"]
    page.get_by_label("Find").fill("no such tip")
    assert names(page) == [] and page.get_by_role("status").inner_text() == "0 of 4 rows"


def unfolded(page: Page, selector: str) -> Locator:
    """The first table of a kind, in sight but not opened yet itself."""
    page.locator("details", has=page.locator(selector)).first.locator("summary").first.click()
    return page.locator(selector).first


def test_a_table_made_from_the_csv_sorts_like_its_numbers(report: Path, open_page: Opener) -> None:
    page = open_page(report)
    folded = unfolded(page, "[data-at~='3-plain'] details.data[data-kind=table]")
    assert folded.locator("table").count() == 0
    folded.locator("summary").click()
    table = folded.locator("table")
    table.get_by_role("button", name="won").click()
    shown = [float(text.split()[0]) for text in table.locator("tbody td:nth-child(2)").all_inner_texts()]
    assert len(shown) > 4 and shown == sorted(shown, reverse=True)


def test_a_matrix_has_a_row_and_a_column_for_each_player_in_colours_of_their_shares(
    report: Path, open_page: Opener
) -> None:
    page = open_page(report)
    folded = page.locator("[data-at~='3-plain'] > details.data[data-kind=matrix]").first
    assert folded.locator("table").count() == 0
    folded.scroll_into_view_if_needed()  # it is opened once it is in sight
    expect(folded.locator("table")).to_be_visible()
    names = folded.locator("tbody th").all_inner_texts()
    assert len(names) == folded.locator("thead th").count() - 1 > 5
    for cell in folded.locator("tbody td").all()[: len(names)]:
        if share := cell.inner_text().rstrip("*"):
            assert cell.get_attribute("class") == ("ahead" if float(share) > 50 else "behind")


def test_the_page_alone_has_the_tables_to_save(report: Path, open_page: Opener) -> None:
    page = open_page(report)
    folded = unfolded(page, "[data-at~='3-plain'] details.data[data-kind=table]")
    folded.locator("summary").click()
    with page.expect_download() as waiting:
        folded.locator("a[data-csv]").click()
    saved = waiting.value.path().read_text("utf-8")
    assert waiting.value.suggested_filename.endswith("-rates.csv")
    assert saved.startswith("strategy,won in 100,") and len(saved.splitlines()) > 10


def test_words_that_look_like_markup_stay_words(tips: Path, open_page: Opener) -> None:
    page = open_page(tips)  # an alert would hold the page up, and a script would break the policy and be heard
    assert page.title() == f"knotlab: {EVIL}"
    for place in ("h1", ".lead", "h2#tips", "caption", "summary", "figcaption", "nav a"):
        assert page.locator(place).first.inner_text() == EVIL, place
    assert page.locator("script").count() == 4


@pytest.mark.parametrize("change", ["edited", "added"])
def test_a_script_that_is_not_the_pages_own_does_not_run(change: str, tips: Path, browser: Browser) -> None:
    text, (old, new) = (
        tips.read_text("utf-8"),
        {
            "edited": ('<script type="module">', '<script type="module">document.title = "ran";'),
            "added": ("</body>", '<script>document.title = "ran";</script></body>'),
        }[change],
    )
    other, heard = tips.with_name(f"{change}.html"), list[str]()
    other.write_text(text.replace(old, new), "utf-8")
    page = browser.new_page()
    page.on("console", lambda message: heard.append(message.text))
    page.goto(other.as_uri())
    assert page.title() == f"knotlab: {EVIL}"
    assert heard and all("Content Security Policy" in each for each in heard), heard
    page.close()


def test_at_most_sixty_stops_of_the_tabulator_lead_to_the_viewer(report: Path, open_page: Opener) -> None:
    page, stops = open_page(report), 0
    while not page.evaluate("Boolean(document.activeElement.closest('.viewer'))"):
        page.keyboard.press("Tab")
        stops += 1
        assert stops <= 60
    assert stops > 20


def test_the_whole_page_prints_on_at_most_20_sheets_and_without_commands(report: Path, open_page: Opener) -> None:
    page = open_page(report)
    page.emulate_media(media="print")
    assert not page.locator("code:visible").count()
    assert 5 < page.pdf(format="A4").count(b"/Type /Page\n") <= 20

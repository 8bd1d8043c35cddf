"""The page from what ships, in a browser: light, quick to reach by keyboard, with everything for a chosen table."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from knotlab.analysis.claims.judgement.at_table import CHOICES, USUAL
from knotlab.analysis.claims.rulebooks.published import shipped, shipped_moments
from knotlab.analysis.report.contests import published_games
from knotlab.analysis.report.play import contests, opening
from knotlab.analysis.report.settings import ReportSettings
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.tournaments.result import Contest
from knotlab.reports.page.answers import habit_rows
from knotlab.reports.page.report import ReportPage
from knotlab.reports.page.tips import to_watch
from knotlab.reports.words.pictures import pictures
from knotlab.reports.words.strong_players import WORDS
from knotlab.reports.words.telling import ending
from tests.browser.conftest import DESKTOP, PHONE, TABLET, Opener

pytestmark = pytest.mark.more

NARROW = 320


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as it is before anything is played."""
    file = tmp_path_factory.mktemp("answers") / "report.html"
    file.write_text(ReportPage(ReportSettings(file.parent, 2, 7)).text(opening()), "utf-8")
    return file


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page with everything that ships."""
    file, content, played = tmp_path_factory.mktemp("whole") / "report.html", opening(), dict[str, list[Contest]]()
    settings = ReportSettings(file.parent, 1000, 7, published=True)
    contests(settings, played)
    file.write_text(ReportPage(settings).text(replace(content, contests=played)), "utf-8")
    return file


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (NARROW, "light"),
        pytest.param(PHONE, "dark", marks=pytest.mark.long),
        pytest.param(TABLET, "light", marks=pytest.mark.long),
        pytest.param(DESKTOP, "dark", marks=pytest.mark.long),
    ],
)
def test_nothing_is_wider_than_the_page_and_axe_finds_nothing(
    answers: Path, open_page: Opener, width: int, scheme: str
) -> None:
    page = open_page(answers, width, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    faults = Axe().run(page).response["violations"]
    assert [(fault["id"], fault["nodes"][0]["html"]) for fault in faults] == []


def test_the_page_is_small(whole: Path, open_page: Opener) -> None:
    """With what its scripts make of it, such as games and folded tables; what is played later adds a line a tip."""
    page = open_page(whole)
    expect(page.locator("[data-part=count]")).to_contain_text("decision 1 of")
    lines = len(shipped())
    assert whole.stat().st_size < 900_000 - 200 * lines
    assert page.evaluate("document.querySelectorAll('*').length") < 14_000 - 5 * lines


def choose(page: Page, players: int, against: str) -> None:
    """Choose a table at the top of the page, as one does with the mouse."""
    page.locator(".chooser label", has=page.locator(f"input[value='{players}-{against}']")).click()


def test_a_choice_moves_all_that_depends_on_it_and_is_kept_in_the_address(answers: Path, open_page: Opener) -> None:
    page = open_page(answers)
    title, first = page.locator("h1"), page.locator(".bars:visible b").first
    before = title.inner_text(), first.inner_text(), page.locator(".habit a").first.inner_text()
    choose(page, 2, "strong")
    assert page.evaluate("location.hash") == "#players=2&against=strong"
    assert all(was != now for was, now in zip(before[:2], (title.inner_text(), first.inner_text()), strict=True))
    shown = page.locator("[data-at]:visible").evaluate_all("parts => parts.map(part => part.dataset.at)")
    assert len(shown) > 70 and all("2-strong" in at.split() for at in shown)
    for parts in (".habit", "article.tip[data-game=twisted-knot]"):
        orders = page.locator(parts).evaluate_all(
            "parts => parts.map(part => Number(part.dataset.order.split(' ')[3]))"
        )
        assert len(orders) > 10 and orders == sorted(orders)
    choose(page, 3, "plain")
    assert (title.inner_text(), first.inner_text(), page.locator(".habit a").first.inner_text()) == before


def test_pictures_are_those_of_the_chosen_table(answers: Path, open_page: Opener) -> None:
    page = open_page(answers)
    for choice in (*CHOICES, USUAL):
        choose(page, choice.players, str(choice.against))
        expect(page.locator(".pictures h3")).to_have_text([picture.title for picture in pictures(choice)])
        expect(page.locator(".pictures .ranking").first.locator("b")).to_have_text(
            [bar.words for bar in pictures(choice)[0].bars]
        )


@pytest.mark.parametrize(("width", "height"), [(DESKTOP, 900), (PHONE, 844)])
def test_the_first_screen_has_what_to_do_what_to_show_who_is_strongest_and_what_is_wrong(
    width: int, height: int, answers: Path, open_page: Opener
) -> None:
    """On a phone the two habits of each game that help most, and one that does not, or depends; all with a touch."""
    page = open_page(answers, width)
    page.set_viewport_size({"width": width, "height": height})
    bars, count = page.locator(".game .bars li:visible"), page.locator("header .lead")
    assert not [tip.id for tip in shipped() if tip.verdict == Verdict.WRONG] and not page.locator("a.wrong").count()
    for players, against in ((2, "strong"), (3, "plain"), (4, "plain")):
        choose(page, players, against)
        assert "none is wrong" in count.inner_text()
        assert count.evaluate("line => line.getBoundingClientRect().bottom") < height
        assert bars.count() in (6, 7, 8) if width == PHONE else bars.count() > 8
        expect(page.locator(".game").first.get_by_role("heading", name="Don\u2019t")).to_be_visible()
    choose(page, 3, "plain")
    strongest = page.locator(".foot a:visible").all()
    assert max(link.evaluate("link => link.getBoundingClientRect().bottom") for link in strongest) < height
    page.locator(".game summary").first.click()
    assert bars.count() > 8


def test_the_chooser_stays_in_sight_but_for_parts_that_do_not_depend_on_it(answers: Path, open_page: Opener) -> None:
    page = open_page(answers, PHONE)
    on_top = """form => {
        const { x, y } = form.querySelector('label').getBoundingClientRect();
        return form.contains(document.elementFromPoint(x + 5, y + 5));
    }"""
    for part, is_there in (("tip-TK-C1", True), ("tip-TY-C1", True), ("pictures", False), ("habits", True)):
        page.evaluate(f"document.getElementById('{part}').scrollIntoView()")
        page.evaluate("window.scrollBy(0, 300)")
        assert page.locator(".chooser").evaluate(on_top) == is_there, part


def test_after_a_jump_the_whole_chooser_stands_above_the_heading_or_nothing_of_it(
    whole: Path, open_page: Opener
) -> None:
    page = open_page(whole, PHONE)
    in_sight = """form => [...form.querySelectorAll('label')].filter(label => {
        const { x, y, bottom } = label.getBoundingClientRect();
        return [y + 3, bottom - 3].some(at => form.contains(document.elementFromPoint(x + 9, at)));
    }).length"""
    for link in page.locator(".contents > ol > li > a").all():
        page.evaluate("scrollTo(0, 0)")
        link.click()
        assert page.locator(".chooser").evaluate(in_sight) in (0, 6), link.inner_text()


def test_an_address_with_a_choice_opens_the_page_at_it_and_links_keep_it(whole: Path, open_page: Opener) -> None:
    page = open_page(whole)
    page.evaluate("location.hash = '#players=4&against=strong'")
    expect(page.locator("input[value='4-strong']")).to_be_checked()
    page.locator(".bars:visible a").first.click()
    address = page.evaluate("location.hash")
    assert address.endswith("&players=4&against=strong") and address.startswith("#tip-")
    expect(page.locator(address.partition("&")[0])).to_be_in_viewport()
    page.reload()
    expect(page.locator("input[value='4-strong']")).to_be_checked()
    expect(page.locator(address.partition("&")[0])).to_be_in_viewport()
    for nonsense in ("#players=7&against=strong", "#players=2&against=nobody"):
        page.evaluate(f"location.hash = '{nonsense}'")
        expect(page.locator("input[value='4-strong']")).to_be_checked()


def test_a_link_to_a_game_with_a_choice_opens_both(answers: Path, open_page: Opener) -> None:
    page = open_page(answers)
    page.evaluate("location.hash = '#watch=kw0:20&players=2&against=plain'")
    expect(page.locator("[data-part=slider]")).to_have_value("20")
    expect(page.locator("input[value='2-plain']")).to_be_checked()


def test_an_answer_leads_to_its_tip(answers: Path, open_page: Opener) -> None:
    page = open_page(answers)
    page.locator(".bars:visible a").first.click()
    target = page.evaluate("location.hash")
    expect(page.locator(target)).to_be_in_viewport()


@pytest.mark.parametrize(("players", "against"), [(3, "plain"), (2, "strong")])
def test_boxes_of_tips_stand_below_each_other_without_holes(
    players: int, against: str, answers: Path, open_page: Opener
) -> None:
    """Of each column, the gaps between a box and the next, in pixels; rows of two would leave some of hundreds."""
    page = open_page(answers, DESKTOP)
    choose(page, players, against)
    page.wait_for_timeout(100)
    gaps = page.evaluate("""() => [...document.querySelectorAll(":has(> .tip)")].flatMap((list) => {
        const boxes = [...list.children].map((box) => box.getBoundingClientRect());
        return boxes.flatMap((box) => {
            const below = boxes.filter((other) => other.left === box.left && other.top > box.top);
            return below.length ? [Math.min(...below.map((other) => other.top)) - box.bottom] : [];
        });
    })""")
    assert len(gaps) > 20 and min(gaps) > 0 and max(gaps) < 40


def test_a_short_name_has_the_full_one_beside_it(answers: Path, open_page: Opener) -> None:
    page = open_page(answers)
    choose(page, 2, "strong")
    link = page.locator(".bars:visible a", has_text="Pick up stacks").first
    expect(link).to_have_attribute("title", re.compile(r"^Pick up a card worth having \(3, 8, 9, 10, ace or joker\)"))


def test_habits_and_tips_take_one_stop_of_the_tabulator_each_and_arrow_keys_go_on(
    answers: Path, open_page: Opener
) -> None:
    page = open_page(answers)
    habits = page.locator(".forest [data-rove]")
    assert page.locator("[data-rove][tabindex='0']:visible").count() == page.locator("[data-roving]:visible").count()
    habits.first.focus()
    page.keyboard.press("ArrowDown")
    expect(habits.nth(1)).to_be_focused()
    assert habits.first.get_attribute("tabindex") == "-1" and habits.nth(1).get_attribute("tabindex") == "0"
    page.keyboard.press("End")
    expect(habits.last).to_be_focused()
    choose(page, 4, "strong")
    assert page.locator(".forest [data-rove][tabindex='0']:visible").count() == 1


def test_a_tips_experiments_can_be_saved_from_the_page(answers: Path, open_page: Opener) -> None:
    page = open_page(answers)
    page.locator("#tip-TK-C2 summary").click()
    with page.expect_download() as waiting:
        page.locator("#tip-TK-C2 a[data-csv]").click()
    rows = waiting.value.path().read_text("utf-8").splitlines()
    assert waiting.value.suggested_filename == "TK-C2.csv" and len(rows) == 1 + len(shipped()["TK-C2"].cells)
    assert "TK-C2" in rows[1] and "hoard-nines" in rows[1]


def test_it_prints_on_few_sheets(answers: Path, open_page: Opener) -> None:
    page = open_page(answers)
    page.emulate_media(media="print")
    assert 0 < page.pdf(format="A4").count(b"/Type /Page\n") <= 20
    drawn = page.locator(".track :is(.dot, .size, q, u):visible")  # hollow dots are told from full ones on paper, too
    assert drawn.count() > 100
    assert drawn.evaluate_all("(all) => all.every((each) => getComputedStyle(each).printColorAdjust === 'exact')")


@pytest.mark.parametrize("opened", [pytest.param(3, id="a few"), pytest.param(None, id="all", marks=pytest.mark.long)])
def test_every_link_opens_the_viewer_at_the_move_that_shows_the_tip(
    opened: int | None, answers: Path, open_page: Opener
) -> None:
    page = open_page(answers)
    moments = {moment.tip: moment for moment in to_watch()}
    links = page.locator("article a[href^='#watch='], .learnt a[href^='#watch=']")
    assert links.count() == len(moments) > 25
    for link in [*links.all()[:opened], links.last]:
        tip = link.locator("xpath=ancestor::*[@id][1]").get_attribute("id")
        assert tip is not None
        moment = moments[tip.removeprefix("tip-")]
        link.click()
        viewer = page.locator("[data-part=game]")
        _, _, habit = tip.rpartition("-")
        about = moment.tip if tip.startswith("tip-") else WORDS[moment.record["game"]][int(habit)][0]
        expect(viewer.locator("option:checked")).to_contain_text(about)
        expect(page.locator("[data-part=slider]")).to_have_value(str(moment.step))
        assert page.locator("[data-part=table]").evaluate("e => e.getBoundingClientRect().top < innerHeight")


def test_a_link_that_was_followed_leads_to_its_move_again(answers: Path, open_page: Opener) -> None:
    page = open_page(answers)
    link = page.locator("article a[href^='#watch=']").first
    link.click()
    slider = page.locator("[data-part=slider]")
    _, _, step = (link.get_attribute("href") or "").rpartition(":")
    expect(slider).to_have_value(step)
    page.locator("[data-part=first]").click()
    expect(slider).to_have_value("0")
    link.click()
    expect(slider).to_have_value(step)


def test_without_scripts_all_is_there_and_games_are_told_in_words(answers: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": DESKTOP, "height": 900})
    page = context.new_page()
    page.goto(answers.resolve().as_uri())
    assert page.locator(".tip:visible").count() == len(shipped())
    assert page.locator(".habit:visible").count() == len(habit_rows())
    expect(page.locator(".viewer")).to_be_hidden()
    expect(page.locator(".chooser")).to_be_hidden()
    expect(page.locator("noscript p", has_text="shows three players, plain tables")).to_be_visible()
    shown = page.locator("[data-at]:visible").evaluate_all("parts => parts.map(part => part.dataset.at)")
    assert len(shown) > 70 and all("3-plain" in at.split() for at in shown)
    stories = page.locator(".stories details")
    assert stories.count() == len(published_games())
    for story, record in zip(stories.all(), published_games(), strict=True):
        story.locator("summary").click()
        assert story.locator("pre").inner_text().strip().splitlines()[-1] == ending(record["result"], record["players"])
    context.close()


def test_a_link_shows_board_buttons_and_what_moves_are_worth_on_one_screen(answers: Path, open_page: Opener) -> None:
    page = open_page(answers)
    page.evaluate("location.hash = '#watch=kw0:20'")
    expect(page.locator("[data-part=slider]")).to_have_value("20")
    for name in (".table", ".viewer-steps", ".viewer-why"):
        box = page.locator(name).bounding_box()
        assert box and box["y"] > 0 and box["y"] + box["height"] < 900


def test_by_keyboard_alone_a_tip_leads_to_its_game_and_through_it(answers: Path, open_page: Opener) -> None:
    page = open_page(answers)
    (moment, *_) = shipped_moments()
    page.locator(f"#tip-{moment.tip} a[href^='#watch=']").focus()
    page.keyboard.press("Enter")
    slider = page.locator("[data-part=slider]")
    expect(slider).to_have_value(str(moment.step))
    page.keyboard.press("ArrowRight")
    assert int(slider.input_value()) > moment.step
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(moment.step))

"""The table in a browser: whole games by clicks and by keyboard alone, on a desktop and a phone, and nothing is lost by
a reload or a second tab.
"""

import re
import socket
import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import knotlab
from knotlab.analysis.bidding.trainer import TrainingHand
from knotlab.analysis.decisions.sitting import Sitting
from knotlab.reports.sit import server, table, trainer
from knotlab.reports.sit.page import sit_page
from knotlab.reports.sit.server import Host, serve
from knotlab.reports.sit.table import LaidTable
from knotlab.reports.template import viewer_scripts
from knotlab.sim import games
from tests.analysis.test_sitting import OTHERS, SHORT
from tests.browser.accessibility import grave_faults
from tests.browser.conftest import PHONE

pytestmark = pytest.mark.more
LAPTOP = 1280
Laid = Callable[..., str]


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> Iterator[Laid]:
    """Serves a game's table; its address."""
    monkeypatch.setattr(server, "BEAT", 0.1)
    monkeypatch.setattr(table, "HINT_SECONDS", 0.3)
    monkeypatch.setattr(table, "REVIEW_SECONDS", 0.05)
    served: list[tuple[Host, threading.Thread]] = []

    def serving(game: str, **options: Any) -> str:
        def begin(seed: int) -> Sitting:
            return knotlab.sit_at(game, players=OTHERS[game], seed=seed, set=SHORT[game], **options)

        listening = socket.socket()
        listening.bind((server.HERE, 0))
        listening.listen()  # a page may be opened before the server is ready
        host = Host(LaidTable(begin, 3), sit_page(game), f"http://{server.HERE}:{listening.getsockname()[1]}")
        thread = threading.Thread(target=serve, args=(host, listening))
        thread.start()
        served.append((host, thread))
        return host.address

    yield serving
    for host, thread in served:
        for _ in range(200):  # its pages are closed, and the minute in which another could be opened is over
            host.last_seen = -1e9
            thread.join(0.05)
        assert not thread.is_alive()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[[str, int], Page]]:
    """Opens an address; no page may complain of anything, or ask any other address for anything."""
    heard: list[str] = []
    pages: list[Page] = []

    def opening(address: str, width: int) -> Page:
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.on("console", lambda message: heard.append(message.text))
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("request", lambda each: heard.append(each.url) if not each.url.startswith((address, "data:")) else None)
        page.goto(address)
        expect(moves(page).first).to_be_visible(timeout=120_000)
        pages.append(page)
        return page

    yield opening
    for page in pages:
        page.close()
    assert heard == []


def moves(page: Page) -> Any:
    """The moves to choose from."""
    return page.locator("[data-sit=moves] button")


def stands(page: Page) -> str:
    """What the page says of the position."""
    return "\n".join(page.locator(f"[data-sit={name}]").inner_text() for name in ("told", "table", "moves", "whose"))


def by_click(page: Page) -> None:
    """Click the first move."""
    moves(page).first.click()


def by_keys(page: Page) -> None:
    """Walk to the last move with the arrow, and play it."""
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")


def play_on(page: Page, play: Callable[[Page], None]) -> int:
    """Play to the end; how many moves that took."""
    count = 0
    while moves(page).count():
        before = stands(page)
        play(page)
        page.wait_for_function(
            "before => ['told', 'table', 'moves', 'whose'].map((name) => "
            "document.querySelector(`[data-sit=${name}]`).innerText).join('\\n') !== before",
            arg=before,
        )
        count += 1
    return count


@pytest.mark.parametrize(
    ("width", "play"), [pytest.param(LAPTOP, by_click, id="clicks"), pytest.param(PHONE, by_keys, id="keys")]
)
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] * (game != "twyst")) for game in games.names()]
)
def test_a_whole_game_is_played_with_a_hint_and_a_review(
    game: str, width: int, play: Callable[[Page], None], laid: Laid, opened: Callable[[str, int], Page]
) -> None:
    page = opened(laid(game), width)
    box = moves(page).first.bounding_box()
    assert box and box["y"] + box["height"] < 900, "the first move is seen without scrolling"
    page.keyboard.press("h")
    expect(page.locator("[data-sit=hint]")).to_contain_text("points" if game == "twyst" else "of 100 lost")
    expect(page.locator("[data-sit=moves] small")).to_have_count(moves(page).count())
    assert not re.search(r"-\d", page.locator("[data-sit=moves]").inner_text()), "a hyphen for a minus sign"
    assert grave_faults(page) == []
    assert play_on(page, play) > 2
    expect(page.locator("[data-sit=reviewing]")).to_contain_text("as far as is known", timeout=60_000)
    expect(page.locator("[data-part=why]")).to_be_visible()
    assert grave_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not page.evaluate(
        "(() => { const [steps, table] = ['.viewer-steps', '.table'].map((name) => document.querySelector("
        "`[data-sit=viewer] ${name}`).getBoundingClientRect());"
        " return steps.bottom > table.top && steps.top < table.bottom; })()"
    ), "what steps through the game does not cover the table"
    assert page.locator("[data-sit=save]").get_attribute("href")
    page.locator("[data-do=again]").click()
    expect(moves(page).first).to_be_visible()
    expect(page.locator("[data-sit=after]")).to_be_hidden()


@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=pytest.mark.long if name == "knotweed" else ()) for name in games.names()]
)
def test_a_game_as_one_seat_knows_it_can_be_drawn_at_any_decision_with_all_cards(game: str, browser: Browser) -> None:
    """Hand by hand as large as the player's view says, though it is not known what is in them."""
    looks, sizes = [], []
    for seed in range(12):
        sitting, rng = knotlab.sit_at(game, players=OTHERS[game], seed=seed, set=SHORT[game]), Random(seed)
        while sitting.view is not None:
            if len(looks) < 150:
                looks.append(sitting.seen())
                sizes.append(list(sitting.view.hand_sizes[: len(OTHERS[game]) + 1]))
            sitting.play(rng.randrange(len(sitting.moves())))
    page = browser.new_page()
    page.add_script_tag(content=str(viewer_scripts()))
    drawn = page.evaluate(
        "(looks) => looks.map((seen) => { const replay = new Replay(seen);"
        " return replay.at(replay.steps.length).hands.map((hand) => hand.length); })",
        looks,
    )
    page.close()
    assert drawn == sizes and len(drawn) > 50


def test_a_click_on_a_card_plays_it(laid: Laid, opened: Callable[[str, int], Page]) -> None:
    page = opened(laid("twyst"), LAPTOP)
    card = page.locator(".below .card.mine").nth(4)
    rank, _, suit = (card.get_attribute("aria-label") or "").partition(" of ")
    card.click()
    glyph = {"clubs": "\N{BLACK CLUB SUIT}", "diamonds": "\N{BLACK DIAMOND SUIT}"}[suit]
    letter = {"ace": "A", "king": "K", "queen": "Q", "jack": "J"}.get(rank, rank)
    expect(page.locator("[data-sit=told]")).to_contain_text(f"Seat 0 (you) bids {letter}{glyph}")


def test_a_reload_and_a_second_tab_lose_nothing_and_a_move_is_taken_back(
    laid: Laid, opened: Callable[[str, int], Page]
) -> None:
    address = laid("twyst")
    page, other = opened(address, LAPTOP), opened(address, PHONE)
    first = stands(page)
    page.keyboard.press("3")
    expect(page.locator("[data-do=back]")).to_be_enabled()
    after = stands(page)
    expect(other.locator("[data-do=back]")).to_be_enabled()
    expect(other.locator("[data-sit=told]")).to_have_text(page.locator("[data-sit=told]").inner_text())
    page.reload()
    expect(moves(page).first).to_be_visible()
    assert stands(page) == after
    other.keyboard.press("u")
    expect(page.locator("[data-do=back]")).to_be_disabled()
    assert stands(page) == first != after


@pytest.mark.parametrize("width", [LAPTOP, PHONE])
def test_a_bid_is_answered_from_the_table_and_the_score_outlives_a_reload(
    width: int, laid: Laid, opened: Callable[[str, int], Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = TrainingHand((*range(12), 51), 2, (-150.0, *[10.0] * 11, 30.0), (2.0,) * 13)
    monkeypatch.setattr(trainer, "table", lambda: [hand.line()])
    page = opened(laid("twyst"), width)
    page.locator("[data-sit=trainer] summary").click()
    cards = page.locator("[data-train=hand] button")
    expect(cards).to_have_count(13)
    assert cards.first.inner_text() == "A\N{BLACK SPADE SUIT}"
    cards.nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-train=answer]")).to_contain_text(
        "The K\N{BLACK CLUB SUIT}: 20.0 points less than the A\N{BLACK SPADE SUIT}"
    )
    expect(page.locator("[data-train=answer] h3")).to_have_count(2)
    assert page.locator("[data-train=answer] table").first.locator("tbody tr").count() == 13
    assert grave_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    page.locator("[data-sit=trainer] summary").click()
    cards.first.click()
    expect(page.locator("[data-train=score]")).to_have_text("2 hands bid, 20.0 points lost, 10.0 a hand.")


TRAINED = {
    "twisted-knot": (
        "hand 0: 10 A; hand 1: ?x3 K; pile 1: ?x3; stack: 9 6; "
        "cleared: 2x4 5x4 Qx4 7x4 9x3 10x3 6x3 Jx4 Kx3 3x4 4x3 8x4",
        ("lay A", "pick up"),
    ),
    "knotweed": (
        "hand 0: 6C 9S; hand 1: ?x8; piles: 6H; draw: ?x41",
        ("play 6\N{BLACK CLUB SUIT} onto pile 0", "pass"),
    ),
}


@pytest.mark.parametrize("game", TRAINED)
@pytest.mark.parametrize("width", [LAPTOP, PHONE])
def test_a_move_is_answered_from_the_table_and_the_score_outlives_a_reload(
    width: int, game: str, laid: Laid, opened: Callable[[str, int], Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, (best, worse) = TRAINED[game]
    line = f"{text} | 30.0 28.0 32.0, 42.5 40.0 45.0-"
    monkeypatch.setattr(trainer.move_trainer, "table", lambda game: [line])
    page = opened(laid(game), width)
    page.locator("[data-sit=trainer] summary").click()
    choices = page.locator("[data-train=hand] button")
    expect(choices).to_have_text([best, worse])
    board = page.locator("[data-train=board]")
    assert board.locator(".below .group").first.locator(".card").count() == 2
    choices.get_by_text(worse, exact=True).click()
    answer = page.locator("[data-train=answer]")
    expect(answer.locator("h3")).to_have_text(f"{worse}: 12.5 more games of 100 lost than after '{best}'")
    expect(answer).to_contain_text(f"The table card plays '{best}', by its line ")
    assert answer.locator("tbody tr").count() == 2
    assert grave_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    page.locator("[data-sit=trainer] summary").click()
    choices.get_by_text(best, exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-train=score]")).to_have_text("2 positions, 12.5 games of 100 lost, 6.3 a position.")


def test_a_lost_connection_loses_nothing(laid: Laid, browser: Browser) -> None:
    """What is clicked meanwhile is not played; the page says so, and goes on by itself afterwards."""
    page = browser.new_page(viewport={"width": LAPTOP, "height": 900})
    page.goto(laid("twyst"))
    expect(moves(page).first).to_be_visible(timeout=120_000)
    before = stands(page)
    page.context.set_offline(True)
    moves(page).nth(2).click()
    expect(page.locator("[data-sit=problem]")).to_contain_text("The table does not answer")
    assert stands(page) == before
    page.context.set_offline(False)
    expect(page.locator("[data-sit=problem]")).to_be_hidden()
    assert stands(page) == before
    moves(page).nth(2).click()
    expect(page.locator("[data-do=back]")).to_be_enabled()
    page.close()

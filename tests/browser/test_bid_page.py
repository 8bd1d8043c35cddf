"""A hand of Twyst that is tapped or typed on the page: the page's script says of it what the card itself says."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from knotlab.analysis.bidding.card import BIDS, Hands
from knotlab.analysis.bidding.card_measure import draw, draw_by, standard_practice
from knotlab.analysis.bidding.card_text import card_named, standard_card
from knotlab.analysis.bidding.hand import read_hand
from knotlab.analysis.report.play import opening
from knotlab.reports.page.bidding import card_blocks
from knotlab.reports.page.blocks import Section
from knotlab.reports.page.report import page_of, to_watch
from knotlab.reports.template import source
from knotlab.reports.words.card import numbers_of
from knotlab.reports.words.numeral_advice import numeral_advice
from knotlab.sim.games.twyst.cards import spell
from tests.browser.conftest import PHONE, Opener

pytestmark = pytest.mark.more

CARD = standard_card().card
ROWS = len(BIDS) + len(CARD.columns)
NO_NUMERAL = ([0, *range(9, 13), *range(22, 26), *range(35, 39)], [*range(9, 13), *range(22, 26), *range(35, 39), 51])
TIED = "A2 J107 J10732 1054"  # in diamonds a 7 or a 3 counts 11, five cards 10, the jack and the ten 1 each: 23
STRONG = "S AKQ6 H A5432 D J6 C K5"


@pytest.fixture(scope="module")
def bidding(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with the card."""
    file = tmp_path_factory.mktemp("bidding") / "report.html"
    sections = [Section("twyst-bids", "What to bid", card_blocks()), to_watch(opening())]
    file.write_text(page_of(sections), "utf-8")
    return file


def by_script(page: Page, call: str, given: list[Any]) -> list[Any]:
    """What the page's script makes of some things, each called `each`."""
    script = f"([card, given]) => {{ {source('page/bid.js')}\nreturn given.map((each) => {call}); }}"
    made: list[Any] = page.evaluate(script, [numbers_of(CARD), given])
    return made


@pytest.fixture
def empty(open_page: Opener, tmp_path: Path) -> Page:
    file = tmp_path / "empty.html"
    file.write_text("<title>empty</title>", "utf-8")
    return open_page(file)


def test_two_thousand_hands_are_counted_and_shown_as_by_the_card_itself(empty: Page) -> None:
    """As they are dealt, some of each of the rare rows, and two without a numeral."""
    rare = draw_by(CARD.rows_of, ROWS, 40, 8).hands.cards
    hands = Hands(np.concatenate([draw(np.random.default_rng(5), 2000).cards, rare, np.array(NO_NUMERAL)]))
    said = by_script(empty, "advised(card, each)", hands.cards.tolist())
    assert [each["shows"] for each in said] == CARD.shown(hands).tolist()
    assert [each["rows"][0]["sum"] for each in said] == hands.sure_tricks.sum(axis=1).tolist()
    assert [each["rows"][2]["sum"] for each in said] == hands.danger(CARD.deuce).tolist()
    courts, numerals, rows = CARD.best_court(hands)[1], CARD.numerals(hands), CARD.rows_of(hands)
    for i, each in enumerate(said):
        court = each["rows"][1]
        assert court["shows"] is None or court["sum"] == courts[i]
        assert {numeral["shows"]: numeral["sum"] for numeral in each["numerals"]} == {
            13 * suit + number + 1: points for (suit, number), points in np.ndenumerate(numerals[i]) if points > -1000
        }
        assert each["by"] in ("none", [*BIDS, "numeral"][min(rows[i], len(BIDS))])


def test_two_thousand_hands_are_shown_without_counting_as_by_the_card_of_that_rule(empty: Page) -> None:
    made, glance = card_named("glance"), numeral_advice().glance
    hands = draw(np.random.default_rng(6), 2000)
    call = f"glanced({json.dumps({'numbers': glance.numbers})}, each)"
    said = by_script(empty, call, hands.cards.tolist())
    shown, rows = made.card.shown(hands).tolist(), made.card.rows_of(hands)
    told = [i for i, each in enumerate(said) if each is not None and rows[i] == len(BIDS)]
    assert len(told) > 1800 and [said[i] for i in told] == [shown[i] for i in told]


SPELLINGS = (
    "S AKQ72 H 83 D K9 C AT54",
    "sakq72 h83 dk9 ca1054",
    "AS KS QS 7S 2S 8H 3H KD 9D AC 10C 5C 4C",
    "♠AKQ72 ♥83 ♦K9 ♣AT54",
    "AKQ72.83.K9.AT54",
    "SA SK SQ S7 S2 H8 H3 DK D9 CA C10 C5 C4",
    "S AKQJT98765432 H - D - C -",
    "spades A K Q 7 2, hearts 8 3, diamonds K 9, clubs A 10 5 4",
    "AKQ72 of spades, 83 of hearts, K9 of diamonds; A1054 of clubs",
)
BY_SUITS = "AKQ72 83 K9 A1054"
FOUR_SUITS = (BY_SUITS, *(BY_SUITS.replace(" ", between) for between in (", ", "/", " | ", ";", ".")))
FOUR_SUITS += ("A K Q 7 2  8 3  K 9  A 10 5 4", "A K Q 7 2, 8 3, K 9, A 10 5 4")
IN_WORDS = (
    "AKQ72♠ 83♥ K9♦ A1054♣",
    "AKQ72s 83h K9d A1054c",
    "ace king queen 7 2 of spades, 8 3 of hearts, king 9 of diamonds, ace ten 5 4 of clubs",
    "Ace, king, queen, seven and two of spades; eight and three of hearts; K, 9 of diamonds; A, ten, five, 4 of clubs",
    "ace of spades, king of spades, Q of spades, 7 of spades, deuce of spades, 8 of hearts, 3 of hearts, K of diamonds,"
    " nine of diamonds, ace of clubs, 10 of clubs, fives of clubs, 4 of clubs",
    "♠️ A K Q 7 2 ♥️ 8 3 ♦️ K 9 ♣️ A 10 5 4",
    "A♤ K♤ Q♤ 7♤ 2♤ 8♡ 3♡ K♢ 9♢ A♧ 10♧ 5♧ 4♧",
)


def test_a_typed_hand_is_read_as_by_the_command(empty: Page) -> None:
    hands = [[card for card in range(52) if read_hand(text) >> card & 1] for text in SPELLINGS]
    assert by_script(empty, "cardsIn(each)", list(SPELLINGS)) == hands


def test_a_hand_is_typed_on_the_first_screen_of_a_phone_and_told_in_a_line(bidding: Path, open_page: Opener) -> None:
    page = open_page(bidding, PHONE)
    box = page.locator(".ask")
    field, said = box.get_by_role("searchbox"), box.locator("output")
    bottom = box.evaluate("form => form.getBoundingClientRect().bottom")
    assert bottom < page.evaluate("innerHeight")
    expect(said.locator("b")).to_have_text(answer_to(".".join(field.input_value().split())))  # without a press
    field.focus()
    page.keyboard.type("AKQ72")  # takes the example's place
    expect(said).to_contain_text("5 of 13 cards; 8 to go.")
    page.keyboard.type(" A8543")  # a suit of five with another of the numbers that are shown without counting
    expect(said).to_contain_text("3 to go.")
    expect(said).to_contain_text("Without counting, so far: 3♥.")
    answer = answer_to(SPELLINGS[0])
    for text in (*FOUR_SUITS, *IN_WORDS, *SPELLINGS[:6]):
        field.fill(text)
        expect(said.locator("b")).to_have_text(answer)
        expect(said.locator("small").first).to_have_text("♠ AKQ72  ♥ 83  ♦ K9  ♣ A1054")
        why = "A strong hand (16 points: A 4, K 3, Q 2, J 1) and no solo; this numeral counts most."
        expect(said.locator("small").last).to_contain_text(why)
    expect(page.locator(".tap:not(.ask) output h4")).to_have_text(answer)
    for text, beside in (("A94 KQ873 J6 1052", "3♥"), ("KJ7 A1064 Q953 A8", "3♦")):  # by the rule beside the field
        field.click()
        page.keyboard.type(text)  # takes the place of a whole hand
        expect(field).to_have_value(text)
        expect(said.locator("b")).to_have_text(f"Show the {beside}")
        expect(said.locator("small").last).to_contain_text("Without counting: the same.")
    field.fill(TIED)
    expect(said.locator("b")).to_have_text("Show the 7♦ or 3♦")
    expect(said.locator("small").last).to_contain_text("these numerals count most.")
    counted = page.locator(".tap:not(.ask) output li").last
    expect(counted).to_contain_text("23, as much as the 3♦; of equals the highest is shown")
    field.fill("AKQ72 83 K9 A10543")
    expect(said).to_contain_text("14 cards; a hand has 13.")
    field.fill("AKQ72 83 K9 A1054 Joker")
    expect(said).to_contain_text("Not understood: joker.")
    for text in ("A K 7 6 K A 8 5 3 2 Q 10 4", "AK76KA8532Q104"):  # no other four suits, high cards first
        field.fill(text)
        expect(said.locator("b")).to_have_text(answer_to("AK76.K.A8532.Q104"))
        expect(said.locator("small").first).to_have_text("♠ AK76  ♥ K  ♦ A8532  ♣ Q104")
    field.fill("A4K76KA8532Q10")
    expect(said).to_contain_text("Which cards are of which suit?")
    expect(said).to_contain_text("AK76 K A8532 Q104")
    field.fill("AK76 KA8532 Q104")  # three suits: a space forgotten, or a void that may be any
    expect(said).to_contain_text("Of which suit have you no card? Write - in its place.")
    field.fill("AK76 - AK8532 Q104")
    expect(said.locator("b")).to_have_text(answer_to("AK76..AK8532.Q104"))
    field.fill("AK766 K A8532 Q10")
    expect(said).to_contain_text("6♠ stands there twice")
    field.fill("")
    expect(said).to_have_text("")


def test_the_first_screen_s_hand_is_typed_after_a_click_beside_it_and_is_tapped_in_place(
    bidding: Path, open_page: Opener
) -> None:
    page = open_page(bidding, PHONE)
    box = page.locator(".ask")
    field, said, at = box.get_by_role("searchbox"), box.locator("output"), "scrollY"
    for key in ("a", "7", "n"):  # no letter is a shortcut where nothing has the focus
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement === document.body"), key
    page.get_by_text("Twyst what to show").click()
    page.keyboard.type("AK76 K A8532 Q104")
    expect(field).to_have_value("AK76 K A8532 Q104")
    expect(said.locator("b")).to_have_text(answer_to("AK76.K.A8532.Q104"))
    assert page.evaluate(at) == 0
    height = "document.documentElement.scrollHeight"
    box.get_by_role("button", name="tap cards").click()
    before = page.evaluate(height)
    pad = box.locator(".suits")
    there, words = pad.bounding_box(), said.bounding_box()
    assert there and words and there["y"] + there["height"] <= words["y"] and page.evaluate(at) == 0
    for card in ("A♠", "7♥"):  # the words below it get shorter and longer, the pad stays where it is
        pad.get_by_role("button", name=card, exact=True).click()
        assert pad.bounding_box() == there, card
    field.fill("AK76 K A8532 Q10")
    assert pad.bounding_box() == there
    pad.get_by_role("button", name="4♣", exact=True).click()
    assert pad.bounding_box() == there
    expect(said.locator("b")).to_have_text(answer_to("AK76.K.A8532.Q104"))
    expect(field).to_have_value("AK76 K A8532 Q104")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE
    assert page.evaluate(height) == before
    box.get_by_role("button", name="clear hand").click()
    expect(field).to_have_value("")
    expect(pad.locator("[aria-pressed=true]")).to_have_count(0)
    box.get_by_role("button", name="hide cards").click()
    expect(pad).to_be_hidden()


def test_on_a_wide_screen_the_cards_are_tapped_below_the_answer_and_cover_neither_it_nor_the_rule(
    bidding: Path, open_page: Opener
) -> None:
    page = open_page(bidding)
    box = page.locator(".ask")
    box.get_by_role("button", name="tap cards").click()
    there = box.locator(".suits").bounding_box()
    for card in ("A♠", "7♥", "4♣"):
        box.locator(".suits").get_by_role("button", name=card, exact=True).click()
        assert box.locator(".suits").bounding_box() == there, card
        words = box.locator("output").bounding_box()
        assert there and words and words["y"] + words["height"] <= there["y"]
    assert page.evaluate("scrollY") == 0


def answer_to(hand: str) -> str:
    """What the card itself shows with a hand, as the page says it."""
    cards = [card for card in range(52) if read_hand(hand) >> card & 1]
    dealt = Hands(np.array([cards]))
    shown, points = int(CARD.shown(dealt)[0]), CARD.numerals(dealt)[0]
    equal = [13 * suit + number + 1 for (suit, number), each in np.ndenumerate(points) if each == points.max()]
    equal = sorted(equal, key=lambda card: (-(card % 13), card)) if shown in equal else [shown]
    names = [name for card in equal for name in spell(1 << card)]
    return "Show the " + " or ".join(f"{name[:-1]}{dict(zip('CDHS', '♣♦♥♠', strict=True))[name[-1]]}" for name in names)


def test_a_hand_is_typed_and_tapped_and_its_numeral_marked(bidding: Path, open_page: Opener) -> None:
    page = open_page(bidding, PHONE)
    box, said = page.locator(".tap:not(.ask)"), page.locator(".tap:not(.ask) output")
    example = page.evaluate("JSON.parse(document.getElementById('card-numbers').textContent).example")
    (hand,) = (each for each in standard_practice().hands if list(each.cards) == example)
    best = max(hand.bids, key=lambda bid: bid.points).card
    signs = dict(zip("CDHS", "♣♦♥♠", strict=True))
    expect(said.locator("h4")).to_have_text(f"Show the {best[:-1]}{signs[best[-1]]}")  # so the card is right
    box.get_by_role("searchbox").fill(STRONG)
    shown = spell(1 << int(CARD.shown(Hands(np.array([[c for c in range(52) if read_hand(STRONG) >> c & 1]])))[0]))
    name = f"{shown[0][:-1]}{signs[shown[0][-1]]}"
    expect(said.locator("h4")).to_have_text(answer_to(STRONG))
    parts = [int(cell.replace("\N{MINUS SIGN}", "-")) for cell in said.locator("tr.shown td").all_inner_texts()]
    assert sum(parts[:-1]) == parts[-1] and said.locator("tr.shown th").inner_text() == name
    box.get_by_role("button", name=name, exact=True).click()
    expect(said).to_have_text("12 of 13 cards; 1 to go.")
    box.get_by_role("button", name=name, exact=True).click()
    expect(said.locator("h4")).to_have_text(answer_to(STRONG))
    box.get_by_role("searchbox").fill("AKQ72 8 3 K9 AT54")
    expect(said).to_contain_text("AKQ72 83 K9 A1054")  # with five groups, the suits are guessed and asked about
    box.get_by_role("searchbox").fill("spades AKQ72 A, hearts 3")
    expect(said).to_have_text("A♠ stands there twice; a pack has it once.")
    box.get_by_role("searchbox").fill("S AKQ72 H 83 trefoils K9")
    expect(said).to_contain_text("Not understood: trefoils.")
    box.get_by_role("button", name="Deal another hand").click()
    expect(box.locator("[aria-pressed=true]")).to_have_count(13)
    box.locator("[aria-pressed=true]").first.click()
    expect(box.locator("[aria-pressed=true]")).to_have_count(1)  # one's own hand begins
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE
    page.locator(".hands summary").first.click()
    assert page.locator(".worths13").first.locator("li").count() == 13
    faults = Axe().run(page, {"include": [["section[aria-labelledby=twyst-bids]"]]}).response["violations"]
    assert [(fault["id"], fault["nodes"][0]["html"]) for fault in faults] == []

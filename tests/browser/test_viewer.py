"""The replay viewer in a browser: the table it draws is the referee's, step by step, for the games that ship."""

import json
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from knotlab.analysis.report.contests import published_games
from knotlab.analysis.runs.fields import watched
from knotlab.reports.viewer.replay import replay_page
from knotlab.reports.words.names import reader_name
from knotlab.sim import games
from tests.browser.accessibility import grave_faults
from tests.browser.conftest import DESKTOP, PHONE, Opener
from tests.browser.tables import FACTS, Watcher, read_tables
from tests.cli import knotlab, strategy_file

pytestmark = pytest.mark.more

PLAYERS: dict[str, tuple[str, ...]] = {
    "twisted-knot": ("hoard-aces:tremble=0.1", "shed:tremble=0.1", "random", "random"),
    "knotweed": ("split-to-go-out:tremble=0.1", "dump:tremble=0.1", "random", "random"),
    "twyst": ("threshold+solid", "cautious+solid:tremble=0.2", "random", "random+high"),
}
SEEDS = {"twisted-knot": 16}  # two games of ordinary length; some last for many hundred steps
PLAYERS |= {game: tuple(watched(game)) for game in games.names() if game not in PLAYERS}
CHEAT = (
    'from knotlab.strategies import strategy\n\n\n@strategy("knotweed", cheats=True)\ndef cheat(view, move):\n    '
    "return 0.0\n"
)
WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "Jk": "joker"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

each_game = pytest.mark.parametrize("game", PLAYERS)
long_but_for_twisted_knot = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game == "twisted-knot" else pytest.mark.long) for game in PLAYERS]
)
Written = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes records of a game into `games.jsonl` and gives them back."""

    def write(game: str, n: int, *options: object, players: Sequence[str] = ()) -> list[dict[str, Any]]:
        words = (game, *(players or PLAYERS[game]), "--games", n, "--seed", SEEDS.get(game, 5), *options)
        answer = knotlab("records", *words, "--save", tmp_path / "games.jsonl")
        assert answer.status == 0, answer
        return [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]

    return write


@pytest.fixture
def watch(tmp_path: Path, open_page: Opener) -> Callable[..., Page]:
    """Opens the page of a record."""

    def opened(record: dict[str, Any], **look: Any) -> Page:
        file = tmp_path / "game.html"
        file.write_text(replay_page(record), "utf-8")
        return open_page(file, **look)

    return opened


def part(page: Page, name: str) -> Any:
    """A part of the viewer by its name."""
    return page.locator(f"[data-part={name}]")


def spoken(card: str) -> str:
    """A card as it is read out."""
    suit = SUITS.get(card[-1])
    rank = card[:-1] if suit and len(card) > 1 else card
    return WORDS.get(rank, rank) + (f" of {suit}" if suit and len(card) > 1 else "")


def number(words: str) -> int:
    """The first number in some words."""
    match = re.search(r"\d+", words)
    assert match, words
    return int(match[0])


# --- the table is the referee's ---


def compare(game: str, drawn: Any, facts: dict[str, Any]) -> None:
    """One drawn table against the referee's position."""
    seats, centre = drawn["seats"], drawn["centre"]
    assert "to move" in seats[facts["seat"]]["who"]
    assert [number(seat["labels"][0]) for seat in seats] == facts["hands"]
    assert sorted(seats[facts["seat"]]["cards"]) == sorted(spoken(card) for card in facts["own"])
    # No card of another's is seen.
    assert all(seat["cards"] == [] for number, seat in enumerate(seats) if number != facts["seat"])
    assert centre["cards"] == [spoken(card) for card in facts["centre"]]
    if game == "twisted-knot":
        assert [number(seat["labels"][1]) for seat in seats] == facts["piles"]
        stated = centre["facts"] + [fact for seat in seats for fact in seat["facts"]]
        assert sorted(map(in_order, stated)) == sorted(map(in_order, facts["facts"]))
    elif game == "knotweed":
        assert (number(centre["labels"][1]), number(centre["facts"][0])) == (facts["draw"], facts["buried"])
    else:
        assert [number(seat["labels"][0].partition(";")[2]) for seat in seats] == facts["tricks"]
        stated = [fact.replace(" ", "") for seat in seats for fact in seat["facts"] if fact.startswith("Failed")]
        assert sorted("".join(sorted(fact)) for fact in stated) == sorted(
            "".join(sorted(fact.replace(" ", ""))) for fact in facts["voids"]
        )


def in_order(fact: str) -> tuple[str, ...]:
    """A list of cards with its name, in any order, `9×3` as three cards."""
    name, _, cards = fact.rpartition(": ")
    counts = (card.partition("\N{MULTIPLICATION SIGN}") for card in cards.split())
    return (name, *sorted(card for card, _, count in counts for _ in range(int(count or 1))))


def follow(game: str, records: list[dict[str, Any]], watch: Callable[..., Page]) -> None:
    """Compare every decision of some games."""
    for record in records:
        referee = Watcher(record)
        referee.run()
        assert len(referee.seen) > 40
        page = watch(record)
        for drawn, facts in zip(read_tables(page, list(referee.seen)), referee.seen.values(), strict=True):
            compare(game, drawn, facts)


@pytest.mark.parametrize("game", [pytest.param(game, marks=[pytest.mark.long] * (game == "twyst")) for game in FACTS])
def test_every_position_is_the_referees(game: str, written: Written, watch: Callable[..., Page]) -> None:
    follow(game, written(game, 2), watch)


@pytest.mark.long
def test_every_position_is_the_referees_in_the_southampton_variant(
    written: Written, watch: Callable[..., Page]
) -> None:
    follow("twisted-knot", written("twisted-knot", 2, "--set", "preset=southampton"), watch)


@pytest.mark.long
def test_every_position_is_the_referees_where_cheats_are_caught(
    written: Written, watch: Callable[..., Page], tmp_path: Path
) -> None:
    file = tmp_path / "cheat.py"
    file.write_text(CHEAT)
    options = "--set cheating=0.5 --set decks=1 --set turn_limit=150 --strategies-from".split()
    records = written("knotweed", 2, *options, file, players=["cheat", "cheat", "split-to-go-out", "random"])
    assert sum(event["do"] == "caught" for record in records for event in record["events"]) > 10
    follow("knotweed", records, watch)


@long_but_for_twisted_knot
def test_going_back_draws_what_was_drawn_going_forward(game: str, written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written(game, 1, "--why")
    page = watch(record)
    steps = list(range(number(part(page, "slider").get_attribute("max")) + 1))
    assert len(steps) > len(record["events"])
    assert read_tables(page, steps[::-1], "0")[::-1] == read_tables(page, steps, "0")


# --- the end, reasons, hidden cards ---


@each_game
def test_the_last_step_shows_the_recorded_end(game: str, written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written(game, 1)
    page = watch(record)
    part(page, "forward").evaluate(
        "(button, times) => { for (let i = 0; i < times; i++) button.click(); }", len(record["events"])
    )
    ending, result = part(page, "why").inner_text(), record["result"]
    assert part(page, "whose").inner_text() == "The end"
    if "score" in result:
        assert all(
            f"{called(record, seat)}: {'+' if points > 0 else ''}{points}".replace(": -", ": \N{MINUS SIGN}") in ending
            for seat, points in enumerate(result["score"])
        )
    else:
        assert f"Finished after {result['turns']} turns" in ending
        assert all(f"{place}. {called(record, seat)}" in ending for seat, place in enumerate(result["places"]))


def test_a_game_without_an_end_says_how_it_stopped_and_who_still_plays(
    written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written("twisted-knot", 1, "--set", "turn_limit=7")
    page = watch(record)
    page.keyboard.press("End")
    assert "Capped after 7 turns" in part(page, "why").inner_text()
    assert part(page, "why").inner_text().count("still holds cards") == 4


@long_but_for_twisted_knot
def test_each_choice_lists_its_moves_best_first_with_one_marked_as_taken(
    game: str, written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written(game, 1, "--why")
    choices = [
        decision
        for event in record["events"]
        for decision in (*event.get("before", ()), event)
        if len(decision.get("moves", ())) > 1
    ]
    page = watch(record)
    seen = page.evaluate("""() => {
      const decisions = [];
      const slider = document.querySelector("[data-part=slider]");
      for (let step = 0; step < Number(slider.max); step++) {
        slider.value = step;
        slider.dispatchEvent(new Event("input"));
        const rows = [...document.querySelectorAll("[data-part=why] tbody tr")];
        const scores = rows.map((row) => Number(row.cells[1].textContent.replace("\\u2212", "-")));
        const taken = rows.filter((row) => row.textContent.includes("(taken)")).length;
        const trembled = document.querySelector("[data-part=why]").textContent.includes("trembled");
        if (rows.length) decisions.push([scores, taken, trembled]);
      }
      return decisions;
    }""")
    assert len(seen) == len(choices) > 10
    for (scores, taken, trembled), choice in zip(seen, choices, strict=True):
        assert scores == pytest.approx(
            sorted((score for _, score in choice["moves"]), reverse=True)[: len(scores)], rel=1e-5, abs=1e-5
        )
        assert len(scores) >= min(60, len(choice["moves"]))
        assert (taken, trembled) == (1, choice.get("tremble", False))


def test_infinite_scores_stand_first_and_last(written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written("twyst", 1, "--why")
    moves = record["events"][0]["moves"]
    moves[3][1], moves[7][1] = "-inf", "inf"
    shown = part(watch(record), "why").locator("td.number").all_inner_texts()
    assert (shown[0], shown[-1]) == ("inf", "-inf")
    scores = [float(score.replace("\N{MINUS SIGN}", "-")) for score in shown]
    assert scores == sorted(scores, reverse=True)


def test_the_viewer_says_whether_nothing_is_to_decide_or_no_scores_are_there(
    written: Written, watch: Callable[..., Page]
) -> None:
    (bare,), (explained,) = written("twyst", 1), written("twyst", 1, "--why")
    assert part(watch(bare), "why").inner_text() == "No scores are recorded in this file."
    page = watch(explained)
    part(page, "slider").fill("4")  # all bids are made, the contract follows
    assert part(page, "why").inner_text() == "Nothing to decide: this follows from the rules."


DEALT = re.compile('"(?:10|.|Jk)[CDHS]?"')


@long_but_for_twisted_knot
def test_all_cards_lie_open_until_a_seat_is_chosen(game: str, written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written(game, 1)
    page = watch(record)
    assert part(page, "eyes").input_value() == "all"
    faces = page.locator(".card:not(.back):not(.place)")
    assert faces.count() == len(DEALT.findall(json.dumps(record["deal"]))) and page.locator(".card.back").count() == 0
    part(page, "eyes").select_option("0")
    assert faces.count() < 20 and page.locator(".card.back").count() > 0


def called(record: dict[str, Any], seat: int) -> str:
    """What the viewer calls a player: numbered where several have one name."""
    names = record["players"]
    alike = [other for other, name in enumerate(names) if name == names[seat]]
    return f"{names[seat]} {alike.index(seat) + 1}" if len(alike) > 1 else str(names[seat])


def seen_by_seat_0(page: Page, steps: int) -> list[str]:
    """All that the viewer says at each of the first steps as seat 0 sees it, read out too."""
    part(page, "eyes").select_option("0")
    return page.evaluate(
        """(steps) => Array.from({ length: steps }, (_, step) => {
          const slider = document.querySelector("[data-part=slider]");
          slider.value = step;
          slider.dispatchEvent(new Event("input"));
          const parts = ["told", "table", "whose", "why", "list", "course"];
          const boxes = parts.map((name) => document.querySelector(`[data-part=${name}]`));
          const aloud = (box) => [...box.querySelectorAll("[aria-label]")].map((each) => each.ariaLabel).join("|");
          return boxes.map((box) => box.textContent + aloud(box)).join("|");
        })""",
        steps,
    )


def test_a_bid_lies_face_down_for_other_seats_until_all_are_turned(
    written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written("twyst", 1, "--why")
    twin = json.loads(json.dumps(record))
    for seat in (1, 2, 3):  # the others might have bid any other card of theirs
        bid = next(event for event in twin["events"] if event["do"] == "bid" and event["seat"] == seat)
        bid["card"] = next(card for card in twin["deal"][seat] if card != bid["card"])
        bid["moves"] = [[move, -score] for move, score in bid["moves"]]
    shown = seen_by_seat_0(watch(record), 6)
    other = seen_by_seat_0(watch(twin), 6)
    assert shown[:5] == other[:5] and shown[5] != other[5]


def test_cards_that_others_take_give_and_discard_stay_hidden_from_a_seat(
    written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written("twisted-knot", 1, "--why")
    twin = json.loads(json.dumps(record))
    hidden = [event for event in twin["events"] if event.get("seat") in (1, 2, 3)]
    taken = next(event for event in hidden if event["do"] == "take")
    seat = taken["seat"]
    other = next(card for card in twin["deal"][seat] if card != taken["cards"][0])
    place = twin["deal"][seat].index(other)
    twin["deal"][seat][0], twin["deal"][seat][place], taken["cards"] = other, taken["cards"][0], [other]
    laid = next(i for i, event in enumerate(record["events"]) if event["do"] == "lay" and event["seat"] == seat)
    assert laid > 3
    assert seen_by_seat_0(watch(cut(record, laid)), laid) == seen_by_seat_0(watch(cut(twin, laid)), laid)


def cut(record: dict[str, Any], events: int) -> dict[str, Any]:
    """A record's first events alone."""
    return record | {"events": record["events"][:events]}


@long_but_for_twisted_knot
def test_a_seat_is_told_of_no_move_to_come_and_of_no_other_seats_choices(
    game: str, written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written(game, 1, "--why")
    page = watch(record)
    part(page, "eyes").select_option("0")
    assert part(page, "list").locator("li").count() == 0
    others = 0
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        if called(record, 0) not in part(page, "whose").inner_text():
            others += 1
            assert f"hidden from {called(record, 0)}" in part(page, "why").inner_text()
            assert part(page, "why").locator("tr").count() == 0
    assert others > 0 and part(page, "list").locator("li").count() > 0


@long_but_for_twisted_knot
def test_a_seat_cannot_tell_from_the_board_how_long_the_game_goes_on(
    game: str, written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written(game, 1, "--why")
    shorter = cut(record, len(record["events"]) - 10)

    def shown(page: Page, eyes: str) -> list[str | None]:
        part(page, "eyes").select_option(eyes)
        page.keyboard.press(".")
        slider = part(page, "slider")
        return [slider.get_attribute("max"), slider.get_attribute("aria-valuetext"), part(page, "count").inner_text()]

    assert shown(watch(record), "0") == shown(watch(shorter), "0")
    assert shown(watch(record), "all") != shown(watch(shorter), "all")


def test_a_seats_slider_reaches_beyond_what_it_has_seen(written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written("twisted-knot", 1, "--why")
    page = watch(record)
    slider = part(page, "slider")
    end = int(slider.get_attribute("max") or 0)
    part(page, "eyes").select_option("0")
    for _ in range(3):
        furthest = int(slider.get_attribute("max") or 0)
        slider.fill(str(furthest))
        assert slider.input_value() == str(furthest)
    page.keyboard.press("End")
    assert slider.input_value() == str(end) and end < int(slider.get_attribute("max") or 0)


# --- what moves are worth ---


def valued(record: dict[str, Any]) -> list[int]:
    """Give each choice's moves values: the first is worth most, and the others are certainly worse; the steps at which
    another than the first was taken.
    """
    record["whatif"] = {"rollouts": 1000, "metric": "mean_score"}
    slips = []
    for step, event in enumerate(record["events"]):
        if len(event.get("moves", ())) > 1:
            n = len(event["moves"])
            event["whatif"] = {"values": [10.0 - i for i in range(n)], "worse": list(range(1, n))}
            if event["moves"][0][0]["do"] == event["do"] and event["moves"][0][0].get("card") != event.get("card"):
                slips.append(step)
    return slips


def test_values_stand_in_place_of_scores_best_first_and_slips_are_marked(
    written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written("twyst", 1, "--why")
    slips = valued(record)
    page = watch(record)
    part(page, "slider").fill(str(slips[0]))
    first = part(page, "why").locator("tbody tr").first.locator("td.number").all_inner_texts()
    assert first == ["+10.0"]
    assert "certainly worse than the best" in part(page, "why").inner_text()
    assert "1,000 times" in part(page, "why").inner_text()
    marked = part(page, "list").locator("button:has(.slip)").evaluate_all("all => all.map((b) => +b.dataset.step)")
    assert marked == slips


def test_the_course_has_a_line_for_each_seat_that_is_seen(written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written("twyst", 1, "--why")
    assert not part(watch(record), "course").is_visible()
    valued(record)
    for event in record["events"]:
        if event.get("seat") == 0 and "whatif" in event:
            event["whatif"]["values"] = [-90.0] * len(event["moves"])
    page = watch(record)
    assert part(page, "course").locator("path").count() == 4
    assert "\N{MINUS SIGN}90" in part(page, "course").inner_text()
    part(page, "slider").fill("40")
    part(page, "eyes").select_option("2")
    assert part(page, "course").locator("path").count() == 1
    # The scale tells nothing of another seat's hopes.
    assert "\N{MINUS SIGN}90" not in part(page, "course").inner_text()
    page.locator("[data-part=lines] svg").click(position={"x": 1, "y": 20})
    assert number(part(page, "count").inner_text()) == 0


# --- moving about ---


def choices(record: dict[str, Any]) -> list[int]:
    """The numbers of steps at which somebody could choose, counted as the viewer counts steps."""
    steps: list[bool] = []
    for event in record["events"]:
        steps += [True for decision in event.get("before", ()) if len(decision["moves"]) > 1]
        steps.append(len(event.get("moves", ())) > 1)
    return [step for step, is_choice in enumerate(steps) if is_choice]


def place(record: dict[str, Any], step: int) -> str:
    """What the viewer says of a place, by the numbers that decisions have elsewhere."""
    decisions: list[tuple[bool, int]] = []
    made = 0
    for event in record["events"]:
        for decision in event.get("before", ()):
            decisions += [(True, made)] if len(decision["moves"]) > 1 else []
            made += 1
        decisions.append(("moves" in event, made))
        made += "moves" in event
    if step == len(decisions):
        return "the end"
    is_one, number = decisions[step]
    if number == made:
        return "after the last decision"
    return f"{'' if is_one else 'before '}decision {number} of {made - 1}"


@long_but_for_twisted_knot
def test_arrows_go_from_choice_to_choice_and_full_stops_a_step(
    game: str, written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written(game, 1, "--why")
    page, stops = watch(record), choices(record)
    count = part(page, "count")
    n = number(part(page, "slider").get_attribute("max") or "")
    ahead = [stop for stop in stops if stop > 0]
    for stop in ahead[:6]:
        page.keyboard.press("ArrowRight")
        assert count.inner_text() == place(record, stop)
    page.keyboard.press("ArrowLeft")
    assert count.inner_text() == place(record, ahead[4])
    for key, step in ((".", ahead[4] + 1), (",", ahead[4]), ("End", n), ("ArrowRight", n), ("ArrowLeft", stops[-1])):
        page.keyboard.press(key)
        assert count.inner_text() == place(record, step)
    for button, step in (("last", n), ("back", stops[-1]), ("first", 0), ("back", 0), ("forward", ahead[0])):
        part(page, button).click(force=True)
        assert count.inner_text() == place(record, step)
    middle = n // 2
    part(page, "slider").fill(f"{middle}")
    assert count.inner_text() == place(record, middle) == part(page, "slider").get_attribute("aria-valuetext")


def test_a_duels_page_opens_where_the_two_part(tmp_path: Path, open_page: Opener) -> None:
    file = tmp_path / "game.html"
    words = ("duel", "twisted-knot", "hoard-aces", "shed", "--players", 2, "--margin", "20%", "--show", "helped")
    shown = knotlab(*words, "--html", file, "--json").json["shown"]
    page = open_page(file)
    opens = place(shown["games"][0], number(part(page, "slider").input_value()))
    assert opens.startswith(f"decision {shown['decision']} of ") and part(page, "count").inner_text() == opens
    assert part(page, "list").locator("[aria-current]").inner_text() == shown["a"].replace("lay", "lays", 1)
    assert f"They first part at decision {shown['decision']}, where hoard-aces plays" in page.inner_text("header")
    lost = {each["move"]: f"{100 * each['loss_rate']:.1f}" for each in shown["worth"]["moves"]}
    rows = (
        part(page, "why")
        .locator("tbody tr")
        .evaluate_all(
            "rows => rows.map((row) => [...row.cells].slice(0, 2).map((cell) => cell.firstChild.textContent))"
        )
    )
    assert {move.removeprefix("✓ "): worth for move, worth in rows} == lost
    part(page, "game").select_option("1")
    assert part(page, "count").inner_text().startswith(f"decision {shown['decision']} of ")
    assert part(page, "why").locator("tr.taken").inner_text().startswith(f"✓ {shown['b']}")


def test_up_and_down_go_by_tricks_or_turns(written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written("twyst", 1, "--why")
    page = watch(record)
    leads = [i for i, event in enumerate(record["events"]) if event["do"] == "card"][::4]
    for step in leads[:3]:
        page.keyboard.press("ArrowDown")
        assert part(page, "count").inner_text() == place(record, step)
    page.keyboard.press("ArrowUp")
    assert part(page, "count").inner_text() == place(record, leads[1])
    assert part(page, "list").locator("[aria-current]").get_attribute("data-step") == str(leads[1])


@long_but_for_twisted_knot
def test_the_list_has_a_button_for_each_choice_and_goes_there(
    game: str, written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written(game, 1, "--why")
    page, stops = watch(record), choices(record)
    buttons = part(page, "list").locator("button:not(.turn)")
    assert buttons.evaluate_all("stops => stops.map((each) => Number(each.dataset.step))") == stops
    buttons.nth(9).click()
    assert part(page, "count").inner_text() == place(record, stops[9])
    assert buttons.nth(9).get_attribute("aria-current") == "step"


def test_n_goes_to_the_next_tremble(written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written("twisted-knot", 1, "--why")
    page = watch(record)
    page.keyboard.press("n")
    assert "The player trembled here" in part(page, "why").inner_text()
    first = part(page, "count").inner_text()
    page.keyboard.press("n")
    assert part(page, "count").inner_text() != first


def test_a_link_opens_a_game_at_a_step_and_each_step_has_one(written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written("twyst", 1)
    page = watch(record)
    page.evaluate("location.hash = '#watch=ty0:42'")
    expect(part(page, "count")).to_have_text(f"step 42 of {len(record['events'])}")
    assert part(page, "link").get_attribute("href") == "#watch=ty0:42"
    page.evaluate("location.hash = '#watch=ty7:3'")  # no such game: it stays
    page.evaluate("location.hash = '#watch=nonsense'")
    assert part(page, "count").inner_text().startswith("step 42")


@pytest.mark.usefixtures("with_clock")
def test_it_plays_by_itself_until_paused_and_stops_at_the_end(written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written("twyst", 1)
    page, n = watch(record), len(record["events"])
    page.clock.install()  # the page's own time goes on only as it is told to
    page.clock.pause_at(time.time() + 60)
    part(page, "speed").select_option("10")
    page.locator("h1").click()
    page.keyboard.press(" ")
    page.clock.run_for(350)
    assert part(page, "count").inner_text() == f"step 3 of {n}"
    part(page, "play").click()
    page.clock.run_for(1000)
    assert part(page, "count").inner_text() == f"step 3 of {n}" and part(page, "play").inner_text() == "Play"
    part(page, "speed").select_option("50")
    part(page, "play").click()
    page.clock.run_for(20 * (n + 5))
    assert part(page, "count").inner_text() == f"step {n} of {n}"
    expect(part(page, "play")).to_have_text("Play")


# --- other files ---


def test_another_file_of_records_opens_with_a_choice_of_its_games(
    written: Written, watch: Callable[..., Page], tmp_path: Path
) -> None:
    (record,) = written("twyst", 1)
    page = watch(record)
    assert not part(page, "choice").is_visible()
    written("knotweed", 3)
    part(page, "file").set_input_files(tmp_path / "games.jsonl")
    expect(part(page, "title")).to_have_text("Knotweed, game 0 of seed 5")
    part(page, "game").select_option("2")
    assert part(page, "title").inner_text() == "Knotweed, game 2 of seed 5"
    page.locator("h1").click()
    page.keyboard.press("End")
    assert "Finished after" in part(page, "why").inner_text()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "there is no record in it"),
        ("{", "line 1 is not a record"),
        ('{"game":"chess"}', "no game that is known here"),
        ('{"game":"toString"}', "no game that is known here"),
        ('{"game":"twyst","players":[],"deal":3,"events":[]}', "games.jsonl cannot be shown"),
        (
            '{"game":"twyst","players":[],"deal":[["AS"]],"events":[{"do":"card","seat":0,"card":"KS"}]}',
            "step 1 cannot be drawn: there is no KS to play",
        ),
    ],
)
def test_a_file_that_cannot_be_shown_is_named_and_the_game_stays(
    text: str, problem: str, written: Written, watch: Callable[..., Page], tmp_path: Path
) -> None:
    (record,) = written("twyst", 1)
    page = watch(record)
    (tmp_path / "games.jsonl").write_text(text)
    part(page, "file").set_input_files(tmp_path / "games.jsonl")
    expect(part(page, "problem")).to_contain_text(problem)
    page.keyboard.press("End")
    assert part(page, "title").inner_text() == "Twyst, game 0 of seed 5" and "scores" in part(page, "why").inner_text()


def test_names_that_look_like_markup_stay_text(written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written("twisted-knot", 1)
    evil = "</script><script>alert('x')</script><b>\"'&"
    page = watch(record | {"players": [evil, "b", "c", "d"]})
    assert page.locator("script").count() == 2 and page.locator(".who b").count() == 4
    assert evil in page.locator(".seat", has_text="script").inner_text()
    assert part(page, "eyes").locator("option").nth(1).inner_text() == evil


# --- looks ---


@long_but_for_twisted_knot
@pytest.mark.parametrize(("width", "scheme"), [(PHONE, "dark"), pytest.param(DESKTOP, "light", marks=pytest.mark.long)])
def test_the_viewer_has_no_grave_fault_and_needs_no_scrolling_sideways(
    game: str, width: int, scheme: str, written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written(game, 1, "--why")
    page = watch(record, width=width, scheme=scheme)
    for step, eyes in ((0, "all"), (30, "mover"), (31, "0"), (10**6, "all")):
        part(page, "slider").fill(str(min(step, number(part(page, "slider").get_attribute("max")))))
        part(page, "eyes").select_option(eyes)
        assert grave_faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width


@long_but_for_twisted_knot
@pytest.mark.parametrize("width", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)])
@pytest.mark.parametrize("eyes", ["all", pytest.param("0", marks=pytest.mark.long)])
def test_nothing_moves_while_stepping(
    game: str, width: int, eyes: str, written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written(game, 1, "--why")
    page = watch(record, width=width)
    part(page, "eyes").select_option(eyes)
    places = page.evaluate("""() => {
      const slider = document.querySelector("[data-part=slider]");
      const layouts = new Set();
      for (let step = 0; step <= Number(slider.max); step++) {
        slider.value = step;
        slider.dispatchEvent(new Event("input"));
        const boxes = [...document.querySelectorAll(".table, .seat, .centre, .viewer-steps, .viewer-moves")];
        const edges = (box) => {
          const { x, y, width, height } = box.getBoundingClientRect();
          return [x, y, width, height];
        };
        layouts.add(JSON.stringify(boxes.map(edges)));
        const words = [...document.querySelectorAll(".facts, .contracts")];
        const cut = words.filter((box) => box.scrollHeight > box.clientHeight + 1);
        if (cut.length) layouts.add(`cut: ${cut[0].textContent}`);
      }
      return [...layouts];
    }""")
    assert len(places) == 1, places[1]


def test_on_a_phone_worth_and_middle_come_first_the_own_hand_last_and_fingers_fit(
    written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written("twisted-knot", 1, "--why")
    page = watch(record, width=PHONE)
    part(page, "eyes").select_option("2")
    tops = page.locator(".centre, .seat").evaluate_all(
        "boxes => boxes.map((box) => [box.getBoundingClientRect().top, box.querySelector('.who')?.textContent ?? ''])"
    )
    order = [name for _, name in sorted(tops)]
    assert order[0] == "" and called(record, 2) in order[-1]
    top = page.locator(".viewer").bounding_box()["y"]
    told, why, centre = (page.locator(each).bounding_box() for each in (".viewer-told", ".viewer-why", ".centre"))
    assert told and why and centre and told["y"] < why["y"] < centre["y"] < top + 400
    sizes = page.locator(".viewer-steps button").evaluate_all(
        "controls => controls.map((each) => [each.offsetWidth, each.offsetHeight])"
    )
    assert all(width >= 44 and height >= 44 for width, height in sizes)


@pytest.mark.parametrize("width", [PHONE, 320])
def test_on_a_phone_no_name_is_cut_or_printed_over_the_edge_of_its_box(
    width: int, tmp_path: Path, open_page: Opener
) -> None:
    records = [
        {**record, "names": [reader_name(record["game"], name) for name in record["players"]]}
        for record in published_games()
    ]
    twyst = next(record for record in records if record["game"] == "twyst")
    (tmp_path / "game.html").write_text(replay_page(twyst, *records), "utf-8")
    page = open_page(tmp_path / "game.html", width)
    part(page, "slider").fill("9")
    assert {"Hand-strength bidder 1", "Cautious bidder"} <= {*page.locator(".seat .name").all_inner_texts()}
    assert "Hand-strength bidder, sound player 2; Random" in part(page, "title").inner_text()
    cut = page.evaluate("""() => [...document.querySelectorAll(".who, .name, .mark, .trick small")].filter((words) => {
      const own = words.getBoundingClientRect();
      const box = words.closest(".seat, .centre, .viewer-why, .viewer-moves").getBoundingClientRect();
      const isOver = own.left < box.left || own.right > box.right || own.top < box.top || own.bottom > box.bottom;
      return isOver || words.scrollWidth > words.clientWidth + 1 || words.scrollHeight > words.clientHeight + 1;
    }).map((words) => words.textContent)""")
    assert cut == []
    options = page.evaluate("""() => {
      const select = document.querySelector("[data-part=game]");
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = getComputedStyle(select).font;
      const room = select.clientWidth - 20; // beside the arrow
      return [...select.options].map(({ text }) => [text, pen.measureText(text).width <= room]);
    }""")
    assert all(fits for _, fits in options), options
    assert options[0][0].endswith("…") and options[0][0].strip("…").split()[-1] in ("1", "Hand-strength")


def test_seats_sit_clockwise_with_the_own_one_below(written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written("twyst", 1)
    page = watch(record)
    for own in (0, 2):
        part(page, "eyes").select_option(str(own))
        boxes = {}
        for box in page.locator(".seat").all():
            spot = box.bounding_box()
            assert spot
            boxes[int(box.get_attribute("data-seat") or "")] = (
                spot["x"] + spot["width"] / 2,
                spot["y"] + spot["height"] / 2,
            )
        left, above, right = (boxes[(own + i) % 4] for i in (1, 2, 3))
        assert left[0] < above[0] < right[0] and above[1] < left[1] < boxes[own][1]
        assert abs(above[0] - boxes[own][0]) < 40


def test_a_game_of_5000_turns_opens_in_seconds_and_jumps_at_once(tmp_path: Path, watch: Callable[..., Page]) -> None:
    lines = [
        "if move.kind == PICK_UP:",
        "    return 2.0",
        "return 1.0 if move.kind == LAY and move.rank < 4 and move.count == 1 else 0.0",
    ]
    own = strategy_file(tmp_path, "endless", *lines)  # low cards without effects go round and round
    file = tmp_path / "long.jsonl"
    words = (*["endless"] * 3, "--games", 1, "--why", "--strategies-from", own)
    answer = knotlab("records", "twisted-knot", *words, "--save", file)
    assert answer.status == 0, answer
    record = json.loads(file.read_text())
    assert record["result"]["turns"] == 5000
    started = time.perf_counter()
    page = watch(record)
    page.keyboard.press("End")
    assert "Capped after 5000 turns" in part(page, "why").inner_text()
    assert time.perf_counter() - started < 10
    took = page.evaluate("""() => {
      const slider = document.querySelector("[data-part=slider]");
      const started = performance.now();
      for (let i = 0; i < 100; i++) {
        slider.value = (i * 7919) % Number(slider.max);
        slider.dispatchEvent(new Event("input"));
      }
      return (performance.now() - started) / 100;
    }""")
    assert took < 100  # milliseconds a jump


def test_a_card_that_gives_something_away_with_all_hands_open_is_marked(written: Written, watch: Any) -> None:
    record = written("twyst", 1, "--par", 9)[0]
    costly = [event for event in record["events"] if event.get("par", {}).get("given_away", 0) > 0]
    assert costly
    page = watch(record)
    expect(page.locator(".slip")).to_have_count(len(costly))
    page.locator("button:has(.slip)").first.click()
    expect(page.get_by_text("The move played is certainly worse than the best.")).to_be_visible()
    expect(page.get_by_text("with all four hands open, if everybody plays")).to_be_visible()
    expect(page.get_by_text("played on")).to_have_count(0)

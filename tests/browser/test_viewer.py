"""The replay viewer in a browser: the table it draws is the referee's, step by step, for the games that ship."""

import json
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from knotlab.analysis.runs.fields import watched
from knotlab.reports.viewer.replay import replay_page
from knotlab.sim import games
from tests.browser.accessibility import grave_faults
from tests.browser.conftest import DESKTOP, PHONE, Opener
from tests.browser.tables import FACTS, Watcher, read_tables
from tests.cli import knotlab, strategy_file

PLAYERS: dict[str, tuple[str, ...]] = {
    "twisted-knot": ("hoard-aces:tremble=0.1", "shed:tremble=0.1", "random", "random"),
    "knotweed": ("split-to-go-out:tremble=0.1", "dump:tremble=0.1", "random", "random"),
    "twyst": ("threshold+solid", "cautious+solid:tremble=0.2", "random", "random+high"),
}
PLAYERS |= {game: tuple(watched(game)) for game in games.names() if game not in PLAYERS}
SLY = (
    'from knotlab.strategies import strategy\n\n\n@strategy("knotweed", cheats=True)\ndef sly(view, move):\n    '
    "return 0.0\n"
)
WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "Jk": "joker"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

each_game = pytest.mark.parametrize("game", PLAYERS)
Written = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes records of a game into `games.jsonl` and gives them back."""

    def write(game: str, n: int, *options: object, players: Sequence[str] = ()) -> list[dict[str, Any]]:
        answer = knotlab(
            "records",
            game,
            *(players or PLAYERS[game]),
            "--games",
            n,
            "--seed",
            5,
            *options,
            "--save",
            tmp_path / "games.jsonl",
        )
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
    found = re.search(r"\d+", words)
    assert found, words
    return int(found[0])


# --- the table is the referee's ---


def compare(game: str, drawn: Any, facts: dict[str, Any]) -> None:
    """One drawn table against the referee's position."""
    seats, centre = drawn["seats"], drawn["centre"]
    assert "to move" in seats[facts["seat"]]["who"]
    assert [number(seat["labels"][0]) for seat in seats] == facts["hands"]
    assert sorted(seats[facts["seat"]]["cards"]) == sorted(spoken(card) for card in facts["own"])
    assert all(
        seat["cards"] == [] for number, seat in enumerate(seats) if number != facts["seat"]
    )  # no card of another's is seen
    assert centre["cards"] == [spoken(card) for card in facts["centre"]]
    if game == "twisted-knot":
        assert [number(seat["labels"][1]) for seat in seats] == facts["piles"]
        told = centre["facts"] + [fact for seat in seats for fact in seat["facts"]]
        assert sorted(map(in_order, told)) == sorted(map(in_order, facts["facts"]))
    elif game == "knotweed":
        assert (number(centre["labels"][1]), number(centre["facts"][0])) == (facts["draw"], facts["buried"])
    else:
        assert [number(seat["labels"][0].partition(";")[2]) for seat in seats] == facts["tricks"]
        told = [fact.replace(" ", "") for seat in seats for fact in seat["facts"] if fact.startswith("Failed")]
        assert sorted("".join(sorted(fact)) for fact in told) == sorted(
            "".join(sorted(fact.replace(" ", ""))) for fact in facts["voids"]
        )


def in_order(fact: str) -> tuple[str, ...]:
    """A list of cards with its name, in any order."""
    name, _, cards = fact.rpartition(": ")
    return (name, *sorted(cards.split()))


def follow(game: str, records: list[dict[str, Any]], watch: Callable[..., Page]) -> None:
    """Compare every decision of some games."""
    for record in records:
        referee = Watcher(record)
        referee.run()
        assert len(referee.seen) > 40
        page = watch(record)
        for drawn, facts in zip(read_tables(page, list(referee.seen)), referee.seen.values(), strict=True):
            compare(game, drawn, facts)


@pytest.mark.parametrize("game", FACTS)
def test_every_position_is_the_referees(game: str, written: Written, watch: Callable[..., Page]) -> None:
    follow(game, written(game, 2), watch)


def test_every_position_is_the_referees_in_the_southampton_variant(
    written: Written, watch: Callable[..., Page]
) -> None:
    follow("twisted-knot", written("twisted-knot", 2, "--set", "preset=southampton"), watch)


def test_every_position_is_the_referees_where_cheats_are_caught(
    written: Written, watch: Callable[..., Page], tmp_path: Path
) -> None:
    (tmp_path / "sly.py").write_text(SLY)
    options = (
        "--set",
        "cheating=0.5",
        "--set",
        "decks=1",
        "--set",
        "turn_limit=150",
        "--strategies-from",
        tmp_path / "sly.py",
    )
    records = written("knotweed", 2, *options, players=["sly", "sly", "split-to-go-out", "random"])
    assert sum(event["do"] == "caught" for record in records for event in record["events"]) > 10
    follow("knotweed", records, watch)


@each_game
def test_going_back_draws_what_was_drawn_going_forward(game: str, written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written(game, 1, "--why")
    page = watch(record)
    steps = list(range(number(part(page, "slider").get_attribute("max")) + 1))
    assert len(steps) > len(record["events"])
    assert read_tables(page, steps[::-1])[::-1] == read_tables(page, steps)


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
            f"seat {seat} ({record['players'][seat]}): {'+' if points > 0 else ''}{points}" in ending
            for seat, points in enumerate(result["score"])
        )
    else:
        assert f"Finished after {result['turns']} turns" in ending
        assert all(
            f"{place}. seat {seat} ({record['players'][seat]})" in ending for seat, place in enumerate(result["places"])
        )


def test_a_game_without_an_end_says_how_it_stopped_and_who_still_plays(
    written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written("twisted-knot", 1, "--set", "turn_limit=7")
    page = watch(record)
    page.keyboard.press("End")
    assert "Capped after 7 turns" in part(page, "why").inner_text()
    assert part(page, "why").inner_text().count("still holds cards") == 4


@each_game
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
      const found = [];
      const slider = document.querySelector("[data-part=slider]");
      for (let step = 0; step < Number(slider.max); step++) {
        slider.value = step;
        slider.dispatchEvent(new Event("input"));
        const rows = [...document.querySelectorAll("[data-part=why] tbody tr")];
        const scores = rows.map((row) => Number(row.cells[1].textContent));
        const taken = rows.filter((row) => row.textContent.includes("(taken)")).length;
        const trembled = document.querySelector("[data-part=why]").textContent.includes("trembled");
        if (rows.length) found.push([scores, taken, trembled]);
      }
      return found;
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
    assert [float(score) for score in shown] == sorted(map(float, shown), reverse=True)


def test_the_viewer_says_whether_nothing_is_to_decide_or_no_scores_are_there(
    written: Written, watch: Callable[..., Page]
) -> None:
    (bare,), (explained,) = written("twyst", 1), written("twyst", 1, "--why")
    assert part(watch(bare), "why").inner_text() == "No scores are recorded in this file."
    page = watch(explained)
    part(page, "slider").fill("4")  # all bids are made, the contract follows
    assert part(page, "why").inner_text() == "Nothing to decide: this follows of itself."


@each_game
def test_hidden_cards_are_shown_dimmed_only_when_wanted(
    game: str, written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written(game, 1)
    page = watch(record)
    dealt = len(re.findall('"(?:10|.|Jk)[CDHS]?"', json.dumps(record["deal"])))
    assert page.locator(".card.hidden").count() == 0
    open_cards = page.locator(".card:not(.back):not(.place)").count()
    part(page, "reveal").check()
    assert page.locator(".card.hidden").count() == dealt - open_cards and page.locator(".card.back").count() == 0
    part(page, "reveal").uncheck()
    assert page.locator(".card.hidden").count() == 0


def test_a_bid_is_seen_by_its_bidder_alone_until_all_are_turned(written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written("twyst", 1)
    page = watch(record)
    bidding, turned = read_tables(page, [3, 5])
    assert [seat["facts"] for seat in bidding["seats"]] == [["Bid: not yet turned"]] * 3 + [[]]
    assert all(re.match(r"Bid: \w+[♣♦♥♠]", seat["facts"][0]) for seat in turned["seats"])
    part(page, "eyes").select_option("0")
    (own,) = read_tables(page, [3])
    assert re.match(r"Bid: \w+[♣♦♥♠]", own["seats"][0]["facts"][0]) and own["seats"][1]["facts"] == [
        "Bid: not yet turned"
    ]


# --- moving about ---


def test_keys_and_buttons_step_jump_and_stop_at_the_ends(written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written("twyst", 1)
    page, n = watch(record), len(record["events"])
    count = part(page, "count")
    keys = [
        ("ArrowLeft", 0),
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", n),
        ("ArrowRight", n),
        ("ArrowLeft", n - 1),
        ("Home", 0),
    ]
    for key, step in keys:
        page.keyboard.press(key)
        assert count.inner_text() == f"step {step} of {n}"
    for button, step in (("last", n), ("forward", n), ("back", n - 1), ("first", 0), ("back", 0), ("forward", 1)):
        part(page, button).click(force=True)
        assert count.inner_text() == f"step {step} of {n}"
    part(page, "slider").fill("40")
    assert (
        count.inner_text() == f"step 40 of {n}"
        and part(page, "slider").get_attribute("aria-valuetext") == f"step 40 of {n}"
    )


def test_it_plays_by_itself_until_paused_and_stops_at_the_end(written: Written, watch: Callable[..., Page]) -> None:
    (record,) = written("twyst", 1)
    page, n = watch(record), len(record["events"])
    page.clock.install()  # the page's own time goes on only as it is told to
    page.clock.pause_at(time.time() + 60)
    part(page, "speed").select_option("10")
    part(page, "play").click()
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
    assert evil in page.locator(".seat", has_text="Seat 0").inner_text()
    assert part(page, "eyes").locator("option").nth(1).inner_text() == f"seat 0 ({evil})"


# --- looks ---


@each_game
@pytest.mark.parametrize(("width", "scheme"), [(PHONE, "dark"), (DESKTOP, "light")])
def test_the_viewer_has_no_grave_fault_and_needs_no_scrolling_sideways(
    game: str, width: int, scheme: str, written: Written, watch: Callable[..., Page]
) -> None:
    (record,) = written(game, 1, "--why")
    page = watch(record, width=width, scheme=scheme)
    for step, reveal in ((0, True), (30, True), (31, False), (10**6, False)):
        part(page, "slider").fill(str(min(step, number(part(page, "slider").get_attribute("max")))))
        part(page, "reveal").set_checked(reveal)
        assert grave_faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_game_of_5000_turns_opens_in_seconds_and_jumps_at_once(tmp_path: Path, watch: Callable[..., Page]) -> None:
    lines = [
        "if move.kind == PICK_UP:",
        "    return 2.0",
        "return 1.0 if move.kind == LAY and move.rank < 4 and move.count == 1 else 0.0",
    ]
    strategy_file(tmp_path, "endless", *lines)  # low cards without effects go round and round
    file = tmp_path / "long.jsonl"
    answer = knotlab(
        "records",
        "twisted-knot",
        *["endless"] * 3,
        "--games",
        1,
        "--why",
        "--strategies-from",
        tmp_path / "endless.py",
        "--save",
        file,
    )
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

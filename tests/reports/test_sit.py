"""The page of a table, served in process: what it is told, who is told it, and that no message holds a card that its
player has not seen.
"""

import asyncio
import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

import knotlab
from knotlab.analysis.decisions import race
from knotlab.analysis.decisions.sitting import Sitting
from knotlab.reports.sit import server, table
from knotlab.reports.sit.page import sit_page
from knotlab.reports.sit.server import Host
from knotlab.reports.sit.table import LaidTable
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.verify import verify
from tests.analysis.test_sitting import OTHERS, SHORT, cards_in, may_know
from tests.cli import refused, start

ORIGIN = "http://127.0.0.1:8000"
DURING = {
    "version",
    "problem",
    "is_ready",
    "seat",
    "seen",
    "since",
    "moves",
    "can_take_back",
    "is_over",
    "is_match",
    "is_all_over",
    "totals",
    "hint",
}


@dataclass
class Answered:
    """An answer of the server."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


def ask(host: Host, how: str, path: str, body: bytes = b"", /, **headers: str) -> Answered:
    """Ask the application as a server would."""
    answer, (path, _, query) = Answered(), path.partition("?")
    named = {"host": "127.0.0.1:8000"} | {name.replace("_", "-"): value for name, value in headers.items()}
    scope = {
        "type": "http",
        "method": how,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            answer.body += message["body"]

    asyncio.run(host.app(scope, receive, send))  # type: ignore[arg-type]
    return answer


def tell(host: Host, **message: Any) -> dict[str, Any]:
    """Send a message to the table; its answer."""
    answer = ask(host, "POST", f"/{host.secret}/do", json.dumps(message).encode())
    assert answer.status == 200, answer
    state: dict[str, Any] = json.loads(answer.body)
    return state


def until(host: Host, is_so: Callable[[dict[str, Any]], Any], what: str = "look") -> dict[str, Any]:
    """The state of the table once something is so."""
    for _ in range(1200):
        state = tell(host, do=what)
        if is_so(state):
            return state
        time.sleep(0.05)
    raise AssertionError(state)


def laid(game: str, seed: int = 3, you: int = 0, **options: Any) -> Host:
    """A table that is ready."""

    def begin(number: int) -> Sitting:
        return knotlab.sit_at(game, players=OTHERS[game], seed=number, you=you, set=SHORT[game], **options)

    host = Host(LaidTable(begin, seed), "<p>a page</p>", ORIGIN)
    until(host, lambda state: state["is_ready"])
    return host


def play(host: Host, rng: Random) -> list[dict[str, Any]]:
    """Play at random to the end; all states on the way."""
    states = [tell(host, do="look")]
    while not states[-1]["is_over"]:
        state = states[-1]
        move = rng.randrange(len(state["moves"]))
        states.append(tell(host, do="play", version=state["version"], move=move))
        assert not states[-1]["problem"]
    return states


# --- no card that he has not seen ---


def follow(game: str, seed: int) -> int:
    """Play a game over the wire; how many messages were compared."""
    seat = seed % (len(OTHERS[game]) + 1)
    *states, end = play(laid(game, seed, seat), Random(seed))
    for state in states:
        assert state.keys() <= DURING
        seen = state["seen"]
        assert seen.keys() == {"game", "rules", "players", "deal", "events"}
        shown = [cards_in(seen["deal"]), *(cards_in(event) for event in seen["events"])]
        known = may_know(game, seat, end["record"], len(seen["events"]))
        assert shown[: len(known)] == known  # turns after the limit, played to look for a cycle, are in no record
    return len(states)


@pytest.mark.more
@pytest.mark.parametrize("game", games.names())
def test_no_message_holds_a_card_that_its_player_has_not_seen(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LaidTable, "_look_back", lambda *_: None)
    assert sum(follow(game, seed) for seed in range(2)) > 10


@pytest.mark.long
def test_no_message_of_200_games_holds_a_card_that_its_player_has_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LaidTable, "_look_back", lambda *_: None)
    names = games.names()
    assert sum(follow(names[seed % len(names)], seed) for seed in range(200)) > 2000


# --- who is served ---


def test_only_the_page_with_the_secret_is_served() -> None:
    host = laid("twyst")
    message = json.dumps({"do": "look"}).encode()
    shown = ask(host, "GET", f"/{host.secret}/")
    assert (shown.status, shown.body) == (200, b"<p>a page</p>")
    assert shown.headers["cache-control"] == "no-store" and shown.headers["referrer-policy"] == "no-referrer"
    for path in ("/", "/secret/", f"/{host.secret[:-1]}/", f"/{host.secret}/other"):
        assert ask(host, "GET", path).status == 404, path
    path = f"/{host.secret}/do"
    assert ask(host, "POST", path, message, origin=ORIGIN, sec_fetch_site="same-origin").status == 200
    for headers in (
        {"origin": "http://example.org"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:8001"},
        {"host": "example.org"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
    ):
        assert ask(host, "POST", path, message, **headers).status == 404, headers
    for bad in (b"", b"[]", b"{", b"1" * 20_000):
        assert ask(host, "POST", path, bad).status == 400, bad


def test_a_table_that_no_page_shows_is_deserted_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    host = laid("twyst")
    now = host.last_seen  # on a slow machine its answer came a while after it was asked
    monkeypatch.setattr(time, "monotonic", lambda: now + 59)
    assert not host.is_deserted
    monkeypatch.setattr(time, "monotonic", lambda: now + 61)
    assert host.is_deserted
    host.open_pages = 1
    assert not host.is_deserted


def test_the_page_asks_nothing_of_the_network_and_runs_its_own_scripts_only() -> None:
    page = sit_page("knotweed")
    policy = page.partition('http-equiv="Content-Security-Policy" content="')[2].partition('"')[0]
    assert policy.startswith("default-src 'none'; ") and policy.endswith("connect-src 'self'")
    assert "unsafe" not in policy.partition("script-src")[2].partition(";")[0]
    assert "src=" not in page.replace("default-src", "") and "KW-13" in page


# --- what is done ---


def test_a_message_that_comes_late_changes_nothing() -> None:
    """A second tab, a click that is sent twice, or a reload in between."""
    host = laid("twyst")
    first = tell(host, do="look")
    after = tell(host, do="play", version=first["version"], move=3)
    assert after["version"] == first["version"] + 1 and after["can_take_back"]
    for do in ("play", "back", "again"):
        assert tell(host, do=do, version=first["version"], move=0) == after
    assert tell(host, do="look") == tell(host, do="what") == after
    back = tell(host, do="back", version=after["version"])
    assert {**back, "version": 0} == {**first, "version": 0}


def test_what_is_no_move_is_said_and_changes_nothing() -> None:
    host = laid("twyst")
    state = tell(host, do="look")
    refused_state = tell(host, do="play", version=state["version"], move=77)
    assert refused_state == {**state, "problem": "there is no move 77; the legal moves are 0 to 12"}


@pytest.mark.more
def test_a_hint_is_a_sentence_and_a_value_for_each_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "HINT_SECONDS", 0.3)
    host = laid("knotweed")
    state = until(host, lambda state: state.get("hint", {}).get("is_done"), "hint")
    hint = state["hint"]
    assert sorted(move["number"] for move in hint["moves"]) == list(range(len(state["moves"])))
    assert "of 100 lost" in hint["sentence"]
    assert "hint" not in tell(host, do="play", version=state["version"], move=0)


@pytest.mark.more
def test_after_the_game_each_choice_is_valued_and_the_record_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "REVIEW_SECONDS", 0.05)
    host = laid("twyst")
    end = play(host, Random(1))[-1]
    verify(end["record"])
    review = until(host, lambda state: state["review"] and state["review"]["left"] == 0)["review"]
    verify(review["record"])
    valued = [event for event in review["record"]["events"] if "whatif" in event]
    assert len(valued) == len(host.table._sitting._chair.choices) > 3  # type: ignore[union-attr]
    assert all(len(event["whatif"]["values"]) == len(event["moves"]) for event in valued)
    again = tell(host, do="again", version=end["version"])
    assert not again["is_ready"]
    fresh = until(host, lambda state: state["is_ready"])
    assert not fresh["is_over"] and fresh["seen"]["deal"] != end["seen"]["deal"]


def test_once_the_table_is_cleared_nothing_more_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "REVIEW_SECONDS", 1e6)
    monkeypatch.setattr(race, "CLOSE_POINTS", -1.0)  # so that none of its choices is ever settled by that
    host = laid("twyst")
    before = set(threading.enumerate())
    play(host, Random(1))
    until(host, lambda state: state["review"])
    (working,) = (each for each in set(threading.enumerate()) - before if each.name.endswith("(run)"))
    host.table.clear()
    working.join(10)
    assert not working.is_alive()
    review = tell(host, do="look")["review"]
    assert review["left"] > 0


def test_a_match_goes_on_and_shows_its_totals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LaidTable, "_look_back", lambda *_: None)
    host = laid("twyst", rounds=2)
    end = play(host, Random(2))[-1]
    assert end["totals"] == end["record"]["result"]["score"] and not end["is_all_over"]
    following = tell(host, do="next", version=end["version"])
    assert following["seat"] == 3 and following["totals"] == [*end["totals"][1:], end["totals"][0]]
    assert play(host, Random(3))[-1]["is_all_over"]


def test_what_cannot_be_laid_is_refused_at_once(tmp_path: Path) -> None:
    assert "there is no strategy 'shde'" in refused("sit", "twisted-knot", "shde", "--no-browser")
    assert "you sit on one of the seats 0 to 1, not on 2" in refused("sit", "twisted-knot", "shed", "--you", 2)
    assert server.HERE == "127.0.0.1"


@pytest.mark.more
@pytest.mark.skipif(sys.platform == "win32", reason="an interrupt is sent as a signal")
def test_an_interrupt_ends_it_quietly(tmp_path: Path) -> None:
    running = start("sit", "twyst", *OTHERS["twyst"], "--no-browser", cwd=tmp_path)
    assert running.stdout and "http://127.0.0.1:" in running.stdout.readline()
    time.sleep(1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out.splitlines()[-1], err) == (0, "The table is cleared.", "")


def test_what_goes_wrong_beside_the_table_is_told_on_it() -> None:
    """A strategy that fails in the first game, say."""

    def begin(seed: int) -> Sitting:
        raise InputError(f"no game of seed {seed}")

    host = Host(LaidTable(begin, 7), "", ORIGIN)
    state = until(host, lambda state: state["problem"])
    assert state == {"version": 0, "problem": "no game of seed 7", "is_ready": False}


def test_a_hand_to_train_on_has_all_its_bids_and_is_answered_at_once() -> None:
    host = Host(LaidTable(lambda seed: knotlab.sit_at("twyst", players=OTHERS["twyst"], seed=seed), 3), "", ORIGIN)
    ask(host, "GET", f"/{host.secret}/hand?game=twyst")  # reads the table
    started = time.perf_counter()
    answer = json.loads(ask(host, "GET", f"/{host.secret}/hand?game=twyst").body)
    assert time.perf_counter() - started < 0.2
    hand = answer["hand"]
    assert len(set(hand["cards"])) == len(hand["points"]) == len(hand["halves"]) == 13
    assert ask(host, "GET", "/other/hand?game=twyst").status == 404
    assert ask(host, "GET", f"/{host.secret}/hand?game=whist").status == 404

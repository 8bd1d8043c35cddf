"""Counting the rare cases of the rulings in a round, from its record."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

MUST_OCCUR = (
    "an eight turned up",
    "a two turned up",
    "an eight on an eight",
    "an eight that names its own suit",
    "out with an eight",
    "out with a two",
    "an answer to the suit named",
    "a draw by one who could play",
    "a pass by one who could play",
    "a reshuffle by choice",
    "a reshuffle in the middle of a two's draws",
    "one card drawn for a two",
    "a two on a two",
    "a pass after a two's draws",
    "blocked",
)


def cases(record: dict[str, Any], table: Any) -> Counter[str]:
    """The rare cases of one round; table: follows its events (`oracle.Table`)."""
    counts: Counter[str] = Counter()
    draws_for_twos = record["rules"]["twos"] == "draw"
    due = drawn = 0
    turn_of: int | None = None
    events = record["events"]
    for number, event in enumerate(events):
        before = events[number - 1] if number else {"do": "", "seat": None}
        new_turn = event.get("seat") != turn_of and event["do"] != "turn-up"
        if new_turn:
            turn_of, drawn = event["seat"], 0
            due = 2 if draws_for_twos and before["do"] == "play" and before["card"][:-1] == "2" else 0
        if event["do"] == "draw":
            drawn += 1
        counts.update(_cases(event, before, table, due, drawn))
        table.follow(event)
    counts.update(_endings(record))
    return counts


def _cases(event: dict[str, Any], before: dict[str, Any], table: Any, due: int, drawn: int) -> Iterator[str]:
    """What an event is by itself, before it happens on the table."""
    do = event["do"]
    if do == "turn-up":
        if len(event["cards"]) > 1:
            yield "an eight turned up"
        if event["cards"][-1][:-1] == "2":
            yield "a two turned up"
    elif do == "play":
        card, top = event["card"], table.pile[-1]
        if card[:-1] == "8" and top[:-1] == "8":
            yield "an eight on an eight"
        if top[:-1] == "8" and card[:-1] != "8" and card[-1] != top[-1]:
            yield "an answer to the suit named"
        if due and card[:-1] == "2":
            yield "a two on a two"
        last = table.hands[event["seat"]].total() == 1
        if last and card[:-1] in ("8", "2"):
            yield f"out with {'an eight' if card[:-1] == '8' else 'a two'}"
    elif do == "name" and event["suit"] == before["card"][-1]:
        yield "an eight that names its own suit"
    elif do == "reshuffle":
        if drawn >= due:
            yield "a reshuffle by choice"
        elif drawn == 1:
            yield "a reshuffle in the middle of a two's draws"
    elif do == "draw" and drawn > due and table.matching(event["seat"]):
        yield "a draw by one who could play"
    elif do == "pass":
        if table.matching(event["seat"]):
            yield "a pass by one who could play"
        if due and drawn >= due:
            yield "a pass after a two's draws"
    if do in ("play", "pass") and due and drawn < due and not table.stock and len(table.pile) == 1:
        yield "one card drawn for a two"


def _endings(record: dict[str, Any]) -> Iterator[str]:
    """How the round ended."""
    n, events = len(record["players"]), record["events"]
    if record["result"]["end"] == "finished" and events[-1]["do"] == "pass":
        assert all(event["do"] == following["do"] == "pass" for event, following in pairwise(events[-n:]))
        yield "blocked"

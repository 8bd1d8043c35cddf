"""Games in words: a game told move by move, and the moment of one that shows what a tip describes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from knotlab.reports.words import capital
from knotlab.reports.words.directions import listed
from knotlab.reports.words.names import reader_name
from knotlab.reports.words.numbers import in_digits
from knotlab.sim import games
from knotlab.strategies.spelling import bare_names

if TYPE_CHECKING:
    from knotlab.analysis.claims.model.tip import Moment, Tip, Transcript


def tell(record: Mapping[str, Any], ended: bool = True) -> Iterator[str]:
    """The lines of a recorded game's story, with the legal moves and scores of every choice where the record has them;
    not `ended`: it was broken off.
    """
    events = games.find(record["game"]).events
    names = [f"seat {seat} ({name})" for seat, name in enumerate(record["players"])]
    yield f"{games.find(record['game']).title}, game {record['index']} of seed {record['seed']}: " + ", ".join(names)
    yield from (f"  {line}" for line in events.describe_deal(record["deal"]))
    last, decision = None, 0
    for event in record["events"]:
        seat = event.get("seat")
        who = f"seat {seat}" if seat is not None else "the table"
        yield f"{'' if seat == last else chr(10)}{who} {events.describe(event)}"
        yield from _reasons(event, events, decision)
        decision += len(decisions_of(event))
        last = seat
    if ended:
        yield "\n" + ending(record["result"], record["players"])


def decisions_of(event: dict[str, Any]) -> list[dict[str, Any]]:
    """The decisions that led to an event, in order; none for what happens by itself."""
    return [part for part in [*event.get("before", ()), event] if "moves" in part]


def _reasons(event: dict[str, Any], events: Any, first: int) -> Iterator[str]:
    """What could have been done, best first, with the numbers of the decisions."""
    for number, decision in enumerate(decisions_of(event), first):
        if len(decision["moves"]) > 1:
            scored = sorted(decision["moves"], key=lambda pair: -float(pair[1]))
            listed = "; ".join(f"{events.describe_move(move)} {in_digits(float(score))}" for move, score in scored)
            yield f"    decision {number}{' (trembles)' if decision.get('tremble') else ''} could: {listed}"


def ending(result: dict[str, Any], names: list[str]) -> str:
    """How the game ended."""
    if "score" in result:
        scores = ", ".join(f"seat {seat} ({name}) {result['score'][seat]}" for seat, name in enumerate(names))
        unfinished = result.get("end", "finished") != "finished"
        return f"{result['end']} after {result['turns']} turns, scores: {scores}" if unfinished else f"scores: {scores}"
    turns = f"after {result['turns']} turns"
    if result["end"] != "finished":
        return f"{result['end']} {turns}"
    order = sorted(range(len(names)), key=lambda seat: result["places"][seat])
    return f"finished {turns}: " + ", ".join(f"{result['places'][seat]}. seat {seat} ({names[seat]})" for seat in order)


def players_of(record: Mapping[str, Any]) -> list[str]:
    """What the players of a recorded game are called, by seat; with their seats if one name has several."""
    names = [reader_name(record["game"], name) for name in record["players"]]
    return [f"{name} (seat {seat})" if names.count(name) > 1 else name for seat, name in enumerate(names)]


def outcome(record: Mapping[str, Any]) -> str:
    """What came of a recorded game, in a sentence.

    >>> result = {"end": "finished", "turns": 56, "places": [2, 1, 3]}
    >>> outcome({"game": "knotweed", "players": ["dump", "finisher", "dump"], "result": result})
    'Finisher went out first; Dumper (seat 2) was left with the last cards after 56 turns'
    """
    result, names = record["result"], players_of(record)
    if result.get("end", "finished") != "finished":
        return f"{capital(result['end'])} after {result['turns']} turns"
    if "score" in result:
        return f"Scores from seat 0 on: {listed(list(map(in_digits, result['score'])))}"
    first, last = (names[result["places"].index(place)] for place in (1, max(result["places"])))
    return f"{first} went out first; {last} was left with the last cards after {result['turns']} turns"


def without_reasons(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record without the legal moves and scores of its decisions."""
    events = [
        {name: value for name, value in event.items() if name not in ("moves", "tremble", "before", "whatif", "par")}
        for event in record["events"]
    ]
    return {**record, "events": events}


def replay_command(tip: Tip, transcript: Transcript) -> str:
    """How to see the whole game."""
    return f"knotlab replay {tip.game} {' '.join(transcript.strategies)} --index {transcript.index}"


def told(moment: Moment) -> str:
    """What happens in the turn that shows a tip, after what was done before it, in sentences, and how the game ends."""
    record = moment.record
    names = ["+".join(bare_names(name)) for name in record["players"]]
    describe = games.find(record["game"]).events.describe
    said, n_events = [], 0
    for seat, run in groupby(record["events"], key=lambda event: event.get("seat")):
        together = list(run)
        who = "The table" if seat is None else f"Seat {seat} ({names[seat]})"
        said.append(f"{who} {'; '.join(map(describe, together))}.")
        n_events += len(together)
        if n_events > moment.at:
            break
    return f"{' '.join(said[-2:])} In the end: {ending(record['result'], names)}."

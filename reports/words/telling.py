"""Games in words: a game told move by move, and the moment of one that shows what a tip describes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

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

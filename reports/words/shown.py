"""Where a game shows what a tip describes: the moment, told move by move."""

from functools import cache
from itertools import accumulate, groupby
from typing import Any, NamedTuple

import polars as pl

from knotlab.analysis.claims.events import logged
from knotlab.analysis.claims.tip import Tip, Transcript
from knotlab.analysis.runs.play import make_job
from knotlab.reports.words.telling import decisions_of, ending
from knotlab.sim import games
from knotlab.sim.playing.records import record_game


def replay_command(tip: Tip, transcript: Transcript) -> str:
    """How to see the whole game."""
    return f"knotlab replay {tip.game} {' '.join(transcript.strategies)} --index {transcript.index}"


class Moment(NamedTuple):
    """A game in which a tip is seen at work.

    Attributes
    ----------
    record : dict
        The game, with the reasons of its decisions.
    at : int
        The number of the first event that shows it.
    decision : int
        The number of the decision that led to it.
    """

    record: dict[str, Any]
    at: int
    decision: int


@cache
def seen_in(tip: Tip, transcript: Transcript) -> Moment:
    """The game of a transcript, and where in it the tip is at work."""
    job = make_job(tip.game, transcript.strategies)
    step = pl.concat(logged(job, transcript.index, 1)).filter(transcript.shows)["step"][0]
    record = record_game(job, transcript.index, why=True)
    decisions = accumulate(len(decisions_of(event)) for event in record["events"])
    return Moment(record, next(number for number, done in enumerate(decisions) if done > step), int(step))


@cache
def moment(tip: Tip, transcript: Transcript) -> str:
    """What happens in the turn that shows it, after what was done before it, in sentences, and how the game ends."""
    record, at, _ = seen_in(tip, transcript)
    names = [name.partition(":")[0].partition("@")[0] for name in record["players"]]
    describe = games.find(tip.game).events.describe
    said, n_events = [], 0
    for seat, run in groupby(record["events"], key=lambda event: event.get("seat")):
        together = list(run)
        who = "The table" if seat is None else f"Seat {seat} ({names[seat]})"
        said.append(f"{who} {'; '.join(map(describe, together))}.")
        n_events += len(together)
        if n_events > at:
            break
    return f"{' '.join(said[-2:])} In the end: {ending(record['result'], names)}."

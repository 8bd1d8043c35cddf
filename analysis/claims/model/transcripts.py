"""The game of a transcript, and where in it its tip is at work."""

from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

import polars as pl

from knotlab.analysis.claims.model.events import logged
from knotlab.analysis.claims.model.tip import Tip, Transcript
from knotlab.analysis.runs.play import make_job
from knotlab.sim.playing.records import record_game


class Moment(NamedTuple):
    """A game in which a tip is seen at work.

    record: the game, with the reasons of its decisions. at: the number of the first event that shows it. decision: the
    number of the decision that led to it.
    """

    record: dict[str, Any]
    at: int
    decision: int


@cache
def seen_in(tip: Tip, transcript: Transcript) -> Moment:
    """The game of a transcript, played once, and where in it the tip is at work."""
    job = make_job(tip.game, transcript.strategies)
    step = pl.concat(logged(job, transcript.index, 1)).filter(transcript.shows)["step"][0]
    record = record_game(job, transcript.index, why=True)
    decisions = accumulate(
        sum("moves" in part for part in (*event.get("before", ()), event)) for event in record["events"]
    )
    return Moment(record, next(number for number, done in enumerate(decisions) if done > step), int(step))

"""Where a game shows what a tip describes: the moment, told move by move."""

from functools import cache
from itertools import groupby

import polars as pl

from knotlab.analysis.claims.events import logged
from knotlab.analysis.claims.tip import Tip, Transcript
from knotlab.analysis.runs.play import make_job
from knotlab.reports.words.telling import decisions_of, ending
from knotlab.sim import games
from knotlab.sim.records import record_game


def replay_command(tip: Tip, transcript: Transcript) -> str:
    """How to see the whole game."""
    return f"knotlab replay {tip.game} {' '.join(transcript.strategies)} --index {transcript.index}"


@cache
def moment(tip: Tip, transcript: Transcript) -> str:
    """What happens in the turn that shows it, after what was done before it, in sentences, and how the game ends."""
    job = make_job(tip.game, transcript.strategies)
    step = pl.concat(logged(job, transcript.index, 1)).filter(transcript.shows)["step"][0]
    record = record_game(job, transcript.index, why=True)
    names = [name.partition(":")[0].partition("@")[0] for name in record["players"]]
    describe = games.find(tip.game).events.describe
    said, seen = [], 0
    for seat, run in groupby(record["events"], key=lambda event: event.get("seat")):
        together = list(run)
        who = "The table" if seat is None else f"Seat {seat} ({names[seat]})"
        said.append(f"{who} {'; '.join(map(describe, together))}.")
        seen += sum(len(decisions_of(event)) for event in together)
        if seen > step:
            break
    return f"{' '.join(said[-2:])} In the end: {ending(record['result'], names)}."

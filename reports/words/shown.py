"""Where a game shows what a tip describes: the moment, told move by move."""

from itertools import groupby

from knotlab.analysis.claims.model.tip import Tip, Transcript
from knotlab.analysis.claims.model.transcripts import Moment
from knotlab.reports.words.telling import ending
from knotlab.sim import games


def replay_command(tip: Tip, transcript: Transcript) -> str:
    """How to see the whole game."""
    return f"knotlab replay {tip.game} {' '.join(transcript.strategies)} --index {transcript.index}"


def told(moment: Moment) -> str:
    """What happens in the turn that shows a tip, after what was done before it, in sentences, and how the game ends."""
    record = moment.record
    names = [name.partition(":")[0].partition("@")[0] for name in record["players"]]
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

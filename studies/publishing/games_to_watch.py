"""The games that ship to be watched: one of each kind with what every move in it is worth, and one for each tip that
can be seen at work.

Command: python -m knotlab.studies.publishing.games_to_watch reports/findings (a step of make findings)
Result: reports/findings/moments.jsonl, watch.jsonl
Page: the report
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from knotlab.analysis.claims.model.tip import seen_in
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.runs.fields import watched
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.runs.whatif import valued_records
from knotlab.reports.words.telling import without_reasons
from knotlab.sim import games
from knotlab.sim.storage.result_files import publish
from knotlab.studies.command import parser, run

ROLLOUTS = 1000
Rows = Iterable[Mapping[str, Any]]


def valued() -> Rows:
    """A game of each kind, with what its moves are worth."""
    for game in games.listed():
        yield from valued_records(make_job(game, watched(game)), 0, ROLLOUTS)


def moments(n_rollouts: int = ROLLOUTS) -> Rows:
    """For each tip that can be seen at work a game, with what its moves are worth, and the event and the decision that
    show it. n_rollouts: 0 for games without the reasons of decisions.
    """
    for tip in tips():
        for transcript in tip.transcripts[:1]:
            record, at, decision = seen_in(tip, transcript)
            if n_rollouts:
                job = make_job(tip.game, transcript.strategies)
                (record,) = valued_records(job, transcript.index, n_rollouts)
            else:
                record = without_reasons(record)
            yield {"tip": tip.id, "words": transcript.words, "at": at, "decision": decision, "record": record}


def write(file: Path, rows: Rows) -> None:
    """Publish rows as lines of JSON."""
    lines = (json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    publish(file, "".join(lines))


def main(words: Sequence[str] | None = None) -> None:
    """Write both files."""
    reader = parser(__doc__)
    reader.add_argument("folder", type=Path, help="of the published findings")
    folder = reader.parse_args(words).folder
    write(folder / "moments.jsonl", moments())
    write(folder / "watch.jsonl", valued())


if __name__ == "__main__":
    run(main)

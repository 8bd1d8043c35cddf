"""The games that ship to be watched, with what every move in them is worth: a step of `make findings`."""

import json
import sys
from pathlib import Path

from knotlab.analysis.runs.fields import watched
from knotlab.analysis.runs.move_values import valued_records
from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.files import write_whole

ROLLOUTS = 1000


def main(file: Path) -> None:
    """Play a game of each kind, value its moves, and write the records."""
    records = [
        record for game in games.listed() for record in valued_records(make_job(game, watched(game)), 0, ROLLOUTS)
    ]
    lines = (json.dumps(record, separators=(",", ":")) + "\n" for record in records)
    write_whole(file, "".join(lines).encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))

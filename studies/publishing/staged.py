"""All that is published about the tips, in stages: `--budget` says how many minutes one takes, and the same command
goes on where the last one stopped. Nothing is published of a step before all of it is played.

Command: python -m knotlab.studies.publishing.staged out/findings --budget 30 (make findings MINUTES=30)
Result: reports/findings, README.md, docs/tips.md, docs/readings.md, docs/tips-as-read.md
Page: docs/claims.md
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from knotlab import claims
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.api import reading
from knotlab.sim import budget
from knotlab.sim.compiling.sources import parsed_hash, result_sources
from knotlab.sim.storage.result_files import write_whole
from knotlab.studies.command import ROOT, parser, run
from knotlab.studies.publishing import (
    chances,
    contests,
    expert,
    findings,
    games_to_watch,
    looking_ahead,
    pictures,
    skill,
    tuned_aims,
)

KEPT = Path("out/claims")
IN_TIME = 0.85  # of a stage: what is being played then is played to its end, for three minutes of thirty at most
Steps = Mapping[str, Callable[[], object]]


def steps(folder: Path) -> Steps:
    """What is played and published, in its order. Tables take their time, so they are written once all is played.

    folder: where tables and pages of what is played are written.
    """
    readings = folder / "readings"
    return {
        "the tips": lambda: claims(stages="curves", out=KEPT),
        "tables of the tips": lambda: claims(stages="curves", out=KEPT, findings=folder),
        "other readings of the rules": lambda: claims(readings=True, out=KEPT, findings=readings),
        "the pages": lambda: findings.main([str(folder), str(readings)]),
        "players who look ahead": lambda: expert.main([str(FINDINGS)]),
        "games to watch": lambda: games_to_watch.main([str(FINDINGS)]),
        "tournaments": lambda: contests.main([str(FINDINGS / "contests")]),
        "pairs of players": lambda: skill.main([str(FINDINGS / "skill.csv")]),
        "games against who looks ahead": lambda: looking_ahead.main([str(FINDINGS / "looking-ahead.csv")]),
        "two aims": lambda: tuned_aims.main([str(FINDINGS / "aims.csv")]),
        "chances to lose": lambda: chances.main([str(FINDINGS / "chances.csv")]),
        "pictures of cards, solos and games": lambda: pictures.main([str(FINDINGS / "pictures.csv")]),
    }


def code() -> str:
    """A hash of all that a step can depend on."""
    own = [file for room in ("reports", "studies") for file in sorted((ROOT / room).rglob("*.py"))]
    return parsed_hash([*result_sources("*.py", "*.npz", "*.toml", "*.txt"), *own])


def take(wanted: Steps, minutes: float | None, folder: Path) -> None:
    """Take the steps, those that were begun from what they kept, and those that an earlier stage by the same code has
    ended not again; raises TimeIsUp before so many minutes have gone by, with a sentence that says where the next stage
    goes on.

    folder: where results are written. Until all steps are taken, a note beside it says which are.
    """
    note, by = folder.with_suffix(".steps"), code()
    kept = note.read_text("utf-8").splitlines() if folder.exists() and note.exists() else []
    done = kept[1:] if kept[:1] == [by] else []
    with budget.within(None if minutes is None else IN_TIME * minutes):
        for number, (name, step) in enumerate(wanted.items(), 1):
            if name in done:
                continue
            print(f"step {number} of {len(wanted)}: {name}", file=sys.stderr, flush=True)
            ended = f"the stage ended in step {number} of {len(wanted)}, {name}; the same command goes on from there"
            try:
                step()
            except budget.TimeIsUp:
                raise budget.TimeIsUp(ended) from None
            budget.check(ended)  # what ended within claims is a result, not an error
            done.append(name)
            note.parent.mkdir(parents=True, exist_ok=True)
            write_whole(note, "\n".join([by, *done]).encode())
    note.unlink(missing_ok=True)


def main(words: Sequence[str] | None = None) -> None:
    """Take all steps, or as many as there is time for."""
    reader = parser(__doc__)
    reader.add_argument("folder", type=Path, help="where tables and pages of what is played are written")
    reader.add_argument("--budget", metavar="MINUTES", help="how long a stage is; as long as it takes unless given")
    asked = reader.parse_args(words)
    minutes = None if asked.budget is None else reading.amount("minutes")("--budget", asked.budget)
    take(steps(asked.folder), minutes, asked.folder)
    print("everything is played and published", file=sys.stderr)


if __name__ == "__main__":
    run(main)

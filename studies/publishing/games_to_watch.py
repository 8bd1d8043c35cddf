"""The games that ship to be watched: one of each kind with what every move in it is worth, one for each tip that can
be seen at work, and one for each habit of a champion, with what the moves are worth where the habit shows.

Command: python -m knotlab.studies.publishing.games_to_watch reports/findings (a step of make findings)
Result: reports/findings/habit-moments.jsonl, moments.jsonl, watch.jsonl
Page: the report
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl

from knotlab import play
from knotlab.analysis.claims.evidence.champions import published_habits
from knotlab.analysis.claims.model.tip import seen_in
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.decisions.move_values import Record, valued_records
from knotlab.analysis.runs.fields import watched
from knotlab.analysis.runs.play import make_job
from knotlab.reports.words.strong_players import link_of
from knotlab.reports.words.telling import without_reasons
from knotlab.sim import budget, games
from knotlab.sim.compiling.cache_folder import code_hash
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.records import decisions_of
from knotlab.sim.storage import result_files
from knotlab.sim.storage.result_files import publish
from knotlab.strategies.resolve import strategy_hashes
from knotlab.studies.command import parser, run
from knotlab.studies.publishing.habits import CHAMPION, WATCHED_PLAYERS

ROLLOUTS = 1000
DIGITS = 6  # of players' own ratings, as the viewer shows them
LOOKED_AT, MOST_TURNS = 200, 110  # games from which one is chosen for its story, and how long it may be
KEPT = Path("out/watch")
Rows = Iterable[Mapping[str, Any]]


def kept(job: Job, index: int, n_rollouts: int, out: Path | None) -> dict[str, Any]:
    """A game with what its moves are worth, from an earlier run's folder if today's code played it there."""
    if out is None:
        return valued_record(job, index, n_rollouts)
    asked = [job.game, job.rules, job.seed, strategy_hashes(job.players), index, n_rollouts, code_hash()]
    file = out / f"{result_files.plain_hash(asked)}.json"
    if not file.exists():
        budget.check()
        out.mkdir(parents=True, exist_ok=True)
        result_files.write(file, result_files.sealed(valued_record(job, index, n_rollouts)))
    record: dict[str, Any] = result_files.unsealed(result_files.load(file))
    return record


def valued_record(job: Job, index: int, n_rollouts: int, only: Sequence[int] | None = None) -> Record:
    """A game with what its moves are worth, and the players' own ratings with `DIGITS` digits."""
    (record,) = valued_records(job, index, n_rollouts, only)
    for choice in decisions_of(record):
        choice["moves"] = [
            [move, float(f"{rating:.{DIGITS}g}") if isinstance(rating, float) else rating]
            for move, rating in choice["moves"]
        ]
    return record


def valued(out: Path | None = None) -> Rows:
    """A game of each kind, with what its moves are worth. out: where games are kept."""
    for game in games.listed():
        yield kept(make_job(game, watched(game)), story(game), ROLLOUTS, out)


def story(game: str) -> int:
    """The number of the game to watch: of those that are not long, the one in which the lead changes most often, the
    lead being the fewest cards; the first one of a game without places.
    """
    if not games.find(game).has_places:
        return 0
    with TemporaryDirectory() as folder:
        run = play(game, watched(game), games=LOOKED_AT, out=Path(folder) / "run", log=True, progress=False)
        log = run.scan_log().sort("game", "step").collect()
    cards = pl.sum_horizontal(pl.col("hand_size", *({"pile_size"} & set(log.columns))).cast(pl.Int64))
    changes = {
        number: lead_changes(part.select("seat", cards).rows())
        for (number,), part in log.group_by("game", maintain_order=True)
        if part["turn"].max() < MOST_TURNS  # type: ignore[operator]
    }
    return int(max(changes, key=lambda number: changes[number]))


def lead_changes(rows: Iterable[tuple[int, int]]) -> int:
    """How often somebody else comes to have the fewest cards. rows: each decision's seat, and its cards."""
    held: dict[int, int] = {}
    leaders = []
    for seat, cards in rows:
        held[seat] = cards
        leaders.append(min(held, key=lambda each: held[each]))
    return sum(before != after for before, after in pairwise(leaders))


def moments(n_rollouts: int = ROLLOUTS, out: Path | None = None) -> Rows:
    """For each tip that can be seen at work a game, with what its moves are worth, and the event and the decision that
    show it. n_rollouts: 0 for games without the reasons of decisions. out: where games are kept.
    """
    for tip in tips():
        for transcript in tip.transcripts[:1]:
            record, at, decision = seen_in(tip, transcript)
            if n_rollouts:
                job = make_job(tip.game, transcript.strategies)
                record = kept(job, transcript.index, n_rollouts, out)
            else:
                record = without_reasons(record)
            yield {"tip": tip.id, "words": transcript.words, "at": at, "decision": decision, "record": record}


def habit_moments(n_rollouts: int = ROLLOUTS) -> Rows:
    """For each habit of a champion the game of its moment, with the moves and their worth at that decision alone."""
    for habit in published_habits():
        if (moment := habit.moment) is not None:
            job = make_job(habit.game, [CHAMPION] * WATCHED_PLAYERS)
            record, at, decision = alone(valued_record(job, moment.index, n_rollouts, [moment.decision]))
            yield {
                "tip": link_of(habit.game, habit.habit),
                "words": f"“{moment.move}” rather than “{moment.instead}”",
                "at": at,
                "decision": decision,
                "record": record,
            }


def alone(record: Record) -> tuple[Record, int, int]:
    """A record with the reasons of one event, that in which a decision is valued; the number of the event, and that of
    the decision among those that are left.
    """
    reasons = [[*event.get("before", ()), event] for event in record["events"]]
    (at,) = (number for number, parts in enumerate(reasons) if any("whatif" in part for part in parts))
    decision = next(number for number, part in enumerate(reasons[at]) if "whatif" in part)
    events = [*without_reasons(record)["events"]]
    events[at] = record["events"][at]
    return {**record, "events": events}, at, decision


def write(file: Path, rows: Rows) -> None:
    """Publish rows as lines of JSON."""
    lines = (json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    publish(file, "".join(lines))


def main(words: Sequence[str] | None = None) -> None:
    """Write the three files."""
    reader = parser(__doc__)
    reader.add_argument("folder", type=Path, help="of the published findings")
    reader.add_argument("--out", type=Path, default=KEPT, help="where what was played is kept")
    asked = reader.parse_args(words)
    write(asked.folder / "moments.jsonl", moments(out=asked.out))
    write(asked.folder / "habit-moments.jsonl", habit_moments())
    write(asked.folder / "watch.jsonl", valued(asked.out))


if __name__ == "__main__":
    run(main)

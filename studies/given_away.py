"""How often cards of Twyst give something away with all four hands open, and how much: the cards of a run that was kept
with its event log, judged one by one (`knotlab.analysis.bidding.open_play` says what is given away).

Command: python -m knotlab.studies.given_away RUN [--tricks N] [--save FILE]
Result: two rates, printed; with --save the event log with the column `given_away`, in Parquet
Page: docs/open-cards.md
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import polars as pl

from knotlab.analysis.bidding.open_play import refuse_own_tricks
from knotlab.analysis.runs.measures import log_of, measured
from knotlab.analysis.runs.play import load_job
from knotlab.analysis.runs.play_result import load
from knotlab.reports.progress import progress
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import N_RANKS
from knotlab.sim.games.twyst.open_cards import Solver
from knotlab.sim.games.twyst.state import PLAY, SEATS
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.match import records_of
from knotlab.studies.command import parser, run
from knotlab.studies.mistakes import LAST_TRICKS, played_cards

COLUMN = "given_away"


def with_column(log: pl.DataFrame, job: Job, tricks: int) -> pl.DataFrame:
    """An event log of whole games of a job with the points that each card gave away in `given_away`: null for bids, and
    for cards before the last tricks. The earlier tricks take the solver much longer. Raises InputError if it is
    another game, tricks are out of range, or partners score their own tricks.
    """
    if job.game != "twyst":
        raise InputError(f"only in twyst can all cards be laid open, not in {job.game}")
    if not 1 <= tricks <= N_RANKS:
        raise InputError(f"a deal has 1 to {N_RANKS} tricks to judge, not {tricks}")
    refuse_own_tricks(job.rules)
    solver = Solver()
    values: list[int | None] = []
    whole = log.partition_by("game", maintain_order=True)
    with progress("games judged with all cards open", len(whole)) as advance:
        for game in whole:
            values += _of_game(job, game, tricks, solver)
            advance(1)
    return log.with_columns(pl.Series(COLUMN, values, pl.Int32))


def _of_game(job: Job, rows: pl.DataFrame, tricks: int, solver: Solver) -> Iterator[int | None]:
    (record,) = records_of(job, int(rows["game"][0]))
    judged = list(played_cards(record, solver, tricks))
    before = N_RANKS * SEATS - len(judged)
    given_away = iter([None] * before + [card.given_away for card in judged])
    return (next(given_away) if decision == PLAY else None for decision in rows["decision"])


def main(words: Sequence[str] | None = None) -> None:
    """Judge the cards of a run, and print how often they give something away, and how much on average."""
    reader = parser(__doc__)
    reader.add_argument("run", type=Path, help="a folder of knotlab play twyst .. --log --out FOLDER")
    reader.add_argument("--tricks", type=int, default=LAST_TRICKS, metavar="N", help="how many of the last tricks")
    reader.add_argument("--strategies-from", action="append", default=[], metavar="FILE")
    reader.add_argument("--save", type=Path, metavar="FILE", help="write the log with the column")
    asked = reader.parse_args(words)
    result = load(asked.run)
    log = with_column(result.scan_log().collect(), load_job(asked.run, asked.strategies_from), asked.tricks)
    if asked.save:
        log.write_parquet(asked.save)
    judged = pl.col(COLUMN).is_not_null()
    for says, of in (("cards that give something away", pl.col(COLUMN) > 0), ("points given away", pl.col(COLUMN))):
        found = measured(log_of(log.lazy(), result.conditions, result.deals), of, judged)
        print(f"{says}, of each card: {found.value:.4g} [{found.low:.4g}, {found.high:.4g}]")


if __name__ == "__main__":
    run(main)

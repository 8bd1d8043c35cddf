"""What each card in an event log of Twyst gave away, with all four hands open: a column of the log."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import polars as pl

from knotlab.analysis.bidding.open_play import Judge, refuse_own_tricks
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import N_RANKS
from knotlab.sim.games.twyst.open_cards import Solver
from knotlab.sim.games.twyst.state import PLAY
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.match import records_of

GAME = "twyst"
GIVEN_AWAY = "given_away"


@dataclass(frozen=True)
class OpenLog:
    """Adds the column `given_away` to an event log of Twyst: the points that a card gave away with all hands open,
    null for bids and for cards before the last tricks (`knotlab.analysis.bidding.open_play` says what is given away).

    Parameters
    ----------
    tricks
        How many of the last tricks are judged, 1 to 13; the earlier ones take the solver much longer.
    """

    tricks: int

    @property
    def facts(self) -> dict[str, int]:
        """What tells a run folder with it from one without."""
        return {"par": self.tricks}

    def __call__(self, job: Job, rows: pl.DataFrame) -> pl.DataFrame:
        """The rows of some whole games, with the column."""
        solver = Solver()
        values = [value for game in _games(rows) for value in self._of_game(job, game, solver)]
        return rows.with_columns(pl.Series(GIVEN_AWAY, values, pl.Int32))

    def _of_game(self, job: Job, rows: pl.DataFrame, solver: Solver) -> Iterator[int | None]:
        (record,) = records_of(job, int(rows["game"][0]))
        judged = list(Judge(record, solver).played_cards(self.tricks))
        cards = N_RANKS * 4 - len(judged)  # those before the last tricks
        given_away = iter([None] * cards + [card.given_away for card in judged])
        return (next(given_away) if decision == PLAY else None for decision in rows["decision"])


def _games(rows: pl.DataFrame) -> Iterable[pl.DataFrame]:
    return rows.partition_by("game", maintain_order=True)


def open_log(job: Job, tricks: int, log: bool) -> OpenLog:
    """The column for a job's event log; raises InputError where there can be none."""
    if not 1 <= tricks <= N_RANKS:
        raise InputError(f"a deal has 1 to {N_RANKS} tricks to judge, not {tricks}")
    if job.game != GAME:
        raise InputError(f"only in {GAME} can all cards be laid open; leave out par for {job.game}")
    if not log:
        raise InputError("par is a column of the event log; keep one with --log and --out")
    refuse_own_tricks(job.rules)
    return OpenLog(tricks)

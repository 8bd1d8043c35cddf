"""Games with users' strategies, played once more by the rules while a run goes on, and their rows compared.

No strategy should be able to make an illegal game. Should one be, its run ends: the first game of a run is looked at,
and of each piece as many as a hundredth of the time allows in which this process has played, drawn from the seed.
"""

import time
from typing import Any

import numpy as np
import polars as pl

from knotlab.sim import games
from knotlab.sim.errors import RunError, StrategyError
from knotlab.sim.playing.job import Job, play_traced
from knotlab.sim.playing.players import is_users
from knotlab.sim.playing.records import record_of
from knotlab.sim.playing.verify import Fault, verify

SHARE = 0.01  # of the time that games take, for looking at some of them again
_spent = {"playing": 0.0, "refereeing": 0.0}  # seconds, in this process


def referee_some(job: Job, rows: pl.DataFrame, seconds: float) -> None:
    """Have some games of a piece refereed, if a user's strategy plays in them.

    rows: the piece's games, as `frame_of` has them. seconds: how long they took. Raises RunError if one breaks a rule,
    or its row says something else.
    """
    if job.match is not None or not any(map(is_users, job.players)):
        return
    _spent["playing"] += seconds
    first = int(rows["game"][0])
    drawn = np.random.default_rng([job.seed, first]).permutation(len(rows))
    for place in [0, *drawn] if first == 0 else drawn:
        started = time.perf_counter()
        if (first, place) != (0, 0) and _spent["refereeing"] > SHARE * _spent["playing"]:
            return
        referee(job, rows.row(int(place), named=True))
        _spent["refereeing"] += time.perf_counter() - started


def referee(job: Job, row: dict[str, Any]) -> None:
    """Play a game of a job again by the rules, move by move; raises RunError as `referee_some` does."""
    index = int(row["game"])
    try:
        traced = play_traced(job, index)
    except StrategyError:  # where it trembles, which only a trace asks it about
        return
    try:
        verify(record_of(traced))
        again = {"end": int(traced.result.end), "turns": int(traced.result.turns)}
        for name, _ in games.find(job.game).result_fields:
            again |= {f"{name}_{k}": traced.result[name][job.seat_of(k, index)] for k in range(job.n_players)}
        if wrong := next((name for name, value in again.items() if row[name] != value), None):
            raise Fault(f"played again, {wrong} is {again[wrong]} in place of {row[wrong]}")
    except Fault as fault:
        names = " and ".join(dict.fromkeys(player.name for player in job.players if is_users(player)))
        raise RunError(f"with {names}, game {index} does not keep to the rules: {fault}") from None

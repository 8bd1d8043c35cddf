"""Games with users' strategies, played once more by the rules while a run goes on, and their results compared.

No strategy should be able to make an illegal game. Should one be, its run ends: the first game of a run is looked at,
and of all that is played as many as a hundredth of the time allows in which this process has played, drawn from the
seed.
"""

import time

import numpy as np

from knotlab.sim.errors import RunError, StrategyError
from knotlab.sim.playing.job import NO_MATCH, Job, Tables, all_players, playing_at
from knotlab.sim.playing.players import is_users
from knotlab.sim.playing.records import record_of
from knotlab.sim.playing.traced import play_traced
from knotlab.sim.playing.trying import tried
from knotlab.sim.playing.verify import Fault, verify
from knotlab.sim.protocol import differing

SHARE = 0.01  # of the time that games take, for looking at some of them again
_spent = {"playing": 0.0, "refereeing": 0.0}  # seconds, in this process
_begun: set[tuple[object, ...]] = set()  # runs whose first game was looked at


def referee_some(
    job: Job,
    numbers: np.ndarray,
    results: np.ndarray,
    totals: np.ndarray,
    seconds: float,
    tables: Tables | None = None,
) -> None:
    """Have some games refereed that were just played.

    numbers, results, totals, tables: as `play_numbers` takes and gives them. seconds: how long they took. Raises
    RunError if one breaks a rule, or its result is another one.
    """
    _spent["playing"] += seconds
    if not len(numbers):
        return
    players = all_players(job, tables)
    run = (job.game, job.purpose, job.seed, *((each.name, each.functions.fingerprint) for each in players))
    if run not in _begun and numbers[0] == 0:
        _begun.add(run)
        _compare(playing_at(job, tables, 0), 0, numbers, results, totals)
    if _spent["refereeing"] > SHARE * _spent["playing"]:
        return
    for place in np.random.default_rng([job.seed, int(numbers[0])]).permutation(len(numbers)).tolist():
        playing = playing_at(job, tables, place)
        if any(map(is_users, playing.players)):
            _compare(playing, place, numbers, results, totals)
        if _spent["refereeing"] > SHARE * _spent["playing"]:
            return


def _compare(job: Job, place: int, numbers: np.ndarray, results: np.ndarray, totals: np.ndarray) -> None:
    """Have the game at a place refereed; raises RunError as `referee_some` does."""
    started, index = time.perf_counter(), int(numbers[place])
    try:
        again = referee(job, index, totals[place : place + 1] if len(totals) else NO_MATCH)
    except StrategyError:  # where it trembles, which only a trace asks it about
        return
    finally:
        _spent["refereeing"] += time.perf_counter() - started
    if different := differing(results[place], again):
        name = different[0]
        raise _illegal(job, index, f"played again, its {name} is {again[name]} in place of {results[place][name]}")


def referee(job: Job, index: int, totals: np.ndarray = NO_MATCH) -> np.record:
    """Play a game of a job by the rules, move by move: its result. Raises RunError if it breaks one.

    totals: shape (1, seats), what each seat has won in the match before it.
    """
    traced = play_traced(job, index, totals)
    if traced.failure is not None:
        raise traced.failure
    try:
        verify(record_of(traced))
    except Fault as fault:
        raise _illegal(job, index, str(fault)) from None
    return traced.result


def _illegal(job: Job, index: int, fault: str) -> RunError:
    """What to say of an illegal game, and of the strategy that is caught changing what it is shown, or of all users'
    strategies if none is.
    """
    asked = [player.name for player in job.players if player.functions.asks]
    if asked:
        return RunError(
            f"game {index} is another one when it is played again ({fault}): {' or '.join(dict.fromkeys(asked))} "
            "decides by something outside the game, such as the time or an earlier game; draw from view.random"
        )
    culprit, _ = tried(job)
    suspects = [player.name for player in job.players if is_users(player)] or [player.name for player in job.players]
    who = culprit or f"it was played with {' and '.join(dict.fromkeys(suspects))}"
    return RunError(f"game {index} does not keep to the rules: {fault}; {who}")

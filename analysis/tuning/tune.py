"""Tuning: the parameters of a strategy that do best among given opponents, searched for, raced and confirmed on three
separate sets of deals.

The search uses deals of purpose `tune`; the race of its results with the incumbent and the defaults, purpose `select`;
the final comparison of winner and incumbent, played once, purpose `confirm`. A saved run resumes where it stopped: its
parts hold the gains of all candidates, through which the search is led again.
"""

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from knotlab.analysis.result import Conditions, Result, conditions_of
from knotlab.analysis.runs.code import rules_hash
from knotlab.analysis.runs.play import named, provenance
from knotlab.analysis.stats.estimate import Estimate, mean_of
from knotlab.analysis.stats.metrics import Metric
from knotlab.analysis.tuning.arena import Race, all_scores, race
from knotlab.analysis.tuning.search import Dial, Restart, SearchSize, candidates, play_generations
from knotlab.analysis.tuning.task import ROUND, Effort, Task, effort_of
from knotlab.sim.errors import InputError
from knotlab.sim.playing.fanout import worker_count
from knotlab.sim.playing.job import STREAM_VERSION
from knotlab.sim.playing.players import Player
from knotlab.sim.settings import plain_rules
from knotlab.sim.storage.pieces import Pieces, undamaged
from knotlab.sim.storage.result_files import from_plain
from knotlab.sim.storage.run_folder import MANIFEST, RunFolder
from knotlab.strategies.resolve import strategy_hashes

LEVEL = 0.05  # of what does not matter
FINER = 4  # the race goes on until nobody left can be better by this fraction of the margin


@dataclass(frozen=True)
class CountedOtherwise:
    """The gain of a tuned player, counted otherwise.

    unit: what is counted: `points a deal`, or matches won of 100 to some target. metric: its name. gain: over the
    incumbent, on deals of the confirmation. margin: the smallest difference that matters.
    """

    unit: str
    metric: str
    gain: Estimate
    margin: float

    def facts(self) -> dict[str, object]:
        """All of it as plain data."""
        return {"unit": self.unit, "metric": self.metric, "margin": self.margin, **self.gain.columns("gain")} | {
            "deals": self.gain.n
        }


@dataclass(frozen=True)
class WholeWay:
    """What the last of some best responses gains over the player with whom they began, against the field.

    start: that player's name. gains: in each way of counting, on deals that no round has seen.
    """

    start: str
    gains: tuple[CountedOtherwise, ...]

    def facts(self) -> dict[str, object]:
        """All of it as plain data."""
        return {"start": self.start, "gains": [each.facts() for each in self.gains]}


@dataclass(frozen=True, eq=False, repr=False)
class Tuned(Result):
    """The result of tuning.

    training: the largest gain of any single candidate in the winner's search; it overstates the winner's gain. gain:
    the winner's gain over the incumbent on the confirmation's deals. scores: the mean scores of winner and incumbent on
    the same deals. path: the mean gain of the candidates, shape (generations, restarts). sensitivity: what moving each
    parameter by one step changes, as `tuning.result.sensitivity` has it. strategies_from: files with further strategies
    that its names are of. other: the gain counted otherwise (`tuning.otherwise`), where that can be done.
    whole: of the last of some best responses, what all of them gained. proof: the command that
    compares it with the player from whom the search began.
    """

    task: Task
    winner: Player
    effort: Effort
    training: float
    gain: Estimate
    scores: tuple[Estimate, Estimate]
    path: np.ndarray
    racers: dict[str, Player]
    race: Race
    seconds: float
    sensitivity: pd.DataFrame | None = None
    strategies_from: tuple[Path, ...] = ()
    other: CountedOtherwise | None = None
    whole: WholeWay | None = None
    proof: str = ""

    @property
    def metric(self) -> Metric:
        """The metric of the gain."""
        return self.task.arena.metric

    @property
    def conditions(self) -> Conditions:
        return conditions_of(self.task.arena.base)

    @property
    def improved(self) -> bool:
        """Whether a player other than the incumbent won the race."""
        return self.winner.values != self.task.space.player.values

    def to_pandas(self) -> pd.DataFrame:
        """One row per tuned parameter: its value before, the winner's, and the bounds between which it was tuned."""
        before, now = self.task.space.player.values, self.winner.values
        return pd.DataFrame(
            [
                {"parameter": dial.name, "before": before[dial.slot], "tuned": now[dial.slot]}
                | {"low": dial.low, "high": dial.high}
                for dial in self.task.space.dials
            ]
        )

    def _heading(self) -> str:
        gain = self.gain
        return (
            f"{self.settings_line}; {self.task.space.player.name}\n"
            f"gain in {self.metric.title}, + is better: {gain.value:+.4g} [{gain.low:.4g}, {gain.high:.4g}] on "
            f"{gain.n:,} deals not used before; differences from {self.task.margin:.3g} on matter"
        )


def tune(
    task: Task,
    effort: Effort | float,
    *,
    workers: int | None = None,
    out: Path | str | None = None,
    strategies_from: Sequence[Path | str] = (),
    on_round: Callable[[int, int, np.ndarray], None] | None = None,
) -> Tuned:
    """Tune a task's player.

    effort: how many games to play, or a budget in minutes. out: a run folder. The same call resumes there, with the
    effort chosen at the start. on_round: called with the number of generations done, the number planned, and the mean
    gains of the latest ones, shape (generations, restarts). Raises InputError if the budget is not positive, or the
    folder belongs to another run.
    """
    started = time.perf_counter()
    n_workers = worker_count(workers)
    folder = None if out is None else RunFolder(Path(out))
    with folder.locked() if folder else contextlib.nullcontext():
        if not isinstance(effort, Effort):
            if not 0 < effort < float("inf"):
                raise InputError(f"a budget is a number of minutes above 0, not {effort:g}")
            effort = (folder and _saved_effort(folder)) or effort_of(task, effort, n_workers)
        is_resumed = folder is not None and folder.n_pieces > 0
        if folder:
            per_generation = effort.search.restarts * candidates(len(task.space.dials))
            folder.open(
                _identity(task, effort),
                provenance(task.arena.base, strategies_from),
                effort.search.generations * effort.search.restarts,
                Pieces(effort.search.generations * per_generation, ROUND * per_generation),
            )
        searches = [
            Restart(task.space, task.defaults, restart, effort.search, task.seed)
            for restart in range(effort.search.restarts)
        ]
        for number in range(-(-effort.search.generations // ROUND)):
            done = _round(searches, task, number, folder, n_workers)
            if on_round:
                on_round(len(done) + number * ROUND, effort.search.generations, done)
        result = _judge(task, effort, searches, n_workers, started)
        if folder:
            folder.finish(None if is_resumed else result.seconds)
    return result


def _round(searches: Sequence[Restart], task: Task, number: int, folder: RunFolder | None, workers: int) -> np.ndarray:
    """One round of all searches, from the folder or played; mean gains, shape (generations, restarts)."""
    generations = min(ROUND, searches[0].size.generations - number * ROUND)
    shape = (len(searches), generations, candidates(len(task.space.dials)))
    saved = saved_gains(folder, number, shape) if folder else None
    if saved is not None:
        gains = saved
        for search, rows in zip(searches, gains, strict=True):
            search.replay(rows)
    else:
        gains = play_generations(searches, task.scoring, generations, workers)
        if folder:
            folder.write_piece(number, _frame(gains, number * ROUND))
    return np.asarray(gains.mean(axis=2).T)


def saved_gains(folder: RunFolder, number: int, shape: tuple[int, int, int]) -> np.ndarray | None:
    """The gains of a round, shape (restarts, generations, candidates), None if it is not in the folder; raises
    InputError if its piece is of other candidates.
    """
    piece = folder.read_piece(number, int(np.prod(shape)))
    if piece is None:
        return None
    with undamaged(folder.piece_path(number)):
        gains = piece["gain"].to_numpy().reshape(shape)
        if not piece.equals(_frame(gains, number * ROUND)):
            raise ValueError("the rows are of other candidates")
        return np.asarray(gains)


def _frame(gains: np.ndarray, first: int) -> pl.DataFrame:
    """One row per candidate: restart, generation, number and gain."""
    restart, generation, candidate = (column.ravel() for column in np.indices(gains.shape))
    return pl.DataFrame(
        {"restart": restart, "generation": generation + first, "candidate": candidate, "gain": gains.ravel()}
    )


def _judge(task: Task, effort: Effort, searches: Sequence[Restart], workers: int, started: float) -> Tuned:
    """Race the results of the searches with the incumbent and the defaults, and confirm the winner."""
    racers = {"incumbent": task.space.player, "defaults": task.defaults} | {
        f"restart {search.restart}": search.result for search in searches
    }
    racers = {
        name: racer
        for i, (name, racer) in enumerate(racers.items())
        if racer.values not in [other.values for other in list(racers.values())[:i]]
    }
    outcome = race(task.scoring, list(racers.values()), task.margin / FINER, task.reach, effort.select, workers)
    winner, name = list(racers.values())[outcome.winner], list(racers)[outcome.winner]
    winner = without_what_does_not_matter(task, winner, effort.select, workers)
    winning_search = [search for search in searches if name == f"restart {search.restart}"]
    scores = all_scores(task.scoring, [winner, task.space.player], "confirm", 0, effort.confirm, workers)
    return Tuned(
        task=task,
        winner=winner,
        effort=effort,
        training=winning_search[0].best if winning_search else 0.0,
        gain=task.estimate_gain(scores[:, 0] - scores[:, 1]),
        scores=(mean_of(scores[:, 0], task.scoring.unit), mean_of(scores[:, 1], task.scoring.unit)),
        path=np.array([search.gains for search in searches]).T,
        racers=racers,
        race=outcome,
        seconds=time.perf_counter() - started,
    )


def without_what_does_not_matter(task: Task, winner: Player, deals: int, workers: int) -> Player:
    """The winner with the values of before of those parameters that do not matter: with which it certainly loses less
    than the margin, each by itself and all together, on deals of the race.
    """
    before, dials = task.space.player, task.space.dials
    moved = [dial for dial in dials if winner.values[dial.slot] != before.values[dial.slot]]
    if not moved:
        return winner

    def with_before(kept: Sequence[Dial]) -> Player:
        return task.space.at([(before if dial in kept else winner).values[dial.slot] for dial in dials])

    def is_as_good(others: Sequence[Player]) -> list[bool]:
        scores = all_scores(task.scoring, [winner, *others], "select", 0, deals, workers)
        changes = [task.estimate_gain(each - scores[:, 0], 1 - LEVEL / len(others)) for each in scores[:, 1:].T]
        return [change.low > -task.margin or change.value == change.error == 0 for change in changes]

    kept = [dial for dial, fits in zip(moved, is_as_good([with_before([dial]) for dial in moved]), strict=True) if fits]
    together = with_before(kept)
    return together if kept and all(is_as_good([together])) else winner


# --- in a run folder ---


def _identity(task: Task, effort: Effort) -> dict[str, Any]:
    """Everything on which the outcome of a run depends."""
    arena, space = task.arena, task.space
    everybody = [space.player, *(opponent for group in arena.opponents for opponent in group)]
    return {
        "command": "tune",
        "game": arena.base.game,
        "rules": plain_rules(arena.base.rules),
        **named((space.player,)),
        "opponents": [[opponent.name for opponent in group] for group in arena.opponents],
        "parameters": [[dial.name, dial.low, dial.high] for dial in space.dials],
        "metric": arena.metric.name,
        "match": None if arena.base.match is None else asdict(arena.base.match),
        "effort": [*effort.search, effort.select, effort.confirm],
        "strategy_sources": strategy_hashes(everybody),
        "rules_sources": rules_hash(arena.base.game),
        "seed": task.seed,
        "stream_version": STREAM_VERSION,
        "fixed_seats": False,
    }


def _saved_effort(folder: RunFolder) -> Effort | None:
    """The effort of the run that is already in a folder, if there is one."""
    if not folder.exists():
        return None
    manifest = folder.manifest()
    numbers = manifest["identity"].get("effort")
    if numbers is None:
        return None
    with undamaged(folder.path / MANIFEST):
        numbers = from_plain(list[int], numbers)
        effort = Effort(SearchSize(*numbers[:3]), *numbers[3:])
        if min(numbers) < 1 or effort.search.generations * effort.search.restarts != manifest["games"]:
            raise ValueError("there is no such effort")
        return effort

"""Tuning: the parameters of a strategy that do best among given opponents, found, raced and confirmed on three separate
sets of deals.

Search on purpose `tune`, race of what the restarts found with the incumbent and the defaults on purpose `select`,
winner against incumbent on purpose `confirm`, once. A kept run goes on where it stopped: the gains of all candidates
are in its parts, and the search is led through them again.
"""

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import polars as pl

from knotlab.analysis.result import Conditions, Result, conditions_of
from knotlab.analysis.runs.fields import groups
from knotlab.analysis.runs.play import DEFAULT_SEED, make_job
from knotlab.analysis.runs.provenance import provenance, rules_hash
from knotlab.analysis.runs.tally import sum_of_squares
from knotlab.analysis.stats.estimate import Estimate, mean_of_deals
from knotlab.analysis.stats.intervals import Range
from knotlab.analysis.stats.metrics import MATCHES, POINTS_MARGIN, Metric, metric_named
from knotlab.analysis.tuning.arena import Arena, Trial, all_scores
from knotlab.analysis.tuning.race import Race, race
from knotlab.analysis.tuning.search import Plan, Search, candidates
from knotlab.analysis.tuning.space import Space, make_space
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.fanout import cores, fan_out
from knotlab.sim.job import STREAM_VERSION
from knotlab.sim.match import make_match
from knotlab.sim.players import Player
from knotlab.sim.settings import json_value
from knotlab.sim.store import MANIFEST, RunFolder
from knotlab.strategies.resolve import player as player_named
from knotlab.strategies.resolve import strategy_hashes

ROUND = 10  # generations that are kept in one piece
PILOT_DEALS = 400
SHARES = {"search": 0.6, "select": 0.2, "confirm": 0.2}  # of the budget
RESTARTS, DEALS = 4, 150
FINER = 4  # the race goes on until nobody can be better by this part of the margin, so that little is left behind


class Effort(NamedTuple):
    """How much is played: the search, deals of the race at most, deals of the confirmation."""

    plan: Plan
    select: int
    confirm: int


@dataclass(frozen=True)
class Task:
    """What is tuned where: the trial, the space with the incumbent, the hand-made defaults, the margin that matters,
    the greatest difference of a deal.
    """

    trial: Trial
    space: Space
    defaults: Player
    margin: float
    reach: float | None
    seed: int

    def estimate_gain(self, numbers: np.ndarray, confidence: float = 0.95) -> Estimate:
        """The mean of differences of scores over deals."""
        bounds = None if self.reach is None else Range(-self.reach, self.reach)
        return estimate(numbers, self.trial.unit, confidence, bounds)

    @property
    def arena(self) -> Arena:
        """The table at which candidates are tried."""
        assert isinstance(self.trial, Arena)
        return self.trial


@dataclass(frozen=True, eq=False, repr=False)
class Tuned(Result):
    """What tuning found. Plot: `generations`.

    training: the greatest gain that any single candidate of the winner's search showed (it overstates). gain: of the
    winner over the incumbent, and the mean scores of both, on the confirmation's deals. path: mean gain of the
    candidates, shape (generations, restarts). racers: who raced, by name.
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

    @property
    def metric(self) -> Metric:
        """What a gain is measured in."""
        return self.task.arena.metric

    @property
    def conditions(self) -> Conditions:
        """The game, rules, players and seed that the result is about."""
        return conditions_of(self.task.arena.base)

    @property
    def improved(self) -> bool:
        """Whether anything but the incumbent won the race."""
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


def make_task(
    game: str,
    strategy: str,
    *,
    field: str | Sequence[str],
    n_players: int,
    metric: str | None = None,
    dials: Sequence[str] = (),
    target: int | None = None,
    seed: int = DEFAULT_SEED,
    rules: Sequence[str] = (),
    strategies_from: Sequence[Path | str] = (),
) -> Task:
    """A task from what a user says; raises InputError if something in it makes no sense.

    target: tune for the share of matches won that are played to a total of so many points, in the place of a metric of
    single games.
    """
    found = games.find(game)
    if target is not None and metric is not None:
        raise InputError(f"a match to a target is won or not; leave the metric '{metric}' out")
    match = make_match(game, target, None)
    space = make_space(game, strategy, dials, strategies_from)
    base = make_job(game, [strategy] * n_players, seed=seed, rules=rules, match=match, strategies_from=strategies_from)
    decides = metric_named(found, metric) if match is None else MATCHES
    arena = Arena(base, groups(game, field, n_players - 1, strategies_from), decides)
    bare = "+".join(part.partition("@")[0].partition(":")[0] for part in strategy.split("+"))
    defaults = replace(
        player_named(game, bare, strategies_from), tremble=space.player.tremble, temperature=space.player.temperature
    )
    arena.compile(space.player)
    return Task(arena, space, defaults, margin_of(arena, space.player), arena.metric.reach, seed)


def margin_of(arena: Arena, player: Player) -> float:
    """The smallest difference that matters, from pilot deals where the metric itself does not say."""
    metric: Metric = arena.metric
    if metric.margin is not None:
        return metric.margin
    spread = arena.scores(player, "pilot", np.arange(PILOT_DEALS)).std() / arena.unit
    if spread == 0:
        raise InputError("no score varied in the pilot, so there is nothing to tune by")
    return POINTS_MARGIN * float(spread) * float(arena.games**0.5)


def effort_of(task: Task, minutes: float, workers: int) -> Effort:
    """What a budget of minutes is enough for on this machine, from the speed on pilot deals."""
    started = time.perf_counter()
    all_scores(task.trial, [task.space.player], "pilot", 0, PILOT_DEALS, workers)
    deals = 60 * minutes * PILOT_DEALS / (time.perf_counter() - started)
    players = candidates(len(task.space.dials)) + 1  # the incumbent plays every generation's deals, too
    generations = int(SHARES["search"] * deals / (RESTARTS * DEALS * players))
    select, confirm = (
        int(SHARES["select"] * deals / (RESTARTS + 2)),
        int(SHARES["confirm"] * deals / (2 + 2 * len(task.space.dials))),
    )
    return Effort(Plan(RESTARTS, max(generations // ROUND, 1) * ROUND, DEALS), max(select, 1000), max(confirm, 1000))


def tune(
    task: Task,
    effort: Effort | float,
    *,
    workers: int | None = None,
    out: Path | str | None = None,
    strategies_from: Sequence[Path | str] = (),
    on_round: Callable[[int, int, np.ndarray], None] | None = None,
) -> Tuned:
    """Tune a task's player with so much effort (a number: minutes).

    out: a run folder; the same call goes on where it stopped, with the effort that was chosen then. on_round: told how
    many generations are done, of how many, and the mean gains of the last ones, shape (generations, restarts). Raises
    InputError on bad input.
    """
    started = time.perf_counter()
    n_workers = cores() if workers is None else workers
    folder = None if out is None else RunFolder(Path(out))
    with folder.locked() if folder else contextlib.nullcontext():
        if not isinstance(effort, Effort):
            if not 0 < effort < float("inf"):
                raise InputError(f"a budget is a number of minutes above 0, not {effort:g}")
            effort = (folder and _kept_effort(folder)) or effort_of(task, effort, n_workers)
        goes_on = folder is not None and folder.n_parts > 0
        if folder:
            folder.open(
                _identity(task, effort),
                provenance(task.arena.base, strategies_from),
                effort.plan.generations * effort.plan.restarts,
            )
        searches = [
            Search(task.space, task.defaults, restart, effort.plan, task.seed)
            for restart in range(effort.plan.restarts)
        ]
        for number in range(-(-effort.plan.generations // ROUND)):
            done = _round(searches, task, number, folder, n_workers)
            if on_round:
                on_round(len(done) + number * ROUND, effort.plan.generations, done)
        result = _judge(task, effort, searches, n_workers, started)
        if folder:
            folder.finish(None if goes_on else result.seconds)
    return result


def _round(searches: Sequence[Search], task: Task, number: int, folder: RunFolder | None, workers: int) -> np.ndarray:
    """One round of all searches, from the folder or played; mean gains, shape (generations, restarts)."""
    generations = min(ROUND, searches[0].plan.generations - number * ROUND)
    shape = (len(searches), generations, candidates(len(task.space.dials)))
    kept = folder.read_part(number, int(np.prod(shape))) if folder else None
    if kept is not None:
        gains = kept["gain"].to_numpy().reshape(shape)
        for search, rows in zip(searches, gains, strict=True):
            search.replay(rows)
    else:
        gains = np.array(
            list(fan_out(Search.play, [(search, task.trial, generations) for search in searches], workers))
        )
        if folder:
            folder.write_part(number, _frame(gains, number * ROUND))
    return np.asarray(gains.mean(axis=2).T)


def _frame(gains: np.ndarray, first: int) -> pl.DataFrame:
    """A row a candidate: restart, generation, number and gain."""
    restart, generation, candidate = (one.ravel() for one in np.indices(gains.shape))
    return pl.DataFrame(
        {"restart": restart, "generation": generation + first, "candidate": candidate, "gain": gains.ravel()}
    )


def _judge(task: Task, effort: Effort, searches: Sequence[Search], workers: int, started: float) -> Tuned:
    """Race what was found with the incumbent and the defaults, and confirm the winner."""
    racers = {"incumbent": task.space.player, "defaults": task.defaults} | {
        f"restart {search.restart}": search.found for search in searches
    }
    racers = {
        name: one
        for i, (name, one) in enumerate(racers.items())
        if one.values not in [other.values for other in list(racers.values())[:i]]
    }
    ended = race(task.trial, list(racers.values()), task.margin / FINER, task.reach, effort.select, workers)
    winner, name = list(racers.values())[ended.winner], list(racers)[ended.winner]
    mine = [search for search in searches if name == f"restart {search.restart}"]
    scores = all_scores(task.trial, [winner, task.space.player], "confirm", 0, effort.confirm, workers)
    return Tuned(
        task=task,
        winner=winner,
        effort=effort,
        training=mine[0].best if mine else 0.0,
        gain=task.estimate_gain(scores[:, 0] - scores[:, 1]),
        scores=(estimate(scores[:, 0], task.trial.unit), estimate(scores[:, 1], task.trial.unit)),
        path=np.array([search.gains for search in searches]).T,
        racers=racers,
        race=ended,
        seconds=time.perf_counter() - started,
    )


def estimate(numbers: np.ndarray, unit: int, confidence: float = 0.95, bounds: Range | None = None) -> Estimate:
    """The mean of whole numbers over deals, divided by `unit`."""
    return mean_of_deals(int(numbers.sum()), sum_of_squares(numbers), len(numbers), unit, confidence, bounds)


# --- in a run folder ---


def _identity(task: Task, effort: Effort) -> dict[str, Any]:
    """All on which what a run finds depends."""
    arena, space = task.arena, task.space
    everybody = [space.player, *(one for group in arena.opponents for one in group)]
    return {
        "command": "tune",
        "game": arena.base.game,
        "rules": {name: json_value(value) for name, value in arena.base.rules.items()},
        "strategies": [space.player.name],
        "opponents": [[one.name for one in group] for group in arena.opponents],
        "parameters": [[dial.name, dial.low, dial.high] for dial in space.dials],
        "metric": arena.metric.name,
        "match": None if arena.base.match is None else json_value(asdict(arena.base.match)),
        "effort": json_value([*effort.plan, effort.select, effort.confirm]),
        "strategy_sources": strategy_hashes(everybody),
        "rules_sources": rules_hash(arena.base.game),
        "seed": task.seed,
        "stream_version": STREAM_VERSION,
        "fixed_seats": False,
    }


def _kept_effort(folder: RunFolder) -> Effort | None:
    """The effort of the run that is in a folder already, if there is one."""
    if not (folder.path / MANIFEST).exists():
        return None
    told = folder.manifest()["identity"].get("effort")
    return None if told is None else Effort(Plan(*told[:3]), *told[3:])

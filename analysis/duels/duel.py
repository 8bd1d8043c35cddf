"""A duel: a question played until it is settled, or known as well as was asked for.

Deals are played in batches by all workers; the mean is looked at in deal order at fixed counts, so verdict and number
of deals are the same for any number of workers and any batch size, and after a run that was stopped and went on.
"""

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from knotlab.analysis.duels.designs import Design, effect_unit, effects, play_deals
from knotlab.analysis.duels.pilot import Pilot, play_pilot
from knotlab.analysis.duels.question import Question
from knotlab.analysis.duels.result import DuelResult, Totals, keep
from knotlab.analysis.runs.batches import in_batches
from knotlab.analysis.runs.provenance import provenance, rules_hash
from knotlab.analysis.stats.metrics import POINTS_MARGIN, Metric, metrics_of
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.analysis.stats.sequence import FIRST_LOOK, Watch, deals_for_skewness, planned_deals
from knotlab.analysis.stats.watching import Goal, Look, Watcher
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.fanout import THREADS, cores
from knotlab.sim.json_data import json_ready, numbers_again
from knotlab.sim.store import MANIFEST, RunFolder
from knotlab.strategies.resolve import strategy_hashes

BATCH_GAMES = 10_000
CAP_TIMES = 10
SKEWED_TIMES = 4  # the cap in deals that numbers as skew as the pilot's take before they can be trusted
LEAST_DIFFERING = 0.01  # share of deals; below it a strategy's idea has not been tried


@dataclass(frozen=True)
class Plan:
    """What the pilot fixes: how the mean is watched, and deals at most."""

    watch: Watch
    cap: int


def make_plan(question: Question, pilot: Pilot, precision: float | None = None) -> Plan:
    """Plan a question; raises InputError if its cap is below what its verdicts need."""
    margin = question.margin if question.margin is not None else POINTS_MARGIN * pilot.payoff_sd
    if margin == 0:
        raise InputError("no payoff varied in the pilot, so the smallest effect that matters must be given")
    planned = planned_deals(pilot.sd, precision or margin, question.alpha)
    watch = Watch(margin, question.alpha, question.metric.reach or max(pilot.largest, margin), planned, question.fine)
    least = max(FIRST_LOOK, int(watch.enough_for_equivalent) + 1)
    skewed = int(SKEWED_TIMES * deals_for_skewness(pilot.skewness, question.alpha))
    if question.cap is not None and question.cap < least:
        raise InputError(
            f"the cap is {question.cap:,} deals, but no verdict of this question can be trusted before {least:,}"
        )
    return Plan(watch, question.cap or max(CAP_TIMES * planned, skewed, least))


def duel(
    question: Question,
    *,
    precision: float | None = None,
    games_wanted: int = 0,
    rest: int | None = None,
    workers: int | None = None,
    backend: str = THREADS,
    batch: int | None = None,
    out: Path | str | None = None,
    on_look: Callable[[Look, Plan], None] | None = None,
) -> DuelResult:
    """Play a question until its verdict, its cap, or an interval of +- `precision`; at least `games_wanted` games.

    batch: deals that are played in one piece. rest: deals after whose batch it stops for now, with what is known by
    then; the same call with more goes on from the folder. out: a run folder that keeps the deals; the same call goes on
    where it stopped. on_look: told of every look. Raises InputError on bad input, StrategyError if a strategy fails,
    RunError if the folder cannot be written.
    """
    if precision is not None:
        question.metric.check_effect("the precision", precision)
    started = time.perf_counter()
    folder, n_workers = RunFolder(Path(out)) if out else None, cores() if workers is None else workers
    with folder.locked() if folder else contextlib.nullcontext():
        design = question.lineups()
        design.compile()
        pilot = (folder and kept_pilot(folder, question)) or play_pilot(design, question.metric, n_workers, backend)
        plan, design = make_plan(question, pilot, precision), replace(design, single=pilot.single)
        batch = batch or -(-BATCH_GAMES // design.games)
        goes_on = folder is not None and folder.n_parts > 0
        if folder:
            folder.open(
                identity(question, pilot, batch),
                provenance(question.base, question.strategies_from),
                plan.cap * design.games,
            )
        goal = Goal(plan.cap, precision, -(-games_wanted // design.games))
        watcher = Watcher(plan.watch, effect_unit(design, question.metric), goal)
        totals = Totals(metrics_of(games.find(question.base.game)))
        if pilot.differing_deals >= LEAST_DIFFERING:
            deals = goal.most if rest is None else min(goal.most, -(-rest // batch) * batch)
            frames = in_batches(
                play_deals, (design, totals.metrics), deals, batch, 1, folder=folder, workers=n_workers, backend=backend
            )
            watch_deals(frames, question.metric, watcher, totals, lambda look: on_look and on_look(look, plan))
        result = make_result(question, design, pilot, plan, watcher, totals, time.perf_counter() - started)
        if folder and (watcher.is_done or not watcher.path):
            folder.finish(None if goes_on else result.seconds)
            keep(result, folder.path)
    return result


def watch_deals(
    frames: Iterator[pl.DataFrame], metric: Metric, watcher: Watcher, totals: Totals, on_look: Callable[[Look], object]
) -> None:
    """Count deals up, in order, until the watcher has seen enough."""
    for frame in frames:
        told = len(watcher.path)
        totals.add(frame.head(watcher.add(effects(frame, metric))))
        for look in watcher.path[told:]:
            on_look(look)
        if watcher.is_done:
            return


def make_result(
    question: Question, design: Design, pilot: Pilot, plan: Plan, watcher: Watcher, totals: Totals, seconds: float
) -> DuelResult:
    """The record of a duel that has been played."""
    rows = [
        totals.row(metric, effect_unit(design, metric), UNIT * design.deal_scale, plan.watch)
        for metric in totals.metrics
    ]
    for row in rows:
        if row["metric"] == question.metric.name and watcher.path:
            row |= {"low": watcher.known.low, "high": watcher.known.high}
    return DuelResult(
        question=question.record(),
        hash=question.hash,
        pilot=pilot,
        margin=plan.watch.margin,
        reach=plan.watch.reach,
        planned=plan.watch.tuned,
        cap=plan.cap,
        games_per_deal=design.games,
        path=tuple(watcher.path),
        rows=tuple(rows),
        unfinished_games=totals.unfinished,
        seconds=seconds,
    )


# --- in a run folder ---


def identity(question: Question, pilot: Pilot, batch: int) -> dict[str, Any]:
    """All on which the deals of a duel depend."""
    return {
        "command": "duel",
        "game": question.base.game,
        "rules": question.record()["rules"],
        "strategies": [question.a.name, question.b.name],
        "strategy_sources": strategy_hashes(question.players()),
        "rules_sources": rules_hash(question.base.game),
        "seed": question.base.seed,
        "fixed_seats": False,
        "part_deals": batch,
        "question": json.loads(json.dumps(question.record())),
        "pilot": json_ready(asdict(pilot)),
    }


def kept_pilot(folder: RunFolder, question: Question) -> Pilot | None:
    """The pilot of the same question in a run folder, if there is one."""
    if not (folder.path / MANIFEST).exists():
        return None
    told = folder.manifest()["identity"]
    same = told.get("question") == json.loads(json.dumps(question.record())) and told.get(
        "strategy_sources"
    ) == strategy_hashes(question.players())
    return (
        Pilot(**numbers_again(told["pilot"]))
        if same and told.get("rules_sources") == rules_hash(question.base.game)
        else None
    )

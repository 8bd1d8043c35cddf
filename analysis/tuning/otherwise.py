"""What a tuned player gains if results are counted otherwise: in matches won if it was tuned for points, in points a
deal if it was tuned for matches; and which of its parameters matter in one and not in the other.
"""

from dataclasses import replace

import numpy as np
import pandas as pd

from knotlab.analysis.defaults import MATCH_TARGET
from knotlab.analysis.result import conditions_of
from knotlab.analysis.stats.metrics import metric_named
from knotlab.analysis.tuning.arena import all_scores
from knotlab.analysis.tuning.result import sensitivity
from knotlab.analysis.tuning.task import Task, margin_of
from knotlab.analysis.tuning.tune import CountedOtherwise, Tuned, WholeWay
from knotlab.sim import games
from knotlab.sim.playing.match import play_numbered
from knotlab.sim.protocol import Match

PILOT_MATCHES = 40  # that tell how many games a match has
PART = 2  # half as many games as the confirmation has
LEAST = 100  # deals


def with_other_count(result: Tuned, workers: int | None = None) -> Tuned:
    """A result whose gain and steps are counted otherwise, too (`other_change` .. in `sensitivity`), in games that have
    points and are played in matches.

    result: with its `sensitivity`. Returns the result itself for other games.
    """
    other = _counted_otherwise(result.task)
    if other is None:
        return result
    deals = _deals(result)
    winner, incumbent = all_scores(other.scoring, [result.winner, other.space.player], "confirm", 0, deals, workers).T
    gain = other.estimate_gain(winner - incumbent)
    steps = sensitivity(other, result.winner, deals, workers)[["change", "low", "high", "flat"]].add_prefix("other_")
    assert result.sensitivity is not None
    counted = CountedOtherwise(unit_of(other), other.arena.metric.name, gain, other.margin)
    return replace(result, other=counted, sensitivity=pd.concat([result.sensitivity, steps], axis=1))


def with_whole_way(result: Tuned, start: Task, rounds: int, workers: int | None = None) -> Tuned:
    """The last of some best responses, with what it gains over the player with whom they began, counted in both ways.

    start: the task as it was given, with the field. rounds: how many there were, each on deals of its own seed.
    """
    if result.winner.values == start.space.player.values:
        return result
    seed = (start.seed + rounds) % 2**64
    fresh = replace(start, seed=seed, scoring=replace(start.arena, base=replace(start.arena.base, seed=seed)))
    other = _counted_otherwise(fresh)
    gains = []
    for task, deals in ((fresh, result.effort.confirm), *([(other, _deals(result))] if other else [])):
        task.arena.compile(result.winner)
        now, before = all_scores(task.scoring, [result.winner, start.space.player], "confirm", 0, deals, workers).T
        gain = task.estimate_gain(now - before)
        gains.append(CountedOtherwise(unit_of(task), task.arena.metric.name, gain, task.margin))
    return replace(result, whole=WholeWay(start.space.player.name, tuple(gains)))


def unit_of(task: Task) -> str:
    """In what a task's gains are counted, in words."""
    matches = conditions_of(task.arena.base).matches
    has_places = games.find(task.arena.base.game).has_places
    return f"{matches}, won of 100" if matches else task.arena.metric.title if has_places else "points a deal"


def _counted_otherwise(task: Task) -> Task | None:
    """The task with matches in place of single games, or the other way round; None if the game has no points."""
    arena, game = task.arena, games.find(task.arena.base.game)
    if game.match_rules is None or game.has_places:
        return None
    match = None if arena.base.match else Match(target=MATCH_TARGET)
    metric = metric_named(game, None, match is not None)
    scoring = replace(arena, base=replace(arena.base, match=match), metric=metric)
    return replace(task, scoring=scoring, margin=margin_of(scoring, task.space.player), reach=metric.reach)


def _deals(result: Tuned) -> int:
    """On how many deals, or matches in all seats, as many games are played as in a part of the confirmation."""
    arena = result.task.arena
    match = arena.base.match or Match(target=MATCH_TARGET)
    job = replace(arena.lineup(result.task.space.player, 0, "pilot").job, match=match)
    length = float(play_numbered(job, np.arange(PILOT_MATCHES)).sums["games"].mean())
    deals = result.effort.confirm / PART
    return max(int(deals * length if arena.base.match else deals / length), LEAST)

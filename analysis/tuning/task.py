"""What is tuned: the player, its opponents and the metric, and how many games a budget of minutes allows."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from knotlab.analysis.runs.fields import groups, usual_players
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import Estimate, mean_of
from knotlab.analysis.stats.intervals import Range
from knotlab.analysis.stats.metrics import POINTS_MARGIN, Metric, metric_named
from knotlab.analysis.tuning.arena import Arena, DealScores, all_scores
from knotlab.analysis.tuning.search import SearchSize, Space, candidates, make_space
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.players import Player
from knotlab.strategies.resolve import player as player_named
from knotlab.strategies.spelling import bare_names

ROUND = 10  # generations that are saved together
PILOT_DEALS = 400
# Of the budget; half as much as to confirm takes what is counted otherwise (`otherwise`), and the rest is for games
# slower than the pilot's.
SHARES = {"search": 0.42, "select": 0.18, "confirm": 0.14}
RESTARTS = 4
# Deals of a generation, and at least of the race and of the confirmation; then matches, which are longer, in all seats.
DEALS, LEAST = (150, 40), (1000, 250)


class Effort(NamedTuple):
    """How many games are played.

    search: the size of the search. select: the maximum number of deals of the race. confirm: the number of deals of the
    confirmation.
    """

    search: SearchSize
    select: int
    confirm: int

    def facts(self) -> dict[str, int]:
        """All of it as plain data."""
        return self.search._asdict() | {"select": self.select, "confirm": self.confirm}


@dataclass(frozen=True)
class Task:
    """What is tuned, and by what.

    space: the incumbent and the parameters that may change. defaults: the incumbent with the default values of those.
    margin: the smallest difference that matters. reach: the largest possible difference on a deal; None if there is no
    bound. field: the name of the opponents' field, or the name of each.
    """

    scoring: DealScores
    space: Space
    defaults: Player
    margin: float
    reach: float | None
    seed: int
    field: str | tuple[str, ...] = ()

    def estimate_gain(self, numbers: np.ndarray, confidence: float = 0.95) -> Estimate:
        """The mean of differences of scores over deals, with an interval that keeps to what a mean can be."""
        bounds = None if self.reach is None else Range(-self.reach, self.reach)
        return mean_of(numbers, self.scoring.unit, confidence, bounds)

    @property
    def arena(self) -> Arena:
        """The table at which candidates are tried."""
        assert isinstance(self.scoring, Arena)
        return self.scoring


def make_task(
    table: Table,
    strategy: str,
    *,
    field: str | Sequence[str],
    metric: str | None = None,
    dials: Sequence[str] = (),
) -> Task:
    """A task from a strategy, its opponents and a metric.

    table: where it plays; if in matches, it is tuned for the share of them that it wins. If the table does not say how
    many players it has, it has as many as is usual. strategy: the
    strategy with its starting values, as it is spelled on the command line. field: the opponents: a named field, or one
    strategy for each other seat. metric: the metric to tune for; None for the game's default metric. dials: the
    parameters to tune, as `NAME` or `NAME=LOW..HIGH`; none for all. Raises InputError if something does not exist or
    does not go together.
    """
    game, files = table.game, table.strategies_from
    n_players = usual_players(game, field) if table.players is None else table.players
    decides = metric_named(games.find(game), metric, table.match is not None)
    space = make_space(game, strategy, dials, files)
    base = table.job([strategy] * n_players)
    arena = Arena(base, groups(game, field, n_players - 1, files), decides)
    usual = player_named(game, "+".join(bare_names(strategy)), files)
    defaults = space.at([usual.values[slot] for slot in space.slots])
    for candidate in (space.player, *(space.rounded(np.full(len(space.dials), end)) for end in (0.0, 1.0))):
        arena.compile(candidate)
    who = field if isinstance(field, str) else tuple(field)
    return Task(arena, space, defaults, margin_of(arena, space.player), arena.metric.reach, table.seed, who)


def margin_of(arena: Arena, player: Player) -> float:
    """The smallest difference that matters, measured on pilot deals unless the metric defines it; raises InputError if
    no score varied on them.
    """
    metric: Metric = arena.metric
    if metric.margin is not None:
        return metric.margin
    spread = arena.scores(player, "pilot", np.arange(PILOT_DEALS)).std() / arena.unit
    if spread == 0:
        raise InputError("all scores on the pilot deals are equal, so there is nothing to tune for")
    return POINTS_MARGIN * float(spread) * float(arena.games**0.5)


def effort_of(task: Task, minutes: float, workers: int) -> Effort:
    """The effort that fits into a budget of minutes on this machine, given the speed on pilot deals."""
    started = time.perf_counter()
    all_scores(task.scoring, [task.space.player], "pilot", 0, PILOT_DEALS, workers)
    per_generation, least = (each[task.arena.base.match is not None] for each in (DEALS, LEAST))
    deals = 60 * minutes * PILOT_DEALS / (time.perf_counter() - started)
    players = candidates(len(task.space.dials)) + 1  # the incumbent plays each generation's deals as well
    generations = int(SHARES["search"] * deals / (RESTARTS * per_generation * players))
    n_dials = len(task.space.dials)
    select, confirm = (
        int(SHARES["select"] * deals / (RESTARTS + 2 + n_dials + 3)),  # racers, and the winner with values of before
        int(SHARES["confirm"] * deals / (2 + 2 * n_dials)),
    )
    return Effort(
        SearchSize(RESTARTS, max(generations // ROUND, 1) * ROUND, per_generation),
        max(select, least),
        max(confirm, least),
    )

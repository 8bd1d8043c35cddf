"""What results are counted and judged by: a payoff, whether more of it is good for a player, and the default margin."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from knotlab.analysis.stats.intervals import SHARE, Range
from knotlab.analysis.stats.payoffs import Payoffs, lost, place, points, won, won_or_shared
from knotlab.sim.errors import InputError
from knotlab.sim.protocol import Game
from knotlab.sim.settings import unknown

SHARES = ("loss_rate", "win_rate")  # metrics that are shares of games, or of matches


def scale_of(metric: str) -> float:
    """What a number by a metric is multiplied by where people read it: shares are told of 100 games.

    >>> scale_of("loss_rate"), scale_of("mean_place")
    (100.0, 1.0)
    """
    return 100.0 if metric in SHARES else 1.0


@dataclass(frozen=True)
class Metric:
    """A metric that results can be compared by.

    name: its name on the command line and in results. title: its name in sentences and on axes. field: the result field
    that it is computed from. payoff: from the field's values, shape (games, players), to `Payoffs`. factor: an effect
    is a payoff times this factor, so that + is good for the player. by_places: whether effects are also divided by n -
    1, so that places lie in [-1, 1]. margin: the smallest effect that matters; None for 0.02 standard deviations of a
    player's payoff. reach: the largest possible difference; None if the game sets no bound.
    """

    name: str
    title: str
    field: str
    payoff: Callable[[np.ndarray], Payoffs]
    factor: int
    by_places: bool
    margin: float | None
    reach: float | None

    @property
    def is_share(self) -> bool:
        """Whether its effects are shares."""
        return self.name in SHARES

    def range_of(self, n_players: int) -> Range | None:
        """The range that its mean cannot leave; None for scores, which the game does not bound.

        >>> [metric.range_of(3) for metric in METRICS[1:]]
        [Range(low=0.0, high=1.0), Range(low=1.0, high=3.0), None]
        """
        if self.is_share:
            return SHARE
        return Range(1.0, float(n_players)) if self.by_places else None

    def check_effect(self, name: str, value: float) -> None:
        """Raise InputError unless a number can be an effect by this metric, such as the margin (`name`).

        >>> METRICS[0].check_effect("the margin", 0.005)
        """
        if self.is_share:
            fits = "a share between 0 and 1, such as 0.005 for half a percentage point"
        else:
            fits = "a number above 0" if self.reach is None else f"a number between 0 and {self.reach:g}"
        if not 0 < value < (math.inf if self.reach is None else self.reach):
            raise InputError(f"{name} is {fits}, not {value:g}")

    def divisor(self, n_players: int) -> int:
        """The number by which whole-number effects are divided, besides units and weights."""
        return n_players - 1 if self.by_places else 1


DEFAULT = "loss_rate"  # decides where there is one
METRICS = (
    Metric("win_rate", "win rate", "place", won, 1, False, 0.005, 1.0),
    Metric(DEFAULT, "loss rate", "place", lost, -1, False, 0.005, 1.0),
    Metric("mean_place", "mean place", "place", place, -2, True, 0.01, 2.0),
    Metric("mean_score", "points", "score", points, 1, False, None, None),
)
MATCHES = Metric("win_rate", "matches won", "place", won_or_shared, 1, False, 0.005, 1.0)
POINTS_MARGIN = 0.02


def direction(metric: str) -> int:
    """Whether a higher value of a metric is better for the player (1) or worse (-1).

    >>> direction("win_rate"), direction("loss_rate")
    (1, -1)
    """
    return -1 if any(each.name == metric and each.factor < 0 for each in METRICS) else 1


def counted(game: Game, in_matches: bool = False) -> dict[str, Metric]:
    """All that is counted of a game, or of its matches, by name: the metrics, and means of other result fields."""
    fields = ["place", "total"] if in_matches else [name for name, _ in game.result_fields]
    found = [metric for metric in ((MATCHES,) if in_matches else METRICS) if metric.field in fields]
    others = set(fields) - {metric.field for metric in found}
    found += [Metric(f"mean_{name}", name, name, points, 1, False, None, None) for name in others]
    return {metric.name: metric for metric in sorted(found, key=lambda metric: fields.index(metric.field))}


def metrics_of(game: Game, in_matches: bool = False) -> tuple[Metric, ...]:
    """The metrics of a game, or of its matches, the default metric first."""
    found = (metric for metric in counted(game, in_matches).values() if metric in (*METRICS, MATCHES))
    return tuple(sorted(found, key=lambda metric: metric.name != DEFAULT))


def metric_named(game: Game, name: str | None, in_matches: bool = False) -> Metric:
    """One of the metrics of a game, or of its matches, by its name.

    name: None for the default metric. Raises InputError if there is no metric of that name, or none at all.
    """
    if in_matches and name not in (None, MATCHES.name):
        raise InputError(f"matches are judged by who wins them; leave the metric '{name}' out")
    known = {metric.name: metric for metric in metrics_of(game, in_matches)}
    if not known:
        raise InputError(f"{game.title} has no places and no score to judge by")
    if name is None:
        return next(iter(known.values()))
    if name not in known:
        raise unknown("metric", name, known, f"for {game.name}")
    return known[name]

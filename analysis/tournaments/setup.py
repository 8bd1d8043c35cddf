"""Who plays a tournament, and under which rules."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.runs.fields import members, usual_players
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.metrics import Metric, metric_named
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Player
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.resolve import Named, players, whole_players


@dataclass(frozen=True)
class Setup:
    """Who plays a tournament.

    base: game, rules, seed and number of players. metric: what the ratings are means of.
    """

    base: Job
    entrants: tuple[Player, ...]
    metric: Metric

    @property
    def n_players(self) -> int:
        """Players at each table."""
        return len(self.base.players)

    @property
    def games(self) -> int:
        """Games on each deal."""
        return len(self.entrants) * self.n_players


def usual_entrants(game: str, files: Sequence[Path | str] = ()) -> list[str]:
    """Who plays if nobody is named: the library (the field `mixed`, which has neither players who look ahead nor
    champions) and what somebody adds; where strategies are combined, every bidder with every player, and what somebody
    adds of his own with a usual other half.
    """
    if games.find(game).first_part:
        return [*members(game, "mixed", usual_players(game)), *whole_players(game, files)]
    library = {re.split("[:@]", each)[0] for each in members(game, "mixed", usual_players(game))}
    known = catalogue(game, files).items()
    return [name for name, each in known if name in library or not (each.is_shipped or each.is_slow)]


def make_setup(
    game: str,
    entrants: Sequence[Named] = (),
    *,
    n_players: int | None = None,
    metric: str | None = None,
    seed: int = DEFAULT_SEED,
    rules: Sequence[str] = (),
    strategies_from: Sequence[Path | str] = (),
) -> Setup:
    """A tournament from what a user says.

    entrants: the strategies; all that ship unless given. n_players: at a table; the game's usual number unless given.
    metric: what decides; the game's usual one unless given. rules: rule settings as `KEY=VALUE`. Raises InputError if
    something in it makes no sense.
    """
    kind = games.find(game)
    usual = "mean_place" if kind.has_places else None
    n = n_players or usual_players(game)
    chosen = entrants or usual_entrants(game, strategies_from)
    named = players(game, chosen, strategies_from)
    names = [player.name for player in named]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise InputError(f"{twice[0]} is named twice; every strategy takes part once")
    if len(named) < 2:
        raise InputError("a tournament needs two strategies or more")
    base = make_job(game, [named[0].name] * n, seed=seed, rules=rules, strategies_from=strategies_from)
    return Setup(base, named, metric_named(kind, metric or usual))

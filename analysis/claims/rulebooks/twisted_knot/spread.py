"""Where the spread of places comes from: strategy, opponents, seats, cards or chance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from knotlab.analysis.claims.model.chart import Axis, Description, Group, Sample
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.stats.intervals import interval
from knotlab.analysis.stats.rates import Rate
from knotlab.analysis.stats.variance import GROUPS, SOURCES, ceiling
from knotlab.analysis.tournaments.setup import Setup, make_setup
from knotlab.analysis.tournaments.tournament import play_for_shares
from knotlab.sim.playing.players import Player
from knotlab.strategies import resolve


@dataclass(frozen=True, eq=False)
class Spread(Description):
    """The shares of the variance of places by source, among some strategies (`knotlab.analysis.stats.variance`).

    strategies: who plays; empty: all of the game's strategies. players: how many play at a table. axis, unit, names:
    how the shares are shown.
    """

    quick_deals: ClassVar[int] = 100  # each is played by every strategy at several tables
    label: str
    strategies: tuple[str, ...]
    players: int = 3
    axis: str = "source"
    unit: str = "share"
    names: tuple[str, ...] = SOURCES

    def axes(self) -> tuple[Axis, ...]:
        return (Axis(self.axis, range(len(self.names)), self.names),)

    def check(self, game: str, strategies_from: Sequence[Path]) -> None:
        """Raise InputError if there is no such strategy."""
        resolve.players(game, self.strategies, strategies_from)

    def entrants(self, sample: Sample) -> Sequence[Player]:
        return self._setup(sample).entrants

    def ceiling(self, game: str) -> float:
        """The share of strategy that there would be without luck."""
        return ceiling(len(self.entrants(Sample(game, 1, DEFAULT_SEED))), self.players)

    def rates(self, sample: Sample) -> Mapping[Group, Rate]:
        """The share of each source."""
        parts = zip(*play_for_shares(self._setup(sample), sample.deals, workers=1), strict=True)
        return {
            (number,): Rate(
                float(share), float(error), *interval(share, error, GROUPS, 0.95), sample.deals, sample.deals, 1.0
            )
            for number, (share, error) in enumerate(parts)
        }

    def _setup(self, sample: Sample) -> Setup:
        """The tournament whose tables are played."""
        return make_setup(
            sample.game,
            self.strategies,
            n_players=self.players,
            seed=sample.seed,
            strategies_from=sample.strategies_from,
        )

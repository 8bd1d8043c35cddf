"""Where candidates are tried: a player among given opponents, and its score on each deal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from knotlab.analysis.duels.designs import Lineup, play_block
from knotlab.analysis.stats.metrics import Metric
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.playing.match import play_numbered
from knotlab.sim.playing.players import Player

CHUNK_GAMES = 4000


class DealScores(Protocol):
    """Anything that gives a player's score on each deal: whole numbers, + is good, to be divided by `unit`."""

    @property
    def unit(self) -> int: ...

    @property
    def games(self) -> int: ...

    def scores(self, player: Player, purpose: str, deals: np.ndarray) -> np.ndarray: ...


@dataclass(frozen=True)
class Arena:
    """A table at which candidates play; each deal is played in all its rotations.

    base: game, rules and seed. If it has a match, matches take the place of games, and the metric refers to places in
    them. opponents: groups of opponents, which take turns by deal.
    """

    base: Job
    opponents: tuple[tuple[Player, ...], ...]
    metric: Metric

    @property
    def games(self) -> int:
        """Games on each deal."""
        return len(self.base.players)

    @property
    def unit(self) -> int:
        """The number that turns a whole-number score into the mean payoff over the deal's games."""
        return UNIT * self.games * self.metric.divisor(self.games)

    def lineup(self, player: Player, group: int, purpose: str) -> Lineup:
        """The player among one group of opponents."""
        job = replace(self.base, players=(player, *self.opponents[group]), purpose=purpose)
        return Lineup(job, (1, *[0] * (self.games - 1)), tuple(range(self.games)))

    def compile(self, player: Player) -> None:
        """Compile everything that will be played, before it is distributed to processes."""
        compile_ahead(*(self.lineup(player, group, "play").job for group in range(len(self.opponents))))

    def scores(self, player: Player, purpose: str, deals: np.ndarray) -> np.ndarray:
        """A player's score on each of the numbered deals, over all seats; shape (deals,)."""
        scores = np.zeros(len(deals), np.int64)
        for group in range(len(self.opponents)):
            rows = np.flatnonzero(deals % len(self.opponents) == group)
            lineup = self.lineup(player, group, purpose)
            if len(rows) and self.base.match:
                scores[rows] = self._in_matches(lineup.job, deals[rows])
            elif len(rows):
                rotations = np.broadcast_to(np.array(lineup.rotations), (len(rows), self.games))
                scores[rows] = play_block(lineup, deals[rows], rotations).numbers(self.metric).sum(axis=1)
        return scores

    def _in_matches(self, job: Job, deals: np.ndarray) -> np.ndarray:
        """The score of a job's first player in the matches that begin on the given deals, over all seats; shape
        (deals,).
        """
        index = job.game_of(deals[:, None], np.arange(self.games)).ravel()
        places = play_numbered(job, index).places.astype(np.int64)
        paid = self.metric.factor * self.metric.payoff(places).value[:, 0]
        return np.asarray(paid.reshape(len(deals), self.games).sum(axis=1))


def all_scores(
    trial: DealScores, players: Sequence[Player], purpose: str, first: int, count: int, workers: int
) -> np.ndarray:
    """The scores of several players on the same consecutive deals.

    purpose: the purpose of the deals, part of their address. first, count: the first deal and the number of deals.
    Returns an array of shape (deals, players).
    """
    size = max(1, CHUNK_GAMES // trial.games)
    pieces = [np.arange(start, min(start + size, first + count)) for start in range(first, first + count, size)]
    tasks = [(player, purpose, deals) for player in players for deals in pieces]
    return np.concatenate(list(fan_out(trial.scores, tasks, workers))).reshape(len(players), count).T

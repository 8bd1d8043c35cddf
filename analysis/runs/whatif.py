"""What would have come of another move: one decision of one game, each legal move forced there in turn and played on
many times.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from knotlab.analysis.stats.estimate import Estimate, mean_of_deals
from knotlab.analysis.stats.payoffs import UNIT, metrics_of
from knotlab.sim import branch, games
from knotlab.sim.errors import InputError, StrategyError
from knotlab.sim.job import Job, cause_of
from knotlab.sim.players import scores_of
from knotlab.sim.settings import unknown
from knotlab.sim.stepper import legal_moves

AS_DEALT, RESAMPLE = "as-dealt", "resample"
HIDDEN = (AS_DEALT, RESAMPLE)
CAVEATS = {
    AS_DEALT: (
        "Hidden cards lie as they were dealt, which the player could not know: this tells of one game; --hidden "
        "resample advises for the position."
    ),
    RESAMPLE: "Hidden cards are drawn anew from all deals that agree with what the player sees; what earlier play "
    "told about them is ignored,"
    " and cards seen to come to a hand and not seen to leave it are taken to be there still.",
}


@dataclass(frozen=True, eq=False)
class WhatIf:
    """What each legal move of one decision came to, for the player who had it; intervals are over rollouts, which all
    moves share.

    moves: in the game's words, in listed order. means: by metric, an estimate for each move. gains: by metric, each
    move less the one that the strategy scores highest, paired by rollout. chosen: number of that move. unfinished:
    share of each move's games that did not end.
    """

    job: Job
    index: int
    decision: int
    seat: int
    hidden: str
    moves: tuple[str, ...]
    scores: tuple[float, ...]
    chosen: int
    means: dict[str, tuple[Estimate, ...]]
    gains: dict[str, tuple[Estimate, ...]]
    unfinished: tuple[float, ...]

    @property
    def player(self) -> str:
        """The strategy that decides."""
        return self.job.players[self.job.players_by_seat(self.index)[self.seat]].name

    def to_pandas(self) -> pd.DataFrame:
        """A row a move: its score, each metric with its interval, and its gain over the strategy's own move with its
        interval.
        """
        rows = []
        for i, move in enumerate(self.moves):
            row: dict[str, object] = {"move": move, "score": self.scores[i], "own": i == self.chosen}
            for metric, found in self.means.items():
                row |= {metric: found[i].value, f"{metric}_low": found[i].low, f"{metric}_high": found[i].high}
                gain = self.gains[metric][i]
                row |= {f"{metric}_gain": gain.value, f"{metric}_gain_low": gain.low, f"{metric}_gain_high": gain.high}
            rows.append(row | {"unfinished_share": self.unfinished[i]})
        return pd.DataFrame(rows)


def what_if(job: Job, index: int, decision: int, n_rollouts: int = 1000, hidden: str = AS_DEALT) -> WhatIf:
    """Force each legal move at decision `decision` (from 0) of game `index`, and play on `n_rollouts` times with chance
    in common.

    hidden: `as-dealt` leaves the hidden cards where they are; `resample` draws them anew in each rollout among all
    deals that agree with what the player sees. Raises InputError if there is no such decision or it has no choice.

    >>> from knotlab.analysis.runs.play import make_job
    >>> found = what_if(make_job("twisted-knot", ["shed", "random"], seed=1), index=0, decision=5, n_rollouts=50)
    >>> len(found.moves) == len(found.scores)
    True
    """
    if hidden not in HIDDEN:
        raise unknown("way to treat hidden cards", hidden, HIDDEN)
    if n_rollouts < 2:
        raise InputError(f"the number of rollouts is 2 or more, not {n_rollouts}")
    game = games.find(job.game)
    start = branch.positions(job, np.array([index]), np.array([decision]))
    view = start.views[0]
    seat, moves = int(view.seat), legal_moves(game, view)
    if len(moves) < 2:
        raise InputError(
            f"decision {decision} of game {index} has one legal move only; knotlab replay --why shows which have more"
        )
    if hidden == RESAMPLE and not game.can_redeal(view):
        raise InputError(
            f"before decision {decision} hidden cards cannot be drawn anew, as hidden choices have been made already; "
            f"leave them {AS_DEALT}"
        )
    player = job.players[job.players_by_seat(index)[seat]]
    try:
        scores = scores_of(player, view.copy(), moves)
    except Exception as error:
        raise StrategyError(player.name, index, decision + 1, cause_of(error), job) from error
    results = branch.play_branches(job, start, np.array([moves], np.int64), n_rollouts, unseen=hidden == RESAMPLE)[0]
    chosen = int(np.argmax(scores))
    means, gains = {}, {}
    for metric, (field, payoff) in metrics_of(game).items():
        n_moves, n_seats = len(moves), len(job.players)
        values = payoff(
            results[field].reshape(-1, results[field].shape[-1])[:, :n_seats].astype(np.int64)
        ).value.reshape(n_moves, n_rollouts, n_seats)
        own = values[:, :, seat]
        means[metric] = tuple(_mean(one) for one in own)
        gains[metric] = tuple(_mean(one - own[chosen]) for one in own)
    words = tuple(game.events.describe_move(game.events.move_of(move)) for move in moves)
    unfinished = tuple(float(share) for share in (results["end"] != 0).mean(axis=1))
    return WhatIf(
        job, index, decision, seat, hidden, words, tuple(map(float, scores)), chosen, means, gains, unfinished
    )


def _mean(values: np.ndarray) -> Estimate:
    """The mean of payoffs over rollouts."""
    return mean_of_deals(int(values.sum()), int((values.astype(object) ** 2).sum()), len(values), UNIT)

"""One decision played on: every move of it, often, with the chance of each rollout shared by all of them. What-ifs,
advice and the bids of a hand of Twyst stand on it.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from knotlab.analysis.stats.metrics import counted
from knotlab.sim import games
from knotlab.sim.errors import StrategyError
from knotlab.sim.playing import branch
from knotlab.sim.playing.job import Job, cause_of
from knotlab.sim.playing.players import Player, scores_of
from knotlab.sim.playing.stepper import legal_moves
from knotlab.sim.settings import unknown

AS_DEALT, RESAMPLE = "as-dealt", "resample"
HIDDEN = (AS_DEALT, RESAMPLE)
CAVEATS = {
    AS_DEALT: (
        "Hidden cards lie as they were dealt, which the player could not know: this tells of one game; without "
        "--hidden as-dealt it is advice for the position."
    ),
    RESAMPLE: (
        "Hidden cards are drawn anew from all deals that agree with what the player sees; what earlier play told about "
        "them is ignored, and cards seen to come to a hand and not seen to leave it are taken to be there still."
    ),
}
MOST = 4096  # rollouts in one part, where there are several
APART = 1 << 40  # between the deals of two parts; no run has so many


class DecisionPoint(NamedTuple):
    """A decision: the players, the position before it (an array of one), and its number in the game."""

    job: Job
    start: branch.Positions
    number: int

    @property
    def view(self) -> np.record:
        """What the player to move sees."""
        view: np.record = self.start.views[0]
        return view

    @property
    def player(self) -> Player:
        """Who decides, or plays on for the one who does."""
        job, run = self.job, self.start.runs[0]
        return job.players[int(run["seating"][int(self.view.seat)])]

    @property
    def moves(self) -> list[Any]:
        """The legal moves, in listed order."""
        return legal_moves(games.find(self.job.game), self.view)

    @property
    def words(self) -> tuple[str, ...]:
        """The same in the game's words."""
        events = games.find(self.job.game).events
        return tuple(events.describe_move(events.move_of(move)) for move in self.moves)

    def scores(self) -> tuple[float, ...]:
        """What the player's strategy gives each legal move. Raises StrategyError if it fails."""
        try:
            return tuple(map(float, scores_of(self.player, self.view.copy(), self.moves)))
        except Exception as error:
            index = int(self.start.runs["game_number"][0])
            raise StrategyError(self.player.name, index, self.number, cause_of(error), self.job) from error


def decision_of(job: Job, index: int, number: int) -> DecisionPoint:
    """A decision of a game of a job. Raises InputError if there is none of that number, StrategyError if a strategy
    fails before it.
    """
    return DecisionPoint(job, branch.positions(job, np.array([index]), np.array([number])), number)


def play_moves(point: DecisionPoint, moves: Sequence[Any], n: int, hidden: str, part: int = 0) -> np.ndarray:
    """Results of playing each of some moves n times, shape (moves, n).

    hidden: `as-dealt` leaves hidden cards where they are; `resample` redraws them in each rollout among all deals that
    agree with what the player sees, and makes anew what was chosen before and nobody has seen. part: another one has
    other chance, and MOST rollouts at most. Raises StrategyError if a strategy fails.
    """
    if hidden not in HIDDEN:
        raise unknown("way", hidden, HIDDEN, "to treat hidden cards")
    job, start = point.job, point.start
    if hidden == RESAMPLE and not games.find(job.game).can_redeal(point.view):
        return play_from(job, made_anew(point, np.arange(n) + part * MOST), moves)
    chances = start.chances.copy()
    chances["deal"] += np.uint64(part * APART)
    start = start._replace(chances=chances)
    results: np.ndarray = branch.play_branches(job, start, np.array([moves], np.int64), n, unseen=hidden == RESAMPLE)[0]
    return results


def made_anew(point: DecisionPoint, deals: np.ndarray) -> branch.Positions:
    """A decision before which others made choices that its player has not seen, as they choose on further deals of what
    is hidden, shape (deals,). deals: their numbers.
    """
    rotation = int(point.start.runs["rotation"][0])
    return branch.choices_made_anew(point.job, point.view, deals, point.number, rotation)


def play_from(job: Job, starts: branch.Positions, moves: Sequence[Any]) -> np.ndarray:
    """Results of playing each of some moves once in each of some positions, shape (moves, positions)."""
    results: np.ndarray = branch.play_branches(job, starts, np.array([moves] * len(starts.runs), np.int64), 1)[
        :, :, 0
    ].T
    return results


def payoffs_of(point: DecisionPoint, results: np.ndarray, metric: str) -> np.ndarray:
    """What results are worth to the player who decides, in whole numbers (`UNIT` of which are one), of their shape."""
    n_players = point.job.n_players
    counts = counted(games.find(point.job.game))[metric]
    by_seat = results[counts.field][..., :n_players].astype(np.int64).reshape(-1, n_players)
    return counts.payoff(by_seat).value[:, int(point.view.seat)].reshape(results.shape)


def metric_of(game: str) -> str:
    """In which metric a game's moves are valued: games lost, or points where nobody loses a game."""
    rules = games.find(game)
    return "loss_rate" if "loss_rate" in counted(rules) else f"mean_{rules.measures[0].field}"

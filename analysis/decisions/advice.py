"""Advice on one decision: every legal move played on many times, with what the player cannot see dealt anew each time,
until the best move is known.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from knotlab.analysis.decisions.race import SWING, MoveRace, Valued
from knotlab.analysis.decisions.rollouts import (
    CAVEATS,
    MOST,
    RESAMPLE,
    DecisionPoint,
    metric_of,
    payoffs_of,
    play_from,
    play_moves,
)
from knotlab.analysis.decisions.trust import believed, check_trust
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.result import Conditions, Result, conditions_of
from knotlab.analysis.runs.fields import members
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.metrics import direction
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing import branch
from knotlab.sim.playing.fanout import fan_out, playing_here, worker_count
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Player
from knotlab.sim.playing.sitting import YOU
from knotlab.sim.playing.verify import Referee
from knotlab.sim.settings import spelt

FIRST = 8  # rollouts of a part of the first look
SHARES = 4  # parts of a look for each worker, so that none waits long for another
LOOK = 1.0  # seconds that a later one takes at most, as far as that can be told
EVEN, AT_ONCE = 250, 16  # rollouts of a part, and parts of a look, where time does not decide
MINUS = "\N{MINUS SIGN}"
CAP = 200_000  # rollouts of each move, in a search for a precision

Playing = Callable[[list[Any], int, int], np.ndarray]


@dataclass(frozen=True, eq=False, repr=False)
class MoveAdvice(Result):
    """What the legal moves of a decision are worth.

    position: the decision. hidden: `resample` or `as-dealt`. metric: `loss_rate`, or `mean_score` where nobody loses.
    moves: in the game's words, in listed order. values: of each. scores: what the strategy that plays on for the player
    gives each. is_close: whether no other move is better than the first of `order` by what matters; is_alike: whether
    no two that may be the best differ by that. seconds: how long it took. trust: in the bids shown; looked: how many
    deals were looked at for those that were played on, which the rollouts of the best move count; 0 without trust.
    """

    position: DecisionPoint
    hidden: str
    metric: str
    moves: tuple[str, ...]
    values: tuple[Valued, ...]
    scores: tuple[float, ...]
    is_close: bool
    is_alike: bool
    seconds: float
    trust: float = 0.0
    looked: int = 0

    @property
    def conditions(self) -> Conditions:
        return conditions_of(self.position.job)

    @property
    def player(self) -> str:
        """The strategy that plays on for the player."""
        return self.position.player.name

    @property
    def chosen(self) -> int:
        """The number of the move that this strategy would play."""
        return int(np.argmax(self.scores))

    @property
    def order(self) -> list[int]:
        """The numbers of the moves, those that may be the best before all others, and the best first."""
        sign = direction(self.metric)
        return sorted(range(len(self.moves)), key=lambda i: (self.values[i].is_worse, -sign * self.values[i].mean))

    @property
    def is_decided(self) -> bool:
        """Whether the best move is known."""
        return sum(not value.is_worse for value in self.values) == 1

    @property
    def is_settled(self) -> bool:
        """Whether it is known what to play: further rollouts would bring nothing that matters."""
        return self.is_decided or self.is_close

    @property
    def is_final(self) -> bool:
        """Whether it is known of all moves, too, whether they are worse by what matters."""
        return self.is_decided or self.is_alike

    def may_have_cost(self, taken: int) -> float:
        """What playing the move of a number may have cost at most, compared with the best of the others."""
        sign = direction(self.metric)
        ends = [sorted((sign * value.low, sign * value.high)) for value in self.values]
        return max(high for _, high in ends) - ends[taken][0]

    def sentence(self) -> str:
        """What follows, for a player."""
        best, *others = self.order
        words = f"{self.moves[best]}: {self._amount(best)}"
        rivals = [i for i in others if not self.values[i].is_worse]
        if rivals:
            named = ", ".join(self.moves[i] for i in rivals[:3]) + (f" and {len(rivals) - 3} more" * (len(rivals) > 3))
            return f"{words}; perhaps as good{self._at_most if self.is_close else ' or better'}: {named}"
        second = others[0]
        apart = self.values[second].mean - self.values[best].mean
        return f"{words}; {self._difference(apart)} with the next best, {self.moves[second]}"

    @property
    def _at_most(self) -> str:
        return f", but not better by half a {'game of 100' if self.metric == 'loss_rate' else 'point'}"

    def _amount(self, i: int) -> str:
        mean = self.values[i].mean
        points = f"{mean:+.1f} points".replace("-", MINUS)
        return f"{100 * mean:.0f} of 100 lost" if self.metric == "loss_rate" else points

    def _difference(self, apart: float) -> str:
        which = "more" if apart > 0 else "fewer"
        return f"{100 * abs(apart):.1f} {which}" if self.metric == "loss_rate" else f"{abs(apart):.1f} points {which}"

    def to_pandas(self) -> pd.DataFrame:
        """One row per move, the best first: its number, the score that the strategy which plays on gives it and whether
        it would play it, what it is worth with its interval, and whether it is certainly worse than another.
        """
        rows = [
            {
                "number": i,
                "move": self.moves[i],
                "score": self.scores[i],
                "own": i == self.chosen,
                self.metric: self.values[i].mean,
                f"{self.metric}_low": self.values[i].low,
                f"{self.metric}_high": self.values[i].high,
                "rollouts": self.values[i].n,
                "worse": self.values[i].is_worse,
            }
            for i in self.order
        ]
        return pd.DataFrame(rows)

    def _heading(self) -> str:
        return f"{self.sentence()}.\n{self.settings_line}; {self.player} plays on"

    def _note(self) -> str:
        return "\n".join(filter(None, [self.basis, super()._note()]))

    @property
    def basis(self) -> str:
        """How hidden cards were dealt, in a sentence."""
        if not self.trust:
            return CAVEATS[self.hidden]
        n = max(value.n for value in self.values)
        return f"Hands by the bids shown (trust {self.trust:.0%}): {n:,} deals, of {self.looked:,} looked at."


def advise(
    position: DecisionPoint,
    *,
    hidden: str = RESAMPLE,
    seconds: float = 10.0,
    trust: float = 0.0,
    rollouts: int | None = None,
) -> MoveAdvice:
    """Play each legal move of a decision on until it is known what to play, or the time is over.

    position: the decision, and who plays on. hidden: `resample` deals what the player cannot see anew in each rollout,
    uniformly among all deals that agree with what is known; `as-dealt` leaves it. seconds: at most, but for the first
    look. trust: from 0 to 1, in Twyst: how far the hands of the others are dealt by the bids shown (`believed`).
    rollouts: just so many of each move, whatever is known then and however long it takes; with trust fewer, if too few
    deals agree with the bids. Raises InputError if there is one legal move only. Raises StrategyError if a strategy
    fails.

    >>> from knotlab.analysis.decisions.rollouts import decision_of
    >>> point = decision_of(make_job("twisted-knot", ["shed", "random"], seed=1), 0, 5)
    >>> {value.n for value in advise(point, rollouts=50).values}
    {50}
    """
    looks = advising(position, hidden=hidden, seconds=seconds, trust=trust, rollouts=rollouts)
    for advice in looks:
        if advice.is_settled:
            break
    return advice


def advising(
    position: DecisionPoint,
    *,
    hidden: str = RESAMPLE,
    seconds: float = 10.0,
    trust: float = 0.0,
    rollouts: int | None = None,
    precision: float | None = None,
    playing: Playing | None = None,
    workers: int | None = None,
) -> Iterator[MoveAdvice]:
    """The same, look by look, until all is known of all moves. What happens between two looks takes no time of it.

    precision: goes on instead until every move's interval is at most twice as wide, in looks of one size, or CAP has
    been reached. playing: another way to play some moves on, so often each, in a part of some number; returns what they
    are worth, shape (moves, rollouts).
    """
    moves, words, scores = position.moves, position.words, position.scores()
    if len(moves) < 2:
        raise InputError(
            f"decision {position.number} has one legal move only, so there is nothing to advise; knotlab replay --why "
            "shows which have more"
        )
    metric = metric_of(position.job.game)
    race = MoveRace(metric, len(moves), _swing(position.job, metric), likely=int(np.argmax(scores)))
    looked: dict[int, int] = {}

    def roll_out(left: list[Any], n: int, part: int) -> np.ndarray:
        if trust:
            starts, looked[part] = believed(position, n, part, trust)
            results = play_from(position.job, starts, left)
        else:
            results = play_moves(position, left, n, hidden, part)
        return payoffs_of(position, results, metric) / UNIT

    check_trust(position, trust)
    play = playing or roll_out
    play(moves, 1, 0)  # compiles, which is not counted
    shares = 1 if trust else SHARES  # deals that agree with bids are looked for in batches, which small parts waste
    spent, at_once = 0.0, shares * worker_count(workers)
    parts = [FIRST] * at_once
    if rollouts or precision:
        parts = [min(EVEN, rollouts - done) for done in range(0, rollouts, EVEN)] if rollouts else [EVEN] * AT_ONCE
        at_once = len(parts)
    had = [0] * len(moves)  # parts
    while True:
        numbers = [*range(len(moves))] if rollouts or precision else race.next
        begun, first = time.perf_counter(), had[numbers[0]]
        tasks = [([moves[i] for i in numbers], n, first + k) for k, n in enumerate(parts[first : first + at_once])]
        with playing_here():
            race.add(numbers, np.hstack(list(fan_out(play, tasks, workers))))
        for i in numbers:
            had[i] += len(tasks)
        took = time.perf_counter() - begun
        spent += took
        known = race.is_close, race.is_alike
        advice = MoveAdvice(position, hidden, metric, words, tuple(race.values), scores, *known, spent)
        yield replace(advice, trust=trust, looked=sum(looked.values()))
        if precision:
            if sum(parts) >= CAP or all(value.high - value.low <= 2 * precision for value in race.values):
                return
            parts += [EVEN] * AT_ONCE
        elif advice.is_final or spent >= seconds or rollouts:
            return
        elif had[race.next[0]] == len(parts):
            speed = parts[-1] * len(numbers) / took  # how many are played next may be fewer
            size = int(speed * min(seconds - spent, LOOK) / len(race.next))
            parts += [max(1, min(2 * parts[-1], MOST, size))] * at_once


def _swing(job: Job, metric: str) -> float:
    """The most points that one game can bring, if its rules say so."""
    for measure in games.find(job.game).measures:
        if metric == f"mean_{measure.field}" and measure.most:
            return measure.most(job.rules)
    return SWING


# --- where the decision comes from ---


def who_plays_on(job: Job) -> Job:
    """The players of a job as they are in rollouts: in place of a person, and of any player in plain Python, the strong
    player of the game; in place of one who looks ahead, what he would play himself.
    """
    strong = make_job(job.game, [strong_player(job.game, job.n_players)] * job.n_players, seed=job.seed).players[0]

    def plays_on(player: Player) -> Player:
        if player.functions.asks:
            return strong
        return player.assumed[0] if player.functions.looks_ahead else player

    return replace(job, players=tuple(map(plays_on, job.players)), match=None)


def strong_player(game: str, n_players: int) -> str:
    """How the strong player of a game is spelled."""
    return members(game, "strong", n_players)[0]


class _Reached(Exception):
    """The decision that was looked for."""


class _Until(Referee):
    """Follows a record up to a decision."""

    def __init__(self, record: Mapping[str, Any], decision: int) -> None:
        super().__init__(record)
        self.decision, self.seen = decision, 0

    def compare_listing(self) -> None:
        if self.seen == self.decision:
            raise _Reached
        self.seen += 1
        super().compare_listing()


def position_in(
    record: Mapping[str, Any],
    decision: int,
    players: Sequence[str] = (),
    strategies_from: Sequence[Path] = (),
    seed: int = DEFAULT_SEED,
) -> DecisionPoint:
    """A decision of a recorded game.

    record: a whole game. decision: its number in it, forced ones counted, from 0. players: who plays on, by seat; none:
    those of the record, the strong player in place of a person. strategies_from: the user's own files. seed: of what
    chance brings from there on. Raises Fault if the record does not hold up to there, and InputError if there is no
    such decision.
    """
    changes = [f"{name}={spelt(value)}" for name, value in record["rules"].items() if name != "players"]
    strong = strong_player(record["game"], len(record["players"]))
    named = players or [strong if name == YOU else name for name in record["players"]]
    job = make_job(record["game"], named, seed=seed, rules=changes, strategies_from=strategies_from)
    return position_for(job, record, decision)


def position_for(job: Job, record: Mapping[str, Any], decision: int) -> DecisionPoint:
    """A decision of a recorded game, with the players of a job, by seat, to play on from it. Raises as `position_in`
    does.
    """
    referee = _Until(record, decision)
    try:
        referee.run()
    except _Reached:
        step = referee.step
        if "cheats" in (step.view.dtype.names or ()):
            step.view.cheats = job.players[int(step.view.seat)].cheats
        plays_on = who_plays_on(job)
        return DecisionPoint(plays_on, branch.standing(plays_on, step.view, step.hidden), decision)
    raise InputError(f"the game has no decision {decision}; its decisions are 0 to {referee.seen - 1}")

"""Advice on one decision: every legal move played on many times, with what the player cannot see dealt anew each time,
until the best move is known.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.result import Conditions, Result, conditions_of
from knotlab.analysis.runs.fields import members
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.runs.race import MoveRace, Valued
from knotlab.analysis.runs.rollouts import MOST, RESAMPLE, DecisionPoint, metric_of, payoffs_of, play_from, play_moves
from knotlab.analysis.runs.trust import believed, check_trust
from knotlab.analysis.stats.payoffs import UNIT, direction
from knotlab.sim.errors import InputError
from knotlab.sim.machine import cores
from knotlab.sim.playing import branch
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Player
from knotlab.sim.playing.sitting import YOU
from knotlab.sim.playing.verify import Referee
from knotlab.sim.settings import spelt

FIRST = 32  # rollouts of the first look
LOOK = 1.0  # seconds that a later one takes at most, as far as that can be told


@dataclass(frozen=True, eq=False, repr=False)
class MoveAdvice(Result):
    """What the legal moves of a decision are worth.

    position: the decision. hidden: `resample` or `as-dealt`. metric: `loss_rate`, or `mean_score` where nobody loses.
    moves: in the game's words, in listed order. values: of each. is_close: whether all moves that may be the best
    differ by less than matters. seconds: how long it took. trust: in the bids shown; looked: how many deals were looked
    at for those that were played on, which the rollouts of the best move count; 0 without trust.
    """

    position: DecisionPoint
    hidden: str
    metric: str
    moves: tuple[str, ...]
    values: tuple[Valued, ...]
    is_close: bool
    seconds: float
    trust: float = 0.0
    looked: int = 0

    @property
    def conditions(self) -> Conditions:
        return conditions_of(self.position.job)

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
        """Whether further rollouts would change nothing that matters."""
        return self.is_decided or self.is_close

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
            return f"{words}; {'just as good' if self.is_close else 'perhaps as good'}: {named}"
        second = others[0]
        cost = abs(self.values[second].mean - self.values[best].mean)
        return f"{words}; {self._difference(cost)} with the next best, {self.moves[second]}"

    def _amount(self, i: int) -> str:
        mean = self.values[i].mean
        return f"{100 * mean:.0f} of 100 lost" if self.metric == "loss_rate" else f"{mean:+.1f} points"

    def _difference(self, cost: float) -> str:
        return f"{100 * cost:.1f} more" if self.metric == "loss_rate" else f"{cost:.1f} points fewer"

    def to_pandas(self) -> pd.DataFrame:
        """One row per move, the best first: its number, what it is worth with its interval, and whether it is certainly
        worse than another.
        """
        rows = [
            {
                "number": i,
                "move": self.moves[i],
                self.metric: self.values[i].mean,
                f"{self.metric}_low": self.values[i].low,
                f"{self.metric}_high": self.values[i].high,
                "rollouts": self.values[i].n,
                "worse": self.values[i].is_worse,
            }
            for i in self.order
        ]
        return pd.DataFrame(rows)

    def __str__(self) -> str:
        scale, unit = (100, "lost of 100") if self.metric == "loss_rate" else (1, "points")
        wide = max(map(len, self.moves))
        lines = [self.sentence() + "."]
        if self.trust:
            n = max(value.n for value in self.values)
            lines.append(
                f"Hands by the bids shown (trust {self.trust:.0%}): {n:,} deals, of {self.looked:,} looked at."
            )
        for i in self.order:
            mean, low, high, n, is_worse = self.values[i]
            mark = "  certainly worse" if is_worse else ""
            ends = f"[{scale * low:.1f}, {scale * high:.1f}]"
            lines.append(f"  {self.moves[i]:{wide}}  {scale * mean:6.1f} {unit} {ends} in {n:,} rollouts{mark}")
        return "\n".join(lines)

    __repr__ = __str__


def advise(position: DecisionPoint, *, hidden: str = RESAMPLE, seconds: float = 10.0, trust: float = 0.0) -> MoveAdvice:
    """Play each legal move of a decision on until the best is known, all that may be the best are too close for it to
    matter, or the time is over.

    position: the decision, and who plays on. hidden: `resample` deals what the player cannot see anew in each rollout,
    uniformly among all deals that agree with what is known; `as-dealt` leaves it. seconds: at most, but for the first
    look. trust: from 0 to 1, in Twyst: how far the hands of the others are dealt by the bids shown (`believed`). Raises
    InputError if there is one legal move only. Raises StrategyError if a strategy fails.
    """
    *_, last = advising(position, hidden=hidden, seconds=seconds, trust=trust)
    return last


def advising(
    position: DecisionPoint, *, hidden: str = RESAMPLE, seconds: float = 10.0, trust: float = 0.0
) -> Iterator[MoveAdvice]:
    """The same, look by look; the last is what `advise` returns. What happens between two looks takes no time of it."""
    moves, words = position.moves, position.words
    if len(moves) < 2:
        raise InputError("there is one legal move only, so there is nothing to advise")
    race = MoveRace(metric_of(position.job.game), len(moves))
    workers = cores()

    looked: dict[int, int] = {}

    def payoffs(left: list[Any], n: int, part: int) -> np.ndarray:
        if trust:
            starts, looked[part] = believed(position, n, part, trust)
            results = play_from(position.job, starts, left)
        else:
            results = play_moves(position, left, n, hidden, part)
        return payoffs_of(position, results, race.metric) / UNIT

    check_trust(position, trust)
    play_moves(position, moves, 1, hidden)  # compiles, which is not counted
    spent, n, part = 0.0, FIRST, 0
    while True:
        left, begun = [moves[i] for i in race.left], time.perf_counter()
        with ThreadPoolExecutor(workers) as pool:
            race.add(np.hstack(list(pool.map(partial(payoffs, left, n), range(part, part + workers)))))
        took, part = time.perf_counter() - begun, part + workers
        spent += took
        advice = MoveAdvice(position, hidden, race.metric, words, tuple(race.values), race.is_close, spent)
        yield replace(advice, trust=trust, looked=sum(looked.values()))
        if advice.is_settled or spent >= seconds:
            return
        speed = n * len(left) / took  # how many are left may have fallen
        n = max(1, min(2 * n, MOST, int(speed * min(seconds - spent, LOOK) / len(race.left))))


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

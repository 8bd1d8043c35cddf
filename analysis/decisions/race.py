"""Moves that race: played on together, those that are certainly worse than another drop out, and those that cannot be
better than the best one by what matters wait.

All moves share the cards and the chance of each rollout; two are compared over the rollouts that both have had. What is
said of all moves together is wrong with a chance of ERROR at most, however often one looks:

- A move's interval holds: a quarter is shared by the moves.
- A move is no better than some other. What is certainly behind another drops out, so this is wrong only if it is said
  of the best move; a quarter is shared by its comparisons with each other (comparisons with the best: Hsu,
  "Simultaneous confidence intervals for all distances from the 'best'", Annals of Statistics 9, 1981).
- No other move is better than one by what matters. As this takes a comparison with each other move, it is wrong only if
  the one with the best move is, so half is shared by the moves of which it may be said, not by their comparisons.

Of either share for comparisons half belongs to a move that was named before as likely to be the best. Losses and their
differences have bounds, so what is said of them is exact (stats/betting.py); points have none, so theirs is asymptotic
(stats/sequence.py), and nothing is said before LEAST rollouts.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from knotlab.analysis.stats.betting import EVEN, STRETCHES, aimed_capital, counted, exact_ends, log_capital
from knotlab.analysis.stats.metrics import direction
from knotlab.analysis.stats.sequence import half_width, tuned_rho

ERROR = 0.05
LEAST = 200  # rollouts before an asymptotic interval is trusted
TUNED = 2000  # rollouts at which an asymptotic interval is narrowest
CLOSE = {"loss_rate": 0.005}  # a difference that does not matter: half a game of 100
CLOSE_POINTS = 0.5
AIMED = 0.9  # of the capital: on bets aimed at a move that is as good; the best one is, or better, as rollouts go on
SWING = 300.0  # points that one game moves at most but for the rarest, where the rules do not say


class Valued(NamedTuple):
    """What a move is worth to its player.

    mean, low, high: games lost of one, or points, with the ends of the interval. n: rollouts. is_worse: whether it is
    certainly no better than some other move, so that the best is among the rest.
    """

    mean: float
    low: float
    high: float
    n: int
    is_worse: bool


class MoveRace:
    """The moves' payoffs so far: those that are certainly no better than another drop out.

    metric: `loss_rate`, or one of points. swing: the most points that one game can bring, which may not have been seen.
    likely: the number of the move that is likely to be the best. left: the numbers of the moves that may be the best.
    values: of each move, as it was last looked at.
    """

    def __init__(self, metric: str, n_moves: int, swing: float = SWING, likely: int | None = None) -> None:
        self.metric, self.left, self._swing = metric, list(range(n_moves)), swing
        self.values: list[Valued] = [Valued(0.0, -np.inf, np.inf, 0, False)] * n_moves
        self._payoffs = [np.zeros(0)] * n_moves
        self._is_as_good = np.eye(n_moves, dtype=bool)  # not worse by what matters, as each row's level has it
        self._own_level = ERROR / 4 / n_moves
        self._ahead_levels = _levels_ahead(n_moves, ERROR / 4, likely)
        self._close_levels = _levels_close(n_moves, ERROR / 2, likely)

    def add(self, moves: Sequence[int], payoffs: np.ndarray) -> None:
        """Look at further rollouts of some moves, which have had equally many; shape (moves, rollouts)."""
        for i, own in zip(moves, payoffs, strict=True):
            self._payoffs[i] = np.concatenate([self._payoffs[i], own])
        n = len(self._payoffs[moves[0]])
        level = [i for i, own in enumerate(self._payoffs) if len(own) == n]
        known = np.array([self._payoffs[i] for i in level])
        pairs = np.ix_(level, level)
        ahead, as_good = self._compared(known, self._ahead_levels[pairs], self._close_levels[level][:, None])
        self._is_as_good[pairs] |= as_good
        behind = {j for i, row in zip(level, ahead, strict=True) if i in self.left for j in np.array(level)[row]}
        self.left = [i for i in self.left if i not in behind]
        for i, mean, low, high in zip(level, known.mean(axis=1), *self._ends(known), strict=True):
            self.values[i] = Valued(float(mean), float(low), float(high), n, i not in self.left)

    @property
    def next(self) -> list[int]:
        """The moves to be played on further: the best on average with those that may be better by what matters, all
        that are left if none is; where some of them have had fewer rollouts, those that have had the fewest.
        """
        rivals = [i for i in self.left if not self._is_as_good[self._best, i]]
        chosen = [self._best, *rivals] if rivals else self.left
        fewest = min(self.values[i].n for i in chosen)
        return sorted(i for i in chosen if self.values[i].n == fewest)

    @property
    def _best(self) -> int:
        return max(self.left, key=lambda i: direction(self.metric) * self.values[i].mean)

    @property
    def is_close(self) -> bool:
        """Whether the best on average is within what matters of any other, where several are left."""
        return len(self.left) > 1 and bool(self._is_as_good[self._best, self.left].all())

    @property
    def is_alike(self) -> bool:
        """Whether any two that are left are within what matters of each other."""
        return len(self.left) > 1 and bool(self._is_as_good[np.ix_(self.left, self.left)].all())

    @property
    def _matters(self) -> float:
        return CLOSE.get(self.metric, CLOSE_POINTS)

    def _ends(self, payoffs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The ends of the moves' own intervals."""
        n = payoffs.shape[1]
        if self.metric == "loss_rate":
            found = np.unique(payoffs)
            counts = np.stack([(payoffs == value).sum(axis=1) for value in found], axis=-1)
            low, high = exact_ends(counted(found - 0.5, counts, 0.5), self._own_level, EVEN)
            return np.asarray(low) + 0.5, np.asarray(high) + 0.5
        half = self._half_width(payoffs.std(axis=1), n, self._own_level)
        return payoffs.mean(axis=1) - half, payoffs.mean(axis=1) + half

    def _compared(self, payoffs: np.ndarray, ahead: np.ndarray, close: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Whether each move is certainly better than each other, and whether it is certainly not worse by what matters.

        ahead, close: the levels of either, of shapes that fit (moves, moves), as what is returned.
        """
        n, sign = payoffs.shape[1], direction(self.metric)
        if self.metric == "loss_rate":
            found = np.unique(payoffs)
            stretches = np.split((payoffs == found[:, None, None]).astype(float), STRETCHES[STRETCHES < n], axis=-1)
            pairs = [np.einsum("ain,bjn->ijab", of_value, of_value, optimize=True) for of_value in stretches]
            counts = np.array(pairs).reshape(len(pairs), *ahead.shape, -1)
            gains = sign * (found[:, None] - found).ravel()
            seen = counted(gains, counts.sum(axis=0), 1.0)
            spread, aimed = log_capital(seen, -self._matters, EVEN), aimed_capital(gains, counts, 1.0, self._matters)
            as_good = np.logaddexp(math.log(1 - AIMED) + spread, math.log(AIMED) + aimed) >= np.log(1 / close)
            better = log_capital(seen, 0.0, EVEN) >= np.log(1 / ahead)
        else:
            products, means = payoffs @ payoffs.T / n, payoffs.mean(axis=1)
            differences = means[:, None] - means
            squares = np.diag(products)[:, None] + np.diag(products) - 2 * products
            deviation = np.sqrt(np.maximum(squares - differences**2, 0.0))
            apart = sign * differences
            better = apart > self._half_width(deviation, n, ahead)
            as_good = apart > self._half_width(deviation, n, close) - self._matters
        return better & ~np.eye(len(payoffs), dtype=bool), as_good

    def _half_width(self, deviation: np.ndarray, n: int, level: np.ndarray | float) -> np.ndarray:
        """Half the width of an interval that holds at any look, of numbers without bounds; at least what a swing may
        add that was too rare to be seen.
        """
        if n < LEAST:
            return np.full(deviation.shape, np.inf)
        half = half_width(n, deviation, level, np.vectorize(tuned_rho)(level, TUNED))
        return np.asarray(np.maximum(half, self._swing * np.log(2 / level) / n))


def _levels_ahead(n_moves: int, level: float, likely: int | None) -> np.ndarray:
    """The level at which each move is said to be better than each other, shape (moves, moves): those of the others
    against one add up to `level`.

    likely: the move to which half of it belongs; none: all are alike.

    >>> _levels_ahead(3, 0.02, None)[0], _levels_ahead(3, 0.02, 0)[:, 2]
    (array([0.01, 0.01, 0.01]), array([0.01, 0.01, 0.01]))
    """
    levels = np.full((n_moves, n_moves), level / (n_moves - 1))
    if likely is not None and n_moves > 2:
        against = np.arange(n_moves) != likely
        levels[:, against] = level / 2 / (n_moves - 2)
        levels[likely, against] = level / 2
    return levels


def _levels_close(n_moves: int, level: float, likely: int | None) -> np.ndarray:
    """The level at which it is said of each move that no other is better by what matters, shape (moves,).

    >>> _levels_close(4, 0.02, None), _levels_close(3, 0.02, 0)
    (array([0.005, 0.005, 0.005, 0.005]), array([0.01 , 0.005, 0.005]))
    """
    if likely is None:
        return np.full(n_moves, level / n_moves)
    levels = np.full(n_moves, level / 2 / (n_moves - 1))
    levels[likely] = level / 2
    return levels

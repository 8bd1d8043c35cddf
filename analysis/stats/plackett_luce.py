"""Plackett-Luce strengths: the order of a table as successive picks of the best remaining player, each with probability
proportional to exp(strength).

Luce (1959); Plackett (1975). Fitted by Newton's method on the log likelihood, for which it is enough to know how often
each set of players was picked from and each strategy was picked. The covariance is the sandwich estimate with deals as
clusters (White 1982), since the games of one deal are not independent. Tied players are picks from one set (Breslow
1974); those who remain at the end, tied or alone, carry no information.

Strengths are finite only where, however the strategies are divided in two groups, some of each were picked while some
of the other were left (Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004).
Elsewhere they have an open end and are not given.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

STEPS = 100
RIDGE = 0.01  # keeps steps small where a strategy nearly always wins; negligible besides thousands of games
MOST = 2**63


class Orders(NamedTuple):
    """Games by deal: the strategy of each player and their places, equal for ties, 0 (still holding cards) for last;
    shape (deals, games, players) each. A strategy may sit in one game twice.
    """

    items: np.ndarray
    places: np.ndarray


class Strengths(NamedTuple):
    """Fitted strengths.

    value: one strength per strategy, adding up to 0, shape (m,). covariance: their covariance, shape (m, m). Both NaN
    where strengths have an open end.
    """

    value: np.ndarray
    covariance: np.ndarray


def fit(batches: Iterable[Orders], m: int, ridge: float = RIDGE) -> Strengths:
    """The strengths of m strategies, fitted to the orders of many games.

    batches: the games, some deals at a time; they are gone through twice. ridge: penalty on the squares of strengths.
    """
    picks = Picks(m)
    for batch in batches:
        picks.add(batch)
    if not are_finite(picks.ahead):
        return Strengths(np.full(m, np.nan), np.full((m, m), np.nan))
    value = picks.most_likely(ridge)
    share, information = picks.share(value), picks.information(value)
    spread = np.zeros((m, m))
    for batch in batches:
        by_deal = picks.scores(batch, share)
        spread += by_deal.T @ by_deal
    # Scores add up to 0: what is added in that direction for the inverse is taken away again, with its rounding errors.
    bread = np.linalg.inv(information + (ridge + 1e-12) * np.eye(m) + np.ones((m, m)))
    bread -= bread.mean()
    return Strengths(value, bread @ spread @ bread)


class Picked(NamedTuple):
    """The picks of some games that tell something.

    who: the players in order of their places, shape (games, players). start: where in it those begin who were left at
    each pick, same shape; telling: whether it tells something, same shape. sets: those left from each player on, but
    for the last, as a number, shape (games, players - 1).
    """

    who: np.ndarray
    start: np.ndarray
    telling: np.ndarray
    sets: np.ndarray


class Picks:
    """How often each set of players was picked from, each strategy was picked, and who was picked before whom.

    m: strategies. A set is a number whose digits, with the base m + 1, are its players in order; m is nobody.
    """

    def __init__(self, m: int) -> None:
        self.m = m
        self.chosen = np.zeros(m, np.int64)
        self.ahead = np.eye(m, dtype=bool)
        self.sets: np.ndarray = np.zeros(0, np.int64)
        self.counts = np.zeros(0, np.int64)
        self.among = np.zeros((0, m))

    def add(self, batch: Orders) -> None:
        """Count the picks of further games."""
        picked = self._picked(batch)
        n = picked.who.shape[1]
        for p in range(n - 1):
            for q in range(n):
                both = picked.telling[:, p] & (q >= picked.start[:, p])
                self.ahead[picked.who[both, p], picked.who[both, q]] = True
        self.chosen += np.bincount(picked.who[picked.telling], minlength=self.m)
        sets, counts = [self.sets, picked.sets.ravel()], [self.counts, self._times(picked).ravel()]
        self.sets, which = np.unique(np.concatenate(sets), return_inverse=True)
        self.counts = np.bincount(which, np.concatenate(counts)).astype(np.int64)
        digits = self.sets[:, None] // self._values(n) % (self.m + 1)
        self.among = np.eye(self.m + 1)[digits.astype(np.int64)].sum(axis=1)[:, : self.m]

    def most_likely(self, ridge: float) -> np.ndarray:
        """The strengths under which these picks are most likely, but for the penalty."""
        value = np.zeros(self.m)
        for _ in range(STEPS):
            score = self.chosen - self.counts @ self.share(value)
            flat = self.information(value) + (ridge + 1e-12) * np.eye(self.m) + np.ones((self.m, self.m))
            step = np.linalg.solve(flat, score - ridge * value)
            value = value + step / max(1.0, float(np.abs(step).max()))  # at most 1 at a time, to avoid overshooting
            value -= value.mean()
            if np.abs(step).max() < 1e-10:
                break
        return value

    def share(self, value: np.ndarray) -> np.ndarray:
        """The chance of each strategy to be picked from each set, shape (sets, m)."""
        weight = self.among * np.exp(value - value.max())
        return np.asarray(weight / np.maximum(weight.sum(axis=1, keepdims=True), 1e-300))

    def information(self, value: np.ndarray) -> np.ndarray:
        """The information of all picks, shape (m, m)."""
        share = self.share(value)
        each = share * self.counts[:, None]
        return np.asarray(np.diag(each.sum(axis=0)) - each.T @ share)

    def scores(self, batch: Orders, share: np.ndarray) -> np.ndarray:
        """The score of each deal, shape (deals, m): the picks of a strategy above what was to be expected. share: as
        `share` gives it for sets that have been counted.
        """
        picked, deals = self._picked(batch), len(batch.items)
        games = np.arange(len(picked.who))[:, None]
        scores = np.zeros((len(picked.who), self.m))
        np.add.at(scores, (games, picked.who), picked.telling)
        for sets, times in zip(picked.sets.T, self._times(picked).T, strict=True):
            scores -= times[:, None] * share[np.searchsorted(self.sets, sets)]
        return np.asarray(scores.reshape(deals, -1, self.m).sum(axis=1))

    def _values(self, n: int) -> np.ndarray:
        """What each of n digits of a set's number counts."""
        base = self.m + 1
        return np.array([base**k for k in range(n)], np.int64 if base**n < MOST else object)

    def _picked(self, batch: Orders) -> Picked:
        n = batch.items.shape[2]
        items, places = (part.reshape(-1, n) for part in batch)
        last = np.where(places == 0, n + 1, places)
        order = np.argsort(last, axis=1, kind="stable")
        who, level = (np.take_along_axis(part, order, axis=1) for part in (items, last))
        start = (level[:, :, None] > level[:, None, :]).sum(axis=2)
        values = self._values(n)
        nobody = [self.m * values[n - s :].sum() for s in range(n)]
        sets = [np.sort(who[:, s:], axis=1) @ values[: n - s] + nobody[s] for s in range(n - 1)]
        return Picked(who, start, level < level[:, -1:], np.column_stack(sets))

    def _times(self, picked: Picked) -> np.ndarray:
        """How often each set of each game was picked from, shape (games, players - 1)."""
        starts = np.arange(picked.sets.shape[1])
        return np.asarray(((picked.start[:, :, None] == starts) & picked.telling[:, :, None]).sum(axis=1))


def are_finite(ahead: np.ndarray) -> bool:
    """Whether every strategy was picked before every other one, directly or by way of others.

    ahead: whether one was picked before another directly, and each before itself, shape (m, m).
    """
    for _ in range(len(ahead).bit_length()):
        ahead = ahead @ ahead
    return bool(ahead.all())

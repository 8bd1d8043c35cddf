"""Plackett-Luce strengths: the order of a table as successive picks of the best remaining player, each with probability
proportional to exp(strength).

Luce (1959); Plackett (1975). Fitted by Newton's method on the log likelihood. The covariance is the sandwich estimate
with deals as clusters (White 1982), since the games of one deal are not independent. Tied players are picks from one
set (Breslow 1974); those who remain at the end, tied or alone, carry no information.

Strengths are finite only where, however the strategies are divided in two groups, some of each were picked while some
of the other were left (Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004).
Elsewhere they have an open end and are not given.
"""

from typing import NamedTuple

import numpy as np

STEPS = 100
RIDGE = 0.01  # keeps steps small where a strategy nearly always wins; negligible besides thousands of games


class Strengths(NamedTuple):
    """Fitted strengths.

    value: one strength per strategy, adding up to 0, shape (m,). covariance: their covariance, shape (m, m). Both NaN
    where strengths have an open end.
    """

    value: np.ndarray
    covariance: np.ndarray


def fit(items: np.ndarray, places: np.ndarray, m: int, deals: np.ndarray, ridge: float = RIDGE) -> Strengths:
    """The strengths of m strategies, fitted to the orders of many games.

    Parameters
    ----------
    items : ndarray
        The strategy of each player, shape (games, players); a strategy may sit in one game twice.
    places : ndarray
        The place of each player, same shape; equal for ties, 0 (still holding cards) for last.
    m : int
        The number of strategies.
    deals : ndarray
        The deal of each game, shape (games,).
    ridge : float
        Penalty on the squares of strengths.

    Returns
    -------
    Strengths
    """
    n = items.shape[1]
    order = np.argsort(np.where(places == 0, n + 1, places), axis=1, kind="stable")
    ranked = np.concatenate(
        [np.take_along_axis(columns, order, axis=1) for columns in (items, np.where(places == 0, n + 1, places))],
        axis=1,
    )
    patterns, which, counts = np.unique(ranked, axis=0, return_inverse=True, return_counts=True)
    chosen, among = _picks(patterns[:, :n], patterns[:, n:], m)
    if not are_finite(chosen, among):
        return Strengths(np.full(m, np.nan), np.full((m, m), np.nan))
    value = np.zeros(m)
    for _ in range(STEPS):
        score, information = _derivatives(value, chosen, among, counts)
        step = np.linalg.solve(
            information + (ridge + 1e-12) * np.eye(m) + np.ones((m, m)), (counts @ score) - ridge * value
        )
        value = value + step / max(1.0, float(np.abs(step).max()))  # at most 1 at a time, to avoid overshooting
        value -= value.mean()
        if np.abs(step).max() < 1e-10:
            break
    score, information = _derivatives(value, chosen, among, counts)
    by_deal = np.zeros((int(deals.max()) + 1, m))
    np.add.at(by_deal, deals, score[which.ravel()])
    # Scores add up to 0, so what is added in that direction is lost.
    bread = np.linalg.inv(information + (ridge + 1e-12) * np.eye(m) + np.ones((m, m)))
    return Strengths(value, bread @ (by_deal.T @ by_deal) @ bread)


def _picks(items: np.ndarray, levels: np.ndarray, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Each pattern's picks, shape (patterns, players, m) with 0 for those without information, and how many of each
    strategy there were to pick from, same shape.
    """
    one_hot = np.eye(m)[items]
    is_informative = (levels < levels[:, -1:])[:, :, None]
    left = levels[:, :, None] <= levels[:, None, :]  # those not ahead of the player who is picked
    return one_hot * is_informative, np.einsum("upq,uqm->upm", left.astype(float), one_hot) * is_informative


def are_finite(chosen: np.ndarray, among: np.ndarray) -> bool:
    """Whether every strategy was picked before every other one, directly or by way of others.

    chosen, among: picks, and what there was to pick from, each of shape (patterns, players, m).
    """
    m = chosen.shape[-1]
    ahead = (np.einsum("upi,upj->ij", chosen, among) > 0) | np.eye(m, dtype=bool)
    for _ in range(m.bit_length()):
        ahead = ahead @ ahead
    return bool(ahead.all())


def _derivatives(
    value: np.ndarray, chosen: np.ndarray, among: np.ndarray, counts: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The score of each pattern, shape (patterns, m), and the information of all games, shape (m, m)."""
    weight = among * np.exp(value - value.max())
    share = weight / np.maximum(weight.sum(axis=2, keepdims=True), 1e-300)
    each = share * counts[:, None, None]
    return (chosen - share).sum(axis=1), np.diag(each.sum(axis=(0, 1))) - np.einsum("upi,upj->ij", each, share)

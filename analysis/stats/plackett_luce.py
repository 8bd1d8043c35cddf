"""Plackett-Luce strengths: a table's order as picks of the best among those left, each with probability in proportion
to exp(strength).

Luce (1959); Plackett (1975). Fitted by Newton's method on the log likelihood, covariance by the sandwich formula with
deals as clusters (White 1982), since the games of one deal are not independent. Players level with each other are picks
from one set (Breslow 1974); those left at the end, level or one alone, tell nothing.
"""

from typing import NamedTuple

import numpy as np

STEPS = 100
RIDGE = 0.01  # keeps strengths finite where one always wins; next to thousands of games it is nothing


class Strengths(NamedTuple):
    """Strengths by strategy, adding up to 0, shape (m,), and their covariance, shape (m, m)."""

    value: np.ndarray
    covariance: np.ndarray


def fit(items: np.ndarray, places: np.ndarray, m: int, deals: np.ndarray, ridge: float = RIDGE) -> Strengths:
    """Strengths of m strategies from games.

    items: the strategy of each player, shape (games, players); one may be there twice. places: of each player, equal
    where they are level (0: still holding cards, so last), same shape. deals: the deal of each game, shape (games,).
    """
    n = items.shape[1]
    order = np.argsort(np.where(places == 0, n + 1, places), axis=1, kind="stable")
    ranked = np.concatenate(
        [np.take_along_axis(one, order, axis=1) for one in (items, np.where(places == 0, n + 1, places))], axis=1
    )
    patterns, which, counts = np.unique(ranked, axis=0, return_inverse=True, return_counts=True)
    chosen, among = _picks(patterns[:, :n], patterns[:, n:], m)
    value = np.zeros(m)
    for _ in range(STEPS):
        score, information = _derivatives(value, chosen, among, counts)
        step = np.linalg.solve(
            information + (ridge + 1e-12) * np.eye(m) + np.ones((m, m)), (counts @ score) - ridge * value
        )
        value = value + step / max(1.0, float(np.abs(step).max()))  # at most 1 at a time, so that it cannot overshoot
        value -= value.mean()
        if np.abs(step).max() < 1e-10:
            break
    score, information = _derivatives(value, chosen, among, counts)
    by_deal = np.zeros((int(deals.max()) + 1, m))
    np.add.at(by_deal, deals, score[which.ravel()])
    bread = np.linalg.inv(
        information + (ridge + 1e-12) * np.eye(m) + np.ones((m, m))
    )  # scores add up to 0, so what is added in that direction is lost
    return Strengths(value, bread @ (by_deal.T @ by_deal) @ bread)


def _picks(items: np.ndarray, levels: np.ndarray, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Each pattern's picks: who was picked, shape (patterns, players, m), 0 for those that tell nothing, and how many
    of each strategy there were to pick from, same shape."""
    one_hot = np.eye(m)[items]
    tells = (levels < levels[:, -1:])[:, :, None]
    left = levels[:, :, None] <= levels[:, None, :]  # those not before the one who is picked
    return one_hot * tells, np.einsum("upq,uqm->upm", left.astype(float), one_hot) * tells


def _derivatives(
    value: np.ndarray, chosen: np.ndarray, among: np.ndarray, counts: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The score of each pattern, shape (patterns, m), and the information of all games, shape (m, m)."""
    weight = among * np.exp(value - value.max())
    share = weight / np.maximum(weight.sum(axis=2, keepdims=True), 1e-300)
    each = share * counts[:, None, None]
    return (chosen - share).sum(axis=1), np.diag(each.sum(axis=(0, 1))) - np.einsum("upi,upj->ij", each, share)

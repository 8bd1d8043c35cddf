"""Where the variance of results comes from: strategy, seat, cards, the interaction of strategy and cards, and
chance in play.

A balanced table of payoffs, with every strategy in every seat of every deal against the same opponents: y = mean +
strategy + seat + cards of the seat in the deal (with the opponents) + interaction of strategy and cards + chance in
play. The estimates are the usual unbiased ones from sums of squares (Searle, Casella and McCulloch, "Variance
components", 1992). Chance in play is what remains between two plays of the same table on the same deal.
"""

from typing import NamedTuple

import numpy as np

GROUPS = 50
LEAST = 2 * GROUPS  # deals played twice, below which shares are not estimated
NODES = 80  # at which an integral over a normal distribution is taken
ELO_SCALE = 400  # points in which odds grow tenfold
SOURCES = ("strategy", "seat", "cards", "interaction", "chance")


class Shares(NamedTuple):
    """Shares of the variance by source, in the order of `SOURCES`; they add up to 1.

    share, error: the shares and their standard errors, shape (5,).
    """

    share: np.ndarray
    error: np.ndarray


def components(payoffs: np.ndarray, again: np.ndarray) -> np.ndarray:
    """The variance by source.

    payoffs: shape (deals, strategies, seats). again: the payoffs of the first deals when played a second time, same
    shape but for the number of deals. The result is in the order of `SOURCES`, shape (5,).
    """
    n_deals, m, n_seats = payoffs.shape
    by_strategy, by_seat, by_cards = payoffs.mean(axis=(0, 2)), payoffs.mean(axis=(0, 1)), payoffs.mean(axis=1)
    rest = payoffs - by_cards[:, None, :] - by_strategy[None, :, None] + payoffs.mean()
    rest_variance = (rest**2).sum() / ((n_deals * n_seats - 1) * (m - 1))
    cards_variance = (by_cards - by_seat).var(axis=0).mean() * n_deals / (n_deals - 1) - rest_variance / m
    seat_variance = by_seat.var() - (cards_variance + rest_variance / m) / n_deals * (1 - 1 / n_seats)
    strategy_variance = by_strategy.var() - rest_variance / (n_deals * n_seats) * (1 - 1 / m)
    chance_variance = ((again - payoffs[: len(again)]) ** 2).mean() / 2
    return np.maximum(
        [strategy_variance, seat_variance, cards_variance, rest_variance - chance_variance, chance_variance], 0.0
    )


def shares(payoffs: np.ndarray, again: np.ndarray) -> Shares:
    """The shares of the variance, with standard errors by a delete-a-group jackknife over deals.

    payoffs: shape (deals, strategies, seats). again: the payoffs of the first deals when played a second time. NaN if
    nothing varies or there are too few deals.
    """
    if len(again) < LEAST or payoffs.std() == 0:
        return Shares(np.full(len(SOURCES), np.nan), np.full(len(SOURCES), np.nan))
    left_out = np.array([_share(_without(payoffs, again, group)) for group in range(GROUPS)])
    error = np.sqrt((GROUPS - 1) / GROUPS * ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0))
    return Shares(_share(components(payoffs, again)), error)


def skill_from_ratings(spread: float) -> float:
    """The share of the spread of results that is skill where two players drawn at random play once, from how Elo
    ratings are spread: the mean of (2 P - 1) squared, with P the chance of winning that the ratings give.

    spread: the standard deviation of ratings, in points of the logistic Elo scale; ratings are taken to be normal.

    >>> round(skill_from_ratings(123.4), 3), round(skill_from_ratings(0.0), 3)
    (0.175, 0.0)
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    chances = 1 / (1 + 10 ** (-spread * np.sqrt(2) * nodes / ELO_SCALE))
    return float(weights @ (2 * chances - 1) ** 2 / weights.sum())


def _without(payoffs: np.ndarray, again: np.ndarray, group: int) -> np.ndarray:
    """The variance by source without every fiftieth deal, counted from deal number `group`."""
    return components(np.delete(payoffs, np.s_[group::GROUPS], axis=0), np.delete(again, np.s_[group::GROUPS], axis=0))


def _share(variances: np.ndarray) -> np.ndarray:
    return np.asarray(variances / variances.sum())

"""Where the spread of results comes from: strategy, seat, cards, and the rest.

A balanced table of payoffs, every strategy in every seat of every deal against the same others: y = mean + strategy + seat + cards of the seat in the deal
(with the others at the table) + the rest, which is how a strategy and its cards go together and chance of play. Unbiased estimates by the usual
sums of squares (Searle, Casella and McCulloch, "Variance components", 1992).
"""

from typing import NamedTuple

import numpy as np

GROUPS = 50
SOURCES = ("strategy", "seat", "cards", "rest")


class Shares(NamedTuple):
    """Shares of the variance by source, in the order of `SOURCES`, with standard errors; they add up to 1."""

    share: np.ndarray
    error: np.ndarray


def components(payoffs: np.ndarray) -> np.ndarray:
    """Variance by source, shape (4,). payoffs: shape (deals, strategies, seats)."""
    n_deals, m, n_seats = payoffs.shape
    by_strategy, by_seat, by_cards = payoffs.mean(axis=(0, 2)), payoffs.mean(axis=(0, 1)), payoffs.mean(axis=1)
    rest = payoffs - by_cards[:, None, :] - by_strategy[None, :, None] + payoffs.mean()
    rest_variance = (rest**2).sum() / ((n_deals * n_seats - 1) * (m - 1))
    cards_variance = (by_cards - by_seat).var(axis=0).mean() * n_deals / (n_deals - 1) - rest_variance / m
    seat_variance = by_seat.var() - (cards_variance + rest_variance / m) / n_deals * (1 - 1 / n_seats)
    strategy_variance = by_strategy.var() - rest_variance / (n_deals * n_seats) * (1 - 1 / m)
    return np.maximum([strategy_variance, seat_variance, cards_variance, rest_variance], 0.0)


def shares(payoffs: np.ndarray) -> Shares:
    """The shares of the variance, with standard errors by leaving out groups of deals in turn; nan where nothing varies or there are too few deals."""
    if len(payoffs) < 2 * GROUPS or payoffs.std() == 0:
        return Shares(np.full(4, np.nan), np.full(4, np.nan))
    all_of_it = components(payoffs)
    left_out = np.array([_share(components(np.delete(payoffs, np.s_[group::GROUPS], axis=0))) for group in range(GROUPS)])
    return Shares(_share(all_of_it), np.sqrt((GROUPS - 1) / GROUPS * ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0)))


def _share(variances: np.ndarray) -> np.ndarray:
    return variances / variances.sum()

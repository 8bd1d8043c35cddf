"""Where the variance of results comes from: strategy, opponents, seat, cards, the interaction of strategy and cards,
and chance in play.

A balanced table of payoffs, with every strategy in every seat of every deal against the same opponents: y = mean +
strategy + opponents + seat + cards of the seat in the deal + interaction of strategy and cards + chance in play. The
estimates are the usual unbiased ones from sums of squares (Searle, Casella and McCulloch, "Variance components", 1992).
Chance in play is what remains between two plays of the same table on the same deal.

What opponents add is linear in who they are, for each strategy by itself, as places are: one is behind each of the
others or not. Its variance is a product of coefficients from two halves of the deals, which have no errors in common.
It is taken out of what sums of squares alone would book under cards and interaction: in a game without luck, the cards
would otherwise seem to decide whatever the opponents do.
"""

from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

import numpy as np

GROUPS = 50
LEAST = 2 * GROUPS  # deals played twice, below which shares are not estimated
SOURCES = ("strategy", "opponents", "seat", "cards", "interaction", "chance")


class Shares(NamedTuple):
    """Shares of the variance by source, in the order of `SOURCES`; they add up to 1.

    share, error: the shares and their standard errors, shape (6,).
    """

    share: np.ndarray
    error: np.ndarray


def components(payoffs: np.ndarray, again: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The variance by source.

    payoffs: shape (deals, strategies, seats). again: the payoffs of the first deals when played a second time, same
    shape but for the number of deals. others: the numbers of the strategies in the other chairs of each deal, shape
    (deals, chairs). The result is in the order of `SOURCES`, shape (6,).
    """
    n_deals, m, n_seats = payoffs.shape
    by_strategy, by_seat, by_cards = payoffs.mean(axis=(0, 2)), payoffs.mean(axis=(0, 1)), payoffs.mean(axis=1)
    rest = payoffs - by_cards[:, None, :] - by_strategy[None, :, None] + payoffs.mean()
    rest_variance = (rest**2).sum() / ((n_deals * n_seats - 1) * (m - 1))
    cards_variance = (by_cards - by_seat).var(axis=0).mean() * n_deals / (n_deals - 1) - rest_variance / m
    seat_variance = by_seat.var() - (cards_variance + rest_variance / m) / n_deals * (1 - 1 / n_seats)
    strategy_variance = by_strategy.var() - rest_variance / (n_deals * n_seats) * (1 - 1 / m)
    chance_variance = ((again - payoffs[: len(again)]) ** 2).mean() / 2
    to_all, to_each = _of_opponents(payoffs.mean(axis=2), others)
    return np.maximum(
        [
            strategy_variance,
            to_all + to_each,
            seat_variance,
            cards_variance - to_all,
            rest_variance - to_each - chance_variance,
            chance_variance,
        ],
        0.0,
    )


def _of_opponents(by_deal: np.ndarray, others: np.ndarray) -> tuple[float, float]:
    """The variance that opponents bring to all strategies alike, and to each by itself.

    by_deal: payoffs by deal and strategy, shape (deals, strategies). others: as in `components`.
    """
    n_deals, m = by_deal.shape
    counts = (others[:, :, None] == np.arange(m)).sum(axis=1).astype(float)
    spread = np.cov(counts, rowvar=False, bias=True)
    middle = n_deals // 2
    first, second = (_slopes(counts[half], by_deal[half]) for half in (np.s_[:middle], np.s_[middle:]))
    alike = [slopes.mean(axis=1) for slopes in (first, second)]
    apart = [slopes - mean[:, None] for slopes, mean in zip((first, second), alike, strict=True)]
    to_each = float(np.einsum("js,jk,ks->", apart[0], spread, apart[1])) / (m - 1)
    return float(alike[0] @ spread @ alike[1]) - to_each / m, to_each


def _slopes(counts: np.ndarray, by_deal: np.ndarray) -> np.ndarray:
    """What one more of each strategy among the opponents adds, for each strategy, shape (opponents, strategies)."""
    return np.asarray(np.linalg.pinv(counts - counts.mean(axis=0), rcond=1e-9) @ (by_deal - by_deal.mean(axis=0)))


def shares(payoffs: np.ndarray, again: np.ndarray, others: np.ndarray) -> Shares:
    """The shares of the variance, with standard errors by a delete-a-group jackknife over deals.

    payoffs: shape (deals, strategies, seats). again: the payoffs of the first deals when played a second time. others:
    the numbers of the strategies in the other chairs, shape (deals, chairs). NaN if nothing varies or there are too few
    deals.
    """
    if len(again) < LEAST or payoffs.std() == 0:
        return Shares(np.full(len(SOURCES), np.nan), np.full(len(SOURCES), np.nan))
    tables = (payoffs, again, others)
    left_out = np.array([_share(components(*(_without(table, group) for table in tables))) for group in range(GROUPS)])
    error = np.sqrt((GROUPS - 1) / GROUPS * ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0))
    return Shares(_share(components(*tables)), error)


def ceiling(strategies: int, players: int) -> float:
    """The share of strategy in the variance of places if there were no luck at all: the better one always finishes
    ahead, and two of the same strategy are ahead of each other by turns.

    strategies: how many take part, all unlike each other; the other chairs are drawn from them with equal chances.

    >>> round(ceiling(3, 2), 3), round(ceiling(2, 2), 3)
    (0.296, 0.25)
    """
    chairs = players - 1
    means, squares = np.zeros(strategies), 0.0
    for group in combinations_with_replacement(range(strategies), chairs):
        times = [group.count(each) for each in set(group)]
        chance = factorial(chairs) / prod(map(factorial, times)) / strategies**chairs
        for own in range(strategies):
            ahead, alike = sum(other < own for other in group), group.count(own)
            places = 1.0 + ahead + np.arange(alike + 1)
            means[own] += chance * places.mean()
            squares += chance * (places**2).mean() / strategies
    return float(means.var() / (squares - means.mean() ** 2))


def _without(table: np.ndarray, group: int) -> np.ndarray:
    """A table without every fiftieth deal, counted from deal number `group`."""
    return np.delete(table, np.s_[group::GROUPS], axis=0)


def _share(variances: np.ndarray) -> np.ndarray:
    return np.asarray(variances / variances.sum())

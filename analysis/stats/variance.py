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


class VarianceSums:
    """What the variance by source follows from: sums over deals by group, as every fiftieth deal is left out by turns.

    What opponents add is compared between two halves of the deals. Where the second half begins moves a little with
    the deals that are left out; what lies between these places is summed by itself.

    deals: how many there will be. Payoffs are counted from the first of them, so that what never varies leaves nothing.
    """

    def __init__(self, deals: int, strategies: int, seats: int) -> None:
        m = strategies
        self.m, self.at, self.at_again = m, 0, 0
        self.origin, self.first_row = 0.0, np.zeros(2 * m)
        self.begins = np.unique([self._middle(deals, group) for group in (None, *range(GROUPS))])
        parts = len(self.begins) + 1
        self.deals, self.by_part = np.zeros(GROUPS), np.zeros((parts, GROUPS))
        self.payoffs, self.squares = np.zeros((GROUPS, m, seats)), np.zeros(GROUPS)
        self.cards = np.zeros((GROUPS, seats))
        self.chance, self.twice = np.zeros(GROUPS), np.zeros(GROUPS)
        self.rows, self.products = np.zeros((parts, GROUPS, 2 * m)), np.zeros((parts, GROUPS, 2 * m, 2 * m))
        self.n = deals

    @staticmethod
    def _middle(deals: int, left_out: int | None) -> int:
        """The first deal of the second half of those that are not left out."""
        if left_out is None:
            return deals // 2
        rounds, rest = divmod((deals - len(range(left_out, deals, GROUPS))) // 2, GROUPS - 1)
        return rounds * GROUPS + rest + (rest >= left_out)

    def add(self, payoffs: np.ndarray, others: np.ndarray) -> None:
        """Count the next deals. payoffs: shape (deals, strategies, seats). others: the numbers of the strategies in the
        other chairs of each deal, shape (deals, chairs).
        """
        counts = (others[:, :, None] == np.arange(self.m)).sum(axis=1)
        if self.at == 0:
            self.origin = float(payoffs[0, 0, 0])
        y = payoffs - self.origin
        rows = np.concatenate([counts, y.mean(axis=2)], axis=1)
        if self.at == 0:
            self.first_row = rows[0]
        rows = rows - self.first_row
        deal = np.arange(self.at, self.at + len(y))
        group, part = deal % GROUPS, np.searchsorted(self.begins, deal, side="right")
        np.add.at(self.deals, group, 1)
        np.add.at(self.payoffs, group, y)
        np.add.at(self.squares, group, (y**2).sum(axis=(1, 2)))
        np.add.at(self.cards, group, y.mean(axis=1) ** 2)
        np.add.at(self.by_part, (part, group), 1)
        np.add.at(self.rows, (part, group), rows)
        np.add.at(self.products, (part, group), rows[:, :, None] * rows[:, None, :])
        self.at += len(y)

    def add_again(self, changes: np.ndarray) -> None:
        """Count the next of the deals that were played a second time. changes: of the payoffs, shape (deals,
        strategies, seats).
        """
        group = np.arange(self.at_again, self.at_again + len(changes)) % GROUPS
        np.add.at(self.chance, group, (changes**2).sum(axis=(1, 2)))
        np.add.at(self.twice, group, self.payoffs[0].size)
        self.at_again += len(changes)

    def components(self, left_out: int | None = None) -> np.ndarray:
        """The variance by source, in the order of `SOURCES`, shape (6,). left_out: the group of deals without which it
        is estimated.
        """
        kept = np.arange(GROUPS) != (-1 if left_out is None else left_out)
        n_deals, (m, n_seats) = self.deals[kept].sum(), self.payoffs.shape[1:]
        table = self.payoffs[kept].sum(axis=0) / n_deals
        by_strategy, by_seat, mean = table.mean(axis=1), table.mean(axis=0), table.mean()
        cards_squares = self.cards[kept].sum(axis=0)
        of_strategy = n_deals * n_seats * ((by_strategy - mean) ** 2).sum()
        rest = max(self.squares[kept].sum() - m * cards_squares.sum() - of_strategy, 0.0)
        rest_variance = rest / ((n_deals * n_seats - 1) * (m - 1))
        cards_variance = (cards_squares / n_deals - by_seat**2).mean() * n_deals / (n_deals - 1) - rest_variance / m
        seat_variance = by_seat.var() - (cards_variance + rest_variance / m) / n_deals * (1 - 1 / n_seats)
        strategy_variance = by_strategy.var() - rest_variance / (n_deals * n_seats) * (1 - 1 / m)
        chance_variance = self.chance[kept].sum() / self.twice[kept].sum() / 2
        to_all, to_each = self._of_opponents(kept, self._middle(self.n, left_out))
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

    def _of_opponents(self, kept: np.ndarray, middle: int) -> tuple[float, float]:
        """The variance that opponents bring to all strategies alike, and to each by itself. middle: the first deal of
        the second half.
        """
        m, cut = self.m, int(np.searchsorted(self.begins, middle)) + 1
        whole, first, second = (self._covariance(kept, part) for part in (np.s_[:], np.s_[:cut], np.s_[cut:]))
        spread = whole[:m, :m]
        slopes = [_slopes(half[:m, :m], half[:m, m:]) for half in (first, second)]
        alike = [each.mean(axis=1) for each in slopes]
        apart = [each - mean[:, None] for each, mean in zip(slopes, alike, strict=True)]
        to_each = float(np.einsum("js,jk,ks->", apart[0], spread, apart[1])) / (m - 1)
        return float(alike[0] @ spread @ alike[1]) - to_each / m, to_each

    def _covariance(self, kept: np.ndarray, parts: slice) -> np.ndarray:
        """How opponents and payoffs of some deals vary together, shape (2m, 2m)."""
        n = self.by_part[parts][:, kept].sum()
        mean = self.rows[parts][:, kept].sum(axis=(0, 1)) / n
        return np.asarray(self.products[parts][:, kept].sum(axis=(0, 1)) / n - np.outer(mean, mean))

    def shares(self) -> Shares:
        """The shares of the variance, with standard errors by a delete-a-group jackknife over deals; NaN if nothing
        varies or there are too few deals.
        """
        if self.at_again < LEAST or self.squares.sum() == 0:
            return Shares(np.full(len(SOURCES), np.nan), np.full(len(SOURCES), np.nan))
        left_out = np.array([_share(self.components(group)) for group in range(GROUPS)])
        error = np.sqrt((GROUPS - 1) / GROUPS * ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0))
        return Shares(_share(self.components()), error)


def _slopes(spread: np.ndarray, shared: np.ndarray) -> np.ndarray:
    """What one more of each strategy among the opponents adds, for each strategy, shape (opponents, strategies).

    spread: the covariance of how many there are of each. shared: their covariance with payoffs.
    """
    return np.asarray(np.linalg.pinv(spread, rcond=1e-9, hermitian=True) @ shared)


def ceiling(strategies: int, players: int) -> float:
    """The share of strategy in the variance of places if there were no luck at all: the better one always finishes
    ahead, and two of the same strategy are ahead of each other by turns.

    strategies: how many take part, all unlike each other; the other chairs are drawn from them with equal chances.

    >>> round(ceiling(3, 2), 3), round(ceiling(2, 2), 3)
    (0.296, 0.25)
    """
    chairs, alike = players - 1, 1 / strategies
    better = np.arange(strategies) * alike  # the chance that somebody on another chair always finishes ahead
    ahead = chairs * (better + alike / 2)
    both = better**2 + better * alike + alike**2 / 3  # two others are ahead: of three alike, in one order of three
    squares = ahead + chairs * (chairs - 1) * both
    return float(ahead.var() / (squares.mean() - ahead.mean() ** 2))


def _share(variances: np.ndarray) -> np.ndarray:
    return np.asarray(variances / variances.sum())

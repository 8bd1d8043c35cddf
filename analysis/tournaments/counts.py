"""What is counted of a tournament's games, some deals at a time, so that memory does not grow with the games."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from knotlab.analysis.stats.estimate import DealSums
from knotlab.analysis.stats.intervals import Range
from knotlab.analysis.stats.metrics import MATCHES, Metric, counted
from knotlab.analysis.stats.moments import Crossed
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.analysis.stats.plackett_luce import Orders
from knotlab.analysis.stats.variance import Shares, VarianceSums
from knotlab.sim import games

T = TypeVar("T")


@dataclass(frozen=True)
class Passes(Generic[T]):
    """What can be gone through again, as it is made anew each time."""

    make: Callable[[], Iterator[T]]

    def __iter__(self) -> Iterator[T]:
        return self.make()


class Batch(NamedTuple):
    """The games of consecutive deals.

    results: of the metric's field by deal, strategy, rotation and player (the strategy's own is player 0), shape
    (deals, m, n, n). others: the strategies in the other chairs of each deal, shape (deals, n - 1). unfinished: games
    that did not end.
    """

    results: np.ndarray
    others: np.ndarray
    unfinished: int


@dataclass(frozen=True)
class Played:
    """A tournament's games, which may be gone through several times.

    deals: how many there are. batches: all of them, in order. again: results of the first deals with another chance of
    play.
    """

    game: str
    names: tuple[str, ...]
    metric: Metric
    n_players: int
    deals: int
    batches: Iterable[Batch]
    again: Iterable[np.ndarray]

    @property
    def games(self) -> int:
        """Games in all."""
        return self.deals * len(self.names) * self.n_players

    def numbers(self, results: np.ndarray) -> np.ndarray:
        """Each strategy's own payoff, the higher the better, in whole numbers by deal and seat, shape (deals, m, n)."""
        return self.metric.factor * by_seat(self.metric.payoff(results.reshape(-1, self.n_players)).value, results)

    def ratings(self, numbers: Crossed) -> Crossed:
        """Mean payoffs, with places from -1 to 1. numbers: whole-number payoffs of all seats together."""
        divisor = self.metric.divisor(self.n_players)
        offset = 1 + 2 / divisor if self.metric.by_places else 0.0
        return numbers.scaled(1 / (UNIT * divisor * self.n_players), offset)

    @property
    def bounds(self) -> Range | None:
        """What a strategy's mean payoff cannot leave, if the metric has bounds."""
        if self.metric.reach is None:
            return None
        return Range(-1.0, 1.0) if self.metric.by_places else Range(*sorted((0.0, float(self.metric.factor))))

    def orders(self, batch: Batch) -> Orders:
        """Who sat in each game and who finished where, equal where they are level; games by deal."""
        deals, m, n, _ = batch.results.shape
        items = np.empty((deals, m, n, n), np.int64)
        items[..., 0] = np.arange(m)[:, None]
        items[..., 1:] = batch.others[:, None, None, :]
        places = finishing(self.metric.field, batch.results)
        return Orders(items.reshape(deals, m * n, n), places.reshape(deals, m * n, n))

    @property
    def all_orders(self) -> Iterable[Orders]:
        """The orders of all games."""
        return Passes(lambda: map(self.orders, self.batches))

    def shares(self) -> Shares:
        """Where the variance of payoffs comes from."""
        sums, again = VarianceSums(self.deals, len(self.names), self.n_players), iter(self.again)
        for batch, repeated in zip_longest(self.batches, again):
            numbers = self.numbers(batch.results)
            sums.add(numbers, batch.others)
            if repeated is not None:
                sums.add_again(self.numbers(repeated) - numbers[: len(repeated)])
        return sums.shares()


def finishing(field: str, results: np.ndarray) -> np.ndarray:
    """Who finished where by a result field, the last axis by player: equal where they are level, as those are who still
    hold cards, all of them last.

    >>> finishing("place", np.array([0, 1, 0])).tolist(), finishing("score", np.array([5, 9, 5])).tolist()
    ([4, 1, 4], [2, 1, 2])
    """
    if field == "place":
        return np.where(results == 0, results.shape[-1] + 1, results)
    return np.asarray(1 + (results[..., None, :] > results[..., :, None]).sum(axis=-1))


def by_seat(value: np.ndarray, results: np.ndarray) -> np.ndarray:
    """Player 0's payoffs by deal, strategy and seat: in rotation r he is on seat -r."""
    deals, m, n, _ = results.shape
    return np.asarray(value[:, 0].reshape(deals, m, n)[:, :, (-np.arange(n)) % n])


class Meetings:
    """Who finished ahead of whom, by deal: games, counted double so that halves for neither are whole numbers.

    ahead: games in which one was ahead of the other. met: games of both. deals: deals on which they met. The sums of
    squares and products over deals are Python's numbers, exact whatever is made of them; shape (m, m) each.
    """

    def __init__(self, m: int) -> None:
        self.m = m
        self.deals = np.zeros((m, m), np.int64)
        self.ahead, self.met = np.zeros((m, m), object), np.zeros((m, m), object)
        self.ahead_squares, self.met_squares, self.products = (np.zeros((m, m), object) for _ in range(3))

    def add(self, orders: Orders, others: np.ndarray) -> None:
        """Count further deals: their orders, and who sat in the other chairs."""
        deals, n = orders.places.shape[0], orders.places.shape[2]
        places = orders.places.reshape(deals, self.m, n, n)
        ahead = (2 * (places[..., :1] < places[..., 1:]) + (places[..., :1] == places[..., 1:])).sum(axis=2)
        wins, met = np.zeros((2, deals, self.m, self.m), np.int64)
        rows = np.arange(deals)
        for chair in range(n - 1):
            other = others[:, chair]
            for i in range(self.m):
                wins[rows, i, other] += ahead[:, i, chair]
                wins[rows, other, i] += 2 * n - ahead[:, i, chair]
                met[rows, i, other] += 2 * n
                met[rows, other, i] += 2 * n
        self.deals += (met > 0).sum(axis=0)
        self.ahead, self.met = self.ahead + wins.sum(axis=0), self.met + met.sum(axis=0)
        self.ahead_squares = self.ahead_squares + (wins**2).sum(axis=0)
        self.met_squares = self.met_squares + (met**2).sum(axis=0)
        self.products = self.products + (wins * met).sum(axis=0)

    def share(self, i: int, j: int, deals: int) -> tuple[float, float]:
        """The share of games in which one finished ahead of the other, and its standard error: a ratio of sums over
        deals.
        """
        ahead, met = int(self.ahead[i, j]), int(self.met[i, j])
        if met == 0:
            return np.nan, 0.0
        squares = (
            met**2 * int(self.ahead_squares[i, j])
            - 2 * ahead * met * int(self.products[i, j])
            + ahead**2 * int(self.met_squares[i, j])
        )
        return ahead / met, float(np.sqrt(squares / met**4 * deals / max(deals - 1, 1)))


class Counts:
    """What a tournament's tables are made of, but for strengths and sources.

    metrics: those that the results tell of. numbers: whole-number payoffs of each strategy. by_strategy, by_seat: exact
    sums of each metric, over deals of shape (m,) and (m, seats). places: how often each strategy ended in each place,
    shape (m, n + 1), 0 for unfinished. are_alike: whether all games came out the same, shape (m, m).
    """

    def __init__(self, played: Played) -> None:
        m, n = len(played.names), played.n_players
        known = counted(games.find(played.game), played.metric == MATCHES)
        self.metrics = {name: metric for name, metric in known.items() if metric.field == played.metric.field}
        self.by_strategy = {name: DealSums() for name in self.metrics}
        self.by_seat = {name: DealSums() for name in self.metrics}
        self.numbers: Crossed | None = None
        self.places = np.zeros((m, n + 1), np.int64)
        self.are_alike = np.ones((m, m), bool)
        self.meetings, self.unfinished = Meetings(m), 0
        for batch in played.batches:
            self._add(played, batch)

    def _add(self, played: Played, batch: Batch) -> None:
        results, n = batch.results, played.n_players
        for name, metric in self.metrics.items():
            value = by_seat(metric.payoff(results.reshape(-1, n)).value, results)
            self.by_seat[name].add(value)
            self.by_strategy[name].add(value.sum(axis=2))
        numbers = played.numbers(results).sum(axis=2)
        self.numbers = Crossed.of(numbers) if self.numbers is None else self.numbers.and_of(numbers)
        if played.metric.field == "place":
            for i in range(len(played.names)):
                self.places[i] += np.bincount(results[:, i, :, 0].ravel(), minlength=n + 1)
        content = [results[:, i].tobytes() for i in range(len(played.names))]
        self.are_alike &= np.array([[one == other for other in content] for one in content])
        self.meetings.add(played.orders(batch), batch.others)
        self.unfinished += batch.unfinished

"""Changes of positions that what-ifs of Twisted Knot make."""

from collections.abc import Callable

import numpy as np
import polars as pl

from knotlab.sim.branch import Positions
from knotlab.sim.games.twisted_knot.cards import N_RANKS, NAMES, TWO


def without_a_pile_card(start: Positions, rows: pl.DataFrame) -> np.ndarray:
    """Take the top card of the mover's pile out of the game, where the pile has two cards or more."""
    seats = rows["seat"].to_numpy()
    at = np.arange(len(seats))
    possible = start.views["pile_sizes"][at, seats] > 1
    start.views["pile_sizes"][at, seats] -= possible
    start.hiddens["taken"][at, seats] += possible
    return np.asarray(possible)


def card_for_the_two(start: Positions, rows: pl.DataFrame) -> np.ndarray:
    """Exchange a two of the table stack with a card of another rank that was cleared, the rank by lot in proportion to
    its cards in the game: a four clears itself, so as cleared cards lie there would be too many fours."""
    return np.array([_exchange_two(view, int(game)) for view, game in zip(start.views, rows["game"], strict=True)])


def _exchange_two(view: np.record, lot: int) -> bool:
    """Make the exchange in one position; whether there were both cards."""
    twos = np.flatnonzero(view.stack[: view.stack_size] == TWO)
    others = np.repeat(np.arange(N_RANKS), view.deck[:N_RANKS])
    others = others[(others != TWO) & (view.cleared[others] > 0)]
    if not len(twos) or not len(others):
        return False
    card = int(others[lot % len(others)])
    view.stack[twos[0]] = card
    for counts, change in ((view.stack_counts, 1), (view.cleared, -1)):
        counts[card] += change
        counts[TWO] -= change
    view.stack_held = sum(1 << rank for rank in range(N_RANKS) if view.stack_counts[rank] > 0)
    return True


def _first_card(rank: int) -> Callable[[Positions, pl.DataFrame], np.ndarray]:
    """A change that deals the mover a card of the rank as first card."""

    def deal(start: Positions, rows: pl.DataFrame) -> np.ndarray:
        positions = zip(start.views, start.hiddens, rows["seat"], rows["game"], strict=True)
        return np.array(
            [_redeal_first(view, hidden, int(seat), rank, int(game)) for view, hidden, seat, game in positions]
        )

    deal.__name__ = f"first_card_{NAMES[rank]}"
    return deal


def any_first(start: Positions, rows: pl.DataFrame) -> np.ndarray:
    """Deal the mover a first card of a rank by lot, each of the 14 as likely."""
    positions = zip(start.views, start.hiddens, rows["seat"], rows["game"], strict=True)
    return np.array(
        [
            _redeal_first(view, hidden, int(seat), int(game) % N_RANKS, int(game) // N_RANKS)
            for view, hidden, seat, game in positions
        ]
    )


def _redeal_first(view: np.record, hidden: np.record, seat: int, rank: int, lot: int) -> bool:
    """Exchange the only card in hand with one of the rank, by lot among all piles; whether there was one, or it is in
    the hand already.
    """
    held = int(np.flatnonzero(view.hand)[0])
    if held == rank:
        return True
    cards = np.arange(int(hidden.n_cards))
    in_piles = cards // view.players >= hidden.taken[cards % view.players]
    places = np.flatnonzero((hidden.deck[: hidden.n_cards] == rank) & in_piles)
    if not len(places):
        return False
    hidden.deck[places[lot % len(places)]] = held
    view.hand[held], view.hand[rank], view.held = 0, 1, 1 << rank
    hidden.hands[seat], hidden.held[seat] = view.hand, view.held
    return True


first_cards = tuple(map(_first_card, range(N_RANKS)))

"""Changes of positions that what-ifs of Twisted Knot make."""

from collections.abc import Callable

import numpy as np
import polars as pl

from knotlab.sim.games.twisted_knot.cards import FIVE, JACK, N_RANKS, NAMES
from knotlab.sim.playing.branch import Positions


def pile_card_to_hand(start: Positions, rows: pl.DataFrame) -> np.ndarray:
    """Move the top card of the mover's pile into the hand, where the pile has two cards or more."""
    positions = zip(start.views, start.hiddens, rows["seat"], strict=True)
    return np.array([_take_one(view, hidden, int(seat)) for view, hidden, seat in positions])


def _take_one(view: np.record, hidden: np.record, seat: int) -> bool:
    """Move the card in one position; whether the pile was large enough."""
    if view.pile_sizes[seat] < 2:
        return False
    rank = int(hidden.deck[seat + view.players * hidden.taken[seat]])
    view.hand[rank] += 1
    view.held |= 1 << rank
    hidden.hands[seat], hidden.held[seat] = view.hand, view.held
    for counts, change in ((view.pile_sizes, -1), (view.hand_sizes, 1), (hidden.taken, 1)):
        counts[seat] += change
    hidden.spent += 1
    return True


def in_place_of(given: int, rank: int) -> Callable[[Positions, pl.DataFrame], np.ndarray]:
    """A change that exchanges a card of one rank in the table stack with one of another that was cleared from the
    game.
    """

    def exchange(start: Positions, rows: pl.DataFrame) -> np.ndarray:
        return np.array([_exchange(view, given, rank) for view in start.views])

    exchange.__name__ = f"{NAMES[rank]}_in_place_of_{NAMES[given]}"
    return exchange


def _exchange(view: np.record, given: int, rank: int) -> bool:
    """Make the exchange in one position; whether there were both cards."""
    places = np.flatnonzero(view.stack[: view.stack_size] == given)
    if not len(places) or not view.cleared[rank]:
        return False
    view.stack[places[0]] = rank
    for counts, change in ((view.stack_counts, 1), (view.cleared, -1)):
        counts[rank] += change
        counts[given] -= change
    view.stack_held = sum(1 << other for other in range(N_RANKS) if view.stack_counts[other] > 0)
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


def _redeal_first(view: np.record, hidden: np.record, seat: int, rank: int, lot: int) -> bool:
    """Exchange the only card in hand with one of the rank, at random among all piles; whether there was one, or it is
    in the hand already.
    """
    held = int(np.flatnonzero(view.hand)[0])
    if held == rank:
        return True
    places = _in_piles(view, hidden, rank)
    if not len(places):
        return False
    hidden.deck[places[lot % len(places)]] = held
    view.hand[held], view.hand[rank], view.held = 0, 1, 1 << rank
    hidden.hands[seat], hidden.held[seat] = view.hand, view.held
    return True


def five_for_another(start: Positions, rows: pl.DataFrame) -> np.ndarray:
    """Exchange a card in the mover's hand, at random, for a five from the piles."""
    positions = zip(start.views, start.hiddens, rows["seat"], rows["game"], strict=True)
    return np.array([_deal_instead(view, hidden, int(seat), FIVE, int(game)) for view, hidden, seat, game in positions])


def five_while_jacks_may_come(start: Positions, rows: pl.DataFrame) -> np.ndarray:
    """The same where, for all that the mover knows, another player may have a jack."""
    seen = [view.hand[JACK] + view.stack_counts[JACK] + view.cleared[JACK] for view in start.views]
    may_come = np.array([view.deck[JACK] for view in start.views]) > np.array(seen)
    return np.asarray(five_for_another(start, rows) & may_come)


def _deal_instead(view: np.record, hidden: np.record, seat: int, rank: int, lot: int) -> bool:
    """Exchange a card in hand for one of a rank, both at random, the latter among all piles; whether there was one."""
    places = _in_piles(view, hidden, rank)
    if not len(places):
        return False
    held = np.repeat(np.arange(N_RANKS), view.hand[:N_RANKS])
    gone = int(held[lot % len(held)])
    hidden.deck[places[lot % len(places)]] = gone
    view.hand[gone] -= 1
    view.hand[rank] += 1
    view.held = sum(1 << other for other in range(N_RANKS) if view.hand[other] > 0)
    hidden.hands[seat], hidden.held[seat] = view.hand, view.held
    return True


def _in_piles(view: np.record, hidden: np.record, rank: int) -> np.ndarray:
    """Where in the deck the cards of a rank lie that are in a pile still."""
    cards = np.arange(int(hidden.n_cards))
    in_piles = cards // view.players >= hidden.taken[cards % view.players]
    return np.flatnonzero((hidden.deck[: hidden.n_cards] == rank) & in_piles)


first_cards = tuple(map(_first_card, range(N_RANKS)))

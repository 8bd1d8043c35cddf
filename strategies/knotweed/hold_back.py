"""Not playing everything: the rulebook's remark that most rounds reach a point where that is best."""

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import copies, rank_of, size, suit_of
from knotlab.sim.games.knotweed.state import PASS, PLAY
from knotlab.sim.kernels.vectors import WIDTH, digits, less, more, spread, sum_over, write_rest, write_row
from knotlab.strategies import param, strategy
from knotlab.strategies.knotweed.cheapest import card_beneath, extra_penalty
from knotlab.strategies.knotweed.finisher import ALL_RANKS, USED, find_finish, finisher, finishes

INVITES = USED  # where the plan keeps, by suit and rank, the share of unseen cards that can be played onto a card
BY_RANK = INVITES + 4 * WIDTH  # and the share of each rank
LOOKED = BY_RANK + WIDTH  # places of the plan that are taken
ONE_OF_EACH = 0o1111  # a group with one card of every suit


@strict
def look_around(view, fear, price):
    """Into the plan: a finish, if there is one; and for each card the share of those that nobody has seen which can be
    played onto it: all of its rank and all of its suit, its fellows counted once.
    """
    find_finish(view)
    unseen = unseen_cards(view)
    clubs, diamonds, hearts, spades = of_suit(unseen, 0), of_suit(unseen, 1), of_suit(unseen, 2), of_suit(unseen, 3)
    n_clubs, n_diamonds = sum_over(clubs, ALL_RANKS), sum_over(diamonds, ALL_RANKS)
    n_hearts, n_spades = sum_over(hearts, ALL_RANKS), sum_over(spades, ALL_RANKS)
    each = 1.0 / max(1, n_clubs + n_diamonds + n_hearts + n_spades)
    write_row(view.plan, BY_RANK, more(more(clubs, diamonds), more(hearts, spades)), each)
    write_rest(view.plan, INVITES, BY_RANK, each * n_clubs, clubs, each)
    write_rest(view.plan, INVITES + WIDTH, BY_RANK, each * n_diamonds, diamonds, each)
    write_rest(view.plan, INVITES + 2 * WIDTH, BY_RANK, each * n_hearts, hearts, each)
    write_rest(view.plan, INVITES + 3 * WIDTH, BY_RANK, each * n_spades, spades, each)


@strict
def unseen_cards(view):
    """The cards that are neither played nor in the own hand, as a row of groups."""
    return less(less(spread(view.decks * ONE_OF_EACH), view.played), view.hand)


@strict
def of_suit(groups, suit):
    """How many cards of a suit are in each group of a row."""
    return digits(groups, 3 * suit, 7)


@strict
def invites(view, card):
    """The share of unseen cards that can be played onto a card."""
    return view.plan[np.uint64(INVITES + WIDTH * suit_of(card) + rank_of(card))]  # see `card_beneath`


@strict
def opens(view, move):
    """How many more piles a random unseen card could be played onto after this play than before it, on average."""
    share = -invites(view, card_beneath(view, move))
    for suit in range(4):
        share += copies(move.cards, suit) * invites(view, 4 * move.rank + suit)
    return share


@strategy("knotweed", title="Holder-back", plan=look_around, fear=param(10.0, 0.0, 50.0), price=param(2.0, 0.0, 10.0))
def hold_back(view, move, fear, price):
    """Weigh the cards that a play sheds against the penalty it adds and the openings it gives the next player.

    Source: the rulebook's remark on holding back; claim KW-C3.

    Assumed: openings are counted over the cards that the player has not seen; it goes out whenever it can, as
    `finisher` does.

    Parameters
    ----------
    fear
        How much an opening weighs; divided by the cards in the next player's hand, so it weighs most when that player
        is about to go out.
    price
        What a penalty card weighs, in cards shed.
    """
    if move.kind == PASS:
        return -3.0 * price
    if move.kind != PLAY or finishes(view, move):
        return finisher(view, move)
    danger = fear / view.hand_sizes[view.next]
    return size(move.cards) - price * extra_penalty(view, move) - danger * opens(view, move)

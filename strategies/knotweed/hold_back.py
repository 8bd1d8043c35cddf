"""Not playing everything: the rulebook's remark that most rounds reach a point where that is best."""

from knotlab.sim.games.knotweed.cards import N_RANKS, copies, rank_of, size, suit_of
from knotlab.sim.games.knotweed.state import PASS, PLAY
from knotlab.sim.jit import strict
from knotlab.strategies import param, strategy
from knotlab.strategies.knotweed.cheapest import extra_penalty
from knotlab.strategies.knotweed.finisher import USED, find_finish, finisher, finishes

BY_RANK, BY_SUIT, EACH = USED, USED + N_RANKS, USED + N_RANKS + 4  # places in the plan
ONE_OF_EACH = 0o1111  # a group with one card of every suit


@strict
def look_around(view, fear, price):
    """Into the plan: a finish, if there is one; the cards that nobody has seen, by rank and by suit, as shares of them
    all; and the share of one card.
    """
    find_finish(view)
    clubs = diamonds = hearts = spades = 0
    for rank in range(N_RANKS):
        unseen = unseen_group(view, rank)
        clubs += copies(unseen, 0)
        diamonds += copies(unseen, 1)
        hearts += copies(unseen, 2)
        spades += copies(unseen, 3)
    each = 1.0 / max(1, clubs + diamonds + hearts + spades)
    view.plan[EACH] = each
    for rank in range(N_RANKS):
        view.plan[BY_RANK + rank] = each * size(unseen_group(view, rank))
    view.plan[BY_SUIT], view.plan[BY_SUIT + 1] = each * clubs, each * diamonds
    view.plan[BY_SUIT + 2], view.plan[BY_SUIT + 3] = each * hearts, each * spades


@strict
def unseen_group(view, rank):
    """The cards of a rank that are neither played nor in the own hand, as a group: no digit of the difference is below
    0.
    """
    return view.decks * ONE_OF_EACH - view.played[rank] - view.hand[rank]


@strict
def invites(view, card):
    """The share of unseen cards that can be played onto a card."""
    rank, suit = rank_of(card), suit_of(card)
    return (
        view.plan[BY_RANK + rank] + view.plan[BY_SUIT + suit] - view.plan[EACH] * copies(unseen_group(view, rank), suit)
    )


@strict
def opens(view, move):
    """How many more piles a random unseen card could be played onto after this play than before it, on average."""
    share = -invites(view, view.tops[move.pile])
    for suit in range(4):
        share += copies(move.cards, suit) * invites(view, 4 * move.rank + suit)
    return share


@strategy("knotweed", plan=look_around, fear=param(10.0, 0.0, 50.0), price=param(2.0, 0.0, 10.0))
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

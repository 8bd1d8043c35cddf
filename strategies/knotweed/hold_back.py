"""Not playing all one can: the rulebook's remark that most rounds reach a point where that is the best strategy."""

from sim.jit import strict
from sim.knotweed.cards import N_RANKS, copies, rank_of, size, suit_of
from sim.knotweed.state import PASS, PLAY
from strategies import param, strategy
from strategies.knotweed.cheapest import extra_penalty
from strategies.knotweed.finisher import USED, find_finish, finisher, finishes

BY_RANK, BY_SUIT, ALL = USED, USED + N_RANKS, USED + N_RANKS + 4  # places in the plan


@strict
def look_around(view, fear, price):
    """Into the plan: a finish, if there is one, and the cards nobody has seen, by rank, by suit and in all."""
    find_finish(view)
    for place in range(BY_RANK, ALL + 1):
        view.plan[place] = 0.0
    for rank in range(N_RANKS):
        for suit in range(4):
            unseen = unseen_copies(view, rank, suit)
            view.plan[BY_RANK + rank] += unseen
            view.plan[BY_SUIT + suit] += unseen
            view.plan[ALL] += unseen


@strict
def unseen_copies(view, rank, suit):
    """How many copies of a card are neither played nor in one's own hand."""
    return view.decks - copies(view.played[rank], suit) - copies(view.hand[rank], suit)


@strict
def invites(view, card):
    """The share of unseen cards that can be played onto a card."""
    rank, suit = rank_of(card), suit_of(card)
    matching = view.plan[BY_RANK + rank] + view.plan[BY_SUIT + suit] - unseen_copies(view, rank, suit)
    return matching / max(1.0, view.plan[ALL])


@strict
def opens(view, move):
    """How many more piles a random unseen card could be played onto after this play than before it, on average."""
    share = -invites(view, view.tops[move.pile])
    for suit in range(4):
        share += copies(move.cards, suit) * invites(view, 4 * move.rank + suit)
    return share


@strategy("knotweed", plan=look_around, fear=param(10.0, 0.0, 50.0), price=param(2.0, 0.0, 10.0))
def hold_back(view, move, fear, price):
    """Weigh the cards a play sheds against the penalty it adds and against what it opens for the next player.

    fear: how much an opening weighs; it is shared among the cards in the next player's hand, so it weighs most when he is about to go out.
    price: what a penalty card weighs, in cards. Assumed: openings are counted over the cards that one has not seen, and it goes out whenever
    it can, as the finisher does.
    """
    if move.kind == PASS:
        return -3.0 * price
    if move.kind != PLAY or finishes(view, move):
        return finisher(view, move)
    danger = fear / view.hand_sizes[view.next]
    return size(move.cards) - price * extra_penalty(view, move) - danger * opens(view, move)

"""Twos as weapons: the other half of the rulebooks' tip on keeping the others off their piles."""

from knotlab.sim.games.twisted_knot.cards import TWO
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._pressure import press
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", cards=param(2, 1, 8), most=param(4, 1, 4), hand=param(8, 1, 20), tip=param(1, 0, 1))
def two_pressure(view, move, cards, most, hand, tip):
    """Keep twos for a next player with few cards in hand, who will hardly have a queen, let alone two; lay them
    together then.

    cards: the largest hand that counts as few. most: how many are laid together at most. hand: cards are held back only
    while the hand has this many or more. tip: 0 plays just `shed`. Assumed: otherwise a two is laid only rather than
    the stack picked up or when nothing else is left to lay, and is never given away while there is another card to
    give.
    """
    return press(view, move, TWO, cards, most, hand) if tip else shed(view, move)

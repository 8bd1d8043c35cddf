"""Jokers as weapons: the rulebooks' tip on keeping the others off their piles."""

from knotlab.sim.games.twisted_knot.cards import JOKER
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._pressure import press
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", cards=param(2, 1, 8), hand=param(8, 1, 20), tip=param(1, 0, 1))
def joker_pressure(view, move, cards, hand, tip):
    """Keep jokers for a next player with few cards in hand, who will hardly have a pair; lay them one at a time then.

    cards: the largest hand that counts as few. hand: cards are held back only while the hand has this many or more.
    tip: 0 plays just `shed`. Assumed: otherwise a joker is laid only rather than the stack picked up, and is never
    given away while there is another card to give.
    """
    return press(view, move, JOKER, cards, 1, hand) if tip else shed(view, move)

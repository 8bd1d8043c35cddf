"""Jokers as weapons: the rulebooks' tip on keeping the others away from their piles."""

from knotlab.sim.games.twisted_knot.cards import JOKER
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._pressure import press
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", title="Joker presser", cards=param(2, 1, 8), hand=param(8, 1, 20), tip=param(1, 0, 1))
def joker_pressure(view, move, cards, hand, tip):
    """Keep jokers until the next player has few cards in hand, and hardly a pair; then lay them one at a time.

    Source: the rulebooks' tip on jokers and twos; claim TK-C15.

    Assumed: a joker held back is otherwise played only to avoid picking up the stack, and given away last.

    Parameters
    ----------
    cards
        The largest hand that counts as few cards.
    hand
        Cards are held back only while the hand has at least this many.
    tip
        1 follows the tip; 0 plays exactly like `shed`.
    """
    return press(view, move, JOKER, cards, 1, hand) if tip else shed(view, move)

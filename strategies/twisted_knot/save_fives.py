"""Saving fives for a jack: the rulebooks' tip on the game between two."""

from knotlab.sim.games.twisted_knot.cards import FIVE
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._hold import hold, leaves_fewer
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", fives=param(1, 1, 4), hand=param(8, 1, 20), tip=param(1, 0, 1))
def save_fives(view, move, fives, hand, tip):
    """With two players left, keep some fives in the hand, since nothing else answers a jack; shed everything else.

    fives: how many are kept; those above that number are laid as any card. hand: cards are held back only while the
    hand has this many or more. tip: 0 plays just `shed`. Assumed: a kept five answers a jack at once, is laid otherwise
    only rather than the stack picked up, and is given away last. With more players the tip does nothing.
    """
    score = shed(view, move)
    return score + hold(view, hand) if tip and view.holding == 2 and leaves_fewer(view, move, FIVE, fives) else score

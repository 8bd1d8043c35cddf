"""Saving fives for a jack: the rulebooks' tip for two players."""

from knotlab.sim.games.twisted_knot.cards import FIVE
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._hold import hold, leaves_fewer
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", title="Fives saver", fives=param(1, 1, 4), hand=param(8, 1, 20), tip=param(1, 0, 1))
def save_fives(view, move, fives, hand, tip):
    """With two players left, keep some fives in the hand, since nothing else answers a jack; shed everything else.

    Source: the rulebooks' tips for two players; claim TK-C9.

    Assumed: a five that is kept answers a jack at once; it is otherwise played only to avoid picking up the stack, and
    given away last. With more than two players the tip does nothing.

    Parameters
    ----------
    fives
        How many are kept; any beyond that number are laid like other cards.
    hand
        Cards are held back only while the hand has at least this many.
    tip
        1 follows the tip; 0 plays exactly like `shed`.
    """
    score = shed(view, move)
    saves = tip and view.holding == view.magic_at and leaves_fewer(view, move, FIVE, fives)
    return score + hold(view, hand) if saves else score

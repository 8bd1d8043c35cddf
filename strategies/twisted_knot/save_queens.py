"""Saving queens for a coming two: a habit of new players that the rulebooks advise against."""

from knotlab.sim.games.twisted_knot.cards import QUEEN
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._hold import hold, leaves_fewer
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", queens=param(1, 1, 4), hand=param(8, 1, 20), tip=param(1, 0, 1))
def save_queens(view, move, queens, hand, tip):
    """Keep some queens in the hand to answer twos with; shed everything else.

    queens: how many are kept; those above that number are laid as any card. hand: cards are held back only while the
    hand has this many or more. tip: 0 plays just `shed`. Assumed: a kept queen answers a two at once, is laid otherwise
    only rather than the stack picked up, and is given away last.
    """
    score = shed(view, move)
    return score + hold(view, hand) if tip and leaves_fewer(view, move, QUEEN, queens) else score

"""Saving queens for a two: a habit of new players that the rulebooks advise against."""

from knotlab.sim.games.twisted_knot.cards import QUEEN
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._hold import hold, leaves_fewer
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", title="Queens saver", queens=param(1, 1, 4), hand=param(8, 1, 20), tip=param(1, 0, 1))
def save_queens(view, move, queens, hand, tip):
    """Keep some queens in the hand to answer twos with; shed everything else.

    Source: a habit that the rulebooks warn against; claim TK-C5.

    Assumed: a queen that is kept answers a two at once; it is otherwise played only to avoid picking up the stack, and
    given away last.

    Parameters
    ----------
    queens
        How many are kept; any beyond that number are laid like other cards.
    hand
        Cards are held back only while the hand has at least this many.
    tip
        1 follows the tip; 0 plays exactly like `shed`.
    """
    score = shed(view, move)
    return score + hold(view, hand) if tip and leaves_fewer(view, move, QUEEN, queens) else score

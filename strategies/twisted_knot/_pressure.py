"""Cards that make the next player pick up, kept until that player has few cards in hand: shared by the ideas on
pressure.
"""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.state import LAY
from knotlab.strategies.twisted_knot._hold import FIRST, hold, parts_with
from knotlab.strategies.twisted_knot.shed import shed


@strict
def press(view, move, rank, few, most, hand):
    """Keep a rank until the next player has at most `few` cards in hand; then lay up to `most` of them, the more the
    better.
    """
    score = shed(view, move)
    if not parts_with(move, rank):
        return score
    if move.kind == LAY and move.count <= most and 0 < view.hand_sizes[view.next] <= few:
        return score + FIRST
    return score + hold(view, hand)

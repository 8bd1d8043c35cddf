"""Several jacks at once: the rulebooks' weapon for two players."""

from knotlab.sim.games.twisted_knot.cards import JACK
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._jacks import bomb
from knotlab.strategies.twisted_knot.shed import shed


@strategy(
    "twisted-knot",
    title="Jack bomber",
    jacks=param(2, 1, 4),
    stack=param(16, 0, 30),
    hand=param(8, 1, 20),
    tip=param(1, 0, 1),
)
def jack_bomb(view, move, jacks, stack, hand, tip):
    """With two players left, collect jacks and lay them together on a big stack, where the other player needs as many
    fives.

    Source: the rulebooks' tips for two players; claim TK-C10.

    Assumed: a jack held back is otherwise played only to avoid picking up the stack, and given away last. With more
    than two players the tip does nothing.

    Parameters
    ----------
    jacks
        How many jacks make a bomb.
    stack
        How many cards must be on the table for it.
    hand
        Cards are held back only while the hand has at least this many.
    tip
        1 follows the tip; 0 plays exactly like `shed`.
    """
    if tip and view.holding == view.magic_at and move.rank == JACK:
        return bomb(view, move, hand, view.hand[JACK] >= jacks and view.stack_size >= stack)
    return shed(view, move)

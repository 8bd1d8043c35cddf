"""Several jacks at once: the rulebooks' weapon in the game between two."""

from knotlab.sim.games.twisted_knot.cards import JACK
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._jacks import bomb
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", jacks=param(2, 1, 4), stack=param(16, 0, 30), hand=param(8, 1, 20), tip=param(1, 0, 1))
def jack_bomb(view, move, jacks, stack, hand, tip):
    """With two players left, collect jacks and lay them together on a big stack, where the other needs as many fives.

    jacks: how many make a bomb. stack: how many cards must lie on the table for it. hand: cards are held back only
    while the hand has this many or more. tip: 0 plays just `shed`. Assumed: a jack is laid otherwise only rather than
    the stack picked up, and is given away last. With more players the tip does nothing.
    """
    if tip and view.holding == 2 and move.rank == JACK:
        return bomb(view, move, hand, view.hand[JACK] >= jacks and view.stack_size >= stack)
    return shed(view, move)

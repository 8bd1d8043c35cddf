"""Counting jacks and fives: the rulebooks' tip on keeping track of both with two players."""

from knotlab.sim.games.twisted_knot.cards import FIVE, JACK
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._count import most_held
from knotlab.strategies.twisted_knot._hold import hold, leaves_fewer
from knotlab.strategies.twisted_knot._jacks import bomb
from knotlab.strategies.twisted_knot.shed import shed


@strategy(
    "twisted-knot",
    title="Fives counter",
    fives=param(1, 1, 4),
    jacks=param(2, 1, 4),
    stack=param(16, 0, 30),
    hand=param(8, 1, 20),
    tip=param(1, 0, 1),
    save=param(1, 0, 1),
)
def count_fives(view, move, fives, jacks, stack, hand, tip, save):
    """With two players left, save fives and lay jacks as bombs by counting what the other may hold, not by fixed
    numbers.

    Source: the rulebooks' tips for two players; claim TK-C10.

    Assumed: any card not seen elsewhere may be in the other player's hand. A bomb is one jack more than the fives that
    the other may hold, and fives are kept only as long as the other may hold a jack. With more than two players it
    plays exactly like `shed`.

    Parameters
    ----------
    fives
        How many fives are saved; as in `save-fives`.
    jacks
        How many jacks make a bomb; as in `jack-bomb`, and used only without the tip.
    stack
        How many cards must be on the table for a bomb.
    hand
        Cards are held back only while the hand has at least this many.
    tip
        1 counts; 0 goes by the fixed numbers, so that counting is the only difference.
    save
        1 saves jacks and fives; 0 holds nothing back, and only lays jacks first where they make a bomb.
    """
    if view.holding != view.magic_at:
        return shed(view, move)
    if move.rank == JACK:
        enough = most_held(view, FIVE) + 1 if tip else jacks
        ready = view.hand[JACK] >= enough and view.stack_size >= stack
        return bomb(view, move, hand, ready) if save or ready else shed(view, move)
    if not save:
        return shed(view, move)
    kept = min(fives, most_held(view, JACK)) if tip else fives
    return shed(view, move) + (hold(view, hand) if leaves_fewer(view, move, FIVE, kept) else 0.0)

"""Tens with threes and nines: the rulebooks' tip on getting rid of low cards."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import FIVE, NINE, QUEEN, SEVEN, TEN, THREE
from knotlab.sim.games.twisted_knot.state import LAY
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._hold import FIRST, HOLD, hold, parts_with
from knotlab.strategies.twisted_knot._tens import start, under_way
from knotlab.strategies.twisted_knot.shed import shed


@strategy(
    "twisted-knot",
    title="Ten, three and nine player",
    tens=param(2, 2, 4),
    nines=param(1, 1, 4),
    hand=param(8, 1, 20),
    tip=param(1, 0, 2),
)
def ten_three_nine(view, move, tens, nines, hand, tip):
    """Collect tens, a three and nines; lay the tens, the threes, low cards while goes are left, and all the nines in
    the last go.

    Source: the rulebooks' tip on tens, threes and nines; claim TK-C4.

    Assumed: cards held back are laid only to avoid picking up the stack. No more tens are laid than the chain has goes
    for: the threes, a queen, a seven and the nines. A chain is under way while that many tens are in the stack.

    Parameters
    ----------
    tens
        How many start a chain.
    nines
        How many it takes to end it.
    hand
        Cards are held back only while the hand has at least this many.
    tip
        1 follows the tip; 2 collects the same cards and starts no chain; 0 plays exactly like `shed`.
    """
    if tip == 0:
        return shed(view, move)
    if tip == 2:
        collected = parts_with(move, TEN) or parts_with(move, THREE) or parts_with(move, NINE)
        return shed(view, move) + (hold(view, hand) if collected else 0.0)
    if parts_with(move, TEN):
        ready = view.hand[THREE] > 0 and view.hand[NINE] >= nines
        return start(view, move, tens, 2 + (view.hand[QUEEN] > 0) + (view.hand[SEVEN] > 0) if ready else 0, hand)
    if parts_with(move, THREE) or parts_with(move, NINE):
        return shed(view, move) + (
            FIRST * move.count
            if move.kind == LAY and under_way(view, tens) and is_due(view, move)
            else hold(view, hand)
        )
    # Nines do not go on a five.
    spoils = move.kind == LAY and move.rank == FIVE and view.goes > 1 and under_way(view, tens)
    return shed(view, move) + (HOLD if spoils else 0.0)


@strict
def is_due(view, move):
    """Whether it is time for the threes of a chain, or for its nines."""
    return view.top == TEN and view.goes > 1 if move.rank == THREE else view.goes == 1

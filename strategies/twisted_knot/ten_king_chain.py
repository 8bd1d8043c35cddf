"""Tens with kings: the rulebooks' tip on winning a whole string of goes."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import ACE, KING, TEN, mask
from knotlab.sim.games.twisted_knot.state import LAY
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._hoard import hoard
from knotlab.strategies.twisted_knot._hold import FIRST, hold, parts_with
from knotlab.strategies.twisted_knot._tens import followers, left_over, start, under_way
from knotlab.strategies.twisted_knot.shed import shed

ON_KINGS = mask("A 3 4 8")


@strategy(
    "twisted-knot",
    title="Ten and king chainer",
    tens=param(2, 1, 4),
    left=param(1, 0, 20),
    aces=param(1, 0, 1),
    hand=param(8, 1, 20),
    tip=param(1, 0, 1),
)
def ten_king_chain(view, move, tens, left, aces, hand, tip):
    """Collect tens, and enough kings to make all others miss a turn; lay the tens, shed on, lay the kings in the last
    go, and play again.

    Source: the rulebooks' tip on tens and kings; claim TK-C3. Theirs is three tens with two kings at a table of three.

    Assumed: a chain needs the kings, a rank to follow in each go, and an ace, three, four or eight to lay on the kings.
    Tens and kings held back are laid only to avoid picking up the stack. A chain is under way while that many tens are
    in the stack.

    Parameters
    ----------
    tens
        How many start a chain.
    left
        How many cards too low for the chain may stay in the hand.
    aces
        1 collects aces for the end of the chain, as `hoard-aces` does, with or without the tip.
    hand
        Cards are held back only while the hand has at least this many.
    tip
        1 follows the tip; 0 plays exactly like `hoard-aces`, or like `shed` with `aces=0`.
    """
    if tip and parts_with(move, TEN):
        return start(view, move, tens, followers(view) if is_ready(view) and left_over(view) <= left else 0, hand)
    if tip and parts_with(move, KING):
        return kings(view, move, under_way(view, tens), hand)
    return hoard(view, move, ACE, 0) if aces else shed(view, move)


@strict
def kings_needed(view):
    """How many kings bring the turn straight back."""
    missed = min(view.misses, view.holding - 1) if view.misses_end else view.misses % view.holding
    return view.holding - 1 - missed


@strict
def is_ready(view):
    """Whether the hand has the kings and something to lay on them."""
    return view.hand[KING] >= kings_needed(view) and view.held & ON_KINGS != 0


@strict
def kings(view, move, chain, hand):
    """Kings: exactly as many as it takes in a chain's last go; held back before."""
    if chain and is_ready(view) and view.goes == 1 and move.kind == LAY and move.count == kings_needed(view):
        return shed(view, move) + FIRST
    return shed(view, move) + hold(view, hand)

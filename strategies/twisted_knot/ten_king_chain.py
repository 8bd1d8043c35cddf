"""Tens with kings: the rulebooks' tip on winning a whole string of goes."""

from sim.jit import strict
from sim.twisted_knot.cards import ACE, EIGHT, FOUR, KING, TEN, THREE
from sim.twisted_knot.state import LAY
from strategies import param, strategy
from strategies.twisted_knot._hold import FIRST, HOLD, parts_with
from strategies.twisted_knot.shed import shed

AFTER_KINGS = 1 << ACE | 1 << THREE | 1 << FOUR | 1 << EIGHT


@strategy("twisted-knot", tens=param(2, 1, 4), aces=param(0, 0, 4), tip=param(1, 0, 1))
def ten_king_chain(view, move, tens, aces, tip):
    """Collect tens, and as many kings as make all the others miss a turn; lay the tens, shed on, lay the kings in the last go, and have a turn more.

    tens: how many start a chain. aces: how many aces must be there to follow the kings. tip: 0 plays just `shed`. The books' chain has three tens and two
    kings at a table of three. Assumed: tens and kings are laid earlier only rather than the stack picked up; kings that suffice are laid at the end of
    any turn, with or without tens before, as long as something in the hand beats a king; kings above that number stay.
    """
    if tip and parts_with(move, TEN):
        return chain_start(view, move, view.hand[TEN] >= tens and kings_needed(view) <= view.hand[KING] and aces <= view.hand[ACE])
    if tip and parts_with(move, KING):
        return chain_end(view, move)
    return shed(view, move)


@strict
def kings_needed(view):
    """How many kings make the turn come back at once."""
    return view.holding - 1 - view.misses % view.holding


@strict
def chain_start(view, move, ready):
    """Tens: all together when the chain is ready, else held."""
    return shed(view, move) + (FIRST * move.count if ready and move.kind == LAY else HOLD)


@strict
def chain_end(view, move):
    """Kings: just the right number in the last go of a turn, else held."""
    follows = view.held & AFTER_KINGS
    if move.kind == LAY and view.goes == 1 and move.count == kings_needed(view) and follows != 0:
        return shed(view, move) + FIRST
    return shed(view, move) + HOLD

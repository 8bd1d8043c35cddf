"""Pressure with care: the rulebooks' warning about a player with one card in hand, who may top up from the pile."""

from knotlab.sim.games.twisted_knot.cards import JOKER, TWO
from knotlab.sim.games.twisted_knot.state import LAY
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._hold import HOLD
from knotlab.strategies.twisted_knot._pressure import press
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", title="Careful presser", cards=param(2, 1, 8), hand=param(8, 1, 20), tip=param(1, 0, 1))
def careful_pressure(view, move, cards, hand, tip):
    """Use jokers and twos as weapons, but lay no joker and no two twos on a player with one card in hand; a single two
    is right there.

    Source: the rulebooks' warning about topping up; claim TK-C18.

    Assumed: the care is for a player who has a pile to top up from. Against such a player a joker or a double two is
    laid only to avoid picking up the stack; against one without a pile they are laid as on any small hand.

    Parameters
    ----------
    cards
        The largest hand that counts as few cards.
    hand
        Cards are held back only while the hand has at least this many.
    tip
        1 takes that care; 0 uses the same weapons without it, so that the care alone is tried.
    """
    careful = tip and view.hand_sizes[view.next] == 1 and view.pile_sizes[view.next] > 0
    if careful and move.kind == LAY and (move.rank == JOKER or (move.rank == TWO and move.count > 1)):
        return shed(view, move) + HOLD
    return press(view, move, JOKER if move.rank == JOKER else TWO, cards, 1 if move.rank == JOKER else 4, hand)

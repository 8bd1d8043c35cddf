"""Pressure with care: the rulebooks' warning about a player with one card in hand, who may top up from the pile."""

from sim.twisted_knot.cards import JOKER, TWO
from strategies import param, strategy
from strategies.twisted_knot._pressure import press


@strategy("twisted-knot", cards=param(2, 1, 8), hand=param(8, 1, 20), tip=param(1, 0, 1))
def careful_pressure(view, move, cards, hand, tip):
    """Use jokers and twos as weapons, but lay no joker and no two twos at a player with one card in hand; a single two is right there.

    cards: the largest hand that counts as few. hand: cards are held back only while the hand has this many or more. tip: 0 uses the weapons without
    that care, so that the care alone is tried. Assumed: the care is for a player who has a pile to top up from; against one without a pile jokers and
    double twos are laid as at any small hand.
    """
    careful = tip and view.hand_sizes[view.next] == 1 and view.pile_sizes[view.next] > 0
    if move.rank == JOKER:
        return press(view, move, JOKER, 0 if careful else cards, 1, hand)
    return press(view, move, TWO, cards, 1 if careful else 4, hand)

"""Jokers as weapons: the rulebooks' tip on keeping the others off their piles."""

from sim.twisted_knot.cards import JOKER
from sim.twisted_knot.state import DISCARD, LAY, PASS
from strategies import param, strategy
from strategies.twisted_knot.shed import shed


@strategy("twisted-knot", cards=param(2, 1, 8))
def joker_pressure(view, move, cards):
    """Keep jokers for a next player with few cards in hand, who will hardly have a pair; lay them one at a time then.

    cards: the largest hand that counts as few. Assumed: otherwise a joker is laid only rather than the stack picked up, and is
    never given away while there is another card to give.
    """
    score = shed(view, move)
    if move.rank != JOKER:
        return score
    if move.kind == LAY:
        if 0 < view.hand_sizes[view.next] <= cards:
            return score + 100.0 - move.count
        return score - 100.0
    if move.kind == DISCARD or move.kind == PASS:
        return score - 100.0
    return score

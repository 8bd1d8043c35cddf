"""Beware of splitting: the rulebook's warning that new piles serve the next player too, unless they let one go out."""

from knotlab.sim.games.knotweed.cards import size
from knotlab.sim.games.knotweed.state import PLAY
from knotlab.sim.jit import strict
from knotlab.strategies import param, strategy
from knotlab.strategies.knotweed.finisher import find_finish, finisher, finishes
from knotlab.strategies.knotweed.split_to_go_out import ranks_beyond_piles

EACH_PILE = (
    0.15  # against 0.1 for each card played (`cheapest`): the smaller group first, and still rather than stopping
)


@strict
def look_for_finish(view, cards, tip):
    """Into the plan: a finish in this turn, if there is one."""
    find_finish(view)


@strategy("knotweed", plan=look_for_finish, cards=param(6, 1, 20), tip=param(1, 0, 1))
def split_only_to_go_out(view, move, cards, tip):
    """Play single cards, and groups only to go out: in this turn, or next turn if there are else too few piles for the
    ranks in the hand.

    cards: the largest hand with which it thinks of going out next turn. tip: 0 for the same player who always plays the
    largest group. Both go out whenever they can and otherwise pay as little as possible, as the finisher does.
    """
    score = finisher(view, move)
    if tip == 0 or move.kind != PLAY or finishes(view, move):
        return score
    new_piles = size(move.cards) - 1
    if view.hand_sizes[view.seat] <= cards and ranks_beyond_piles(view, move) + new_piles > 0:
        return score
    return score - EACH_PILE * new_piles

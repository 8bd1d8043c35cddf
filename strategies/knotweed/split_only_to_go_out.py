"""Careful with splitting: the rulebook's warning that new piles also serve the next player, unless they let one out."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import size
from knotlab.sim.games.knotweed.state import PLAY
from knotlab.strategies import param, strategy
from knotlab.strategies.knotweed.finisher import find_finish, finisher, finishes
from knotlab.strategies.knotweed.split_to_go_out import ranks_beyond_piles

# Against 0.1 for each card played (`cheapest`): the smaller group first, and still rather than stopping.
EACH_PILE = 0.15


@strict
def look_for_finish(view, cards, tip):
    """Into the plan: a finish in this turn, if there is one."""
    find_finish(view)


@strategy("knotweed", title="Splitter at the end only", plan=look_for_finish, cards=param(6, 1, 20), tip=param(1, 0, 1))
def split_only_to_go_out(view, move, cards, tip):
    """Play single cards, and groups only to go out: in this turn, or in the next if there are otherwise too few piles
    for the ranks in the hand.

    It goes out whenever it can and otherwise pays as little as possible, as `finisher` does; so does the comparison
    with `tip=0`.

    Source: the rulebook's warning about splitting; claim KW-C4.

    Parameters
    ----------
    cards
        The largest hand with which it thinks of going out in the next turn.
    tip
        1 splits only to go out; 0 always plays the largest group.
    """
    score = finisher(view, move)
    if tip == 0 or move.kind != PLAY or finishes(view, move):
        return score
    new_piles = size(move.cards) - 1
    if view.hand_sizes[view.seat] <= cards and ranks_beyond_piles(view, move) + new_piles > 0:
        return score
    return score - EACH_PILE * new_piles

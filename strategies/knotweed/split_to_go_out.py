"""Splitting piles at the right moment: what the rulebook calls the tricky part."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import size
from knotlab.sim.games.knotweed.state import PLAY
from knotlab.sim.lowlevel import count_bits
from knotlab.strategies import param, strategy
from knotlab.strategies.knotweed.cheapest import OUT, extra_penalty, is_whole_rank
from knotlab.strategies.knotweed.finisher import find_finish, finisher


@strict
def ranks_held(view):
    """How many ranks are in the hand, which is how many piles it takes to play it out in one turn."""
    return count_bits(view.held)


@strict
def ranks_beyond_piles(view, move):
    """How many more ranks than piles there will be in the next turn after a move, if each penalty card is of a rank of
    its own; negative with piles to spare.
    """
    ranks, piles, due = ranks_held(view), view.piles, view.penalty
    if move.kind == PLAY:
        ranks -= is_whole_rank(view, move)
        piles += size(move.cards) - 1
        due += extra_penalty(view, move)
    return ranks + due - piles


@strict
def short_of_piles(view, move):
    """How many piles will be missing in the next turn to play out what is then in the hand."""
    return max(0, ranks_beyond_piles(view, move))


@strict
def look_for_finish(view, cards, weight):
    """Into the plan: a finish in this turn, if there is one."""
    find_finish(view)


@strategy(
    "knotweed",
    title="Splitter for the finish",
    plan=look_for_finish,
    cards=param(4, 1, 20),
    weight=param(6.0, 0.0, 50.0),
)
def split_to_go_out(view, move, cards, weight):
    """Split piles while there are too few for all the ranks in the hand to go out in the next turn; otherwise pay as
    little as possible.

    Source: the rulebook's remark on when to split.

    Parameters
    ----------
    cards
        The largest hand with which it thinks of going out.
    weight
        What a missing pile weighs; a penalty card weighs 10.
    """
    score = finisher(view, move)
    if score >= OUT or view.hand_sizes[view.seat] > cards:
        return score
    return score - weight * short_of_piles(view, move)

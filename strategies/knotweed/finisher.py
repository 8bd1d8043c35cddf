"""Seeing the way out: whether the whole hand can be played in this turn."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import N_RANKS, rank_of, suit_of
from knotlab.sim.games.knotweed.state import PLAY, PLAYING
from knotlab.sim.kernels.vectors import places_of
from knotlab.sim.lowlevel import count_bits, lowest_bit
from knotlab.strategies import strategy
from knotlab.strategies.knotweed.cheapest import OUT, cheapest, is_whole_rank

# In the plan: by rank the pile it goes onto (-1: none); then whether all ranks have a pile.
FOUND, ALL_RANKS = N_RANKS, (1 << N_RANKS) - 1
USED = N_RANKS + 1  # places of the plan that are taken


@strict
def fits(view, rank, pile):
    """KW-4: whether all cards of a rank in the hand can go onto a pile as one group in this turn."""
    top = view.tops[pile]
    return view.open[pile] == 1 and (rank == rank_of(top) or view.suits[suit_of(top)] >> rank & 1 == 1)


@strict
def owner(view, pile):
    """The rank that has a pile so far, -1 for none."""
    ranks = places_of(float(pile), view.plan, 0) & ALL_RANKS
    return lowest_bit(ranks) if ranks else -1


@strict
def hand_over(view, first, rank, pile, came_from):
    """A rank takes a free pile and leaves its own to the rank that the search came from (four bits per rank), and so on
    back to the first.
    """
    while rank != first:
        left = view.plan[rank]
        view.plan[rank] = pile
        rank, pile = came_from >> 4 * rank & 15, int(left)
    view.plan[rank] = pile


@strict
def find_pile(view, first):
    """Find a pile for one more rank, moving ranks that have one to others if need be; False if there is no way."""
    reached = todo = 1 << first
    came_from = 0
    while todo != 0:
        rank = lowest_bit(todo)
        todo &= todo - 1
        for pile in range(view.standing):
            if fits(view, rank, pile):
                other = owner(view, pile)
                if other < 0:
                    hand_over(view, first, rank, pile, came_from)
                    return True
                if reached >> other & 1 == 0:
                    reached |= 1 << other
                    todo |= 1 << other
                    came_from |= rank << 4 * other
    return False


@strict
def find_finish(view):
    """Give every rank in the hand a pile of its own, if that is possible.

    All cards of a rank go together, since a second group of it would only take one more pile. So the hand can be played
    out exactly if its ranks can be matched with open piles, which augmenting paths decide: at most 13 searches of 13
    ranks, 207 piles and 13 owners, under half a million steps even at the largest table, so the search is never cut
    short.
    """
    view.plan[FOUND] = 0.0
    if view.decision != PLAYING or not may_find(view):
        return
    for rank in range(N_RANKS):
        view.plan[rank] = -1.0
    ranks = view.held
    while ranks:
        if not find_pile(view, lowest_bit(ranks)):
            return
        ranks &= ranks - 1
    view.plan[FOUND] = 1.0


@strict
def may_find(view):
    """Whether there are as many open piles as ranks in the hand, and at least one for each rank."""
    piles, ranks = 0, 0
    for pile in range(view.standing):
        top = view.tops[pile]
        piles += view.open[pile]
        ranks |= (view.suits[suit_of(top)] | 1 << rank_of(top)) * view.open[pile]
    return piles >= count_bits(view.held) and view.held & ~ranks == 0


@strict
def finishes(view, move):
    """Whether a move is part of the finish that was found."""
    return (
        view.plan[FOUND] == 1.0
        and move.kind == PLAY
        and view.plan[move.rank] == move.pile
        and is_whole_rank(view, move)
    )


@strategy("knotweed", plan=find_finish)
def finisher(view, move):
    """Play out the whole hand whenever this turn allows it in any way; otherwise pay as little as possible.

    Source: no advice; the basis of other strategies.
    """
    if finishes(view, move):
        return 2.0 * OUT - move.rank
    return cheapest(view, move)

"""The champion's habits that no advice mentions, each as a rule over view and move, to be laid over a player
(`strategies/ruled.py`); and which turns are certain to go out, which no rule concerns.
"""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import FULL, copies, penalty, rank_of, size, suit_of
from knotlab.sim.games.knotweed.state import PLAY, STOP
from knotlab.sim.lowlevel import count_bits, lowest_bit
from knotlab.strategies.knotweed._judgement import fitting, within
from knotlab.strategies.knotweed.finisher import find_finish, finishes

FEW = FULL  # cards of a draw pile that is nearly empty: no more than one turn can cost


@strict
def has_group(view, ranks):
    """Whether the hand has two cards or more of any of some ranks."""
    while ranks:
        if size(view.hand[lowest_bit(ranks)]) > 1:
            return True
        ranks &= ranks - 1
    return False


@strict
def could_break_group(view, most):
    """Whether a card of a group could be played, in a turn that costs at most so much."""
    for pile in range(view.standing):
        if view.open[pile]:
            rank = rank_of(view.tops[pile])
            ranks = fitting(view, rank, suit_of(view.tops[pile]))
            if has_group(view, ranks if most == FULL else ranks & within(rank, most)):
                return True
    return False


@strict
def is_of_longest_suit(view, cards):
    """Whether one of some cards has a suit in which the hand has as many ranks as in any other."""
    longest, own = 0, 0
    for suit in range(4):
        ranks = count_bits(view.suits[suit])
        longest = max(longest, ranks)
        own = max(own, ranks if copies(cards, suit) > 0 else 0)
    return own == longest


@strict
def is_lone(view, move):
    """Whether a move plays a card that is the only one of its rank in the hand."""
    return move.kind == PLAY and size(view.hand[move.rank]) == 1


@strict
def cost_of(view, move):
    """What a play costs."""
    return penalty(view.tops[move.pile], move.rank)


@strict
def plays_lone_cards_first(view, move):
    """Whether a move plays a lone card while a group could be broken up for no more."""
    return is_lone(view, move) and could_break_group(view, max(cost_of(view, move), view.penalty))


@strict
def plays_whole_if_free(view, move):
    """Whether a move plays a whole group where it costs nothing."""
    if move.kind != PLAY or is_lone(view, move):
        return False
    return cost_of(view, move) == 0 and move.cards == view.hand[move.rank]


@strict
def waits_for_piles(view, move):
    """Whether a move stops when there will be a pile for every rank."""
    return move.kind == STOP and count_bits(view.held) + view.penalty <= view.piles


@strict
def pays_at_the_end(view, move):
    """Whether a move costs something while the draw pile is nearly empty."""
    return move.kind == PLAY and cost_of(view, move) > 0 and view.draw_size <= FEW


@strict
def keeps_longest_suit(view, move):
    """Whether a move plays a lone card of another suit than the longest."""
    return is_lone(view, move) and not is_of_longest_suit(view, move.cards)


# In the order of their table.
HABITS = (plays_lone_cards_first, plays_whole_if_free, waits_for_piles, pays_at_the_end, keeps_longest_suit)
plan_going_out, goes_out = find_finish, finishes

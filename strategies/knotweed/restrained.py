"""The champion without one of its habits, to measure what the habit is worth."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import FULL, copies, penalty, rank_of, size, suit_of
from knotlab.sim.games.knotweed.state import PLAY, STOP
from knotlab.sim.lowlevel import count_bits, lowest_bit
from knotlab.strategies import param, strategy
from knotlab.strategies.knotweed._judgement import fitting, within
from knotlab.strategies.knotweed.champion import champion
from knotlab.strategies.knotweed.champion import plan as plan_champion
from knotlab.strategies.knotweed.finisher import finishes

DENIED = -1000.0  # below every score of the champion but that of going out, which is never denied
LONE_CARDS_FIRST, WHOLE_IF_FREE, WAIT_FOR_PILES, PAY_AT_THE_END, KEEP_LONG_SUIT = range(1, 6)
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
def shows_habit(view, move, habit):
    """Whether a move shows a habit; one that is part of going out never does."""
    if finishes(view, move):
        return False
    if habit == WAIT_FOR_PILES:
        return move.kind == STOP and count_bits(view.held) + view.penalty <= view.piles
    if move.kind != PLAY:
        return False
    cost, is_whole = penalty(view.tops[move.pile], move.rank), move.cards == view.hand[move.rank]
    is_lone = size(view.hand[move.rank]) == 1
    if habit == LONE_CARDS_FIRST:
        return is_lone and could_break_group(view, max(cost, view.penalty))
    if habit == WHOLE_IF_FREE:
        return cost == 0 and is_whole and not is_lone
    if habit == PAY_AT_THE_END:
        return cost > 0 and view.draw_size <= FEW
    return habit == KEEP_LONG_SUIT and is_lone and not is_of_longest_suit(view, move.cards)


@strict
def plan(view, habit):
    """What the champion plans."""
    plan_champion(view)


@strategy("knotweed", title="Champion without a habit", plan=plan, habit=param(0, 0, 5))
def restrained(view, move, habit):
    """Play as `champion`, but never show one of its habits while there is another move.

    Source: no advice. What the champion loses without a habit is what the habit is worth to it.

    Assumed: that the others play about as well, as `champion` does, and that nobody cheats.

    Parameters
    ----------
    habit
        Which it has to do without: 1 playing lone cards before it breaks up a group, 2 playing whole groups where they
        cost nothing, 3 stopping when there will be a pile for every rank, 4 paying while the draw pile is nearly empty,
        5 playing lone cards of other suits than its longest. 0 plays exactly like `champion`.
    """
    return champion(view, move) + (DENIED if shows_habit(view, move, habit) else 0.0)

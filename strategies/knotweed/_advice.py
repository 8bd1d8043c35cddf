"""What the rulebook advises, or advises against, as rules over view and move, to be laid over a player
(`strategies/ruled.py`).
"""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import FULL, rank_of, size, suit_of
from knotlab.sim.games.knotweed.state import PASS, PLAY, STOP
from knotlab.strategies.knotweed._judgement import fitting, within

FEW_IN_HAND = 3  # cards of a player who may soon be out


@strict
def could_play_for_less(view):
    """Whether a card could be played for less than a pass costs."""
    for pile in range(view.standing):
        if view.open[pile]:
            rank = rank_of(view.tops[pile])
            if fitting(view, rank, suit_of(view.tops[pile])) & within(rank, FULL - 1):
                return True
    return False


@strict
def passes(view, move):
    """Whether a move passes although a card could be played."""
    return move.kind == PASS


@strict
def passes_if_all_cost_three(view, move):
    """Whether a move passes where every play would cost as much."""
    return move.kind == PASS and not could_play_for_less(view)


@strict
def stops_after_three(view, move):
    """Whether a move stops although the turn has cost three, and so all further plays are free."""
    return move.kind == STOP and view.penalty == FULL


@strict
def stops(view, move):
    """Whether a move stops although a card could be played."""
    return move.kind == STOP


@strict
def plays_several(view, move):
    """Whether a move plays several cards at once, so that there are new piles."""
    return move.kind == PLAY and size(move.cards) > 1


@strict
def splits_before(view, move, cards):
    """Whether a move plays several cards at once although the next player holds so many cards at most."""
    return view.hand_sizes[view.next] <= cards and plays_several(view, move)


@strict
def splits_before_few(view, move):
    """Whether a move plays several cards at once although the next player holds few."""
    return splits_before(view, move, FEW_IN_HAND)


@strict
def splits_before_two(view, move):
    """The same before a player with at most two cards."""
    return splits_before(view, move, 2)


@strict
def splits_before_four(view, move):
    """The same before a player with at most four cards."""
    return splits_before(view, move, 4)


@strict
def splits_before_six(view, move):
    """The same before a player with at most six cards."""
    return splits_before(view, move, 6)


@strict
def splits_before_eight(view, move):
    """The same before a player with at most eight cards."""
    return splits_before(view, move, 8)


@strict
def plays_on_before_few(view, move):
    """Whether a move plays on, where the turn might end, although the next player holds few."""
    return view.plays > 0 and move.kind == PLAY and view.hand_sizes[view.next] <= FEW_IN_HAND


ADVICE = (
    passes,
    passes_if_all_cost_three,
    stops_after_three,
    stops,
    plays_several,
    splits_before_few,
    splits_before_two,
    splits_before_four,
    splits_before_six,
    splits_before_eight,
    plays_on_before_few,
)

"""How a table card of Twisted Knot is followed: its lines are numbers (`strategies/cards/lines.py`), made of what a
player sees and of a kind of move.
"""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import N_RANKS
from knotlab.sim.games.twisted_knot.state import DISCARD, LAY, PASS, PICK_UP, TOP_UP
from knotlab.sim.lowlevel import lowest_bit
from knotlab.strategies.cards.lines import compared, holds_here, layout
from knotlab.strategies.twisted_knot._finish import COUNT_AT, RANK_AT, plan_finish
from knotlab.strategies.twisted_knot.shed import NEVER, shed

PARTS = layout(
    players=3, against=1, size=3, size_least=1, size_bound=4, cards=2, cards_least=1, cards_bound=2, among=N_RANKS,
    move=3, ranks=N_RANKS, number=3,
)  # fmt: skip
# Whose size a line may ask for, and whose cards.
ALWAYS, OWN_HAND, OWN_PILE, NEXT_HAND, NEXT_ALL, STACK, FEWEST = range(7)
ANY_CARDS, IN_STACK, IN_HAND, ON_TOP = range(4)
LAYS, PICKS_UP, GIVES, TOPS_UP, GOES_OUT = range(5)
ANY_NUMBER, ALL_OF_THEM, ONE, SEVERAL, SOME, LAST_CARDS, FOURTH = range(7)
ACTIVE_AT = 2  # where the plan keeps which lines hold, one bit each
(
    PLAYERS, AGAINST, SIZE, SIZE_LEAST, SIZE_BOUND, CARDS, CARDS_LEAST, CARDS_BOUND, AMONG, MOVE, RANKS, NUMBER,
) = PARTS.values()  # fmt: skip


@strict
def size_of(view, which):
    """A size that a line asks for."""
    if which == OWN_HAND:
        return view.hand_sizes[view.seat]
    if which == OWN_PILE:
        return view.pile_sizes[view.seat]
    if which == NEXT_HAND:
        return view.hand_sizes[view.next]
    if which == NEXT_ALL:
        return view.hand_sizes[view.next] + view.pile_sizes[view.next]
    if which == STACK:
        return view.stack_size
    fewest = 999
    for seat in range(view.players):
        if seat != view.seat and view.places[seat] == 0:
            fewest = min(fewest, view.hand_sizes[seat] + view.pile_sizes[seat])
    return fewest


@strict
def count_cards(view, where, ranks):
    """How many cards of some ranks are in the stack, in the hand or on top of the stack."""
    if where == ON_TOP:
        return view.top_count if view.top >= 0 and ranks >> view.top & 1 else 0
    count = 0
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        count += view.stack_counts[rank] if where == IN_STACK else view.hand[rank]
    return count


@strict
def is_so(view, line):
    """Whether what a line says of the position is so."""
    if not holds_here(line, view.players):
        return False
    which, where = line >> SIZE.at & SIZE.mask, line >> CARDS.at & CARDS.mask
    least, bound = line >> SIZE_LEAST.at & 1, line >> SIZE_BOUND.at & SIZE_BOUND.mask
    if which != ALWAYS and not compared(size_of(view, which), least, bound):
        return False
    if where == ANY_CARDS:
        return True
    least, bound = line >> CARDS_LEAST.at & 1, line >> CARDS_BOUND.at & CARDS_BOUND.mask
    return compared(count_cards(view, where, line >> AMONG.at & AMONG.mask), least, bound)


@strict
def is_of_number(view, move, number):
    """Whether a lay has as many cards as a line says."""
    if number == ALL_OF_THEM:
        return move.count == view.hand[move.rank]
    if number == ONE:
        return move.count == 1
    if number == SEVERAL:
        return move.count > 1
    if number == SOME:
        return move.count < view.hand[move.rank]
    if number == LAST_CARDS:
        return move.count == view.hand_sizes[view.seat]
    return move.count + (view.alike if view.top == move.rank else 0) >= 4


@strict
def is_meant(view, move, line):
    """Whether a line is about a move."""
    kind, ranks, number = line >> MOVE.at & MOVE.mask, line >> RANKS.at & RANKS.mask, line >> NUMBER.at & NUMBER.mask
    if kind == LAYS:
        is_one = move.kind == LAY and ranks >> move.rank & 1 == 1
        return is_one and (number == ANY_NUMBER or is_of_number(view, move, number))
    if kind == PICKS_UP:
        return move.kind == PICK_UP
    if kind == GIVES:
        return (move.kind == DISCARD or move.kind == PASS) and ranks >> move.rank & 1 == 1
    if kind == TOPS_UP:
        return move.kind == TOP_UP
    if move.rank != view.plan[RANK_AT] or move.rank < 0:
        return False
    return move.kind == DISCARD or move.kind == PASS or (move.kind == LAY and move.count == view.plan[COUNT_AT])


@strict
def read_lines(view, lines):
    """Into the plan: which lines hold now, and a turn that goes out, if there is one."""
    plan_finish(view)
    active = 0
    for i in range(len(lines)):
        if is_so(view, lines[i]):
            active |= 1 << i
    view.plan[ACTIVE_AT] = active


@strict
def follow(view, move, lines):
    """How well a move does by the lines: the first one that tells two moves apart decides; after them the plain order
    of `shed`.
    """
    score, active = 0, int(view.plan[ACTIVE_AT])
    for i in range(len(lines)):
        score *= 2
        if active >> i & 1:
            score += is_meant(view, move, lines[i]) != (lines[i] >> AGAINST.at & 1)
    return score + shed(view, move) / (-2.0 * NEVER) + 0.5

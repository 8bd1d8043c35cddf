"""How a table card of Knotweed is followed: its lines are numbers (`strategies/cards/lines.py`), made of what a player
sees and of a kind of move.
"""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import copies, penalty, rank_of, size, suit_of
from knotlab.sim.games.knotweed.state import PASS, PLAY, STOP
from knotlab.sim.lowlevel import count_bits
from knotlab.strategies.cards.lines import compared, holds_here, layout
from knotlab.strategies.knotweed._habits import is_of_longest_suit
from knotlab.strategies.knotweed._judgement import fitting
from knotlab.strategies.knotweed.cheapest import BREAKING_RULES, OUT, cheapest
from knotlab.strategies.knotweed.finisher import FOUND, find_finish, finishes

PARTS = layout(
    players=3, against=1, size=4, size_least=1, size_bound=4, other=4, other_least=1, other_bound=4, move=2, trait=4,
    trait_least=1, trait_bound=4, second=4, second_least=1, second_bound=4,
)  # fmt: skip
# What a line may ask for in the position ..
(
    ALWAYS, OWN_HAND, OWN_RANKS, NEXT_HAND, FEWEST, PILES, DRAW_PILE, PENALTY, PLAYS, SHORT,
) = range(10)  # fmt: skip
PLAYS_CARDS, STOPS, PASSES, GOES_OUT = range(4)
# .. and of a play.
ANY_PLAY, COST, EXTRA, CARDS, LEFT, GROUP, SHORT_AFTER, IN_LONGEST, HAND_AFTER, FOUND_AFTER, LOST_AFTER = range(11)
ZERO = 8  # what stands for none missing where a line says how many piles are short: fewer are piles to spare
ACTIVE_AT = FOUND + 1  # where the plan keeps which lines hold, one bit each
(
    PLAYERS, AGAINST, SIZE, SIZE_LEAST, SIZE_BOUND, OTHER, OTHER_LEAST, OTHER_BOUND, MOVE, TRAIT, TRAIT_LEAST,
    TRAIT_BOUND, SECOND, SECOND_LEAST, SECOND_BOUND,
) = PARTS.values()  # fmt: skip


@strict
def size_of(view, which):
    """A size that a line asks for."""
    if which == OWN_HAND:
        return view.hand_sizes[view.seat]
    if which == OWN_RANKS:
        return count_bits(view.held)
    if which == NEXT_HAND:
        return view.hand_sizes[view.next]
    if which == PILES:
        return view.piles
    if which == DRAW_PILE:
        return view.draw_size
    if which == PENALTY:
        return view.penalty
    if which == PLAYS:
        return view.plays
    if which == SHORT:
        return ZERO + count_bits(view.held) + view.penalty - view.piles
    fewest = 999
    for seat in range(view.players):
        if seat != view.seat and view.places[seat] == 0:
            fewest = min(fewest, view.hand_sizes[seat])
    return fewest


@strict
def trait_of(view, move, which):
    """A number of a play that a line asks for."""
    top, cards = view.tops[move.pile], size(move.cards)
    cost, left = penalty(top, move.rank), size(view.hand[move.rank]) - size(move.cards)
    if which == COST:
        return cost
    if which == EXTRA:
        return max(0, cost - view.penalty)
    if which == CARDS:
        return cards
    if which == LEFT:
        return left
    if which == GROUP:
        return cards + left
    if which == SHORT_AFTER:
        ranks, piles = count_bits(view.held) - (left == 0), view.piles + cards - 1
        return ZERO + ranks + max(cost, view.penalty) - piles
    if which == IN_LONGEST:
        return is_of_longest_suit(view, move.cards)
    if which == HAND_AFTER:
        return view.hand_sizes[view.seat] - cards
    rest = view.held & ~((left == 0) << move.rank)
    if which == FOUND_AFTER:
        found = 0
        for suit in range(4):
            found |= view.suits[suit] * (copies(move.cards, suit) > 0)
        return count_bits(found & rest)
    elsewhere = 0
    for pile in range(view.standing):
        if pile != move.pile and view.open[pile]:
            elsewhere |= fitting(view, rank_of(view.tops[pile]), suit_of(view.tops[pile]))
    return count_bits(fitting(view, rank_of(top), suit_of(top)) & rest & ~elsewhere)


@strict
def is_so(view, line):
    """Whether what a line says of the position is so."""
    if not holds_here(line, view.players):
        return False
    which, least, bound = line >> SIZE.at & SIZE.mask, line >> SIZE_LEAST.at & 1, line >> SIZE_BOUND.at & 15
    if which != ALWAYS and not compared(size_of(view, which), least, bound):
        return False
    which, least, bound = line >> OTHER.at & OTHER.mask, line >> OTHER_LEAST.at & 1, line >> OTHER_BOUND.at & 15
    return which == ALWAYS or compared(size_of(view, which), least, bound)


@strict
def is_meant(view, move, line):
    """Whether a line is about a move."""
    kind = line >> MOVE.at & MOVE.mask
    if kind == STOPS:
        return move.kind == STOP
    if kind == PASSES:
        return move.kind == PASS
    if kind == GOES_OUT:
        return finishes(view, move)
    if move.kind != PLAY:
        return False
    which, least, bound = line >> TRAIT.at & TRAIT.mask, line >> TRAIT_LEAST.at & 1, line >> TRAIT_BOUND.at & 15
    if which != ANY_PLAY and not compared(trait_of(view, move, which), least, bound):
        return False
    which, least, bound = line >> SECOND.at & SECOND.mask, line >> SECOND_LEAST.at & 1, line >> SECOND_BOUND.at & 15
    return which == ANY_PLAY or compared(trait_of(view, move, which), least, bound)


@strict
def read_lines(view, lines):
    """Into the plan: which lines hold now, and a turn that goes out, if there is one."""
    find_finish(view)
    active = 0
    for i in range(len(lines)):
        if is_so(view, lines[i]):
            active |= 1 << i
    view.plan[ACTIVE_AT] = active


@strict
def follow(view, move, lines):
    """How well a move does by the lines: the first one that tells two moves apart decides; after them the plain order
    of `cheapest`.
    """
    score, active = 0, int(view.plan[ACTIVE_AT])
    for i in range(len(lines)):
        score *= 2
        if active >> i & 1:
            score += is_meant(view, move, lines[i]) != (lines[i] >> AGAINST.at & 1)
    return score + (cheapest(view, move) - 2.0 * BREAKING_RULES) / (4.0 * OUT)

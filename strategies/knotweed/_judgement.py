"""What the champion looks at: a description of a decision, and one of each of its moves (`networks/descriptions.py`).

Most entries have the value 1 and say which of some cases is there. A small network weighs them; its weights are in
`champion.npz`, and how it learnt them is described in `docs/champions.md`.
"""

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import FULL, N_RANKS, copies, penalty, rank_of, size, suit_of
from knotlab.sim.games.knotweed.state import PLAY, PRUNE, STOP
from knotlab.sim.kernels.vectors import sum_over
from knotlab.sim.lowlevel import count_bits, lowest_bit
from knotlab.strategies.knotweed.finisher import ALL_RANKS, FOUND, find_finish, finishes
from knotlab.strategies.knotweed.hold_back import ONE_OF_EACH, of_suit, unseen_cards
from knotlab.strategies.networks.descriptions import CASES, case_of, enter, rows_for

SUITS_AT, EACH_AT = FOUND + 1, FOUND + 2  # where the plan keeps unseen cards by suit, in one number; 1 / all of them
HIDDEN_AT = 16  # from where on what the decision gives the network, in 16 places
ONCE_AT, TWICE_AT = HIDDEN_AT + 16, HIDDEN_AT + 17  # the ranks of the hand that fit an open pile, and two or more
PLACES_AT = HIDDEN_AT + 18  # and by rank, in one number, the open piles that it fits for at most 0, 1, 2 and 3 cards
BYTE = 256
FROM_COST = np.array([0x01010101, 0x01010100, 0x01010000, 0x01000000], np.int64)  # a pile that costs so much

FEWEST, MOST = -4, 7  # how many ranks more than piles are distinguished

# Where the rows of a description begin, by what they say.
IN_DECISION = rows_for(
    always=1, kind=3, hand=CASES, ranks=CASES, next_hand=CASES, others=CASES, piles=CASES, open=CASES, penalty=FULL + 1,
    plays=5, holding=3, draw=CASES, finish=1, beyond=CASES, fit=CASES, fit_cheaply=3 * CASES, fit_none=CASES, group=4,
    suits=5,
)  # fmt: skip
IN_MOVE = rows_for(
    cards=4, cost=(FULL + 1) ** 2, whole=2, left=CASES, opens=2, opens_next=CASES, beyond=CASES, finish=1, unfit=CASES,
    lost=5, found=5, again=5, stop=FULL + 1, pass_=1, stop_beyond=CASES, stop_next=CASES, prune=1,
)  # fmt: skip


@strict
def prepare(view):
    """Into the plan: a finish, if there is one, and the cards that nobody has seen."""
    find_finish(view)
    unseen = unseen_cards(view)
    clubs, diamonds, hearts, spades = (
        sum_over(of_suit(unseen, 0), ALL_RANKS),
        sum_over(of_suit(unseen, 1), ALL_RANKS),
        sum_over(of_suit(unseen, 2), ALL_RANKS),
        sum_over(of_suit(unseen, 3), ALL_RANKS),
    )
    view.plan[SUITS_AT] = clubs + BYTE * (diamonds + BYTE * (hearts + BYTE * spades))
    view.plan[EACH_AT] = 1.0 / max(1, clubs + diamonds + hearts + spades)


@strict
def unseen_group(view, rank):
    """The cards of a rank that are neither played nor in the own hand, as a group: no digit of the difference is below
    0.
    """
    return view.decks * ONE_OF_EACH - view.played[rank] - view.hand[rank]


@strict
def invites(view, rank, suit):
    """The share of unseen cards that can be played onto a card."""
    of_suit = np.int64(view.plan[SUITS_AT]) >> (8 * suit) & (BYTE - 1)
    unseen = unseen_group(view, rank)
    return view.plan[EACH_AT] * (size(unseen) + of_suit - copies(unseen, suit))


@strict
def fitting(view, rank, suit):
    """The set of ranks in the hand that can be played onto a card."""
    return view.suits[suit] | (view.held & (1 << rank))


@strict
def within(rank, most):
    """The set of ranks that cost at most so much on a card of a rank (below 3)."""
    ranks = ((1 << (most + 1)) - 1) << rank
    return (ranks | ranks >> N_RANKS) & ((1 << N_RANKS) - 1)


@strict
def beyond_case(number):
    """Which case it is to have this many ranks more than piles."""
    return min(max(number, FEWEST), MOST) - FEWEST


@strict
def describe_decision(view, rows, values):
    """Describe a decision; how many entries that takes."""
    me = view.seat
    ranks = count_bits(view.held)
    n = enter(rows, values, 0, IN_DECISION.always, 1.0)
    n = enter(rows, values, n, IN_DECISION.kind + view.decision, 1.0)
    n = enter(rows, values, n, IN_DECISION.hand + case_of(view.hand_sizes[me]), 1.0)
    n = enter(rows, values, n, IN_DECISION.ranks + case_of(ranks), 1.0)
    n = enter(rows, values, n, IN_DECISION.next_hand + case_of(view.hand_sizes[view.next]), 1.0)
    n = enter(rows, values, n, IN_DECISION.piles + case_of(view.piles), 1.0)
    n = enter(rows, values, n, IN_DECISION.penalty + view.penalty, 1.0)
    n = enter(rows, values, n, IN_DECISION.plays + min(view.plays, 4), 1.0)
    n = enter(rows, values, n, IN_DECISION.draw + case_of(view.draw_size), 1.0)
    n = enter(rows, values, n, IN_DECISION.beyond + beyond_case(ranks + view.penalty - view.piles), 1.0)
    if view.plan[FOUND] == 1.0:
        n = enter(rows, values, n, IN_DECISION.finish, 1.0)
    if view.players > 2:
        fewest = 99
        for seat in range(view.players):
            if seat != me and view.places[seat] == 0:
                fewest = min(fewest, view.hand_sizes[seat])
        n = enter(rows, values, n, IN_DECISION.others + case_of(fewest), 1.0)
        n = enter(rows, values, n, IN_DECISION.holding + min(view.holding, 4) - 2, 1.0)
    return _describe_fit(view, rows, values, n)


@strict
def _describe_fit(view, rows, values, n):
    """How many piles are open, and how many ranks of the hand fit one of them, at what cost; also into the plan."""
    piles, fit, twice, every, free, one, two = 0, 0, 0, 0, 0, 0, 0
    for pile in range(view.piles):
        top = view.tops[pile]
        rank = rank_of(top)
        ranks = fitting(view, rank, suit_of(top))
        every |= ranks
        if pile < view.standing:
            ranks *= view.open[pile]
            piles += view.open[pile]
            twice |= fit & ranks
            fit |= ranks
            _count_places(view, top, ranks)
            free |= ranks & (1 << rank)
            one |= ranks & within(rank, 1)
            two |= ranks & within(rank, 2)
    view.plan[ONCE_AT], view.plan[TWICE_AT] = fit, twice
    n = enter(rows, values, n, IN_DECISION.open + case_of(piles), 1.0)
    n = enter(rows, values, n, IN_DECISION.fit + case_of(count_bits(fit)), 1.0)
    n = enter(rows, values, n, IN_DECISION.fit_cheaply + case_of(count_bits(free)), 1.0)
    n = enter(rows, values, n, IN_DECISION.fit_cheaply + CASES + case_of(count_bits(one)), 1.0)
    n = enter(rows, values, n, IN_DECISION.fit_cheaply + 2 * CASES + case_of(count_bits(two)), 1.0)
    n = enter(rows, values, n, IN_DECISION.fit_none + case_of(count_bits(view.held & ~every)), 1.0)
    largest, suits = 1, 0
    for suit in range(4):
        suits += view.suits[suit] != 0
    ranks = view.held
    while ranks:
        largest = max(largest, size(view.hand[lowest_bit(ranks)]))
        ranks &= ranks - 1
    n = enter(rows, values, n, IN_DECISION.group + min(largest, 4) - 1, 1.0)
    return enter(rows, values, n, IN_DECISION.suits + suits, 1.0)


@strict
def _count_places(view, top, ranks):
    """Count a pile, by the card on top, for each rank that fits it, by its cost."""
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        view.plan[PLACES_AT + rank] += FROM_COST[penalty(top, rank)]


@strict
def describe_move(view, move, rows, values):
    """Describe a move; how many entries that takes."""
    if move.kind == PLAY:
        return _describe_play(view, move, rows, values)
    if move.kind == PRUNE:
        top = view.tops[move.pile]
        return enter(rows, values, 0, IN_MOVE.prune, invites(view, rank_of(top), suit_of(top)))
    after = view.hand_sizes[view.next]
    if move.kind == STOP:
        n = enter(rows, values, 0, IN_MOVE.stop + view.penalty, 1.0)
        due = view.penalty
    else:
        n = enter(rows, values, 0, IN_MOVE.pass_, 1.0)
        due = FULL
    n = enter(rows, values, n, IN_MOVE.stop_next + case_of(after), 1.0)
    return enter(rows, values, n, IN_MOVE.stop_beyond + beyond_case(count_bits(view.held) + due - view.piles), 1.0)


@strict
def _describe_play(view, move, rows, values):
    """Describe a play: what it sheds and costs, what it opens, and what of the hand fits where afterwards."""
    rank, cards, top = move.rank, size(move.cards), view.tops[move.pile]
    under, after = rank_of(top), view.hand_sizes[view.next]
    cost, whole = penalty(top, rank), move.cards == view.hand[rank]
    due = max(cost, view.penalty)
    left, ranks = view.hand_sizes[view.seat] - cards, count_bits(view.held) - whole
    n = enter(rows, values, 0, IN_MOVE.cards + min(cards, 4) - 1, 1.0)
    n = enter(rows, values, n, IN_MOVE.cost + 4 * view.penalty + due, 1.0)
    n = enter(rows, values, n, IN_MOVE.whole + whole, 1.0)
    n = enter(rows, values, n, IN_MOVE.left + case_of(left), 1.0)
    n = enter(rows, values, n, IN_MOVE.beyond + beyond_case(ranks + due - (view.piles + cards - 1)), 1.0)
    if finishes(view, move):
        n = enter(rows, values, n, IN_MOVE.finish, 1.0)
    opened, mine = opens(view, move, top), suits_of(view, move.cards)
    rest = view.held & ~(np.int64(whole) << rank)
    n = enter(rows, values, n, IN_MOVE.opens, opened)
    n = enter(rows, values, n, IN_MOVE.opens + 1, 4 * opened / (after * (view.holding - 1)))
    n = enter(rows, values, n, IN_MOVE.opens_next + case_of(after), opened)
    here = fitting(view, under, suit_of(top))
    elsewhere = np.int64(view.plan[TWICE_AT]) | np.int64(view.plan[ONCE_AT]) & ~here
    lost, again = here & rest & ~elsewhere, cheap_places(view, rank, cost) - 1
    n = enter(rows, values, n, IN_MOVE.found + min(count_bits(mine & rest), 4), 1.0)
    n = enter(rows, values, n, IN_MOVE.lost + min(count_bits(lost), 4), 1.0)
    n = enter(rows, values, n, IN_MOVE.unfit + case_of(count_bits(rest & ~(elsewhere | mine))), 1.0)
    return enter(rows, values, n, IN_MOVE.again + min(again, 4), 1.0)


@strict
def opens(view, move, top):
    """How many more piles a random unseen card could be played onto after a play than before it, on average."""
    opened = -invites(view, rank_of(top), suit_of(top))
    for suit in range(4):
        opened += copies(move.cards, suit) * invites(view, move.rank, suit)
    return opened


@strict
def suits_of(view, cards):
    """The ranks of the hand that have a card in one of the suits of a group."""
    ranks = 0
    for suit in range(4):
        ranks |= view.suits[suit] * (copies(cards, suit) > 0)
    return ranks


@strict
def cheap_places(view, rank, cost):
    """How many open piles a rank of the hand fits for at most this many cards."""
    return np.int64(view.plan[PLACES_AT + rank]) >> (8 * cost) & (BYTE - 1)

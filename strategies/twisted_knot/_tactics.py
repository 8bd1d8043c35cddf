"""What the later champion sees besides what the champion does (`_judgement.py`): who plays after a lay, which answers
that player is known to hold, and which of these the rest of the hand can answer in turn; and how many cards the players
beyond the next one have.
"""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import ALL, EIGHT, FOUR, JACK, JOKER, KING, N_RANKS, TEN
from knotlab.sim.games.twisted_knot.state import LAY, PICK_UP
from knotlab.sim.kernels.vectors import less, members, row_of, spread, sum_over
from knotlab.sim.lowlevel import count_bits, lowest_bit
from knotlab.strategies.networks.descriptions import CASES, case_of, enter, rows_for
from knotlab.strategies.twisted_knot import _judgement as judgement
from knotlab.strategies.twisted_knot._guess import answering, answering_on, cards_to_answer

FAR = 2  # players beyond the next one who are described
BY_ANSWER, FREELY = range(2)  # how the next player may go out: by an answer to a lay, or on an empty table

# Where the rows of a description begin, by what they say; those of the champion come first. `excess`: how many cards of
# the next player's hand are not known. Of a lay, `answers` and `answers_unsure` say how many ranks answer it, in a hand
# that is known or not, `ranks` how many ranks are left, and `replies` to how many answers these have no reply, and to
# how many they have one.
IN_DECISION = rows_for(
    judged=judgement.IN_DECISION.n_rows, hands=CASES * FAR, piles=CASES * FAR, excess=4,
)  # fmt: skip
IN_MOVE = rows_for(
    judged=judgement.IN_MOVE.n_rows, hand=CASES, pile=4, other=1, answers=5, answers_unsure=5, answer=N_RANKS,
    stuck=CASES, ranks=8, ranks_stuck=8, ranks_go_on=8, replies=16, lets_out=2, fits=5,
)  # fmt: skip


@strict
def describe_decision(view, rows, values):
    """Describe a decision; how many entries that takes."""
    return describe_others(view, rows, values, judgement.describe_decision(view, rows, values))


@strict
def describe_others(view, rows, values, n):
    """Describe the players beyond the next one, after n entries; how many there are then."""
    j = IN_DECISION
    known = sum_over(row_of(view.known[view.next]), ALL)
    n = enter(rows, values, n, j.excess + max(min(view.hand_sizes[view.next] - known, 2), -1) + 1, 1.0)
    seat, k = view.next, 0
    while k < FAR:
        seat = beside(view, seat, view.direction)
        if seat == view.seat:
            break
        n = enter(rows, values, n, j.hands + CASES * k + case_of(view.hand_sizes[seat]), 1.0)
        n = enter(rows, values, n, j.piles + CASES * k + case_of(view.pile_sizes[seat]), 1.0)
        k += 1
    return n


@strict
def beside(view, seat, direction):
    """The next seat still holding cards in a direction."""
    seat = stepped(seat + direction, view.players)
    while view.places[seat] > 0:
        seat = stepped(seat + direction, view.players)
    return seat


@strict
def stepped(seat, players):
    """A seat one step beyond the last or before the first, as the table goes round."""
    return 0 if seat == players else players - 1 if seat < 0 else seat


@strict
def follower(view, rank, count):
    """Who plays after a lay that ends the turn."""
    if view.misses == 0 and rank != JACK and rank != KING:
        return view.next
    turns = rank == JACK and count & 1 and view.holding > 2
    direction, misses = -view.direction if turns else view.direction, view.misses + (count if rank == KING else 0)
    seat = beside(view, view.seat, direction)
    for _ in range(misses % view.holding):
        seat = beside(view, seat, direction)
    return seat


@strict
def describe_move(view, move, rows, values):
    """Describe a move; how many entries that takes."""
    n = judgement.describe_move(view, move, rows, values)
    if move.kind == LAY:
        return describe_lay(view, move, rows, values, n)
    if move.kind == PICK_UP:
        known = members(row_of(view.known[view.next]))
        return lets_out(view, view.next, known, ALL, FREELY, rows, values, n)
    return n


@strict
def lets_out(view, seat, known, ranks, kind, rows, values, n):
    """Whether the player after a move holds but one rank, and it may be laid."""
    if view.pile_sizes[seat] == 0 and known & ranks and known & (known - 1) == 0:
        return enter(rows, values, n, IN_MOVE.lets_out + kind, 1.0)
    return n


@strict
def describe_lay(view, move, rows, values, n):
    """Describe what follows a lay, after n entries; how many there are then."""
    j, rank, count = IN_MOVE, move.rank, move.count
    rest = view.held if view.hand[rank] > count else view.held & ~(1 << rank)
    left = min(count_bits(rest), 7)
    clears = rank == FOUR or count + (view.alike if view.top == rank else 0) >= 4
    seat = view.seat
    if not (clears or rank == TEN or view.goes > 1):
        seat = follower(view, rank, count)
    if seat == view.seat:
        n = enter(rows, values, n, j.ranks_go_on + left, 1.0)
        fitting = count_bits(rest if clears else rest & answering(view, rank))
        return enter(rows, values, n, j.fits + min(fitting, 4), 1.0)
    if seat != view.next:
        n = enter(rows, values, n, j.hand + case_of(view.hand_sizes[seat]), 1.0)
        n = enter(rows, values, n, j.pile + min(view.pile_sizes[seat], 3), 1.0)
        n = enter(rows, values, n, j.other, 1.0)
    return describe_answers(view, rank, count, seat, rest, left, rows, values, n)


@strict
def describe_answers(view, rank, count, seat, rest, left, rows, values, n):
    """Describe the answers that the player after a lay is known to hold, after n entries; how many there are then."""
    j = IN_MOVE
    magic = view.holding == view.magic_at
    cards = row_of(view.known[seat])
    unknown = view.hand_sizes[seat] - sum_over(cards, ALL)
    need = cards_to_answer(rank, count, magic)
    ranks = answering(view, rank)
    held = members(less(cards, spread(need - 1))) & ranks
    number = min(count_bits(held), 4)
    n = enter(rows, values, n, (j.answers if unknown <= 0 else j.answers_unsure) + number, 1.0)
    if number == 0 and unknown <= 0:
        n = enter(rows, values, n, j.stuck + case_of(view.stack_size + count), 1.0)
        return enter(rows, values, n, j.ranks_stuck + left, 1.0)
    n = enter(rows, values, n, j.ranks + left, 1.0)
    n = lets_out(view, seat, members(cards), held, BY_ANSWER, rows, values, n)
    showing = view.showing if rank == EIGHT or rank == JOKER else rank
    bad = good = 0
    while held:
        answer = lowest_bit(held)
        held &= held - 1
        n = enter(rows, values, n, j.answer + answer, 1.0)
        if rest & answering_on(answer, showing, magic):
            good += 1
        else:
            bad += 1
    if view.holding == 2:
        n = enter(rows, values, n, j.replies + 4 * min(bad, 3) + min(good, 3), 1.0)
    return n

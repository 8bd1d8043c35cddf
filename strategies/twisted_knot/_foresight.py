"""Foreseeing a round of the table when each player follows a known script with the cards known to be in the hand."""

from knotlab.sim.compiling.jit import jit, strict
from knotlab.sim.games.twisted_knot.cards import EIGHT, FOUR, JACK, JOKER, KING, N_RANKS, NOTHING, TEN
from knotlab.strategies.twisted_knot._count import unknown_cards, unseen
from knotlab.strategies.twisted_knot._guess import answering_on, cards_to_answer
from knotlab.strategies.twisted_knot._scripts import SOONNESS


@jit
def outcome(view, rank, script, weight, spare):
    """What is foreseen until the turn comes round after laying all cards of a rank: `weight` for each card that others
    will pick up, less `spare` for each that one must pick up oneself; 0 where that is not foreseen.
    """
    top, count, picked = rank, view.hand[rank], 0
    if changes_order(view, top) or view.goes > 1:
        return 0.0
    size, showing, seat = view.stack_size + count, shows(top, view.showing), view.next
    magic = view.holding == view.magic_at
    for _ in range(view.holding - 1):
        ranks, need = answering_on(top, showing, magic), cards_to_answer(top, count, magic)
        reply = script_reply(view, seat, ranks, need, script)
        if may_reply_sooner(view, seat, ranks, need, script, reply):
            return weight * picked
        if reply == NOTHING:
            picked, size, top, count, showing = picked + size, 0, NOTHING, 0, NOTHING
        elif changes_order(view, reply):
            return weight * picked
        else:
            top, count, showing = reply, view.known[seat, reply], shows(reply, showing)
            size += count
        seat = next_after(view, seat)
    stuck = not can_answer(view, rank, answering_on(top, showing, magic), cards_to_answer(top, count, magic))
    return weight * picked - spare * size * stuck


@strict
def changes_order(view, rank):
    """Whether a card changes whose turn comes next, or clears the table; an 8 that repeats may do so."""
    return (
        rank == TEN
        or rank == FOUR
        or rank == KING
        or (rank == JACK and view.holding > 2)
        or (rank == EIGHT and view.repeats)
    )


@strict
def shows(rank, showing):
    """The showing card after a lay."""
    return showing if rank == EIGHT or rank == JOKER else rank


@strict
def next_after(view, seat):
    """The next seat still holding cards."""
    seat = (seat + view.direction) % view.players
    while view.places[seat] > 0:
        seat = (seat + view.direction) % view.players
    return seat


@strict
def script_reply(view, seat, ranks, need, script):
    """The rank that a follower of a script lays, out of those known to be in the hand; NOTHING if none of them fits."""
    best, soonest = NOTHING, 0
    for rank in range(N_RANKS):
        if ranks >> rank & 1 and view.known[seat, rank] >= need and SOONNESS[script, rank] > soonest:
            best, soonest = rank, SOONNESS[script, rank]
    return best


@strict
def may_reply_sooner(view, seat, ranks, need, script, reply):
    """Whether a card that nobody has seen, in the hand or drawn to answer, may make a follower of a script lay
    something else.
    """
    unknown = unknown_cards(view, seat) + max(0, need - view.hand_sizes[seat])
    if unknown == 0:
        return False
    soonest = 0 if reply == NOTHING else SOONNESS[script, reply]
    for rank in range(N_RANKS):
        missing = max(1, need - view.known[seat, rank])
        if (
            ranks >> rank & 1
            and SOONNESS[script, rank] > soonest
            and missing <= unknown
            and missing <= unseen(view, rank)
        ):
            return True
    return False


@strict
def can_answer(view, laid, ranks, need):
    """Whether one has an answer in the hand once all cards of a rank are laid."""
    for rank in range(N_RANKS):
        if ranks >> rank & 1 and rank != laid and view.hand[rank] >= need:
            return True
    return False

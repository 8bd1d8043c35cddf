"""What the player to move cannot see, redealt: counterfactuals that give advice on a position (branch.py), and
players who look ahead (lookahead.py).
"""

from knotlab.sim.compiling.jit import jit, wrapping
from knotlab.sim.games.twisted_knot.cards import N_RANKS
from knotlab.sim.games.twisted_knot.start import level
from knotlab.sim.games.twisted_knot.table import join_neighbours
from knotlab.sim.kernels.chance import DEAL, below
from knotlab.sim.kernels.vectors import clear_row, copy_row


@jit
def redeal(view, hidden, chance):
    """The unseen cards, shuffled with the deal's stream into the places that hold them; every deal that agrees with the
    view is equally likely.

    Cards that an opponent was seen to get and not seen to lose (`view.known`) count as still in his hand, as far as it
    has room for them; if it has not, those that stay are drawn at random. Deals that contradict the start (TK-3: no
    first card was lower than the starter's) are shuffled again.
    """
    deal_anew(view, hidden, chance)


@jit
@wrapping
def imagine(view, hidden, chance):
    """A hidden part made of the view alone: what the player knows, and all that he cannot see as `redeal` deals it.

    Not known to him, and assumed: all others know of each other what he knows of them, and nothing of his own hand; who
    discarded a card that others discarded is drawn at random.
    """
    recall(view, hidden)
    share_discards(view, hidden, chance, deal_anew(view, hidden, chance))


@jit
def recall(view, hidden):
    """The parts of the hidden position that follow from what the player to move knows."""
    n, me = view.players, view.seat
    hidden.n_cards = 0
    for rank in range(N_RANKS):
        hidden.n_cards += view.deck[rank]
    for seat in range(n):
        hidden.taken[seat] = (hidden.n_cards - seat + n - 1) // n - view.pile_sizes[seat]
        clear_row(hidden.hands[seat])
        clear_row(hidden.discards[seat])
        for viewer in range(n):
            if seat == me or seat == viewer:
                clear_row(hidden.known[viewer, seat])
            else:
                copy_row(hidden.known[viewer, seat], view.known[seat])
    copy_row(hidden.hands[me], view.hand)
    copy_row(hidden.discards[me], view.discards)
    hidden.held[me], hidden.lot, hidden.laid = view.held, view.starter, view.top
    hidden.out, hidden.turns, hidden.spent = n - view.holding, 0, 0
    hidden.sketched = hidden.sketch = hidden.heap = 0
    join_neighbours(view, hidden)


@jit
def share_discards(view, hidden, chance, at):
    """The unseen cards from number `at` on, which others discarded, each to one of them at random."""
    left = view.discarded
    for rank in range(N_RANKS):
        left -= view.discards[rank]
    for i in range(at, at + left):
        other = 0 if view.players == 2 else below(chance, DEAL, view.players - 1)
        hidden.discards[(view.seat + 1 + other) % view.players, hidden.unseen[i]] += 1


@jit
def deal_anew(view, hidden, chance):
    """The unseen cards as `redeal` has it; how many of `hidden.unseen` found a place, the rest being discards."""
    agrees = False
    while not agrees:
        keep_known(view, hidden, chance)
        n = list_unseen(view, hidden)
        for i in range(n - 1, 0, -1):
            j = below(chance, DEAL, i + 1)
            card = hidden.unseen[i]
            hidden.unseen[i] = hidden.unseen[j]
            hidden.unseen[j] = card
        agrees = fits_start(view, hidden)
    return put_down(view, hidden)


@jit
def n_unseen(view, rank):
    """Cards of a rank that are neither in one's own hand, nor lie open, nor have left the game before one's eyes."""
    return view.deck[rank] - view.hand[rank] - view.stack_counts[rank] - view.cleared[rank] - view.discards[rank]


@jit
def keep_known(view, hidden, chance):
    """Give all opponents the cards they are known to hold, and take back at random those that have no room."""
    for rank in range(N_RANKS):
        left = n_unseen(view, rank)
        for seat in range(view.players):
            if seat != view.seat:
                kept = min(view.known[seat, rank], left)
                hidden.hands[seat, rank] = kept
                left -= kept
    for seat in range(view.players):
        if seat != view.seat:
            while hand_size(view, hidden, seat) > view.hand_sizes[seat]:
                drop_one(view, hidden, seat, below(chance, DEAL, hand_size(view, hidden, seat)))


@jit
def hand_size(view, hidden, seat):
    """How many cards a hand has so far."""
    n = 0
    for rank in range(N_RANKS):
        n += hidden.hands[seat, rank]
    return n


@jit
def drop_one(view, hidden, seat, number):
    """Take card `number` of a hand, counted by rank, out of it."""
    for rank in range(N_RANKS):
        if number < hidden.hands[seat, rank]:
            hidden.hands[seat, rank] -= 1
            return
        number -= hidden.hands[seat, rank]


@jit
def list_unseen(view, hidden):
    """The unseen cards that no hand has yet, by rank; their number."""
    n = 0
    for rank in range(N_RANKS):
        left = n_unseen(view, rank)
        for seat in range(view.players):
            if seat != view.seat:
                left -= hidden.hands[seat, rank]
        for _ in range(left):
            hidden.unseen[n] = rank
            n += 1
    return n


@jit
def fits_start(view, hidden):
    """TK-3: whether nobody who took only his first card, and holds one card that is not known, would hold one below the
    starter's first.
    """
    at = 0
    for seat in range(view.players):
        if seat != view.seat:
            n = view.hand_sizes[seat] - hand_size(view, hidden, seat)
            if n == 1 and hidden.taken[seat] == 1 and level(hidden.unseen[at]) < level(view.first_card):
                return False
            at += n
    return True


@jit
def put_down(view, hidden):
    """The shuffled cards into hands by seat, then into piles by seat from the top; how many that were. The rest were
    discarded.
    """
    at = 0
    for seat in range(view.players):
        if seat != view.seat:
            while hand_size(view, hidden, seat) < view.hand_sizes[seat]:
                hidden.hands[seat, hidden.unseen[at]] += 1
                at += 1
            hidden.held[seat] = 0
            for rank in range(N_RANKS):
                hidden.held[seat] |= (hidden.hands[seat, rank] > 0) << rank
    for seat in range(view.players):
        for k in range(view.pile_sizes[seat]):
            hidden.deck[seat + view.players * (hidden.taken[seat] + k)] = hidden.unseen[at]
            at += 1
    return at

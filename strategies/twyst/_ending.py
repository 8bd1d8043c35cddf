"""The end of a deal solved with all cards open, where the play is between two sides.

Two sides there are when only one contract can still change its score: those who hold it play for many tricks (in a
Misere for none), all others for the opposite. Scores rise with the tricks of a side, so that the most tricks it can
force are also the most points. A Plain duo is two contracts of opposite aims, and of one value. In a Nemo, a Twist
solo, and while several solos are open, more than one number of tricks counts: there are no two sides.
"""

from knotlab.sim.compiling.jit import jit
from knotlab.sim.games.twyst.cards import N_RANKS, NOTHING
from knotlab.sim.games.twyst.contracts import score_of
from knotlab.sim.games.twyst.solver.search import solve_part
from knotlab.sim.games.twyst.state import MISERE, PLAIN_DUO, SEATS, TWIST_SOLO
from knotlab.sim.lowlevel import lowest_bit

ROOM, LITTLE_ROOM = 1 << 14, 1 << 11  # results kept at a time; in short ends it takes longer to clear many
SHORT = 5  # tricks


@jit
def holders_of(view):
    """The set of seats that play for one contract against all others; 0 where there are no two sides."""
    holders = 0
    for seat in range(SEATS):
        contract = view.contracts[seat]
        if contract == NOTHING or (contract == MISERE and view.tricks[seat] > 0):
            continue
        seats = 1 << seat
        if view.partners[seat] != NOTHING:
            seats |= 1 << view.partners[seat]
        mixed = view.own_tricks == 1 and view.partners[seat] != NOTHING
        other = holders != 0 and holders != seats and contract != PLAIN_DUO
        if contract == TWIST_SOLO or mixed or other:
            return 0
        holders = seats
    return holders


@jit
def room_for(tricks):
    """How many results to keep for the solution of this many tricks."""
    return LITTLE_ROOM if tricks <= SHORT else ROOM


@jit
def set_question(search, view, holders):
    """Write into the search what the two sides play for; results are then good for every deal of the decision."""
    duck = view.contracts[lowest_bit(holders)] == MISERE
    search.trump, search.unwanted, search.epoch = view.trump, NOTHING, 1
    search.counted = holders
    search.striving = 15 & ~holders if duck else holders
    search.limit = 1 if duck else N_RANKS
    search.guess, search.floor = 1, 0


@jit
def solved_worth(searches, results, view, hidden, holders, player):
    """What a deal comes to for a player if the two sides see all cards from here on; the view is left as it was."""
    place(searches[0], view, hidden)
    taken = solve_part(searches, results)
    searches[0].guess = taken
    one, other = lowest_bit(holders), lowest_bit(15 & ~holders)
    rest = N_RANKS - view.trick - taken
    view.tricks[one] += taken
    view.tricks[other] += rest
    worth = worth_of(view, player)
    view.tricks[one] -= taken
    view.tricks[other] -= rest
    return worth


@jit
def worth_of(view, player):
    """What a deal is worth to a player: the points above the mean of the others'."""
    worth = 0.0
    for other in range(SEATS):
        worth += score_of(view, other) * (1.0 if other == player else -1.0 / 3.0)
    return worth


@jit
def place(search, view, hidden):
    """Write the position into the search: hands, and the trick under way."""
    search.laid = view.laid
    for seat in range(SEATS):
        search.hands[seat] = hidden.hands[seat]
    leader = view.seat - view.laid & 3
    for ply in range(view.laid + 1):
        search.seat[ply] = leader + ply & 3
    for ply in range(view.laid):
        search.card[ply] = view.table[leader + ply & 3]
        search.best[ply] = view.winning - leader & 3  # only the last one is read

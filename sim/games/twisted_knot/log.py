"""What the event log holds of a decision in Twisted Knot."""

import numpy as np

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.games.twisted_knot.cards import N_RANKS
from knotlab.sim.games.twisted_knot.state import PICK_UP

MOST = 15  # the largest number that a packed row of counts can hold

# name, type, meaning, ruling
FIELDS = (
    ("hand", "u8", "the deciding player's hand, packed: hand // 16**r % 16 cards of rank r (15 for more)", "TK-7"),
    ("hand_size", "u1", "cards in hand", "TK-7"),
    ("pile_size", "u1", "cards in the deciding player's pile", "TK-2"),
    ("stack_size", "u1", "cards in the table stack", "TK-6"),
    ("top", "i1", "rank of the last lay, -1 on an empty table", "TK-11"),
    ("top_count", "u1", "cards in the last lay", "TK-11"),
    ("demand", "i1", "rank whose demand must be met, -1 for none", "TK-11..14, 28"),
    ("demand_count", "u1", "how many cards of that rank count", "TK-16, 29"),
    ("pairs", "u1", "pairs still owed to jokers in this go", "TK-14"),
    ("goes", "u1", "goes left in this turn, this one included", "TK-19, 24, 25"),
    ("holding", "u1", "players still holding cards", "TK-9"),
    ("receiver", "i1", "seat that gets the card given away, -1 if it leaves the game", "TK-18, 21"),
    ("next_hand", "u1", "cards in the hand of the next player", "TK-7"),
    ("next_pile", "u1", "cards in his pile", "TK-2"),
    ("taken", "u8", "the stack, packed as `hand`, if it is picked up; else 0", "TK-6"),
    (
        "pile_after",
        "u1",
        "cards in the deciding player's pile after the move and all that followed without a decision",
        "TK-2, 23",
    ),
    ("stack_after", "u1", "cards in the table stack then", "TK-24, 25"),
    ("placed", "u1", "the place taken with this move, 0 for none", "TK-9"),
)


@jit
def packed(counts):
    """A row of counts by rank in one number, four bits each."""
    number = np.uint64(0)
    for rank in range(N_RANKS):
        number |= np.uint64(min(counts[rank], MOST)) << np.uint64(4 * rank)
    return number


@inline
def position(view, hidden, row):
    """What the player to move saw."""
    seat = view.seat
    row.hand = packed(view.hand)
    row.hand_size, row.pile_size, row.stack_size = view.hand_sizes[seat], view.pile_sizes[seat], view.stack_size
    row.top, row.top_count, row.demand, row.demand_count = view.top, view.top_count, view.demand, view.demand_count
    row.pairs, row.goes, row.holding, row.receiver = view.pairs, view.goes, view.holding, view.receiver
    row.next_hand, row.next_pile = view.hand_sizes[view.next], view.pile_sizes[view.next]
    row.taken = packed(view.stack_counts) if row.move_kind == PICK_UP else np.uint64(0)


@inline
def outcome(view, hidden, seat, status, row):
    """What came of the move."""
    row.pile_after, row.stack_after, row.placed = view.pile_sizes[seat], view.stack_size, view.places[seat]

"""What the event log holds of a decision in Knotweed."""

from knotlab.sim.compiling.jit import inline
from knotlab.sim.games.knotweed.state import RESETTING
from knotlab.sim.protocol import CHANCE, DECIDE

# name, type, meaning, ruling
FIELDS = (
    ("hand_size", "u1", "cards in the deciding player's hand", "KW-13"),
    ("piles", "u1", "number of piles", "KW-6"),
    ("standing", "u1", "number of piles when the turn began", "KW-3"),
    ("draw_size", "u1", "cards in the draw pile", "KW-13"),
    ("plays", "u1", "plays made in this turn so far", "KW-3"),
    ("penalty", "u1", "largest penalty of them", "KW-7"),
    ("holding", "u1", "players still holding cards", "KW-8"),
    ("next_hand", "u1", "cards in the hand of the next player", "KW-13"),
    ("hand_after", "u1", "cards in hand after the move and the draw, if the turn ended with it", "KW-7"),
    (
        "due",
        "u1",
        "the turn's penalty, if the turn ended with this move and the player has not gone out; else 0",
        "KW-7",
    ),
    ("forgiven", "u1", "how many cards of it were not drawn for want of cards", "KW-10"),
    ("reset", "u1", "1 if the cards out of hands were shuffled anew after this move", "KW-10"),
    ("placed", "u1", "the place taken with this move, 0 for none", "KW-8"),
)


@inline
def position(view, hidden, row):
    """What the player to move saw."""
    row.hand_size, row.piles, row.standing, row.draw_size = (
        view.hand_sizes[view.seat],
        view.piles,
        view.standing,
        view.draw_size,
    )
    row.plays, row.penalty, row.holding, row.next_hand = (
        view.plays,
        view.penalty,
        view.holding,
        view.hand_sizes[view.next],
    )
    row.placed = view.places[view.seat]  # for now: who is out may still have piles to discard


@inline
def outcome(view, hidden, seat, status, row):
    """What came of the move."""
    ended = status != DECIDE and view.hand_sizes[seat] > 0 and view.places[seat] == 0
    row.hand_after, row.placed = view.hand_sizes[seat], view.places[seat] - row.placed
    row.due = view.penalty if ended else 0
    row.forgiven = view.penalty - view.due if ended else 0
    row.reset = status == CHANCE and hidden.pending == RESETTING

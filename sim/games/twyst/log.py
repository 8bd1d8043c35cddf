"""What the event log holds of a decision in Twyst."""

from knotlab.sim.compiling.jit import inline

# name, type, meaning, ruling
FIELDS = (
    ("hand", "u8", "set of cards in the deciding player's hand: hand // 2**c % 2 is 1 if card c is in it", "TY-2, 8"),
    ("contract", "i1", "the deciding player's contract, -1 for none", "TY-3"),
    ("contractors", "u1", "set of contractors (bit s for seat s)", "TY-3"),
    ("target", "i1", "tricks one must win (with a partner), -1 for no number", "TY-3"),
    ("trump", "i1", "trump suit, -1 for none", "TY-3"),
    ("trick", "u1", "number of tricks completed", "TY-5"),
    ("laid", "u1", "cards on the table in the trick in progress", "TY-5"),
    ("suit", "i1", "suit led, -1 for none", "TY-5"),
    ("best", "i1", "the card that wins the trick as it stands, -1 for none", "TY-5"),
    ("winning", "i1", "the seat that laid it, -1 for none", "TY-5"),
    ("tricks", "u1", "tricks won by oneself so far", "TY-5"),
    ("tricks_after", "u1", "tricks won by oneself after the move", "TY-5"),
)


@inline
def position(view, hidden, row):
    """What the player to move saw."""
    seat = view.seat
    row.hand, row.contract, row.contractors, row.target, row.trump = (
        view.hand,
        view.contract,
        view.contractors,
        view.targets[seat],
        view.trump,
    )
    row.trick, row.laid, row.suit, row.best, row.winning, row.tricks = (
        view.trick,
        view.laid,
        view.suit,
        view.best,
        view.winning,
        view.tricks[seat],
    )


@inline
def outcome(view, hidden, seat, status, row):
    """What came of the move."""
    row.tricks_after = view.tricks[seat]

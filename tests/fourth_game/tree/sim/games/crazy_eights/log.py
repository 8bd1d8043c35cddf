"""What the event log holds of a decision in Crazy Eights."""

from knotlab.sim.compiling.jit import inline
from knotlab.sim.games.crazy_eights.cards import EIGHT, KINDS, N_SUITS, matches, points_of

# name, type, meaning, ruling
FIELDS = (
    ("hand_size", "u1", "cards in the deciding player's hand", "CE-15"),
    ("eights", "u1", "eights among them", "CE-15"),
    ("points", "u2", "points that they count", "CE-13"),
    ("matching", "u1", "different cards among them that match, eights left out", "CE-6"),
    ("top", "u1", "top of the pile, 4 * rank + suit", "CE-15"),
    ("suit", "i1", "suit asked for, -1 while it is to be named", "CE-6"),
    ("stock", "u1", "cards in the stock", "CE-15"),
    ("drawn", "u1", "cards drawn in this turn under CE-8", "CE-8"),
    ("next_hand", "u1", "cards in the hand of the next player", "CE-15"),
    ("hand_after", "u1", "cards in your hand after the move", "CE-12"),
)


@inline
def position(view, hidden, row):
    """What the player to move saw."""
    row.hand_size, row.next_hand = view.hand_sizes[view.seat], view.hand_sizes[view.next]
    row.top, row.suit, row.stock, row.drawn = view.top, view.suit, view.stock, view.drawn
    eights = points = matching = 0
    for card in range(KINDS):
        points += view.hand[card] * points_of(card)
        matching += view.hand[card] > 0 and matches(card, view.top, view.suit)
    for suit in range(N_SUITS):
        eights += view.hand[4 * EIGHT + suit]
        matching -= view.hand[4 * EIGHT + suit] > 0
    row.eights, row.points, row.matching = eights, points, matching


@inline
def outcome(view, hidden, seat, status, row):
    """What came of the move."""
    row.hand_after = view.hand_sizes[seat]

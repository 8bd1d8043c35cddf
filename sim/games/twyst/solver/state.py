"""What a search with all cards open works on: the position by plies, and the results kept.

A set of seats is a bit mask, as sets of cards are. `UNKNOWN`, `NO` and `YES` answer the question of a search.
"""

from knotlab.sim.compiling.jit import inline
from knotlab.sim.games.twyst.cards import N_CARDS, N_RANKS, suit_of
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.protocol import record_dtype

PLIES = N_CARDS + SEATS
BUCKET = 16  # places where a result may be kept
UNKNOWN, NO, YES = -1, 0, 1

SEARCH = record_dtype(
    [
        ("hands", "i8", SEATS),
        ("trump", "i8"),
        ("unwanted", "i8"),  # suit that makes a trick count for nothing, or NOTHING
        ("striving", "i8"),  # set of seats
        ("counted", "i8"),  # set of seats
        ("laid", "i8"),  # cards on the table at the root
        ("guess", "i8"),
        ("limit", "i8"),  # the search stops at this many tricks
        ("floor", "i8"),  # and does not go below so many
        ("epoch", "i8"),  # the number of what is wanted; results for other aims do not count
        ("nodes", "i8"),
        ("need", "i8", PLIES + 1),  # by ply: tricks that must still be counted
        ("seat", "i8", PLIES + 1),  # by ply: who is to play
        ("card", "i8", PLIES + 1),  # by ply: the card played
        ("best", "i8", PLIES + 1),  # by ply: the ply of the card that wins the trick so far
        ("moves", "i8", (PLIES + 1, N_RANKS)),  # by ply: promise << 6 | card, the most promising first
        ("n_moves", "i8", PLIES + 1),
        ("tried", "i8", PLIES + 1),
        ("relevant", "i8", PLIES + 1),  # by ply: set of cards whose rank the result rests on
        ("holders", "i8", 2),  # of each suit's live cards from the top: seats as pairs of bits, two suits to a number
    ]
)

RESULT = record_dtype(
    [
        ("lengths", "i8"),
        ("epoch", "i8"),  # with the leader in the two lowest bits
        ("known", "i8", 2),  # which bits of `holders` matter
        ("holders", "i8", 2),
        ("depths", "i8"),  # by suit, four bits: how many cards from the top matter
        ("low", "i8"),  # at least this many tricks, and
        ("high", "i8"),  # at most this many
    ]
)


@inline
def is_striving(search, seat):
    """Whether a seat wants the counted tricks to be many."""
    return search.striving >> seat & 1 == 1


@inline
def live_cards(search, ply):
    """The set of cards in all hands and in the trick that a ply belongs to."""
    cards = search.hands[0] | search.hands[1] | search.hands[2] | search.hands[3]
    for earlier in range(ply & ~3, ply):
        cards |= 1 << search.card[earlier]
    return cards


@inline
def wins(search, ply, card):
    """TY-5: whether a card beats those before it in the trick."""
    if ply & 3 == 0:
        return True
    best = search.card[search.best[ply - 1]]
    if suit_of(best) == suit_of(card):
        return card > best
    return suit_of(card) == search.trump

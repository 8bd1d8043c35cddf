"""What a round of Knotweed is made of: the view of the player to move, the table's hidden part, the moves.

One record of `VIEW` and one of `HIDDEN` are a complete position. The view holds what the player whose turn it is knows
and nothing else (KW-13); his hand is written into it when his turn opens and back when it ends. Rows by rank have 16
numbers, of which the last three are always 0, so that they move as vectors; each number is a group (`cards.py`): how
many cards of each suit.

Bounds. A pile has a card of its own on top, so there are never more piles than cards, `MAX_CARDS` = 208. Of a rank with
c <= 16 cards in hand at most 39 c different groups can be played (624 groups of 16 cards are the most a card). With h
cards in hand and one in another's, at most 207 - h piles lie open, so no decision has more than 39 h (207 - h) <= 39 *
103 * 104 plays, illegal ones included, and a stop or pass: `MAX_MOVES`. Room for this many costs nothing until it is
used.
"""

from typing import NamedTuple

from knotlab.sim.games.knotweed.cards import FULL, MAX_CARDS, MAX_DECKS, N_RANKS, NAMES
from knotlab.sim.kernels.vectors import WIDTH
from knotlab.sim.protocol import UNIFORM, record_dtype

MAX_PLAYERS = 8
MAX_PILES = MAX_CARDS
MAX_MOVES = 39 * 103 * 104 + 1
PLAN_SLOTS = 96


class Move(NamedTuple):
    """A legal move: its kind, the pile, the rank and the cards of that rank concerned (-1 or 0 where it has none)."""

    kind: int
    pile: int
    rank: int
    cards: int


# Ranges that several numbers share, both ends included.
LARGEST = MAX_DECKS * 0o1111  # all cards of a rank as a group
MOST = MAX_CARDS - 2  # the most cards in one hand or out of hands: two others always are elsewhere
ANY_SEAT, ANY_PILE, ANY_RANK, NONE = (0, MAX_PLAYERS - 1), (0, MOST - 1), (0, N_RANKS - 1), (-1, -1)
ANY_GROUP, SET_OF_RANKS = (0, LARGEST), (0, 2**N_RANKS - 1)

# Kinds of move: name, ranges of its numbers, meaning, ruling.
PLAY, STOP, PASS, PRUNE, SNEAK, TAKE, SKIMP = range(7)
MOVE_KINDS = (
    ("PLAY", (ANY_PILE, ANY_RANK, (1, LARGEST)), "play the group `cards` of `rank` onto `pile`", "KW-4"),
    ("STOP", (NONE, NONE, (0, 0)), "play no more in this turn", "KW-3"),
    ("PASS", (NONE, NONE, (0, 0)), "play nothing in this turn", "KW-7"),
    ("PRUNE", (ANY_PILE, NONE, (0, MOST // 2 - 1)), "discard `pile`; `cards` piles were chosen before it", "KW-9"),
    (
        "SNEAK",
        (ANY_PILE, ANY_RANK, (1, LARGEST)),
        "an illegal play of the group `cards` of `rank` onto `pile`",
        "KW-11",
    ),
    ("TAKE", (NONE, NONE, (1, FULL)), "draw the `cards` cards due", "KW-11"),
    ("SKIMP", (NONE, NONE, (0, FULL - 1)), "draw only `cards` cards, fewer than due", "KW-11"),
)

# Kinds of decision (`view.decision`).
PLAYING, PRUNING, TAKING = range(3)
DECISIONS = ("playing", "pruning", "taking")

# What chance is asked for (`hidden.pending`).
CATCHING, RESETTING = range(2)

# name, type, shape, range, meaning, ruling
VIEW_FIELDS = (
    ("players", "i8", (), (2, MAX_PLAYERS), "number of players at the table", "KW-1"),
    ("decks", "i8", (), (1, MAX_DECKS), "decks in the game", "KW-1"),
    ("cheating", "f8", (), (0.0, 1.0, -1.0), "chance of being caught, -1 where cheating is off", "KW-11"),
    ("cheats", "i8", (), (0, 1), "1 if your strategy declares that it cheats", "KW-11"),
    (
        "late_reset",
        "i8",
        (),
        (0, 1),
        "1 if the reset waits until a penalty card is missing, 0 if it comes with the last card (setting `reset`)",
        "KW-10",
    ),
    ("seat", "i8", (), ANY_SEAT, "the seat that decides: yours", "KW-2"),
    ("next", "i8", (), ANY_SEAT, "the next seat clockwise that still holds cards", "KW-2"),
    ("decision", "i8", (), (0, len(DECISIONS) - 1), "kind of decision: 0 playing, 1 pruning, 2 taking", "KW-3, 9, 11"),
    ("hand", "i4", (WIDTH,), ANY_GROUP, "by rank: the group of cards in your hand", "KW-13"),
    ("held", "i8", (), SET_OF_RANKS, "set of ranks in your hand (bit r for rank r)", "KW-13"),
    ("suits", "i8", (4,), SET_OF_RANKS, "by suit: set of ranks in your hand in that suit", "KW-13"),
    ("hand_sizes", "i4", (MAX_PLAYERS,), (0, MOST), "by seat: cards in hand", "KW-13"),
    ("places", "i4", (MAX_PLAYERS,), (0, MAX_PLAYERS - 2), "by seat: place taken, 0 while holding cards", "KW-8"),
    ("holding", "i8", (), (2, MAX_PLAYERS), "number of players still holding cards", "KW-8"),
    ("piles", "i8", (), (1, MOST), "number of piles", "KW-6"),
    ("standing", "i8", (), (1, MOST), "number of piles when the turn began; those made since come after them", "KW-3"),
    ("tops", "i4", (MAX_PILES,), (0, len(NAMES) - 1), "by pile: its top card, 4 * rank + suit", "KW-13"),
    (
        "open",
        "i4",
        (MAX_PILES,),
        (0, 1),
        "by pile: 1 if it can still be played on in this turn (when pruning: if it is not chosen yet)",
        "KW-3, 9",
    ),
    ("draw_size", "i8", (), (0, MOST - 1), "cards in the draw pile", "KW-13"),
    (
        "played",
        "i4",
        (WIDTH,),
        ANY_GROUP,
        "by rank: the group of all cards played since the last reset, pile tops included",
        "KW-13",
    ),
    (
        "n_played",
        "i8",
        (),
        (1, MOST),
        "how many cards these are: all that are neither in hands nor in the draw pile",
        "KW-10",
    ),
    ("plays", "i8", (), (0, MOST // 2), "plays made in this turn so far", "KW-3"),
    (
        "laid",
        "i4",
        (MAX_PILES, 3),
        (ANY_PILE, ANY_RANK, ANY_GROUP),
        "by play of this turn: pile, rank and group",
        "KW-3",
    ),
    ("penalty", "i8", (), (0, FULL), "largest penalty of the turn's plays so far; 3 after a pass", "KW-7"),
    ("cheated", "i8", (), (0, 1), "1 if the turn has a cheat so far", "KW-11"),
    ("due", "i8", (), (0, FULL), "cards to be drawn now, when taking", "KW-11"),
    ("to_prune", "i8", (), (0, MOST // 2), "piles still to be chosen, when pruning", "KW-9"),
    ("game_uniform", "f8", (), UNIFORM, "your own random number for this game", "draws"),
    ("turn_uniform", "f8", (), UNIFORM, "for this turn", "draws"),
    ("decision_uniform", "f8", (), UNIFORM, "for this decision", "draws"),
    (
        "plan",
        "f8",
        (PLAN_SLOTS,),
        None,
        "scratch space: `plan` fills it, the scores read it; all zero before each `plan`",
        "plan",
    ),
)


VIEW = record_dtype([(name, kind, shape) for name, kind, shape, *_ in VIEW_FIELDS])

HIDDEN = record_dtype(
    [
        ("deck", "i4", MAX_CARDS),  # as dealt: hands card by card, the first pile's, the draw pile
        ("n_cards", "i8"),
        ("draw", "i4", MAX_CARDS),  # the draw pile now, from `drawn` on; before a reset settles, all its cards
        ("drawn", "i8"),
        ("hands", "i4", (MAX_PLAYERS, WIDTH)),  # when the turn began
        ("suits", "i8", (MAX_PLAYERS, 4)),  # by seat and suit: set of ranks
        ("played", "i4", WIDTH),  # when the turn began
        ("beneath", "i4", MAX_PILES),  # by pile played on in this turn: its top before
        ("chosen", "i4", MAX_PILES),  # piles chosen for pruning, in order
        ("n_chosen", "i8"),
        ("pending", "i8"),  # what chance is asked for
        ("caught", "i8"),  # what it said
        ("to_draw", "i8"),  # cards the player means to draw
        ("out", "i8"),  # places given
        ("moved", "i8"),  # plays, cards drawn, resets, players out: without a word drawn none of these is undone
    ]
)

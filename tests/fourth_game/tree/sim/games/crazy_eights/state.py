"""What a round of Crazy Eights is made of: the view of the player to move, the table's hidden part, the moves.

One record of `VIEW` and one of `HIDDEN` are a complete position. The view holds what the player whose turn it is knows
and nothing else (CE-15); his hand is written into it when his turn opens and back when the turn ends.
"""

from typing import NamedTuple

from knotlab.sim.games.crazy_eights.cards import KINDS, MAX_CARDS, MAX_PACKS, N_SUITS
from knotlab.sim.protocol import UNIFORM, record_dtype

MAX_PLAYERS, MAX_DEALT, MAX_DRAWS = 6, 10, 5
MAX_MOVES = KINDS + 1
PLAN_SLOTS = 32
NONE = -1


class Move(NamedTuple):
    """A legal move: its kind, and the card played or the suit named (-1 for neither)."""

    kind: int
    value: int


ANY_SEAT, ANY_CARD, ANY_SUIT, NOTHING = (0, MAX_PLAYERS - 1), (0, KINDS - 1), (0, N_SUITS - 1), (NONE, NONE)

# Kinds of move: name, range of its number, meaning, ruling.
PLAY, DRAW, PASS, NAME = range(4)
MOVE_KINDS = (
    ("PLAY", (ANY_CARD,), "play the card `value`", "CE-6"),
    ("DRAW", (NOTHING,), "draw a card", "CE-8"),
    ("PASS", (NOTHING,), "end the turn without a card played", "CE-9"),
    ("NAME", (ANY_SUIT,), "name the suit `value`", "CE-7"),
)

# Kinds of decision (`view.decision`).
PLAYING, NAMING = range(2)

# name, type, shape, range, meaning, ruling
VIEW_FIELDS = (
    ("players", "i8", (), (2, MAX_PLAYERS), "number of players at the table", "CE-1"),
    ("packs", "i8", (), (1, MAX_PACKS), "packs in the game", "CE-1"),
    ("cards", "i8", (), (1, MAX_DEALT), "cards dealt to each player", "CE-2"),
    ("draws", "i8", (), (1, MAX_DRAWS), "most cards that may be drawn in a turn", "CE-8"),
    ("twos", "i8", (), (0, 1), "1 if a two makes the next player draw two cards", "CE-11"),
    ("seat", "i8", (), ANY_SEAT, "the seat that decides: yours", "CE-4"),
    ("next", "i8", (), ANY_SEAT, "the next seat clockwise", "CE-4"),
    ("decision", "i8", (), (0, 1), "kind of decision: 0 a turn, 1 the suit to name", "CE-5, 7"),
    ("hand", "i8", (KINDS,), (0, MAX_PACKS), "by card: how many of it are in your hand", "CE-15"),
    ("hand_sizes", "i8", (MAX_PLAYERS,), (0, MAX_CARDS - 1), "by seat: cards in hand", "CE-15"),
    ("top", "i8", (), ANY_CARD, "the top of the pile, 4 * rank + suit", "CE-15"),
    ("suit", "i8", (), (*ANY_SUIT, NONE), "the suit asked for, -1 while it is to be named", "CE-6"),
    ("stock", "i8", (), (0, MAX_CARDS - 3), "cards in the stock", "CE-15"),
    ("pile", "i8", (KINDS,), (0, MAX_PACKS), "by card: how many of it are in the pile, its top included", "CE-15"),
    ("pile_size", "i8", (), (1, MAX_CARDS - 1), "cards in the pile", "CE-15"),
    ("drawn", "i8", (), (0, MAX_DRAWS), "cards drawn in this turn under CE-8", "CE-8"),
    ("idle", "i8", (), (0, MAX_PLAYERS - 1), "turns in a row before this one without a card played or drawn", "CE-12"),
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
        ("deck", "i8", MAX_CARDS),  # as dealt: hands card by card, then the stock
        ("n_cards", "i8"),
        ("draw", "i8", MAX_CARDS),  # the stock now, from `at` on; before a reshuffle settles, all its cards
        ("at", "i8"),
        ("hands", "i8", (MAX_PLAYERS, KINDS)),  # when the turn began
        ("owed", "i8"),  # cards that the player to move has still to draw, before he decides
        ("moved", "i8"),  # cards played or drawn so far: none of it can be undone
        ("before", "i8"),  # the same when the turn began
        ("out", "i8"),  # the seat that is out, -1 for none
    ]
)

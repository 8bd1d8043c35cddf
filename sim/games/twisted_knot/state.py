"""What a game of Twisted Knot is made of: the view of the player to move, the table's hidden part, the moves.

One record of `VIEW` and one of `HIDDEN` are a complete position. The view holds what the player whose turn it is knows
and nothing else (the list at the end of the rulings); its private part (hand, known, discards) is exchanged whenever
the turn passes on. Arrays by rank have 16 numbers, of which the last two are always 0, so that they move as vectors.
"""

from typing import NamedTuple

from knotlab.sim.games.twisted_knot.cards import ALL, EIGHT, FOUR, MAX_CARDS, MAX_COPIES, NOTHING
from knotlab.sim.kernels.vectors import WIDTH
from knotlab.sim.protocol import UNIFORM, record_dtype

MAX_PLAYERS = 8
MAX_MOVES = 256
MAX_RIFFLES = 30
PLAN_SLOTS = 48


class Move(NamedTuple):
    """A legal move: its kind, the rank concerned and a number of cards (0 where it has none)."""

    kind: int
    rank: int
    count: int  # type: ignore[assignment]


# Ranges that several numbers share, both ends included.
ANY_SEAT, ANY_RANK, NONE = (0, MAX_PLAYERS - 1), (0, EIGHT), (NOTHING, NOTHING)
REPEATED = 2 * MAX_COPIES  # goes or misses of one turn: the 10s or Kings and as many 8s that repeat them

# Kinds of move: name, ranges of its numbers, meaning, ruling.
LAY, PICK_UP, TOP_UP, GO_ON, DISCARD, PASS = range(6)
MOVE_KINDS = (
    ("LAY", (ANY_RANK, (1, MAX_COPIES)), "lay `count` cards of `rank`", "TK-6, 16"),
    ("PICK_UP", (NONE, (1, MAX_CARDS - 2)), "take the whole stack, of `count` cards", "TK-6"),
    (
        "TOP_UP",
        (NONE, (1, 2 * MAX_COPIES - 1)),
        "take `count` cards from the pile: those missing, or the top one into an empty hand",
        "TK-5, 8",
    ),
    ("GO_ON", (NONE, (0, 0)), "do not top up", "TK-8"),
    ("DISCARD", (ANY_RANK, (1, 1)), "one card of `rank` out of the game", "TK-18, 23"),
    ("PASS", (ANY_RANK, (1, 1)), "one card of `rank` to the receiver", "TK-21, 23"),
)

# Kinds of decision (`view.decision`).
TOPPING_UP, LAYING, PAIRING, GIVING, TAKING = range(5)
DECISIONS = ("topping up", "laying", "pairing", "giving", "taking")

# What a trace notes (sim/kernels/trace.py): code, seat and two values.
TOOK, LAID, DISCARDED, PASSED, CLEARED, PICKED_UP, WENT_OUT = range(7)

# name, type, shape, range, meaning, ruling
VIEW_FIELDS = (
    ("players", "i8", (), (2, MAX_PLAYERS), "number of players at the table", "TK-1"),
    ("packs", "i8", (), (1, 4), "packs in the game", "TK-1"),
    ("jokers", "i8", (), (0, 4), "jokers in each pack", "TK-1"),
    (
        "riffles",
        "i8",
        (),
        (NOTHING, MAX_RIFFLES),
        "riffles that the last game's cards were shuffled with, -1 if thoroughly (setting `shuffle`)",
        "TK-30",
    ),
    ("repeats", "i8", (), (0, 1), "1 if an 8 repeats the card beneath (Southampton), 0 if it is invisible", "TK-28"),
    ("multiply", "i4", (WIDTH,), (0, 1), "by rank: 1 if several cards of it count several times", "TK-29"),
    ("unseen", "i8", (), (0, 1), "1 if one decides on picking up before seeing the pile's card (`pile_card`)", "TK-5"),
    ("misses_kept", "i8", (), (0, 1), "1 if misses outlive a pick-up (setting `pick_up_misses`)", "TK-6"),
    ("short_piles", "i8", (), (0, 1), "1 if one may top up from a pile that is too short (setting `top_up`)", "TK-8"),
    (
        "magic_at",
        "i8",
        (),
        (2, 2, 0),
        "players still holding cards with whom a J is a Magic Jack, 0 if it never is (setting `magic_jacks`)",
        "TK-12",
    ),
    ("misses_end", "i8", (), (0, 1), "1 if Kings pass over each opponent once at most (setting `kings`)", "TK-22"),
    (
        "through_jokers",
        "i8",
        (),
        (0, 1),
        "1 if 8s that repeat look through jokers at the showing card (setting `eight_on_joker`)",
        "TK-28",
    ),
    ("deck", "i4", (WIDTH,), (0, MAX_COPIES), "by rank: cards in the whole game", "TK-1"),
    ("seat", "i8", (), ANY_SEAT, "the seat that decides: yours", "TK-4"),
    ("next", "i8", (), ANY_SEAT, "the next seat still holding cards, in the present direction of play", "TK-4"),
    (
        "decision",
        "i8",
        (),
        (0, len(DECISIONS) - 1),
        "kind of decision: 0 topping up, 1 laying, 2 a further pair, 3 a card to give, 4 a card unseen or a pick-up",
        "TK-5, 6, 8, 14, 23",
    ),
    ("hand", "i4", (WIDTH,), (0, MAX_COPIES), "by rank: cards in your hand", "TK-7"),
    ("held", "i8", (), (0, ALL), "set of ranks in your hand (bit r for rank r)", "TK-7"),
    ("hand_sizes", "i4", (MAX_PLAYERS,), (0, MAX_CARDS - 1), "by seat: cards in hand", "TK-7"),
    ("pile_sizes", "i4", (MAX_PLAYERS,), (0, MAX_CARDS // 2 - 1), "by seat: cards in the face-down pile", "TK-2"),
    ("places", "i4", (MAX_PLAYERS,), (0, MAX_PLAYERS - 2), "by seat: place taken, 0 while holding cards", "TK-9"),
    ("holding", "i8", (), (2, MAX_PLAYERS), "number of players still holding cards", "TK-9"),
    (
        "direction",
        "i8",
        (),
        (1, 1, -1),
        "+1 to ascending seats, -1 to descending; always +1 with two players left",
        "TK-20",
    ),
    ("stack", "i4", (MAX_CARDS,), ANY_RANK, "the table stack, bottom first: rank of each card", "TK-6"),
    ("stack_size", "i8", (), (0, MAX_CARDS - 2), "cards in the table stack", "TK-6"),
    ("stack_counts", "i4", (WIDTH,), (0, MAX_COPIES), "by rank: cards in the table stack", "TK-6"),
    ("stack_held", "i8", (), (0, ALL), "set of ranks in the table stack (bit r for rank r)", "TK-6"),
    ("top", "i8", (), (NOTHING, EIGHT), "rank of the last lay, -1 on an empty table", "TK-11"),
    ("top_count", "i8", (), (0, MAX_COPIES), "cards in the last lay", "TK-11"),
    ("alike", "i8", (), (0, MAX_COPIES), "cards of the top card's rank lying together on top", "TK-25"),
    (
        "demand",
        "i8",
        (),
        (NOTHING, EIGHT),
        "rank whose demand must be met: the top, or the repeated card; -1 for none",
        "TK-11..14, 28",
    ),
    ("demand_count", "i8", (), (0, MAX_COPIES), "how many cards of that rank count", "TK-16, 29"),
    ("showing", "i8", (), (NOTHING, FOUR), "first rank from the top that is neither 8 nor joker, -1 for none", "TK-13"),
    ("repeated", "i8", (), (NOTHING, FOUR), "first rank from the top that is not an 8, -1 for none", "TK-28"),
    ("pairs", "i8", (), (0, MAX_COPIES), "pairs still owed to jokers in this go", "TK-14"),
    ("pair_mask", "i8", (), (0, ALL), "set of ranks that serve as those pairs (bit r for rank r)", "TK-14"),
    ("bound", "i8", (), (0, 1), "1 if in this go you must lay if you can, for having taken a card unseen", "TK-5"),
    ("goes", "i8", (), (1, 1 + REPEATED), "goes left in this turn, this one included", "TK-19, 24, 25"),
    ("misses", "i8", (), (0, REPEATED), "players who will miss a turn when this one is over", "TK-22"),
    ("owed", "i8", (), (0, MAX_COPIES), "cards still to be given away now, this one included", "TK-23"),
    ("receiver", "i8", (), (NOTHING, MAX_PLAYERS - 1), "seat that gets them, -1 if they leave the game", "TK-18, 21"),
    ("cleared", "i4", (WIDTH,), (0, MAX_COPIES), "by rank: cards that left the game in clearings", "TK-24, 25"),
    ("discarded", "i8", (), (0, MAX_CARDS - 2), "cards discarded unseen by all players together", "TK-18"),
    ("discards", "i4", (WIDTH,), (0, MAX_COPIES), "by rank: your discards", "TK-23"),
    (
        "known",
        "i4",
        (MAX_PLAYERS, WIDTH),
        (0, MAX_COPIES),
        "by seat and rank: cards that player was seen to get and not seen to lose, at most all there are",
        "TK-23",
    ),
    ("starter", "i8", (), ANY_SEAT, "the seat that made the first lay", "TK-3"),
    ("first_card", "i8", (), ANY_RANK, "the starter's first card; no other first card was lower", "TK-3"),
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
        ("deck", "i4", MAX_CARDS),  # as dealt: card t to seat t mod players, a seat's first is its pile's top
        ("unseen", "i4", MAX_CARDS),  # scratch for redealing what the player to move cannot see
        ("n_cards", "i8"),
        ("taken", "i4", MAX_PLAYERS),  # cards taken from each pile
        ("hands", "i4", (MAX_PLAYERS, WIDTH)),
        ("held", "i8", MAX_PLAYERS),  # set of ranks in each hand
        ("beside", "i4", (3, MAX_PLAYERS)),  # direction + 1, seat: the next seat still holding cards
        ("known", "i4", (MAX_PLAYERS, MAX_PLAYERS, WIDTH)),  # viewer, seat, rank
        ("discards", "i4", (MAX_PLAYERS, WIDTH)),
        ("lot", "i8"),  # the seat that starts (TK-3)
        ("laid", "i8"),  # rank of the lay whose effect is under way
        ("turns", "i8"),  # turns played
        ("out", "i8"),  # places given
        ("sketched", "i8"),  # whether the next two are kept up to date
        ("sketch", "i8"),  # stands for what is in hands, and known of it (sketch.py)
        ("heap", "i8"),  # stands for the table stack
        ("spent", "i8"),  # cards that left piles or the game and players gone out: what can never come back
    ]
)

"""What a deal of Twyst is made of: the view of the player to move, the table's hidden part, the moves.

One record of `VIEW` and one of `HIDDEN` are a complete position. The view holds what the player whose turn it is knows
and nothing else (TY-8); only the own hand, contract and partner are exchanged when the turn passes on. Sets of cards
and of suits are bit masks (`cards.py`).
"""

from typing import NamedTuple

from knotlab.sim.games.twyst.cards import ALL, N_CARDS, N_RANKS, N_SUITS, NOTHING
from knotlab.sim.protocol import UNIFORM, record_dtype

SEATS = 4
MAX_MOVES = N_RANKS
PLAN_SLOTS = 32


class Move(NamedTuple):
    """A legal move: its kind, the card concerned and the seat named (-1 where it has none)."""

    kind: int
    card: int
    seat: int


# Contracts by seat (`view.contracts`); NOTHING (-1) for a player who is no contractor.
ACE_SOLO, MISERE, COURT_SOLO, TWIST_SOLO, TRUMP_DUO, PLAIN_DUO, NEMO = range(7)
CONTRACTS = ("ace-solo", "misere", "court-solo", "twist-solo", "trump-duo", "plain-duo", "nemo")

# Ranges that several numbers share, both ends included.
ANY_SEAT, ANY_CARD, NONE = (0, SEATS - 1), (0, N_CARDS - 1), (NOTHING, NOTHING)
SEAT_OR_NONE, SUIT_OR_NONE, CARD_OR_NONE, CONTRACT_OR_NONE = (
    (NOTHING, SEATS - 1),
    (NOTHING, N_SUITS - 1),
    (NOTHING, N_CARDS - 1),
    (NOTHING, NEMO),
)
# No match has more than a thousand deals, and no deal brings a thousand points.
ANY_TOTAL = (-1_000_000, 1_000_000)
# What a failed contract pays for (`view.lost`), and the scores (`view.points`).
LOST = ("others", "shortfall", "nothing")
OTHERS, SHORTFALL, FOR_NOTHING = range(3)
BY_ACE, BY_COURT, BY_NUMERALS, BY_MISERE, BY_LOST_MISERE, BY_NEMO, BY_CLEAN_NEMO = range(7)
N_SCORES = 7
MOST_BY_TRICK, MOST_BY_MISERE = 75, 900  # so that no deal brings a thousand points
HIGHEST_TARGET = 5 + 6  # of a Trump duo with numerals below 7 (TY-3)

# Kinds of move, and of decision (`view.decision`): each decision has moves of its own kind alone.
BID, NAME_LEADER, PLAY = range(3)
BIDDING, NAMING, PLAYING = range(3)
MOVE_KINDS = (
    ("BID", (ANY_CARD, NONE), "show `card` as bid", "TY-2"),
    ("NAME_LEADER", (NONE, ANY_SEAT), "let `seat` lead to the first trick", "TY-4"),
    ("PLAY", (ANY_CARD, NONE), "play `card` to the trick", "TY-5"),
)

# name, type, shape, range, meaning, ruling
VIEW_FIELDS = (
    ("players", "i8", (), (SEATS, SEATS), "number of players at the table", "TY-1"),
    (
        "lost",
        "i8",
        (),
        (0, len(LOST) - 1),
        "what a failed contract pays for: 0 the tricks of the others, 1 those missing from the target, 2 nothing "
        "(setting `lost`)",
        "TY-6",
    ),
    (
        "own_tricks",
        "i8",
        (),
        (0, 1),
        "1 if partners score the tricks that each of them won, 0 if both score their joint tricks (setting `partners`)",
        "TY-6",
    ),
    (
        "points",
        "i8",
        (N_SCORES,),
        (0, MOST_BY_MISERE),
        "the scores: for a trick of an Ace solo, a Court solo, and numerals; for a Misere made, and lost; for a clean "
        "trick in Nemo, and if all are clean (settings `ace` to `nemo_clean`)",
        "TY-6",
    ),
    ("seat", "i8", (), ANY_SEAT, "the seat that decides: yours; seat 0 is the eldest", "TY-1"),
    (
        "decision",
        "i8",
        (),
        (BIDDING, PLAYING),
        "kind of decision: 0 bidding, 1 naming the leader, 2 playing a card",
        "TY-2, 4, 5",
    ),
    (
        "hand",
        "i8",
        (),
        (0, ALL),
        "set of cards in your hand, a shown bid card included until it is played",
        "TY-2, 8",
    ),
    ("hand_sizes", "i4", (SEATS,), (0, N_RANKS), "by seat: cards in hand", "TY-8"),
    ("shown", "i4", (SEATS,), CARD_OR_NONE, "by seat: the bid card, -1 until all are turned", "TY-2, 8"),
    (
        "contracts",
        "i4",
        (SEATS,),
        CONTRACT_OR_NONE,
        "by seat: 0 Ace solo, 1 Misere, 2 Court solo, 3 Twist solo, 4 Trump duo, 5 Plain duo, 6 Nemo, -1 no contractor",
        "TY-3",
    ),
    ("partners", "i4", (SEATS,), SEAT_OR_NONE, "by seat: the partner in a duo, else -1", "TY-3"),
    (
        "targets",
        "i4",
        (SEATS,),
        (NOTHING, HIGHEST_TARGET),
        "by seat: tricks a contractor (with partner) must win, -1 for no number or no contractor",
        "TY-3",
    ),
    ("contractors", "i8", (), (0, 2**SEATS - 1), "set of contractors (bit s for seat s)", "TY-3"),
    ("contract", "i8", (), CONTRACT_OR_NONE, "your contract, -1 for none", "TY-3"),
    ("partner", "i8", (), SEAT_OR_NONE, "your partner, -1 for none", "TY-3"),
    ("trump", "i8", (), SUIT_OR_NONE, "trump suit, -1 for none", "TY-3"),
    ("unwanted", "i8", (), SUIT_OR_NONE, "suit that spoils a trick in Nemo, else -1", "TY-3"),
    (
        "leader",
        "i8",
        (),
        SEAT_OR_NONE,
        "the seat that leads to the trick in progress, -1 before the first is known",
        "TY-4, 5",
    ),
    ("trick", "i8", (), (0, N_RANKS - 1), "number of tricks completed", "TY-5"),
    ("laid", "i8", (), (0, SEATS - 1), "cards on the table in the trick in progress", "TY-5"),
    ("on_table", "i8", (), (0, ALL), "set of these cards", "TY-5"),
    ("table", "i4", (SEATS,), CARD_OR_NONE, "by seat: its card in the trick in progress, -1 for none", "TY-5"),
    ("suit", "i8", (), SUIT_OR_NONE, "suit led to the trick in progress, -1 for none", "TY-5"),
    ("best", "i8", (), CARD_OR_NONE, "the card that wins the trick as it stands, -1 for none", "TY-5"),
    ("winning", "i8", (), SEAT_OR_NONE, "the seat that laid it, -1 for none", "TY-5"),
    ("tricks", "i4", (SEATS,), (0, N_RANKS - 1), "by seat: tricks won", "TY-5"),
    (
        "clean",
        "i4",
        (SEATS,),
        (0, N_RANKS - 1),
        "by seat: tricks won without a card of the unwanted suit; 0 in other contracts",
        "TY-3",
    ),
    ("played", "i8", (), (0, ALL), "set of all cards played, the trick in progress included", "TY-8"),
    ("played_by", "i8", (SEATS,), (0, ALL), "by seat: set of cards played", "TY-8"),
    (
        "order",
        "i4",
        (N_CARDS,),
        ANY_CARD,
        "the cards played in order; from number 4 * trick + laid on, no meaning",
        "TY-8",
    ),
    (
        "winners",
        "i4",
        (N_RANKS,),
        ANY_SEAT,
        "by trick completed: the winner, who leads to the next; later numbers mean nothing",
        "TY-8",
    ),
    (
        "totals",
        "i8",
        (SEATS,),
        ANY_TOTAL,
        "by seat: points won in the match before this deal; 0 in a deal by itself",
        "TY-7",
    ),
    ("opener", "i8", (), SEAT_OR_NONE, "the seat that leads to the first trick, -1 before it is known", "TY-4"),
    (
        "voids",
        "i4",
        (SEATS,),
        (0, 2**N_SUITS - 1),
        "by seat: set of suits to which it failed to follow (bit s for suit s)",
        "TY-8",
    ),
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
        ("deck", "i4", N_CARDS),  # the shuffled pack: card t to seat t mod 4
        ("dealt", "i8", SEATS),  # set of cards dealt to each seat
        ("hands", "i8", SEATS),  # set of cards in each hand
        ("bids", "i4", SEATS),  # bid cards, not yet turned
        ("done", "i8"),  # bids and cards played, which never come back
    ]
)

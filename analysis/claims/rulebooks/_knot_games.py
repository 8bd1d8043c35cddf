"""Games of Twisted Knot in which a tip does what it describes: by claim strategies, the number of a game, and a
decision that shows it.
"""

import polars as pl

from knotlab.analysis.claims.rulebooks import _knot as knot
from knotlab.analysis.claims.tip import Transcript
from knotlab.sim.games.twisted_knot.cards import ACE, FIVE, JACK, JOKER, KING, NINE, QUEEN, TEN, THREE, TWO

T = "tremble=0.02"
SHED = f"shed:{T}"
mine = pl.col("player") == 0


def laid(rank: int, least: int = 1) -> pl.Expr:
    """The follower of the tip lays so many cards of a rank or more."""
    return mine & knot.lays & (pl.col("move_rank") == rank) & (pl.col("move_count") >= least)


def shown(name: str, index: int, words: str, shows: pl.Expr, players: int = 3) -> Transcript:
    """A game of a tip's strategy, with the settings that it is tried with, among players who just shed."""
    return Transcript((f"{name}@tips-v1:{T}", *[SHED] * (players - 1)), index, words, shows)


carries = (pl.col("hand_size") == pl.col("move_count")) & (pl.col("pile_after") + 2 <= pl.col("pile_size"))
GAMES = [
    ("TK-C1", shown("hoard-aces", 0, "aces laid together carry pile cards away", laid(ACE, 2) & carries)),
    ("TK-C2", shown("hoard-nines", 9, "nines laid together throw pile cards out", laid(NINE, 2) & carries)),
    (
        "TK-C3",
        shown(
            "ten-king-chain", 4, "tens, and kings that bring the turn back", laid(KING, 2) & (knot.in_turn(TEN) >= 2)
        ),
    ),
    (
        "TK-C4",
        shown(
            "ten-three-nine",
            4,
            "tens, a three and nines in one turn",
            laid(NINE) & (knot.in_turn(TEN) >= 2) & (knot.in_turn(THREE) >= 1),
        ),
    ),
    ("TK-C5", shown("save-queens", 1, "a saved queen answers a two", laid(QUEEN) & (pl.col("top") == TWO))),
    (
        "TK-C9",
        shown(
            "save-fives",
            37,
            "a five answers a jack on a big stack",
            laid(FIVE) & (pl.col("top") == JACK) & (pl.col("stack_size") >= 10),
            2,
        ),
    ),
    ("TK-C10", shown("jack-bomb", 56, "two jacks on a big stack", laid(JACK, 2) & (pl.col("stack_size") >= 16), 2)),
    (
        "TK-C10",
        shown(
            "count-fives",
            42,
            "a jack on a big stack that the other must pick up",
            laid(JACK)
            & (pl.col("stack_size") >= 16)
            & (pl.col("step").shift(-1).over("game") == pl.col("step") + 1)
            & knot.picks_up.shift(-1).over("game"),
            2,
        ),
    ),
    (
        "TK-C12",
        shown(
            "planned-finish",
            36,
            "out in a turn that began with a ten",
            mine & (pl.col("placed") == 1) & (knot.in_turn(TEN) >= 1),
        ),
    ),
    (
        "TK-C13",
        Transcript(
            ("random", SHED, SHED),
            13,
            "a stack of ten cards or more picked up though a card could be laid",
            mine & knot.picks_up & (pl.col("moves") > 1) & (pl.col("stack_size") >= 10),
        ),
    ),
    (
        "TK-C14",
        Transcript(
            (f"exploiter@tips-v1:model=1,{T}", *[f"scripted:script=1,{T}"] * 2),
            0,
            "a lay that the next player cannot answer",
            mine
            & knot.lays
            & (pl.col("step").shift(-1).over("game") == pl.col("step") + 1)
            & knot.picks_up.shift(-1).over("game"),
        ),
    ),
    (
        "TK-C15",
        shown("joker-pressure", 0, "a joker at a player with two cards", laid(JOKER) & (pl.col("next_hand") == 2)),
    ),
    (
        "TK-C15",
        shown("two-pressure", 7, "two twos at a player with two cards", laid(TWO, 2) & (pl.col("next_hand") == 2)),
    ),
    (
        "TK-C18",
        shown(
            "careful-pressure",
            0,
            "a single two at a player with one card and a pile",
            laid(TWO) & (pl.col("move_count") == 1) & (pl.col("next_hand") == 1) & (pl.col("next_pile") > 0),
        ),
    ),
    (
        "TK-C20",
        shown(
            "pick-up-for-aces-and-nines",
            5,
            "a stack with aces or nines picked up though a card could be laid",
            mine
            & knot.picks_up
            & (pl.col("moves") > 1)
            & (pl.col("stack_size") <= 2)
            & (knot.copies("taken", ACE) + knot.copies("taken", NINE) > 0),
        ),
    ),
]

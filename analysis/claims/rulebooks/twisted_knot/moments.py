"""Games of Twisted Knot in which a tip does what it describes: the number of a game, and the decisions that show it."""

import polars as pl

from knotlab.analysis.claims.model.tip import Transcript
from knotlab.analysis.claims.rulebooks.twisted_knot import measures as seen
from knotlab.analysis.claims.rulebooks.twisted_knot.players import LITERAL, SHED, TREMBLE, TUNED, as_written
from knotlab.sim.games.twisted_knot.cards import ACE, EIGHT, FIVE, JACK, JOKER, KING, NINE, QUEEN, TEN, THREE, TWO
from knotlab.sim.games.twisted_knot.state import TOP_UP

mine = pl.col("player") == 0
carries = (pl.col("hand_size") == pl.col("move_count")) & (pl.col("pile_after") + 2 <= pl.col("pile_size"))
on_a_big_stack = pl.col("stack_size") >= 16
small_stack = pl.col("stack_size") == 2
could_lay = seen.picks_up & (pl.col("moves") > 1)
# The next decision of the game follows at once, and is a pick-up.
next_picks_up = (pl.col("step").shift(-1).over("game") == pl.col("step") + 1) & seen.picks_up.shift(-1).over("game")

lays_next = seen.lays.shift(-1).over("game", "seat")
next_rank = pl.col("move_rank").shift(-1).over("game", "seat")


def laid(rank: int, least: int = 1) -> pl.Expr:
    """Whoever follows the tip lays at least so many cards of a rank."""
    return mine & seen.lays & (pl.col("move_rank") == rank) & (pl.col("move_count") >= least)


def shown(name: str, index: int, words: str, shows: pl.Expr, players: int = 3) -> Transcript:
    """A game of a tip's strategy, with the settings that it is tried with, among players who just shed.

    index: the number of the game. words: what is to be seen. shows: where it is to be seen.
    """
    follows = as_written(name) if name in LITERAL else f"{name if '@' in name else f'{name}@{TUNED}'}:{TREMBLE}"
    return Transcript((follows, *[SHED] * (players - 1)), index, words, shows)


def strong(index: int, words: str, shows: pl.Expr) -> Transcript:
    """A game of the strongest script among players who just shed."""
    return Transcript((f"all-round:{TREMBLE}", SHED, SHED), index, words, mine & shows)


MOMENTS = {
    "TK-C1": [shown("hoard-aces", 3179, "aces laid together take pile cards with them", laid(ACE, 2) & carries)],
    "TK-C2": [shown("hoard-nines", 2747, "nines laid together throw pile cards out", laid(NINE, 2) & carries)],
    "TK-C3": [
        shown(
            "ten-king-chain",
            3740,
            "tens, and kings that bring the turn back",
            laid(KING, 2) & (seen.in_turn(TEN) >= 2),
        )
    ],
    "TK-C4": [
        shown(
            "ten-three-nine",
            3179,
            "tens, a three and nines in one turn",
            laid(NINE) & (seen.in_turn(TEN) >= 2) & (seen.in_turn(THREE) >= 1),
        )
    ],
    "TK-C5": [shown("save-queens", 1942, "a saved queen answers a two", laid(QUEEN) & (pl.col("top") == TWO))],
    "TK-C6": [
        strong(
            1416,
            "a two picked up, and laid in the next turn",
            seen.picked(TWO) & pl.col("stack_size").is_between(2, 6) & lays_next & (next_rank == TWO),
        )
    ],
    "TK-C7": [
        strong(531, "only two cards picked up under a two", seen.picks_up & (pl.col("top") == TWO) & small_stack)
    ],
    "TK-C8": [
        strong(
            531,
            "an eight that spares its player a big stack",
            seen.lays & (pl.col("move_rank") == EIGHT) & (pl.col("moves") == 2) & (pl.col("stack_size") >= 8),
        )
    ],
    "TK-C9": [
        shown(
            "save-fives",
            3595,
            "a five answers a jack on a big stack",
            laid(FIVE) & (pl.col("top") == JACK) & (pl.col("stack_size") >= 10),
            2,
        )
    ],
    "TK-C10": [
        shown("jack-bomb", 2664, "two jacks on a big stack", laid(JACK, 2) & on_a_big_stack, 2),
        shown(
            "count-fives",
            48009,
            "a jack on a big stack that the other player must pick up",
            laid(JACK) & on_a_big_stack & next_picks_up,
            2,
        ),
    ],
    "TK-C11": [
        strong(1416, "the last cards of the pile passed on with the last lay", carries & (pl.col("placed") == 1))
    ],
    "TK-C12": [
        shown(
            "planned-finish",
            23696,
            "out in a turn that began with a ten",
            mine & (pl.col("placed") == 1) & (seen.in_turn(TEN) >= 1),
        )
    ],
    "TK-C13": [
        Transcript(
            ("random", SHED, SHED),
            13,
            "a stack of ten or more cards picked up although a card could be laid",
            mine & could_lay & (pl.col("stack_size") >= 10),
        )
    ],
    "TK-C14": [
        Transcript(
            (f"all-round@against-script-1:{TREMBLE}", *[f"scripted:script=1,{TREMBLE}"] * 2),
            3781,
            "a lay that the next player cannot answer",
            mine & seen.lays & next_picks_up,
        )
    ],
    "TK-C15": [
        shown(
            "joker-pressure",
            976,
            "a joker in front of a player with two cards",
            laid(JOKER) & (pl.col("next_hand") == 2),
        ),
        shown(
            "two-pressure",
            1117,
            "two twos in front of a player with two cards",
            laid(TWO, 2) & (pl.col("next_hand") == 2),
        ),
    ],
    "TK-C16": [
        shown(
            "joker-pressure",
            965,
            "a joker that makes a player with two cards pick up",
            laid(JOKER) & (pl.col("next_hand") == 2) & next_picks_up,
        )
    ],
    "TK-C17": [
        shown(
            "two-pressure",
            7312,
            "two twos that make a player with two cards pick up",
            laid(TWO, 2) & (pl.col("next_hand") == 2) & next_picks_up,
        )
    ],
    "TK-C18": [
        shown(
            "careful-pressure",
            2747,
            "a single two in front of a player with one card and a pile",
            laid(TWO) & (pl.col("move_count") == 1) & (pl.col("next_hand") == 1) & (pl.col("next_pile") > 0),
        )
    ],
    "TK-C19": [
        strong(216, "the last card of the pile taken", (pl.col("move_kind") == TOP_UP) & (pl.col("pile_size") == 1))
    ],
    "TK-C20": [
        shown(
            f"pick-up-for-aces-and-nines@{TUNED}-limit-3",
            2573,
            "a stack with aces or nines picked up although a card could be laid",
            mine
            & could_lay
            & (pl.col("stack_size") <= 3)
            & (seen.copies("taken", ACE) + seen.copies("taken", NINE) > 0),
        )
    ],
    "TK-C25": [
        shown(
            f"pick-up-for-aces-and-nines@{TUNED}-limit-3",
            2573,
            "two cards picked up although a card could be laid",
            mine & could_lay & small_stack,
        )
    ],
}

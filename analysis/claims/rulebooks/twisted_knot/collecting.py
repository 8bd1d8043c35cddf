"""Tips on what to collect: TK-C1 to TK-C4, and TK-C20."""

import polars as pl

from knotlab.analysis.claims.conclusions import any_part
from knotlab.analysis.claims.kinds.curve import Curve
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.rulebooks.twisted_knot import measures as seen
from knotlab.analysis.claims.rulebooks.twisted_knot.players import GAME, ONLY_THREE, TREMBLE, TUNED, following
from knotlab.analysis.claims.tip import Tip
from knotlab.sim.games.twisted_knot.cards import KING, TEN

NINES_ACES = "tips, on nines and aces"
TENS = "tips, on tens and kings"
CHAIN = (f"ten-king-chain@{TUNED}:tens=3,{TREMBLE}",)


def picking_up_to(limit: int) -> Duel:
    """Picking up stacks of at most so many cards for their aces and nines, against never doing so."""
    name = f"pick-up-for-aces-and-nines@{TUNED}{'' if limit == 2 else f'-limit-{limit}'}"
    label = f"up to {limit} card{'s' if limit > 1 else ''}"
    return Duel(label, f"{name}:limit={limit},{TREMBLE}", f"{name}:limit=0,{TREMBLE}")


def cards_laid(label: str, among: pl.Expr, rank: int, axis: str) -> Curve:
    """Cards laid in a turn, by how many of a rank are laid in it."""
    return Curve(label, seen.laid_in_turn, among, seen.in_turn(rank), axis, "cards", CHAIN)


TIPS = [
    Tip(
        "TK-C1",
        GAME,
        "Collect aces, play everything else first, then lay the aces together: they take cards of the pile with them.",
        NINES_ACES,
        "Aces are held until few other cards are left and are then laid all at once; otherwise the player simply "
        "sheds.",
        (following("hoard-aces"),),
    ),
    Tip(
        "TK-C2",
        GAME,
        "The same with nines, which throw cards of the pile out of the game.",
        NINES_ACES,
        "Nines are held until few other cards are left and are then laid all at once.",
        (following("hoard-nines"),),
    ),
    Tip(
        "TK-C3",
        GAME,
        "At a table of three, three tens and two kings win a whole string of goes and are worth collecting.",
        TENS,
        "Three tens, and the kings that bring the turn back, are collected in addition to hoarding aces.",
        (following("ten-king-chain", "tens=3", players=ONLY_THREE),),
        curves=(
            cards_laid("cards laid in a turn, by tens laid in it", seen.opens_turn, TEN, "tens in the turn"),
            cards_laid(
                "cards laid in a turn with three tens or more, by kings laid in it",
                seen.opens_turn & (seen.in_turn(TEN) >= 3),
                KING,
                "kings in the turn",
            ),
        ),
    ),
    Tip(
        "TK-C4",
        GAME,
        "Tens together with threes and nines get rid of low cards and finish with the nines.",
        TENS,
        "Tens, threes and nines are collected; low cards are laid between them.",
        (following("ten-three-nine"),),
    ),
    Tip(
        "TK-C20",
        GAME,
        "Picking up voluntarily sometimes pays, to gain cards that one wants.",
        "taking a turn",
        "A player who hoards aces and nines picks up small stacks that have enough of them. Each duel allows stacks of"
        " at most so many cards; the tip is supported at a table where one of these limits pays.",
        tuple(map(picking_up_to, range(1, 7))),
        conclude=any_part,
    ),
]

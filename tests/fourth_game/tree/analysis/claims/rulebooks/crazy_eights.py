"""The claims about Crazy Eights."""

import polars as pl

from knotlab.analysis.claims import Contrast, Curve, Duel, Ratio, Tip, Transcript
from knotlab.sim.games.crazy_eights.cards import EIGHT
from knotlab.sim.games.crazy_eights.state import PLAY

GAME = "crazy-eights"
T = "tremble=0.02"
ENOUGH = 1.0  # points a round that matter
FEW_TURNS = 10

begins_turn = pl.col("drawn") == 0
plays_eight = (pl.col("move_kind") == PLAY) & (pl.col("move_value") // 4 == EIGHT)
goes_out = pl.col("hand_after") == 0

TIPS = [
    Tip(
        "CE-C1",
        GAME,
        "Keep an eight for a turn in which nothing else matches.",
        "common advice",
        "Plays an eight only if no other card matches, against one who plays eights first since they count most.",
        (Duel("keep eights", f"keep-eights:{T}", f"keep-eights:tip=0,{T}", metric="mean_score", margin=ENOUGH),),
        curves=(
            Curve(
                "turns with a card that matches, by cards in hand",
                (pl.col("matching") + pl.col("eights")) > 0,
                begins_turn & (pl.col("hand_size") <= 12),
                pl.col("hand_size"),
                "cards in hand",
                "share",
            ),
        ),
        transcripts=(
            Transcript(
                (f"keep-eights:{T}", f"high-cards:{T}", f"high-cards:{T}"),
                0,
                "an eight played with nothing else to play",
                (pl.col("player") == 0) & plays_eight & (pl.col("matching") == 0),
            ),
        ),
    ),
    Tip(
        "CE-C2",
        GAME,
        "A round is soon over.",
        "not in any rules",
        f"Somebody is out within {FEW_TURNS} turns of his own in more than half of the rounds.",
        (
            Contrast(
                f"out within {FEW_TURNS} turns of his own",
                Ratio(pl.col("turn") < FEW_TURNS * 3, goes_out),
                None,
                0.5,
                0.05,
                "share",
                fields=("simple",),
            ),
        ),
    ),
]

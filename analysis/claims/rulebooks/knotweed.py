"""The claims about Knotweed."""

import polars as pl

from knotlab.analysis.claims.tip import (
    BETTER,
    NOT_WORTH_IT,
    Branch,
    Contrast,
    Curve,
    Duel,
    Ratio,
    Tip,
    Transcript,
    WhatIf,
)
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim.games.knotweed.state import PASS, PLAY, PLAYING, PRUNING, STOP

GAME = "knotweed"
T = "tremble=0.02"
TUNED = "@tips-v1"  # settings found on deals that no verdict uses (`knotlab.analysis.tuning.retune`)
STRATEGY = "strategy"
MANY_TURNS = 10

begins = pl.col("step") == 0
first_choice = (pl.col("decision") == PLAYING) & (pl.col("plays") == 0)
lays_on = (pl.col("decision") == PLAYING) & (pl.col("move_kind") == PLAY) & (pl.col("hand_after") > 0)
end_turn = (pl.when(pl.col("plays") > 0).then(STOP).otherwise(PASS), pl.lit(-1), pl.lit(-1), pl.lit(0))
going_out = (pl.col("decision") == PRUNING) & (pl.col("moves") > 1)
first_pile = going_out & (pl.col("decision").shift(1).over("game") != PRUNING)
BY_HALVES = {
    Verdict.SUPPORTED: Verdict.SUPPORTED,
    Verdict.REFUTED: Verdict.UNDECIDED,
    Verdict.EQUIVALENT: Verdict.UNDECIDED,
}  # see WhatIf.at_best


def against_next(switch: int) -> Branch:
    """Whoever goes out discards piles against the next player, or by lot."""
    return Branch(None, strategy=f"prune-against-next:tip={switch},{T}")


mine = pl.col("player") == 0


def shown(name: str, index: int, words: str, shows: pl.Expr) -> Transcript:
    """A game of a tip's strategy among players who lay all they can."""
    return Transcript((f"{name}:{T}", f"dump:{T}", f"dump:{T}"), index, words, mine & shows)


def tip(name: str, settings: str = "", **options: object) -> Duel:
    """A strategy, with settings that suit it best if it has any, against itself with its switch off."""
    return Duel(name, f"{name}{settings}:{T}", f"{name}{settings}:tip=0,{T}", **options)  # type: ignore[arg-type]


def resets(decks: int) -> Ratio:
    """Resets a game."""
    return Ratio(pl.col("reset").cast(pl.Float64).sum().over("game"), begins, (f"decks={decks}",))


def forgiven(decks: int) -> Ratio:
    """Penalty cards forgiven a game."""
    return Ratio(pl.col("forgiven").cast(pl.Float64).sum().over("game"), begins, (f"decks={decks}",))


TIPS = [
    Tip(
        "KW-C1",
        GAME,
        "Playing something is usually better than passing.",
        "taking a turn",
        "Always plays, against one who passes where every play costs as much as a pass.",
        (tip("always-play"),),
        transcripts=(
            shown(
                "always-play",
                1,
                "a play that costs as much as a pass",
                (pl.col("move_kind") == PLAY)
                & (pl.col("plays") == 0)
                & (pl.col("due").max().over("game", "turn") >= 3),
            ),
        ),
    ),
    Tip(
        "KW-C2",
        GAME,
        "Once a play has cost three, everything else of the turn is free: lay all you can.",
        "penalties",
        "Plays on after a penalty of three, against one who stops there.",
        (tip("dump-after-three"),),
        transcripts=(
            shown(
                "dump-after-three",
                3,
                "a fourth play in a turn that costs three",
                (pl.col("move_kind") == PLAY) & (pl.col("penalty") >= 3) & (pl.col("plays") >= 3),
            ),
        ),
    ),
    Tip(
        "KW-C3",
        GAME,
        "Most rounds reach a point where laying all one can is wrong.",
        STRATEGY,
        "A player who weighs what a play costs and opens, against one who lays all it can (both go out when they "
        "can); and the share of deals in"
        " which one who does comes to a turn that, for all he can see, had better ended there, by more than a point "
        "of loss rate.",
        (
            Duel("hold back rather than dump", f"hold-back{TUNED}:{T}", f"hold-back:fear=0,price=0,{T}"),
            WhatIf(
                "most rounds have a point where to stop is better",
                lays_on,
                Branch(end_turn),
                Branch(None),
                margin=0.25,
                tables=((f"dump:{T}",),),
                players=(2, 3, 4),
                rollouts=64,
                means=BY_HALVES,
                at_best=0.01,
                judged=1000,
            ),
        ),
        transcripts=(
            shown(
                "hold-back",
                16,
                "a turn ended though more goes, before a player with two cards or fewer",
                (pl.col("move_kind") == STOP) & (pl.col("moves") > 1) & (pl.col("next_hand") <= 2),
            ),
        ),
    ),
    Tip(
        "KW-C4",
        GAME,
        "Splitting gives the next player new piles: split when it lets you go out, else beware.",
        STRATEGY,
        "Single cards unless a group lets one go out, against always the largest group.",
        (tip("split-only-to-go-out", TUNED),),
        transcripts=(
            shown(
                "split-only-to-go-out",
                0,
                "out in a turn that opened piles",
                (pl.col("placed") == 1) & (pl.col("piles") > pl.col("standing")),
            ),
        ),
    ),
    Tip(
        "KW-C5",
        GAME,
        "Rounds start simple and open up.",
        "introduction",
        "Piles and legal moves at the start of each turn.",
        curves=(
            Curve(
                "piles, by turn", pl.col("piles"), first_choice & (pl.col("turn") < 30), pl.col("turn"), "turn", "piles"
            ),
            Curve(
                "legal moves, by turn",
                pl.col("moves"),
                first_choice & (pl.col("turn") < 30),
                pl.col("turn"),
                "turn",
                "moves",
            ),
        ),
    ),
    Tip(
        "KW-C6",
        GAME,
        "Four or more players want two decks.",
        "number of players",
        "Resets and forgiven penalty cards with one deck, less those with two: more of them among four and five "
        "players, and not among two and three.",
        tuple(
            Contrast(
                f"{words} a game{among}, one deck less two",
                one(1),
                one(2),
                0.0,
                0.05,
                unit,
                tables=("simple", "strong"),
                players=players,
                means=means,
            )
            for players, among, means in (((4, 5), "", BETTER), ((2, 3), " among fewer", NOT_WORTH_IT))
            for words, unit, one in (("resets", "resets", resets), ("forgiven cards", "cards", forgiven))
        ),
    ),
    Tip(
        "KW-C7",
        GAME,
        "It matters which piles are discarded when a player goes out.",
        STRATEGY,
        "Who goes out discards the piles that most unseen cards fit, against discarding by lot: games that the next "
        "player loses. His own place is taken.",
        (
            WhatIf(
                "discarding against the next player",
                first_pile,
                against_next(1),
                against_next(0),
                players=(3, 4),
                rollouts=8,
                whose="next",
                sign=-1,
            ),
        ),
        transcripts=(shown("prune-against-next", 2, "piles discarded on going out", going_out),),
    ),
    Tip(
        "KW-C8",
        GAME,
        "It is a fast game.",
        "not in the book",
        f"The first player is out within {MANY_TURNS} turns of his own in nine games of ten.",
        (
            Contrast(
                f"first out within {MANY_TURNS} turns of his own",
                Ratio(pl.col("turn") >= MANY_TURNS * pl.col("holding"), pl.col("placed") == 1),
                None,
                0.1,
                0.02,
                "share",
                sign=-1,
            ),
        ),
        curves=(
            Curve(
                "turn in which the first goes out",
                pl.lit(1.0),
                pl.col("placed") == 1,
                pl.col("turn"),
                "turn",
                "share",
                of_all=True,
            ),
        ),
    ),
]

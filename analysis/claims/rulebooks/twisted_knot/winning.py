"""Tips on winning and on being unpredictable: TK-C11 to TK-C14."""

import polars as pl

from knotlab.analysis.claims.kinds.contrast import Contrast, Ratio
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.on_top import costs, costs_nothing
from knotlab.analysis.claims.kinds.rates import Curve
from knotlab.analysis.claims.model.experiment import ALL_SIZES, PLAIN
from knotlab.analysis.claims.model.tip import MORE_LOST, SAME_PLAYER, Says, Tip, TipWords, Transcript
from knotlab.analysis.claims.rulebooks.twisted_knot import measures as seen
from knotlab.analysis.claims.rulebooks.twisted_knot.players import (
    GAME,
    ONLY_TWO,
    TUNED,
    at_amount,
    shown,
    strong,
    tuned_amounts,
)
from knotlab.sim.games.twisted_knot.cards import NAMES, TEN

WINNING = "tips, on winning"
UNPREDICTABLE = "tips, on being unpredictable"
SCRIPT = "scripted:script=1"
KNOWING, MISTAKEN = (f"thinker:base=shed,opponents={model},rollouts=32" for model in (SCRIPT, "scripted:script=4"))
KNOWN = "knowing the script rather than taking it for another"
EXACT_TO = 0.03  # 3 games in 100, as whoever looks ahead takes long
pile_gone = pl.col("pile_size") == 0


def varied(vary: int) -> str:
    """A player who draws one of four scripts for each game (1) or turn (2)."""
    return f"scripted:vary={vary}"


def told(among: str, words: str) -> Duel:
    """Somebody who looks ahead and knows who sits there, or takes all for another script; between two."""
    return Duel(f"{KNOWN}, against {words}", KNOWING, MISTAKEN, ONLY_TWO, ((among,),), exact_to=EXACT_TO)


TIPS = [
    Tip(
        "TK-C11",
        GAME,
        "Games are seldom won just by laying the last cards of the hand.",
        WINNING,
        "How good players win: by laying what is left once the pile is gone, or in a different way, as when nines and "
        "aces take the rest of the pile with them. Seldom means in fewer than half of the games.",
        (
            Contrast(
                "out by a plain lay",
                Ratio(seen.lays & pile_gone, pl.col("placed") == 1),
                None,
                0.5,
                0.05,
                "share",
                fields=("strong-1",),
                players=ALL_SIZES,
                sign=-1,
            ),
        ),
        words=TipWords(
            "chance",
            "Winning without a plain last lay",
            ("9", "A"),
            says={
                "out by a plain lay": Says(
                    "players win in some way other than by laying their last cards", base=0.5, rest=True
                )
            },
            aside=True,
        ),
        curves=tuple(
            Curve(
                f"how players go out, {words}: the last rank laid",
                pl.lit(1.0),
                seen.goes_out & condition,
                seen.last_rank,
                "last rank laid",
                "share",
                names=NAMES,
                of_all=True,
            )
            for words, condition in (("pile gone", pile_gone), ("pile cards taken along", pl.col("pile_size") > 0))
        ),
        transcripts=(
            strong(
                1416, "the last cards of the pile passed on with the last lay", seen.carries & (pl.col("placed") == 1)
            ),
        ),
        fair=(
            "Only winners at tables of strong players count, because the tip is about how games are won; every way of "
            "going out is read from the record of the game."
        ),
        overturned_by="If certainly fewer than 45 in 100 of these wins came by plain lays, the tip would hold.",
    ),
    Tip(
        "TK-C12",
        GAME,
        "Planning the finish with a ten and the right number of aces or nines gets a player out.",
        WINNING,
        "Near the end tens, aces and nines are collected, and a search finds a turn that is certain to get the player "
        "out; the other side just sheds. The search alone is tried as well, where both sides collect and where "
        "neither does.",
        (
            Duel("the whole plan", f"planned-finish@{TUNED}", f"planned-finish@{TUNED}:tip=0"),
            Duel("planned-finish", f"planned-finish@{TUNED}", f"planned-finish@{TUNED}:tip=2"),
            Duel(
                "the search alone",
                f"planned-finish@{TUNED}:tip=3",
                f"planned-finish@{TUNED}:tip=0",
                fields=(PLAIN,),
            ),
            at_amount("the plan as written", "planned-finish", "pile=2,hand=4"),
            *costs("forbid=keeps_for_last_turn"),
            *costs_nothing("oblige=saves_for_last_turn"),
        ),
        words=TipWords(
            "habit",
            "Plan the last turn with a ten",
            ("10", "A", "9"),
            rows={
                "the whole plan": "collect cards for the last turn and plan that turn",
                "planned-finish": "plan the last turn with what you collect anyway",
                "the search alone": "plan the last turn and collect nothing for it",
                "the plan as written": "collect for the last turn only with at most two pile cards",
            },
            strong={
                "champion:forbid=keeps_for_last_turn": "forbidden, with at most six pile cards, to keep tens, aces and "
                "nines that it could lay",
                "champion:oblige=saves_for_last_turn": "obliged, with at most six pile cards, to lay other cards "
                "wherever it can",
            },
        ),
        curves=(
            tuned_amounts(
                "planned-finish",
                "cards collected for the last turn, by the largest pile with which they are, 3 players",
                "pile",
                (0, 1, 2, 4, 6, 8, 10),
                "pile cards at most",
                "tip=0",
                literal="2",
            ),
        ),
        transcripts=(
            shown(
                "planned-finish",
                23696,
                "tens that begin the turn in which their player goes out",
                seen.mine & seen.laid(TEN) & (pl.col("placed") == 1).max().over("game", "turn"),
            ),
        ),
        fair=SAME_PLAYER + (" When to begin collecting was tuned on other deals, so the habit is tried at its best."),
        overturned_by=MORE_LOST,
        literal="the plan as written",
    ),
    Tip(
        "TK-C13",
        GAME,
        "Playing at random does not work against good players.",
        UNPREDICTABLE,
        "Each of three scripts, compared with a random player in the same seat, also where all others are champions.",
        tuple(Duel(f"{name} against random", name, "random:tremble=0") for name in ("shed", "hoard-aces", "all-round")),
        words=TipWords(
            "habit",
            "Have a plan, any plan",
            ("2", "5", "Q"),
            rows={
                "shed against random": "shed low cards first instead of playing at random",
                "hoard-aces against random": "hoard aces instead of playing at random",
                "all-round against random": "weigh everything instead of playing at random",
            },
            apart=True,
        ),
        transcripts=(
            Transcript(
                ("random:tremble=0", "shed", "shed"),
                13,
                "a stack of ten or more cards picked up although a card could be laid",
                seen.mine & seen.could_lay & (pl.col("stack_size") >= 10),
            ),
        ),
        fair=(
            "A player with a plan and a random one take the same seats of the same deals, among two, three "
            "and four players, simple, plain and strong. Three plans are tried, so that none of "
            "them is a lucky choice."
        ),
        overturned_by=MORE_LOST,
    ),
    Tip(
        "TK-C14",
        GAME,
        "A predictable player can be exploited, and varying one's tactics protects.",
        UNPREDICTABLE,
        "Somebody who looks ahead between two is told which script (an order of laying) the other one plays, or is "
        "told a wrong one; all else is the same. What knowing gains is measured against that script, and against a "
        "player who draws one of four scripts for each turn. Varying protects if knowing gains less there.",
        (
            told(SCRIPT, "the script"),
            told(varied(2), "one who varies"),
        ),
        words=TipWords(
            "unsettled",
            "Vary, or be read",
            ("K", "J"),
            says={
                f"{KNOWN}, against the script": Says(
                    "Out of 100 games between two, a player who looks ahead and knows the opponent's script loses {k} "
                    "{way} than one who mistakes that script for another"
                ),
                f"{KNOWN}, against one who varies": Says("against an opponent who varies from turn to turn, {k} {way}"),
            },
            unsettled="What varying protects you from is the difference, {difference} at the level that all verdicts "
            "share; looking ahead is too slow to know it better.",
        ),
        more_than=(f"{KNOWN}, against the script", f"{KNOWN}, against one who varies"),
        fair=(
            "Both sides look ahead in the same way, in the same seats of the same deals, and differ in nothing but "
            "what they are told of the other player."
        ),
        overturned_by=(
            "If knowing the script certainly gained 3 games in 100 more against the script than against one who "
            "varies, the tip would hold."
        ),
    ),
    Tip(
        "TK-C31",
        GAME,
        "Pick up by choice now and then, to give the impression that one cannot beat the card.",
        UNPREDICTABLE,
        "What a bluff is worth shows only against somebody who draws conclusions from what others do.",
        words=TipWords(
            "unsettled",
            "Pick up as a bluff",
            ("7",),
            unsettled="No player in this laboratory infers cards from what others do not do, so nobody can be bluffed.",
        ),
        fair="It was not tried, and no verdict is guessed.",
        overturned_by="A player who weighs what others did, against whom such pick-ups certainly gain or cost games.",
    ),
    Tip(
        "TK-C32",
        GAME,
        "Do not reveal more about the value of the first card than the hints require.",
        "dealing",
        "Hints at the first card serve to find who starts; here the lowest card is simply found, and all that the "
        "others come to know is that no card is lower.",
        words=TipWords(
            "unsettled",
            "Hide the first card",
            ("3",),
            unsettled="No player in this laboratory draws conclusions from hints, so there is nothing to hide.",
        ),
        fair="It was not tried, and no verdict is guessed.",
        overturned_by="Players who hint and who weigh hints, of whom those that hide more certainly lose fewer games.",
    ),
]

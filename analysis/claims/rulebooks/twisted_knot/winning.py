"""Tips on winning and on being unpredictable: TK-C11 to TK-C14."""

from collections.abc import Sequence

import polars as pl

from knotlab.analysis.claims.experiment import ALL_SIZES, NOT_WORTH_IT
from knotlab.analysis.claims.finding import Finding
from knotlab.analysis.claims.kinds.contrast import Contrast, Ratio
from knotlab.analysis.claims.kinds.curve import Curve
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.rulebooks.twisted_knot import measures as seen
from knotlab.analysis.claims.rulebooks.twisted_knot.players import GAME, TREMBLE, TUNED
from knotlab.analysis.claims.tip import Tip
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim.games.twisted_knot.cards import NAMES

WINNING = "tips, on winning"
UNPREDICTABLE = "tips, on being unpredictable"
SCRIPT = f"scripted:script=1,{TREMBLE}"
HUNTER, MODELLER, BLIND = (f"exploiter@{TUNED}:model={model},{TREMBLE}" for model in (1, 5, 0))
KNOWING, MODELLING = "knowing the script", "taking all four as likely"
pile_gone = pl.col("pile_size") == 0


def against_variety(known: str, hunter: str, vary: int, when: str) -> Duel:
    """An exploiter against players who draw one of four scripts for each game or turn."""
    fields = ((f"scripted:vary={vary},{TREMBLE}",),)
    return Duel(f"{known}, against one drawn each {when}", hunter, BLIND, fields=fields, means=NOT_WORTH_IT)


def varying_protects(findings: Sequence[Finding]) -> tuple[Verdict, str]:
    """Whether knowing the script gains at a table, and no longer where the others vary."""
    fixed = {cell.players: cell.about_tip for cell in findings if cell.label == KNOWING}
    exploited = [players for players, verdict in fixed.items() if verdict == Verdict.SUPPORTED]
    varied = [cell.about_tip for cell in findings if cell.label != KNOWING and cell.players in exploited]
    protected = varied.count(Verdict.SUPPORTED)
    note = (
        f"the script is exploited at {len(exploited)} of {len(fixed)} sizes of table; varying removes that gain in "
        f"{protected} of {len(varied)} ways there"
    )
    if Verdict.UNDECIDED in (*fixed.values(), *varied):
        return Verdict.UNDECIDED, note
    if len(exploited) == len(fixed) and protected == len(varied):
        return Verdict.SUPPORTED, note
    return (Verdict.MIXED if protected else Verdict.REFUTED), note


TIPS = [
    Tip(
        "TK-C11",
        GAME,
        "Games are seldom won just by laying the last cards of the hand.",
        WINNING,
        "How good players win: by laying what is left once the pile is gone, or in another way, as when nines and aces "
        "take the rest of the pile with them. Seldom means in less than half of the games.",
        (
            Contrast(
                "out in another way than by a plain lay",
                Ratio(seen.lays & pile_gone, pl.col("placed") == 1),
                None,
                0.5,
                0.05,
                "share",
                fields=("strong",),
                players=ALL_SIZES,
                sign=-1,
            ),
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
        fair=(
            "Only winners at tables of strong players count, as the tip is about how games are won; every way "
            "of going out is read from the record of the game."
        ),
        overturned_by="If plain lays were certainly less than 45 of 100 of these wins, the tip would hold.",
    ),
    Tip(
        "TK-C12",
        GAME,
        "Planning the finish with a ten and the right number of aces or nines gets a player out.",
        WINNING,
        "A search finds a turn that is certain to get the player out. Tens, aces and nines are collected near the end,"
        " with the search or without it.",
        (
            Duel(
                "planned-finish",
                f"planned-finish@{TUNED}:{TREMBLE}",
                f"planned-finish@{TUNED}:tip=2,{TREMBLE}",
            ),
        ),
        fair=(
            "Both sides are the same player but for this habit, in the same seats of the same deals, among "
            "two, three and four players in simple, strong and mixed company. Both sides collect the same "
            "cards near the end; one searches for a turn that is certain to go out, one does not."
        ),
        overturned_by=(
            "If whoever follows it certainly lost more than 0.5 games in 100 more, over all tables, the tip "
            "would be wrong; a difference within 0.5 either way would be too small to matter."
        ),
    ),
    Tip(
        "TK-C13",
        GAME,
        "Playing at random does not work against good players.",
        UNPREDICTABLE,
        "Each of three scripts against a random player in the same chair.",
        tuple(
            Duel(f"{name} against random", f"{name}:{TREMBLE}", "random")
            for name in ("shed", "hoard-aces", "all-round")
        ),
        fair=(
            "A player with a plan and a random one take the same seats of the same deals, among two, three "
            "and four players in simple, strong and mixed company. Three plans are tried, so that none of "
            "them is a lucky choice."
        ),
        overturned_by=("If playing at random certainly lost no more often than the plan, the tip would be wrong."),
    ),
    Tip(
        "TK-C14",
        GAME,
        "A predictable player can be exploited, and varying one's tactics protects.",
        UNPREDICTABLE,
        "A player who knows a script (an order of laying) predicts its replies. What that gains is measured against "
        "the script, and against players who draw one of four scripts for each game or turn; there also for a player "
        "who takes all four as equally likely. The tip is supported where it gains against the script and gains "
        "nothing that matters against those who vary.",
        (
            Duel(KNOWING, HUNTER, BLIND, fields=((SCRIPT,),)),
            *(
                against_variety(known, hunter, vary, when)
                for known, hunter in ((KNOWING, HUNTER), (MODELLING, MODELLER))
                for vary, when in ((1, "game"), (2, "turn"))
            ),
        ),
        conclude=varying_protects,
        fair=(
            "The exploiter is told the script, not the cards. It only breaks ties by what it foresees, so it "
            "exploits little: tuning a whole player against the script found no better player either, and one "
            "who tries moves out by rollouts is too slow for this many games. The trial is a weak one, and "
            "says so."
        ),
        overturned_by=(
            "An exploiter who certainly gains against the script, and no longer against those who vary, would "
            "support the tip; one who gains against both would make it wrong."
        ),
    ),
]

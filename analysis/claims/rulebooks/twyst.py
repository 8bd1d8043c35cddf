"""The claims about Twyst."""

import polars as pl

from knotlab.analysis.claims.kinds.contrast import Contrast, Ratio
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.positions import Branch
from knotlab.analysis.claims.kinds.rates import Curve, Side, Surface
from knotlab.analysis.claims.kinds.what_if import WhatIf
from knotlab.analysis.claims.model.experiment import PLAIN
from knotlab.analysis.claims.model.tip import JUST_SHOWN, Exact, Matrix, Says, Tip, TipWords, Transcript
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim.games.twyst.cards import ACE, DEUCE, JACK, KING, N_RANKS, N_SUITS
from knotlab.sim.games.twyst.contracts import MAJORITY
from knotlab.sim.games.twyst.state import (
    ACE_SOLO,
    BID,
    BIDDING,
    CONTRACTS,
    COURT_SOLO,
    MISERE,
    NAME_LEADER,
    NAMING,
    NEMO,
    PLAYING,
    TWIST_SOLO,
)
from knotlab.sim.protocol import Match

GAME = "twyst"
SEATS = (4,)
STRONG = "strong-2"  # who bid by the cards
NOTICED = 0.25  # points a deal: the smallest effect of TY-C1 that matters
FIELDS = ("simple-1", STRONG, PLAIN)
rank = pl.col("move_card") % N_RANKS
bids = pl.col("decision") == BIDDING
first_play = (pl.col("decision") == PLAYING) & (pl.col("trick") == 0)
contract = pl.col("contract").max().over("game", "seat")  # -1 for no contractor


def leading(
    label: str, case: pl.Expr, seats_on: int, margin: float, fields: tuple[str, ...] = (STRONG, PLAIN)
) -> WhatIf:
    """A soloist names the player so many seats on as leader, against the mean of the three others."""

    def naming(seats: int) -> Branch:
        return Branch((pl.lit(NAME_LEADER), pl.lit(-1), (pl.col("seat") + seats) % SEATS[0]))

    others = tuple(naming(seats) for seats in range(SEATS[0]) if seats != seats_on)
    where = (pl.col("decision") == NAMING) & case
    return WhatIf(
        label,
        where,
        naming(seats_on),
        others,
        margin=margin,
        metric="mean_score",
        fields=fields,
        players=SEATS,
        rollouts=1,
    )


def holds(card: int) -> pl.Expr:
    """Whether a card is in the hand."""
    holds: pl.Expr = pl.col("hand") // 2**card % 2 == 1
    return holds


honours = pl.sum_horizontal(
    holds(N_RANKS * suit + honour).cast(pl.Int64) for suit in range(N_SUITS) for honour in (ACE, KING)
)
deuce = pl.coalesce(*(pl.when(holds(N_RANKS * suit + DEUCE)).then(N_RANKS * suit + DEUCE) for suit in range(N_SUITS)))
bare_nemo = bids & (contract == NEMO) & (pl.col("final_tricks") == 0) & (pl.col("final_score") == 0)
below_zero = pl.mean_horizontal((pl.col(f"total_{player}") < 0).cast(pl.Float64) for player in range(SEATS[0]))
TRICKS = tuple(map(str, range(N_RANKS + 1)))
numeral = bids & (rank < JACK) & (rank > DEUCE)


def fewest_tricks() -> tuple[Verdict, str]:
    """TY-3.3: the fewest tricks, of thirteen, that are more than those of each of three others."""
    fewest = min(
        mine
        for mine in range(N_RANKS + 1)
        if any(
            left < mine and right < mine and 0 <= N_RANKS - mine - left - right < mine
            for left in range(N_RANKS)
            for right in range(N_RANKS)
        )
    )
    verdict = Verdict.HOLDS if fewest == 4 else Verdict.WRONG
    return verdict, f"{fewest} tricks are the fewest that beat each of the others, with the others at 3, 3 and 3"


def two_aces() -> tuple[Verdict, str]:
    """TY-3.1: whether two Ace bidders can both win."""
    verdict = Verdict.HOLDS if 2 * MAJORITY > N_RANKS else Verdict.WRONG
    return verdict, f"both would need {MAJORITY} tricks, {2 * MAJORITY} of {N_RANKS}"


SHARED = Matrix(
    "how many tricks two players can win on the same deal",
    tuple(tuple(first + second <= N_RANKS for second in range(N_RANKS + 1)) for first in range(N_RANKS + 1)),
    "tricks of one Ace bidder",
    TRICKS,
    "tricks of the other",
    TRICKS,
    "can be",
    "cannot",
    f"In the box both have the {MAJORITY} tricks that each of them needs.",
    (MAJORITY, MAJORITY),
)

TIPS = [
    Tip(
        "TY-C1",
        GAME,
        "The higher the numeral shown, the surer the bidder should be.",
        "bidding",
        "Somebody who shows a higher numeral the better the hand, against the same bidder who shows one numeral for "
        "all hands, the one that gains most at plain tables on other deals; when to go solo is the same for both. The "
        "curves show the mean score by numeral shown, for weak hands (at most two Aces and Kings) and strong ones, "
        "bidding at random and by the bidding cards.",
        (
            Duel(
                "numerals by the hand",
                "threshold@v3+solid",
                "threshold@flat+solid",
                players=SEATS,
                fields=FIELDS,
                metric="mean_score",
                margin=NOTICED,
            ),
        ),
        words=TipWords(
            "points",
            "Let the numeral follow the hand",
            ("9D",),
            rows={
                "numerals by the hand": "show higher numerals with better hands rather than one numeral for all hands"
            },
            told={
                "points by numeral shown, bidding at random": "Where bids are drawn by lot, so that every numeral "
                "comes with every hand, weak hands earn {8, weak} points with an 8 and strong ones {8, strong}; "
                "players who choose by the card earn more."
            },
        ),
        curves=tuple(
            Surface(
                f"points by numeral shown, {how}",
                pl.col("final_score"),
                numeral,
                Side(rank + 2, "numeral shown", range(3, 11)),
                Side((honours > 2).cast(pl.Int64), "hand", range(2), ("weak", "strong")),
                "points",
                table,
                4,
            )
            for how, table in (("bidding at random", ("random+solid",)), ("bidding by the cards", STRONG))
        ),
        transcripts=(
            Transcript(
                ("threshold@v3+solid",) * 4,
                20,
                "a high numeral shown with a strong hand",
                numeral & (rank >= 7) & (honours > 2),
            ),
        ),
        fair=(
            "Both bid alike but for the numeral, in the same seats of the same deals, and the level of each was looked "
            "for at plain tables; nothing better than that of the first was found."
        ),
        overturned_by=(
            f"If it certainly cost over {NOTICED:g} points a deal at plain tables, the tip would be wrong; if the "
            f"difference were within {NOTICED:g} points either way, it would make no difference."
        ),
    ),
    Tip(
        "TY-C2",
        GAME,
        "A Twist solo can be won with as few as four tricks.",
        "contracts",
        "Enumerated; the curves show the share of them made, by tricks won.",
        words=TipWords("exact", "Most tricks win a Twist solo: four can do", ("AS", "KS")),
        exact=(Exact("fewest tricks that win a Twist solo", fewest_tricks),),
        curves=tuple(
            Curve(
                f"Twist solos made, by tricks won, {how}",
                pl.col("final_score") > 0,
                first_play & (contract == TWIST_SOLO),
                pl.col("final_tricks"),
                "tricks",
                "share",
                table,
                4,
            )
            for how, table in (("cautious bidding", "simple-1"), ("bidding by the cards", STRONG))
        ),
        transcripts=(
            Transcript(
                ("cautious+solid",) * 4,
                344,
                "a Twist solo made with four tricks",
                first_play & (contract == TWIST_SOLO) & (pl.col("final_score") == 40),
            ),
        ),
        fair="All ways to share out thirteen tricks are counted.",
        overturned_by="A win with three tricks, or none with four, would make it wrong.",
    ),
    Tip(
        "TY-C3",
        GAME,
        "A Nemo player without a trick should have bid Misere.",
        "contracts",
        "Among Nemo players without a trick who hold a deuce: the points if the deuce had been shown, minus those "
        "with the actual bid, among cautious bidders and among strong ones, who may differ. Others hardly ever come to "
        "an empty Nemo. The book says it as a joke and with hindsight, so there is no verdict.",
        (
            WhatIf(
                "a deuce shown rather than what led to an empty Nemo",
                bare_nemo & deuce.is_not_null(),
                Branch((pl.lit(BID), deuce, pl.lit(-1))),
                Branch((pl.lit(BID), pl.col("move_card"), pl.lit(-1))),
                margin=10.0,
                metric="mean_score",
                fields=("simple-1", STRONG),
                players=SEATS,
                rollouts=1,
            ),
        ),
        words=TipWords(
            "points",
            "A deuce instead of an empty Nemo",
            ("2D",),
            rows={"a deuce shown rather than what led to an empty Nemo": "show a deuce instead"},
        ),
        curves=tuple(
            Curve(
                f"empty Nemo hands with a deuce, {how}",
                deuce.is_not_null(),
                bare_nemo,
                pl.lit(0),
                "",
                "share",
                table,
                4,
                ("all",),
            )
            for how, table in (("cautious bidding", "simple-1"), ("bidding by the cards", STRONG))
        ),
        transcripts=(
            Transcript(
                ("cautious+high",) * 4,
                1192,
                "a Nemo without a trick, and a deuce in hand",
                bare_nemo & deuce.is_not_null(),
            ),
        ),
        fair=(
            "The same deal and the same bids of the others; only the bidder shows the deuce. Like the tip, it counts "
            "only hands that came to nothing, so it is wisdom after the event."
        ),
        overturned_by=JUST_SHOWN,
        is_judged=False,
    ),
    Tip(
        "TY-C4",
        GAME,
        "Of two Ace bidders, at least one loses.",
        "contracts",
        "Each of the two needs seven of the thirteen tricks; all ways to share them are counted.",
        words=TipWords("exact", "Two Ace bidders cannot both win", ("AS", "AH")),
        exact=(Exact("two Ace bidders cannot both win", two_aces, SHARED),),
        fair="It follows from the thirteen tricks of a deal.",
        overturned_by="Two majorities that fit into thirteen tricks would make it wrong.",
    ),
    Tip(
        "TY-C5",
        GAME,
        "Scores can fall below zero.",
        "scoring",
        "The share of players below zero at the end of a match to 500.",
        (
            Contrast(
                "players below zero after a match",
                Ratio(below_zero, pl.lit(1.0), by_games=True, match=Match(target=500)),
                None,
                0.0,
                0.01,
                "share",
                players=SEATS,
                fields=FIELDS,
            ),
        ),
        words=TipWords(
            "chance",
            "Scores fall below zero",
            ("2C",),
            says={"players below zero after a match": Says("a player ends a match below zero", base=0.0)},
        ),
        fair=(
            "Whole matches to 500 points are played in three kinds of field, and every player at their end is counted."
        ),
        overturned_by="If certainly fewer than one player in 100 ended below zero, they would be too few to matter.",
    ),
    Tip(
        "TY-C6",
        GAME,
        "It is simpler than the five-player game it comes from, but every contract is still played.",
        "the author's notes, in part",
        "How often each contract is played, and what it pays.",
        words=TipWords(
            "shown",
            "Every contract is played",
            ("QH",),
            told={
                "which contracts are played": "Of 100 deals, {trump-duo} are played as a Trump duo, {plain-duo} as a "
                "Plain duo, {nemo} as Nemo, {twist-solo} as a Twist solo, {court-solo} as a Court solo, {ace-solo} as "
                "an Ace solo and {misere} as Misere."
            },
        ),
        curves=(
            Curve(
                "points by contract",
                pl.col("final_score"),
                first_play & (contract >= 0),
                contract,
                "contract",
                "points",
                STRONG,
                4,
                CONTRACTS,
            ),
            Curve(
                "which contracts are played",
                pl.lit(1.0),
                first_play & (contract >= 0),
                contract,
                "contract",
                "share",
                STRONG,
                4,
                CONTRACTS,
                of_all=True,
            ),
        ),
        fair="It is shown, not judged: every contract played by strong players is counted.",
        overturned_by=JUST_SHOWN,
    ),
    Tip(
        "TY-C7",
        GAME,
        "A soloist names the player who leads to the first trick.",
        "contracts",
        "The book says that a soloist may name anybody, and not whom: what each choice is worth against the mean of "
        "the three others. Of Misere, the left neighbour leads, so that the soloist plays last; of the other solos, "
        "with trumps and without, the soloist leads. Ace solos are asked of strong players alone: at plain tables they "
        "come up in one deal of 300, and all cells that may share the level of error are taken. As the book gives no "
        "advice, there is no verdict.",
        (
            leading("an Ace soloist leads", pl.col("contract") == ACE_SOLO, 0, 10.0, (STRONG,)),
            leading("a soloist with trumps leads", pl.col("contract").is_in([COURT_SOLO, TWIST_SOLO]), 0, 2.0),
            leading("in a Misere the left neighbour leads", pl.col("contract") == MISERE, 1, 10.0),
        ),
        words=TipWords(
            "points",
            "Whom a soloist names to lead",
            ("AS", "2H"),
            rows={
                "an Ace soloist leads": "lead yourself in an Ace solo rather than name another",
                "a soloist with trumps leads": "lead yourself in a Court or Twist solo rather than name another",
                "in a Misere the left neighbour leads": "name the left neighbour in a Misere rather than another",
            },
        ),
        fair="The same deal and the same bids; only who leads to the first trick differs.",
        overturned_by=JUST_SHOWN,
        is_judged=False,
    ),
]

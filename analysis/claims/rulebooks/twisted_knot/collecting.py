"""Tips on what to collect: TK-C1 to TK-C4, and TK-C20."""

import polars as pl

from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.gains import Doses
from knotlab.analysis.claims.kinds.on_top import costs, costs_nothing
from knotlab.analysis.claims.model.experiment import AT_TIMES, PLAIN
from knotlab.analysis.claims.model.tip import MORE_LOST, SAME_PLAYER, Says, Tip, TipWords, Transcript
from knotlab.analysis.claims.rulebooks.twisted_knot import measures as seen
from knotlab.analysis.claims.rulebooks.twisted_knot.players import (
    GAME,
    ONLY_THREE,
    TUNED,
    at_amount,
    by_least_hand,
    following,
    shown,
)
from knotlab.sim.games.twisted_knot.cards import ACE, KING, NINE, TEN, THREE

NINES_ACES = "tips, on nines and aces"
TENS = "tips, on tens and kings"
CHAIN = (f"ten-king-chain@{TUNED}:tens=3",)


PICKER = f"pick-up-for-aces-and-nines@{TUNED}-limit-3"
LIMITS = {f"{limit}": f"{PICKER}:limit={limit}" for limit in range(1, 7)}
NEVER = f"{PICKER}:limit=0"


def by_limit(players: int) -> Doses:
    """What picking up gains at plain tables, by the largest stack that is picked up."""
    label = f"picking up small stacks, by the largest, {players} players"
    return Doses(label, LIMITS, NEVER, "3", "cards in the largest stack picked up", PLAIN, players)


def by_others(name: str, cards: str, players: int) -> Doses:
    """What hoarding cards of a rank gains, by how many other cards are left when they are laid."""
    amounts = {f"{others}": f"{name}:others={others}" for others in range(6)}
    label = f"{cards} hoarded, by how many other cards are left when they are laid, {players} players"
    return Doses(label, amounts, f"{name}:tip=0", "0", "other cards left", players=players)


TIPS = [
    Tip(
        "TK-C1",
        GAME,
        "Collect aces, play everything else first, then lay the aces together: they take cards from the pile with "
        "them.",
        NINES_ACES,
        "Aces are held until no other card is left, word for word, and are then laid all at once; otherwise the player "
        "simply sheds. On other deals that was best among three and four; between two, holding them until one other "
        "card is left was, which is tried as well. Nines too are not in the book: what saving both costs champions is "
        "kept as data.",
        (
            following("hoard-aces"),
            Duel("aces to the last but one", "hoard-aces:others=1", "hoard-aces:tip=0", fields=(PLAIN,)),
            Duel("aces and nines", "hoard-both", "hoard-both:tip=0", fields=(PLAIN,)),
            *costs("forbid=lays_aces_together"),
            *costs_nothing("oblige=saves_aces", "oblige=saves_aces_and_nines"),
        ),
        words=TipWords(
            "habit",
            "Hoard aces, lay them together",
            ("A", "A", "A"),
            rows={
                "hoard-aces": "hoard aces and lay them together",
                "aces to the last but one": "do so while one other card is left",
                "aces and nines": "hoard nines as well, and end with whichever you have more of",
            },
            strong={
                "champion:forbid=lays_aces_together": "forbidden to lay several aces at once",
                "champion:oblige=saves_aces": "obliged to lay cards other than aces wherever it can",
            },
        ),
        curves=tuple(by_others("hoard-aces", "aces", players) for players in (2, 3)),
        transcripts=(
            shown("hoard-aces", 3179, "aces laid together take pile cards with them", seen.laid(ACE, 2) & seen.carries),
            Transcript(
                ("hoard-both", "shed", "shed"),
                4745,
                "nines laid before, aces take pile cards with them",
                seen.laid(ACE, 2) & seen.carries,
            ),
        ),
        fair=SAME_PLAYER
        + " How many other cards may be left was tuned on other deals, so the habit is tried at its best.",
        overturned_by=MORE_LOST,
        amounts=("aces to the last but one",),
    ),
    Tip(
        "TK-C2",
        GAME,
        "The same with nines, which throw cards from the pile out of the game.",
        NINES_ACES,
        "Nines are held until two other cards are left and are then laid all at once. Word for word, they are held "
        "until no other card is left, as aces are; this is tried as well.",
        (
            following("hoard-nines"),
            Duel("nines to the last", "hoard-nines:others=0", "hoard-nines:tip=0"),
            *costs("forbid=lays_nines_together"),
            *costs_nothing("oblige=saves_nines"),
        ),
        literal="nines to the last",
        words=TipWords(
            "habit",
            "Hoard nines, but not to the last",
            ("9", "9", "9"),
            rows={
                "hoard-nines": "hoard nines and lay them together while two other cards are left",
                "nines to the last": "hoard nines until no other card is left",
            },
            strong={
                "champion:forbid=lays_nines_together": "forbidden to lay several nines at once",
                "champion:oblige=saves_nines": "obliged to lay cards other than nines wherever it can",
            },
        ),
        curves=tuple(by_others("hoard-nines", "nines", players) for players in (2, 3)),
        transcripts=(
            shown("hoard-nines", 2747, "nines laid together throw pile cards out", seen.laid(NINE, 2) & seen.carries),
        ),
        fair=SAME_PLAYER
        + " How many other cards may be left was tuned on other deals, so the habit is tried at its best.",
        overturned_by=MORE_LOST,
    ),
    Tip(
        "TK-C3",
        GAME,
        "At a table of three, three tens and two kings win a whole string of goes and are worth collecting.",
        TENS,
        "Three tens, the kings that bring the turn back, and the aces to end with are collected; the other side just "
        "sheds. The tens and kings alone are tried as well, where both sides hoard aces and where neither does.",
        (
            Duel("the whole chain", *CHAIN, "shed", players=ONLY_THREE, fields=(PLAIN,)),
            following("ten-king-chain", "tens=3", players=ONLY_THREE),
            Duel(
                "tens and kings without aces",
                f"{CHAIN[0]},aces=0",
                f"{CHAIN[0]},aces=0,tip=0",
                players=ONLY_THREE,
                fields=(PLAIN,),
            ),
            Duel("the chain as written", "ten-king-chain:tens=3,hand=4", "shed", players=ONLY_THREE, fields=(PLAIN,)),
            *costs("forbid=keeps_tens_and_kings", players=ONLY_THREE),
            *costs_nothing("oblige=saves_tens_and_kings", players=ONLY_THREE),
        ),
        words=TipWords(
            "habit",
            "Collect aces, three tens and two kings",
            ("10", "10", "10", "K", "K"),
            rows={
                "the whole chain": "collect aces to finish with, three tens and two kings",
                "ten-king-chain": "collect three tens and two kings on top of the aces",
                "tens and kings without aces": "collect three tens and two kings alone",
                "the chain as written": "collect all of them in hands of four cards or more",
            },
            most=("ten-king-chain", "the aces"),
            strong={
                "champion:forbid=keeps_tens_and_kings": "forbidden to keep tens, kings and aces that it could lay",
                "champion:oblige=saves_tens_and_kings": "obliged to lay other cards wherever it can",
            },
        ),
        curves=(by_least_hand("ten-king-chain", "three tens and two kings collected", "tens=3"),),
        transcripts=(
            shown(
                "ten-king-chain",
                3740,
                "tens, and kings that bring the turn back",
                seen.laid(KING, 2) & (seen.in_turn(TEN) >= 2),
                which=1,
            ),
        ),
        fair=(
            "Both sides are the same player except for this habit, at the table of three that the book names; what the "
            "book leaves open was tuned on other deals."
        ),
        overturned_by=MORE_LOST,
        literal="the chain as written",
    ),
    Tip(
        "TK-C4",
        GAME,
        "Tens together with threes and nines get rid of low cards and finish with the nines.",
        TENS,
        "Tens, threes and nines are collected; low cards are laid between them. The chain alone is tried as well, "
        "where both sides collect.",
        (
            following("ten-three-nine"),
            Duel("the chain alone", f"ten-three-nine@{TUNED}", f"ten-three-nine@{TUNED}:tip=2", fields=(PLAIN,)),
            at_amount("two tens as written", "ten-three-nine", "tens=2,nines=1,hand=4"),
            *costs("forbid=keeps_tens_and_nines"),
            *costs_nothing("oblige=saves_tens_and_nines"),
        ),
        words=TipWords(
            "habit",
            "Collect tens, a three and nines in big hands",
            ("10", "3", "9"),
            rows={
                "ten-three-nine": "collect tens, a three and nines in hands of eight cards or more",
                "the chain alone": "lay tens, a three and nines as a chain, not just keep them",
                "two tens as written": "collect tens, a three and nines in hands of four cards or more",
            },
            strong={
                "champion:forbid=keeps_tens_and_nines": "forbidden to keep tens, threes and nines that it could lay",
                "champion:oblige=saves_tens_and_nines": "obliged to lay other cards wherever it can",
            },
        ),
        curves=(by_least_hand("ten-three-nine", "tens, threes and nines collected"),),
        transcripts=(
            shown(
                "ten-three-nine",
                3179,
                "tens, a three and nines in one turn",
                seen.laid(NINE) & (seen.in_turn(TEN) >= 2) & (seen.in_turn(THREE) >= 1),
            ),
        ),
        fair=SAME_PLAYER
        + (" How many tens and nines to wait for was tuned on other deals, so the habit is tried at its best."),
        overturned_by=MORE_LOST,
        literal="two tens as written",
    ),
    Tip(
        "TK-C20",
        GAME,
        "Picking up voluntarily sometimes pays, to gain cards that one wants.",
        "taking a turn",
        "A player who hoards aces and nines picks up stacks of at most three cards that have some of them. Where "
        "tables differ, one at which it certainly pays is enough. Whoever just sheds, and wants no card more than "
        "another, is made to pick up the same stacks, too. A champion is asked about stacks of whatever size as "
        "well: those with a 3, 8, 9, 10, ace or joker in them, and those without any of these.",
        (
            Duel("up to 3 cards", LIMITS["3"], NEVER, means=AT_TIMES),
            Duel(
                "up to 3 cards, nothing hoarded",
                "shed:oblige=picks_up_for_aces_and_nines",
                "shed",
                fields=(PLAIN,),
                means=AT_TIMES,
            ),
            *costs("forbid=picks_up_for_aces_and_nines", "forbid=picks_up_wanted"),
            *costs_nothing("forbid=picks_up_unwanted", "oblige=picks_up_for_aces_and_nines"),
        ),
        words=TipWords(
            "habit",
            "Pick up small stacks with aces and nines",
            ("A", "9"),
            rows={"up to 3 cards": "pick up stacks of up to three with aces or nines"},
            beside={
                "up to 3 cards, nothing hoarded": Says(
                    "A player who hoards nothing, and picks up the same stacks, loses {k} {way} of 100 games"
                )
            },
            strong={
                "champion:forbid=picks_up_for_aces_and_nines": "forbidden to pick up small stacks for aces and nines",
                "champion:forbid=picks_up_wanted": "forbidden to pick up any stack with a 3, 8, 9, 10, ace or joker in "
                "it",
                "champion:forbid=picks_up_unwanted": "forbidden to pick up any stack without a 3, 8, 9, 10, ace or "
                "joker in it",
                "champion:oblige=picks_up_for_aces_and_nines": "obliged to pick up every small stack with aces or "
                "nines",
            },
        ),
        curves=tuple(by_limit(players) for players in (2, 3)),
        transcripts=(
            shown(
                f"pick-up-for-aces-and-nines@{TUNED}-limit-3",
                2573,
                "a stack with aces or nines picked up although a card could be laid",
                seen.mine
                & seen.could_lay
                & (pl.col("stack_size") <= 3)
                & (seen.copies("taken", ACE) + seen.copies("taken", NINE) > 0),
            ),
        ),
        fair=SAME_PLAYER
        + (
            " Of the limits from one to six, three gained most on other deals; how many wanted cards a stack must have "
            "was tuned on others, too. The curves show every limit."
        ),
        overturned_by=(
            "If it certainly cost games at all tables, or saved fewer than 0.5 lost games in 100, the tip would not "
            "hold."
        ),
    ),
]

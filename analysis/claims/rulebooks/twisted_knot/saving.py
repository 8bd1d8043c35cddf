"""Tips on which cards to keep: TK-C5 to TK-C9."""

import polars as pl

from knotlab.analysis.claims.kinds.contrast import Contrast, Ratio
from knotlab.analysis.claims.kinds.gains import Gains
from knotlab.analysis.claims.kinds.on_top import costs, costs_nothing
from knotlab.analysis.claims.kinds.positions import Branch, as_it_is
from knotlab.analysis.claims.kinds.rates import Curve
from knotlab.analysis.claims.kinds.what_if import WhatIf
from knotlab.analysis.claims.model.experiment import NO_WORSE, NOT_WORTH_IT, PLAIN
from knotlab.analysis.claims.model.tip import JUST_SHOWN, SAME_PLAYER, Says, Tip, TipWords
from knotlab.analysis.claims.rulebooks.twisted_knot import changes
from knotlab.analysis.claims.rulebooks.twisted_knot import measures as seen
from knotlab.analysis.claims.rulebooks.twisted_knot.players import (
    GAME,
    ONLY_TWO,
    by_amount,
    by_hand,
    in_amount,
    literally,
    shown,
    strong,
)
from knotlab.sim.games.twisted_knot.cards import EIGHT, FIVE, FOUR, JACK, JOKER, N_RANKS, NAMES, QUEEN, SEVEN, TWO
from knotlab.sim.games.twisted_knot.state import PICK_UP

SAVING = "tips, on saving cards"
pick_up = (pl.lit(PICK_UP), pl.lit(-1), pl.col("stack_size"))
has_first_card = seen.first_of_seat & seen.is_laying & (pl.col("hand_size") == 1) & (pl.col("turn") > 0)
on_a_two = pl.col("top") == TWO
could_lay_on_a_two = seen.is_laying & seen.opens_turn & (pl.col("moves") > 1) & seen.in_stack(TWO)
before_a_big_stack = (
    seen.is_laying
    & seen.opens_turn
    & (pl.col("stack_size") >= 10)
    & (pl.col("hand_size") >= 2)
    & (seen.copies("hand", FIVE) == 0)
)
under_a_jack = before_a_big_stack & (pl.col("demand") == JACK)


MANY = 6  # cards in a stack
BUT_TWOS = [rank for rank in range(N_RANKS) if rank != TWO]
OF_STACKS = [rank for rank in range(N_RANKS) if rank != FOUR]  # a four clears the stack that it is laid on


def picked_up(rank: int, exact_to: float) -> WhatIf:
    """A stack picked up with a card of a rank, or with one of the others in its place, each of which counts alike.
    exact_to: half the width of the interval.
    """
    return WhatIf(
        f"pick up {NAMES[rank]} rather than any card",
        seen.is_laying & seen.opens_turn & seen.in_stack(rank),
        Branch(pick_up),
        tuple(Branch(pick_up, changes.in_place_of(rank, other)) for other in OF_STACKS if other != rank),
        margin=0.01,
        fields=(PLAIN,),
        rollouts=2,
        means=NO_WORSE,
        exact_to=exact_to,
    )


TIPS = [
    Tip(
        "TK-C5",
        GAME,
        "Saving queens for a two that may come is not worth it.",
        SAVING,
        "One queen is kept while the hand has four cards or more; it is kept in large hands alone, too, of eight cards "
        "or more and of twelve or more. The tip holds if none of these gains anything that matters.",
        (
            literally("save-queens", means=NOT_WORTH_IT),
            in_amount("queens from eight cards on", "save-queens", "hand=8", means=NOT_WORTH_IT, fields=(PLAIN,)),
            in_amount("queens from twelve cards on", "save-queens", "hand=12", means=NOT_WORTH_IT, fields=(PLAIN,)),
            *costs_nothing("forbid=keeps_queens"),
            *costs("oblige=saves_queens"),
        ),
        words=TipWords(
            "habit",
            "Queens are not worth saving for twos",
            ("Q", "2"),
            rows={
                "save-queens": "save queens to answer twos",
                "queens from eight cards on": "save queens only in hands of eight cards or more",
                "queens from twelve cards on": "save queens only in hands of twelve cards or more",
            },
            strong={
                "champion:forbid=keeps_queens": "forbidden to keep a queen that it could lay",
                "champion:oblige=saves_queens": "obliged, except on a two, to lay other cards wherever it can",
            },
        ),
        curves=(
            *(by_hand("save-queens", "one queen kept", field) for field in ("simple-1", "strong-1")),
            by_amount("save-queens", "queens kept, by how many", "queens", (1, 2, 3, 4), "queens kept"),
        ),
        transcripts=(
            shown("save-queens", 1942, "a saved queen answers a two", seen.laid(QUEEN) & (pl.col("top") == TWO)),
        ),
        fair=SAME_PLAYER
        + (
            " Nothing is tuned: tuning had led to keeping queens almost never, which nobody would call saving them. "
            "The curves show every number of queens and every minimum hand size."
        ),
        overturned_by=(
            "If keeping a queen certainly saved more than 0.5 lost games in 100 over plain tables, the tip would be "
            "wrong; if it could save as much in some hands, for all that is known, the tip would be open."
        ),
        amounts=("queens from eight cards on", "queens from twelve cards on"),
    ),
    Tip(
        "TK-C6",
        GAME,
        "Picking up twos is not so bad, since they are soon passed on.",
        SAVING,
        "The same stack picked up with the two, or with another low card in its place: the mean over a 5, a queen "
        "and a 7, each only if one had been cleared from the game. A two is the lowest card of all, so it seems to "
        "be the worst. A second number is how many turns it takes until a two that was picked up has left the hand "
        "again, compared with other cards.",
        (
            Contrast(
                "turns in the hand: other ranks minus twos",
                Ratio(seen.others_held, seen.others_picked),
                Ratio(seen.turns_held(TWO), seen.picked(TWO)),
                0.0,
                0.5,
                "turns",
            ),
            WhatIf(
                "pick up a two rather than another card",
                could_lay_on_a_two,
                Branch(pick_up),
                tuple(Branch(pick_up, changes.in_place_of(TWO, rank)) for rank in (FIVE, QUEEN, SEVEN)),
                margin=0.01,
                fields=(PLAIN,),
                means=NO_WORSE,
            ),
        ),
        words=TipWords(
            "habit",
            "Pick up a two rather than another low card",
            ("2",),
            rows={"pick up a two rather than another card": "pick up a two rather than another low card"},
            beside={
                "turns in the hand: other ranks minus twos": Says(
                    "A two leaves your hand about {k} turns {way} than other cards",
                    ways={"more": "sooner", "fewer": "later"},
                )
            },
            when="where this comes up",
        ),
        curves=(
            Gains(
                "what a card picked up in place of a two gains over the two",
                could_lay_on_a_two,
                tuple(changes.in_place_of(TWO, rank) for rank in BUT_TWOS),
                as_it_is,
                "in place of the two",
                tuple(NAMES[rank] for rank in BUT_TWOS),
                move=pick_up,
            ),
        ),
        headline="pick up a two rather than another card",
        transcripts=(
            strong(
                1416,
                "a two picked up, and laid in the next turn",
                seen.picked(TWO) & pl.col("stack_size").is_between(2, 6) & seen.lays_next & (seen.next_rank == TWO),
            ),
        ),
        fair=(
            "The stack, the hands and the piles stay the same, only one card differs. Low cards are the fair "
            "comparison, because a two seems bad for being low; the chart shows every other rank, aces included, "
            "which everybody is glad to have."
        ),
        overturned_by=(
            "If the two certainly cost more than one lost game in 100 against the other low cards, the tip "
            "would be wrong."
        ),
    ),
    Tip(
        "TK-C7",
        GAME,
        "There are never many cards under a two, so picking one up costs little.",
        SAVING,
        "How often many cards are picked up with a two on top. Many are six or more, as in TK-C25, and never is in "
        "fewer than 1 of 100 such pick-ups; a curve has every number of cards.",
        (
            Contrast(
                "pick-ups under a two of six cards or more",
                Ratio(pl.col("stack_size") >= MANY, seen.picks_up & on_a_two),
                None,
                0.01,
                0.005,
                "share",
                sign=-1,
                most_cases=None,
            ),
        ),
        words=TipWords(
            "seldom",
            "Few cards lie under a two",
            ("2",),
            seldom=("pick-ups of six cards or more, by the card on top", "2"),
        ),
        curves=(
            Curve(
                "cards picked up, by the card on top",
                pl.col("stack_size"),
                seen.picks_up,
                pl.col("top"),
                "on top",
                "cards",
                names=NAMES,
            ),
            Curve(
                "pick-ups of six cards or more, by the card on top",
                pl.col("stack_size") >= MANY,
                seen.picks_up,
                pl.col("top"),
                "on top",
                "share",
                PLAIN,
                names=NAMES,
            ),
            Curve(
                "cards picked up under a two",
                pl.lit(1.0),
                seen.picks_up & on_a_two,
                pl.col("stack_size").cast(pl.Int64),
                "cards",
                "share",
                PLAIN,
                of_all=True,
            ),
        ),
        transcripts=(
            strong(
                531, "only two cards picked up under a two", seen.picks_up & (pl.col("top") == TWO) & seen.small_stack
            ),
        ),
        fair=(
            "Every pick-up of every game counts, including those of very long games; plain and strong tables are "
            "counted in the same way as simple ones."
        ),
        overturned_by=(
            "If six cards or more were certainly picked up in over 1.5 of 100 such pick-ups, as the mean over plain "
            "tables, the tip would be wrong."
        ),
    ),
    Tip(
        "TK-C8",
        GAME,
        "Eights and jokers in a stack that is picked up are no bad cards.",
        SAVING,
        "The same stack picked up with an eight in it, or with a card of another rank in its place, each rank only if "
        "one had been cleared from the game; and the same with a joker. Every turn counts that finds such a stack, "
        "whether or not it is picked up. Not bad means no worse than the mean of the others by more than one game in "
        "100. The eight, of which there are more, carries the headline; the joker has to be no worse, too.",
        (picked_up(EIGHT, 0.005), picked_up(JOKER, 0.0022)),
        words=TipWords(
            "habit",
            "Eights and jokers do no harm",
            ("8", "Jk"),
            rows={
                "pick up 8 rather than any card": "pick up an eight rather than another card",
                "pick up Jk rather than any card": "pick up a joker rather than another card",
            },
            when="where this comes up",
            apart=True,
            aside=True,
            other_half="pick up Jk rather than any card",
        ),
        curves=(
            Gains(
                "what a first card gains over the one that was dealt",
                has_first_card,
                changes.first_cards,
                as_it_is,
                "first card",
                NAMES,
            ),
            Curve(
                "games lost, by first card",
                seen.lost,
                seen.first_of_seat & (pl.col("hand_size") == 1),
                seen.first_card,
                "first card",
                "share",
                names=NAMES,
            ),
        ),
        transcripts=(
            strong(
                531,
                "an eight that spares its player a big stack",
                seen.lays & (pl.col("move_rank") == EIGHT) & (pl.col("moves") == 2) & (pl.col("stack_size") >= 8),
            ),
        ),
        fair=(
            "The stack, the hands and the piles stay the same, only one card differs, and all ranks are played on with "
            "the same chances. First cards, which the curves show, are exchanged in the same way."
        ),
        overturned_by=(
            "If an eight certainly cost more than one lost game in 100 against the mean of the others, the "
            "tip would be wrong."
        ),
    ),
    Tip(
        "TK-C9",
        GAME,
        "Between two players, having no five at a crucial point, when a jack comes on a big stack, can lose the game.",
        SAVING,
        "The book says what a five is good for, not that one should keep it, so there is no verdict. What a five is "
        "worth at such a point is asked of positions: a player without one has to answer a stack of ten cards or "
        "more, and one of the other cards in hand is exchanged for a five; once where for all that the player knows a "
        "jack may still come, and once where one lies on top. What keeping one comes to is shown: while two players "
        "are left and the hand has twelve cards or more, the amount at which it gained most on other deals; eight or "
        "more; and four or more: with fewer, the hand is to be emptied.",
        (
            literally("save-fives", players=ONLY_TWO),
            in_amount("fives from eight cards on", "save-fives", "hand=8", players=ONLY_TWO, fields=(PLAIN,)),
            in_amount("fives from twelve cards on", "save-fives", "hand=12", players=ONLY_TWO, fields=(PLAIN,)),
            WhatIf(
                "a five while jacks may come",
                before_a_big_stack & (pl.col("demand") != JACK),
                Branch(None, changes.five_while_jacks_may_come),
                Branch(None),
                players=ONLY_TWO,
                fields=(PLAIN,),
            ),
            WhatIf(
                "a five under a jack",
                under_a_jack,
                Branch(None, changes.five_for_another),
                Branch(None),
                players=ONLY_TWO,
                fields=(PLAIN,),
            ),
            *costs_nothing("forbid=lays_last_five", players=ONLY_TWO),
            *costs("oblige=lays_last_five", players=ONLY_TWO),
        ),
        words=TipWords(
            "habit",
            "A five for the jack on a big stack",
            ("5", "J"),
            rows={
                "save-fives": "save fives for jacks",
                "fives from eight cards on": "save fives only in hands of eight cards or more",
                "fives from twelve cards on": "save fives only in hands of twelve cards or more",
            },
            beside={
                "a five under a jack": Says(
                    "With a jack on top of ten cards or more, whoever has a five in place of another card loses {k} "
                    "{way} of 100 games"
                ),
                "a five while jacks may come": Says("While the jack has yet to come, {k} {way}"),
            },
            strong={
                "champion:forbid=lays_last_five": "forbidden, except on a jack, to lay its only remaining five "
                "while it has four or more cards",
                "champion:oblige=lays_last_five": "obliged to lay it there wherever it can",
            },
        ),
        curves=(
            by_hand("save-fives", "one five kept", players=2),
            by_amount("save-fives", "fives kept, by how many", "fives", (1, 2, 3, 4), "fives kept", players=2),
            Curve(
                "games lost after facing jacks on 10 or more cards, by fives in hand",
                seen.lost,
                seen.faces & (pl.col("top") == JACK) & (pl.col("stack_size") >= 10),
                seen.copies("hand", FIVE).cast(pl.Int64),
                "fives in hand",
                "share",
                players=2,
            ),
        ),
        transcripts=(
            shown(
                "save-fives",
                3595,
                "a five answers a jack on a big stack",
                seen.laid(FIVE) & (pl.col("top") == JACK) & (pl.col("stack_size") >= 10),
                2,
            ),
        ),
        fair=(
            "Both sides are the same player except for this habit, in the same seats of the same deals, at tables of "
            "two players, simple, plain and strong. The curves show every number of fives and every minimum "
            "hand size."
        ),
        overturned_by=JUST_SHOWN,
        is_judged=False,
    ),
]

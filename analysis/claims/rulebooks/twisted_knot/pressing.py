"""Tips on making it harder for the others: TK-C10, on jacks between two, and TK-C15 to TK-C19."""

import polars as pl

from knotlab.analysis.claims.kinds.contrast import Contrast, Ratio
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.gains import Doses, Halves
from knotlab.analysis.claims.kinds.on_top import costs, costs_nothing
from knotlab.analysis.claims.kinds.positions import Branch
from knotlab.analysis.claims.kinds.rates import Curve, Side, Surface
from knotlab.analysis.claims.kinds.what_if import WhatIf
from knotlab.analysis.claims.model.experiment import PLAIN
from knotlab.analysis.claims.model.tip import MORE_LOST, SAME_PLAYER, Says, Tip, TipWords
from knotlab.analysis.claims.rulebooks.twisted_knot import changes
from knotlab.analysis.claims.rulebooks.twisted_knot import measures as seen
from knotlab.analysis.claims.rulebooks.twisted_knot.players import (
    GAME,
    ONLY_TWO,
    as_written,
    by_amount,
    by_hand,
    following,
    literally,
    shown,
    strong,
)
from knotlab.sim.games.twisted_knot.cards import JACK, JOKER, TWO
from knotlab.sim.games.twisted_knot.state import TOP_UP

HARDER = "tips, on making it harder for others"
STACKS = (0, 4, 8, 10, 12, 16, 20)
WEAPONS = ("one two", "two twos", "joker", "two jokers")
weapon = (pl.when(pl.col("top") == JOKER).then(2).otherwise(0) + pl.col("top_count") - 1).cast(pl.Int64)
under_weapon = (
    seen.opens_turn
    & (pl.col("hand_size") == 1)
    & (pl.col("pile_size") > 0)
    & pl.col("top").is_in([TWO, JOKER])
    & (pl.col("top_count") <= 2)
)
tops_up = pl.col("move_kind") == TOP_UP
SAVING, COUNTING = as_written("count-fives", "tip=0"), as_written("count-fives", "save=0")
after_a_joker = Ratio(seen.picks_up, seen.faces_cards(JOKER, 1, 2))


def pick_ups_after(words: str, rank: int, count: int) -> Curve:
    """How often the next player picks up after some cards, by the cards in hand."""
    faced = seen.faces & (pl.col("top") == rank) & (pl.col("top_count") == count) & (seen.hand_before <= 12)
    label = f"pick-ups after {words}, by cards in hand"
    return Curve(label, seen.picks_up, faced, seen.hand_before, "cards in hand as the turn begins", "share")


def by_few(words: str, rules: dict[str, str]) -> Doses:
    """What laying some cards wherever it can be done gains over just shedding, by how many cards count as few.

    rules: what is laid, by the most cards of a player who has few.
    """
    amounts = {cards: f"shed:oblige={rule}" for cards, rule in rules.items()}
    label = f"{words}, by how many cards count as few, 3 players"
    return Doses(label, amounts, "shed", "2", "cards of the next player at most", PLAIN)


TIPS = [
    Tip(
        "TK-C10",
        GAME,
        "Between two players, several jacks at once are a weapon, and counting jacks and fives pays.",
        "tips, on saving cards",
        "Two jacks are collected, while the hand has four cards or more, and laid together on a stack of ten or more. "
        "Then a five is saved against the other's jacks as well, and what the other may hold decides how many jacks "
        "and fives are. The other side just sheds. Beside it, on the same deals, stand the two halves: saving both by "
        "fixed numbers; and counting alone, when nothing is saved, and jacks are laid together on such a stack once "
        "the other cannot have as many fives.",
        (
            literally("jack-bomb", players=ONLY_TWO),
            Duel("count-fives", as_written("count-fives"), as_written("jack-bomb", "tip=0"), players=ONLY_TWO),
            *costs("forbid=lays_jacks_together", "forbid=lays_jacks_by_counting", players=ONLY_TWO),
            *costs_nothing("oblige=lays_jacks_together", "oblige=lays_jacks_by_counting", players=ONLY_TWO),
        ),
        words=TipWords(
            "habit",
            "Lay jacks together when two are left",
            ("J", "J", "5"),
            rows={"jack-bomb": "lay several jacks at once", "count-fives": "save jacks and fives by counting"},
            other_half="count-fives",
            strong={
                "champion:forbid=lays_jacks_together": "forbidden to lay several jacks at once",
                "champion:forbid=lays_jacks_by_counting": "forbidden to lay, on ten cards or more, more jacks than the "
                "other can have fives",
                "champion:oblige=lays_jacks_together": "obliged to lay several jacks wherever it can",
                "champion:oblige=lays_jacks_by_counting": "obliged to lay that many there wherever it can",
            },
        ),
        curves=(
            by_amount(
                "jack-bomb", "two jacks laid together, by the stack", "stack", STACKS, "cards on the table", players=2
            ),
            by_hand("jack-bomb", "jacks kept", players=2),
            Halves(
                "saving jacks and fives, and counting them, 2 players",
                {"saving alone": SAVING, "counting alone": COUNTING, "both": as_written("count-fives")},
                "shed",
                "both",
                "",
                PLAIN,
                2,
                apart=("saving", "counting"),
            ),
        ),
        transcripts=(
            shown("jack-bomb", 2664, "two jacks on a big stack", seen.laid(JACK, 2) & seen.on_a_big_stack, 2),
            shown(
                "count-fives",
                48009,
                "a jack on a big stack that the other player must pick up",
                seen.laid(JACK) & seen.on_a_big_stack & seen.next_picks_up,
                2,
            ),
        ),
        fair=(
            "Both sides are the same player except for this habit, in the same seats of the same deals, at tables of "
            "two players, simple, plain and strong. Nothing is tuned: with the settings that tuning had "
            "chosen the bomb hardly ever came. The curve shows every size of stack."
        ),
        overturned_by=(
            "The tip holds if both halves do, each by more than 0.5 lost games in 100: several jacks at once as the "
            "mean over its tables, and counting at the plain table of two. If one of them gains games and the other "
            "costs some, it depends."
        ),
    ),
    Tip(
        "TK-C15",
        GAME,
        "Jokers, and twos if you can lay them, are weapons that keep players with few cards away from their piles.",
        HARDER,
        "As the book says where to use them: wherever one can be laid, a joker or twos are laid against a player "
        "with two cards in hand, and a single two at one with one card; otherwise both sides just shed. Shedding lays "
        "many twos there by itself, so the same is held against a player who lays other cards there wherever it can, "
        "too, which is kept as data. Of all numbers of cards that may count as few, one did best on other deals, where "
        "only a single two is laid. Tried as well are twos and jokers that are kept for it, while the hand has four "
        "cards or more.",
        (
            Duel("weapons laid at few cards", "shed:oblige=presses", "shed", fields=(PLAIN,), exact_to=0.001),
            Duel("a single two at one card", "shed:oblige=presses_at_one", "shed", fields=(PLAIN,)),
            Duel(
                "weapons rather than other cards",
                "shed:oblige=presses",
                "shed:forbid=presses_by_choice",
                fields=(PLAIN,),
            ),
            literally("joker-pressure"),
            literally("two-pressure"),
            *costs("forbid=presses_by_choice"),
            *costs_nothing("oblige=presses"),
        ),
        words=TipWords(
            "habit",
            "Lay jokers and twos against few cards",
            ("Jk", "2"),
            rows={
                "weapons laid at few cards": "lay jokers and twos against a player with two cards, and a single two "
                "against one card",
                "a single two at one card": "lay a single two against one card, and nothing against two",
                "joker-pressure": "keep jokers as weapons",
                "two-pressure": "keep twos as weapons",
            },
            beside={
                "weapons rather than other cards": Says(
                    "Compared with a player who keeps both back there while other cards can be laid, {k} {way} of 100 "
                    "games are lost"
                )
            },
            strong={
                "champion:forbid=presses_by_choice": "forbidden to lay twos or jokers against a player who "
                "is nearly out of cards if other cards can be laid",
                "champion:oblige=presses": "obliged to lay them there",
            },
        ),
        curves=(
            by_few(
                "twos and jokers laid at few cards",
                {
                    "1": "presses_at_one",
                    "2": "presses",
                    "3": "presses_at_three",
                    "4": "presses_at_four",
                    "6": "presses_at_six",
                },
            ),
            by_hand("two-pressure", "twos kept"),
            by_hand("joker-pressure", "jokers kept"),
        ),
        amounts=("a single two at one card", "joker-pressure", "two-pressure"),
        transcripts=(
            shown(
                "joker-pressure",
                2748,
                "a joker in front of a player with two cards",
                seen.laid(JOKER) & (pl.col("next_hand") == 2),
            ),
            shown(
                "two-pressure",
                1117,
                "two twos in front of a player with two cards",
                seen.laid(TWO, 2) & (pl.col("next_hand") == 2),
            ),
        ),
        fair=SAME_PLAYER
        + " The curves show every number of cards that may count as few, and what keeping weapons comes to from every "
        "size of hand on.",
        overturned_by=MORE_LOST,
    ),
    Tip(
        "TK-C16",
        GAME,
        "A joker laid in front of a player with two cards in hand probably makes that player pick up.",
        HARDER,
        "Probably means in more than half of the cases.",
        (Contrast("pick-ups after a joker at two cards", after_a_joker, None, 0.5, 0.05, "share"),),
        words=TipWords(
            "chance",
            "A joker at two cards forces a pick-up",
            ("Jk",),
            says={
                "pick-ups after a joker at two cards": Says("a player with two cards picks up after a joker", base=0.5)
            },
        ),
        curves=(pick_ups_after("a joker", JOKER, 1),),
        transcripts=(
            shown(
                "joker-pressure",
                965,
                "a joker that makes a player with two cards pick up",
                seen.laid(JOKER) & (pl.col("next_hand") == 2) & seen.next_picks_up,
            ),
        ),
        fair=("Every such moment of every game counts, whoever laid the joker and why, in three kinds of field."),
        overturned_by="If a pick-up certainly followed in fewer than 45 of 100 cases, the tip would be wrong.",
    ),
    Tip(
        "TK-C17",
        GAME,
        "Two twos in front of a player with two cards in hand are even less likely to be answered.",
        HARDER,
        "Pick-ups after two twos minus those after a joker.",
        (
            Contrast(
                "pick-ups: two twos minus a joker",
                Ratio(seen.picks_up, seen.faces_cards(TWO, 2, 2)),
                after_a_joker,
                0.0,
                0.05,
                "share",
            ),
        ),
        words=TipWords(
            "amount",
            "Two twos are harder still",
            ("2", "2"),
            says={
                "pick-ups: two twos minus a joker": Says(
                    "Out of 100 players with two cards in hand, {k} {way} pick up after two twos than after a joker"
                )
            },
        ),
        curves=(pick_ups_after("a two", TWO, 1), pick_ups_after("two twos", TWO, 2)),
        transcripts=(
            shown(
                "two-pressure",
                8592,
                "two twos that make a player with two cards pick up",
                seen.laid(TWO, 2) & (pl.col("next_hand") == 2) & seen.next_picks_up,
            ),
        ),
        fair="Both rates are read from the same games, among players with two cards in hand.",
        overturned_by=(
            "If two twos were certainly answered more often than a joker, by 5 in 100, the tip would be wrong."
        ),
    ),
    Tip(
        "TK-C18",
        GAME,
        "Against a player with one card in hand, do not lay a joker or two twos, since that player may then top up "
        "from the pile; a single two is right.",
        HARDER,
        "By players who just shed, which is what the book says and no more; and by players who keep such weapons, in "
        "hands that tuning found, with that care and without it.",
        (
            Duel("no weapon kept", "shed:forbid=lets_top_up_by_choice", "shed", fields=(PLAIN,)),
            following("careful-pressure"),
            *costs_nothing("forbid=lets_top_up_by_choice"),
            *costs("oblige=lets_top_up"),
        ),
        words=TipWords(
            "habit",
            "Spare a player with one card",
            ("Jk", "2"),
            rows={
                "no weapon kept": "spare a player with one card",
                "careful-pressure": "spare such a player where you keep twos and jokers as weapons",
            },
            strong={
                "champion:forbid=lets_top_up_by_choice": "forbidden to lay a joker or several twos against a player "
                "with one card if a single two or other cards can be laid",
                "champion:oblige=lets_top_up": "obliged to lay them there",
            },
        ),
        curves=(
            *(
                Curve(
                    f"{words} with one card in hand, by what is on top",
                    taken,
                    under_weapon,
                    weapon,
                    "on top",
                    unit,
                    names=WEAPONS,
                )
                for words, taken, unit in (
                    ("topping up", tops_up, "share"),
                    ("cards taken from the pile", tops_up * pl.col("move_count"), "cards"),
                )
            ),
        ),
        transcripts=(
            shown(
                "careful-pressure",
                2747,
                "a single two in front of a player with one card and a pile",
                seen.laid(TWO) & (pl.col("move_count") == 1) & (pl.col("next_hand") == 1) & (pl.col("next_pile") > 0),
                which=2,
            ),
        ),
        fair=SAME_PLAYER
        + " They differ only where the next player has one card, and where weapons are kept, also a pile.",
        overturned_by=MORE_LOST,
        amounts=("careful-pressure",),
    ),
    Tip(
        "TK-C19",
        GAME,
        "Every card that players take from the pile brings them closer to winning.",
        HARDER,
        "The same position with the top card of the pile in the hand, as if the player had taken it.",
        (
            WhatIf(
                "one pile card fewer",
                seen.is_laying & seen.opens_turn & (pl.col("pile_size") > 1),
                Branch(None, changes.pile_card_to_hand),
                Branch(None),
            ),
        ),
        words=TipWords(
            "habit",
            "Every card off your pile helps",
            ("A",),
            rows={"one pile card fewer": "get a card off your pile"},
            apart=True,
        ),
        curves=(
            Surface(
                "games lost, by cards in hand and in the pile as a turn begins",
                seen.lost,
                seen.opens_turn,
                Side(pl.col("hand_size"), "cards in hand", range(1, 13)),
                Side(pl.col("pile_size"), "cards in the pile", range(10)),
                "share",
            ),
            Curve(
                "games lost, by cards in hand",
                seen.lost,
                seen.opens_turn & (pl.col("hand_size") <= 20),
                pl.col("hand_size"),
                "cards in hand",
                "share",
            ),
        ),
        transcripts=(
            strong(
                216, "the last card of the pile taken", (pl.col("move_kind") == TOP_UP) & (pl.col("pile_size") == 1)
            ),
        ),
        fair=(
            "Both start from the same position: the top card of the pile is either in the hand or still in the pile. "
            "So no card has left the game, and the hand is one card larger, as it would be."
        ),
        overturned_by=(
            "If having the card in the hand certainly did not lower the chance of losing by 0.5 in 100, the tip would "
            "be wrong, or the effect too small to matter."
        ),
    ),
    Tip(
        "TK-C29",
        GAME,
        "Keep the other players off their piles, and playing from their hands, as much as possible.",
        HARDER,
        "With the cards that the book names, which make others pick up: wherever it can be done, twos or a joker are "
        "laid against a player with two cards in hand, and a single two against one card, as in TK-C15; otherwise both "
        "sides just shed. By any other means as well: an ace is laid there too, and against a player without a hand, "
        "as cards that aces pass on have to be laid before the next one comes off the pile. On other deals, this did "
        "best where only players without a hand count.",
        (
            Duel("kept off the pile", "shed:oblige=keeps_off_pile", "shed", fields=(PLAIN,)),
            Duel("kept off at no hand", "shed:oblige=keeps_off_pile_at_none", "shed", fields=(PLAIN,)),
            Duel("aces at no hand", "shed:oblige=lays_aces_at_no_hand", "shed", fields=(PLAIN,)),
            Duel("twos and jokers alone", "shed:oblige=presses", "shed", fields=(PLAIN,), exact_to=0.001),
            *costs("forbid=keeps_off_pile_by_choice"),
            *costs_nothing("oblige=keeps_off_pile"),
        ),
        words=TipWords(
            "habit",
            "Keep the others off their piles",
            ("A", "2", "Jk"),
            rows={
                "kept off the pile": "lay aces as well as twos and jokers against a player with at most two cards",
                "kept off at no hand": "lay them only against a player without a hand",
                "aces at no hand": "lay aces alone, against a player without a hand",
                "twos and jokers alone": "lay twos and jokers alone, against a player with two cards, and a single "
                "two against one card",
            },
            strong={
                "champion:forbid=keeps_off_pile_by_choice": "forbidden to lay aces, twos or jokers against a player "
                "with at most two cards if other cards can be laid",
                "champion:oblige=keeps_off_pile": "obliged to lay them there",
            },
        ),
        curves=(
            by_few(
                "aces, twos and jokers laid at few cards",
                {
                    "0": "keeps_off_pile_at_none",
                    "1": "keeps_off_pile_at_one",
                    "2": "keeps_off_pile",
                    "3": "keeps_off_pile_at_three",
                    "4": "keeps_off_pile_at_four",
                    "6": "keeps_off_pile_at_six",
                },
            ),
        ),
        fair=(
            "Both sides are the same player except for this habit, in the same seats of the same deals, at plain "
            "tables of two, three and four players. The curve shows every number of cards that may count as few."
        ),
        overturned_by=MORE_LOST,
        headline="twos and jokers alone",
        amounts=("kept off the pile", "kept off at no hand", "aces at no hand"),
    ),
]

"""Claims about the game as a whole: TK-C21 to TK-C27."""

from typing import Any

import polars as pl

from knotlab.analysis.claims.kinds.contrast import Contrast, Ratio
from knotlab.analysis.claims.kinds.on_top import costs, costs_nothing
from knotlab.analysis.claims.kinds.positions import Branch
from knotlab.analysis.claims.kinds.rates import Curve
from knotlab.analysis.claims.kinds.what_if import WhatIf
from knotlab.analysis.claims.model.experiment import HARMS, NO_WORSE, PLAIN
from knotlab.analysis.claims.model.tip import JUST_SHOWN, Says, Tip, TipWords
from knotlab.analysis.claims.rulebooks.twisted_knot import measures as seen
from knotlab.analysis.claims.rulebooks.twisted_knot.choices_by_size import ChoicesBySize
from knotlab.analysis.claims.rulebooks.twisted_knot.players import GAME, TUNED, shown
from knotlab.analysis.claims.rulebooks.twisted_knot.pressing import HARDER
from knotlab.analysis.claims.rulebooks.twisted_knot.saving import pick_up
from knotlab.analysis.claims.rulebooks.twisted_knot.spread import Spread
from knotlab.analysis.claims.rulebooks.twisted_knot.table_rates import TableRates
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim.games.twisted_knot.cards import ACE, EIGHT, JOKER, NINE, TEN, THREE
from knotlab.sim.protocol import CAPPED, STALLED

OURS = "not in the book"
TREMBLES = ("0.001", "0.01", "0.05")
WANTED = (THREE, EIGHT, NINE, TEN, ACE, JOKER)  # ranks that are good to have; a four is in no stack
RANKED = ("shed", "hoard-aces", "joker-pressure")


def pick_up_if(words: str, condition: pl.Expr, means: dict[Verdict, Verdict], **options: Any) -> WhatIf:
    """Picking up some stacks, against what the player would do, wherever a card could be laid; options: as for
    `WhatIf`.
    """
    where = seen.is_laying & seen.opens_turn & (pl.col("moves") > 1) & (pl.col("stack_size") > 0) & condition
    return WhatIf(f"pick up a stack {words}", where, Branch(pick_up), Branch(None), means=means, **options)


def by_stack(low: int, high: int, means: dict[Verdict, Verdict]) -> WhatIf:
    """The same by the size of the stack."""
    words = f"of {low} to {high}" if high < 99 else f"of {low} or more"
    return pick_up_if(words, pl.col("stack_size").is_between(low, high), means)


def longer(packs: int) -> Contrast:
    """Turns with one pack more."""
    more, fewer = (Ratio(pl.col("turns"), seen.always, (f"packs={n}",), by_games=True) for n in (packs, packs - 1))
    label = f"{packs} packs against {packs - 1}"
    return Contrast(label, more, fewer, 0.0, 10.0, "turns", fields=("simple-1", "strong-1"))


def turns_with(packs: int, words: str) -> Contrast:
    """The turns of a game with so many packs, at each size of table."""
    turns = Ratio(pl.col("turns"), seen.always, (f"packs={packs}",), by_games=True)
    label = f"turns of a game with {words}"
    return Contrast(label, turns, None, 0.0, 10.0, "turns", fields=(PLAIN,), players=(2, 3, 4, 5))


def locking(tremble: str) -> Contrast:
    """The share of games without an end, minus that with some trembling."""
    without, with_tremble = (
        Ratio(pl.col("end") != 0, seen.always, table=(name,), by_games=True)
        for name in ("shed:tremble=0", f"shed:tremble={tremble}")
    )
    label = f"no end: shed without tremble minus with {100 * float(tremble):g}%"
    return Contrast(label, without, with_tremble, 0.0, 0.01, "share", fields=("simple-1",))


TIPS = [
    Tip(
        "TK-C21",
        GAME,
        "More packs make the game longer.",
        "what you need",
        "How many more turns a game takes with one more pack. Games are capped at 5,000 turns.",
        (longer(2), longer(3), longer(4)),
        words=TipWords(
            "amount",
            "More packs, longer games",
            ("A", "A"),
            says={
                "2 packs against 1": Says("With a second pack, a game takes about {k} {way} turns"),
                "3 packs against 2": Says("with a third, {k} {way}"),
                "4 packs against 3": Says("with a fourth, {k} {way}"),
            },
        ),
        fair=(
            "The same players at tables that differ only in the number of packs; a game without an end counts as "
            "5,000 turns."
        ),
        overturned_by=(
            "If one more pack certainly did not add ten turns, the tip would be wrong, or the effect too small to "
            "matter."
        ),
    ),
    Tip(
        "TK-C23",
        GAME,
        "It leaves more to strategy and less to chance than Shithead does.",
        "introduction",
        "A share of the variance cannot settle it, since it depends on who plays. What can be said: how often the "
        "better of two named players finishes ahead, and in how many games that shows. The curves show where the "
        "spread of places comes from among the library's strategies.",
        words=TipWords("skill", "Strategy or luck?", ("A", "2")),
        curves=tuple(Spread(f"sources of the spread of places, {n} players", (), n) for n in (2, 3, 4)),
        fair=(
            "All named players sit at the same tables of the same deals, in every seat, against others drawn from "
            "among them."
        ),
        overturned_by=JUST_SHOWN,
    ),
    Tip(
        "TK-C24",
        GAME,
        "Deterministic scripts lock up, and the least unpredictability makes that rarer.",
        OURS,
        "Games without an end, minus those with a little tremble, as occasional errors are called: games that stall, "
        "as they repeat themselves, and games that reach the limit of turns. The curve has both together.",
        tuple(map(locking, TREMBLES)),
        words=TipWords(
            "told",
            "Fixed scripts lock up",
            ("2", "Q"),
            says={
                "no end: shed without tremble minus with 0.1%": Says(
                    "", name="games without an end, without errors compared with one in a thousand moves"
                ),
                "no end: shed without tremble minus with 5%": Says(
                    "", name="games without an end, without errors compared with one in twenty moves"
                ),
            },
            told={
                "games without an end, by tremble": "Out of 100 games between fixed scripts, {none} never end; {0.1%} "
                "if every player errs in one move in a thousand, {1%} with one in a hundred."
            },
        ),
        curves=(
            TableRates(
                "games without an end, by tremble",
                pl.col("final_end").is_in((STALLED, CAPPED)),
                pl.col("step") == 0,
                ("shed:tremble=0", *map("shed:tremble={}".format, TREMBLES)),
                "tremble",
                "share",
                ("none", *(f"{100 * float(tremble):g}%" for tremble in TREMBLES)),
            ),
        ),
        fair=(
            "The same script with and without an occasional slip, on the same deals; the lowest rate is one slip in a "
            "thousand moves."
        ),
        overturned_by=(
            "If slips certainly did not make endless games rarer by one in 100, the tip would be wrong, or "
            "the effect too small to matter."
        ),
    ),
    Tip(
        "TK-C25",
        GAME,
        "Picking up only really hurts when there are many cards.",
        "tips",
        "What hurts really is for players to say, so there is no verdict. What can be counted is how much it hurts by "
        "the size of the stack: from the same position, in which a player could lay, pick up, or do what that player "
        "would do. Few cards are up to 2, and 3 to 5; many are 6 or more. Stacks with a 3, 8, 9, 10, ace or joker in "
        "them, and stacks without any of these, of whatever size, are asked about as well. Nobody advises to pick up "
        "all that one could answer: what it costs champions is kept as data.",
        (
            by_stack(1, 2, NO_WORSE),
            by_stack(3, 5, NO_WORSE),
            by_stack(6, 99, HARMS),
            pick_up_if("with a card worth having", seen.in_stack(*WANTED), NO_WORSE, fields=(PLAIN,)),
            pick_up_if("without one", ~seen.in_stack(*WANTED), HARMS, fields=(PLAIN,)),
            *costs("forbid=picks_up_few", "forbid=picks_up_some"),
            *costs_nothing("forbid=picks_up_many", "oblige=picks_up_few", "oblige=picks_up_some"),
            *costs("oblige=picks_up_many"),
        ),
        words=TipWords(
            "habit",
            "Picking up by choice, whatever the cards: the more, the worse",
            ("6", "7"),
            rows={
                "pick up a stack of 1 to 2": "pick up any one or two cards you could answer",
                "pick up a stack of 3 to 5": "pick up any three to five you could answer",
                "pick up a stack of 6 or more": "pick up any six or more you could answer",
                "pick up a stack with a card worth having": "pick up a stack that you could answer and that "
                "has a 3, 8, 9, 10, ace or joker in it",
                "pick up a stack without one": "pick up a stack that you could answer and that has none of these in it",
            },
            when="where this comes up",
            beside={
                "champion:oblige=picks_up_few": Says(
                    "A champion made to pick up every one or two cards that it could answer loses {k} {way} of 100 "
                    "games"
                ),
                "champion:oblige=picks_up_some": Says("One made to pick up every three to five loses {k} {way}"),
                "champion:oblige=picks_up_many": Says("One made to pick up every six or more loses {k} {way}"),
            },
            strong={
                "champion:forbid=picks_up_few": "forbidden to pick up one or two cards where it could lay",
                "champion:forbid=picks_up_some": "forbidden to pick up three to five cards",
                "champion:forbid=picks_up_many": "forbidden to pick up six or more cards",
            },
        ),
        transcripts=(
            shown(
                f"pick-up-for-aces-and-nines@{TUNED}-limit-3",
                2573,
                "two cards picked up although a card could be laid",
                seen.mine & seen.could_lay & seen.small_stack,
            ),
        ),
        fair=(
            "Every turn counts in which both moves are open, whatever the player then did, so nothing is selected by "
            "the choice that is on trial."
        ),
        overturned_by=JUST_SHOWN,
        is_judged=False,
    ),
    Tip(
        "TK-C26",
        GAME,
        "The game is often about not losing rather than winning.",
        HARDER,
        "This says what the players are after, and advises nothing. Whether the two aims ask for different play, two "
        "tunings of one script tell, begun alike, each with one aim. The curves show how often three strategies lose, "
        "come second and win at tables of three; at which decisions the two aims differ is on the page of tips.",
        words=TipWords("aims", "Not losing, or winning?", ("A", "Jk")),
        curves=tuple(
            Curve(
                f"games {word}, by strategy",
                pl.col("final_place") == place,
                seen.first_of_seat,
                pl.col("player"),
                "strategy",
                "share",
                RANKED,
                3,
                RANKED,
            )
            for word, place in (("lost", 3), ("in second place", 2), ("won", 1))
        ),
        fair="The same games are counted three times: by who lost, by who came second and by who won.",
        overturned_by=JUST_SHOWN,
    ),
    Tip(
        "TK-C30",
        GAME,
        "Three players and one pack are best for first games.",
        "number of players",
        "What is best is for players to say. What can be counted is how long a game takes by the number of players and "
        "packs, how many decisions with more than one legal move it asks of all players together, and how soon it "
        "shows who plays better. A game without an end counts as 5,000 turns.",
        (turns_with(1, "one pack"), turns_with(2, "two packs")),
        words=TipWords(
            "by_size",
            "Three players and one pack at first",
            ("3", "A"),
            says={
                "turns of a game with one pack": Says("With one pack, a game takes about {k}."),
                "turns of a game with two packs": Says("With two packs, it takes {k}."),
            },
        ),
        curves=(ChoicesBySize("decisions of a game, 2 to 5 players", PLAIN, range(2, 6), range(1, 3)),),
        fair="The same kinds of players at all tables; every turn of every game is counted.",
        overturned_by=JUST_SHOWN,
        is_judged=False,
    ),
]

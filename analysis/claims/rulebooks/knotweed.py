"""The claims about Knotweed."""

import polars as pl

from knotlab.analysis.claims.kinds.contrast import Contrast, Ratio
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.gains import Doses
from knotlab.analysis.claims.kinds.on_top import costs, costs_nothing
from knotlab.analysis.claims.kinds.positions import Branch
from knotlab.analysis.claims.kinds.rates import Curve
from knotlab.analysis.claims.kinds.what_if import WhatIf
from knotlab.analysis.claims.model.experiment import ALL_SIZES, BETTER, PLAIN
from knotlab.analysis.claims.model.tip import JUST_SHOWN, MORE_LOST, SAME_PLAYER, Says, Tip, TipWords, Transcript
from knotlab.analysis.claims.rulebooks.best_position import BestPosition
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim.games.knotweed.state import PASS, PLAY, PLAYING, PRUNING, STOP
from knotlab.sim.protocol import Match

GAME = "knotweed"
TUNED = "@tips-v1"  # settings found on deals that no verdict uses (`knotlab.studies.publishing.retune`)
STRATEGY = "strategy"
FAVOURING = "discarding against the next player rather than for that player"
PACT = "two who discard in each other's favour against a third"
ROUNDS = 10  # of an evening
CHANCES = (10, 50, 90, 100)  # of 100, that a cheat is caught

mine = pl.col("player") == 0
plays = pl.col("move_kind") == PLAY
first_choice = (pl.col("decision") == PLAYING) & (pl.col("plays") == 0)
early = first_choice & (pl.col("turn") < 30)
lays_on = (pl.col("decision") == PLAYING) & plays & (pl.col("hand_after") > 0)
end_turn = (pl.when(pl.col("plays") > 0).then(STOP).otherwise(PASS), pl.lit(-1), pl.lit(-1), pl.lit(0))
going_out = (pl.col("decision") == PRUNING) & (pl.col("moves") > 1)
first_pile = going_out & (pl.col("decision").shift(1).over("game") != PRUNING)
# A mean below the threshold shows nothing (see `BestPosition`).
MORE_THAN_HALF = BETTER | {Verdict.WRONG: Verdict.OPEN, Verdict.NO_DIFFERENCE: Verdict.OPEN}


def discarding(switch: int) -> Branch:
    """Whoever goes out discards piles against the next player (1), for the next player (2), or at random (0)."""
    return Branch(None, strategy=f"prune-against-next:tip={switch}")


def third_loses(*allies: int) -> Ratio:
    """How often the third of three players loses. allies: whom each of them favours, seats clockwise; 0 nobody."""
    table = tuple(f"pact:ally={ally}" for ally in allies)
    return Ratio(pl.col("place_2") == 3, pl.lit(1.0), table=table, by_games=True)


def _shown(name: str, index: int, words: str, shows: pl.Expr) -> Transcript:
    """A game of a tip's strategy among players who lay all they can."""
    return Transcript((name, *["dump"] * 2), index, words, mine & shows)


def following(name: str, settings: str = "") -> Duel:
    """A strategy that follows a tip, with the settings that suit it best if it has any, against itself with the tip
    switched off.
    """
    return Duel(name, f"{name}{settings}", f"{name}{settings}:tip=0")


def caught(percent: int) -> Duel:
    """A player who cheats against the same one who does not, where cheats are caught in so many of 100 cases."""
    return Duel(
        f"cheat where {percent} of 100 are caught",
        "sly:tremble=0",
        "finisher:tremble=0",
        fields=(PLAIN,),
        rules=(f"cheating={percent / 100:g}",),
    )


def per_game(column: str, decks: int) -> Ratio:
    """The total of a column in a game, with this many decks."""
    return Ratio(pl.col(column).cast(pl.Float64).sum().over("game"), pl.col("step") == 0, (f"decks={decks}",))


def starting(players: int) -> Contrast:
    """How often whoever starts comes last, against an even share."""
    last = Ratio(pl.col("final_place") == players, pl.col("step") == 0)
    label = f"whoever starts comes last, {players} players"
    return Contrast(
        label, last, None, 1 / players, 0.005, "share", fields=(PLAIN, "strong-1"), players=(players,), exact_to=0.005
    )


def evening(players: int) -> Contrast:
    """How many of ten rounds are won by whoever starts the first of them, against an even share."""
    columns = {f"total_{player}": pl.col("game") % players == player for player in range(players)}
    won = pl.sum_horizontal(pl.when(starts).then(pl.col(total)).otherwise(0) for total, starts in columns.items())
    ratio = Ratio(won / ROUNDS, pl.lit(1.0), by_games=True, match=Match(games=ROUNDS))
    label = f"an evening's rounds won by whoever starts, {players} players"
    return Contrast(
        label, ratio, None, 1 / players, 0.005, "share", fields=(PLAIN,), players=(players,), exact_to=0.005
    )


def by_next_hand(players: int) -> Doses:
    """What care in splitting gains, by how many cards the next player may hold for it."""
    rules = {"2": "before_two", "3": "before_few", "4": "before_four", "6": "before_six", "8": "before_eight"}
    laws = {cards: f"finisher:forbid=splits_{before}" for cards, before in rules.items()}
    return Doses(
        f"groups that are not laid, by the next player's cards, {players} players",
        laws | {"any": "finisher:forbid=plays_several"},
        "finisher",
        "3",
        "cards in the next player's hand, at most",
        PLAIN,
        players,
    )


def by_turn(column: str, words: str) -> Curve:
    """What a column is at the start of each turn."""
    return Curve(f"{words}, by turn", pl.col(column), early, pl.col("turn"), "turn", words)


TIPS = [
    Tip(
        "KW-C1",
        GAME,
        "Playing something is usually better than passing.",
        "taking a turn",
        "One player always plays, the other passes where every play costs as much as a pass.",
        (following("always-play"), *costs_nothing("forbid=passes"), *costs("oblige=passes_if_all_cost_three")),
        words=TipWords(
            "habit",
            "Play rather than pass",
            ("5C", "8C"),
            rows={"always-play": "always play rather than pass"},
            strong={
                "champion:forbid=passes": "forbidden to pass where it could play",
                "champion:oblige=passes_if_all_cost_three": "obliged to pass where every play costs three",
            },
            is_usual=True,
        ),
        transcripts=(
            _shown(
                "always-play",
                155,
                "a play that costs as much as a pass",
                plays & (pl.col("plays") == 0) & (pl.col("due").max().over("game", "turn") >= 3),
            ),
        ),
        fair=SAME_PLAYER + " They differ only where every play costs as much as a pass.",
        overturned_by=MORE_LOST,
    ),
    Tip(
        "KW-C2",
        GAME,
        "Once a play has cost three, everything else in the turn is free: lay all you can.",
        "penalties",
        "One player continues to play after a penalty of three, the other stops there.",
        (following("dump-after-three"), *costs_nothing("forbid=stops_after_three"), *costs("oblige=stops_after_three")),
        words=TipWords(
            "habit",
            "Keep laying once it has cost three",
            ("7C", "10C"),
            rows={"dump-after-three": "keep laying once a play has cost three"},
            strong={
                "champion:forbid=stops_after_three": "forbidden to stop once a play has cost three",
                "champion:oblige=stops_after_three": "obliged to stop there",
            },
        ),
        transcripts=(
            _shown(
                "dump-after-three",
                261,
                "a fourth play in a turn that costs three",
                (pl.col("move_kind") == PLAY) & (pl.col("penalty") >= 3) & (pl.col("plays") >= 3),
            ),
        ),
        fair=SAME_PLAYER + " They differ only after a play that has cost three.",
        overturned_by=MORE_LOST,
    ),
    Tip(
        "KW-C3",
        GAME,
        "Most rounds reach a point where laying everything one can is wrong.",
        "introduction",
        "Two things may be wrong with laying everything: it costs cards, and it opens piles for the next player. A "
        "player who pays as little as possible, against the same one who lays on while anything goes (both go out "
        "when they can), carries the headline. Then a player who also weighs what a play opens, against the same one "
        "without that fear. Both at once, against a player who lays everything and for whom penalties cost nothing, is "
        "kept as data alone, and so is what it costs champions to play on before a player with at most three cards, or "
        "not to. A last number is the share of deals in which a player who lays everything possible "
        "reaches a point in a turn at which, as far as that player can see, stopping would have been better by more "
        "than one game lost in 100. Most means more than half, and the figure shown is above or below "
        "that half; a deal whose best turn gains nothing is still counted half of the time, so only a figure of +25 "
        "points or more shows that most rounds have such a turn, and a smaller one shows nothing.",
        (
            Duel("pay little", "finisher", "finisher:forbid=stops"),
            Duel("hold back rather than dump", f"hold-back{TUNED}", "hold-back:fear=0,price=0"),
            Duel("fear openings", f"hold-back{TUNED}", f"hold-back{TUNED}:fear=0"),
            BestPosition(
                "most rounds have a point where stopping is better",
                lays_on,
                Branch(end_turn),
                Branch(None),
                margin=0.25,
                fields=(("dump",),),
                players=(2, 3, 4),
                rollouts=64,
                means=MORE_THAN_HALF,
            ),
            *costs("forbid=stops"),
            *costs_nothing("oblige=stops", "forbid=plays_on_before_few"),
            *costs("oblige=plays_on_before_few"),
        ),
        curves=(
            Doses(
                "openings feared, by how much they weigh, 3 players",
                {f"{fear}": f"hold-back{TUNED}:fear={fear}" for fear in (1, 3, 10, 25, 50)},
                f"hold-back{TUNED}:fear=0",
                "",
                "weight of an opening",
                PLAIN,
            ),
        ),
        words=TipWords(
            "habit",
            "Hold back instead of laying all you can",
            ("3C", "8H"),
            rows={
                "pay little": "pay little rather than lay all you can",
                "fear openings": "weigh what you open for the next player as well",
            },
            halves=True,
            strong={
                "champion:forbid=stops": "forbidden to stop while more could be laid",
                "champion:oblige=stops": "obliged to stop as soon as it may",
            },
        ),
        transcripts=(
            _shown(
                "hold-back",
                48013,
                "a turn ended although more could be laid, before a player with at most two cards",
                (pl.col("move_kind") == STOP) & (pl.col("moves") > 1) & (pl.col("next_hand") <= 2),
            ),
            _shown(
                "finisher",
                52,
                "a turn ended at no cost although more could be laid",
                (pl.col("move_kind") == STOP) & (pl.col("moves") > 1) & (pl.col("penalty") == 0),
            ),
        ),
        fair=SAME_PLAYER + " Both sides go out when they can. How much openings weigh was tuned on other deals.",
        overturned_by=MORE_LOST
        + " The share of rounds cannot make it wrong, because positions that gain little are missed.",
    ),
    Tip(
        "KW-C4",
        GAME,
        "Splitting gives the next player new piles: split when it lets you go out, otherwise be careful.",
        STRATEGY,
        "The danger that the book sees is in the next player. One who lays no group while the next player holds few "
        "cards, unless it is certain to go out, against the same one who may. Few is read as three at most; the "
        "amount that gains most on other deals, as the mean of the curves, is six. As a rule without that "
        "condition, single cards, unless a group lets the player go out, against always laying the largest group, it "
        "is kept as data. Champions are asked about both amounts. With three cards, what is forbidden is too rare "
        "between two of them for a number.",
        (
            Duel("careful before six cards", "finisher:forbid=splits_before_six", "finisher"),
            Duel("careful before few cards", "finisher:forbid=splits_before_few", "finisher", fields=(PLAIN,)),
            following("split-only-to-go-out", TUNED),
            *costs_nothing("forbid=splits_before_six", "forbid=plays_several"),
            *costs_nothing("forbid=splits_before_few", exact_to=0.0025),
            *costs("oblige=splits_before_six", "oblige=splits_before_few"),
        ),
        words=TipWords(
            "habit",
            "Do not split before a player with few cards",
            ("6C", "6D"),
            rows={
                "careful before six cards": "lay no groups when the next player has at most six cards",
                "careful before few cards": "lay no groups when the next player has at most three cards",
            },
            strong={
                "champion:forbid=splits_before_six": "forbidden, except to go out, to play several cards at once "
                "before a player with at most six",
                "champion:forbid=splits_before_few": "forbidden, except to go out, to play several cards at once "
                "before a player with at most three",
                "champion:oblige=splits_before_six": "obliged to play several before a player with at most six",
                "champion:oblige=splits_before_few": "obliged to play several before a player with at most three",
            },
        ),
        transcripts=(
            _shown(
                "split-only-to-go-out",
                1632,
                "out in a turn that opened piles",
                (pl.col("placed") == 1) & (pl.col("piles") > pl.col("standing")),
            ),
        ),
        curves=tuple(by_next_hand(players) for players in (2, 3)),
        fair=SAME_PLAYER + " They differ only in how many cards of a group they lay.",
        overturned_by=MORE_LOST,
        literal="careful before few cards",
    ),
    Tip(
        "KW-C5",
        GAME,
        "Rounds start simple and then open up.",
        "introduction",
        "Piles and legal moves at the start of each turn.",
        words=TipWords(
            "shown",
            "How a round opens up",
            ("4S", "4H"),
            told={
                "piles, by turn": "Piles on the table: {0} as a round begins, {12} in turn 12.",
                "legal moves, by turn": "Legal moves: {0} and {12}.",
            },
        ),
        curves=(by_turn("piles", "piles"), by_turn("moves", "legal moves")),
        fair="It is shown, not judged: piles and moves are counted at the start of every turn.",
        overturned_by=JUST_SHOWN,
    ),
    Tip(
        "KW-C6",
        GAME,
        "Four or more players want two decks.",
        "number of players",
        "What players want is for them to say, and any larger pack runs out less often, so there is no verdict. "
        "Counted are resets and forgiven penalty cards with one deck minus those with two, among four and five "
        "players.",
        tuple(
            Contrast(
                f"{words} per game, one deck minus two",
                per_game(column, 1),
                per_game(column, 2),
                0.0,
                0.05,
                unit,
                fields=("simple-1", "strong-1"),
                players=(4, 5),
            )
            for words, unit, column in (("resets", "resets", "reset"), ("forgiven cards", "cards", "forgiven"))
        ),
        words=TipWords(
            "amount",
            "Four or more players: two decks",
            ("KS", "KH"),
            says={
                "resets per game, one deck minus two": Says(
                    "With four or five players, one deck is reshuffled about {k} {way} times in a game than two"
                )
            },
        ),
        fair=(
            "The same players with one deck and with two; both things that a second deck reduces are counted. Tables "
            "of two and three play no part, because the book says nothing about them."
        ),
        overturned_by=JUST_SHOWN,
        is_judged=False,
    ),
    Tip(
        "KW-C7",
        GAME,
        "It matters which piles a player discards when going out.",
        "on going out, in part",
        "The player who goes out discards the piles that the most unseen cards fit, or piles drawn at random. What "
        "counts is whether the next player loses, because the player who goes out already has a place: no rule laid "
        "over a champion could cost it anything. What a favour to one of the two who are left of three is worth is the "
        "same against discarding the piles that the fewest unseen cards fit. The book lets players negotiate about it: "
        "two who always favour each other are held against the same three players without an ally, on the same deals, "
        "by how often the third one loses.",
        (
            WhatIf(
                "discarding against the next player",
                first_pile,
                discarding(1),
                discarding(0),
                players=(3, 4),
                rollouts=8,
                whose="next",
                sign=-1,
            ),
            WhatIf(
                FAVOURING,
                first_pile,
                discarding(1),
                discarding(2),
                fields=(PLAIN,),
                players=(3,),
                rollouts=8,
                whose="next",
                sign=-1,
            ),
            Contrast(PACT, third_loses(1, 2, 0), third_loses(0, 0, 0), 0.0, 0.005, "share", fields=(PLAIN,)),
        ),
        words=TipWords(
            "habit",
            "Discard piles with the next player in mind",
            ("9D", "9S"),
            rows={"discarding against the next player": "discard piles with the next player in mind"},
            beside={
                FAVOURING: Says(
                    "With three players, the discards of whoever goes out first help one of the other two: the next "
                    "player loses {k} {way} of 100 games if the piles are chosen against that player rather than in "
                    "that player's favour. So a side payment for that favour is worth up to {k}% of what a lost game "
                    "costs"
                ),
                PACT: Says(
                    "Two who always favour each other make the third lose {k} {way} of 100 games, a difference that "
                    "the two share between them"
                ),
            },
            when="where this comes up",
        ),
        transcripts=(_shown("prune-against-next", 1236, "piles discarded on going out", going_out),),
        fair=(
            "Both start from the same position, and only the piles differ; the rest of the game is played with the "
            "same random numbers. The player who goes out already has a place, so the next player's loss is all there "
            "is to gain."
        ),
        overturned_by="If the next player certainly lost less often by 0.5 in 100, the tip would be wrong.",
    ),
    Tip(
        "KW-C8",
        GAME,
        "It is a fast game.",
        "introduction",
        "In which turn the first player goes out. What is fast is for the reader to say, so there is no verdict.",
        words=TipWords(
            "shown",
            "How soon somebody is out",
            ("AH",),
            told={"turn in which the first player goes out": "In half of all rounds, somebody is out by turn {half}."},
        ),
        curves=(
            Curve(
                "turn in which the first player goes out",
                pl.lit(1.0),
                pl.col("placed") == 1,
                pl.col("turn"),
                "turn",
                "share",
                of_all=True,
            ),
        ),
        fair="It is shown, not judged: every game counts.",
        overturned_by=JUST_SHOWN,
    ),
    Tip(
        "KW-C9",
        GAME,
        "Cheating pays as long as one is seldom caught.",
        "not in the book",
        "A player who takes no cards where some are due, and lays the last cards where they do not fit, against the "
        "same one who does neither, by the chance of being caught. Nobody else cheats. What is fair is for the table "
        "to say, so there is no verdict.",
        tuple(map(caught, CHANCES)),
        words=TipWords(
            "habit",
            "Cheat, or be caught",
            ("2C", "AS"),
            rows={caught(percent).label: f"cheat if {percent} of 100 cheats are caught" for percent in CHANCES},
            even="Break-even, by how many of 100 cheats are caught: {k}",
        ),
        fair="The two differ in nothing but the cheating, in the same seats of the same deals.",
        overturned_by=JUST_SHOWN,
        is_judged=False,
    ),
    Tip(
        "KW-C10",
        GAME,
        "Whoever wins a round starts the next.",
        "taking a turn",
        "How often whoever starts a round comes last, and how many of the ten rounds of an evening are won by whoever "
        "starts the first of them, where each winner starts the next round. Whether that is fair is for the table to "
        "say, so there is no verdict.",
        (*map(starting, ALL_SIZES), *map(evening, ALL_SIZES)),
        words=TipWords(
            "chance",
            "Who should start",
            ("AD",),
            says={
                **{
                    starting(players).label: Says("whoever starts a round comes last", base=1 / players)
                    for players in ALL_SIZES
                },
                **{
                    evening(players).label: Says(
                        "a round of an evening is won by whoever started the first", base=1 / players
                    )
                    for players in ALL_SIZES
                },
            },
        ),
        fair="All strategies start as often as each other, on the same deals.",
        overturned_by=JUST_SHOWN,
        is_judged=False,
    ),
]

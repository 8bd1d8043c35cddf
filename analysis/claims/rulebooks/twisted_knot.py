"""The claims about Twisted Knot."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import polars as pl

from knotlab.analysis.claims.finding import Finding
from knotlab.analysis.claims.rulebooks import _knot as knot
from knotlab.analysis.claims.rulebooks._knot_games import GAMES
from knotlab.analysis.claims.tip import (
    BETTER,
    NO_WORSE,
    NOT_WORTH_IT,
    Axis,
    Branch,
    Contrast,
    Curve,
    Duel,
    Exact,
    Gains,
    Ratio,
    Spread,
    Surface,
    Tables,
    Tip,
    WhatIf,
)
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict
from knotlab.sim.games.twisted_knot.cards import EIGHT, FIVE, JACK, JOKER, KING, NAMES, TEN, TWO
from knotlab.sim.games.twisted_knot.state import LAYING, PICK_UP, TOP_UP
from knotlab.sim.protocol import CAPPED, STALLED
from knotlab.strategies.tuned import settings_of

GAME = "twisted-knot"
T = "tremble=0.02"
TUNED = "tips-v1"  # settings found on deals that no verdict uses (`knotlab.analysis.tuning.retune`)
SHED = f"shed:{T}"
NINES_ACES = "tips, on nines and aces"
TENS = "tips, on tens and kings"
SAVING = "tips, on saving cards"
HARDER = "tips, on making it harder for others"
SWITCHES = ("tip", "model", "limit", "tremble", "temperature")  # set by the experiments, not tuned
ONLY_TWO, ONLY_THREE = (2,), (3,)
lost = pl.col("final_place") == pl.col("final_place").max().over("game")  # of finished games
always = pl.col("turns") >= 0


def tip(name: str, *fixed: str, **options: object) -> Duel:
    """A strategy, with the parameters that suit it best but for those that the tip fixes, against itself with its
    switch off.
    """
    one, other = (f"{name}@{TUNED}:{','.join((*fixed, *switch, T))}" for switch in ((), ("tip=0",)))
    return Duel(name, one, other, **options)  # type: ignore[arg-type]


def picking_up_to(limit: int) -> Duel:
    """Picking up stacks of so many cards and fewer for their aces and nines, against never doing so."""
    name = f"pick-up-for-aces-and-nines@{TUNED}{'' if limit == 2 else f'-limit-{limit}'}"
    return Duel(f"up to {limit} card{'s' if limit > 1 else ''}", f"{name}:limit={limit},{T}", f"{name}:limit=0,{T}")


pick_up = (pl.lit(PICK_UP), pl.lit(-1), pl.col("stack_size"))


def by_stack(low: int, high: int, means: dict[Verdict, Verdict]) -> WhatIf:
    """Picking up against the lay that was made, by the size of the stack."""
    size = pl.col("stack_size").is_between(low, high)
    words = f"stack of {low} to {high}" if high < 99 else f"stack of {low} or more"
    made = (pl.col("move_kind"), pl.col("move_rank"), pl.col("move_count"))
    return WhatIf(
        f"pick up a {words}",
        (pl.col("decision") == LAYING) & knot.lays & knot.opens_turn & size,
        Branch(pick_up),
        Branch(made),
        means=means,
    )


def longer(packs: int) -> Contrast:
    """Turns with one pack more."""
    one, other = (Ratio(pl.col("turns"), always, (f"packs={n}",), by_games=True) for n in (packs, packs - 1))
    return Contrast(f"{packs} packs against {packs - 1}", one, other, 0.0, 10.0, "turns", tables=("simple", "strong"))


TREMBLES = ("0.001", "0.01", "0.05")


def locking(tremble: str) -> Contrast:
    """The share of games without an end, less that with some trembling."""
    one, other = (
        Ratio(pl.col("end") != 0, always, table=(name,), by_games=True) for name in ("shed", f"shed:tremble={tremble}")
    )
    return Contrast(
        f"no end: shed without tremble less with {100 * float(tremble):g} %",
        one,
        other,
        0.0,
        0.01,
        "share",
        tables=("simple",),
    )


RANKED = ("shed", "hoard-aces", "joker-pressure")
ALONE = dict.fromkeys(BETTER, Verdict.DESCRIPTIVE)  # one such duel by itself says nothing about the tip


def ranks_differ(findings: Sequence[Finding]) -> tuple[Verdict, str]:
    """Whether any two strategies change places between games lost and games won."""
    by_pair = defaultdict(list)
    for one in findings:
        by_pair[one.label.split(",")[0], one.players, one.field].append(one.verdict)
    decided = [pair for pair in by_pair.values() if len(pair) == 2 and not {*pair} & {*NO_ANSWER}]
    changed = sum(Verdict.EQUIVALENT not in (one, other) and one != other for one, other in decided)
    parted = sum(Verdict.EQUIVALENT in (one, other) and one != other for one, other in decided)
    note = (
        f"of {len(decided)} pairs decided by both, {changed} change places and {parted} differ by one of the two only"
    )
    return (
        Verdict.SUPPORTED if changed else Verdict.REFUTED if len(decided) == len(by_pair) > 0 else Verdict.UNDECIDED
    ), note


WEAPONS = ("one two", "two twos", "joker", "two jokers")
weapon = (pl.when(pl.col("top") == JOKER).then(2).otherwise(0) + pl.col("top_count") - 1).cast(pl.Int64)
under_weapon = (
    knot.opens_turn
    & (pl.col("hand_size") == 1)
    & (pl.col("pile_size") > 0)
    & pl.col("top").is_in([TWO, JOKER])
    & (pl.col("top_count") <= 2)
)
has_first_card = knot.first_of_seat & (pl.col("decision") == LAYING) & (pl.col("hand_size") == 1) & (pl.col("turn") > 0)
HURTS = {Verdict.REFUTED: Verdict.SUPPORTED, Verdict.SUPPORTED: Verdict.REFUTED, Verdict.EQUIVALENT: Verdict.REFUTED}
SCRIPT = f"scripted:script=1,{T}"
HUNTER, MODELLER, BLIND = (f"exploiter@{TUNED}:model={model},{T}" for model in (1, 5, 0))
KNOWING, MODELLING = "knowing the script", "taking all four as likely"


def every_part(findings: Sequence[Finding]) -> tuple[Verdict, str]:
    """Whether all experiments of a claim hold at a table: it says all of them at once."""
    tables = defaultdict(list)
    for one in findings:
        tables[one.players, one.field].append(one.about_tip)
    told = [
        Verdict.REFUTED
        if {Verdict.REFUTED, Verdict.EQUIVALENT} & {*answers}
        else Verdict.UNDECIDED
        if {Verdict.UNDECIDED, Verdict.NEVER_CAME_UP} & {*answers}
        else Verdict.SUPPORTED
        for answers in tables.values()
    ]
    return _together(told), f"all that it says holds at {told.count(Verdict.SUPPORTED)} of {len(told)} tables"


def some_part(findings: Sequence[Finding]) -> tuple[Verdict, str]:
    """Whether any experiment of a claim holds at a table: it says that there are such."""
    tables = defaultdict(list)
    for one in findings:
        tables[one.players, one.field].append(one.about_tip)
    told = [
        Verdict.SUPPORTED
        if Verdict.SUPPORTED in answers
        else Verdict.UNDECIDED
        if {Verdict.UNDECIDED, Verdict.NEVER_CAME_UP} & {*answers}
        else Verdict.REFUTED
        for answers in tables.values()
    ]
    return _together(told), f"at {told.count(Verdict.SUPPORTED)} of {len(told)} tables there is one that pays"


def _together(told: Sequence[Verdict]) -> Verdict:
    """What the answers of all tables say together."""
    decided = {answer for answer in told if answer != Verdict.UNDECIDED}
    return Verdict.UNDECIDED if not decided else decided.pop() if len(decided) == 1 else Verdict.MIXED


def varying_protects(findings: Sequence[Finding]) -> tuple[Verdict, str]:
    """Whether knowing the script gains at a table, and no longer where the others vary."""
    tables = {one.players: one.about_tip for one in findings if one.label == KNOWING}
    exploited = [n for n, told in tables.items() if told == Verdict.SUPPORTED]
    varied = [one for one in findings if one.label != KNOWING and one.players in exploited]
    protected = sum(one.about_tip == Verdict.SUPPORTED for one in varied)
    note = (
        f"the script is exploited at {len(exploited)} of {len(tables)} sizes of table; varying takes that away in "
        f"{protected} of {len(varied)} ways there"
    )
    if Verdict.UNDECIDED in (*tables.values(), *(one.about_tip for one in varied)):
        return Verdict.UNDECIDED, note
    if len(exploited) == len(tables) and protected == len(varied):
        return Verdict.SUPPORTED, note
    return (Verdict.MIXED if protected else Verdict.REFUTED), note


TIPS = [
    Tip(
        "TK-C1",
        GAME,
        "Collect aces, play everything else first, then lay the aces together: they carry cards of the pile away.",
        NINES_ACES,
        "Aces are held until few other cards are left, then go all together; else plain shedding.",
        (tip("hoard-aces"),),
    ),
    Tip(
        "TK-C2",
        GAME,
        "The same with nines, which throw cards of the pile out of the game.",
        NINES_ACES,
        "Nines are held until few other cards are left, then go all together.",
        (tip("hoard-nines"),),
    ),
    Tip(
        "TK-C3",
        GAME,
        "Three tens with two kings at a table of three win a whole string of goes and are worth collecting for.",
        TENS,
        "Three tens and the kings that bring the turn back are collected on top of hoarding aces.",
        (tip("ten-king-chain", "tens=3", players=ONLY_THREE),),
        curves=(
            Curve(
                "cards laid in a turn, by tens laid in it",
                knot.laid_in_turn,
                knot.opens_turn,
                knot.in_turn(TEN),
                "tens in the turn",
                "cards",
                (f"ten-king-chain@{TUNED}:tens=3,{T}",),
            ),
            Curve(
                "cards laid in a turn with three tens or more, by kings laid in it",
                knot.laid_in_turn,
                knot.opens_turn & (knot.in_turn(TEN) >= 3),
                knot.in_turn(KING),
                "kings in the turn",
                "cards",
                (f"ten-king-chain@{TUNED}:tens=3,{T}",),
            ),
        ),
    ),
    Tip(
        "TK-C4",
        GAME,
        "Tens with threes and nines get rid of low cards and end on the nines.",
        TENS,
        "Tens, threes and nines are collected; low cards go in between.",
        (tip("ten-three-nine"),),
    ),
    Tip(
        "TK-C5",
        GAME,
        "Saving queens for a coming two is not worth it.",
        SAVING,
        "Queens are kept in hand; the tip holds if that gains nothing that matters.",
        (tip("save-queens", means=NOT_WORTH_IT),),
    ),
    Tip(
        "TK-C6",
        GAME,
        "Picking up twos is not so bad, since they are soon passed on.",
        SAVING,
        "Turns of the table until a picked-up two has left the hand again, against all other ranks; and the same "
        "stack picked up with the two, or with a card"
        " that had been cleared from the game in its place.",
        (
            Contrast(
                "turns in the hand: other ranks less twos",
                Ratio(knot.others_held, knot.others_picked),
                Ratio(knot.turns_held(TWO), knot.picked(TWO)),
                0.0,
                0.5,
                "turns",
            ),
            WhatIf(
                "pick up a two rather than another card",
                knot.picked(TWO),
                Branch(pick_up),
                Branch(pick_up, knot.card_for_the_two),
                means=NO_WORSE,
            ),
        ),
        conclude=every_part,
    ),
    Tip(
        "TK-C7",
        GAME,
        "There are never many cards under a two, so picking one up costs little.",
        SAVING,
        "Cards picked up with a two on top, against those with any other card on top.",
        (
            Contrast(
                "cards picked up: other tops less twos",
                Ratio(pl.col("stack_size"), knot.picks_up & (pl.col("top") != TWO)),
                Ratio(pl.col("stack_size"), knot.picks_up & (pl.col("top") == TWO)),
                0.0,
                0.5,
                "cards",
            ),
        ),
        curves=(
            Curve(
                "cards picked up, by the card on top",
                pl.col("stack_size"),
                knot.picks_up,
                pl.col("top"),
                "on top",
                "cards",
                names=NAMES,
            ),
        ),
    ),
    Tip(
        "TK-C8",
        GAME,
        "Eights and jokers are never bad cards to hold.",
        SAVING,
        "The first card of one who does not start is exchanged, on the same deal, for an eight or a joker, or for a "
        "card of a rank by lot.",
        tuple(
            WhatIf(
                f"first card {NAMES[rank]} rather than any",
                has_first_card,
                Branch(None, knot.first_cards[rank]),
                Branch(None, knot.any_first),
                means=NO_WORSE,
            )
            for rank in (EIGHT, JOKER)
        ),
        curves=(
            Gains(
                "what a first card gains over one by lot",
                has_first_card,
                knot.first_cards,
                knot.any_first,
                "first card",
                NAMES,
            ),
            Curve(
                "games lost, by first card",
                lost,
                knot.first_of_seat & (pl.col("hand_size") == 1),
                knot.first_card,
                "first card",
                "share",
                names=NAMES,
            ),
        ),
    ),
    Tip(
        "TK-C9",
        GAME,
        "Between two players, having no five when a jack comes on a big stack can lose the game: keep fives.",
        SAVING,
        "Fives are kept while two players are left.",
        (tip("save-fives", players=ONLY_TWO),),
        curves=(
            Curve(
                "games lost after facing jacks on 10 or more cards, by fives in hand",
                lost,
                knot.faces & (pl.col("top") == JACK) & (pl.col("stack_size") >= 10),
                knot.copies("hand", FIVE).cast(pl.Int64),
                "fives in hand",
                "share",
                players=2,
            ),
        ),
    ),
    Tip(
        "TK-C10",
        GAME,
        "Between two players several jacks at once are a weapon, and counting jacks and fives pays.",
        SAVING,
        "Jacks are collected and laid together on a big stack; counting replaces the fixed numbers.",
        (tip("jack-bomb", players=ONLY_TWO), tip("count-fives", players=ONLY_TWO)),
    ),
    Tip(
        "TK-C11",
        GAME,
        "Games are seldom won just by laying the last cards of the hand.",
        "tips, on winning",
        "How players go out: by laying what is left with the pile gone, or else, as when nines and aces carry off the "
        "last of it; seldom means in less than"
        " half of the cases.",
        (
            Contrast(
                "out otherwise than by a plain lay",
                Ratio(knot.lays & (pl.col("pile_size") == 0), knot.goes_out),
                None,
                0.5,
                0.05,
                "share",
                sign=-1,
            ),
        ),
        curves=tuple(
            Curve(
                f"how players go out, {words}: the last rank laid",
                pl.lit(1.0),
                knot.goes_out & condition,
                knot.last_rank,
                "last rank laid",
                "share",
                names=NAMES,
                of_all=True,
            )
            for words, condition in (
                ("pile gone", pl.col("pile_size") == 0),
                ("pile cards carried along", pl.col("pile_size") > 0),
            )
        ),
    ),
    Tip(
        "TK-C12",
        GAME,
        "Planning the finish with a ten and the right number of aces or nines gets a player out.",
        "tips, on winning",
        "A search finds a turn that surely gets out; tens, aces and nines are collected near the end, with the search "
        "or without.",
        (Duel("planned-finish", f"planned-finish@{TUNED}:{T}", f"planned-finish@{TUNED}:tip=2,{T}"),),
    ),
    Tip(
        "TK-C13",
        GAME,
        "Playing at random does not work against good players.",
        "tips, on being unpredictable",
        "Each of three scripts against a random player in the same chair.",
        tuple(Duel(f"{name} against random", f"{name}:{T}", "random") for name in ("shed", "hoard-aces", "all-round")),
    ),
    Tip(
        "TK-C14",
        GAME,
        "A predictable player can be exploited, and varying one's tactics protects.",
        "tips, on being unpredictable",
        "A player that knows a script, an order of laying, foresees its replies: what that gains over not asking, "
        "against the script and against those who"
        " draw one of four for each game or turn, then also by a player who takes all four as likely. The claim holds "
        "where it gains against the script and"
        " nothing that matters against those who vary.",
        (
            Duel(KNOWING, HUNTER, BLIND, fields=((SCRIPT,),)),
            *(
                Duel(
                    f"{known}, against one drawn each {when}",
                    hunter,
                    BLIND,
                    fields=((f"scripted:vary={vary},{T}",),),
                    means=NOT_WORTH_IT,
                )
                for known, hunter in ((KNOWING, HUNTER), (MODELLING, MODELLER))
                for vary, when in ((1, "game"), (2, "turn"))
            ),
        ),
        conclude=varying_protects,
    ),
    Tip(
        "TK-C15",
        GAME,
        "Jokers and twos are weapons that keep the others off their piles.",
        HARDER,
        "They are kept for a next player with few cards in hand.",
        (tip("joker-pressure"), tip("two-pressure")),
    ),
    Tip(
        "TK-C16",
        GAME,
        "A joker laid at a player with two cards in hand probably makes him pick up.",
        HARDER,
        "Probably means in more than half of the cases.",
        (
            Contrast(
                "pick-ups after a joker at two cards",
                Ratio(knot.picks_up, knot.faces_cards(JOKER, 1, 2)),
                None,
                0.5,
                0.05,
                "share",
            ),
        ),
        curves=(
            Curve(
                "pick-ups after a joker, by cards in hand",
                knot.picks_up,
                knot.faces & (pl.col("top") == JOKER) & (pl.col("top_count") == 1) & (knot.hand_before <= 12),
                knot.hand_before,
                "cards in hand as the turn begins",
                "share",
            ),
        ),
    ),
    Tip(
        "TK-C17",
        GAME,
        "Two twos at a player with two cards in hand are still less likely to be answered.",
        HARDER,
        "Pick-ups after two twos, less those after a joker.",
        (
            Contrast(
                "pick-ups: two twos less a joker",
                Ratio(knot.picks_up, knot.faces_cards(TWO, 2, 2)),
                Ratio(knot.picks_up, knot.faces_cards(JOKER, 1, 2)),
                0.0,
                0.05,
                "share",
            ),
        ),
        curves=tuple(
            Curve(
                f"pick-ups after {words}, by cards in hand",
                knot.picks_up,
                knot.faces & (pl.col("top") == TWO) & (pl.col("top_count") == count) & (knot.hand_before <= 12),
                knot.hand_before,
                "cards in hand as the turn begins",
                "share",
            )
            for words, count in (("a two", 1), ("two twos", 2))
        ),
    ),
    Tip(
        "TK-C18",
        GAME,
        "At a player with one card in hand lay no joker and no two twos, since he may top up from his pile; a single "
        "two is right.",
        HARDER,
        "The weapons with that care and without it.",
        (tip("careful-pressure"),),
        curves=tuple(
            Curve(
                f"{words} with one card in hand, by what lies on top",
                taken,
                under_weapon,
                weapon,
                "on top",
                unit,
                names=WEAPONS,
            )
            for words, taken, unit in (
                ("topping up", pl.col("move_kind") == TOP_UP, "share"),
                ("cards taken from the pile", (pl.col("move_kind") == TOP_UP) * pl.col("move_count"), "cards"),
            )
        ),
    ),
    Tip(
        "TK-C19",
        GAME,
        "Every card that a player takes from the pile brings him nearer to winning.",
        HARDER,
        "The same position with the top card of the pile gone.",
        (
            WhatIf(
                "one pile card fewer",
                (pl.col("decision") == LAYING) & knot.opens_turn & (pl.col("pile_size") > 1),
                Branch(None, knot.without_a_pile_card),
                Branch(None),
            ),
        ),
        curves=(
            Surface(
                "games lost, by cards in hand and in the pile as a turn begins",
                lost,
                knot.opens_turn,
                Axis(pl.col("hand_size"), "cards in hand", range(1, 13)),
                Axis(pl.col("pile_size"), "cards in the pile", range(10)),
                "share",
            ),
            Curve(
                "games lost, by cards in hand",
                lost,
                knot.opens_turn & (pl.col("hand_size") <= 20),
                pl.col("hand_size"),
                "cards in hand",
                "share",
            ),
        ),
    ),
    Tip(
        "TK-C20",
        GAME,
        "Picking up of one's own will pays at times, to gain cards one wants.",
        "taking a turn",
        "A hoarder of aces and nines picks up small stacks that have enough of them, at each greatest size.",
        tuple(map(picking_up_to, range(1, 7))),
        conclude=some_part,
    ),
    Tip(
        "TK-C21",
        GAME,
        "More packs make the game longer.",
        "what you need",
        "Turns of a game on deals with one pack more; games are capped at 5,000 turns.",
        (longer(2), longer(3), longer(4)),
    ),
    Tip(
        "TK-C22",
        GAME,
        "No card beats all others, and none cannot be beaten.",
        "what the cards mean",
        "One card on one card with nothing beneath.",
        exact=(
            Exact("no card beats all others", knot.beats_all, knot.GOES_ON),
            Exact("none cannot be beaten", knot.unbeatable),
        ),
    ),
    Tip(
        "TK-C23",
        GAME,
        "The game rewards strategy more than luck.",
        "introduction",
        "Games won by the strongest script, a plain one and a random player at one table; and what the spread of "
        "places comes from among all strategies.",
        curves=(
            Curve(
                "games won, by strategy",
                pl.col("final_place") == 1,
                knot.first_of_seat,
                pl.col("player"),
                "strategy",
                "share",
                (f"all-round:{T}", SHED, "random"),
                names=("all-round", "shed", "random"),
            ),
            *(Spread(f"where the spread of places comes from, {n} players", (), n) for n in (2, 3, 4)),
        ),
    ),
    Tip(
        "TK-C24",
        GAME,
        "Deterministic scripts lock up, and the least unpredictability makes that rarer.",
        "not in the book",
        "Games without an end, less those with a little tremble; the curve shows how many are left.",
        tuple(map(locking, TREMBLES)),
        curves=tuple(
            Tables(
                f"games {words}, by tremble",
                pl.col("final_end") == end,
                pl.col("step") == 0,
                ("shed", *map("shed:tremble={}".format, TREMBLES)),
                "tremble",
                "share",
                ("none", *(f"{100 * float(tremble):g} %" for tremble in TREMBLES)),
            )
            for words, end in (("stalled", STALLED), ("capped", CAPPED))
        ),
    ),
    Tip(
        "TK-C25",
        GAME,
        "Picking up only hurts when there are many cards.",
        "tips",
        "From the same position, in which a player laid, pick up or make the lay that was made. Few: up to 2, and 3 "
        "to 5 cards; many: 6 or more.",
        (by_stack(1, 2, NO_WORSE), by_stack(3, 5, NO_WORSE), by_stack(6, 99, HURTS)),
        conclude=every_part,
    ),
    Tip(
        "TK-C26",
        GAME,
        "The game is about not losing rather than winning.",
        HARDER,
        "Whether of two strategies the one that loses less is another than the one that wins more.",
        tuple(
            Duel(
                f"{one} or {other}, by games {word}",
                f"{one}:{T}",
                f"{other}:{T}",
                players=(4,),
                metric=metric,
                means=ALONE,
            )
            for one, other in combinations(RANKED, 2)
            for metric, word in (("loss_rate", "lost"), ("win_rate", "won"))
        ),
        conclude=ranks_differ,
        curves=tuple(
            Curve(
                f"games {word}, by strategy",
                pl.col("final_place") == place,
                knot.first_of_seat,
                pl.col("player"),
                "strategy",
                "share",
                tuple(f"{name}:{T}" for name in RANKED),
                3,
                RANKED,
            )
            for word, place in (("lost", 3), ("in second place", 2), ("won", 1))
        ),
    ),
    Tip(
        "TK-C27",
        GAME,
        "A three resets the game; some cards force pick-ups.",
        "what the cards mean",
        "How often the next player picks up.",
        curves=(
            Surface(
                "pick-ups, by what lies on top",
                knot.picks_up,
                knot.faces,
                Axis(pl.col("top"), "rank on top", range(len(NAMES)), NAMES),
                Axis(pl.min_horizontal("top_count", 3) - 1, "cards laid", range(3), ("one", "two", "three or more")),
                "share",
            ),
        ),
    ),
]


def _under_southampton(one: Duel) -> Duel:
    """A duel of another claim under the variant's rules, at one size of table."""
    return replace(one, players=ONLY_THREE if 3 in one.players else one.players, rules=("preset=southampton",))


DUELS = [
    one
    for told in TIPS
    for one in told.experiments
    if isinstance(one, Duel) and one.fields == tip("shed").fields and told.id not in ("TK-C13", "TK-C26")
]
SOUTHAMPTON = Tip(
    "TK-C28",
    GAME,
    "The Southampton rules change how to play.",
    "not in the book",
    "All duels of tips again under the variant at one size of table, but for those of TK-C13, C14 and C26; it holds "
    "if any comes out otherwise, so that the"
    " intervals of both lie apart.",
    tuple(map(_under_southampton, DUELS)),
    is_variant=True,
)


def played_with(told: Tip) -> str:
    """A sentence on the settings of a claim's strategies, as they were tuned."""
    tuned = [one for one in told.experiments if isinstance(one, Duel) and f"@{TUNED}" in one.a]
    several = len({_settings_file(one)[1] for one in tuned}) > 1
    parts = {}
    for one in tuned:
        name, file = _settings_file(one)
        values = [f"{key}={value:g}" for key, value in settings_of(GAME, name, file).items() if key not in SWITCHES]
        parts[name, file] = f"{f'{one.label}: ' if several else ''}{name} with {', '.join(values)}"
    return f" Tuned on other deals: {'; '.join(parts.values())}." if parts and not told.is_variant else ""


def _settings_file(one: Duel) -> tuple[str, str]:
    """The strategy of a duel's first side and its file of settings."""
    name, _, file = one.a.partition(":")[0].partition("@")
    return name, file


TIPS = [
    replace(
        told, transcripts=tuple(game for id, game in GAMES if id == told.id), reading=told.reading + played_with(told)
    )
    for told in (*TIPS, SOUTHAMPTON)
]

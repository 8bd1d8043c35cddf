"""What the cards mean: TK-C22 and TK-C27."""

import polars as pl

from knotlab.analysis.claims.kinds.rates import Side, Surface
from knotlab.analysis.claims.model.tip import JUST_SHOWN, Exact, Matrix, Tip, TipWords
from knotlab.analysis.claims.rulebooks.twisted_knot import measures as seen
from knotlab.analysis.claims.rulebooks.twisted_knot.players import GAME
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim.games.twisted_knot.cards import ALL, FOUR, JOKER, N_RANKS, NAMES, SATISFIES, TWO

# By the card on top: the ranks of which a single card may be laid on it (TK-14).
BY_ONE = [0 if top == JOKER else int(SATISFIES[top]) for top in range(N_RANKS)]
GOES_ON = Matrix(
    "which card may be laid on which, one on one with nothing beneath",
    tuple(tuple(bool(BY_ONE[top] >> rank & 1) for rank in range(N_RANKS)) for top in range(N_RANKS)),
    "card on top",
    NAMES,
    "card laid on it",
    NAMES,
    "may be laid",
    "may not",
    "A rank that beats all others would have a full column; one that none can beat would have a row with crosses "
    "only, but for itself. On a joker no single"
    " card goes, but a pair of any rank.",
)


def beats_all() -> tuple[Verdict, str]:
    """TK-11: whether some rank satisfies every other rank on top."""
    reach = {rank: sum(BY_ONE[top] >> rank & 1 for top in range(N_RANKS) if top != rank) for rank in range(N_RANKS)}
    most = max(reach.values())
    best = ", ".join(NAMES[rank] for rank in reach if reach[rank] == most)
    if most == N_RANKS - 1:
        return Verdict.WRONG, f"{best} go on every other card"
    on_two = ", ".join(NAMES[rank] for rank in range(N_RANKS) if BY_ONE[TWO] >> rank & 1)
    return (
        Verdict.HOLDS,
        f"no single card goes on all 13 others: {best} go on {most}, the most; on a 2 goes {on_two}, on a joker a "
        f"pair (a 4 clears the table itself)",
    )


def unbeatable() -> tuple[Verdict, str]:
    """TK-11: whether some rank on top is satisfied by no other."""
    safe = [NAMES[top] for top in range(N_RANKS) if not int(SATISFIES[top]) & ALL & ~(1 << top)]
    if safe:
        return Verdict.WRONG, f"nothing else goes on {', '.join(safe)}"
    hardest = min(range(N_RANKS), key=lambda top: bin(int(SATISFIES[top]) & ALL & ~(1 << top)).count("1"))
    free = " (a 4 leaves nothing to be beaten)" if int(SATISFIES[FOUR]) == ALL else ""
    return (
        Verdict.HOLDS,
        f"every rank can be answered by another, a joker by a pair; the hardest is {NAMES[hardest]}{free}",
    )


TIPS = [
    Tip(
        "TK-C22",
        GAME,
        "No card beats all others, and no card is unbeatable.",
        "what the cards mean",
        "A single card on a single card, with nothing beneath.",
        words=TipWords("exact", "No card beats all others", ("A", "2")),
        exact=(Exact("no card beats all others", beats_all, GOES_ON), Exact("no card is unbeatable", unbeatable)),
        fair="The table of the rules is read card by card, so nothing is left to chance.",
        overturned_by="A rank that goes on all others, or one on which none goes, would make it wrong.",
    ),
    Tip(
        "TK-C27",
        GAME,
        "A three resets the game; some cards force the next player to pick up.",
        "what the cards mean",
        "How often the next player picks up.",
        words=TipWords(
            "shown",
            "What makes players pick up",
            ("3", "2"),
            told={
                "pick-ups, by what is on top": "Of 100 players who face a two, {2, one} pick up; of those who face a "
                "joker {Jk, one}, an ace {A, one}, a queen {Q, one} and a three {3, one}."
            },
        ),
        curves=(
            Surface(
                "pick-ups, by what is on top",
                seen.picks_up,
                seen.faces,
                Side(pl.col("top"), "rank on top", range(len(NAMES)), NAMES),
                Side(pl.min_horizontal("top_count", 3) - 1, "cards laid", range(3), ("one", "two", "three or more")),
                "share",
            ),
        ),
        fair="It is shown, not judged: every lay that another player faces is counted.",
        overturned_by=JUST_SHOWN,
    ),
]

"""What the rules of Twisted Knot say about which card goes on which, by enumeration."""

from knotlab.analysis.claims.model.exact import Matrix
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

"""What the claims of Twisted Knot read from its event log, change in its positions, and settle by enumeration."""

from collections.abc import Callable

import numpy as np
import polars as pl

from knotlab.analysis.claims.tip import Matrix
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim.branch import Positions
from knotlab.sim.games.twisted_knot.cards import ALL, FOUR, JOKER, N_RANKS, NAMES, SATISFIES, TWO
from knotlab.sim.games.twisted_knot.state import LAY, LAYING, PICK_UP
from knotlab.sim.protocol import MAX_SEATS

# --- measures of the event log ---

opens_turn = ((pl.col("game") != pl.col("game").shift(1)) | (pl.col("turn") != pl.col("turn").shift(1))).fill_null(
    value=True
)  # the first decision of a turn
lays = pl.col("move_kind") == LAY
picks_up = pl.col("move_kind") == PICK_UP
_laying = (pl.col("decision") == LAYING).cast(pl.Int64)
_before = (
    pl.when(opens_turn).then(_laying.cum_sum() - _laying).forward_fill()
)  # turns follow each other, so this is quicker than a window for each
begun = _laying.cum_sum() - _before  # decisions of the turn on what to lay, this one included
faces = (
    (pl.col("decision") == LAYING) & (begun == 1) & (pl.col("top") >= 0)
)  # a player, topped up or not, faces what another laid
hand_before = (
    pl.when(opens_turn).then(pl.col("hand_size")).forward_fill()
)  # cards in hand as the turn began, before topping up
first_of_seat = pl.col("seat").cum_count().over("game", "seat") == 1
goes_out = pl.col("placed") > 0
last_rank = (
    pl.when(lays).then(pl.col("move_rank")).otherwise(pl.col("top"))
)  # laid last, if cards were given away after it
_chair = pl.col("game") * MAX_SEATS + pl.col("seat")  # a window by one number is quicker than one by two columns


def copies(column: str, rank: int) -> pl.Expr:
    """How many cards of a rank a packed column holds."""
    copies: pl.Expr = pl.col(column) // 16**rank % 16
    return copies


def faces_cards(rank: int, count: int, hand: int) -> pl.Expr:
    """A player whose turn began with so many cards in hand faces so many cards of a rank."""
    return faces & (pl.col("top") == rank) & (pl.col("top_count") == count) & (hand_before == hand)


def turns_held(rank: int) -> pl.Expr:
    """After a pick-up, the turns of the table until the hand is next seen without a card of the rank, or the player or
    the game is out.
    """
    freed = (
        pl.when((copies("hand", rank) == 0) | goes_out)
        .then(pl.col("turn"))
        .otherwise(None)
        .backward_fill()
        .shift(-1)
        .over(_chair)
    )
    return freed.fill_null(pl.col("final_turns")) - pl.col("turn")


def picked(rank: int) -> pl.Expr:
    """A pick-up of a stack that has a card of the rank."""
    return picks_up & (copies("taken", rank) > 0)


def in_turn(rank: int) -> pl.Expr:
    """How many cards of a rank are laid in the turn."""
    return (
        pl.when(lays & (pl.col("move_rank") == rank)).then(pl.col("move_count")).otherwise(0).sum().over("game", "turn")
    )


others_picked = pl.sum_horizontal(picked(rank).cast(pl.Float64) for rank in range(N_RANKS) if rank != TWO)
others_held = pl.sum_horizontal(turns_held(rank) * picked(rank) for rank in range(N_RANKS) if rank != TWO)
laid_in_turn = pl.when(lays).then(pl.col("move_count")).otherwise(0).sum().over("game", "turn")
first_card = pl.col("hand").cast(pl.Float64).log(16).round().cast(pl.Int64)  # of a hand of one card

# --- changes of positions ---


def without_a_pile_card(start: Positions, rows: pl.DataFrame) -> np.ndarray:
    """Take the top card of the mover's pile out of the game, where the pile has two cards or more."""
    seats = rows["seat"].to_numpy()
    at = np.arange(len(seats))
    possible = start.views["pile_sizes"][at, seats] > 1
    start.views["pile_sizes"][at, seats] -= possible
    start.hiddens["taken"][at, seats] += possible
    return np.asarray(possible)


def card_for_the_two(start: Positions, rows: pl.DataFrame) -> np.ndarray:
    """Exchange a two of the table stack with a card of another rank that was cleared, the rank by lot in proportion to
    its cards in the game: a four clears itself, so as cleared cards lie there would be too many fours."""
    return np.array([_exchange_two(view, int(game)) for view, game in zip(start.views, rows["game"], strict=True)])


def _exchange_two(view: np.record, lot: int) -> bool:
    """Make the exchange in one position; whether there were both cards."""
    twos = np.flatnonzero(view.stack[: view.stack_size] == TWO)
    others = np.repeat(np.arange(N_RANKS), view.deck[:N_RANKS])
    others = others[(others != TWO) & (view.cleared[others] > 0)]
    if not len(twos) or not len(others):
        return False
    card = int(others[lot % len(others)])
    view.stack[twos[0]] = card
    for counts, change in ((view.stack_counts, 1), (view.cleared, -1)):
        counts[card] += change
        counts[TWO] -= change
    view.stack_held = sum(1 << rank for rank in range(N_RANKS) if view.stack_counts[rank] > 0)
    return True


def _first_card(rank: int) -> Callable[[Positions, pl.DataFrame], np.ndarray]:
    """A change that deals the mover a card of the rank as first card."""

    def deal(start: Positions, rows: pl.DataFrame) -> np.ndarray:
        told = zip(start.views, start.hiddens, rows["seat"], rows["game"], strict=True)
        return np.array([_redeal_first(view, hidden, int(seat), rank, int(game)) for view, hidden, seat, game in told])

    deal.__name__ = f"first_card_{NAMES[rank]}"
    return deal


def any_first(start: Positions, rows: pl.DataFrame) -> np.ndarray:
    """Deal the mover a first card of a rank by lot, each of the 14 as likely."""
    told = zip(start.views, start.hiddens, rows["seat"], rows["game"], strict=True)
    return np.array(
        [
            _redeal_first(view, hidden, int(seat), int(game) % N_RANKS, int(game) // N_RANKS)
            for view, hidden, seat, game in told
        ]
    )


def _redeal_first(view: np.record, hidden: np.record, seat: int, rank: int, lot: int) -> bool:
    """Exchange the only card in hand with one of the rank, by lot among all piles; whether there was one, or it is in
    the hand already.
    """
    held = int(np.flatnonzero(view.hand)[0])
    if held == rank:
        return True
    cards = np.arange(int(hidden.n_cards))
    in_piles = cards // view.players >= hidden.taken[cards % view.players]
    places = np.flatnonzero((hidden.deck[: hidden.n_cards] == rank) & in_piles)
    if not len(places):
        return False
    hidden.deck[places[lot % len(places)]] = held
    view.hand[held], view.hand[rank], view.held = 0, 1, 1 << rank
    hidden.hands[seat], hidden.held[seat] = view.hand, view.held
    return True


first_cards = tuple(map(_first_card, range(N_RANKS)))

# --- by enumeration ---

BY_ONE = [
    0 if top == JOKER else int(SATISFIES[top]) for top in range(N_RANKS)
]  # by the card on top: the ranks of which one card may be laid on it (TK-14)
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
        return Verdict.REFUTED, f"{best} go on every other card"
    on_two = ", ".join(NAMES[rank] for rank in range(N_RANKS) if BY_ONE[TWO] >> rank & 1)
    return (
        Verdict.SUPPORTED,
        f"no single card goes on all 13 others: {best} go on {most}, the most; on a 2 goes {on_two}, on a joker a "
        f"pair (a 4 clears the table itself)",
    )


def unbeatable() -> tuple[Verdict, str]:
    """TK-11: whether some rank on top is satisfied by no other."""
    safe = [NAMES[top] for top in range(N_RANKS) if not int(SATISFIES[top]) & ALL & ~(1 << top)]
    if safe:
        return Verdict.REFUTED, f"nothing else goes on {', '.join(safe)}"
    hardest = min(range(N_RANKS), key=lambda top: bin(int(SATISFIES[top]) & ALL & ~(1 << top)).count("1"))
    free = " (a 4 leaves nothing to be beaten)" if int(SATISFIES[FOUR]) == ALL else ""
    return (
        Verdict.SUPPORTED,
        f"every rank can be answered by another, a joker by a pair; the hardest is {NAMES[hardest]}{free}",
    )

"""What the claims of Twisted Knot read from its event log."""

import polars as pl

from knotlab.sim.games.twisted_knot.cards import N_RANKS, TWO
from knotlab.sim.games.twisted_knot.state import LAY, LAYING, PICK_UP
from knotlab.sim.protocol import MAX_SEATS

is_laying = pl.col("decision") == LAYING
lays = pl.col("move_kind") == LAY
picks_up = pl.col("move_kind") == PICK_UP
goes_out = pl.col("placed") > 0
always = pl.col("turns") >= 0  # of rows of games
lost = pl.col("final_place") == pl.col("final_place").max().over("game")  # of finished games

# The first decision of a turn, and a player's first decision of a game.
opens_turn = ((pl.col("game") != pl.col("game").shift(1)) | (pl.col("turn") != pl.col("turn").shift(1))).fill_null(
    value=True
)
first_of_seat = pl.col("seat").cum_count().over("game", "seat") == 1

# Where the player to move is the first to see a new stack.
_is_new_stack = ((pl.col("game") != pl.col("game").shift(1)) | (pl.col("stack_after").shift(1) == 0)).fill_null(
    value=True
)


def in_stack(*ranks: int) -> pl.Expr:
    """Whether a card of these ranks lies in the table stack: one was laid since the stack was empty last."""
    laid = (lays & pl.col("move_rank").is_in(ranks)).cast(pl.Int64)
    before = laid.cum_sum() - laid
    return before > pl.when(_is_new_stack).then(before).forward_fill()


# How many decisions of the turn were about what to lay, this one included. Turns follow each other, so this is quicker
# than a window for each.
_laying = is_laying.cast(pl.Int64)
_before = pl.when(opens_turn).then(_laying.cum_sum() - _laying).forward_fill()
begun = _laying.cum_sum() - _before

# A player, topped up or not, faces what another one laid.
faces = is_laying & (begun == 1) & (pl.col("top") >= 0)
# Cards in hand as the turn began, before topping up.
hand_before = pl.when(opens_turn).then(pl.col("hand_size")).forward_fill()
# The rank that was laid last, even if cards were given away after it.
last_rank = pl.when(lays).then(pl.col("move_rank")).otherwise(pl.col("top"))
# The rank of a hand of one card.
first_card = pl.col("hand").cast(pl.Float64).log(16).round().cast(pl.Int64)

_chair = pl.col("game") * MAX_SEATS + pl.col("seat")  # a window by one number is quicker than one by two columns


def copies(column: str, rank: int) -> pl.Expr:
    """How many cards of a rank a packed column holds."""
    copies: pl.Expr = pl.col(column) // 16**rank % 16
    return copies


def faces_cards(rank: int, count: int, hand: int) -> pl.Expr:
    """A player whose turn began with this many cards in hand faces this many cards of a rank."""
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
    of_rank = lays & (pl.col("move_rank") == rank)
    return pl.when(of_rank).then(pl.col("move_count")).otherwise(0).sum().over("game", "turn")


others_picked = pl.sum_horizontal(picked(rank).cast(pl.Float64) for rank in range(N_RANKS) if rank != TWO)
others_held = pl.sum_horizontal(turns_held(rank) * picked(rank) for rank in range(N_RANKS) if rank != TWO)


mine = pl.col("player") == 0
carries = (pl.col("hand_size") == pl.col("move_count")) & (pl.col("pile_after") + 2 <= pl.col("pile_size"))
on_a_big_stack = pl.col("stack_size") >= 16
small_stack = pl.col("stack_size") == 2
could_lay = picks_up & (pl.col("moves") > 1)
# The next decision of the game follows at once, and is a pick-up.
next_picks_up = (pl.col("step").shift(-1).over("game") == pl.col("step") + 1) & picks_up.shift(-1).over("game")

lays_next = lays.shift(-1).over("game", "seat")
next_rank = pl.col("move_rank").shift(-1).over("game", "seat")


def laid(rank: int, least: int = 1) -> pl.Expr:
    """Whoever follows the tip lays at least this many cards of a rank."""
    return mine & lays & (pl.col("move_rank") == rank) & (pl.col("move_count") >= least)

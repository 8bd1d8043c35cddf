"""A champion: a small network that learnt from millions of games against itself and others."""

from pathlib import Path

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.kernels.vectors import UNITS, add_rows, frozen, judge, new_rows, new_values, sum_rows
from knotlab.strategies import strategy
from knotlab.strategies.networks.weights import read_weights
from knotlab.strategies.twisted_knot._judgement import (
    HIDDEN_AT,
    IN_DECISION,
    IN_MOVE,
    describe_cards,
    describe_move,
    describe_players,
    describe_table,
    make_room,
    prepare,
)

WEIGHTS = read_weights(Path(__file__).with_name("champion.npz"))  # each of shape (tables, rows, 32)
TABLES = len(WEIGHTS["last"])  # with weights of their own
decisions, moves, last = (
    frozen(WEIGHTS[name].astype(np.float32).reshape(-1, UNITS)) for name in ("decisions", "moves", "last")
)


@strict
def weights_for(view):
    """The number of the weights for a table: of two, three, or more players."""
    return min(view.players - 2, TABLES - 1)


@strict
def plan(view):
    """What a player can work out at a decision, and what the decision gives the network: in three parts, so that each
    is described while the one before is still being added up.
    """
    prepare(view)
    first, rows, values = weights_for(view) * IN_DECISION.n_rows, new_rows(), new_values()
    n = describe_cards(view, rows, values)
    make_room(view)
    sum_rows(view.plan, HIDDEN_AT, decisions(), first, rows, values, n)
    n = describe_table(view, rows, values, 0)
    add_rows(view.plan, HIDDEN_AT, decisions(), first, rows, values, n)
    n = describe_players(view, rows, values, 0)
    add_rows(view.plan, HIDDEN_AT, decisions(), first, rows, values, n)


@strategy("twisted-knot", plan=plan)
def champion(view, move):
    """Score each move by a small network that learnt from millions of games what loses the fewest.

    Source: no tip. The network sees the hand, the cards nobody has seen and those the next player is known to hold, the
    sizes of all hands and piles, the stack, what is demanded, and for each move its rank and count, what it leaves, how
    likely the next player is stuck, and what else it does. It began as `all-round` and played against itself, earlier
    selves and `all-round`. Weights for two, three, and four or more players are chosen by the table.

    Assumed: that the others play about as well.
    """
    table, rows, values = weights_for(view), new_rows(), new_values()
    n = describe_move(view, move, rows, values)
    return judge(view.plan, HIDDEN_AT, last(), 2 * table, moves(), table * IN_MOVE.n_rows, rows, values, n)

"""A champion: a small network that learnt from millions of games against itself and others."""

from pathlib import Path

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.kernels.vectors import UNITS, frozen, judge, new_rows, new_values, sum_rows
from knotlab.strategies import strategy
from knotlab.strategies.knotweed._judgement import (
    HIDDEN_AT,
    IN_DECISION,
    IN_MOVE,
    describe_decision,
    describe_move,
    prepare,
)
from knotlab.strategies.knotweed.cheapest import OUT
from knotlab.strategies.knotweed.finisher import finishes
from knotlab.strategies.networks.weights import read_weights

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
    """What a player can work out at a decision, and what the decision gives the network."""
    prepare(view)
    rows, values = new_rows(), new_values()
    n = describe_decision(view, rows, values)
    sum_rows(view.plan, HIDDEN_AT, decisions(), weights_for(view) * IN_DECISION.n_rows, rows, values, n)


@strategy("knotweed", plan=plan)
def champion(view, move):
    """Score each move by a small network that learnt from millions of games what loses the fewest.

    Source: no advice. The network sees the sizes of hands and piles, the penalty so far, which ranks of the hand fit
    which piles at what cost, and for each play its size, its cost, what it opens to the next player, and what of the
    hand fits where afterwards. It began as `all-round` and played against itself, earlier selves and `all-round`.
    Weights for two, three, and four or more players are chosen by the table. Where the whole hand can be played in this
    turn, it is.

    Assumed: that the others play about as well, and that nobody cheats.
    """
    if finishes(view, move):
        return OUT
    table, rows, values = weights_for(view), new_rows(), new_values()
    n = describe_move(view, move, rows, values)
    return judge(view.plan, HIDDEN_AT, last(), 2 * table, moves(), table * IN_MOVE.n_rows, rows, values, n)

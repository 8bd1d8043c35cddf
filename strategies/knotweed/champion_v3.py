"""A later champion: the network of `champion`, which has learnt on from millions of games against it."""

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
from knotlab.strategies.knotweed.champion import weights_for
from knotlab.strategies.knotweed.cheapest import OUT
from knotlab.strategies.knotweed.finisher import finishes
from knotlab.strategies.networks.weights import read_weights

WEIGHTS = read_weights(Path(__file__).with_name("champion_v3.npz"))  # each of shape (tables, rows, 32)
decisions, moves, last = (
    frozen(WEIGHTS[name].astype(np.float32).reshape(-1, UNITS)) for name in ("decisions", "moves", "last")
)


@strict
def plan(view):
    """What a player can work out at a decision, and what the decision gives the network."""
    prepare(view)
    rows, values = new_rows(), new_values()
    n = describe_decision(view, rows, values)
    sum_rows(view.plan, HIDDEN_AT, decisions(), weights_for(view) * IN_DECISION.n_rows, rows, values, n)


@strategy("knotweed", plan=plan)
def champion_v3(view, move):
    """Score each move as `champion` does, by a network that has learnt on against that one; also `champion@v3`.

    Source: no advice. It sees what `champion` sees, began with its weights, and played against it, itself, earlier
    selves and simpler players; while it learnt, each turn cost everybody a little, so that nobody waited. Where the
    whole hand can be played in this turn, it is.

    Assumed: that the others play about as well, and that nobody cheats.
    """
    if finishes(view, move):
        return OUT
    table, rows, values = weights_for(view), new_rows(), new_values()
    n = describe_move(view, move, rows, values)
    return judge(view.plan, HIDDEN_AT, last(), 2 * table, moves(), table * IN_MOVE.n_rows, rows, values, n)

"""A later champion: the network of `champion`, which sees more of what follows a lay and has learnt on."""

from pathlib import Path

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.kernels.vectors import UNITS, add_rows, frozen, judge, new_rows, new_values, sum_rows
from knotlab.strategies import strategy
from knotlab.strategies.networks.weights import read_weights
from knotlab.strategies.twisted_knot._judgement import (
    HIDDEN_AT,
    describe_cards,
    describe_players,
    describe_table,
    make_room,
    prepare,
)
from knotlab.strategies.twisted_knot._tactics import IN_DECISION, IN_MOVE, describe_move, describe_others
from knotlab.strategies.twisted_knot.champion import weights_for

WEIGHTS = read_weights(Path(__file__).with_name("champion_v3.npz"))  # each of shape (tables, rows, 32)
decisions, moves, last = (
    frozen(WEIGHTS[name].astype(np.float32).reshape(-1, UNITS)) for name in ("decisions", "moves", "last")
)


@strict
def plan(view):
    """What a player can work out at a decision, and what the decision gives the network, in parts as `champion` has
    it.
    """
    prepare(view)
    first, rows, values = weights_for(view) * IN_DECISION.n_rows, new_rows(), new_values()
    n = describe_cards(view, rows, values)
    make_room(view)
    sum_rows(view.plan, HIDDEN_AT, decisions(), first, rows, values, n)
    n = describe_table(view, rows, values, 0)
    add_rows(view.plan, HIDDEN_AT, decisions(), first, rows, values, n)
    n = describe_others(view, rows, values, describe_players(view, rows, values, 0))
    add_rows(view.plan, HIDDEN_AT, decisions(), first, rows, values, n)


@strategy("twisted-knot", plan=plan)
def champion_v3(view, move):
    """Score each move as `champion` does, by a network that sees more and has learnt on; also `champion@v3`.

    Source: no tip. Besides what `champion` sees, it sees of each lay who plays after it, which answers that player is
    known to hold, and to how many of these the rest of the hand has a reply. With four and more players it has learnt
    what gains by rollouts among champions, with two and three by playing itself and `champion`.

    Assumed: that the others play about as well.
    """
    table, rows, values = weights_for(view), new_rows(), new_values()
    n = describe_move(view, move, rows, values)
    return judge(view.plan, HIDDEN_AT, last(), 2 * table, moves(), table * IN_MOVE.n_rows, rows, values, n)

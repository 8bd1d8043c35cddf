"""A critic: a small network that says how likely a player is to lose, from what he sees as his turn begins."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.kernels.vectors import UNITS, frozen, judge, new_rows, new_values, sum_rows
from knotlab.strategies.networks.weights import read_weights

HIDDEN_AT = 16  # from where on the plan keeps the sum, in 16 places: descriptions use those before


def critic_of(file: Path, describe: Callable[..., Any]) -> Callable[..., Any]:
    """A compiled `critic(view)`: the chance to lose, from 0 to 1; it fills the plan.

    file: the weights, `critic` of shape (tables, rows, 32) and `last` of shape (tables, 2, 32), for two, three and more
    players. describe: `describe(view, rows, values)` writes what is seen, and gives back how many entries that takes.
    """
    weights = read_weights(file)
    tables, n_rows = weights["critic"].shape[:2]
    critics, last = (frozen(weights[name].astype(np.float32).reshape(-1, UNITS)) for name in ("critic", "last"))

    @strict
    def critic(view):
        table, rows, values = min(view.players - 2, tables - 1), new_rows(), new_values()
        n = describe(view, rows, values)
        sum_rows(view.plan, HIDDEN_AT, critics(), table * n_rows, rows, values, n)
        return chance(judge(view.plan, HIDDEN_AT, last(), 2 * table, critics(), 0, rows, values, 0))

    return critic


@strict
def chance(score):
    """A chance from its logit."""
    return 1.0 / (1.0 + math.exp(-score))

"""Playing rather than passing: the rulebook's advice that playing something is usually better than passing."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.state import PASS
from knotlab.strategies import param, strategy
from knotlab.strategies.knotweed.finisher import find_finish, finisher

DEAR = -25.0  # below every play that costs 2, above every play that costs 3 (`cheapest`)


@strict
def look_for_finish(view, tip):
    """Into the plan: a finish in this turn, if there is one."""
    find_finish(view)


@strategy("knotweed", title="Never passes", plan=look_for_finish, tip=param(1, 0, 1))
def always_play(view, move, tip):
    """Play something whenever anything goes, even where that costs as much as passing.

    It goes out whenever it can and otherwise pays as little as possible, as `finisher` does; so does the comparison
    with `tip=0`.

    Source: the rulebook's advice on passing; claim KW-C1.

    Parameters
    ----------
    tip
        1 always plays; 0 passes where every play costs 3, the price of a pass.
    """
    if tip == 0 and move.kind == PASS:
        return DEAR
    return finisher(view, move)

"""Everything else is free once a play has cost three: the rulebook's remark on the penalty, which is that of the most
expensive play alone.
"""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import FULL
from knotlab.sim.games.knotweed.state import PLAY
from knotlab.strategies import param, strategy
from knotlab.strategies.knotweed.finisher import find_finish, finisher, finishes

NO_MORE = -1.0  # below stopping, which scores 0


@strict
def look_for_finish(view, tip):
    """Into the plan: a finish in this turn, if there is one."""
    find_finish(view)


@strategy("knotweed", title="Dumper after three", plan=look_for_finish, tip=param(1, 0, 1))
def dump_after_three(view, move, tip):
    """Once a play of the turn has cost 3, play everything that still goes, the largest groups first.

    It goes out whenever it can and otherwise pays as little as possible, as `finisher` does; so does the comparison
    with `tip=0`.

    Source: the rulebook's remark on the penalty; claim KW-C2.

    Parameters
    ----------
    tip
        1 plays on; 0 stops once a play has cost 3.
    """
    if tip == 0 and move.kind == PLAY and view.penalty == FULL and not finishes(view, move):
        return NO_MORE
    return finisher(view, move)

"""Breaking the rules where that is a house rule: what it is worth depends on the chance of being caught."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import size
from knotlab.sim.games.knotweed.state import SKIMP, SNEAK
from knotlab.strategies import param, strategy
from knotlab.strategies.knotweed.cheapest import OUT
from knotlab.strategies.knotweed.finisher import find_finish, finisher


@strict
def plan(view, due):
    """Look for a way to play out the whole hand."""
    find_finish(view)


@strategy("knotweed", title="Cheat", plan=plan, cheats=True, due=param(1, 1, 3))
def sly(view, move, due):
    """Take no cards where some are due, and lay the last cards where they do not fit; otherwise play as `finisher`.

    Source: none; the house rule on cheating (KW-11) makes it a question.

    Assumed: going out within the rules comes first.

    Parameters
    ----------
    due
        The least number of cards due of which none is taken.
    """
    if move.kind == SKIMP and move.cards == 0 and view.due >= due:
        return OUT
    if move.kind == SNEAK and size(move.cards) == view.hand_sizes[view.seat]:
        return 0.5 * OUT
    return finisher(view, move)

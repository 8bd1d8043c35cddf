"""Choosing which piles to discard on going out: those that the next player could use."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.state import PRUNE
from knotlab.strategies import param, strategy
from knotlab.strategies.knotweed.finisher import finisher
from knotlab.strategies.knotweed.hold_back import invites, look_around


@strict
def look_around_too(view, tip):
    """Into the plan: a finish, if there is one, and the cards that nobody has seen."""
    look_around(view, 0.0, 0.0)


@strategy("knotweed", title="Next player's spoiler", plan=look_around_too, tip=param(1, 0, 2))
def prune_against_next(view, move, tip):
    """On going out, discard the piles onto which most of the unseen cards could be played.

    It goes out whenever it can and otherwise pays as little as possible, as `finisher` does; so does the comparison
    with `tip=0`.

    Source: the rulebook's advice on pruning; claim KW-C7.

    Assumed: the next hand is like the cards not seen. The place is taken by then, so the choice helps or harms the
    other players.

    Parameters
    ----------
    tip
        1 discards so against the next player; 2 for the next player, the piles that the fewest cards fit; 0 discards at
        random.
    """
    if tip > 0 and move.kind == PRUNE:
        invited = invites(view, view.tops[move.pile])
        return invited if tip == 1 else -invited
    return finisher(view, move)

"""Predictable or not: the rulebooks' tip on changing one's tactics often."""

from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._scripts import N_SCRIPTS, follow


@strategy("twisted-knot", title="Fixed script", script=param(1, 1, 4), vary=param(0, 0, 2))
def scripted(view, move, script, vary):
    """Follow one of four fixed scripts: always the same one, another one each game, or another one each turn.

    Source: the rulebooks' tip on predictable players; claim TK-C14.

    Assumed: changing tactics means changing the order in which cards are laid.

    Parameters
    ----------
    script
        The script that is always followed: 1 lowest card first, 2 aces last, 3 nines last, 4 eights early and fours and
        aces last.
    vary
        0 always that script; 1 one drawn for the whole game; 2 one drawn each turn.
    """
    if vary == 1:
        return follow(view, move, int(view.game_uniform * N_SCRIPTS))
    if vary == 2:
        return follow(view, move, int(view.turn_uniform * N_SCRIPTS))
    return follow(view, move, script - 1)

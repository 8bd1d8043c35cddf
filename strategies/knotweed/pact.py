"""Negotiating which piles are discarded: a pact of two, who discard in each other's favour."""

from knotlab.sim.games.knotweed.state import PRUNE
from knotlab.strategies import param, strategy
from knotlab.strategies.knotweed.prune_against_next import look_around_too, prune_against_next


@strategy("knotweed", title="Ally", plan=look_around_too, ally=param(1, 0, 7))
def pact(view, move, ally):
    """On going out, discard in favour of another player: for the ally if the ally plays next, otherwise against whoever
    does.

    All else is as in `prune-against-next`, which says how piles are chosen.

    Source: the rulebook's remark that whoever goes out may negotiate with the others; claim KW-C7.

    Assumed: the ally does not say which cards he or she holds.

    Parameters
    ----------
    ally
        How many seats clockwise the ally sits; 0 for no ally, and piles discarded at random.
    """
    if ally == 0 or move.kind != PRUNE:
        return prune_against_next(view, move, 0)
    is_next = view.next == (view.seat + ally) % view.players
    return prune_against_next(view, move, 2 if is_next else 1)

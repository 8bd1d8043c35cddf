"""Getting rid of every card that goes: the baseline that the rulebook's advice is measured against."""

from knotlab.sim.games.knotweed.cards import penalty, size
from knotlab.sim.games.knotweed.state import PLAY, PRUNE, SNEAK, TAKE
from knotlab.strategies import strategy


@strategy("knotweed", title="Dumper")
def dump(view, move):
    """Play everything that goes, the largest groups first, whatever it costs and opens; stop only when nothing goes.

    Source: no advice; claim KW-C3 compares it with holding back.

    Assumed: of groups of one size, the one with the smallest penalty comes first; it prunes at random and never cheats.
    """
    if move.kind == PLAY:
        return 10.0 * size(move.cards) - penalty(view.tops[move.pile], move.rank)
    if move.kind == PRUNE or move.kind == TAKE:
        return 0.0
    return -200.0 if move.kind == SNEAK else -100.0

"""Counting jacks and fives: the rulebooks' tip on keeping track of both in the game between two."""

from knotlab.sim.games.twisted_knot.cards import FIVE, JACK
from knotlab.strategies import param, strategy
from knotlab.strategies.twisted_knot._count import most_held
from knotlab.strategies.twisted_knot._hold import hold, leaves_fewer
from knotlab.strategies.twisted_knot._jacks import bomb
from knotlab.strategies.twisted_knot.shed import shed


@strategy(
    "twisted-knot",
    fives=param(1, 1, 4),
    jacks=param(2, 1, 4),
    stack=param(16, 0, 30),
    hand=param(8, 1, 20),
    tip=param(1, 0, 1),
)
def count_fives(view, move, fives, jacks, stack, hand, tip):
    """With two players left, save fives and bomb with jacks by counting those that the other may hold, not by fixed
    numbers.

    A bomb is as many jacks as outnumber the fives that he may hold, and fives are kept no longer than he may hold a
    jack. fives, jacks, stack, hand: as in `save-fives` and `jack-bomb`; the number of jacks counts only without the
    tip. tip: 0 goes by the fixed numbers, so that counting is all that differs. Assumed: any card that was not seen
    elsewhere may be in his hand. With more players it plays just `shed`.
    """
    if view.holding != 2:
        return shed(view, move)
    if move.rank == JACK:
        enough = most_held(view, FIVE) + 1 if tip else jacks
        return bomb(view, move, hand, view.hand[JACK] >= enough and view.stack_size >= stack)
    kept = min(fives, most_held(view, JACK)) if tip else fives
    return shed(view, move) + (hold(view, hand) if leaves_fewer(view, move, FIVE, kept) else 0.0)

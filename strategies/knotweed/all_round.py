"""All of the rulebook's advice together, each part with a weight."""

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import FULL, size
from knotlab.sim.games.knotweed.state import PASS, PLAY, STOP
from knotlab.strategies import param, strategy
from knotlab.strategies.knotweed.cheapest import extra_penalty
from knotlab.strategies.knotweed.finisher import finisher, finishes
from knotlab.strategies.knotweed.hold_back import LOOKED, look_around, opens
from knotlab.strategies.knotweed.prune_against_next import prune_against_next
from knotlab.strategies.knotweed.split_to_go_out import ranks_held, short_of_piles

DANGER = LOOKED  # where the plan keeps how bad it is to open a pile for the next player


@strict
def look(view, price, fear, piles, cards):
    """Into the plan: a finish, if there is one, the cards that nobody has seen, and how bad it is to open a pile."""
    look_around(view, fear, price)
    view.plan[DANGER] = fear / (view.hand_sizes[view.next] * (view.holding - 1))


@strict
def shortage(view, move, cards):
    """Piles missing in the next turn to play out the hand, where it is small enough to think of that."""
    if view.hand_sizes[view.seat] > cards:
        return 0
    if move.kind == PASS:
        return max(0, ranks_held(view) + FULL - view.piles)
    return short_of_piles(view, move)


@strategy(
    "knotweed",
    title="All-rounder",
    plan=look,
    price=param(0.8877, 0.0, 20.0),
    fear=param(166.6, 0.0, 200.0),
    piles=param(1.973, 0.0, 20.0),
    cards=param(16, 1, 30),
)
def all_round(view, move, price, fear, piles, cards):
    """Go out whenever possible; otherwise weigh the cards a play sheds against its penalty, what it opens for the next
    player, and the piles needed to go out.

    Source: no single piece of advice; a weighted sum, tuned at a table of three (`tuned/v2.toml`). The unit is one card
    shed.

    Assumed: openings are counted over the cards that the player has not seen. On going out it discards the piles onto
    which most unseen cards could be played.

    Parameters
    ----------
    price
        A penalty card.
    fear
        A pile opened for the next player, divided by the cards in that player's hand and by the players still to be
        beaten.
    piles
        A pile missing to play out the hand in the next turn.
    cards
        The largest hand with which missing piles are counted.
    """
    if move.kind == PASS or move.kind == STOP:
        return -piles * shortage(view, move, cards) - (FULL * price if move.kind == PASS else 0.0)
    if move.kind != PLAY:
        return prune_against_next(view, move, 1)
    if finishes(view, move):
        return finisher(view, move)
    return (
        size(move.cards)
        - price * extra_penalty(view, move)
        - view.plan[DANGER] * opens(view, move)
        - piles * shortage(view, move, cards)
    )

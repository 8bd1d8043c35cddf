"""What the player to move cannot see, dealt anew: counterfactuals that give advice on a position (branch.py)."""

from knotlab.sim.compiling.jit import jit
from knotlab.sim.games.crazy_eights.cards import KINDS
from knotlab.sim.kernels.chance import shuffle


@jit
def redeal(view, hidden, chance):
    """CE-15: all cards that are neither in one's own hand nor in the pile, shuffled with the deal's stream: hands by
    seat, then the stock.

    Every deal that agrees with the view is equally likely.
    """
    n = 0
    for card in range(KINDS):
        for _ in range(view.packs - view.hand[card] - view.pile[card]):
            hidden.draw[n] = card
            n += 1
    shuffle(chance, hidden.draw, n)
    hidden.at = 0
    for seat in range(view.players):
        if seat != view.seat:
            for card in range(KINDS):
                hidden.hands[seat, card] = 0
            for _ in range(view.hand_sizes[seat]):
                hidden.hands[seat, hidden.draw[hidden.at]] += 1
                hidden.at += 1

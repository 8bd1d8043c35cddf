"""The table card: a dozen rules in plain English, followed from the top."""

from pathlib import Path

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.kernels.vectors import frozen
from knotlab.strategies import strategy
from knotlab.strategies.cards.text import OWN_LINES, read_card
from knotlab.strategies.knotweed._card import follow, read_lines
from knotlab.strategies.knotweed._card_words import PHRASES

CARD = read_card(Path(__file__).with_name("card.txt"), PHRASES)
lines = frozen(np.array(CARD.lines, np.int64))


@strict
def plan(view, *own):
    """Which lines of the card hold now."""
    if own[0]:
        read_lines(view, own)
    else:
        read_lines(view, lines())


@strategy("knotweed", title="Table card", plan=plan, **OWN_LINES)
def card(view, move, *own):
    """Play by the table card (`card.txt`): the first line that tells two moves apart decides, and between moves that no
    line tells apart the order of `cheapest`.

    Source: no advice. The lines were found by play against champions and against the players of an ordinary table; how
    is told in `docs/table-cards.md`.

    Assumed: that a player sees whether the whole hand can be played in one turn. It prunes at random and never cheats.

    Parameters
    ----------
    line1 .. line12
        The lines of a card of your own, as numbers; 0 for no line, all 0 for the card that ships. `card@FILE.toml`
        reads them from a file that `knotlab card knotweed --set KEY=VALUE --save FILE.toml` has written.
    """
    if own[0]:
        return follow(view, move, own)
    return follow(view, move, lines())

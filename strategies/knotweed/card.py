"""The table card: a dozen rules in plain English, followed from the top."""

from pathlib import Path

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.kernels.vectors import frozen
from knotlab.strategies import param, strategy
from knotlab.strategies.cards.text import read_card
from knotlab.strategies.knotweed._card import follow, read_lines
from knotlab.strategies.knotweed._card_words import PHRASES

CARD = read_card(Path(__file__).with_name("card.txt"), PHRASES)
OWN = param(0, 0, 2**53)
lines = frozen(np.array(CARD.lines, np.int64))


@strict
def plan(view, line1, line2, line3, line4, line5, line6, line7, line8, line9, line10, line11, line12):
    """Which lines of the card hold now."""
    if line1:
        own = (line1, line2, line3, line4, line5, line6, line7, line8, line9, line10, line11, line12)
        read_lines(view, own)
    else:
        read_lines(view, lines())


@strategy(
    "knotweed", title="Table card", plan=plan, line1=OWN, line2=OWN, line3=OWN, line4=OWN, line5=OWN, line6=OWN,
    line7=OWN, line8=OWN, line9=OWN, line10=OWN, line11=OWN, line12=OWN,
)  # fmt: skip
def card(view, move, line1, line2, line3, line4, line5, line6, line7, line8, line9, line10, line11, line12):
    """Play by the table card (`card.txt`): the first line that tells two moves apart decides, and between moves that no
    line tells apart the order of `cheapest`.

    Source: no advice. The lines were found by play against champions and against the players of an ordinary table; how
    is told in `docs/table-cards.md`.

    Assumed: that a player sees whether the whole hand can be played in one turn. It prunes at random and never cheats.

    Parameters
    ----------
    line1, line2, line3, line4, line5, line6, line7, line8, line9, line10, line11, line12
        The lines of a card of your own, as numbers; 0 for no line, all 0 for the card that ships. `card@FILE.toml`
        reads them from a file that `knotlab card knotweed --set KEY=VALUE --save FILE.toml` has written.
    """
    if line1:
        return follow(
            view, move, (line1, line2, line3, line4, line5, line6, line7, line8, line9, line10, line11, line12)
        )
    return follow(view, move, lines())

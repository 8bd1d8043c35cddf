"""Bidding by a card: what a player shows who has one of the bidding cards and follows it."""

import tomllib
from pathlib import Path

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twyst.state import BID, BIDDING
from knotlab.sim.kernels.vectors import frozen
from knotlab.strategies import param, strategy
from knotlab.strategies.twyst._carded import numbers_of, shown_by

OWN = param(0, 0, 2**53)
FILES = ("cards/first.toml", "cards/second.toml")  # named here, they are part of the strategy
DRAWN = [tomllib.loads((Path(__file__).parent / file).read_text("utf-8")) for file in FILES]
CHANCES = {Path(file).stem: float(content["made"]["chance"]) for file, content in zip(FILES, DRAWN, strict=True)}
cards = frozen(np.array([list(numbers_of(content).values()) for content in DRAWN], np.int64))
up_to = frozen(np.cumsum(list(CHANCES.values())))


@strict
def follow(
    view, solos, danger, numbers1, lengths1, counts1, numbers2, lengths2, counts2, numbers3, lengths3, counts3
):  # fmt: skip
    """The card to show, once a deal."""
    if view.decision != BIDDING:
        return
    if solos:
        numbers, lengths, counts = (
            (numbers1, numbers2, numbers3),
            (lengths1, lengths2, lengths3),
            (counts1, counts2, counts3),
        )
        view.plan[0] = shown_by(view.hand, solos, danger, numbers, lengths, counts)
    else:
        drawn = 0
        while drawn < len(up_to()) - 1 and view.game_uniform >= up_to()[drawn]:
            drawn += 1
        card = cards()[drawn]
        view.plan[0] = shown_by(view.hand, card[0], card[1], card[2::3], card[3::3], card[4::3])


@strategy(
    "twyst", title="Bidder by the cards", plan=follow, solos=OWN, danger=OWN, numbers1=OWN, lengths1=OWN, counts1=OWN,
    numbers2=OWN, lengths2=OWN, counts2=OWN, numbers3=OWN, lengths3=OWN, counts3=OWN,
)  # fmt: skip
def carded(
    view, move, solos, danger, numbers1, lengths1, counts1, numbers2, lengths2, counts2, numbers3, lengths3, counts3
):  # fmt: skip
    """Draw one of the bidding cards before each deal, by their chances, and show what it says.

    It is a bidder: combine it with a player of the cards. `carded@first` follows one of them always, and
    `carded@FILE.toml` a card of your own, such as one that `knotlab card --save FILE.toml` has written.

    Source: no advice; how the cards and their chances were found is told in `docs/bidding-card.md`.

    Assumed: nothing; what to show follows from the thirteen cards and the card that was drawn.

    Parameters
    ----------
    solos
        What is counted for an Ace and for a court, and from how many points on each is shown, packed into one number; 0
        for the cards that ship.
    danger
        What is counted for a deuce.
    numbers1, numbers2, numbers3
        What each numeral counts, in each of three columns.
    lengths1, lengths2, lengths3
        What the length of its suit counts.
    counts1, counts2, counts3
        From how many hand points on the column is taken, and what else counts.
    """
    return 1.0 if move.kind == BID and move.card == view.plan[0] else 0.0

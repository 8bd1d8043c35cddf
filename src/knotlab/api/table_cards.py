"""Table cards, which say in a dozen lines what to play: `table_card`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from knotlab.api import options, reading
from knotlab.api.declare import Option, public
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from knotlab.strategies.cards.text import Card


class TableCardResult(NamedTuple):
    """A table card, its game, and the files it was drawn to."""

    game: str
    card: "Card"
    files: Sequence[Path]


TableCardFile = Annotated[
    str | Path | Sequence[str | Path],
    Option(
        "write the card for printing (repeatable)",
        "FILE",
        reading.several(reading.file_ending_in(".pdf", ".svg", ".png", no_other=True)),
        repeats=True,
    ),
]


@public
def table_card(game: options.Game, *, save: TableCardFile = ()) -> TableCardResult:
    """Print the table card of a game: a dozen lines that say what to play, from the top.

    >>> from knotlab import table_card
    >>> table_card("knotweed").card.texts[0]
    'Go out if your whole hand can be played in this turn.'
    """
    from knotlab.reports.output import write_file
    from knotlab.reports.plots.table_card import save_table_card
    from knotlab.sim import games
    from knotlab.strategies.cards.shipped import GAMES, shipped_card

    games.find(game)
    if game not in GAMES:
        raise InputError(f"table cards are for {' and '.join(GAMES)}; leave the game out for the bidding card of twyst")
    card, files = shipped_card(game), reading.files(save)
    for file in files:
        write_file(file, save_table_card(game, card, file))
    return TableCardResult(game, card, files)

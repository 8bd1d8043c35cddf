"""Table cards, which say in a dozen lines what to play: `table_card`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.api import options, reading
from knotlab.api.declare import Option, public
from knotlab.api.twyst import BidsFolder, CardFile, SearchBudget

if TYPE_CHECKING:
    from knotlab.analysis.tuning.table_cards import FoundCard
    from knotlab.strategies.cards.text import Card


class TableCardResult(NamedTuple):
    """A table card, its game, and the files it was written to. found: if it was sought for rules of one's own, what it
    is worth.
    """

    game: str
    card: "Card"
    files: Sequence[Path]
    found: "FoundCard | None" = None


CardPlayers = Annotated[
    int | None,
    Option("search for a card for so many players", "N", reading.whole(1), default="one card for two, three and four"),
]


@public
def table_card(
    game: options.Game,
    *,
    players: CardPlayers = None,
    seed: options.Seed = DEFAULT_SEED,
    set: options.Settings = (),
    workers: options.Workers = None,
    out: BidsFolder = None,
    budget: SearchBudget = None,
    save: CardFile = (),
    progress: options.Progress = True,
) -> TableCardResult:
    """Print the table card of a game: a dozen lines that say what to play, from the top; with --set, --players, --out
    or --budget, search for a card for your own rules or number of players, and say how many fewer games it loses.

    >>> from knotlab import table_card
    >>> table_card("knotweed").card.texts[0]
    'Go out if your whole hand can be played in this turn.'
    """
    from knotlab.strategies.cards.shipped import shipped_card

    card, files = shipped_card(game), reading.files(save)
    if not set and all(given is None for given in (players, out, budget)):
        return _kept(TableCardResult(game, card, files))
    from knotlab.analysis.runs.play import Table
    from knotlab.analysis.tuning import table_cards
    from knotlab.reports.progress import progress as showing

    table, folder = Table(game, players, reading.settings(set), seed), None if out is None else Path(out)
    with showing("rounds of the search", table_cards.ROUNDS, progress) as advance:
        found = table_cards.find_card(table, workers=workers, minutes=budget, out=folder, on_progress=advance)
    return _kept(TableCardResult(game, found.card, files, found))


def _kept(result: TableCardResult) -> TableCardResult:
    """The same, its card written."""
    from knotlab.reports.output import write_file
    from knotlab.reports.plots.table_card import save_table_card
    from knotlab.strategies.cards.text import card_text

    game, card, files, _ = result
    for file in files:
        write_file(
            file, card_text(game, card).encode() if file.suffix == ".toml" else save_table_card(game, card, file)
        )
    return result

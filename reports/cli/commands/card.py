"""What the commands about the bidding card of Twyst do."""

from dataclasses import dataclass
from pathlib import Path

from knotlab.analysis.bidding import card_make
from knotlab.analysis.bidding.card_make import COMPANY, HANDS, Difference, Making
from knotlab.analysis.bidding.card_text import MadeCard, card_text, standard_card
from knotlab.analysis.runs.table import Table
from knotlab.reports.cli.setup import GameOptions
from knotlab.reports.output import console, write_file
from knotlab.reports.plots import card as plots
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import card as words


@dataclass(frozen=True)
class Wanted:
    """What a command line asks for beside the rules; None: what is usual."""

    company: str | None
    hands: int | None
    workers: int | None
    out: Path | None

    def making(self, options: GameOptions) -> Making:
        """What a card is made from."""
        table = Table("twyst", rules=options.settings, seed=options.seed, strategies_from=options.strategies_from)
        return Making(table, self.company or COMPANY, self.hands or HANDS, self.workers, self.out)


def card(wanted: Wanted, options: GameOptions, save: Path | None) -> None:
    """Show or save the card that ships, or make one."""
    if wanted.company is None and wanted.hands is None and wanted.out is None and not options.settings:
        made, difference = standard_card(), None
    else:
        made, difference = _make(wanted.making(options))
    if save:
        content = card_text(made).encode() if save.suffix == ".toml" else plots.save_card(made, save)
        write_file(save, content)
    for part in words.terminal(made):
        if isinstance(part, str):
            print(part)
        else:
            console().print(part.for_terminal())
    if difference:
        for line in words.differences(difference):
            print(line)
    if save:
        print(f"The card is at {save.resolve()}")


def _make(making: Making) -> tuple[MadeCard, Difference]:
    """A card of one's own, and how it compares with the one that ships."""
    total = card_make.steps(making.hands) + card_make.COMPARED * card_make.COMPARED_DEALS
    with progress("deals with every bid", total) as advance:
        try:
            made = card_make.make_card(making, advance)
            return made, card_make.compare(made.card, standard_card().card, making, advance)
        except KeyboardInterrupt:
            interrupted(advance, making.out)

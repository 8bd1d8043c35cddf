"""What the commands about the bidding card of Twyst do."""

from dataclasses import dataclass
from pathlib import Path

from knotlab.analysis.bidding import card_make
from knotlab.analysis.bidding.card_make import COMPANY, HANDS, Difference, Making
from knotlab.analysis.bidding.card_practice import practice as practise
from knotlab.analysis.bidding.card_practice import practice_text
from knotlab.analysis.bidding.card_schemes import CHECKED, DEALS, FORMULA, scheme_table
from knotlab.analysis.bidding.card_search import STANDARD_SCHEME
from knotlab.analysis.bidding.card_text import MadeCard, card_text, standard_card
from knotlab.analysis.result import conditions_of
from knotlab.analysis.runs.table import Table
from knotlab.reports.cli.setup import GameOptions, Output
from knotlab.reports.output import console, print_json, write_csv, write_file
from knotlab.reports.plots import card as plots
from knotlab.reports.plots.style import save as save_figure
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import card as words
from knotlab.reports.words import card_practice as practice_words


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


def practice(file: Path, hands: int, deals: int, wanted: Wanted, options: GameOptions) -> None:
    """Write hands to practise on, and say how the card does on them."""
    making, made = wanted.making(options), standard_card()
    with progress("deals with every bid", hands * deals) as advance:
        result = practise(made.card, making.job, hands, deals, workers=making.workers, on_progress=advance)
    text = practice_text(result) if file.suffix == ".toml" else practice_words.page(result, making.company)
    write_file(file, text.encode())
    print(practice_words.summary(result))
    print(f"The hands are at {file.resolve()}")


def schemes(wanted: Wanted, options: GameOptions, save: Path | None, output: Output) -> None:
    """Compare kinds of card."""
    making = wanted.making(options)
    with progress("deals with every bid", making.hands + CHECKED[0] * DEALS) as advance:
        table = scheme_table(making, advance)
    if save:
        save_figure(plots.front(table, FORMULA, STANDARD_SCHEME), save.with_suffix(""))
    conditions = conditions_of(making.job)
    if output.csv:
        write_csv(table, output.csv, conditions)
    if output.json:
        print_json(conditions.facts | {"cards": table.to_dict("records")})
        return
    console().print(words.scheme_table(table, conditions.title).for_terminal())

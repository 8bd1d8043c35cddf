"""What the commands about bidding in Twyst, and about cards for the table, print."""

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from knotlab.api import reading
from knotlab.api.declare import Option
from knotlab.api.options import Csv, Json

if TYPE_CHECKING:
    from knotlab.analysis.bidding.guide import Guide
    from knotlab.analysis.bidding.hand import HandBids
    from knotlab.analysis.bidding.match_wise import MatchAdvice
    from knotlab.api.table_cards import TableCardResult
    from knotlab.api.twyst import CardResult

GuideFile = Annotated[Path | None, Option("write the guide as Markdown", "FILE", reading.file_ending_in(".md", ".txt"))]


def guide(made: "Guide", save: GuideFile = None, json: Json = False) -> None:
    """The guide on one page."""
    from knotlab.reports.output import answer, write_file
    from knotlab.reports.words.guide import page

    text = page(made)
    if save:
        write_file(save, text.encode())
        text = f"The guide is at {save.resolve()}"
    answer((text,), made.facts, json)


def bid(bids: "HandBids", csv: Csv = None, json: Json = False) -> None:
    """What to show, and all thirteen bids."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.guide import HAND_FOOTNOTE, bid_table, hand_answer

    words = chain(hand_answer(bids), (bid_table(bids), HAND_FOOTNOTE))
    answer(words, bids.facts, json, lambda: bids.table, csv, bids.conditions)


def card(card: "CardResult") -> None:
    """A card, and how it differs from the usual one."""
    from knotlab.reports.output import answer
    from knotlab.reports.words import card as words

    differences = words.differences(card.difference) if card.difference else []
    written = [f"The card is at {card.file.resolve()}"] if card.file else []
    answer(chain(words.terminal(card.made), differences, written), dict, json=False)


def table_card(card: "TableCardResult") -> None:
    """What to play, line by line."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.table_card import terminal

    written = [f"The card is at {card.file.resolve()}"] if card.file else []
    answer(chain(terminal(card.game, card.card), written), dict, json=False)


def match(advice: "MatchAdvice", csv: Csv = None, json: Json = False) -> None:
    """The chances, the ways to bid, and the gain."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.guide import match_lines

    answer(match_lines(advice), advice.facts, json, advice.to_pandas, csv)

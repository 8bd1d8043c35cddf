"""What the commands about bidding in Twyst, and about cards for the table, print."""

from itertools import chain
from typing import TYPE_CHECKING

from knotlab.api.options import Csv, Json

if TYPE_CHECKING:
    from knotlab.analysis.bidding.hand import HandBids
    from knotlab.analysis.bidding.match_wise import MatchAdvice
    from knotlab.api.table_cards import TableCardResult
    from knotlab.api.twyst import CardResult


def bid(bids: "HandBids", csv: Csv = None, json: Json = False) -> None:
    """What to show, and all thirteen bids."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.bidding import HAND_FOOTNOTE, bid_table, hand_answer

    words = chain(hand_answer(bids), (bid_table(bids), HAND_FOOTNOTE))
    answer(words, bids.facts, json, lambda: bids.table, csv, bids.conditions)


def card(card: "CardResult", json: Json = False) -> None:
    """A card, and how it differs from the usual one."""
    from knotlab.reports.output import answer
    from knotlab.reports.words import card as words

    if card.rounds is not None and card.difference:
        differences = words.found_in(card.rounds, card.made, card.difference)
    else:
        differences = words.differences(card.difference) if card.difference else []
    written = [f"The card is at {file.resolve()}" for file in card.files]
    made, files = card.other or (None, ())
    other = words.terminal(made) if made else []
    written += [f"The other card is at {file.resolve()}" for file in files]
    lines = chain(words.terminal(card.made), differences, other, written)
    answer(lines, lambda: words.facts(card.made, made, card.difference), json)


def table_card(card: "TableCardResult", json: Json = False) -> None:
    """What to play, line by line, and what a card of one's own is worth."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.table_card import facts, found_words, terminal

    worth = found_words(card.found) if card.found else []
    written = [f"The card is at {file.resolve()}" for file in card.files]
    answer(chain(terminal(card.game, card.card), worth, written), lambda: facts(card.game, card.card, card.found), json)


def match(advice: "MatchAdvice", csv: Csv = None, json: Json = False) -> None:
    """The chances, the ways to bid, and the gain."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.bidding import match_lines

    answer(match_lines(advice), advice.facts, json, advice.to_pandas, csv)

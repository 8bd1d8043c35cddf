"""The bidding card for the table on the page, with hands to practise on."""

import base64
from pathlib import Path

from markupsafe import Markup

from knotlab.analysis.bidding.card_practice import standard_practice
from knotlab.analysis.bidding.card_text import standard_card
from knotlab.reports.page.blocks import Block, CommandBlock, Html
from knotlab.reports.plots.card import save_card
from knotlab.reports.template import render
from knotlab.reports.words import card_practice as words

ALT = (
    "The bidding card for the table: from the top, what an Ace, a court and a deuce need, and a table of points that "
    "says which numeral to show; below, what to expect of the others"
)


def blocks() -> list[Block]:
    """The card, as it is printed, and ten hands with their answers folded away."""
    practice = standard_practice()
    facts = {
        "picture": base64.b64encode(save_card(standard_card(), Path("card.svg"))).decode(),
        "words": ALT,
        "hands": [(words.by_suits(hand.cards), words.answer(hand)) for hand in practice.hands],
        "deals": practice.deals,
        "summary": words.summary(practice),
    }
    return [
        Html(Markup(render("page/kitchen_card.html", **facts))),
        CommandBlock("The card to print:", "knotlab card --save card.pdf"),
    ]

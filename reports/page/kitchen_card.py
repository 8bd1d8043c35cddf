"""The bidding card for the table on the page, with hands to practise on."""

from markupsafe import Markup

from knotlab.analysis.bidding.card_practice import standard_practice
from knotlab.analysis.bidding.card_text import standard_card
from knotlab.reports.page.blocks import Block, Command, Html, Picture, Text
from knotlab.reports.page.pictures import Pictures
from knotlab.reports.page.template import render
from knotlab.reports.plots.card import a6
from knotlab.reports.words import card_practice as words

NAME = "twyst-card"
ALT = (
    "The bidding card for the table: from the top, what an Ace, a court and a deuce need, and a table of points that "
    "says which numeral to show; below, what to expect of the others"
)


def blocks(pictures: Pictures) -> list[Block]:
    """The card, and ten hands with their answers folded away."""
    made, practice = standard_card(), standard_practice()
    hands = [(words.by_suits(hand.cards), words.answer(hand)) for hand in practice.hands]
    picture: Picture = pictures.draw(NAME, lambda: a6(made), ALT, "The card for the table.", made)
    return [
        Text("For the table there is a card of whole numbers, which does better than the bidder's formula."),
        picture,
        Html(Markup(render("page/kitchen_card.html", hands=hands, deals=practice.deals))),
        Command("The card to print, and more hands:", "knotlab card --save card.pdf; knotlab card-practice hands.md"),
    ]

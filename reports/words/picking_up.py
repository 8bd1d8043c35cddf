"""When picking up by choice pays in Twisted Knot: what several tips and one of the champion's habits say of it, in one
list, so that one sees which of them holds when.
"""

from collections.abc import Iterator
from typing import NamedTuple

from knotlab.analysis.claims.judgement.at_table import (
    SIZES,
    USUAL,
    Against,
    HabitWorth,
    TableChoice,
    at_table,
    of_champion,
)
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.words import capital
from knotlab.reports.words.at_table import how, phrase, told
from knotlab.reports.words.strong_players import WORDS, habits_of, link_of

GAME, TEN = "twisted-knot", 4  # the champion's habit of picking up a stack with a ten
LIES_UNDER = "TK-C7"  # how many cards there are to pick up, by the card on top
BY_WHAT = {  # two tips of one question
    "TK-C20": "which cards are in the stack",
    "TK-C25": "how many cards there are, whatever they are",
}
PICKING_UP = ("TK-C6", LIES_UNDER, "TK-C20", "TK-C25", link_of(GAME, TEN))  # the tips, and the habit's part of the page


class PickUp(NamedTuple):
    """A way of picking up: the id of its part of the page, what one does, how often, and its worth by players."""

    link: str
    does: str
    how: str
    numbers: str


def picking_up(against: Against) -> list[PickUp]:
    """What each way of picking up is worth at plain or strong tables, where it was tried there, the best first."""
    choices = [TableChoice(players, against) for players in SIZES]
    usual = SIZES.index(USUAL.players)
    return [
        PickUp(link, capital(does), often, numbers)
        for link, does, often, at_sizes in sorted(_ways(choices), key=lambda way: -way[3][usual].size.value)
        if (numbers := ", ".join(f"{told(worth)} with {worth.players}" for worth in at_sizes if worth.is_here))
    ]


def _ways(choices: list[TableChoice]) -> Iterator[tuple[str, str, str, list[HabitWorth]]]:
    for tip in shipped():
        if tip.id in PICKING_UP and tip.id != LIES_UNDER:
            for at_sizes in map(list, zip(*(at_table(tip, choice) for choice in choices), strict=True)):
                yield f"tip-{tip.id}", phrase(tip, at_sizes[0]), how(at_sizes[0]), at_sizes
    at_sizes = [of_champion(habits_of(GAME)[TEN], choice) for choice in choices]
    yield link_of(GAME, TEN), WORDS[GAME][TEN][0], how(at_sizes[0]), at_sizes

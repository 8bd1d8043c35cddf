"""Table cards in words: how to use one, and what to do where no line helps."""

from typing import Any

from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.tuning.table_cards import FoundCard
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.numbers import with_ends
from knotlab.strategies.cards.text import Card

NAMES = {"strong": "champions", "mixed": "plain players"}
HOW = (
    "Start with all the moves that you could make, and take the lines in order. Skip a line whose 'if' is not true. "
    "Where a line says what to do, drop all other moves; where it says 'do not', drop those; skip a line that would "
    "leave none. Once a single move is left, make it. What you hold is in your hand."
)
TERMS = {
    "twisted-knot": "",
    "knotweed": (
        "The same rank costs nothing; another costs a card for each step up from the pile, at most 3. A turn costs "
        "what its dearest play does. You need a pile for each rank you hold and each card you have to draw."
    ),
}
REST = {
    "twisted-knot": (
        "If several moves are left: lay all your cards of the rank that comes first in 2 5 Q 7 9 10 Jk 6 J K A 3 4 8; "
        "pick up only if you cannot lay; give away the card that comes first there; top up if you may."
    ),
    "knotweed": (
        "If several moves are left: make the play that adds least to the cost, and of those the one with most cards; "
        "but stop before a play that adds to the cost, and pass only if nothing goes."
    ),
}


def how(game: str, card: Card) -> str:
    """For whom a card is, how to use it, and what its words mean."""
    made = f"Made for {card.made_for}." if card.made_for else ""
    return " ".join(filter(None, [made, HOW, TERMS[game]]))


def numbered(card: Card) -> list[str]:
    """The lines with their numbers."""
    return [f"{number}. {text}" for number, text in enumerate(card.texts, 1)]


def terminal(game: str, card: Card) -> list[str]:
    """A card for the terminal."""
    return [card.title, "", how(game, card), "", *numbered(card), "", REST[game]]


def found_words(found: FoundCard) -> list[str | TextTable]:
    """What a card that was sought for rules of one's own is worth: a sentence and a table."""
    searched = f"Searched for {found.card.made_for}: {found.rounds:,} of {found.of} rounds."
    if not found.tables:
        return ["", f"{searched} No change certainly lost fewer games, so this is the card that ships."]
    fewer, more = (sum(each.fewer.sign() == sign for each in found.tables) for sign in (1, -1))
    said = f"it certainly loses fewer games than the card that ships at {fewer} of {len(found.tables)} tables"
    said += f", and certainly more at {more}" if more else ""
    heads = ("players", "among", "loses of 100", "card that ships", "fewer")
    spelled = [
        [f"{each.players}", NAMES[each.field], *map(_in_100, (each.lost, each.usual, each.fewer))]
        for each in found.tables
    ]
    return ["", f"{searched} On {found.deals:,} fresh deals each, {said}.", TextTable("", heads, spelled)]


def _in_100(share: Between) -> str:
    """Games in 100, with the ends of an interval."""
    return with_ends(100 * share.value, 100 * share.low, 100 * share.high, "z.1f")


def facts(game: str, card: Card, found: FoundCard | None) -> dict[str, Any]:
    """A card as plain data, and what it is worth if it was sought for rules of one's own."""
    worth = {"rules": found.rules, "rounds": found.rounds, "of": found.of, "deals": found.deals} if found else {}
    tables = {"tables": found.to_pandas().to_dict("records")} if found else {}
    return {"game": game, "title": card.title, "lines": card.texts, **worth, **tables}

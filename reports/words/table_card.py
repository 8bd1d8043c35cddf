"""Table cards in words: how to use one, and what to do where no line helps."""

from typing import Any

from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.tuning.table_cards import FoundCard
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.numbers import with_ends
from knotlab.strategies.cards.text import Card

NAMES = {"strong": "champions", "mixed": "plain players"}
HOW = (
    "Go down the lines with all the moves that you could make, passing, stopping and picking up among them. A line "
    "counts if its 'if' is true; you hold what is in your hand. Where it says what to do, drop all other moves; "
    "where 'do not', drop those; but not if none would be left. Go on with the others."
)
REST = {
    "twisted-knot": (
        "Of the moves that are left: lay the lowest rank, all cards of it (2 5 Q 7 9 10 Jk 6 J K A 3 4 8); pick up "
        "only if you cannot lay; give away the lowest card; top up."
    ),
    "knotweed": (
        "Of the moves that are left: the play that adds least to the cost; of those, the most cards. Stop before a "
        "play that adds to the cost; pass only if nothing goes. You need a pile for each rank you hold and for each "
        "card you have to draw."
    ),
}


def numbered(card: Card) -> list[str]:
    """The lines with their numbers."""
    return [f"{number}. {text}" for number, text in enumerate(card.texts, 1)]


def terminal(game: str, card: Card) -> list[str]:
    """A card for the terminal."""
    return [card.title, "", HOW, "", *numbered(card), "", REST[game]]


def found_words(found: FoundCard) -> list[str | TextTable]:
    """What a card that was sought for rules of one's own is worth: a sentence and a table."""
    rules = ", ".join(found.rules) or "the usual rules"
    searched = f"Searched under {rules}: {found.rounds:,} of {found.of} rounds."
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
    worth = {"rules": found.rules, "rounds": found.rounds, "deals": found.deals} if found else {}
    tables = {"tables": found.to_pandas().to_dict("records")} if found else {}
    return {"game": game, "title": card.title, "lines": card.texts, **worth, **tables}

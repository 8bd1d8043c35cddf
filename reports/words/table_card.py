"""Table cards in words: how to use one, and what to do where no line helps."""

from knotlab.strategies.cards.text import Card

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

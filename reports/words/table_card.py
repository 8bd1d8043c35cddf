"""Table cards in words: how to use one, and what to do where no line helps."""

from collections.abc import Sequence

from knotlab.analysis.claims.evidence.cards import SHIPPED_CARD, CardWorth, published_card_worths
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.words.layout import markdown_table
from knotlab.reports.words.numbers import with_ends
from knotlab.strategies.cards.shipped import shipped_card
from knotlab.strategies.cards.text import Card

NAMES = {"strong-1": "champions", "mixed-2": "plain"}
LENGTHS = {SHIPPED_CARD: "the card", "card-6": "at most 6 lines", "card-30": "at most 30 lines"}

HOW = (
    "Go down the lines with all the moves that you could make. A line counts if its 'if' is true. Drop every move that "
    "goes against it, unless none would be left; go on with the others."
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


def lines_table(game: str) -> str:
    """The lines of a card in Markdown: how many games in 100 are lost more without each, and how often it drops a
    move.
    """
    rows = [row for row in published_card_worths() if row.game == game and row.line]
    texts = shipped_card(game).texts
    table = []
    for number, text in enumerate(texts, 1):
        mine = [row for row in rows if row.line == number]
        table.append([f"{number}. {text}", *(_in_100(row.more) for row in mine), *_drops(mine)])
    heads = [f"{size} players, {NAMES[field]}" for size, field in _tables(rows)]
    return markdown_table(["line", *heads, "drops a move, of 100 choices"], table)


def cards_table(game: str) -> str:
    """Whole cards and others beside them in Markdown: games lost in 100."""
    rows = [row for row in published_card_worths() if row.game == game and not row.line]
    tables, table = _tables(rows), []
    for name in dict.fromkeys(row.card for row in rows):
        found = {(row.players, row.field): _in_100(row.lost) for row in rows if row.card == name}
        table.append([LENGTHS.get(name, name), *(found.get(each, "") for each in tables)])
    return markdown_table(["who", *(f"{size} players, {NAMES[field]}" for size, field in tables)], table)


def _tables(rows: Sequence[CardWorth]) -> list[tuple[int, str]]:
    """The sizes of tables, and who else plays there."""
    return list(dict.fromkeys((row.players, row.field) for row in rows))


def _in_100(share: Between) -> str:
    """Games in 100, with the ends of an interval."""
    return with_ends(100 * share.value, 100 * share.low, 100 * share.high, "z.1f")


def _drops(rows: Sequence[CardWorth]) -> list[str]:
    """How often a line drops a move, at tables of each size."""
    by_size = {row.players: f"{100 * row.drops:.1f}" for row in rows}
    return [", ".join(by_size.values())]

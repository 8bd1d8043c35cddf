"""What table cards and their lines are worth as it is published (`table-cards.csv`), and its tables in
docs/table-cards.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from knotlab.analysis.claims.evidence.rows import reader_of
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.words.layout import markdown_table
from knotlab.reports.words.numbers import with_ends
from knotlab.strategies.cards.shipped import shipped_card

CARDS = "table-cards.csv"
SHIPPED_CARD = "card"  # the name of the card that ships
NAMES = {"strong-1": "champions", "mixed-2": "plain"}
LENGTHS = {SHIPPED_CARD: "the card", "card-6": "at most 6 lines", "card-30": "at most 30 lines"}


@dataclass(frozen=True)
class CardWorth:
    """What a card, or a line of the one that ships, is worth at tables of one size.

    card: `card`, the one that ships; `card-6` or `card-30`, one of at most so many lines; or another player. line: its
    number, 0 for a whole card. field: who else plays. lost: the share of games lost; of a line, by the card without it.
    more: how much more that is than by the card that ships, on the same deals. drops: of a line, the share of choices
    among champions at which it drops a move.
    """

    game: str
    card: str
    line: int
    players: int
    field: str
    deals: int
    lost: Between
    more: Between
    drops: float = math.nan


published_card_worths = reader_of(CardWorth, CARDS)  # by game, players and field


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

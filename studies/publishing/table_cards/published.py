"""What table cards and their lines are worth as it is published (`table-cards.csv`), and its tables in
docs/table-cards.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from knotlab.analysis.claims.evidence.rows import reader_of
from knotlab.analysis.claims.kinds.on_top import OnTop
from knotlab.analysis.claims.model.experiment import BETTER
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.words.layout import markdown_table
from knotlab.reports.words.moments import as_players_say
from knotlab.reports.words.numbers import with_ends
from knotlab.reports.words.strong_players import WORDS
from knotlab.strategies.cards.shipped import shipped_card
from knotlab.strategies.ruled import shipped_habits

CARDS, LINES = "table-cards.csv", "table-card-lines.csv"
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


@dataclass(frozen=True)
class CardLine:
    """What a line of the card that ships does at choices among champions.

    rule: the habit, behind a tip or of the champions, that it follows or goes against most clearly, by the name of its
    rule; empty if none. followed, against: at how many choices it does the one and the other. players, index, decision:
    a moment at which it decides, in games of the card among champions. move, instead: what the card does there, and
    what it would otherwise most likely do. gain: how many fewer games are lost so, as a share.
    """

    game: str
    line: int
    rule: str
    followed: int
    against: int
    players: int
    index: int
    decision: int
    move: str
    instead: str
    gain: Between


published_card_worths = reader_of(CardWorth, CARDS)  # by game, players and field
published_card_lines = reader_of(CardLine, LINES)  # by game and line


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


def moments_table(game: str) -> str:
    """The lines of a card in Markdown: which tip each confirms or contradicts, and a moment to watch it at."""
    texts, table = shipped_card(game).texts, []
    for row in (row for row in published_card_lines() if row.game == game):
        where = f"{row.players} players, game {row.index}, decision {row.decision}"
        moves = as_players_say(f"“{row.move}”, not “{row.instead}”")
        line = f"{row.line}. {texts[row.line - 1]}"
        table.append([line, followed_words(row), f"{where}: {moves}", _in_100(row.gain)])
    return markdown_table(["line", "tip or habit", "a moment", "fewer lost of 100"], table)


def followed_words(row: CardLine) -> str:
    """The habit that a line follows or goes against, and what its tip says of it."""
    if not row.rule:
        return ""
    counts = f"at {max(row.followed, row.against):,} of {row.followed + row.against:,} choices"
    follows = row.followed > row.against
    for tip in (tip for tip in tips() if tip.game == row.game):
        for part in (part for part in tip.experiments if isinstance(part, OnTop)):
            kind, _, rule = part.b.partition(":")[2].partition("=")
            if rule == row.rule:
                advises = (part.means is BETTER) == (kind == "forbid")
                return f"{'does as' if follows == advises else 'goes against what'} {tip.id} says, {counts}"
    number = shipped_habits(row.game).index(row.rule) + 1
    return f"{'follows' if follows else 'goes against'} the champions' “{WORDS[row.game][number][0]}”, {counts}"


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

"""What table cards and their lines are worth: the records of `table-cards.csv`, which a study writes and pages read."""

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from knotlab.analysis.claims.evidence.rows import FINDINGS, published_rows, record_of
from knotlab.analysis.stats.estimate import Between

CARDS = "table-cards.csv"
SHIPPED_CARD = "card"  # the name of the card that ships


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


@cache
def published_card_worths(folder: Path = FINDINGS) -> tuple[CardWorth, ...]:
    """All that ship, by game, players and field; raises InputError if the file is not as it was published."""
    return tuple(record_of(CardWorth, row) for row in published_rows(folder / CARDS))

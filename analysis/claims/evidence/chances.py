"""How likely a player is to lose, by what it counts as its turn begins: the records of `chances.csv`, which a study
writes and the report reads.
"""

from dataclasses import dataclass

from knotlab.analysis.claims.evidence.rows import reader_of
from knotlab.analysis.stats.estimate import Between

CHANCES = "chances.csv"


@dataclass(frozen=True)
class Chance:
    """A player's chance to lose, while nobody has gone out.

    against: `plain` or `strong`, the kind of table. hand: the cards in hand, the least number of their class.
    beside: so of the cards in the player's own pile (Twisted Knot), or of the piles on the table (Knotweed). lost: the
    share of turns after which that player lost the game. cases: how many turns there were.
    """

    game: str
    players: int
    against: str
    hand: int
    beside: int
    lost: Between
    cases: int


published_chances = reader_of(Chance, CHANCES)  # by game, players and kind of table

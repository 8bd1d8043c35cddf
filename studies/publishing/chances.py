"""How likely a player is to lose, by the cards in hand and the piles as a turn begins, while nobody has gone out.

All players of a table count alike: at plain tables the players of the mixed field, at strong ones champions.

Command: python -m knotlab.studies.publishing.chances reports/findings/chances.csv (a step of make findings)
Result: reports/findings/chances.csv
Page: the report ("How am I doing?")
"""

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import polars as pl

from knotlab.analysis.claims.evidence.champions import as_table
from knotlab.analysis.claims.evidence.chances import Chance
from knotlab.analysis.claims.judgement.at_table import SIZES, Against
from knotlab.analysis.claims.kinds.rates import Side, Surface
from knotlab.analysis.claims.model.chart import Sample
from knotlab.analysis.claims.model.field import line_ups
from knotlab.analysis.claims.rulebooks.twisted_knot.measures import lost, opens_turn
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.stats.estimate import Between
from knotlab.sim.storage.result_files import publish
from knotlab.studies.command import parser, run

DEALS = 60_000  # at each table, however many line-ups its field has
FIELDS = {Against.PLAIN: "mixed-2", Against.STRONG: "strong-1"}


class Seen(NamedTuple):
    """What a player of a game counts: its own cards and the piles, each with the least numbers of their classes."""

    beside: str
    hands: tuple[int, ...]
    piles: tuple[int, ...]


GAMES = {
    "twisted-knot": Seen("pile_size", (1, 2, 3, 4, 5, 6, 8, 10, 13, 18), (0, 1, 2, 3, 4, 6, 8, 11, 14, 18)),
    "knotweed": Seen("piles", (1, 2, 3, 4, 5, 6, 8, 11), (1, 2, 3, 4, 5, 6, 8, 11)),
}


def chances(game: str, players: int, against: Against, deals: int) -> Iterator[Chance]:
    """The chances at one table."""
    seen, field = GAMES[game], FIELDS[against]
    is_open = opens_turn & (pl.col("holding") == players)
    down, across = (
        _classes(pl.col(name), least) for name, least in (("hand_size", seen.hands), (seen.beside, seen.piles))
    )
    surface = Surface("games lost", lost, is_open, down, across, "share", field, players)
    each = max(1, deals // len(line_ups(game, field, players)))
    for (hand, beside), rate in surface.rates(Sample(game, each, DEFAULT_SEED)).items():
        chance = Between(rate.value, rate.low, rate.high)
        yield Chance(game, players, str(against), seen.hands[hand], seen.piles[beside], chance, int(rate.cases))


def _classes(number: pl.Expr, least: tuple[int, ...]) -> Side:
    """The number of the class that a number of cards is in."""
    above = sum(((number >= low).cast(pl.Int64) for low in least[1:]), pl.lit(0, pl.Int64))
    return Side(pl.when(number >= least[0]).then(above), "class", range(len(least)))


def main(words: Sequence[str] | None = None) -> None:
    """Publish the chances at all tables of the report."""
    reader = parser(__doc__)
    reader.add_argument("file", type=Path, help="the table to write")
    reader.add_argument("--deals", type=int, default=DEALS, metavar="N", help="deals at each table")
    asked = reader.parse_args(words)
    tables = product(GAMES, SIZES, Against)
    publish(asked.file, as_table(each for table in tables for each in chances(*table, asked.deals)))


if __name__ == "__main__":
    run(main)

"""How often champions follow the tips.

Champions play whole games among themselves. At every choice of theirs the two players of each duel about a tip are
asked: the one who follows it, and the same one who does not. Where these would choose differently, the champion's move
is the first one's, the second one's or neither's.

Command: python -m knotlab.studies.publishing.followed reports/findings/followed.csv (a step of make champions)
Result: reports/findings/followed.csv
Page: docs/champions.md, the report
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import polars as pl

from knotlab.analysis.claims.evidence.champions import Followed, as_table
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.model.experiment import FIELDS
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.rates import rate
from knotlab.sim.storage.result_files import publish
from knotlab.strategies.resolve import players
from knotlab.studies.command import parser, run
from knotlab.studies.publishing.asking import FIRST, OTHER, SECOND, ask

CHAMPION = "champion"
SIZES = (2, 3, 4)
DEALS = 20_000  # for each size of table
CHOSEN = {"follows": FIRST, "without": SECOND, "other": OTHER}


def duels_about(game: str) -> list[tuple[Tip, Duel]]:
    """The duels of a game's tips, of those that are played in every field, between a player who follows the tip and the
    same player who does not.
    """
    found = [(tip, each) for tip in tips() for each in tip.experiments if tip.game == game and not tip.is_variant]
    return [
        (tip, duel)
        for tip, duel in found
        if isinstance(duel, Duel) and duel.fields == FIELDS and _is_of_one(game, duel)
    ]


def _is_of_one(game: str, duel: Duel) -> bool:
    """Whether both sides are the same strategy, with other values of its parameters."""
    a, b = players(game, [duel.a, duel.b])
    return a.functions == b.functions


def followed(game: str, size: int, deals: int, player: str = CHAMPION) -> Iterator[Followed]:
    """How often a player on all chairs follows each tip of a game at tables of one size, on deals of the default seed.

    Yields one for each duel about a tip at such tables. Intervals are NaN where fewer than two deals have a case.
    """
    duels = [(tip, duel) for tip, duel in duels_about(game) if size in duel.players]
    job = make_job(game, [player] * size, fixed_seats=True)
    pairs = [(a, b) for a, b in (players(game, [duel.a, duel.b]) for _, duel in duels)]
    asked = ask(job, np.arange(deals), pairs)
    for number, (tip, duel) in enumerate(duels):
        counts = asked.counts[:, number]
        of = {"game": np.arange(deals), "choices": asked.choices, "differ": counts.sum(axis=1)}
        frame = pl.DataFrame(of | {name: counts[:, whose] for name, whose in CHOSEN.items()}).lazy()
        chosen = {name: share_of(frame, name, "differ", deals) for name in CHOSEN}
        share = share_of(frame, "differ", "choices", deals)
        yield Followed(tip.id, duel.label, size, deals, int(counts.sum()), share, **chosen)


def share_of(frame: pl.LazyFrame, of: str, among: str, games: int) -> Between:
    """One total over another, with its interval."""
    return rate(frame, pl.col(of), pl.col(among), 1, games).of_share().between


def main(words: Sequence[str] | None = None) -> None:
    """Publish the table of all tips."""
    reader = parser(__doc__)
    reader.add_argument("file", type=Path, help="the table to write")
    file = reader.parse_args(words).file
    games = dict.fromkeys(tip.game for tip in tips())
    found = [each for game in games if duels_about(game) for size in SIZES for each in followed(game, size, DEALS)]
    publish(file, as_table(found))


if __name__ == "__main__":
    run(main)

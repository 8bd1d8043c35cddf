"""Tips among players who look ahead.

The duel of a tip is played with a thinker in the other chair of a table of two, for the tips whose players do not lose
nearly every game there against a champion, with a habit or without: in Twisted Knot all do. A thinker takes about half
a second for a game, and three of them many times that, so tables are small, deals are few, and their number is fixed
beforehand.

Command: python -m knotlab.studies.publishing.expert reports/findings (a step of make findings)
Result: reports/findings/expert.csv
Page: docs/champions.md, the report
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import polars as pl

from knotlab.analysis.claims.evidence.champions import EXPERT, AmongExperts, as_table
from knotlab.analysis.claims.evidence.files import published
from knotlab.analysis.claims.judgement.at_table import is_lost_anyway
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.model.cells import Cell
from knotlab.analysis.claims.model.inquiry import USUAL
from knotlab.analysis.claims.model.registration import name_of
from knotlab.analysis.duels.designs import effect_unit, effects
from knotlab.analysis.stats.estimate import mean_of
from knotlab.reports.words.directions import with_interval
from knotlab.sim.machine import cores
from knotlab.sim.playing.delivery import in_batches
from knotlab.sim.playing.job import compile_ahead
from knotlab.sim.storage import result_files
from knotlab.sim.storage.result_files import publish
from knotlab.studies.command import parser, run
from knotlab.studies.publishing.followed import duels_about

FIELD, CHOSEN_IN = "expert-1", "strong"
PLAYERS = 2
GAMES = ("twisted-knot", "knotweed")
DEALS = 600  # of each tip
BATCH = 10  # deals
KEPT = Path("out/expert")


def to_play(folder: Path) -> list[Cell]:
    """The cells to play: of each tip the duel about one habit with the largest published effect against a champion, the
    largest first; raises InputError if the findings are not as they were published.
    """
    named = {
        (tip.id, duel.label): Cell(tip, duel, FIELD, PLAYERS)
        for game in GAMES
        for tip, duel in duels_about(game)
        if duel.label != tip.literal  # each tip in its best amount
    }
    sizes: dict[Cell, float] = {}
    for each in (cell for tip in published(folder) for cell in tip.cells):
        cell = named.get((each.tip, each.label))
        is_there = (each.field, each.players) == (CHOSEN_IN, PLAYERS)
        if cell is not None and is_there and not is_lost_anyway(cell.game, each):
            sizes[cell] = abs(each.effect)
    of_tips: dict[str, Cell] = {}
    for cell in sorted(sizes, key=lambda each: -sizes[each]):
        of_tips.setdefault(cell.tip.id, cell)
    return list(of_tips.values())


def size_of(cell: Cell, deals: int, workers: int) -> AmongExperts:
    """The effect of a duel over a fixed number of deals, + if whoever follows the habit does better."""
    duel = cell.experiment
    assert isinstance(duel, Duel)
    question = duel.question(cell, USUAL)
    design = question.lineups()
    compile_ahead(*design.jobs())
    frames: Iterator[pl.DataFrame] = in_batches(
        duel.play, lambda first, count: (cell, USUAL, first, count), deals, BATCH, 1, folder=None, workers=workers
    )
    played = pl.concat(list(frames))
    found = mean_of(effects(played, question.metric), effect_unit(design, question.metric))
    return AmongExperts(
        cell.tip.id,
        duel.label,
        cell.players,
        duel.meaning_in(cell.game),
        found.between,
        deals,
        games=deals * design.games,
        unfinished=int(played["unfinished"].sum()),
    )


def kept_size(cell: Cell, deals: int, workers: int, out: Path) -> AmongExperts:
    """The effect of a duel as `size_of` has it, from an earlier run's folder if that played the same."""
    file = out / f"{cell.tip.id}-{name_of(cell, USUAL)}-{deals}.json"
    if not file.exists():
        out.mkdir(parents=True, exist_ok=True)
        result_files.write(file, result_files.sealed(size_of(cell, deals, workers)))
    return result_files.read_as(AmongExperts, file)


def main(words: Sequence[str] | None = None) -> None:
    """Publish what tips are worth there."""
    reader = parser(__doc__)
    reader.add_argument("folder", type=Path, help="the published findings")
    reader.add_argument("--out", type=Path, default=KEPT, help="where what was played is kept")
    reader.add_argument("--workers", type=int, default=cores(), help="batches that are played at a time")
    asked, found = reader.parse_args(words), []
    for cell in to_play(asked.folder):
        found.append(kept_size(cell, DEALS, asked.workers, asked.out))
        print(f"{cell.name}: {with_interval(found[-1].meaning, *found[-1].effect)}", file=sys.stderr, flush=True)
    publish(asked.folder / EXPERT, as_table(found))


if __name__ == "__main__":
    run(main)

"""Which moves all-round players misjudge: `python -m knotlab.analysis.champions.misjudged`, after stage 1 of `make`.

Decisions are grouped by the size of the hand, by what the all-round player does, and by one other move. Games with even
numbers say which groups are worth a look; those with odd numbers, how much the other move gains there.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl

from knotlab.analysis.champions.make import folder_of, job_of
from knotlab.analysis.champions.rollouts import read_rollouts
from knotlab.sim import branch, games
from knotlab.sim.games.twisted_knot.cards import NAMES
from knotlab.sim.games.twisted_knot.state import DISCARD, LAY, Move
from knotlab.sim.job import Job
from knotlab.sim.players import scores_of

SIZES = ((1, 4), (5, 10), (11, 200))  # cards in hand
SHOWN, LEAST = 12, 40  # rows of the table, and decisions that each half of one must have
OTHERS = {1: "pick up", 2: "top up", 3: "do not top up"}


def name_of(move: Move) -> str:
    """A move in words; three cards stand for more."""
    if move.kind == LAY:
        return f"lay {('one', 'two', 'three or more')[min(move.count, 3) - 1]} {NAMES[move.rank]}"
    return f"give {NAMES[move.rank]}" if move.kind >= DISCARD else OTHERS[move.kind]


def comparisons(job: Job, folder: Path) -> Iterator[tuple[int, str, str, str, float]]:
    """Of each decision and other move: number of the game, size of the hand, own move, other move, games less lost."""
    rows = read_rollouts(folder)
    groups = rows.group_by(["game", "decision"], maintain_order=True)
    listed = [(int(str(game)), int(str(decision)), moves) for (game, decision), moves in groups]
    numbers, decisions = (np.array([each[k] for each in listed]) for k in range(2))
    views = branch.positions(job, numbers, decisions).views
    game, who = games.find(job.game), job.players[0]
    for view, (number, _, moves) in zip(views, listed, strict=True):
        options = [game.move(*map(int, move)) for move in moves["move"].to_list()]
        own = int(np.argmax(scores_of(who, view, options)))
        hand = int(view.hand_sizes[view.seat])
        size = next((f"{low} to {high}" if high < 200 else f"{low} or more" for low, high in SIZES if hand <= high), "")
        lost = moves["lost"].to_numpy()
        for i, move in enumerate(options):
            if i != own:
                yield number, size, name_of(options[own]), name_of(move), float(lost[own] - lost[i])


def misjudged(players: int) -> pl.DataFrame:
    """The groups in which another move gains most, over all decisions: gains in games in 100 with 95% intervals."""
    columns = ["game", "hand", "all-round", "better", "gain"]
    rows = pl.DataFrame(list(comparisons(job_of(1, players), folder_of(1, players))), columns, orient="row")
    halves = [
        rows.filter(pl.col("game") % 2 == odd)
        .group_by(columns[1:4])
        .agg(pl.len().alias("decisions"), pl.col("gain").mean(), error=pl.col("gain").std() / pl.len().sqrt())
        .filter(pl.col("decisions") >= LEAST)
        for odd in (0, 1)
    ]
    chosen = halves[0].filter(pl.col("gain") > 2.5 * pl.col("error"))
    chosen = chosen.sort(pl.col("gain") * pl.col("decisions"), descending=True).select(columns[1:4]).head(SHOWN)
    joined = chosen.join(halves[1], on=columns[1:4], how="left", maintain_order="left")
    bounds = {"low": pl.col("gain") - 1.96 * pl.col("error"), "high": pl.col("gain") + 1.96 * pl.col("error")}
    return joined.with_columns(**bounds).with_columns(100 * pl.col("gain", "low", "high")).drop("error")


if __name__ == "__main__":
    with pl.Config(tbl_rows=SHOWN, tbl_cols=-1, fmt_str_lengths=40, float_precision=1):
        for n in (2, 3, 4):
            print(f"{n} players", misjudged(n))

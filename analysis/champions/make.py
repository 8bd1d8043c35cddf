"""Makes the champions anew, from seeds: `python -m knotlab.analysis.champions.make GAME`.

A champion has weights of its own for tables of two, three, and four or more players, which are learnt beside each
other, as many as there are cores. Learners are kept in `out/champions` as they go, so that a command which was stopped
goes on where it was; when all are done, their weights are written to where they ship.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from knotlab.analysis.champions import knotweed, twisted_knot
from knotlab.analysis.champions.learner import Learner
from knotlab.analysis.champions.records import Network
from knotlab.sim.errors import InputError
from knotlab.sim.machine import cores
from knotlab.strategies.networks.weights import write_weights

FOLDER = Path("out/champions")
SEED = 20261124
SAVED_EVERY = 500  # lessons
EXAM = 6_000  # games
SUBJECTS = {module.GAME: module.SUBJECT for module in (twisted_knot, knotweed)}
WEIGHTS = {module.GAME: module.WEIGHTS for module in (twisted_knot, knotweed)}


def teach(game: str, table: int, lessons: int, folder: Path) -> Network:
    """Let a player learn at one kind of table, from where its file says it is; its network after so many lessons.

    lessons: 0 for as many as the subject says.
    """
    file = folder / game / f"{table}-players.npz"
    learner = Learner(SUBJECTS[game], table, SEED)
    lessons = lessons or learner.pace.lessons
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.is_file():
        learner.load(file)
    while learner.lessons < lessons:
        for _ in range(min(SAVED_EVERY, lessons - learner.lessons)):
            learner.learn()
        learner.save(file)
        lost = learner.exam(EXAM)
        print(f"{game}, {table} players, lesson {learner.lessons}: loses {lost:.1%}", file=sys.stderr, flush=True)
    return learner.shipped


def make(game: str, lessons: int, folder: Path, weights: Path, workers: int) -> None:
    """Let a game's champion learn at all kinds of tables, and write its weights."""
    tables = sorted(SUBJECTS[game].tables)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        write_networks(list(pool.map(teach, repeat(game), tables, repeat(lessons), repeat(folder))), weights)


def write_networks(networks: Sequence[Network], file: Path) -> None:
    """Write the weights for all kinds of tables as the file that the champion reads: numbers of 16 bits."""
    parts = zip(Network._fields, zip(*networks, strict=True), strict=True)
    write_weights(file, **{name: np.stack(arrays).astype("<f2") for name, arrays in parts})


if __name__ == "__main__":
    reader = argparse.ArgumentParser(prog="knotlab.analysis.champions.make", description="Make a champion anew.")
    reader.add_argument("game", choices=sorted(SUBJECTS))
    reader.add_argument("--lessons", type=int, default=0, help="instead of as many as it takes, for a trial")
    reader.add_argument("--folder", type=Path, default=FOLDER, help="where learners are kept")
    reader.add_argument("--weights", type=Path, help="the file to write, instead of the one that ships")
    reader.add_argument("--workers", type=int, default=cores(), help="tables that are learnt at beside each other")
    asked = reader.parse_args()
    try:
        make(asked.game, asked.lessons, asked.folder, asked.weights or WEIGHTS[asked.game], asked.workers)
    except InputError as refusal:
        reader.error(str(refusal))

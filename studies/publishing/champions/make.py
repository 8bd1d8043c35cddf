"""Lets the champions of Twisted Knot and Knotweed learn, from seeds.

A champion has weights of its own for tables of two, three, and four or more players, which are learnt at the same time,
as many as there are cores. Learners are kept as they go, so that a command which was stopped goes on where it was; when
all are done, their weights are written to where they ship.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from knotlab.strategies.networks.weights import write_weights
from knotlab.studies.publishing.champions import knotweed, twisted_knot
from knotlab.studies.publishing.champions.distil import distil, label, read_labels
from knotlab.studies.publishing.champions.learner import Learner
from knotlab.studies.publishing.champions.records import Network

FOLDER = Path("out/champions")
SEED = 20261124
SAVED_EVERY = 500  # lessons
EXAM = 6_000  # games
VERSIONS = ("v2", "v3")  # the first learns from nothing, the second goes on from what it has learnt
ENVIRONMENTS = {
    (twisted_knot.GAME, "v2"): twisted_knot.ENVIRONMENT,
    (twisted_knot.GAME, "v3"): twisted_knot.LATER,
    (knotweed.GAME, "v2"): knotweed.ENVIRONMENT,
    (knotweed.GAME, "v3"): knotweed.LATER,
}
WEIGHTS = {
    (twisted_knot.GAME, "v2"): twisted_knot.WEIGHTS,
    (twisted_knot.GAME, "v3"): twisted_knot.LATER_WEIGHTS,
    (knotweed.GAME, "v2"): knotweed.WEIGHTS,
    (knotweed.GAME, "v3"): knotweed.LATER_WEIGHTS,
}


def teach(game: str, version: str, table: int, lessons: int, folder: Path) -> Network:
    """Let a player learn at one kind of table, from where its file says it is; its network after so many lessons.

    lessons: 0 for as many as the environment says.
    """
    file = folder / game / version / f"{table}-players.npz"
    environment = ENVIRONMENTS[game, version]
    learner = Learner(environment, table, SEED)
    lessons = lessons or learner.course.lessons
    file.parent.mkdir(parents=True, exist_ok=True)
    if environment.labels.get(table):
        files = [label(environment, table, k, SEED, file.parent / "labels") for k in range(environment.labels[table])]
        distil(learner, read_labels(files), lessons)
        tell(learner)
        return learner.shipped
    if file.is_file():
        learner.load(file)
    while learner.lessons < lessons:
        for _ in range(min(SAVED_EVERY, lessons - learner.lessons)):
            learner.learn()
        learner.save(file)
        tell(learner)
    return learner.shipped


def tell(learner: Learner) -> None:
    """Say how often a learner loses to the first of its opponents."""
    game, lost = learner.environment.game, learner.exam(EXAM).mean()
    print(f"{game}, {learner.table} players, lesson {learner.lessons}: loses {lost:.1%}", file=sys.stderr, flush=True)


def make(game: str, version: str, lessons: int, folder: Path, weights: Path, workers: int) -> None:
    """Let a version of a game's champion learn at all kinds of tables, and write its weights."""
    tables = sorted(ENVIRONMENTS[game, version].tables)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        learnt = pool.map(teach, repeat(game), repeat(version), tables, repeat(lessons), repeat(folder))
        write_networks(list(learnt), weights)


def write_networks(networks: Sequence[Network], file: Path) -> None:
    """Write the weights for all kinds of tables as the file that the champion reads: numbers of 16 bits."""
    parts = zip(Network._fields, zip(*networks, strict=True), strict=True)
    write_weights(file, **{name: np.stack(arrays).astype("<f2") for name, arrays in parts})

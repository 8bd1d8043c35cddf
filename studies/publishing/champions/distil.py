"""A champion that learns from a thinker: from labelled decisions (`labels`), over and over, what to choose.

Each move becomes the likelier the more it gains above the mean of all, weighed by how likely they are; so the mean gain
of the moves chosen grows. Decisions at which all moves are worth the same change nothing.
"""

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from knotlab.sim.compiling.jit import jit, whole
from knotlab.sim.kernels.vectors import sum_rows
from knotlab.sim.storage.result_files import writing
from knotlab.studies.publishing.champions.gradients import add_rows, weigh
from knotlab.studies.publishing.champions.labels import Labels, look_at_games
from knotlab.studies.publishing.champions.learner import PLAYER, Learner
from knotlab.studies.publishing.champions.lesson import BASE, carry_back, soften
from knotlab.studies.publishing.champions.records import Environment

LABELS = 50_000  # in a file
DEALS = 1_000_000  # from the first deal of a file to that of the next
BATCH = 500  # decisions of a step
SCALE = 0.05  # what gains are divided by, as they are weighed against variety
THINKER = "thinker:base=champion,opponents=champion,cut=1"


def label(environment: Environment, table: int, number: int, seed: int, folder: Path) -> Path:
    """The file of labels of a number for one kind of table, made unless it is there."""
    file = folder / f"{table}-players-{number:03}.npz"
    if not file.is_file():
        labels = look_at_games(environment, ["champion"] * table, THINKER, DEALS * number, LABELS, seed)
        file.parent.mkdir(parents=True, exist_ok=True)
        with writing(file) as stream:
            np.savez(stream, **labels._asdict())
        print(f"{file.name}: {LABELS:,} decisions", file=sys.stderr, flush=True)
    return file


class Places(NamedTuple):
    """Where what belongs to a decision begins in labels, each of shape (decisions,)."""

    size: np.ndarray
    entry: np.ndarray
    gain: np.ndarray


def places_of(labels: Labels) -> Places:
    """Where the decisions of labels begin."""
    size, gain = _begins(labels.moves + np.int64(1)), _begins(labels.moves)
    return Places(size, _begins(np.add.reduceat(labels.sizes, size, dtype=np.int64)), gain)


def _begins(lengths: np.ndarray) -> np.ndarray:
    """Where parts of some lengths begin that follow each other."""
    begins: np.ndarray = np.cumsum(lengths, dtype=np.int64) - lengths
    return begins


def read_labels(files: list[Path]) -> Labels:
    """The labels of some files, one after the other."""
    parts = []
    for file in files:
        with np.load(file) as kept:
            parts.append(Labels(**kept))
    labels = Labels(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
    return labels._replace(values=labels.values.astype(np.float32))


@jit
def recall(d, labels, places, weights, room):
    """Remember a decision as the only one, and score its moves by some weights."""
    s, e, n, k = places.size[d], places.entry[d], labels.moves[d], 0
    room.first_entry[0], room.first_move[0], room.n_moves[0], room.seen[0] = 0, 0, n, labels.sizes[s]
    for i in range(n):
        k += labels.sizes[s + i]
        room.entry[i], room.n_entries[i] = k, labels.sizes[s + i + 1]
    for i in range(k + labels.sizes[s + n]):
        room.rows[i], room.values[i] = labels.rows[e + i], labels.values[e + i]
    sum_rows(room.work, BASE, weights.decisions, 0, room.rows, room.values, room.seen[0])
    for i in range(n):
        k = room.entry[i]
        add_rows(room.units, i, room.work, BASE, weights.moves, 0, room.rows[k:], room.values[k:], room.n_entries[i])
        room.share[i] = weigh(room.units, i, weights.last, 0)
    return n


@whole(nogil=True)
def study_labels(which, labels, places, variety, weights, slopes, room):
    """Add up, over some decisions, by which weights should grow."""
    for d in which:
        n, g, mean = recall(d, labels, places, weights, room), places.gain[d], 0.0
        soften(room.share[:n])
        for i in range(n):
            mean += room.share[i] * labels.gains[g + i]
        for i in range(n):
            room.slope[i] = room.share[i] * (labels.gains[g + i] - mean) / SCALE
        carry_back(0, variety, weights, slopes, room)


def distil(learner: Learner, labels: Labels, steps: int) -> None:
    """Let a learner go through some labels again and again, for so many steps."""
    order, course, places = np.zeros(0, np.int64), learner.course, places_of(labels)
    while learner.lessons < steps:
        if len(order) < BATCH:
            order = learner.random.permutation(len(labels.moves))
        which, order = order[:BATCH], order[BATCH:]
        slopes, share = learner.no_slopes(), course.at(learner.lessons)
        study_labels(which, labels, places, course.variety * share, learner.weights, slopes, learner.room)
        learner.lessons += 1
        learner.grow(slopes, course.rate * share, BATCH, slice(PLAYER))

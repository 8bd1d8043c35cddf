"""Lets the champion of Twyst learn, from a seed.

It plays deals with itself in all seats and learns on the way (`twyst_kernel.py`). Among the first deals, cards are
played on by `solid`. After each piece the weights are kept in `out/champions`, so that learning goes on where it was
stopped; at the end they are written where they ship.
"""

import sys
from pathlib import Path

import numpy as np

from knotlab.strategies import twyst
from knotlab.strategies.networks.weights import write_weights
from knotlab.strategies.twyst._judgement import HIDDEN, ROWS
from knotlab.strategies.twyst._network import PARTS
from knotlab.studies.publishing.champions.twyst_kernel import learn

WEIGHTS = Path(twyst.__file__).resolve().with_name("champion.npz")
SEED = 20261124
PIECES, DEALS = 60, 50_000
RATE, LAST_RATE = 0.05, 0.0025
FIRST_WEIGHTS = 0.05  # the spread of the first weights


def first_weights() -> tuple[np.ndarray, np.ndarray]:
    """Small weights by chance, so that the hidden units differ, and the squares that have moved them: none."""
    weights = np.zeros((ROWS, HIDDEN + 1), np.float32)
    weights[:, :HIDDEN] = np.random.default_rng(SEED).normal(0.0, FIRST_WEIGHTS, (ROWS, HIDDEN))
    return weights, np.zeros_like(weights)


def make(folder: Path, file: Path) -> None:
    """Play all pieces that are not in a folder yet, and write the weights."""
    folder.mkdir(parents=True, exist_ok=True)
    weights, squares = first_weights()
    for piece in range(PIECES):
        finished = folder / f"piece-{piece:02}.npz"
        if finished.is_file():
            with np.load(finished) as kept:
                weights, squares = kept["weights"], kept["squares"]
            continue
        rate = RATE + (LAST_RATE - RATE) * piece / PIECES
        gained = learn(SEED + piece, DEALS, weights, squares, rate, piece == 0)
        unfinished = folder / f"unfinished-{piece:02}.npz"
        np.savez(unfinished, weights=weights, squares=squares)
        unfinished.replace(finished)
        print(f"piece {piece}: {gained:.2f} points per decision", file=sys.stderr, flush=True)
    ship(weights, squares, file)


def ship(weights: np.ndarray, squares: np.ndarray, file: Path) -> None:
    """Write the weights as the file that the champion reads: whole numbers in parts of 64; those that never moved are
    0.
    """
    moved = np.where(squares > 0.0, weights, 0.0)
    write_weights(file, weights=np.clip(np.rint(moved * PARTS), -127, 127).astype(np.int8))

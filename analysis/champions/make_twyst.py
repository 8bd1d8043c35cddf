"""Makes the champion of Twyst anew, from a seed: `python -m knotlab.analysis.champions.make_twyst`.

It plays deals with itself in all seats and learns on the way (`twyst_kernel.py`). Among the first deals, cards are
played on by `solid`. After each piece the weights are kept in `out/champions`, so that learning goes on where it was
stopped; at the end they are written where they ship.
"""

import base64
import sys
import zlib
from pathlib import Path

import numpy as np

from knotlab.analysis.champions.twyst_kernel import learn
from knotlab.sim.storage.files import write_whole
from knotlab.strategies import twyst
from knotlab.strategies.twyst._judgement import HIDDEN, ROWS
from knotlab.strategies.twyst._network import PARTS

WEIGHTS = Path(twyst.__file__).resolve().with_name("_champion_weights.py")
FOLDER = Path("out/champions/twyst")
SEED = 20261124
PIECES, DEALS = 60, 50_000
RATE, LAST_RATE = 0.05, 0.0025
FIRST_WEIGHTS = 0.05  # the spread of the first weights
COLUMNS = 118  # of a line of text

HEAD = '''"""The weights of the champion's networks: whole numbers from -127 to 127, in parts of 64. Written by
`knotlab.analysis.champions.make_twyst`.
"""

import base64
import zlib

import numpy as np

SHAPE = {shape}  # rows, and hidden units with the row's own weight
# One byte for each weight, packed by zlib.
PACKED = """
{lines}
"""

WEIGHTS = np.frombuffer(zlib.decompress(base64.b85decode("".join(PACKED.split()))), np.int8).reshape(SHAPE)
'''


def first_weights() -> tuple[np.ndarray, np.ndarray]:
    """Small weights by chance, so that the hidden units differ, and the squares that have moved them: none."""
    weights = np.zeros((ROWS, HIDDEN + 1), np.float32)
    weights[:, :HIDDEN] = np.random.default_rng(SEED).normal(0.0, FIRST_WEIGHTS, (ROWS, HIDDEN))
    return weights, np.zeros_like(weights)


def make() -> None:
    """Play all pieces that are not there yet, and write the weights."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    weights, squares = first_weights()
    for piece in range(PIECES):
        file = FOLDER / f"piece-{piece:02}.npz"
        if file.is_file():
            with np.load(file) as kept:
                weights, squares = kept["weights"], kept["squares"]
            continue
        rate = RATE + (LAST_RATE - RATE) * piece / PIECES
        gained = learn(SEED + piece, DEALS, weights, squares, rate, piece == 0)
        unfinished = file.with_name(f"unfinished-{piece:02}.npz")
        np.savez(unfinished, weights=weights, squares=squares)
        unfinished.replace(file)
        print(f"piece {piece}: {gained:.2f} points per decision", file=sys.stderr, flush=True)
    write_weights(weights, squares)


def write_weights(weights: np.ndarray, squares: np.ndarray) -> None:
    """Write the weights as the module that the champion reads; those that never moved are 0."""
    moved = np.where(squares > 0.0, weights, 0.0)
    whole = np.clip(np.rint(moved * PARTS), -127, 127).astype(np.int8)
    text = base64.b85encode(zlib.compress(whole.tobytes(), 9)).decode()
    lines = "\n".join(text[at : at + COLUMNS] for at in range(0, len(text), COLUMNS))
    write_whole(WEIGHTS, HEAD.format(shape=whole.shape, lines=lines).encode())


if __name__ == "__main__":
    make()

"""The file that a champion's weights ship in."""

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from knotlab.sim.storage.files import write_whole

COLUMNS = 118  # of a line

HEAD = '''"""The weights of the champion's network, for two, three, and four or more players: rows of 32 numbers
of 16 bits in base 64. Written by `knotlab.analysis.champions.make`.
"""

import base64

import numpy as np

TABLES = {tables}  # with weights of their own


def _rows(text: str) -> np.ndarray:
    """Rows of 32 numbers from their text."""
    return np.frombuffer(base64.b64decode(text), "<f2").astype(np.float32).reshape(-1, 32)


'''


class Network(NamedTuple):
    """A network's weights, rows of 32: of the entries that describe decisions and moves, and how the units are weighed
    and above what they count.
    """

    decisions: np.ndarray
    moves: np.ndarray
    last: np.ndarray


def write_weights(networks: Sequence[Network], file: Path) -> None:
    """Write the weights for two, three, and more players as the module that the champion reads."""
    text = HEAD.format(tables=len(networks))
    for name, parts in zip(("DECISIONS", "MOVES", "LAST"), zip(*networks, strict=True), strict=True):
        code = base64.b64encode(np.concatenate(parts).astype("<f2").tobytes()).decode()
        lines = "\n".join(code[i : i + COLUMNS] for i in range(0, len(code), COLUMNS))
        text += f'{name} = _rows(\n    """\n{lines}\n"""\n)\n'
    write_whole(file, text.encode())

"""Weights of a network, in a file next to the strategy that plays by it: arrays by name, as NumPy's `.npz`."""

import io
import zipfile
from pathlib import Path

import numpy as np

from knotlab.sim.storage.result_files import write_whole

WRITTEN = (1980, 1, 1, 0, 0, 0)  # when, says the file, whenever that was
UNIX = 3  # the system, says the file, whatever that was


def read_weights(file: Path) -> dict[str, np.ndarray]:
    """The arrays in a file of weights, by name."""
    with np.load(file, allow_pickle=False) as arrays:
        return dict(arrays)


def write_weights(file: Path, **arrays: np.ndarray) -> None:
    """Write a file of weights: from the same numbers the same bytes, on every machine."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, array in arrays.items():
            member = zipfile.ZipInfo(f"{name}.npy", WRITTEN)
            member.create_system = UNIX
            with archive.open(member, "w") as entry:
                np.lib.format.write_array(entry, np.ascontiguousarray(array), allow_pickle=False)
    write_whole(file, content.getvalue())

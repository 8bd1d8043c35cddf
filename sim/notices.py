"""What the simulator tells while it prepares to play. Light to import, so that a program can listen from its start."""

import sys
from collections.abc import Callable

# Told how many kernels of how many are compiled, from (0, n) to (n, n).
on_compiling: list[Callable[[int, int], None]] = []
workers = 0  # of a cluster, that play for this process at the moment


def compiling(done: int, total: int) -> None:
    """Tell whoever listens how far compiling is."""
    for listener in on_compiling:
        listener(done, total)


def say(text: str) -> None:
    """Say on standard error what does not change the answer."""
    print(f"knotlab: {text}", file=sys.stderr, flush=True)

"""What `knotlab compile` does."""

from collections.abc import Sequence
from pathlib import Path

from knotlab.analysis.shipped import compile_shipped
from knotlab.reports.output import print_json
from knotlab.sim import games as game_list
from knotlab.sim.compiling import jit


def compile_games(names: Sequence[str], files: Sequence[Path], workers: int | None, json: bool) -> None:
    """Compile what some games ship, or all, and say what was done."""
    done = compile_shipped(names, files, workers)
    games, folder = list(dict.fromkeys(names or game_list.names())), jit.folder()
    size = sum(file.stat().st_size for file in folder.glob("*.bin"))
    if json:
        print_json({"games": games, **done._asdict(), "folder": str(folder), "bytes": size})
        return
    now = f"{done.compiled} of them compiled in {done.seconds:.0f} s" if done.compiled else "as they were before"
    print(f"{', '.join(games)}: {done.kernels} kernels are ready, {now}")
    print(f"They are in {folder} ({size / 1e6:.0f} MB), for every later command.")

"""The command that prepares an installation."""

from collections.abc import Sequence
from typing import Annotated

from knotlab.api import reading
from knotlab.api.declare import Argument
from knotlab.api.options import From, Json, Workers

Games = Annotated[
    Sequence[str], Argument("the games to compile", "GAME", default="all", completes="game", repeats=True)
]


def compile(games: Games = (), strategies_from: From = (), workers: Workers = None, json: Json = False) -> None:
    """Compile everything that a game ships, so that later commands start at once. Without this, each command compiles
    what it needs when it first needs it.
    """
    from knotlab.analysis.precompiling import compile_shipped
    from knotlab.reports.output import print_json
    from knotlab.sim import games as game_list
    from knotlab.sim.compiling import jit

    done = compile_shipped(games, reading.files(strategies_from), workers)
    names, folder = list(dict.fromkeys(games or game_list.names())), jit.folder()
    size = sum(file.stat().st_size for file in folder.glob("*.bin"))
    if json:
        print_json({"games": names, **done._asdict(), "folder": str(folder), "bytes": size})
        return
    now = f"{done.compiled} of them compiled in {done.seconds:.0f} s" if done.compiled else "as they were before"
    print(f"{', '.join(names)}: {done.kernels} kernels are ready, {now}")
    print(f"They are in {folder} ({size / 1e6:.0f} MB), for every later command.")

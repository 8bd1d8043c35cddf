"""A process that plays what it is asked for, with the knotlab on its path, of whatever commit: so it names modules by
their places of all times.

It reads a line of JSON for each measurement, and answers with one: seconds of processor time, decisions, and a hash of
the results.
"""

import hashlib
import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np


def find(*places: str) -> Any:
    """The first of some modules that the tree has, which stands first on the path: not one of an installed knotlab."""
    for place in places:
        file = Path(sys.path[0], *place.split(".")).with_suffix(".py")
        if file.exists():
            return importlib.import_module(place)
    raise SystemExit(f"none of {', '.join(places)} is in {sys.path[0]}")


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Play games 0 to n - 1 between some strategies, in one thread."""
    game, n = request["game"], request["games"]
    play = find("knotlab.analysis.runs.play", "knotlab.analysis.play", "analysis.play")
    games = find("knotlab.sim.playing.batches", "knotlab.sim.playing.job", "knotlab.sim.job", "sim.job")
    own = {"strategies_from": request["files"]} if "files" in request else {}
    made = play.make_job(game, request["players"], seed=1, **own)
    games.play_numbers(made, np.arange(1))
    started = time.process_time()
    results = games.play_numbers(made, np.arange(n))
    seconds = time.process_time() - started
    stated = hashlib.sha256(
        b"".join(np.ascontiguousarray(results[name]).tobytes() for name in ("end", "turns", "decisions"))
    )
    return {"seconds": seconds, "decisions": int(results["decisions"].sum()), "games": stated.hexdigest()[:16]}


if __name__ == "__main__":
    for line in sys.stdin:
        try:
            said = answer(json.loads(line))
        except Exception as error:  # a strategy that this commit does not have
            said = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(said), flush=True)

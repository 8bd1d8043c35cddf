"""How fast this machine is: the kernels, the event log, checked bounds, rollouts, players who look ahead or are in
plain Python, and whole commands from their start to their first result, with the memory that they take.
"""

import json as json_text
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from knotlab.analysis.speed import bench as kernels
from knotlab.analysis.speed.bench_users import measure_bounds, measure_plain
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.progress import progress
from knotlab.reports.words.layout import plain_table
from knotlab.sim.errors import RunError
from knotlab.sim.games import names

PLAYERS = ("twisted-knot", *["shed"] * 3)
BYTES = 1024 if sys.platform == "linux" else 1  # to one unit of a process's peak memory


class Start(NamedTuple):
    """A command to be timed. fresh: with an empty cache, so that all is compiled first."""

    what: str
    games: int
    fresh: bool = False


STARTS = (
    Start("first start ever: compiles, then plays 3 games", 3, fresh=True),
    Start("later start: 3 games", 3),
    Start("100,000 games", 100_000),
    Start("10,000,000 games", 10_000_000),
)

BOUNDS = "array bounds checked, as they are in your strategies, one core"
ROLLOUTS, AHEAD = "whole games and games played out from a position, one core", "players who look ahead, one core"


def measure(games: int, files: Sequence[Path], csv: Path | None, json: bool) -> None:
    """Measure and show the speed of this machine."""
    n = len(names())
    parts: tuple[tuple[str, str, int, str, Callable[..., pd.DataFrame]], ...] = (
        ("measurements", "the kernels", 100, "speed on this machine", partial(kernels.measure, games, files=files)),
        ("log", "the event log", n, "the event log, one core", partial(kernels.measure_log, games)),
        ("bounds", "checked bounds", n, BOUNDS, partial(measure_bounds, games)),
        ("rollouts", "rollouts", 2 * n, ROLLOUTS, kernels.measure_rollouts),
        ("looking_ahead", "players who look ahead", n, AHEAD, kernels.measure_looking_ahead),
        ("plain", "players in plain Python", n, "players in plain Python, one core", measure_plain),
        ("commands", "whole commands", len(STARTS), "whole commands", measure_commands),
    )
    found = {}
    for key, what, total, title, work in parts:
        with progress(f"measuring {what}", total) as advance:
            found[key] = work(on_progress=advance)
        if csv:
            write_csv(found[key], csv.with_stem("-".join([csv.stem, *key.split("_")])) if key != parts[0][0] else csv)
        if not json:
            console().print(plain_table(title, found[key]))
    if json:
        print_json({key: frame.to_dict("records") for key, frame in found.items()})


def measure_commands(on_progress: Callable[[int], None]) -> pd.DataFrame:
    """A row for each of `STARTS`."""
    rows = []
    for start in STARTS:
        rows.append(timed(start))
        on_progress(1)
    return pd.DataFrame(rows)


# A process inherits the peak memory of the one that starts it, which here has all libraries loaded: so a small one
# starts and measures it.
LAUNCHER = """
import json, os, subprocess, sys, time
begun = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
if hasattr(os, "wait4"):
    _, status, used = os.wait4(process.pid, 0)
    process.returncode, peak = os.waitstatus_to_exitcode(status), used.ru_maxrss
else:  # Windows does not say
    process.wait()
    peak = 0
print(json.dumps([process.returncode, time.perf_counter() - begun, peak]))
"""


def timed(start: Start) -> dict[str, str | float]:
    """A command's time from its start to its end, and its peak memory; raises RunError if it fails."""
    words = [sys.executable, "-P", "-m", "knotlab.reports.cli", "play", *PLAYERS, "--games", f"{start.games}", "--json"]
    with tempfile.TemporaryDirectory() as empty:
        chosen = {"KNOTLAB_CACHE_DIR": empty} if start.fresh else {}
        measured = subprocess.run(
            [sys.executable, "-P", "-c", LAUNCHER, *words], env=os.environ | chosen, capture_output=True, text=True
        )
    status, seconds, peak = json_text.loads(measured.stdout)
    if status != 0:
        raise RunError(f"{start.what}: the command failed ({measured.stderr.strip() or status})")
    return {"command": start.what, "seconds": seconds, "peak memory, MB": peak * BYTES / 1e6}

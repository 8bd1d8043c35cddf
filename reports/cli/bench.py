"""How fast this machine is: the kernels, the event log, rollouts, players who look ahead, and whole commands from their
start to their first result, with the memory that they take.
"""

import json as json_text
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from knotlab.analysis.runs import bench as kernels
from knotlab.analysis.runs import bench_rollouts as rollouts
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


def measure(games: int, files: Sequence[Path], csv: Path | None, json: bool) -> None:
    """Measure and show the speed of this machine."""
    with progress("measuring the kernels", 100) as advance:
        speed = kernels.measure(games, advance, files)
    if csv:
        write_csv(speed, csv)
    if not json:
        console().print(plain_table("speed on this machine", speed))
    with progress("measuring the event log", len(names())) as advance:
        log = kernels.measure_log(games, advance)
    if csv:
        write_csv(log, csv.with_stem(f"{csv.stem}-log"))
    if not json:
        console().print(plain_table("the event log, one core", log))
    with progress("measuring rollouts", 2 * len(names())) as advance:
        played_on = rollouts.measure_rollouts(advance)
    with progress("measuring players who look ahead", len(names())) as advance:
        ahead = rollouts.measure_looking_ahead(on_progress=advance)
    if csv:
        write_csv(played_on, csv.with_stem(f"{csv.stem}-rollouts"))
        write_csv(ahead, csv.with_stem(f"{csv.stem}-looking-ahead"))
    if not json:
        console().print(plain_table("whole games and games played out from a position, one core", played_on))
        console().print(plain_table("players who look ahead, one core", ahead))
    with progress("measuring whole commands", len(STARTS)) as advance:
        rows = []
        for start in STARTS:
            rows.append(timed(start))
            advance(1)
    whole_commands = pd.DataFrame(rows)
    if csv:
        write_csv(whole_commands, csv.with_stem(f"{csv.stem}-commands"))
    if json:
        frames = {"measurements": speed, "log": log, "rollouts": played_on, "looking_ahead": ahead}
        print_json({name: frame.to_dict("records") for name, frame in frames.items()} | {"commands": rows})
    else:
        console().print(plain_table("whole commands", whole_commands))


# A process inherits the peak memory of the one that starts it, which here has all libraries loaded: so a small one
# starts and measures it.
LAUNCHER = """
import json, os, subprocess, sys, time
begun = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, used = os.wait4(process.pid, 0)
process.returncode = os.waitstatus_to_exitcode(status)
print(json.dumps([process.returncode, time.perf_counter() - begun, used.ru_maxrss]))
"""


def timed(start: Start) -> dict[str, str | float]:
    """A command's time from its start to its end, and its peak memory; raises RunError if it fails."""
    words = [
        sys.executable,
        "-P",
        "-m",
        "knotlab.reports.cli.app",
        "play",
        *PLAYERS,
        "--games",
        str(start.games),
        "--json",
    ]
    with tempfile.TemporaryDirectory() as empty:
        chosen = {"KNOTLAB_CACHE_DIR": empty} if start.fresh else {}
        measured = subprocess.run(
            [sys.executable, "-P", "-c", LAUNCHER, *words], env=os.environ | chosen, capture_output=True, text=True
        )
    status, seconds, peak = json_text.loads(measured.stdout)
    if status != 0:
        raise RunError(f"{start.what}: the command failed ({measured.stderr.strip() or status})")
    return {"command": start.what, "seconds": seconds, "peak memory, MB": peak * BYTES / 1e6}

"""How fast this machine is: the kernels, and whole commands from their start to their first result, with the memory that they take."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from analysis.bench import measure
from reports.output import console, print_json, whole, write_csv
from reports.progress import progress
from reports.words import tables
from sim.errors import RunError

PLAYERS = ("twisted-knot", *["shed:tremble=0.02"] * 3)
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


def bench(games: str, files: Sequence[Path], csv: Path | None, json: bool) -> None:
    """Measure and show the speed of this machine."""
    count = whole(games, "--games", 1)
    with progress("measuring the kernels", 100) as advance:
        speed = measure(count, advance, files)
    with progress("measuring whole commands", len(STARTS)) as advance:
        rows = []
        for start in STARTS:
            rows.append(timed(start))
            advance(1)
    whole_commands = pd.DataFrame(rows)
    if csv:
        write_csv(speed, csv)
        write_csv(whole_commands, csv.with_stem(f"{csv.stem}-commands"))
    if json:
        print_json({"measurements": speed.to_dict("records"), "commands": rows})
        return
    console().print(tables.plain_table("speed on this machine", speed))
    console().print(tables.plain_table("whole commands", whole_commands))


def timed(start: Start) -> dict[str, str | float]:
    """A command's time from its start to its end, and its peak memory; raises RunError if it fails."""
    words = [sys.executable, "-P", "-m", "reports.app", "play", *PLAYERS, "--games", str(start.games), "--json"]
    with tempfile.TemporaryDirectory() as empty:
        chosen = {"KNOTLAB_CACHE_DIR": empty} if start.fresh else {}
        begun = time.perf_counter()
        with subprocess.Popen(words, env=os.environ | chosen, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            assert process.stderr is not None
            said = process.stderr.read().decode(errors="replace").strip()
            _, status, used = os.wait4(process.pid, 0)
            seconds, process.returncode = time.perf_counter() - begun, os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RunError(f"{start.what}: the command failed ({said or process.returncode})")
    return {"command": start.what, "seconds": seconds, "peak memory, MB": used.ru_maxrss * BYTES / 1e6}

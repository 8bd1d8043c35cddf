"""What a run was made of and with: what must be the same for it to be the same, and what is good to know."""

import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from knotlab.analysis.runs.code import rules_hash
from knotlab.sim.machine import cores
from knotlab.sim.playing.job import STREAM_VERSION, Job
from knotlab.sim.playing.run import PART_DEALS
from knotlab.sim.settings import json_value
from knotlab.strategies.resolve import strategy_hashes

LIBRARIES = ("numpy", "numba", "llvmlite", "polars", "pandas", "scipy", "joblib", "cmaes")


def identity(job: Job) -> dict[str, Any]:
    """All on which the games of a run depend."""
    return {
        "command": "play",
        "game": job.game,
        "rules": {name: json_value(value) for name, value in job.rules.items()},
        "strategies": [player.name for player in job.players],
        "strategy_sources": strategy_hashes(job.players),
        "rules_sources": rules_hash(job.game),
        "seed": job.seed,
        "purpose": job.purpose,
        "fixed_seats": job.fixed_seats,
        "match": None if job.match is None else asdict(job.match),
        "stream_version": STREAM_VERSION,
        "part_deals": PART_DEALS,
    }


def provenance(job: Job, strategies_from: Sequence[Path | str] = ()) -> dict[str, Any]:
    """Versions, machine and command line."""
    return {
        "argv": sys.argv[1:],
        "strategies_from": [str(Path(file).resolve()) for file in strategies_from],
        "versions": versions(),
        "machine": {"system": platform.system(), "processor": platform.machine(), "cores": cores()},
    }


def versions() -> dict[str, str]:
    """The versions of this package, of Python and of the libraries that it computes with."""
    own = {"knotlab": package_version(), "python": platform.python_version()}
    return own | {name: version(name) for name in LIBRARIES}


def package_version() -> str:
    """The installed version of this package."""
    try:
        return version("knotlab")
    except PackageNotFoundError:
        return "not installed"

"""What a run was made of and with: what must be the same for it to be the same, and what is good to know."""

import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from knotlab.sim.fanout import cores
from knotlab.sim.job import STREAM_VERSION, Job
from knotlab.sim.run import PART_DEALS
from knotlab.sim.settings import json_value
from knotlab.sim.sources import source_hash
from knotlab.strategies.resolve import strategy_hashes

PLAYING = ("engine", "turns", "choice", "chance", "lowlevel", "match")  # modules of `sim` that all games are played by
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


def rules_hash(game: str) -> str:
    """A hash of the sources that decide how a game goes: its rules, the engine and the streams."""
    root = Path(sys.modules["knotlab.sim.run"].__file__ or "").parent
    return source_hash(
        [*sorted((root / "games" / game.replace("-", "_")).glob("*.py")), *(root / f"{name}.py" for name in PLAYING)]
    )[:16]


def provenance(job: Job, strategies_from: Sequence[Path | str] = ()) -> dict[str, Any]:
    """Versions, machine and command line."""
    return {
        "argv": sys.argv[1:],
        "strategies_from": [str(Path(file).resolve()) for file in strategies_from],
        "versions": {"knotlab": package_version(), "python": platform.python_version()}
        | {name: version(name) for name in LIBRARIES},
        "machine": {"system": platform.system(), "processor": platform.machine(), "cores": cores()},
    }


def package_version() -> str:
    """The installed version of this package."""
    try:
        return version("knotlab")
    except PackageNotFoundError:
        return "not installed"

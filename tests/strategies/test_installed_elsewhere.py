"""A strategy has the same hash wherever knotlab is installed, so runs and claims have the same names everywhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.packages import ROOT, lay_out

pytestmark = [pytest.mark.more, pytest.mark.tried]

OWN = """import numpy as np

import zebra
from knotlab import param, strategy
from knotlab.sim.games.twisted_knot.cards import ACE
from knotlab.strategies.twisted_knot.shed import shed


@strategy("twisted-knot", keep=param(3, 0, 8))
def own(view, move, keep):
    return shed(view, move) + zebra.stripes(move.rank) + (keep if move.rank == ACE else 0)
"""
ASK = """
import json, sys
import knotlab
from knotlab.strategies.resolve import players, strategy_hashes

named = players("twisted-knot", ["own", "shed", "hoard-aces", "all-round"], sys.argv[1:])
twyst = players("twyst", ["threshold+solid", "random"])
print(knotlab.__file__)
print(json.dumps([strategy_hashes([*named, *twyst]), [player.functions.fingerprint for player in (*named, *twyst)]]))
"""


def answer(packages: Path, file: Path) -> tuple[Path, str]:
    """Where knotlab was imported from, and the hashes that it tells."""
    done = subprocess.run(
        [sys.executable, "-c", ASK, str(file)],
        env=os.environ | {"PYTHONPATH": str(packages)},
        cwd=file.parent,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    place, hashes = done.stdout.splitlines()
    return Path(place), hashes


def test_a_strategy_has_the_same_hash_wherever_knotlab_and_its_file_are(tmp_path: Path) -> None:
    """site-packages: as from a wheel; target: beside another package's, as from pip install --target."""
    for folder in ("site-packages", "target"):
        lay_out(tmp_path / folder)
        (tmp_path / folder / "knotlab-0.1.0.dist-info").mkdir()
    hashes = set()
    for home, packages in (
        ("zzz", ROOT / "src"),
        ("000", ROOT / "src"),
        ("zzz", tmp_path / "site-packages"),
        ("000", tmp_path / "target"),
    ):
        (tmp_path / home).mkdir(exist_ok=True)
        (tmp_path / home / "zebra.py").write_text("def stripes(rank):\n    return 1.0 * rank\n")
        (tmp_path / home / "own.py").write_text(OWN)
        place, stated = answer(packages, tmp_path / home / "own.py")
        assert place.is_relative_to(packages)
        hashes.add(stated)
    assert len(hashes) == 1

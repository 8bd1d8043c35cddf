"""Sixty faults (`mutants.toml`), each planted alone in a copy of the project, which the tests of its room must find.

One that no test finds is named at the end, with status 1; so is one whose line no longer stands there as it did.

Command: python -m tests.mutants [--room NAME] [NUMBER ..] (make mutants: about two hours on two cores)
"""

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.fourth_game.project import with_files

FAULTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["fault"]
LIMIT = 1200  # seconds for the tests of a fault
PYTEST = ("-m", "pytest", "-x", "-q", "-n", "2", "-p", "no:cacheprovider", "-m", "long or not long")


def outcome(root: Path, fault: Mapping[str, Any]) -> str:
    """What the tests of its room say to a fault in a copy of the project."""
    file = root / fault["file"]
    text = file.read_text("utf-8")
    if text.count(fault["line"]) != 1:
        return "NOT THERE"
    file.write_text(text.replace(fault["line"], fault["fault"]), "utf-8")
    environment = os.environ | {"PYTHONPATH": str(root / "src")}
    try:
        words = (sys.executable, *PYTEST, *fault["tests"])
        done = subprocess.run(words, cwd=root, env=environment, capture_output=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return "found, as its tests do not end"
    finally:
        file.write_text(text, "utf-8")
    if done.returncode == 0:
        return "NOT FOUND"
    return "found" if b" failed" in done.stdout.splitlines()[-1] else "NOT TRIED, as its tests cannot run"


def main() -> None:
    """Plant some faults, or all of them, one after another."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--room", choices=sorted({fault["room"] for fault in FAULTS}))
    reader.add_argument("numbers", nargs="*", type=int, metavar="NUMBER")  # choices would refuse that there is none
    asked = reader.parse_args()
    every = range(1, len(FAULTS) + 1)
    if unknown := set(asked.numbers).difference(every):
        reader.error(f"faults are numbered from 1 to {len(FAULTS)}; there is no {min(unknown)}")
    chosen = [n for n in asked.numbers or every if asked.room in (None, FAULTS[n - 1]["room"])]
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        root = with_files(Path(folder) / "project", {}).root
        for number in chosen:
            fault = FAULTS[number - 1]
            said = outcome(root, fault)
            missed += [number] if said.startswith("NOT") else []
            print(f"{number:2} {fault['room']}, {fault['file']}: {said}", flush=True)
    if missed:
        sys.exit(f"not found: {', '.join(map(str, missed))}")


if __name__ == "__main__":
    main()

"""Runs read back from their folders: what came of them, and what they were played with."""

import contextlib
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from knotlab.analysis.runs.parts import pieces_wanted
from knotlab.analysis.runs.play import new_tally
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.provenance import identity
from knotlab.sim import games
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Player
from knotlab.sim.protocol import Match
from knotlab.sim.settings import json_value, make_rules, spelt
from knotlab.sim.storage.manifest import MANIFEST
from knotlab.sim.storage.store import RunFolder
from knotlab.strategies.resolve import players


def load(folder: Path | str) -> PlayResult:
    """A kept run's result, from the pieces that are there, without playing; raises InputError if the folder is damaged
    or holds no games yet.
    """
    kept = RunFolder(Path(folder))
    with _undamaged(kept):
        return _load(kept)


@contextlib.contextmanager
def _undamaged(kept: RunFolder) -> Iterator[None]:
    """Say in one sentence that a folder is damaged, whatever its content makes go wrong."""
    try:
        yield
    except (InputError, RunError):
        raise
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, pl.exceptions.PolarsError):
        raise InputError(
            f"{kept.path / MANIFEST} is damaged, or was written by another command; remove the folder, or give "
            f"another one"
        ) from None


def _load(kept: RunFolder) -> PlayResult:
    manifest = kept.manifest()
    settings = manifest["identity"]
    names, match = tuple(settings["strategies"]), match_of(settings)
    tally = new_tally(settings["game"], names, 1 if settings["fixed_seats"] else len(names), match)
    heights: dict[int, int] = {}
    for number in kept.numbers():
        frame = kept.read_part(number, 0)
        assert frame is not None
        tally.add(frame)
        heights[number] = frame.height
    if tally.games == 0:
        raise InputError(f"{kept.path} has no games yet; run the command in its manifest again")
    seconds = float(manifest["times"].get("seconds", "nan"))
    return PlayResult(
        settings["game"],
        names,
        settings["rules"],
        settings["seed"],
        settings["fixed_seats"],
        tally,
        seconds,
        folder=kept.path,
        match=match,
        planned=max(manifest["games"], tally.games),
        missing=tuple(k for k, rows in pieces_wanted(manifest).items() if heights.get(k, 0) < rows),
    )


def match_of(settings: Mapping[str, Any]) -> Match | None:
    """The match that a run folder's manifest tells of, if any."""
    return Match(**settings["match"]) if settings.get("match") else None


def load_job(folder: Path | str, strategies_from: Sequence[Path | str] = ()) -> Job:
    """What a run folder's games were played with, if wanted by strategies from other files than then; raises InputError
    if rules or strategies have been edited since."""
    kept = RunFolder(Path(folder))
    with _undamaged(kept):
        job = _load_job(kept, strategies_from)
    changed = [key for key, value in identity(job).items() if kept.manifest()["identity"].get(key) != value]
    if changed:
        raise InputError(f"the games of {folder} cannot be played again: {' and '.join(changed)} have changed since")
    return job


def _load_job(kept: RunFolder, strategies_from: Sequence[Path | str]) -> Job:
    manifest = kept.manifest()
    settings = manifest["identity"]
    named = _named_players(manifest, strategies_from)
    changes = [f"{name}={spelt(value)}" for name, value in settings["rules"].items() if name != "players"]
    try:
        rules = make_rules(games.find(settings["game"]), len(named), changes)
    except InputError as error:
        raise ValueError from error
    lacking = {setting.name: setting.default for setting in games.find(settings["game"]).readings}
    changed = {name: json_value(value) for name, value in rules.items()} != lacking | settings["rules"]
    if changed or not 0 <= settings["seed"] < 2**64:
        raise ValueError
    return Job(
        settings["game"], rules, named, settings["seed"], fixed_seats=settings["fixed_seats"], match=match_of(settings)
    )


def _named_players(manifest: dict[str, Any], strategies_from: Sequence[Path | str]) -> tuple[Player, ...]:
    """A run's players, by strategies that ship or come from files that the user names: a folder may be a stranger's, so
    what it names itself is not run.
    """
    try:
        return players(manifest["identity"]["game"], manifest["identity"]["strategies"], strategies_from)
    except InputError as error:
        files = manifest["provenance"]["strategies_from"]
        if strategies_from or not files:
            raise
        options = " ".join(f"--strategies-from {shlex.quote(file)}" for file in files)
        raise InputError(
            f"{error}; the games were played with strategies from files, which are run only if you name them, as they "
            f"may do anything: {options}"
        ) from None

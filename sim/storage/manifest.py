"""The manifest of a run folder: what a run is, how far it goes, with what it was begun and continued, and when."""

import contextlib
import os
import re
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.machine import other_versions, versions
from knotlab.sim.storage.pieces import MOST_OF_A_RUN, Pieces
from knotlab.sim.storage.result_files import from_plain, load, unsealed

FORMAT = 3
MANIFEST = "manifest.json"
BESIDE = re.compile(r"(\.\./)?[A-Za-z0-9][\w.-]*")  # a file or folder in this one, or in the one above


# --- what a manifest must hold, besides what else a command puts into it ---


@dataclass(frozen=True)
class Identity:
    """What must be the same for a run to be the same."""

    game: str
    rules: dict[str, Any]
    strategies: list[str]
    seed: int
    fixed_seats: bool
    command: str = ""

    def __post_init__(self) -> None:
        if not self.strategies or not 0 <= self.seed < 2**64:
            raise ValueError("there is no such run")


@dataclass(frozen=True)
class Provenance:
    """What a run was begun with; mixed: the other versions with which it was continued. What is not known is left out,
    not null.
    """

    strategies_from: list[str]
    argv: list[str] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    mixed: list[dict[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Times:
    """When a run was begun, and how long it took."""

    started: str
    seconds: float | None = None


@dataclass(frozen=True)
class Manifest:
    """What a run is.

    games: that it is to have. pieces: that it is to have, if that was known beforehand. log: whether they have an event
    log. needs: what else there must be once the run is complete, by path from its folder.
    """

    games: int
    identity: Identity
    provenance: Provenance
    times: Times
    pieces: Pieces | None = None
    log: bool = False
    needs: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not 0 <= self.games < MOST_OF_A_RUN or not all(map(BESIDE.fullmatch, self.needs)):
            raise ValueError("there is no such run")


# --- read and compared ---


def read_manifest(folder: Path) -> dict[str, Any]:
    """What the run in a folder is, by the names in `Manifest`; raises InputError if this is not a run folder, or its
    manifest is damaged.
    """
    file = folder / MANIFEST
    if not os.path.lexists(file):
        what = f"it has no {MANIFEST}" if folder.exists() else "it does not exist"
        raise InputError(f"{folder} is not a run folder: {what}")
    damaged = InputError(f"{file} is damaged or was edited; remove the folder, or choose another one with --out")
    try:
        content = load(file)
    except ValueError:
        raise damaged from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{file} was not written by this version of knotlab; choose another folder with --out")
    try:
        manifest: dict[str, Any] = unsealed(content)
        from_plain(Manifest, manifest)
    except ValueError:
        raise damaged from None
    _check_tremble(folder, manifest["identity"])
    return manifest


def _check_tremble(folder: Path, identity: dict[str, Any]) -> None:
    """Raise InputError if a run was begun when a player whose spelling sets no tremble had none, and now has."""
    tremble = games.find(identity["game"]).tremble if identity["game"] in games.names() else 0.0
    if tremble and "tremble" not in identity:
        raise InputError(
            f"{folder} was begun by an earlier version, in which a strategy that sets no tremble had none; it "
            f"now has {100 * tremble:g}%: choose another folder with --out, and write NAME:tremble=0 to play the "
            f"same games there"
        )


def check_same(folder: Path, there: dict[str, Any], identity: dict[str, Any], n_games: int) -> None:
    """Raise InputError if the folder's manifest is of another run, or of a longer one."""
    keys = dict.fromkeys([*identity, *there["identity"]])
    different = [key for key in keys if there["identity"].get(key) != identity.get(key)]
    if different:
        raise InputError(
            f"{folder} holds a different run: its {' and '.join(different)} differ from this command's; choose "
            f"another folder with --out"
        )
    if there["games"] > n_games:
        raise InputError(
            f"{folder} already holds {there['games']:,} games; ask for at least that many, or print them with "
            f"knotlab show"
        )


# --- with which versions ---

_mixing: ContextVar[bool] = ContextVar("mixing", default=False)


def is_mixing() -> bool:
    """Whether runs that other versions began are continued."""
    return _mixing.get()


@contextlib.contextmanager
def mixing_versions(is_allowed: bool) -> Iterator[None]:
    """Whether runs that other versions began are continued within the block; their manifests note it."""
    token = _mixing.set(is_allowed)
    try:
        yield
    finally:
        _mixing.reset(token)


@cache
def versions_here() -> dict[str, str]:
    """The versions with which this process plays."""
    return versions()


def others(provenance: dict[str, Any], made_with: dict[str, str]) -> str:
    """Which versions are neither those with which the run was begun nor noted as others, in words."""
    is_noted = any(not other_versions(noted, made_with) for noted in provenance.get("mixed", ()))
    return "" if is_noted else other_versions(provenance.get("versions", made_with), made_with)


def check_made_with(
    provenance: dict[str, Any], what: Path, made_with: dict[str, str], who: str, way_out: str = ""
) -> None:
    """Raise InputError if some versions are other than those that the manifest has."""
    if other := others(provenance, made_with):
        raise InputError(
            f"{what}: the run was begun with different versions than {who}: {other}; all pieces of a run are "
            f"played with the same ones{way_out}"
        )

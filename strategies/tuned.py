"""Settings of a strategy in a TOML file, as tuning writes them: `NAME@FILE` in the spelling of a player."""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from knotlab.sim.errors import InputError
from knotlab.sim.settings import unknown

SHIPPED = Path(__file__).parent


def find(game: str, file: str) -> Path:
    """A settings file by its path, or by its name among those that come with the game (with or without `.toml`)."""
    folder = SHIPPED / game.replace("-", "_") / "tuned"
    places = [Path(file), folder / file, folder / f"{file}.toml"]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        shipped = ", ".join(sorted(place.stem for place in folder.glob("*.toml"))) or "none"
        raise InputError(f"there is no settings file {file}; those that come with {game}: {shipped}")
    return found


def parameters(game: str, file: str) -> dict[str, dict[str, Any]]:
    """The parameters in a settings file by strategy; raises InputError if it cannot be read or is another game's."""
    path = find(game, file)
    try:
        told = _parsed(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"the settings file {path} cannot be read: {error}") from None
    if told.get("game") != game:
        raise InputError(f"the settings file {path} is for {told.get('game', 'no game')}, not for {game}")
    found = told.get("parameters")
    if not isinstance(found, dict) or not all(isinstance(one, dict) for one in found.values()):
        raise InputError(f"the settings file {path} has no table [parameters.NAME] for a strategy")
    return found


@lru_cache(maxsize=64)
def _parsed(text: str) -> dict[str, Any]:
    """A settings file's content; every player of a claim's every table is spelt with one."""
    return tomllib.loads(text)


def settings_of(game: str, name: str, file: str) -> dict[str, Any]:
    """One strategy's parameters in a settings file; raises InputError if the file has none for it."""
    known = parameters(game, file)
    if name not in known:
        raise unknown(f"strategy in the settings file {file}", name, known)
    return known[name]

"""Settings of a strategy in a TOML file, as tuning writes them: `NAME@FILE` in the spelling of a player."""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from knotlab.sim.errors import InputError
from knotlab.sim.settings import unknown
from knotlab.sim.storage.result_files import parsed_toml, read_text, shown

SHIPPED = Path(__file__).parent


class Step(NamedTuple):
    """How a settings file of a whole player is found: for how many players, from which settings, among whom (a named
    field, or a player who has all other chairs).
    """

    players: int
    start: str
    among: str


class Dials(NamedTuple):
    """How a tip's parameters are found: at how many players, which of them, among whom (a named field, or a player who
    has all other chairs).
    """

    players: int
    names: tuple[str, ...]
    among: str = "simple-1"


class Tunings(NamedTuple):
    """How the settings files that come with a game are found, by name: those of whole players, and those of tips, in
    each of which a player has one set of parameters. as_is: by strategy, the version that it is without any settings.
    """

    whole: Mapping[str, Step]
    tips: Mapping[str, Mapping[str, Dials]]
    as_is: Mapping[str, str]


def tunings(game: str) -> Tunings:
    """The tunings of a game: `WHOLE`, `TIPS` and, if some strategy has such a version, `AS_IS` of the module `_tuning`
    next to its strategies, if there is one.
    """
    folder = SHIPPED / game.replace("-", "_")
    if not (folder / "_tuning.py").is_file():
        return Tunings({}, {}, {})
    module = import_module(f"knotlab.strategies.{folder.name}._tuning")
    return Tunings(module.WHOLE, module.TIPS, getattr(module, "AS_IS", {}))


def folder_of(game: str) -> Path:
    """Where the settings that come with a game are."""
    return SHIPPED / game.replace("-", "_") / "tuned"


def find(game: str, file: str) -> Path:
    """A settings file by its path, or by its name among those that come with the game (with or without `.toml`)."""
    folder = folder_of(game)
    places = [Path(file), folder / file, folder / f"{file}.toml"]
    existing = next((place for place in places if place.is_file()), None)
    if existing is None:
        shipped = ", ".join(sorted(place.stem for place in folder.glob("*.toml"))) or "none"
        raise InputError(f"there is no settings file {file}; those that come with {game}: {shipped}")
    return existing


def parameters(game: str, file: str) -> dict[str, dict[str, Any]]:
    """The parameters in a settings file by strategy; raises InputError if it cannot be read or is another game's."""
    path = find(game, file)
    try:
        content = _content(read_text(path, is_linked=True))
    except ValueError as error:
        raise InputError(f"the settings file {path} cannot be read: {shown(error)}") from None
    if content.get("game") != game:
        raise InputError(f"the settings file {path} is for {shown(content.get('game', 'no game'))}, not for {game}")
    by_strategy = content.get("parameters")
    if not isinstance(by_strategy, dict) or not all(isinstance(values, dict) for values in by_strategy.values()):
        raise InputError(f"the settings file {path} has no table [parameters.NAME] for a strategy")
    return by_strategy


@lru_cache(maxsize=64)
def _content(text: str) -> dict[str, Any]:
    """A settings file's content; every player of a claim's every table is spelled with one."""
    return parsed_toml(text)


def settings_of(game: str, name: str, file: str) -> dict[str, Any]:
    """One strategy's parameters in a settings file, none of a version that it is anyway; raises InputError if the file
    has none for it.
    """
    if tunings(game).as_is.get(name) == file:
        return {}
    by_strategy = parameters(game, file)
    if name not in by_strategy:
        raise unknown("strategy", name, by_strategy, f"in the settings file {file}")
    return by_strategy[name]


def versions(game: str) -> dict[str, list[str]]:
    """The settings that come with a game, by strategy: for each the names that may follow its `@`."""
    by_strategy: dict[str, list[str]] = {}
    for file in sorted(folder_of(game).glob("*.toml"), key=lambda file: file.stem):
        for name in parameters(game, file.stem):
            by_strategy.setdefault(name, []).append(file.stem)
    for name, version in tunings(game).as_is.items():
        by_strategy.setdefault(name, []).append(version)
    return by_strategy

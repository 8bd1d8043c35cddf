"""Settings of a strategy in a TOML file: `NAME@FILE` in the spelling of a player. Tuning writes such files; a game may
read other ones too, such as a bidding card.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from knotlab.sim.errors import InputError
from knotlab.sim.settings import unknown
from knotlab.sim.storage.result_files import parsed_toml, read_text, shown
from knotlab.strategies import home


class Step(NamedTuple):
    """How a settings file of a whole player is found: for how many players, from which settings, among whom (a named
    field, or a player who has all other chairs), by which metric (the game's usual one unless named).
    """

    players: int
    start: str
    among: str
    metric: str | None = None


class Dials(NamedTuple):
    """How a tip's parameters are found: at how many players, which of them, among whom (a named field, or a player who
    has all other chairs).
    """

    players: int
    names: tuple[str, ...]
    among: str = "simple-1"


Reader = Callable[[Mapping[str, Any]], dict[str, dict[str, Any]] | None]


def nothing(content: Mapping[str, Any]) -> None:
    """Read no file of another kind."""


class Tunings(NamedTuple):
    """How the settings files that come with a game are found, by name: those of whole players, and those of tips, in
    each of which a player has one set of parameters. strategies: by NAME@VERSION, the strategy that it is. read: the
    parameters by strategy from the content of a file of another kind, None if it is of none.
    """

    whole: Mapping[str, Step]
    tips: Mapping[str, Mapping[str, Dials]]
    strategies: Mapping[str, str]
    read: Reader


def tunings(game: str) -> Tunings:
    """The tunings of a game: `WHOLE`, `TIPS` and, if there are any, `VERSIONS` and `read` of the module `_tuning` next
    to its strategies, if there is one.
    """
    if not (home.folder_of(game) / "_tuning.py").is_file():
        return Tunings({}, {}, {}, nothing)
    module = home.module_of(game, "_tuning")
    return Tunings(module.WHOLE, module.TIPS, getattr(module, "VERSIONS", {}), getattr(module, "read", nothing))


def folder_of(game: str) -> Path:
    """Where the settings are that tuning has found for a game."""
    return home.folder_of(game) / "tuned"


def _folders(game: str) -> tuple[Path, Path]:
    """Where the settings files that come with a game are: those that tuning wrote, and the bidding cards."""
    return folder_of(game), folder_of(game).with_name("cards")


def shipped_files(game: str) -> list[Path]:
    """All settings files that come with a game."""
    return sorted((file for folder in _folders(game) for file in folder.glob("*.toml")), key=lambda file: file.stem)


def find(game: str, file: str) -> Path:
    """A settings file by its path, or by its name among those that come with the game (with or without `.toml`)."""
    places = [Path(file), *(folder / name for folder in _folders(game) for name in (file, f"{file}.toml"))]
    existing = next((place for place in places if place.is_file()), None)
    if existing is None:
        shipped = ", ".join(path.stem for path in shipped_files(game)) or "none"
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
    by_strategy = content.get("parameters") or tunings(game).read(content)
    if not isinstance(by_strategy, dict) or not all(isinstance(values, dict) for values in by_strategy.values()):
        raise InputError(f"the settings file {path} has no table [parameters.NAME] for a strategy")
    return by_strategy


@lru_cache(maxsize=64)
def _content(text: str) -> dict[str, Any]:
    """A settings file's content; every player of a claim's every table is spelled with one."""
    return parsed_toml(text)


def settings_of(game: str, name: str, file: str) -> dict[str, Any]:
    """One strategy's parameters in a settings file, none of a version that is a strategy of its own; raises InputError
    if the file has none for it.
    """
    if f"{name}@{file}" in tunings(game).strategies:
        return {}
    by_strategy = parameters(game, file)
    if name not in by_strategy:
        raise unknown("strategy", name, by_strategy, f"in the settings file {file}")
    return by_strategy[name]


def versions(game: str) -> dict[str, list[str]]:
    """The settings that come with a game, by strategy: for each the names that may follow its `@`."""
    by_strategy: dict[str, list[str]] = {}
    for file in shipped_files(game):
        for name in parameters(game, file.stem):
            by_strategy.setdefault(name, []).append(file.stem)
    for spelling in tunings(game).strategies:
        name, _, version = spelling.partition("@")
        by_strategy.setdefault(name, []).append(version)
    return by_strategy

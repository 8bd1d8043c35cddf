"""The games there are: every folder here with a package in it is one."""

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from knotlab.sim.protocol import Game
from knotlab.sim.settings import unknown


@cache
def names() -> tuple[str, ...]:
    """The games' names, found without importing them."""
    folders = Path(__file__).parent.iterdir()
    return tuple(sorted(path.name.replace("_", "-") for path in folders if (path / "__init__.py").is_file()))


@cache
def listed() -> tuple[str, ...]:
    """The games' names in the order in which claims and pages have them."""
    return tuple(sorted(names(), key=lambda name: (find(name).order, name)))


@cache
def find(name: str) -> Game:
    """The game of that name; raises InputError with the names there are."""
    if name not in names():
        raise unknown("game", name, names())
    game: Game = module_of(name).GAME
    return game


def module_of(game: str, name: str = "") -> ModuleType:
    """A module of a game's package, or the package."""
    return import_module(f"knotlab.sim.games.{game.replace('-', '_')}.{name}".rstrip("."))

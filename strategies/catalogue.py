"""The catalogue of strategies: those of the games' folders, of installed packages (entry point group
`knotlab.strategies`) and of a user's files.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.strategies.declare import Strategy, declared, in_words
from knotlab.strategies.files import run_file
from knotlab.strategies.fingerprints import SHIPPED
from knotlab.strategies.inspection import python_function

ENTRY_POINTS = "knotlab.strategies"


@cache
def _load_shipped(game: str) -> None:
    """Import every strategy file of a game's folder, and those of installed packages."""
    folder = SHIPPED / game.replace("-", "_")
    for file in sorted(folder.glob("*.py")):
        if not file.name.startswith("_"):
            import_module(f"knotlab.strategies.{folder.name}.{file.stem}")
    for point in entry_points(group=ENTRY_POINTS):
        try:
            point.load()
        except Exception as error:
            package = point.dist.name if point.dist else point.value
            raise InputError(
                f"the installed package '{package}' has strategies that cannot be loaded ({point.name}): "
                f"{type(error).__name__}: {error}"
            ) from None


def load_files(files: Sequence[Path | str]) -> None:
    """Load a user's strategy files; raises InputError on one that cannot be read or run, or that has no strategy."""
    for file in files:
        run_file(file, "strategy file")
        path = Path(file).resolve()
        if not any(strategy.file == path for strategy in declared):
            raise InputError(
                f'{path} has no strategy in it; put @strategy("GAME") above a function (knotlab new shows one)'
            )


def catalogue(game: str, files: Sequence[Path | str] = ()) -> dict[str, Strategy]:
    """All strategies of a game.

    Parameters
    ----------
    game : str
        The game's name, as `twisted-knot`.
    files : sequence of paths
        Python files with strategies of your own. Those declared in the running program are known without.

    Returns
    -------
    dict
        The strategies by name, in alphabetical order.

    Raises
    ------
    InputError
        If there is no such game, a file cannot be used, or two strategies have one name.

    Examples
    --------
    >>> catalogue("twisted-knot")["hoard-aces"].parameters["others"].high
    8.0
    """
    games.find(game)
    _load_shipped(game)
    load_files(files)
    named = {Path(file).resolve() for file in files}
    known: dict[str, Strategy] = {}
    for strategy in list(declared):
        if strategy.game != game or (strategy.is_users and strategy.file not in named):
            continue
        if strategy.name in known and not _replaces(strategy, known[strategy.name]):
            if strategy.inline:
                declared.remove(strategy)  # else it would stand in the way until the session ends
            raise InputError(
                f"{strategy.file}: there is a strategy '{strategy.name}' of {game} already; choose another name"
            )
        known[strategy.name] = strategy
    return dict(sorted(known.items()))


def title_of(game: str, name: str) -> str:
    """What a strategy is called where people read about it: what its file says, or its name in words, as of one that is
    not known.

    >>> title_of("twisted-knot", "hoard-aces"), title_of("twisted-knot", "my-idea")
    ('Ace hoarder', 'My idea')
    """
    if game in games.names():
        _load_shipped(game)
    titles = [strategy.title for strategy in declared if (strategy.game, strategy.name) == (game, name)]
    return titles[-1] if titles else in_words(name)


def _replaces(strategy: Strategy, earlier: Strategy) -> bool:
    """Whether a strategy is an earlier one of the same name, declared again."""
    return (strategy.inline and earlier.inline) or (strategy.is_users and strategy.file == earlier.file)


def strategy_of(game: str, function: Callable[..., Any]) -> Strategy:
    """The strategy of a game that a function was declared as; raises InputError if there is none."""
    plain = python_function(function)
    name = getattr(function, "__name__", repr(function))
    of_function = [strategy for strategy in declared if python_function(strategy.score) is plain]
    if not of_function:
        raise InputError(f'the function {name} is not a strategy yet; put @strategy("{game}") above it')
    if of_function[-1].game != game:
        raise InputError(f"the function {name} is a strategy of {of_function[-1].game}, not of {game}")
    return of_function[-1]

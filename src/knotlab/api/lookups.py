"""What there is, and whether a strategy of your own works: `catalogue` (the command `strategies`), `rules`, `view`,
`check`.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from knotlab.api import reading
from knotlab.api.declare import Argument, Option, public
from knotlab.api.options import From, Game, MaybeGame, MoveSeconds, Settings
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from knotlab.analysis.checking.check import Checked
    from knotlab.analysis.checking.rules import CheckedRule
    from knotlab.reports.words.lookups import Catalogue, Rules, View


@public
def catalogue(game: MaybeGame = None, *, strategies_from: From = ()) -> "Catalogue":
    """List the strategies of one game, or of all games, with their parameters.

    >>> from knotlab import catalogue
    >>> "shed" in catalogue("twisted-knot").strategies["twisted-knot"]
    True
    """
    from knotlab.reports.words.lookups import Catalogue
    from knotlab.sim import games
    from knotlab.strategies.catalogue import catalogue as known

    names = [game] if game else games.names()
    return Catalogue({name: known(name, reading.files(strategies_from)) for name in names})


Rulings = Annotated[Sequence[str], Argument("rulings to print, such as TK-14", "RULING", repeats=True)]
AsText = Annotated[bool, Option("print the rules of the game, ruling by ruling, instead of its settings")]


@public
def rules(game: MaybeGame = None, rulings: Rulings = (), *, text: AsText = False) -> "Rules":
    """List a game's rule settings, or print how it is played.

    >>> from knotlab import rules
    >>> rules("twyst").to_pandas()["name"].to_list()[:2]
    ['lost', 'partners']
    """
    from knotlab.reports.words.lookups import Rules
    from knotlab.sim import games

    return Rules([games.find(name) for name in ([game] if game else games.names())], list(rulings), text)


@public
def view(game: Game) -> "View":
    """List every field of the view that a strategy gets, and every kind of move.

    >>> from knotlab import view
    >>> "hand" in view("twisted-knot").to_pandas()["name"].to_list()
    True
    """
    from knotlab.reports.words.lookups import View
    from knotlab.sim import games

    return View(games.find(game))


StrategyFile = Annotated[str | Path, Argument("your strategy file", "FILE", reading.path)]
Debug = Annotated[bool, Option("run without the compiler, so that print and pdb work")]
Tried = Annotated[int | None, Option("games to play", "N", reading.whole(1), default="1,000, or 20 with --debug")]


@public
def check(
    file: StrategyFile,
    *,
    debug: Debug = False,
    games: Tried = None,
    set: Settings = (),
    move_seconds: MoveSeconds = None,
) -> "list[Checked] | list[CheckedRule]":
    """Compile a strategy file, play some games with each of its strategies and report what happened.

    Of a file without a strategy, it tries out the rules for `--forbid` and `--oblige`. It stops after a minute, or when
    one decision takes ten seconds, and names the line in which a strategy fails.

    Returns
    -------
    list of Checked or of CheckedRule
        What was seen of each strategy, or of each rule.

    Raises
    ------
    InputError
        If the file has no strategy and no rule, or one cannot be compiled, or `debug` comes too late because the
        compiler is already loaded.
    """
    if debug and "numba" not in sys.modules:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    from knotlab.analysis.checking.check import check as try_out
    from knotlab.sim.compiling.jit import OFF

    if debug and not OFF:
        raise InputError("--debug needs a Python session that has not compiled anything yet; start a new one")
    return try_out(Path(file), games or (20 if debug else 1000), reading.settings(set))

"""A first look at somebody's own strategy before games are played with it: what machine code would not notice, and what
would go wrong without a word.
"""

from dataclasses import replace
from functools import cache

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.jit import OFF
from knotlab.sim.players import Functions, Player, compiled, scores_of
from knotlab.sim.protocol import differing
from knotlab.sim.settings import make_rules
from knotlab.sim.stepper import Stepper


def bounded(found: Player) -> Player:
    """The same player, compiled so that reading beyond an array's end is an error instead of nonsense."""
    careful = replace(found, functions=replace(found.functions, bounds=True))
    compiled(careful.functions)
    return careful


def view_writes(found: Player) -> list[str]:
    """Fields of the view, plan apart, that a player's strategy changes, seen over one game of random moves; raises
    IndexError where a bounded one reads beyond an array. Another error ends the look: the games to come will say where
    it is."""
    game = games.find(found.functions.game)
    step = Stepper(game, make_rules(game, game.players[0]))
    for _ in step.random_game(seed=0):
        moves, seen = step.moves(), step.view.copy()
        try:
            scores_of(found, seen, moves)
        except IndexError:
            raise
        except Exception:
            return []
        written = [name for name in differing(seen, step.view) if name != "plan"]
        if written:
            return written
    return []


def look_at(found: Player) -> None:
    """Raise InputError if a player's strategy writes what it may only read, or reads beyond an array, in one game of
    random moves.
    """
    if not OFF:
        _look_at(found.functions, found.values, found.name)


@cache
def _look_at(functions: Functions, values: tuple[float, ...], name: str) -> None:
    try:
        written = view_writes(bounded(Player(name, functions, values)))
    except IndexError as error:
        raise InputError(
            f"strategy '{name}' reads beyond the end of an array ({error}); knotlab check FILE says in which game"
        ) from None
    if written:
        raise InputError(f"strategy '{name}' changes view.{written[0]}; a strategy may write view.plan alone")

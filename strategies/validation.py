"""A trial of a user's strategy before games are played with it, for faults that machine code would not notice: writing
into the view, and reading beyond an array's end.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.jit import OFF
from knotlab.sim.players import Functions, Player, compiled, scores_of
from knotlab.sim.protocol import differing
from knotlab.sim.settings import make_rules
from knotlab.sim.stepper import Stepper

ScoreMoves = Callable[[Player, np.record, Sequence[Any]], np.ndarray]


def bounds_checked(player: Player) -> Player:
    """The same player, compiled so that reading beyond an array's end is an error instead of nonsense."""
    checked = replace(player, functions=replace(player.functions, bounds=True))
    compiled(checked.functions)
    return checked


def fields_written(player: Player, score_moves: ScoreMoves = scores_of) -> list[str]:
    """Fields of the view, plan apart, that a player's strategy changes, seen over one game of random moves; raises
    IndexError where a player with bounds checked reads beyond an array. Another error ends the game: those to come will
    say where it is."""
    game = games.find(player.functions.game)
    step = Stepper(game, make_rules(game, game.players[0]))
    for _ in step.random_game(seed=0):
        moves, before = step.moves(), step.view.copy()
        try:
            score_moves(player, before, moves)
        except IndexError:
            raise
        except Exception:
            return []
        written = [name for name in differing(before, step.view) if name != "plan"]
        if written:
            return written
    return []


def validate(player: Player) -> None:
    """Raise InputError if a player's strategy writes what it may only read, or reads beyond an array, in one game of
    random moves.
    """
    if not OFF:
        _validate(player.functions, player.values, player.name)


@cache
def _validate(functions: Functions, values: tuple[float, ...], name: str) -> None:
    try:
        written = fields_written(bounds_checked(Player(name, functions, values)))
    except IndexError as error:
        raise InputError(
            f"strategy '{name}' reads beyond the end of an array ({error}); knotlab check FILE says in which game"
        ) from None
    if written:
        raise InputError(f"strategy '{name}' changes view.{written[0]}; a strategy may write view.plan alone")

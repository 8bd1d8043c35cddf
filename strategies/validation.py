"""A trial of a user's strategy before games are played with it, for faults that machine code would not notice: writing
into the view, and reading beyond an array's end.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.errors import InputError
from knotlab.sim.playing.players import Player, compiled, scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import Game, differing
from knotlab.sim.settings import make_rules

MATCH_TOTALS = (-100, 100)  # between which a seat's points lie in the middle of a match


def bounds_checked(player: Player) -> Player:
    """The same player, compiled so that reading beyond an array's end is an error instead of nonsense."""
    checked = replace(player, functions=replace(player.functions, bounds=True))
    compiled(checked.functions)
    return checked


def random_decisions(game: Game, seed: int = 0) -> Iterator[tuple[np.record, list[Any]]]:
    """The views and legal moves of all decisions of one game of random moves, at the smallest table; where players see
    the totals of a match, of another one too, in a match under way.
    """
    step = Stepper(game, make_rules(game, game.players[0]))
    yield from _decisions(step, seed)
    if "totals" in (game.view.names or ()):
        step.view.totals[:] = np.random.default_rng(seed).integers(*MATCH_TOTALS, len(step.view.totals))
        yield from _decisions(step, seed)


def _decisions(step: Stepper, seed: int) -> Iterator[tuple[np.record, list[Any]]]:
    for _ in step.random_game(seed):
        yield step.view, step.moves()


def fields_written(before: np.record, after: np.record) -> list[str]:
    """The fields of a view, plan apart, that scoring the moves has changed."""
    return [name for name in differing(before, after) if name != "plan"]


def validate(player: Player) -> None:
    """Raise InputError if a player's strategy writes what it may only read, or reads beyond an array, in one game of
    random moves.

    Any other error ends the game: those to come will say where it is.
    """
    if not OFF:
        _validate(player)


@cache
def _validate(player: Player) -> None:
    checked, name = bounds_checked(player), player.name
    for view, moves in random_decisions(games.find(player.functions.game)):
        seen = view.copy()
        try:
            scores_of(checked, seen, moves)
        except IndexError as error:
            raise InputError(
                f"strategy '{name}' reads beyond the end of an array ({error}); knotlab check FILE says in which line"
            ) from None
        except Exception:
            return
        if written := fields_written(view, seen):
            raise InputError(f"strategy '{name}' changes view.{written[0]}; a strategy may write view.plan alone")

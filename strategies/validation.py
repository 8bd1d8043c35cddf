"""Whether a strategy decides only a part of what a player decides and leaves the rest to chance, found out in games of
random moves: in Twyst some bid, and some play the cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Functions, Player, scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.playing.trial import try_out
from knotlab.sim.protocol import Game
from knotlab.sim.settings import make_rules

MATCH_TOTALS = (-100, 100)  # between which a seat's points lie in the middle of a match
WHOLLY_RANDOM = "random"  # the strategy that is named most need not be tried
GAMES = 3  # of random moves, in which a strategy that always scores all moves alike is taken to leave them to chance


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


@dataclass(frozen=True)
class Half:
    """What a strategy leaves to chance: whether that is the game's first part, and the kinds of move."""

    first: bool
    moves: tuple[str, ...]


def half_of(player: Player) -> Half | None:
    """What a player leaves to chance, if it decides something else; None in games that do not combine strategies."""
    functions = player.functions
    if not games.find(functions.game).first_part or functions.parts or functions.name == WHOLLY_RANDOM:
        return None
    return _half(functions, player.values)


@cache
def _half(functions: Functions, values: tuple[float, ...]) -> Half | None:
    game, player = games.find(functions.game), Player(functions.name, functions, values)
    decided: dict[bool, bool] = {True: False, False: False}
    kinds: dict[bool, set[int]] = {True: set(), False: set()}
    for seed in range(GAMES):
        for view, moves in random_decisions(game, seed):
            first = int(view.decision) in game.first_part
            kinds[first] |= {int(move[0]) for move in moves}
            if not decided[first] and len(moves) > 1:
                try:
                    decided[first] = len(set(scores_of(player, view.copy(), moves).tolist())) > 1
                except Exception:  # the games will say where it fails
                    return None
            if all(decided.values()):
                return None
    if not any(decided.values()):
        return None  # wholly at random
    return Half(not decided[True], tuple(game.move_kinds[kind][0] for kind in sorted(kinds[not decided[True]])))


def completed(game: str, name: str, half: Half, other: str = "") -> str:
    """A combination of a strategy with what it lacks: another one, or else that of the game's usual combination.

    other: what it is combined with; that of the game's usual combination unless given.
    """
    first, _, second = str(import_module(f"knotlab.strategies.{game.replace('-', '_')}").TUNABLE).partition("+")
    return f"{other or first}+{name}" if half.first else f"{name}+{other or second}"


def refuse_half(player: Player) -> None:
    """Raise InputError if a player leaves a part of its decisions to chance and decides the others, or only seems to,
    by what it finds in memory that it has not filled.
    """
    half = half_of(player)
    if half is None:
        return
    game, name = games.find(player.functions.game), player.functions.name
    n = game.players[0]
    try_out(Job(game.name, make_rules(game, n), (player,) * n, seed=0))
    missing, present = game.part_names if half.first else reversed(game.part_names)
    whole, by_chance = (completed(game.name, name, half, other) for other in ("", "random"))
    raise InputError(
        f"'{name}' is a {present} without a {missing}: it leaves {' and '.join(half.moves)} to chance; name both, as "
        f"in {whole}, or {by_chance} if chance is what you want"
    )

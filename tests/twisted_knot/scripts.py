"""Players that whole games need in these tests: two that choose at random, two that never draw a word, one that stops
drawing.
"""

from pathlib import Path
from typing import Any

from knotlab.sim import games
from knotlab.sim.compiling.jit import jit
from knotlab.sim.compiling.sources import source_hash
from knotlab.sim.games.twisted_knot.state import PICK_UP
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Functions, Player
from knotlab.sim.settings import make_rules

_FINGERPRINT = source_hash([Path(__file__)])[:16]


@jit
def _anything(view, move):
    return 0.0


@jit
def _eager(view, move):
    return -1.0 if move.kind == PICK_UP else 0.0


@jit
def _lowest(view, move):
    return -(1000.0 * move.kind + 20.0 * move.rank + move.count)


@jit
def _collect(view, move):
    return 0.0 if move.kind == PICK_UP else -(1000.0 * move.kind + 20.0 * move.rank + move.count)


@jit
def _settling(view, move):
    return _eager(view, move) if view.pile_sizes[view.seat] > 0 else _collect(view, move)


def _player(name: str, score: Any, tremble: float = 0.0) -> Player:
    return Player(name, Functions("twisted-knot", f"test-{name}", score, None, "", _FINGERPRINT), tremble=tremble)


ANYTHING = _player("anything", _anything)  # any legal move, by lot
EAGER = _player("eager", _eager)  # any lay by lot, picks up only if there is none
LOWEST = _player("lowest", _lowest)  # the fewest of the lowest cards; picks up only if there is no lay
COLLECT = _player("collect", _collect)  # picks up whenever that is legal
SETTLING = _player("settling", _settling)  # as EAGER until the own pile is empty, then as COLLECT
# The same moves, but every decision uses up a random word.
COLLECT_DRAWING = _player("collect-drawing", _collect, 1e-18)


def job(players: list[Player], *changes: str, seed: int = 1, fixed_seats: bool = True) -> Job:
    """A run of games between some players, settings as the command line spells them."""
    rules = make_rules(games.find("twisted-knot"), len(players), changes)
    return Job("twisted-knot", rules, tuple(players), seed, fixed_seats=fixed_seats)

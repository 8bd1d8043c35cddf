"""Players that whole rounds need in these tests: some choose at random, some cheat, some never play a card."""

from pathlib import Path
from typing import Any

from knotlab.sim import games
from knotlab.sim.compiling.jit import jit
from knotlab.sim.compiling.sources import source_hash
from knotlab.sim.games.knotweed.state import PASS, SKIMP, SNEAK, STOP
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Functions, Player
from knotlab.sim.settings import make_rules

_FINGERPRINT = source_hash([Path(__file__)])[:16]


@jit
def _anything(view, move):
    return 0.0


@jit
def _eager(view, move):
    return -1.0 if move.kind == STOP or move.kind == PASS else 0.0


@jit
def _crooked(view, move):
    return 1.0 if move.kind == SNEAK or move.kind == SKIMP else -1.0 if move.kind == STOP or move.kind == PASS else 0.0


@jit
def _idle(view, move):
    return 1.0 if move.kind == PASS else 0.0


def _player(name: str, score: Any, cheats: bool = False, tremble: float = 0.0) -> Player:
    return Player(
        name, Functions("knotweed", f"test-{name}", score, None, "", _FINGERPRINT), tremble=tremble, cheats=cheats
    )


ANYTHING = _player("anything", _anything)  # any legal move, by lot
EAGER = _player("eager", _eager)  # any play by lot, stops only when none is left
SHARPER = _player("sharper", _anything, cheats=True)  # any move by lot, illegal ones too
CROOK = _player("crook", _crooked, cheats=True, tremble=0.1)  # breaks the rules wherever it can, nearly always
IDLE = _player("idle", _idle)  # passes
# The same, but every decision with a choice uses up a random word.
IDLE_DRAWING = _player("idle-drawing", _idle, tremble=1e-18)


def job(players: list[Player], *changes: str, seed: int = 1, fixed_seats: bool = True) -> Job:
    """A run of rounds between some players, settings as the command line spells them."""
    rules = make_rules(games.find("knotweed"), len(players), changes)
    return Job("knotweed", rules, tuple(players), seed, fixed_seats=fixed_seats)

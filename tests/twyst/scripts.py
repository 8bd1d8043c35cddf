"""Players and runs that these tests need."""

from pathlib import Path

from knotlab.sim import games
from knotlab.sim.compiling.jit import jit
from knotlab.sim.compiling.sources import source_hash
from knotlab.sim.games.twyst.cards import rank_of
from knotlab.sim.games.twyst.state import BID
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Functions, Player
from knotlab.sim.settings import make_rules

_FINGERPRINT = source_hash([Path(__file__)])[:16]


@jit
def _random(view, move):
    return 0.0


@jit
def _numerals(view, move):
    return 1.0 if move.kind == BID and 1 <= rank_of(move.card) <= 8 else 0.0


RANDOM = Player("test-random", Functions("twyst", "test-random", _random, None, "", _FINGERPRINT))
# Random but for its bids.
NUMERALS = Player("test-numerals", Functions("twyst", "test-numerals", _numerals, None, "", _FINGERPRINT))


def job(players: list[Player], *changes: str, seed: int = 1, fixed_seats: bool = True) -> Job:
    """A run of deals between some players, settings as the command line spells them."""
    rules = make_rules(games.find("twyst"), len(players), changes)
    return Job("twyst", rules, tuple(players), seed, fixed_seats=fixed_seats)

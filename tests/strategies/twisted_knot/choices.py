"""What a strategy does at a position written as text."""

from knotlab.sim.playing.stepper import Stepper
from tests.strategies.choosing import Choosing
from tests.twisted_knot import positions
from tests.twisted_knot.positions import facing, play

CHOOSING = Choosing("twisted-knot", positions)
scores, best, story = CHOOSING.scores, CHOOSING.best, CHOOSING.story
apart, does, shown = CHOOSING.apart, CHOOSING.does, CHOOSING.shown


def several() -> list[Stepper]:
    """Positions of every kind of decision, in which all ranks turn up: for what holds everywhere."""
    games = [
        facing("", "2x2 5 Q 7 9x2 10x2 Jk 6 J K Ax2 3 4 8"),
        facing("9", "10x3 Jk 6 Jx2 Kx2 Ax3 3 4 8", pile="5"),
        facing("9", "10x3 Jk 6 Jx2 Kx2 Ax3 3 4 8 2 5 7", players=2),
        facing("A J", "5x2 10 K 7"),
        facing("A J", "5x2 10 K 7", players=2),
        facing("2", "Qx2 A"),
        facing("Jk", "7", pile="5 5 5"),
        facing("", "9x2 2 5 Q 10 J Jk A 3 8", pile="6 6"),
        facing("", "Ax2 2 5 Q 10 J Jk 9 K 8", pile="6 6"),
    ]
    play(games[-2], "lay 9x2")
    play(games[-1], "lay Ax2")
    return games


def agree(strategy: str, other: str) -> bool:
    """Whether two strategies score every move alike at all of several positions."""
    return all(scores(game, strategy) == scores(game, other) for game in several())

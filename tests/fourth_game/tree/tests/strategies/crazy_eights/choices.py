"""What a strategy does at a position written as text."""

from tests.crazy_eights import positions
from tests.strategies.choosing import Choosing

CHOOSING = Choosing("crazy-eights", positions)
scores, best = CHOOSING.scores, CHOOSING.best

"""What a strategy does at a position written as text."""

from tests.knotweed import positions
from tests.strategies.choosing import Choosing

CHOOSING = Choosing("knotweed", positions)
scores, best, story, does = CHOOSING.scores, CHOOSING.best, CHOOSING.story, CHOOSING.does
shown = CHOOSING.shown

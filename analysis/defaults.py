"""What counts if nobody says otherwise, in a module that loads nothing."""

from collections.abc import Callable

DEFAULT_SEED = 20_260_101
DEFAULT_GAMES = 100_000
MATCH_TARGET = 500  # points that end a match of Twyst (TY-7)
BIDDER = "threshold@v3+champion"  # who bids and plays at a table of Twyst: the strongest that takes no long thought
Progress = Callable[[int], object]  # called with the number of games, deals or steps done since the last call


def untold(done: int) -> None:
    """Nobody is told how much is done."""

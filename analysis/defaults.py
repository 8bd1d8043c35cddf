"""What counts if nobody says otherwise, in a module that loads nothing."""

from collections.abc import Callable

DEFAULT_SEED = 20_260_101
DEFAULT_GAMES = 100_000
ABLATION_DEALS, MATCH_DEALS, MATCHES = 10_000, 2000, 40_000
TUNED_AGAINST = "strong"  # the field of a tuning or an ablation
BATCH_GAMES = 10_000  # about as many are played by one worker at a time
MATCH_TARGET = 500  # points that end a match of Twyst (TY-7)
BIDDER = "carded+champion"  # who bids and plays at a table of Twyst: the strongest that takes no long thought
BY_FORMULA = "threshold@v3+champion"  # the strongest who bids by a formula: the usual bidding card is an answer to such
Progress = Callable[[int], object]  # called with the number of games, deals or steps done since the last call


def untold(done: int) -> None:
    """Nobody is told how much is done."""

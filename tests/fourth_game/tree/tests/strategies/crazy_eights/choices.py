"""What a strategy does at a position written as text."""

from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.strategies.resolve import player
from tests.crazy_eights.positions import spell_move


def scores(game: Stepper, strategy: str) -> dict[str, float]:
    """Every legal move's score."""
    moves = game.moves()
    scored = scores_of(player("crazy-eights", strategy), game.view, moves)
    return {spell_move(move): float(score) for move, score in zip(moves, scored, strict=True)}


def best(game: Stepper, strategy: str) -> str:
    """The move with the highest score; `a or b` where several share it."""
    scored = scores(game, strategy)
    return " or ".join(move for move, score in scored.items() if score == max(scored.values()))

"""What a strategy does at a position written as text."""

from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.strategies.resolve import player
from tests.knotweed.positions import play, position, spell_move


def scores(game: Stepper, strategy: str) -> dict[str, float]:
    """Every legal move's score."""
    who = player("knotweed", strategy)
    moves = game.moves()
    return {spell_move(move): float(score) for move, score in zip(moves, scores_of(who, game.view, moves), strict=True)}


def best(game: Stepper, strategy: str) -> str:
    """The move with the highest score; `a or b` where several share it."""
    scored = scores(game, strategy)
    return " or ".join(move for move, score in scored.items() if score == max(scored.values()))


def story(text: str, strategy: str, n_decisions: int, **settings: object) -> list[str]:
    """The strategy's moves for so many decisions in a row, for whichever seat decides."""
    game, messages = position(text, **settings), []
    for _ in range(n_decisions):
        seat, move = int(game.view.seat), best(game, strategy)
        messages.append(f"{seat} {move}")
        play(game, move)
    return messages

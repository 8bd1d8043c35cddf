"""What a strategy does at a position written as text."""

from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.strategies.resolve import player
from tests.twisted_knot.positions import facing, play, position, spell_move


def scores(game: Stepper, strategy: str) -> dict[str, float]:
    """Every legal move's score."""
    who = player("twisted-knot", strategy)
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

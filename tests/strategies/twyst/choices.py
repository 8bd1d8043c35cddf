"""What a strategy does at a position of Twyst."""

from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.strategies.resolve import bind, parts
from tests.twyst.positions import fill, play, spell_move, start


def scores(game: Stepper, strategy: str) -> dict[str, float]:
    """Every legal move's score."""
    who = bind(parts("twyst", strategy))  # half a player, too
    moves = game.moves()
    return {spell_move(move): float(score) for move, score in zip(moves, scores_of(who, game.view, moves), strict=True)}


def best(game: Stepper, strategy: str) -> str:
    """The move with the highest score; `a or b` where several share it."""
    scored = scores(game, strategy)
    return " or ".join(move for move, score in scored.items() if score == max(scored.values()))


def bid(hand: str, strategy: str) -> str:
    """What a strategy bids with a hand."""
    return best(start(fill([set(hand.split()), set(), set(), set()])), strategy)


def named(bids: str, strategy: str) -> str:
    """Whom a strategy names to lead after four bids."""
    game = start(fill([{card} for card in bids.split()]))
    play(game, bids)
    return best(game, strategy)

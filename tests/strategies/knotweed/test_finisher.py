"""Seeing the way out."""

import random

import pytest

from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.strategies.knotweed.finisher import FOUND
from knotlab.strategies.resolve import player
from tests.knotweed.oracle import PACK
from tests.knotweed.positions import facing, play, position
from tests.strategies.knotweed.choices import best


def can_finish(game: Stepper) -> bool:
    """Every way to play on tried out, by the rules themselves: whether one of them plays out the hand."""
    if game.view.hand_sizes[0] == 0:
        return True
    return any(can_finish(after(game, move)) for move in game.moves() if move.kind == 0)


def after(game: Stepper, move: object) -> Stepper:
    """The game after a move, the one at hand left as it is."""
    other = Stepper.__new__(Stepper)
    other.__dict__ |= game.__dict__
    other._views, other._hiddens = game._views.copy(), game._hiddens.copy()
    other.view, other.hidden = other._views[0], other._hiddens[0]
    other.play(move)
    return other


def finds(game: Stepper) -> bool:
    """Whether the strategy sees a finish."""
    who = player("knotweed", "finisher")
    scores_of(who, game.view, game.moves())
    return bool(game.view.plan[FOUND])


def some_position(seed: int) -> Stepper:
    """A small hand, often of few ranks, against some piles."""
    chance = random.Random(seed)
    ranks = chance.sample(range(13), chance.choice((4, 6, 13)))
    pack = [card for card in PACK if PACK.index(card) // 4 in ranks] * chance.choice((1, 2))
    cards = chance.sample(pack, min(len(pack) - 2, chance.randint(1, 5) + chance.randint(1, 4)))
    n_hand = chance.randint(1, min(5, len(cards) - 1))
    return position(
        f"hand 0: {' '.join(cards[:n_hand])}\nhand 1: {pack[0]}\nhand 2: {pack[0]}\npiles: "
        f"{' '.join(cards[n_hand:])}\ndraw:",
        decks=4,
    )


@pytest.mark.parametrize("first", range(0, 600, 100))
def test_it_sees_a_finish_exactly_where_trying_everything_finds_one(first: int) -> None:
    result = [0, 0]
    for seed in range(first, first + 100):
        game = some_position(seed)
        assert finds(game) == can_finish(game), seed
        result[finds(game)] += 1
    assert min(result) > 10


def test_a_finish_that_was_seen_is_played_to_its_end() -> None:
    finished = 0
    for seed in range(300):
        game = some_position(seed)
        if finds(game):
            finished += 1
            while game.view.places[0] == 0:
                move = best(game, "finisher")
                assert ":" in move and " or " not in move
                play(game, move)
    assert finished > 50


def test_a_pile_is_left_to_the_rank_that_has_no_other() -> None:
    game = position("hand 0: 9C 9H 7C\nhand 1: 2S\npiles: 5C 5H\ndraw: AS 3S")
    assert finds(game)
    play(game, best(game, "finisher"))
    play(game, best(game, "finisher"))
    assert game.view.places[0] == 1


def test_without_a_finish_it_pays_as_little_as_possible() -> None:
    game = facing("5C", "9C 6C KD")
    assert not finds(game)
    assert best(game, "finisher") == best(game, "cheapest") == "0: 6C"

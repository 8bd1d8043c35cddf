"""Fingerprints of positions against the positions themselves, in games that go in circles."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from knotlab.sim import games
from knotlab.sim.games.twisted_knot.sketch import HOLDS, KNOWS
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import CHANCE, OVER, TURN
from knotlab.sim.settings import make_rules
from knotlab.strategies.resolve import player
from tests.sim.toy import toy

TURNS = 120


def plain(function: Any) -> Any:
    """A rules function without the compiler."""
    return getattr(function, "py_func", function)


def positions(
    game: Any, name: str, seed: int, n_players: int, left: range = range(0)
) -> Iterator[tuple[int, int, Any, Any]]:
    """What stands at the starts of a game's turns: progress, fingerprint, both parts of the position.

    left: the turns in which the sketch is not kept; what comes before them is not given.
    """
    step, who = Stepper(game, make_rules(game, n_players, [])), player(game.name, name)
    step.deal(seed)
    step.begin()
    turns = 0
    while step.status != OVER and turns < TURNS:
        if step.status == TURN:
            view, hidden = step.view, step.hidden
            progress, stands_for = (plain(getattr(game.rules, each)) for each in ("progress", "fingerprint"))
            with np.errstate(over="ignore"):
                if turns == left.start < left.stop:
                    plain(game.rules.leave_sketch)(view, hidden)
                if turns in (0, left.stop):
                    plain(game.rules.keep_sketch)(view, hidden)
                if turns >= left.stop:
                    yield int(progress(view, hidden)), int(stands_for(view, hidden)), view.copy(), hidden.copy()
            turns += 1
            step.open_turn()
        elif step.status == CHANCE:
            step.draw_chance()
        else:
            moves = step.moves()
            step.play(moves[int(np.argmax(scores_of(who, step.view, moves)))])


@pytest.mark.long
@pytest.mark.parametrize("left", [range(0), range(7, 12)], ids=["always kept", "left for a while"])
@pytest.mark.parametrize("strategy", ["shed", "all-round"])
def test_positions_have_the_same_fingerprint_if_they_are_the_same(strategy: str, left: range) -> None:
    game, again, others = games.find("twisted-knot"), 0, 0
    same_position = plain(game.rules.same_position)
    for seed, n_players in itertools.product(range(5), (3, 4)):
        known = list(positions(game, strategy, seed, n_players, left))
        for first, second in itertools.combinations(known, 2):
            if first[0] == second[0]:
                are_same = bool(same_position(first[2], first[3], second[2], second[3]))
                assert (first[1] == second[1]) == are_same
                again, others = again + are_same, others + (not are_same)
    assert others > 100
    assert again > 10


def test_a_game_in_which_no_position_comes_twice_needs_none() -> None:
    assert not hasattr(games.find("twyst").rules, "fingerprint")
    assert not hasattr(toy(1).rules, "fingerprint")


def whole_sketch(view: Any, hidden: Any) -> int:
    """The sketch of a position of Twisted Knot, summed over all cards held and known (modulo 2^64)."""
    n = int(view.players)
    holds, knows = (array.astype(object) for array in (HOLDS[:n], KNOWS[:n]))
    total = (hidden.hands[:n].astype(object) * holds).sum()
    for viewer in range(n):
        if view.places[viewer] == 0:
            total += knows[viewer] * (hidden.known[viewer, :n].astype(object) * holds).sum()
    return int(total) % 2**64


@pytest.mark.long
@pytest.mark.parametrize("n_players", [2, 4])
def test_a_sketch_that_is_kept_changes_as_the_whole_one_does(n_players: int) -> None:
    step = Stepper(games.find("twisted-knot"), make_rules(games.find("twisted-knot"), n_players, []))
    moves = 0
    for seed in range(20):
        known: tuple[int, int] | None = None
        for _ in step.random_game(seed):
            view, hidden = step.view, step.hidden
            if not hidden.sketched:
                plain(step.game.rules.keep_sketch)(view, hidden)
            apart = (int(hidden.sketch) - whole_sketch(view, hidden)) % 2**64
            if known and known[0] == hidden.spent:
                assert apart == known[1]
                moves += 1
            known = int(hidden.spent), apart
    assert moves > 1000

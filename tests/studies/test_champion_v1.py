"""The first champion against a network worked out by hand, on positions of random games."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.twisted_knot.cards import ACE, KING, N_RANKS, NINE
from knotlab.sim.games.twisted_knot.state import DISCARD, GIVING, LAY, LAYING, PAIRING, TOPPING_UP
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import CHANCE, OVER, TURN
from knotlab.sim.settings import make_rules
from knotlab.strategies.catalogue import run_file
from knotlab.strategies.resolve import player
from knotlab.studies.publishing.champions import twisted_knot

pytestmark = pytest.mark.long

GAME = games.find("twisted-knot")
FILE = twisted_knot.ENVIRONMENT.strategies_from[0]
weights: Any = run_file(FILE, "strategy file")
BASES = {2: "all-round@v1-2-players", 3: "all-round@v2-3-players", 4: "all-round@v2-4-players"}


def choices(n_players: int, seed: int, n: int) -> Iterator[tuple[Any, list[Any]]]:
    """Views of a random game before decisions with a choice, and their moves."""
    random, step = np.random.default_rng(seed), Stepper(GAME, make_rules(GAME, n_players, []))
    step.deal(seed)
    step.begin()
    while n and step.status != OVER:
        if step.status in (TURN, CHANCE):
            (step.open_turn if step.status == TURN else step.draw_chance)()
            continue
        moves = step.moves()
        if len(moves) > 1:
            n -= 1
            yield step.view, moves
        step.play(moves[random.integers(len(moves))])


def numbers_of(view: Any) -> list[float]:
    """What describes a decision, after what docs/champions.md said of it."""
    me, after = int(view.seat), int(view.next)
    hands, piles = [int(x) for x in view.hand_sizes], [int(x) for x in view.pile_sizes]
    others = [hands[seat] + piles[seat] for seat in range(view.players) if seat != me and view.places[seat] == 0]
    return [
        *(min(int(view.hand[rank]), 4) / 2 for rank in range(N_RANKS)),
        *(min(hands[me], 4) / 4, min(hands[me], 10) / 10, min(hands[me], 30) / 20, hands[me] == 1),
        *(min(piles[me], 3) / 3, min(piles[me], 18) / 9, bin(int(view.held)).count("1") / 7),
        min(hands[me] + piles[me], 30) / 10,
        *(min(int(view.stack_size), 4) / 4, min(int(view.stack_size), 20) / 12),
        *(min(list(view.stack[: view.stack_size]).count(rank), 4) / 2 for rank in (ACE, NINE)),
        *(min(hands[after], 2) / 2, min(hands[after], 10) / 10, min(hands[after], 30) / 20),
        *(min(piles[after], 3) / 3, min(piles[after], 18) / 9),
        *(min(min(others), 10) / 10, min(max(others), 40) / 20, len(others) == 1, (len(others) + 1) / 4),
        *(min(int(view.goes), 3) - 1, min(int(view.misses), 2)),
        *(view.decision == kind for kind in (LAYING, PAIRING, GIVING, TOPPING_UP)),
        *(view.demand < 0, min(int(view.owed), 4) / 2, view.receiver >= 0, min(int(view.top_count), 4) / 2),
        *(max(int(view.demand), 0) / N_RANKS, min(int(view.alike), 3) / 2, 1.0),
    ]


def move_numbers(view: Any, move: Any, base: float, plan: np.ndarray) -> dict[int, float]:
    """What describes a move, by row of the weights; base: its score by `all-round`, whose plan is `plan`."""
    score = {0: min(base, 500.0) / 30, 1: base > 500.0}
    finishes = move.rank == plan[0] and (move.kind != LAY or move.count == plan[1])
    if move.kind != LAY:
        gives = move.kind >= DISCARD
        rows = {32 + move.kind - 1: 1.0, 51: min(int(view.hand[move.rank]), 4) / 2 * gives, 52: gives and finishes}
        return rows | {53 + k: value for k, value in score.items()} | ({37 + move.rank: 1.0} if gives else {})
    hand, pile, count = int(view.hand_sizes[view.seat]), int(view.pile_sizes[view.seat]), int(move.count)
    held, left, carries = int(view.hand[move.rank]), hand - count, move.rank in (NINE, ACE)
    stuck = 0.0 if view.goes > 1 else float(plan[4 + move.rank])
    four = count + (int(view.alike) if view.top == move.rank else 0) >= 4
    numbers = [
        *((count - 1) / 2, held == count, min(held - count, 4) / 2, left == 0, left == 1, min(left, 4) / 4),
        *(stuck, stuck * (view.hand_sizes[view.next] <= 2), stuck * min(int(view.stack_size) + count, 12) / 6),
        *(carries * min(max(count - left, 0), pile), carries * count / 2, finishes),
        None,  # nothing left to lay: looked up in the score below
        *((move.rank == KING) * count / 2, four, count > 1 and left > 4, *score.values()),
    ]
    return {move.rank: 1.0} | {14 + k: float(value) for k, value in enumerate(numbers) if value is not None}


@pytest.mark.parametrize("n_players", [2, 3, 4, 6])
def test_its_scores_are_what_the_network_gives(n_players: int) -> None:
    """Except for goes that are won with nothing left to lay, which `all-round` itself judges."""
    table = min(n_players - 2, weights.LAST)
    champion, base = player("twisted-knot", "champion-v1", [FILE]), player("twisted-knot", BASES[min(n_players, 4)])
    compared = 0
    for view, moves in choices(n_players, 7, 40 if OFF else 400):
        if view.goes > 1:
            continue
        thought = scores_of(base, view, moves)
        plan = view.plan.copy()
        x = np.array(numbers_of(view), float)
        scores = scores_of(champion, view, moves)
        for move, own, score in zip(moves, thought, scores, strict=True):
            if move.kind == LAY and move.rank == 5:  # a ten wins goes
                continue
            rows = move_numbers(view, move, float(own), plan)
            hidden = x @ weights.DECISIONS[table]
            direct = 0.0
            for row, value in rows.items():
                hidden = hidden + value * weights.MOVES[table, row]
                direct += value * weights.DIRECT[table, row]
            assert score == pytest.approx(direct + np.maximum(hidden, 0) @ weights.OUT[table], abs=1e-9), move
            compared += 1
    assert compared > (20 if OFF else 200)

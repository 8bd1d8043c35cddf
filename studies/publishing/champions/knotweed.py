"""What the champion of Knotweed learns with."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.knotweed.cards import FULL, rank_of, suit_of
from knotlab.sim.lowlevel import count_bits
from knotlab.strategies import knotweed
from knotlab.strategies.knotweed import _judgement as judgement
from knotlab.strategies.knotweed._judgement import FEWEST, IN_DECISION, IN_MOVE, within
from knotlab.strategies.networks.descriptions import CASES, case_of, enter
from knotlab.studies.publishing.champions.records import Course, Environment, weights_of

GAME = "knotweed"
BASE = "all-round@v2"
WEIGHTS = Path(knotweed.__file__).resolve().with_name("champion.npz")
LATER_WEIGHTS = WEIGHTS.with_name("champion_v3.npz")
SURE = 12.0  # how much likelier, as a power of e, a play is that is part of a finish
HIDDEN = 12 * CASES  # rows that only the critic sees: four numbers of each of three others


@strict
def describe_hidden(view, hidden, rows, values, n):
    """What only the critic sees: of each other player the cards and ranks in the hand, the ranks among them that fit no
    pile, and those that fit none for at most one card.
    """
    k = 0
    for step in range(1, view.players):
        seat = (view.seat + step) % view.players
        if view.places[seat] > 0:
            continue
        held, fit, cheap = 0, 0, 0
        for suit in range(4):
            held |= hidden.suits[seat, suit]
        for pile in range(view.piles):
            rank = rank_of(view.tops[pile])
            ranks = hidden.suits[seat, suit_of(view.tops[pile])] | (held & (1 << rank))
            fit |= ranks
            cheap |= ranks & within(rank, 1)
        block = IN_DECISION.n_rows + min(k, 2) * 4 * CASES
        n = enter(rows, values, n, block + case_of(view.hand_sizes[seat]), 1.0)
        n = enter(rows, values, n, block + CASES + case_of(count_bits(held)), 1.0)
        n = enter(rows, values, n, block + 2 * CASES + case_of(count_bits(held & ~fit)), 1.0)
        n = enter(rows, values, n, block + 3 * CASES + case_of(count_bits(held & ~cheap)), 1.0)
        k += 1
    return n


def start(table: int) -> np.ndarray:
    """By row of a move, what the linear unit begins with: about what `all-round` says of it."""
    j, w = IN_MOVE, weights_of(GAME, BASE)
    x = np.zeros(IN_MOVE.n_rows)
    x[j.cards : j.cards + 4] = 1, 2, 3, 4
    for before in range(FULL + 1):
        for after in range(before, FULL + 1):
            x[j.cost + (FULL + 1) * before + after] = -w["price"] * (after - before)
    for block in (j.beyond, j.stop_beyond):
        x[block : block + CASES] = -w["piles"] * np.maximum(0, np.arange(CASES) + FEWEST)
    x[j.pass_], x[j.opens + 1], x[j.prune] = -FULL * w["price"], -w["fear"] / 4, 10.0
    x[j.finish] = SURE
    return x


def opponents(table: int) -> list[str]:
    """Good players of different kinds, and a simple one; none of them trembles."""
    return [f"{name}:tremble=0" for name in (BASE, BASE, "hold-back@tips-v1", "finisher", "dump")]


ENVIRONMENT = Environment(
    game=GAME,
    prepare=judgement.prepare,
    describe_decision=judgement.describe_decision,
    describe_move=judgement.describe_move,
    describe_hidden=describe_hidden,
    decision_rows=IN_DECISION.n_rows,
    move_rows=IN_MOVE.n_rows,
    hidden_rows=HIDDEN,
    courses={2: Course(3_000), 3: Course(6_000), 4: Course(2_500)},
    start=start,
    opponents=opponents,
)
LATER = replace(
    ENVIRONMENT,
    courses=dict.fromkeys(
        (2, 3, 4), Course(12_000, 6_000, 0.3, rate=1e-3, variety=5e-3, shares=(0.4, 0.4, 0.2), price=5e-4, watching=300)
    ),
    opponents=lambda table: [*["champion@v2:tremble=0"] * 3, *opponents(table)],
    goes_on_from=WEIGHTS,
)

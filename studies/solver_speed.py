"""How many whole deals of Twyst are solved per second with all cards open.

Command: python -m knotlab.studies.solver_speed [--deals N]
Result: a table, printed
Page: docs/open-cards.md
"""

import time
from collections.abc import Sequence

import numpy as np
import pandas as pd

from knotlab.sim.games.twyst.cards import N_CARDS, N_RANKS, NOTHING
from knotlab.sim.games.twyst.open_cards import Position, Solver
from knotlab.sim.games.twyst.state import SEATS
from knotlab.studies.command import parser, run, tell

DEALS = 4
SEED = 20
QUESTIONS = (
    ("one seat, no trump", 0b0001, NOTHING),
    ("one seat, a trump", 0b0001, 3),
    ("two partners, no trump", 0b0101, NOTHING),
    ("two partners, a trump", 0b0101, 3),
)


def random_deal(seed: int, number: int, length: int = N_RANKS) -> Position:
    """A deal with hands of this many cards, by its number; seat 0 leads, and there is no trump."""
    pack = np.random.default_rng([seed, number]).permutation(N_CARDS)[: SEATS * length]
    a, b, c, d = (sum(1 << int(card) for card in pack[seat::SEATS]) for seat in range(SEATS))
    return Position((a, b, c, d))


def measure_solver(n_deals: int = DEALS, length: int = N_RANKS) -> pd.DataFrame:
    """The speed of the solver on random deals with hands of this many cards: `deals solved/s` by the processor's time,
    and `positions per deal`, those that the search visited, for the most tricks of one seat and of two partners,
    with and without a trump.
    """
    Solver().most_tricks(Position((1, 2, 4, 8)), 1)  # compiles
    rows = []
    for question, coalition, trump in QUESTIONS:
        solver, started = Solver(), time.process_time()
        for number in range(n_deals):
            solver.most_tricks(Position(random_deal(SEED, number, length).hands, 0, trump), coalition)
        seconds = time.process_time() - started
        rows.append(
            {"question": question, "deals solved/s": n_deals / seconds, "positions per deal": solver.nodes / n_deals}
        )
    return pd.DataFrame(rows)


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print the table."""
    reader = parser(__doc__)
    reader.add_argument("--deals", type=int, default=DEALS, metavar="N", help="deals for each question")
    asked = reader.parse_args(words)
    tell("deals of Twyst solved with all cards open, one core", measure_solver(asked.deals), None)


if __name__ == "__main__":
    run(main)

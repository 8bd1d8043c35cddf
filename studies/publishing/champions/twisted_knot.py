"""What the champion of Twisted Knot learns with."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from knotlab.sim.compiling.jit import strict
from knotlab.sim.games.twisted_knot.cards import ACE, N_RANKS, NINE
from knotlab.strategies import twisted_knot
from knotlab.strategies.networks.descriptions import CASES, case_of, enter
from knotlab.strategies.twisted_knot import HAND_MADE
from knotlab.strategies.twisted_knot import _judgement as judgement
from knotlab.strategies.twisted_knot import _tactics as tactics
from knotlab.strategies.twisted_knot._judgement import IN_DECISION, IN_MOVE
from knotlab.studies.publishing.champions import distil
from knotlab.studies.publishing.champions.records import Course, Environment, weights_of

GAME = "twisted-knot"
BASES = ("all-round@v1-2-players", "all-round@v2-3-players", "all-round@v2-4-players")  # by number of players
RANK_WEIGHTS = "two five queen seven nine ten joker six jack king ace three four eight".split()
WEIGHTS = Path(twisted_knot.__file__).resolve().with_name("champion.npz")
LATER_WEIGHTS = WEIGHTS.with_name("champion_v3.npz")
SOFTNESS = 8.0  # by what the scores of `all-round` are divided
SURE = 12.0  # how much likelier, as a power of e, a move is that is certain to go out

# Rows that only the critic sees: the hands of the next player and of all others, then totals of cards and their cases,
# one's own first.
TOTALS = IN_DECISION.n_rows + 8 * N_RANKS
CASES_OF_TOTALS = TOTALS + 4
HIDDEN = 8 * N_RANKS + 4 + 4 * CASES


@strict
def prepare(view):
    """Fill the plan as the champion does."""
    judgement.prepare(view)
    judgement.make_room(view)


@strict
def describe_hidden(view, hidden, rows, values, n):
    """What only the critic sees: the others' hands, and how many cards everybody has."""
    seat = view.seat
    for k in range(view.players):
        total = view.hand_sizes[seat] + view.pile_sizes[seat]
        n = enter(rows, values, n, TOTALS + min(k, 3), total / 20)
        n = enter(rows, values, n, CASES_OF_TOTALS + CASES * min(k, 3) + case_of(total), 1.0)
        if k > 0:
            block = IN_DECISION.n_rows + 4 * N_RANKS * (k > 1)
            for rank in range(N_RANKS):
                held = hidden.hands[seat, rank]
                if held > 0:
                    n = enter(rows, values, n, block + 4 * rank + min(held, 4) - 1, 1.0)
        seat = hidden.beside[view.direction + 1, seat]
        if seat == view.seat:
            break
    return n


def start(table: int) -> np.ndarray:
    """By row of a move, what the linear unit begins with: what `all-round` says of it."""
    j = IN_MOVE
    w = weights_of(GAME, BASES[min(table, 4) - 2])
    x = np.zeros(IN_MOVE.n_rows)
    for rank, name in enumerate(RANK_WEIGHTS):
        x[j.lay + 4 * rank : j.lay + 4 * rank + 4] = w[name]
        kept = w["give_ace"] if rank == ACE else w["give_nine"] if rank == NINE else 0.0
        x[j.discard + rank] = x[j.pass_ + rank] = -w["give_high"] * rank - kept
    x[j.together], x[j.left], x[j.lonely], x[j.back] = w["together"], w["empties"], w["lonely"], w["kings"]
    x[j.stuck : j.stuck + 3] = w["stuck"], 6 * w["stack"], w["few"]
    x[j.carried : j.carried + 2], x[j.clears] = w["carried"], 6 * w["clears"]
    x[j.magic : j.magic + 2] = w["jacks"], w["fives"]
    x[j.pick_up : j.pick_up + CASES] = w["pick_up"]
    x[j.stack], x[j.wanted] = 6 * w["pick_card"], w["pick_wanted"]
    x[j.other + 1] = w["topping"]
    x /= SOFTNESS
    x[[j.finish, j.gift]] = SURE
    return x


def opponents(table: int) -> list[str]:
    """Good players of different kinds, and a simple one; none of them trembles."""
    base = f"{BASES[min(table, 4) - 2]}:tremble=0"
    return [base, base, "champion-v1:tremble=0", f"{HAND_MADE},tremble=0", "shed:tremble=0"]


ENVIRONMENT = Environment(
    game=GAME,
    prepare=prepare,
    describe_decision=judgement.describe_decision,
    describe_move=judgement.describe_move,
    describe_hidden=describe_hidden,
    decision_rows=IN_DECISION.n_rows,
    move_rows=IN_MOVE.n_rows,
    hidden_rows=HIDDEN,
    courses={2: Course(20_000, 8_000, 0.2), 3: Course(20_000, 8_000, 0.2), 4: Course(5_000)},
    start=start,
    opponents=opponents,
    strategies_from=(Path(__file__).resolve().with_name("champion_v1.py"),),
)
LABELS = {4: 20}  # files of a thinker's labels, by table; the others learn in lessons
LATER_COURSE = Course(
    8_000, 1_000_000, 1.0, rate=5e-4, variety=5e-3, shares=(0.4, 0.6, 0.0), watching=300, fading=0.98, hurry=4.0
)
LATER = replace(
    ENVIRONMENT,
    describe_decision=tactics.describe_decision,
    describe_move=tactics.describe_move,
    decision_rows=tactics.IN_DECISION.n_rows,
    move_rows=tactics.IN_MOVE.n_rows,
    courses={2: replace(LATER_COURSE, lessons=3_000), 3: LATER_COURSE}
    | {
        table: Course(3 * files * distil.LABELS // distil.BATCH, 1_000_000, 0.5, rate=1e-3, variety=0.02)
        for table, files in LABELS.items()
    },
    labels=LABELS,
    start=lambda table: np.zeros(tactics.IN_MOVE.n_rows),
    opponents=lambda table: ["champion@v2:tremble=0"],
    goes_on_from=WEIGHTS,
)

"""How long a hint takes, which says what every move of a decision gains over the champion's, to 2 games of 100: by
rollouts to the end, and by rollouts that end with the critic's word; and how far off they are.

Command: python -m knotlab.studies.hints
Result: a table for each game in Markdown, printed
Page: docs/thinking.md
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from knotlab.analysis.decisions.rollouts import RESAMPLE, DecisionPoint, play_moves
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.estimate import mean_of_values
from knotlab.reports.words.layout import markdown_table
from knotlab.sim import games
from knotlab.sim.compiling.jit import whole
from knotlab.sim.kernels.chance import CHANCES
from knotlab.sim.kernels.lookahead import ROLLOUTS, Room, build_base_move, build_rollouts
from knotlab.sim.kernels.turns import RUN, State
from knotlab.sim.playing import branch
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.playing.players import player_records
from knotlab.sim.playing.stepper import legal_moves
from knotlab.strategies.resolve import player
from knotlab.studies.command import parser, run
from knotlab.studies.thinking import GAMES, OVER_CHAMPIONS, PLAYERS, SEED, WAYS

HINTS, FOR_HINTS, FOR_EXACT = 24, 100, 600  # decisions, and rollouts of each move
FIRST, LATER = 2, 9  # the number of the first decision of a game, and how many after it take turns
WITHIN, Z95 = 0.02, 1.96
COLUMNS = ("players", "rollouts are played", "seconds for half of them", "for nine in ten", "off by, of 100", "at most")


@cache
def gains_kernel(game: str) -> Callable[..., Any]:
    """A compiled function that adds up what all moves of a decision gain over the champion's in some rollouts, none of
    them given up: `try_all(views, options, n, thinkers, arrays, gains)`, as `sim/kernels/lookahead.py` has it.
    """
    found, functions = games.find(game), player(game, OVER_CHAMPIONS).functions
    assert functions.plan
    base_move, try_moves = build_base_move(found), build_rollouts(found, functions.score, functions.plan)

    @whole(nogil=True)
    def try_all(views, options, n, thinkers, arrays, gains):  # type: ignore[no-untyped-def]
        known, hiddens, chances, runs, scratch = arrays
        dealt, live = State(known[0], hiddens[0], chances[0]), State(known[1], hiddens[1], chances[1])
        room, thinker = Room(dealt, live, runs[0], scratch[0]), thinkers[0]
        base = base_move(views[0], options[0], n, thinker, room)
        try_moves(options[0], n, thinker, base, 0, int(thinker.value[ROLLOUTS]), room, gains)
        return base

    kernel: Callable[..., Any] = try_all
    return kernel


def gains_at(game: str, view: np.ndarray, spelling: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Which moves of a decision are not the champion's, what each of them gains over it, with standard errors, and the
    seconds of a processor that it took.

    view: what the player sees, an array of one.
    """
    found, moves = games.find(game), legal_moves(games.find(game), view[0])
    options = np.zeros(1, found.options)
    options["move"][0, : len(moves)] = moves
    sizes = ((2, found.view), (2, found.hidden), (2, CHANCES), (1, RUN), (1, found.options))
    arrays, gains = tuple(np.zeros(n, dtype) for n, dtype in sizes), np.zeros((len(moves), 3))
    thinkers = player_records([player(game, spelling)])[:1]
    before = time.process_time()
    base = gains_kernel(game)(view, options, len(moves), thinkers, arrays, gains)
    took = time.process_time() - before
    others = np.arange(len(moves)) != base
    n, total, squares = gains[others].T
    means = total / n
    return others, means, np.sqrt(np.maximum(squares / n - means**2, 0.0) / n), took


def gains_to_the_end(
    job: Job, point: branch.Positions, number: int, others: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """What the same moves gain over the champion's in games that are played to their end, with standard errors."""
    view, players = point.views[0], job.n_players
    moves = legal_moves(games.find(job.game), view)
    results = play_moves(DecisionPoint(job, point, number), moves, FOR_EXACT, RESAMPLE)
    lost = (results["place"][:, :, int(view["seat"])] == players).astype(float)
    gains = lost[~others] - lost[others]
    return gains.mean(axis=1), gains.std(axis=1) / FOR_EXACT**0.5


@dataclass(frozen=True)
class Hints:
    """Hints by rollouts of one way: seconds that they take, half of them at most and nine of ten at most, and the root
    of the mean square by which a move's gain is off, with the upper end of its 95% interval over decisions.
    """

    usual: float
    slow: float
    off: float
    off_at_most: float


def hints(game: str, players: int) -> dict[str, Hints]:
    """How long it takes until each move of a decision is known to 2 of 100, from rollouts of each way; and how far
    that is from what games say that are played to their end.
    """
    job = make_job(game, ["champion"] * players, seed=SEED)
    compile_ahead(job)
    numbers = FIRST + np.arange(HINTS) % LATER
    found = branch.positions(job, np.arange(HINTS), numbers)
    points = [branch.Positions(*(part[i : i + 1] for part in found)) for i in range(HINTS)]
    several = [i for i in range(HINTS) if len(legal_moves(games.find(game), points[i].views[0])) > 1]
    found.views["decision_uniform"] = 0.5
    gains_at(game, points[several[0]].views, f"{OVER_CHAMPIONS},rollouts=8")  # compiles
    told: dict[str, Hints] = {}
    exact: dict[int, tuple[np.ndarray, np.ndarray]] = {}
    for way, how in WAYS.items():
        seconds, squares = [], []
        for i in several:
            others, means, errors, took = gains_at(game, points[i].views, f"{OVER_CHAMPIONS},rollouts={FOR_HINTS}{how}")
            if i not in exact:
                exact[i] = gains_to_the_end(job, points[i], int(numbers[i]), others)
            seconds.append(took * (Z95 * errors.max() / WITHIN) ** 2)
            squares.append(float(((means - exact[i][0]) ** 2 - errors**2 - exact[i][1] ** 2).mean()))
        off = mean_of_values(np.array(squares))
        ends = (max(end, 0.0) ** 0.5 for end in (off.value, off.high))
        told[way] = Hints(float(np.median(seconds)), float(np.quantile(seconds, 0.9)), *ends)
    return told


def hint_rows(found: Mapping[int, Mapping[str, Hints]]) -> list[tuple[str, ...]]:
    """The rows of a table of hints, by players and way."""
    return [
        (
            str(players),
            way,
            f"{each.usual:.3f}",
            f"{each.slow:.3f}",
            f"{100 * each.off:.1f}",
            f"{100 * each.off_at_most:.1f}",
        )
        for players, told in found.items()
        for way, each in told.items()
    ]


def main(words: Sequence[str] | None = None) -> None:
    """Measure hints and print the tables."""
    reader = parser(__doc__)
    reader.add_argument("--game", choices=GAMES, action="append", help="both unless given")
    reader.add_argument("--players", type=int, choices=PLAYERS, action="append", help="all unless given")
    asked = reader.parse_args(words)
    for game in asked.game or GAMES:
        found = {players: hints(game, players) for players in asked.players or PLAYERS}
        print(f"### {games.find(game).title}\n\n{markdown_table(COLUMNS, hint_rows(found))}\n", flush=True)


if __name__ == "__main__":
    run(main)

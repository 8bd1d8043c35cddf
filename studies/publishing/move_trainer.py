"""Positions of Twisted Knot and Knotweed to train on: what each of their moves is worth, played on by champions.

Command: python -m knotlab.studies.publishing.move_trainer GAME [--positions N] [--cpu-minutes M] [--file FILE]
Result: analysis/decisions/trainer-GAME.txt; begun again, it goes on with the positions that are missing
Page: docs/sit-down.md
"""

import math
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import numpy as np

from knotlab.analysis.decisions.advice import strong_player
from knotlab.analysis.decisions.move_trainer import GAMES, TrainingPosition, file_of, training_position
from knotlab.analysis.decisions.race import MoveRace
from knotlab.analysis.decisions.rollouts import RESAMPLE, DecisionPoint, metric_of, payoffs_of, play_moves
from knotlab.analysis.decisions.written.position import position_as_text, position_written
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.reports.progress import progress
from knotlab.sim import games
from knotlab.sim.playing import branch
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.job import compile_ahead
from knotlab.sim.playing.stepper import legal_moves
from knotlab.studies.command import parser, run

POSITIONS = 1000
SEED = 490_005
TABLES = (2, 3, 4)  # players, in turn
MOVES = (2, 12)  # at least and at most
STEP, MOST = 200, 4000  # rollouts of each move between two looks, and at most


def draw(game: str, number: int) -> str:
    """A position of a game of champions at random, written down."""
    n = TABLES[number % len(TABLES)]
    job = make_job(game, [strong_player(game, n)] * n, seed=SEED + number)
    compile_ahead(job)
    rng = np.random.default_rng([SEED, number])
    for index in count():
        decision = int(rng.integers(int(play_games(job, index, 1)["decisions"][0])))
        start = branch.positions(job, np.array([index]), np.array([decision]))
        if MOVES[0] <= len(legal_moves(games.find(game), start.views[0].copy())) <= MOVES[1]:
            return position_as_text(game, start.views[0], start.hiddens[0])
    raise AssertionError


def worth(game: str, text: str) -> TrainingPosition:
    """Play each move of a position on until the best is known, or too close to it to matter, or often enough."""
    point = position_written(game, text, seed=SEED)
    moves = point.moves
    race, played = MoveRace(metric_of(game), len(moves)), 0
    while played < MOST and len(race.left) > 1 and not race.is_alike:
        left = [moves[i] for i in race.left]
        race.add(race.left, _payoffs(point, left, part=played // STEP, metric=race.metric))
        played += STEP
    return training_position(text, race.values)


def _payoffs(point: DecisionPoint, moves: Sequence[object], part: int, metric: str) -> np.ndarray:
    results = play_moves(point, moves, STEP, RESAMPLE, part)
    return np.asarray(payoffs_of(point, results, metric) / UNIT)


def main(words: Sequence[str] | None = None) -> None:
    """Write further positions to the file, until it has them all or the time is used."""
    reader = parser(__doc__)
    reader.add_argument("game", choices=GAMES, metavar="GAME")
    reader.add_argument("--file", type=Path, metavar="FILE", help="the table that comes with the program unless given")
    reader.add_argument("--positions", type=int, default=POSITIONS, metavar="N", help="in the whole file")
    reader.add_argument("--cpu-minutes", type=float, default=math.inf, metavar="M", help="after which it stops")
    asked = reader.parse_args(words)
    file = asked.file or file_of(asked.game)
    lines = file.read_text("ascii").splitlines() if file.exists() else []
    with progress("positions", asked.positions - len(lines)) as advance:
        for number in range(len(lines), asked.positions):
            if time.process_time() > 60 * asked.cpu_minutes:
                break
            lines.append(worth(asked.game, draw(asked.game, number)).line())
            file.write_text("".join(f"{line}\n" for line in lines), "ascii")
            advance(1)
    print(f"{len(lines):,} positions of {asked.positions:,} are in {file}")


if __name__ == "__main__":
    run(main)

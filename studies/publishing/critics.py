"""Fits the critics of Twisted Knot and Knotweed: small networks that say how likely a player is to lose, from what he
sees as his turn begins. They learn it from games of the frozen champion among its like.

The chance to lose is learnt from itself a little later, and in the end from who lost (temporal differences: Sutton and
Barto, Reinforcement Learning, 2018, chapter 12). What has been learnt is kept in `out/critics`, so that a command which
was stopped goes on where it was; then the critic is held against fresh games.

Command: python -m knotlab.studies.publishing.critics GAME (a step of make champions)
Result: strategies/GAME/critic.npz, and how well it is calibrated in Markdown, printed
Page: docs/thinking.md
"""

import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.rates import Rate, rate
from knotlab.reports.words.layout import markdown_table
from knotlab.sim import games
from knotlab.sim.compiling.jit import jit, whole
from knotlab.sim.kernels.turns import State, build_turns
from knotlab.sim.kernels.vectors import ROOM, UNITS, sum_rows
from knotlab.sim.playing.job import Job, compile_ahead, fresh_runs, fresh_states
from knotlab.sim.protocol import DECIDE, MAX_SEATS, OVER, TURN
from knotlab.sim.storage.result_files import writing
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.home import folder_of, module_of
from knotlab.strategies.networks.critic import chance
from knotlab.strategies.networks.weights import write_weights
from knotlab.studies.command import parser, run
from knotlab.studies.publishing.champions.gradients import back, spread, weigh

FOLDER = Path("out/critics")
SEED = 20261128
TABLES = (2, 3, 4)  # players; the last also stands for more
STEPS = {"twisted-knot": 5_000, "knotweed": 4_000}
GAMES = {"twisted-knot": 64, "knotweed": 256}  # of a step
SAVED_EVERY = 1_000  # steps
FADING = 0.95  # by how much less a change of the critic's mind counts for each turn before it
RATE, HALF, WARM_UP = 2e-3, 1_000, 50  # of learning: at first; steps after which it is half as much; in which it rises
SMOOTH = 0.98  # how much of what ships, a running mean of the weights, a step leaves as it was
MEAN, SQUARES, TINY = 0.9, 0.999, 1e-6  # Adam (Kingma and Ba, 2015)
FIRST = 0.15  # the spread of first weights
LINEAR = UNITS - 1  # the unit that counts below zero too
MOST_TURNS = 3_000  # of a game; a longer one ends there, and all who hold cards lose as often as each other
FRESH_DEALS = 1 << 40  # the number of the first deal of those that nothing is learnt from
FRESH = 4_000  # games that the critic is held against
ENOUGH = 100  # games with such turns, for an interval to be told
SLOPE = 0  # the vector of the room's in which slopes are carried back


class Weights(NamedTuple):
    """The weights of a critic, float32: of a description's entries, shape (rows, 32), and how the units are weighed and
    above what they count, shape (2, 32).
    """

    critic: np.ndarray
    last: np.ndarray


class GameRoom(NamedTuple):
    """A game remembered: entries of descriptions; by turn its seat, its first entry, how many entries it has, its units
    and what the critic says; and a vector.
    """

    rows: np.ndarray
    values: np.ndarray
    seat: np.ndarray
    first: np.ndarray
    n: np.ndarray
    units: np.ndarray
    said: np.ndarray
    work: np.ndarray


def new_room() -> GameRoom:
    """Room for a game."""
    seat, first, n = np.zeros((3, MOST_TURNS), np.int64)
    entries, dtypes = ROOM * MOST_TURNS, (np.int32, np.float32)
    rows, values = (np.zeros(entries, dtype) for dtype in dtypes)
    units, work = np.zeros((MOST_TURNS, UNITS), np.float32), np.zeros((1, UNITS), np.float32)
    return GameRoom(rows, values, seat, first, n, units, np.zeros(MOST_TURNS), work)


# --- playing and learning ---


def describe_of(game: str) -> Callable[..., Any]:
    """What the critic of a game sees: `describe(view, rows, values)`."""
    catalogue(game)
    describe: Callable[..., Any] = module_of(game, "thinker").describe
    return describe


@cache
def build_play(game: str) -> Callable[..., Any]:
    """A function that plays a game and remembers how each turn begins: how many turns that were."""
    turns, describe = build_turns(games.find(game)), describe_of(game)
    start, begin, go_on = turns.start, turns.open, turns.go_on

    @jit
    def play(state, options, run, weights, room):
        view, _, _ = state
        start(state, run, None)
        status, k, e = TURN, 0, 0
        while status != OVER and run.turns < MOST_TURNS:
            status = begin(state, run, None)
            if status == DECIDE:
                view.plan[:] = 0.0
                rows, values = room.rows[e:], room.values[e:]
                n = describe(view, rows, values)
                room.seat[k], room.first[k], room.n[k] = view.seat, e, n
                sum_rows(room.units[k], 0, weights.critic, 0, rows, values, n)
                room.said[k] = chance(weigh(room.units, k, weights.last, 0))
                k += 1
                e += n
            status = go_on(state, options, run, None, None, None, status)
        return k

    return play


@jit
def share_lost(view, seat):
    """1 for the loser; in a game that was broken off, all who hold cards lose as often as each other."""
    if view.places[seat] == 0:
        return 1.0 / view.holding
    return 1.0 if view.places[seat] == view.players else 0.0


@jit
def study(view, k, fading, weights, slopes, room):
    """Add up, over the turns of a game, by which weights should grow."""
    following, later = np.zeros(MAX_SEATS), np.zeros(MAX_SEATS)
    for seat in range(view.players):
        following[seat] = share_lost(view, seat)
    for t in range(k - 1, -1, -1):
        seat, e = room.seat[t], room.first[t]
        wrong = following[seat] - room.said[t] + fading * later[seat]
        following[seat], later[seat] = room.said[t], wrong
        back(slopes.last, 0, room.work, SLOPE, room.units, t, weights.last, 0, wrong)
        spread(slopes.critic, 0, room.rows[e:], room.values[e:], room.n[t], room.work, SLOPE)


@cache
def build_lesson(game: str) -> Callable[..., Any]:
    """A function that plays games of some numbers and adds up slopes; how many turns they had."""
    play = build_play(game)

    @whole(nogil=True)
    def lesson(states, options, runs, numbers, fading, weights, slopes, room):
        state, run, turns = State(states.views[0], states.hiddens[0], states.chances[0]), runs[0], 0
        view, _, _ = state
        for number in numbers:
            run.deal = np.uint64(number)
            k = play(state, options[0], run, weights, room)
            study(view, k, fading, weights, slopes, room)
            turns += k
        return turns

    learn: Callable[..., Any] = lesson
    return learn


@cache
def build_exam(game: str) -> Callable[..., Any]:
    """A function that plays games of some numbers and adds up, by game and by what the critic says, in tenths, how many
    turns there were, the chances that it gave, and how many of them were lost.
    """
    play = build_play(game)

    @whole(nogil=True)
    def exam(states, options, runs, numbers, weights, room, sums):
        state, run = State(states.views[0], states.hiddens[0], states.chances[0]), runs[0]
        view, _, _ = state
        for i in range(numbers.shape[0]):
            run.deal = np.uint64(numbers[i])
            for t in range(play(state, options[0], run, weights, room)):
                said, lost = room.said[t], share_lost(view, room.seat[t])
                cell = sums[i, min(int(10 * said), 9)]
                cell[0] += 1.0
                cell[1] += said
                cell[2] += lost
                cell[3] += (said - lost) ** 2

    examine: Callable[..., Any] = exam
    return examine


class Learner:
    """A critic of one game that learns at tables of one size."""

    def __init__(self, game: str, players: int) -> None:
        self.game, self.players, self.steps, self.room = game, players, 0, new_room()
        random = np.random.default_rng([SEED, players])
        n_rows = module_of(game, "_judgement").IN_DECISION.n_rows
        critic, last = (random.normal(0.0, FIRST, (n, UNITS)).astype(np.float32) for n in (n_rows, 2))
        critic[:, LINEAR], last[0, LINEAR], last[1], last[1, LINEAR] = 0.0, 1.0, 0.0, -np.inf
        self.weights = Weights(critic, last)
        self.shipped, self.means, self.squares = (Weights(critic.copy(), last.copy()) for _ in range(3))
        for part in (*self.means, *self.squares):
            part[:] = 0.0

    def learn(self) -> None:
        """Learn from some more games."""
        slopes = Weights(*(np.zeros_like(part) for part in self.weights))
        n_games = GAMES[self.game]
        numbers = np.arange(n_games * self.steps, n_games * (self.steps + 1))
        turns = build_lesson(self.game)(
            *table(self.game, self.players), numbers, FADING, self.weights, slopes, self.room
        )
        self.steps += 1
        rate = RATE * HALF / (HALF + self.steps) * min(1.0, self.steps / WARM_UP)
        for weights, slope, mean, square in zip(self.weights, slopes, self.means, self.squares, strict=True):
            mean += (1 - MEAN) * (slope / turns - mean)
            square += (1 - SQUARES) * ((slope / turns) ** 2 - square)
            size = np.sqrt(square / (1 - SQUARES**self.steps)) + TINY
            weights += (rate * mean / (1 - MEAN**self.steps) / size).astype(np.float32)
        for mean, weights in zip(self.shipped, self.weights, strict=True):
            mean[:] = SMOOTH * mean + (1 - SMOOTH) * weights

    def exam(self, n_games: int = FRESH) -> np.ndarray:
        """Sums over fresh games, as `build_exam` has them, shape (games, 10, 4)."""
        sums, numbers = np.zeros((n_games, 10, 4)), np.arange(FRESH_DEALS, FRESH_DEALS + n_games)
        build_exam(self.game)(*table(self.game, self.players), numbers, self.shipped, self.room, sums)
        return sums

    def save(self, file: Path) -> None:
        """Keep all that the next steps depend on."""
        with writing(file) as stream:
            np.savez(stream, *self._arrays(), steps=np.array(self.steps))

    def load(self, file: Path) -> None:
        """Go on where a critic was kept."""
        with np.load(file) as kept:
            for k, part in enumerate(self._arrays()):
                part[:] = kept[f"arr_{k}"]
            self.steps = int(kept["steps"])

    def _arrays(self) -> list[np.ndarray]:
        return [*self.weights, *self.shipped, *self.means, *self.squares]


@cache
def job_of(game: str, players: int) -> Job:
    """Games of champions among themselves."""
    job = make_job(game, ["champion"] * players, seed=SEED)
    compile_ahead(job)
    return job


def table(game: str, players: int) -> tuple[Any, np.ndarray, np.ndarray]:
    """States, moves and the state of play for the games of a table."""
    job, found = job_of(game, players), games.find(game)
    runs = fresh_runs(job)
    runs["seating"][:, :players] = np.arange(players)
    return fresh_states(found, job), np.zeros(1, found.options), runs


def fit(game: str, players: int, steps: int, folder: Path) -> Learner:
    """Let a critic learn at tables of one size, from where its file says it is, for so many steps in all."""
    file, learner = folder / game / f"{players}-players.npz", Learner(game, players)
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.is_file():
        learner.load(file)
    while learner.steps < steps:
        for _ in range(min(SAVED_EVERY, steps - learner.steps)):
            learner.learn()
        learner.save(file)
        error = squared_error(learner.exam())
        print(
            f"{game}, {players} players, step {learner.steps}: squared error {error:.4f}", file=sys.stderr, flush=True
        )
    return learner


def write(learners: Sequence[Learner], file: Path) -> None:
    """Write the critics for all sizes of tables as the file that ships: numbers of 16 bits."""
    parts = zip(Weights._fields, zip(*(learner.shipped for learner in learners), strict=True), strict=True)
    write_weights(file, **{name: np.stack(arrays).astype("<f2") for name, arrays in parts})


# --- how well it is calibrated ---


def squared_error(sums: np.ndarray) -> float:
    """The mean squared error of what a critic says of a turn (Brier, 1950)."""
    return float(sums[:, :, 3].sum() / sums[:, :, 0].sum())


def calibration(sums: np.ndarray) -> list[tuple[float, Rate, int]]:
    """By what a critic says, in tenths: the mean chance to lose that it gives, the share that is lost, with an interval
    over games, and in how many games there were such turns.
    """
    found = []
    for cells in sums.transpose(1, 0, 2):
        rows = pl.LazyFrame({"game": np.arange(len(cells)), "turns": cells[:, 0], "lost": cells[:, 2]})
        lost = rate(rows, pl.col("lost"), pl.col("turns"), 1, len(cells)).of_share()
        found.append((cells[:, 1].sum() / max(cells[:, 0].sum(), 1), lost, round(lost.covered * lost.n)))
    return found


def calibration_table(learners: Sequence[Learner]) -> str:
    """The calibration at all sizes of tables, in Markdown."""
    found = [calibration(learner.exam()) for learner in learners]
    rows = [(f"{10 * k} to {10 * k + 10}", *(_cell(*bins[k]) for bins in found)) for k in range(10)]
    return markdown_table(("says, of 100", *(f"{learner.players} players: said, lost" for learner in learners)), rows)


def _cell(said: float, lost: Rate, n_games: int) -> str:
    if n_games < ENOUGH:
        return "-"
    return f"{100 * said:.1f}, {100 * lost.value:.1f} [{100 * lost.low:.1f}, {100 * lost.high:.1f}]"


def main(words: Sequence[str] | None = None) -> None:
    """Fit the critic of a game, write its weights and say how well it is calibrated."""
    reader = parser(__doc__)
    reader.add_argument("game", choices=list(STEPS))
    reader.add_argument("--steps", type=int, default=0, help="to try it out: so many and no more")
    reader.add_argument("--folder", type=Path, default=FOLDER, help="where what has been learnt is kept")
    reader.add_argument("--weights", type=Path, help="the file to write, instead of the one that ships")
    asked = reader.parse_args(words)
    learners = [fit(asked.game, players, asked.steps or STEPS[asked.game], asked.folder) for players in TABLES]
    write(learners, asked.weights or folder_of(asked.game) / "critic.npz")
    print(calibration_table(learners))


if __name__ == "__main__":
    run(main)

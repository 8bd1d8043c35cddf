"""A learner: its weights, how they change from lesson to lesson, and the file that it is kept in."""

import json
from functools import cache
from pathlib import Path

import numpy as np

from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.vectors import UNITS
from knotlab.sim.playing.job import Job, compile_ahead, fresh_runs, fresh_states
from knotlab.sim.playing.players import player_records
from knotlab.sim.storage.result_files import writing
from knotlab.strategies.networks.weights import read_weights
from knotlab.strategies.resolve import players
from knotlab.studies.publishing.champions.lesson import build_lesson
from knotlab.studies.publishing.champions.records import (
    LINEAR,
    NO_FLOOR,
    Counts,
    Environment,
    Hyperparameters,
    LessonGames,
    Network,
    Weights,
    new_counts,
    new_room,
)

GAMES = 256  # of a lesson
TREMBLE = 0.02
SMOOTH = 0.98  # how much of what ships, a running mean of the weights, a lesson leaves as it was
EARLIER = 3  # selves that are played against
KEPT_EVERY = 150  # lessons after which the oldest of them is replaced
MEAN, SQUARES, TINY = 0.9, 0.999, 1e-6  # Adam (Kingma and Ba, 2015)
WARM_UP = 50  # lessons in which rates rise
PLAYER = len(Network._fields)  # so many parts of the weights are the player's, the others the critic's
FIRST = 0.15  # the spread of first weights
COMMON_GAIN = 0.1  # at first
STEADY, MOVING = 0.98, 0.02  # how much of it stays, and how much comes from a lesson
FIRST_OPPONENT = -1
EXAM_DEALS = 1 << 40  # the number of the first deal of an exam
TEST = Hyperparameters(TREMBLE, 0.0, 1.0, 0.0, 0.0, 1, False)


_lesson_of = cache(build_lesson)  # once a process


class Learner:
    """A player of one game who learns at states of some sizes.

    table: whose weights are learnt: the fewest players they are for.
    """

    def __init__(self, environment: Environment, table: int, seed: int) -> None:
        self.environment, self.table, self.course = environment, table, environment.courses[table]
        self.random = np.random.default_rng([seed, table])
        self.lessons, self.common_gain = 0, COMMON_GAIN
        self.weights = _first_weights(environment, table, self.random)
        self.shipped = Network(*(part.copy() for part in self._own()[:3]))
        self.means = Weights(*(np.zeros_like(part) for part in self._own()))
        self.squares = Weights(*(np.zeros_like(part) for part in self._own()))
        self.room = new_room()
        self.opponents = environment.opponents(table)

    def _own(self) -> Weights:
        """The learner's own part of the weights, not a copy."""
        s, w = self.environment, self.weights
        return Weights(w.decisions[: s.decision_rows], w.moves[: s.move_rows], w.last[:2], w.critic, w.critic_last)

    def learn(self) -> None:
        """Have one more lesson."""
        course, share = self.course, self.course.at(self.lessons)
        sizes = self.environment.tables[self.table]
        slopes = self.no_slopes()
        seed = int(self.random.integers(2**31))
        variety = course.variety * share
        hyper = Hyperparameters(TREMBLE, course.fading, self.common_gain, variety, course.price, seed, True)
        seats = self._lots(sizes[self.lessons % len(sizes)])
        _, counts = self._play(GAMES * self.lessons, seats, slopes, hyper)
        n = max(int(counts.decisions[0]), 1)
        self.common_gain = STEADY * self.common_gain + MOVING * float(np.sqrt(counts.gains[0] / n))
        self.lessons += 1
        learning = slice(PLAYER if self.lessons <= course.watching else 0, None)
        self.grow(slopes, course.rate * share, n, learning)
        if self.lessons % KEPT_EVERY == 0:
            self._keep(1 + self.lessons // KEPT_EVERY % EARLIER)

    def exam(self, n_games: int, first: int = EXAM_DEALS, network: Network | None = None) -> np.ndarray:
        """Of each deal from a number on, the share of a game that is lost by one who plays his best by a network (what
        ships unless given), in another seat each time, when all others are the first of the opponents.
        """
        players = self.environment.tables[self.table][0]
        own = (np.arange(n_games), np.arange(n_games) % players)
        seats = np.full((n_games, players), FIRST_OPPONENT)
        seats[own] = 0
        results, _ = self._play(first, seats, self._own(), TEST, network or self.shipped)
        lost: np.ndarray = -results[own]
        return lost

    def _lots(self, players: int) -> np.ndarray:
        """Who sits where in the games of a lesson."""
        kinds = self.random.choice(3, GAMES, p=self.course.shares)
        own = self.random.integers(players, size=GAMES)
        opponents = FIRST_OPPONENT - self.random.integers(len(self.opponents), size=GAMES)
        others = np.where(kinds == 1, opponents, self.random.integers(1, 1 + EARLIER, size=GAMES))
        seats = np.where(kinds == 0, 0, others)[:, None].repeat(players, 1)
        seats[np.arange(GAMES), own] = 0
        return seats

    def _play(
        self, first: int, seats: np.ndarray, slopes: Weights, hyper: Hyperparameters, network: Network | None = None
    ) -> tuple[np.ndarray, Counts]:
        """Play games on the deals from a number on, with players on seats as `LessonGames` has it: what they were
        worth, and sums. network: what the learner plays by, if not by its weights.
        """
        environment, game = self.environment, games.find(self.environment.game)
        job = _job(environment, self.table, seats.shape[1])
        runs, counts = fresh_runs(job), new_counts()
        runs["players"] = player_records(players(environment.game, self.opponents, environment.strategies_from))
        states, options = fresh_states(game, job), np.zeros(1, game.options)
        dealt = LessonGames(np.arange(first, first + len(seats)), seats, np.zeros(seats.shape))
        weights = self.weights if network is None else Weights(*network, *self.weights[3:])
        _lesson_of(environment)(states, options, runs, dealt, hyper, weights, slopes, self.room, counts)
        return dealt.results, counts

    def no_slopes(self) -> Weights:
        """Sums of slopes, of nothing yet."""
        return Weights(*(np.zeros_like(part) for part in self._own()))

    def grow(self, slopes: Weights, rate: float, n: int, learning: slice) -> None:
        """Change the weights that learn along their slopes (Adam), sums over n decisions, floors apart."""
        rate *= min(1.0, self.lessons / WARM_UP)
        pace = [1.0] * PLAYER + [self.course.hurry] * (len(slopes) - PLAYER)
        parts = (self._own(), slopes, self.means, self.squares, pace)
        for weights, slope, mean, square, times in zip(*(part[learning] for part in parts), strict=True):
            mean += (1 - MEAN) * (slope / n - mean)
            square += (1 - SQUARES) * ((slope / n) ** 2 - square)
            size = np.sqrt(square / (1 - SQUARES**self.lessons)) + TINY
            floors = weights[1].copy()
            weights += (times * rate * mean / (1 - MEAN**self.lessons) / size).astype(np.float32)
            if len(weights) == 2:
                weights[1] = floors
        for mean, weights in zip(self.shipped, self._own(), strict=False):
            mean[:] = SMOOTH * mean + (1 - SMOOTH) * weights

    def _keep(self, number: int) -> None:
        """Keep the present self as an earlier one."""
        for whole, own in zip(self.weights[:3], self._own()[:3], strict=True):
            whole[number * len(own) : (number + 1) * len(own)] = own

    def _arrays(self) -> list[np.ndarray]:
        """All numbers that the next lessons depend on."""
        return [*self.weights, *self.shipped, *self.means, *self.squares]

    def save(self, file: Path) -> None:
        """Keep all that the next lessons depend on."""
        state = {"lessons": self.lessons, "common_gain": self.common_gain, "random": self.random.bit_generator.state}
        state["course"] = str(self.course)
        with writing(file) as stream:
            np.savez(stream, *self._arrays(), state=np.array(json.dumps(state)))

    def load(self, file: Path) -> None:
        """Go on where a learner was kept; raises InputError if that one learns at another schedule."""
        with np.load(file) as kept:
            state = json.loads(str(kept["state"]))
            if state.get("course") != str(self.course):
                raise InputError(f"{file} is kept of a learner on another course; remove it, and learning begins anew")
            for k, part in enumerate(self._arrays()):
                part[:] = kept[f"arr_{k}"]
        self.lessons, self.common_gain = state["lessons"], state["common_gain"]
        self.random.bit_generator.state = state["random"]


@cache
def _job(environment: Environment, table: int, chairs: int) -> Job:
    """A job with the rules of a table with this many chairs."""
    opponents = environment.opponents(table)
    states = [[opponents[k % len(opponents)] for k in range(chairs)], *([name] * chairs for name in opponents)]
    jobs = [make_job(environment.game, table, strategies_from=environment.strategies_from) for table in states]
    compile_ahead(*jobs)
    return jobs[0]


def _first_weights(environment: Environment, table: int, random: np.random.Generator) -> Weights:
    """Random weights but for the linear unit, which begins with what is known, or those of the champion from whom
    learning goes on, for the learner and all earlier selves.
    """
    rows = (environment.decision_rows, environment.move_rows, 2, environment.decision_rows + environment.hidden_rows, 2)
    parts = [random.normal(0.0, FIRST, (n, UNITS)).astype(np.float32) for n in rows]
    decisions, moves, last, critic, critic_last = parts
    decisions[:, LINEAR], moves[:, LINEAR], critic[:, LINEAR] = 0.0, environment.start(table), 0.0
    for each in (last, critic_last):
        each[0, LINEAR], each[1], each[1, LINEAR] = 1.0, 0.0, NO_FLOOR
    player = Network(decisions, moves, last)
    if environment.goes_on_from is not None:
        kept, k = read_weights(environment.goes_on_from), sorted(environment.tables).index(table)
        player = Network(*(grown(kept[name][k], len(part)) for name, part in player._asdict().items()))
    decisions, moves, last = (np.tile(part, (1 + EARLIER, 1)) for part in player)
    return Weights(decisions, moves, last, critic, critic_last)


def grown(weights: np.ndarray, rows: int) -> np.ndarray:
    """Weights in single precision, with rows of zeros for what has been described only since they were learnt."""
    found = np.zeros((rows, UNITS), np.float32)
    found[: len(weights)] = weights
    return found

"""A run of games: what is played, and the playing of some of it. The unit of work is a piece: some consecutive deals in
all their rotations.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling.jit import once
from knotlab.sim.compiling.precompile import Kernel, make_ready
from knotlab.sim.errors import InputError, StrategyError
from knotlab.sim.kernels import engine
from knotlab.sim.kernels.branch_kernels import branch_kernel, stop_kernel
from knotlab.sim.kernels.chance import streams
from knotlab.sim.kernels.seating import Seating
from knotlab.sim.kernels.turns import RUN, States
from knotlab.sim.lowlevel import address_of
from knotlab.sim.playing import asked
from knotlab.sim.playing.players import (
    Functions,
    LogConditions,
    Player,
    compiled,
    is_users,
    player_records,
    records_of_players,
)
from knotlab.sim.playing.stepper import step_kernels
from knotlab.sim.playing.trial import try_out
from knotlab.sim.playing.watch import TookTooLong, watched
from knotlab.sim.protocol import Game, Match

STREAM_VERSION = 1


@dataclass(frozen=True)
class Job(Seating):
    """Which games, or matches, are played: game, rules (every setting by name), players, seed. Small, and fit to be
    sent to another process.
    """

    game: str
    rules: Mapping[str, Any]
    players: tuple[Player, ...]
    seed: int
    purpose: str = "play"
    fixed_seats: bool = False
    rollout: int = 0
    match: Match | None = None  # none: each game by itself
    conditions: LogConditions | None = None  # that the event log has besides its columns
    choices: Any = None  # of players who need not repeat, in games that are kept: `of(job, index)` (run.py)

    def __post_init__(self) -> None:
        prints: dict[str, str] = {}
        for player in self.players:
            for each in player.functions.combines or (player.functions,):
                if prints.setdefault(each.name, each.fingerprint) != each.fingerprint:
                    raise InputError(f"two strategies are called '{each.name}'; give one of them another name")

    @property
    def n_players(self) -> int:
        """Players at the table."""
        return len(self.players)

    @property
    def asks(self) -> bool:
        """Whether there are objects in Python among the players."""
        return any(player.functions.asks for player in self.players)

    @property
    def told(self) -> bool:
        """Whether an object among the players is told of events."""
        return any(player.functions.told for player in self.players)

    @property
    def unrepeatable(self) -> tuple[str, ...]:
        """The players who need not decide alike whenever a game is played again."""
        return tuple(dict.fromkeys(player.name for player in self.players if not player.functions.repeats))

    @property
    def rotations(self) -> int:
        """Games played on each deal."""
        return 1 if self.fixed_seats else len(self.players)


class Tables(NamedTuple):
    """Who plays each of some games, where the players are not those of the job.

    entrants: all who play. chosen (int64 array of shape (games, players)): who plays each game, by number among them.
    """

    entrants: tuple[Player, ...]
    chosen: np.ndarray

    @property
    def asks(self) -> bool:
        """Whether there are objects in Python among them."""
        return any(player.functions.asks for player in self.entrants)

    def of(self, some: slice) -> "Tables":
        """Those of some of the games."""
        return self._replace(chosen=self.chosen[some])

    def job_of(self, job: Job, place: int) -> Job:
        """The job of the game at a place."""
        return replace(job, players=tuple(self.entrants[k] for k in self.chosen[place]))


def all_players(job: Job, tables: Tables | None) -> tuple[Player, ...]:
    """All who play some games of a job."""
    return tables.entrants if tables else job.players


def playing_at(job: Job, tables: Tables | None, place: int) -> Job:
    """The job of the game at a place, with those who play it."""
    return tables.job_of(job, place) if tables else job


def table_by_table(
    play: Callable[[Job, np.ndarray], np.ndarray], job: Job, numbers: np.ndarray, tables: Tables
) -> np.ndarray:
    """Results of games of some numbers, shape (games,), those of the same players played at a time. play: as
    `play_numbers` without `tables`.
    """
    _, firsts, which = np.unique(tables.chosen, axis=0, return_index=True, return_inverse=True)
    rows = [np.flatnonzero(which.ravel() == group) for group in range(len(firsts))]
    played = [play(tables.job_of(job, first), numbers[some]) for first, some in zip(firsts, rows, strict=True)]
    results = np.zeros(len(numbers), played[0].dtype)
    for some, values in zip(rows, played, strict=True):
        results[some] = values
    return results


@once
def turn_kernel(name: str) -> Any:
    """The compiled turn of a game, once a process."""
    return engine.compile_turn(games.find(name))


@once
def batch_kernel(name: str, told: bool) -> Any:
    """The compiled batch kernel of a game, once a process, and the turn that it calls by its address: most of that is
    compiled with the kernel. told: the kernel of jobs whose objects are told of events.
    """
    kernel = engine.compile_batch(games.find(name), told)
    turn_kernel(name)
    return kernel


@once
def logged_kernel(name: str, told: bool) -> Any:
    """The compiled batch kernel that writes the event log, and its turn, as `batch_kernel`."""
    kernel = engine.compile_logged(games.find(name), told)
    turn_kernel(name)
    return kernel


@once
def traced_kernel(name: str) -> Any:
    """The compiled tracing kernel of a game, once a process."""
    return engine.compile_traced(games.find(name))


def compile_ahead(*jobs: Job, log: bool = False, traced: bool = False) -> None:
    """Compile all that some jobs need, before they are fanned out. log: for playing with the event log; traced: also
    for telling games move by move. What users' strategies play is always told, and refereed.
    """
    try_out(*jobs)
    make_ready([kernel for job in jobs for kernel in kernels_of(job, log, traced)])


def kernels_of(job: Job, log: bool = False, traced: bool = False) -> list[Kernel]:
    """The compiled functions that a job's games need. log: with the event log; traced: told move by move, too."""
    batch, refereed = logged_kernel if log else batch_kernel, any(map(is_users, job.players))
    players = dict.fromkeys(player.functions for seated in job.players for player in (seated, *seated.assumed))
    return [
        Kernel(batch, (job.game, job.told), job.game, seconds=9.0),
        *([Kernel(traced_kernel, (job.game,), job.game, seconds=6.0)] if traced or refereed else []),
        *(step_kernels(job.game) if refereed else []),
        *(kernel_of_player(functions, job.game) for functions in players),
        *([kernel_of_player(job.conditions.functions, job.game)] if job.conditions else []),
    ]


def kernel_of_player(functions: Functions, game: str) -> Kernel:
    """The compiled function of a player: those who look ahead take longest to compile, then those with many
    parameters.
    """
    return Kernel(
        compiled, (functions,), game, seconds=5.5 if functions.looks_ahead else 0.5 + len(functions.kinds) / 12
    )


def kernels_of_branches(game: str) -> list[Kernel]:
    """The compiled functions that bring games to a decision and play on from there."""
    return [Kernel(make, (game, False), game, seconds=7.0) for make in (branch_kernel, stop_kernel)]


def fresh_states(game: Game, job: Job) -> States:
    """Two empty positions with a job's settings and streams: the live one and one for marks."""
    chance = streams(job.seed, job.purpose)
    views = _prepared_views(game, tuple(job.rules.items()))
    return States(views.copy(), np.zeros(2, game.hidden), np.concatenate([chance, chance]))


@lru_cache(64)
def _prepared_views(game: Game, rules: tuple[tuple[str, Any], ...]) -> np.ndarray:
    """Two views with a game's settings in them, shape (2,)."""
    views = np.zeros(2, game.view)
    for view in views:
        game.prepare(view, dict(rules))
    return views


def fresh_runs(job: Job) -> np.ndarray:
    """The state of play for a kernel, shape (2,), before any game of a job: its players, the limit of turns, the
    rollout.
    """
    runs = np.zeros(2, RUN)
    runs["limit"], runs["rollout"] = job.rules.get("turn_limit", 2**62), job.rollout
    runs["turn_address"], runs["players"] = address_of(turn_kernel(job.game)), player_records(job.players)
    if job.conditions:
        runs["conditions_address"] = address_of(compiled(job.conditions.functions))
    return runs


NO_MATCH = np.zeros((0, 0), np.int64)  # totals of games by themselves


def play_batch(
    kernel_of: Callable[[str, bool], Any],
    job: Job,
    numbers: np.ndarray,
    results: np.ndarray,
    log: np.ndarray | None = None,
    used: np.ndarray | None = None,
    totals: np.ndarray = NO_MATCH,
    tables: Tables | None = None,
) -> int:
    """Let a batch kernel play games of some numbers, which nobody tries or referees; how many it played. kernel_of:
    `batch_kernel` or `logged_kernel`. Raises StrategyError as `play_numbers` does.
    """
    game = games.find(job.game)
    kernel, room = kernel_of(job.game, job.told), moves_room(game)
    states, runs = fresh_states(game, job), fresh_runs(job)
    players = all_players(job, tables)

    def play(some: slice) -> int:
        which = *chosen_players(tables), numbers[some], totals[some], results[some]
        rest = job.rotations, log, used, asked.noted(job, states)
        try:
            return int(call_kernel(kernel, players, runs, states, room, runs, *which, *rest))
        except Exception as error:
            place = int(runs[0].batch_index)
            failed = asked.failure() or error
            raise blame(playing_at(job, tables, place), states, runs, int(numbers[some][place]), failed) from error

    return play_asked(job, numbers, results, play) if job.asks else play(slice(None))


NOBODY = player_records(())[:0], np.zeros((0, 0), np.int64)


def chosen_players(tables: Tables | None) -> tuple[np.ndarray, np.ndarray]:
    """Entrants and who is chosen among them, as kernels take them; without tables none."""
    if tables is None:
        return NOBODY
    return records_of_players(tables.entrants), np.ascontiguousarray(tables.chosen, np.int64)


def play_asked(job: Job, numbers: np.ndarray, results: np.ndarray, play: Callable[[slice], int]) -> int:
    """Have games with objects played one after another, by what plays the one at a place into its result and says
    whether it could; how many it played. Raises StrategyError if an object fails.
    """
    with asked.undisturbed():
        for i, index in enumerate(numbers.tolist()):
            with asked.seated(job, index) as current:
                try:
                    played = play(slice(i, i + 1))
                    if played and not current.is_again:
                        current.tell(results[i])
                    if played:
                        asked.keep(current)
                except asked.ObjectFailed as failure:
                    raise StrategyError(failure.name, index, int(results[i].decisions), str(failure), job) from failure
            if not played:
                return i
    return len(numbers)


def call_kernel(kernel: Any, players: Sequence[Player], runs: np.ndarray, *arguments: Any) -> Any:
    """What a kernel gives back for some arguments; one with users' strategies is watched.

    players: all who play. runs: the states of play among the arguments. Raises TookTooLong if a decision does not end.
    """

    def call() -> Any:
        with np.errstate(divide="raise"):  # without the compiler NumPy's numbers would divide by zero with a warning
            return kernel(*arguments)

    if not any(map(is_users, players)):
        return call()

    asks = any(player.functions.asks for player in players)

    def progress() -> list[tuple[Any, ...]]:
        return [(run.batch_index, run.turns, run.decisions, run.scored) for run in runs]

    return watched(call, progress, asked.own_line, by_clock=asks and not asked.is_among_others())


_rooms = threading.local()


def moves_room(game: Game) -> np.ndarray:
    """An array of shape (1,) for the moves of a decision, made once a thread: where it is large, threads would wait for
    each other's memory to be given out and taken back.
    """
    rooms = vars(_rooms)
    if game.name not in rooms:
        rooms[game.name] = np.zeros(1, game.options)
    room: np.ndarray = rooms[game.name]
    return room


def blame(
    job: Job, states: States, runs: np.ndarray, index: int, error: Exception, on_branch: bool = False
) -> StrategyError:
    """Which strategy failed, in which game and at which decision, of the game itself or on a branch of it.

    states: the states of the compiled loop. runs: their states as the error left them. index: the number of the game.
    on_branch: whether it was on a branch of the game.
    """
    player, cause = job.players[int(runs[0].seating[states.views[0].seat])], cause_of(error)
    if on_branch:  # which no command shows
        cause += f" (deal {job.deal_of(index)} of seed {job.seed})"
    return StrategyError(player.name, index, int(runs[0].decisions), cause, None if on_branch else job)


def cause_of(error: Exception) -> str:
    """What went wrong in a strategy, in words."""
    if isinstance(error, FloatingPointError):
        error = ZeroDivisionError("division by zero")
    what = str(error) or type(error).__name__
    if isinstance(error, TookTooLong | asked.ObjectFailed):
        return what
    if isinstance(error, TypeError) and "got None" in what:
        what = "it returned nothing; return a number for every move"
    elif not isinstance(error, ValueError) or "NaN" not in what:
        what = f"{type(error).__name__}: {what}"
    return what

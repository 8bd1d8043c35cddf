"""What a large run will take, from small ones: time, core-hours, memory and disk, by the number of games.

A run takes a fixed time, and as much more for each game. Two small runs on this machine, one a few times as large as
the other, tell both; each is timed twice, and the shorter time counts. Hours are of the wall clock, as they are while
nothing else runs; core-hours are of the processor. With a folder, what they write tells the disk. A run is counted up
part by part, so that its memory does not grow with the games: it is what the larger run took.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from knotlab.analysis.result import Conditions, Result, conditions_of
from knotlab.analysis.runs.play import play_job
from knotlab.sim.errors import InputError
from knotlab.sim.machine import cores
from knotlab.sim.playing.fanout import THREADS
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.storage.result_files import as_plain

FIRST_GAMES = 2  # some players take seconds for one
SECONDS = 0.1  # that the larger of the two runs takes longer at least
MOST_GAMES = 4_000_000  # of the smaller one
TIMES, MOST_TIMES = 4, 8  # as large is the other one, and at most
SIZES = tuple(10**power for power in range(3, 10))
BYTES = 1024 if sys.platform == "linux" else 1  # to one unit of a process's peak memory


class Time(NamedTuple):
    """Seconds of the wall clock, and of the processor by all threads."""

    wall: float
    cores: float


class Small(NamedTuple):
    """What a small run took: time, and bytes on disk."""

    games: int
    time: Time
    disk: int


class RunSeconds(NamedTuple):
    """Seconds that a run takes: before the first game, and for each game."""

    start: float
    per_game: float

    def seconds(self, games: int) -> float:
        """Of a run of this many games."""
        return self.start + games * self.per_game


def this_process() -> Time:
    """What the clocks say now."""
    return Time(time.perf_counter(), time.process_time())


@dataclass(frozen=True, eq=False, repr=False)
class Cost(Result):
    """What runs of some numbers of games will take on this machine.

    wall, cores: seconds of the wall clock with all workers, and of the processor. memory: bytes of the process at its
    peak. bytes_per_game: on disk; NaN if nothing is kept. unit: what is counted: games, deals, hands or matches. note:
    what the sizes are, where a command has its own. tables, in_all: as of `Playable`.
    """

    wall: RunSeconds
    cores: RunSeconds
    memory: int
    bytes_per_game: float
    workers: int
    sizes: tuple[int, ...]
    _conditions: Conditions
    unit: str = "games"
    note: str = ""
    tables: tuple[int, ...] = ()
    in_all: Callable[[int], int] = lambda games: games

    @property
    def conditions(self) -> Conditions:
        return self._conditions

    @property
    def settings_line(self) -> str:
        line, players = super().settings_line, f"{self.conditions.players} players"
        return line.replace(players, f"{' and '.join(map(str, self.tables))} players", 1) if self.tables else line

    def to_pandas(self) -> pd.DataFrame:
        """One row per number of games: how many are played in all, hours with all workers, core-hours, gigabytes of
        memory and of disk.
        """
        rows = []
        for asked in self.sizes:
            games = self.in_all(asked)
            hours, core_hours = (line.seconds(games) / 3600 for line in (self.wall, self.cores))
            row = {
                self.unit: asked,
                "in all": games,
                "hours": hours,
                "core-hours": core_hours,
                "memory, GB": self.memory / 1e9,
            }
            rows.append(row | {"disk, GB": games * self.bytes_per_game / 1e9})
        return pd.DataFrame(rows)

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        return self.conditions.facts | {
            "workers": self.workers,
            f"{self.unit}_per_second": 1 / self.wall.per_game,
            "start_seconds": self.wall.start,
            "memory_bytes": self.memory,
            "bytes_per_game": as_plain(self.bytes_per_game),
            "runs": as_plain(self.to_pandas().to_dict("records")),
        }

    def _heading(self) -> str:
        return f"{self.settings_line}; {self.speed}"

    @property
    def speed(self) -> str:
        """How many games all workers play a second, in words."""
        crew = "1 worker" if self.workers == 1 else f"{self.workers} workers"
        return f"{1 / self.wall.per_game:,.0f} {self.unit} a second with {crew}"


@dataclass(frozen=True)
class Playable:
    """What is to be played, at any size.

    conditions: of the games. ready: makes ready what it needs. play: plays at least this many games, and keeps them if
    there is a folder for them; how many it played, of those that are asked for. has_disk: whether a folder is asked
    for. unit: what is counted, if it is not games. sizes: how many of them cost something that is worth telling. first:
    how many the smallest run has. tables: the sizes of tables, where there are several. in_all: how many games are
    played, the rest of a result included, where so many are asked for. before: seconds that are spent before the first
    of them. note: what the sizes are. crew: how many workers it has, whatever is asked for.
    """

    conditions: Conditions
    ready: Callable[[], object]
    play: Callable[[int, Path | None], int]
    has_disk: bool = False
    unit: str = "games"
    sizes: tuple[int, ...] = SIZES
    first: int = FIRST_GAMES
    before: float = 0.0
    note: str = ""
    tables: tuple[int, ...] = ()
    in_all: Callable[[int], int] = lambda games: games
    crew: int | None = None


def playing_of(job: Job, workers: int | None = None, *, keep: bool = False, log: bool = False) -> Playable:
    """Runs of a job. workers: none for one per core. keep, log: whether they keep their results, and an event log."""

    def play(games: int, out: Path | None) -> int:
        return play_job(job, games, workers=workers, backend=THREADS, out=out, log=log).games

    conditions = conditions_of(job)
    return Playable(conditions, lambda: compile_ahead(job, log=log), play, keep or log, unit=conditions.played)


def estimate_cost(
    playing: Playable,
    games: Sequence[int] | None = None,
    *,
    workers: int | None = None,
    clock: Callable[[], Time] = this_process,
) -> Cost:
    """Estimate what it takes to play some numbers of games, from two small ones.

    games: how many; none for those that are usual for what is played. workers: with how many it is played; none for one
    per core. Raises InputError if a number of games is below 1. Raises StrategyError if a strategy fails.
    """
    sizes = playing.sizes if games is None else tuple(games)
    if not sizes or min(sizes) < 1:
        raise InputError("the number of games is 1 or more")
    playing.ready()
    _small_run(playing, playing.first, clock)  # the first games of a process are slow
    small, large = (_small_run(playing, times * playing.first, clock) for times in (1, TIMES))
    while (longer := large.time.wall - small.time.wall) < SECONDS and small.games < MOST_GAMES:
        times = TIMES if TIMES * longer >= SECONDS else MOST_TIMES
        small, large = large, _small_run(playing, times * large.games, clock)
    runs = [small, large, *(_small_run(playing, run.games, clock) for run in (small, large))]
    timed = [(playing.in_all(run.games), run.time) for run in runs]
    wall, processor = (_line_through([(games, time[k]) for games, time in timed]) for k in range(len(Time._fields)))
    crew = playing.crew or workers or cores()
    # As fast as all workers together, at best.
    wall = wall._replace(per_game=max(wall.per_game, processor.per_game / crew))
    more = playing.in_all(large.games) - playing.in_all(small.games)
    disk = (large.disk - small.disk) / more if playing.has_disk else float("nan")
    wall, processor = (line._replace(start=line.start + playing.before) for line in (wall, processor))
    told = playing.unit, playing.note if games is None else "", playing.tables, playing.in_all
    return Cost(wall, processor, peak_memory(), disk, crew, sizes, playing.conditions, *told)


def _line_through(runs: Sequence[tuple[int, float]]) -> RunSeconds:
    """The line through the shorter time of runs of either of two sizes: (games, seconds) of each."""
    (few, short), (many, long) = sorted(
        {games: min(seconds for n, seconds in runs if n == games) for games, _ in runs}.items()
    )
    # Something else may have slowed the short one.
    per_game = (long - short) / (many - few) if long > short else long / many
    return RunSeconds(max(short - per_game * few, 0.0), per_game)


def _small_run(playing: Playable, games: int, clock: Callable[[], Time]) -> Small:
    """Play a few games, in a folder of their own if their results are to be kept."""
    with tempfile.TemporaryDirectory() as folder:
        started = clock()
        played = playing.play(games, Path(folder) / "run" if playing.has_disk else None)
        ended = clock()
        disk = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
        return Small(played, Time(ended.wall - started.wall, ended.cores - started.cores), disk)


def peak_memory() -> int:
    """The bytes that this process took at its peak; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES

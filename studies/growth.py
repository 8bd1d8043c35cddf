"""What games cost as tables, packs and runs grow.

Seconds are of the processor, so that what else runs on the machine counts little; whole commands are run in processes
of their own, whose peak memory and folder are looked at, next to what `knotlab cost` says beforehand.

Command: python -m knotlab.studies.growth (make growth)
Result: docs/growth.md with two pictures
Page: docs/growth.md
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure

from knotlab.analysis.runs.play import make_job
from knotlab.analysis.speed.cost import BYTES
from knotlab.reports.plots.style import COLOURS, MARKERS, RC, new_figure
from knotlab.reports.words.layout import markdown_table
from knotlab.sim import games
from knotlab.sim.machine import cores
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.sim.protocol import FINISHED
from knotlab.studies.command import ROOT, measured, on_linux, parser, run

PAGE = ROOT / "docs" / "growth.md"
PICTURES = ROOT / "docs" / "pictures"

ROUNDS = 3  # of each measurement, of which the quickest counts
SECONDS = 1.0  # that a round takes, about
FEW = 200  # games that show how many fill a round

SCRIPTS = {"twisted-knot": "shed", "knotweed": "cheapest:tremble=0"}
PACK_SETTINGS = {"twisted-knot": "packs", "knotweed": "decks"}
PLAYERS, PACKS = range(2, 9), range(1, 5)
RUNS = {  # whole runs of growing size: by game, its players and the powers of ten
    "twisted-knot": (["shed:tremble=0", "random:tremble=0"], range(3, 8)),
    "knotweed": (["cheapest:tremble=0"] * 3, range(3, 8)),
    "twyst": (["random"] * 4, range(3, 9)),
}
FIELD = ("shed", "hoard-aces", "random")  # of tournaments and reports
CONTESTS: dict[str, tuple[object, ...]] = {"tournament": (), "report": ("--players", 3, "--players", 5)}
CONTEST_POWERS = range(4, 7)
TESTED = 10_000_000  # from this many games on, what was foretold is compared
BY_WORKERS = 1_000_000  # games

TEXT = """# How costs grow

`make growth` measures all of this on one machine and writes this page. Times are CPU time, so other load hardly
matters. {machine}

## With the table and the packs

Players are `{knot}` in Twisted Knot and `{weed}` in Knotweed; only finished games are timed. Where the number of
players varies, the packs are the game's default: one, and in Knotweed two for four or more players.

![Microseconds a game, by players and by packs](pictures/growth-tables.svg)

{tables}

A decision costs about the same at any table; the number of decisions in a game varies more. The table of three with
one pack was measured twice: on a shared machine, a measurement repeated a minute later can differ by a third.

## With the number of games

These are whole runs, each a separate command: `knotlab play GAME PLAYERS --games N --out FOLDER` with {workers}
workers. Memory does not grow with the number of games, because a run is added up part by part; time and disk grow in
proportion.

![Seconds, memory and disk, by the number of games](pictures/growth-runs.svg)

{runs}

Small runs cost as much as starting Python and loading the kernels.

## Tournaments and reports

These are separate commands, too: `knotlab tournament twisted-knot {field} --games N --out FOLDER`, and `knotlab
report` of the same three at tables of three and of five, with N games each. A tournament plays N games for its ratings
and as many for its invasions. What is counted comes from sums over the pieces on disk, so memory does not grow here
either.

{contests}

## What `knotlab cost` says beforehand

`knotlab cost GAME PLAYERS --keep` plays for a few seconds and works out what larger runs take, without the second or
two that it takes to start Python. The table shows its estimates as a share of the actual costs:

{foretold}

Of these {compared} figures, the furthest off is {worst} ({furthest}).

## With the workers

The table shows the seconds from the start of the command to its end for a million games, without a folder, with one
worker and with as many as this machine has cores. The machine should have nothing else to do.

{workers_table}
"""


class TableCost(NamedTuple):
    """One table of players: microseconds and decisions a game."""

    game: str
    players: int
    packs: int
    micros: float
    decisions: float

    @property
    def nanos(self) -> float:
        """Nanoseconds a decision."""
        return 1000 * self.micros / self.decisions


@dataclass(frozen=True)
class Run:
    """A whole run: what it took, and what was foretold."""

    game: str
    games: int
    seconds: float
    wall: float
    memory: int
    disk: int
    foretold: dict[str, float]

    def ratios(self) -> dict[str, float]:
        """What was foretold over what it took."""
        took = {"core-hours": self.seconds / 3600, "memory, GB": self.memory / 1e9, "disk, GB": self.disk / 1e9}
        return {name: self.foretold[name] / value for name, value in took.items()}


def measure_cell(game: str, players: int, packs: int | None = None) -> TableCost:
    """One table of a script's own kind. packs: as many as the game has by default, unless said otherwise."""
    setting = PACK_SETTINGS[game]
    rules = () if packs is None else [f"{setting}={packs}"]
    job = make_job(game, [SCRIPTS[game]] * players, rules=rules, seed=1)
    compile_ahead(job)
    results = play_numbers(job, np.arange(FEW))
    n = max(FEW, round(FEW * SECONDS / processor_seconds(job, np.arange(FEW))))
    numbers = np.arange(n)
    results = play_numbers(job, numbers)
    finished = results["end"] == FINISHED
    numbers, results = numbers[finished], results[finished]
    seconds = min(processor_seconds(job, numbers) for _ in range(ROUNDS))
    return TableCost(
        game, players, int(job.rules[setting]), 1e6 * seconds / len(numbers), float(results["decisions"].mean())
    )


def processor_seconds(job: Job, numbers: np.ndarray) -> float:
    """What some games of a job take one thread."""
    started = time.process_time()
    play_numbers(job, numbers)
    return time.process_time() - started


class Took(NamedTuple):
    """What a command took: seconds of the processor and of the wall clock, bytes of memory at its peak; its output."""

    seconds: float
    wall: float
    memory: int
    output: str


def command(*words: object) -> Took:
    """Run a command of knotlab's."""
    started = time.perf_counter()
    line = [sys.executable, "-m", "knotlab.reports.cli", *map(str, words)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        output = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(line[3:])} failed")
    return Took(used.ru_utime + used.ru_stime, time.perf_counter() - started, used.ru_maxrss * BYTES, output)


def measure_runs(game: str, players: Sequence[str], powers: Sequence[int]) -> list[Run]:
    """Runs of one table, with what was foretold of each."""
    *_, output = command("cost", game, *players, "--keep", "--json")
    foretold = {row["games"]: row for row in json.loads(output)["runs"]}
    runs = []
    for n in (10**power for power in powers):
        with tempfile.TemporaryDirectory() as folder:
            took = command("play", game, *players, "--games", n, "--out", Path(folder, "run"), "--json")
            disk = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
        runs.append(Run(game, n, took.seconds, took.wall, took.memory, disk, foretold[n]))
    return runs


def measure_contests() -> list[list[str]]:
    """Tournaments and reports of growing size."""
    rows = []
    for (name, options), power in product(CONTESTS.items(), CONTEST_POWERS):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "out")
            took = command(name, "twisted-knot", *FIELD, *options, "--games", 10**power, "--out", out, "--json")
            disk = sum(file.stat().st_size for file in out.rglob("part-*.parquet"))
        rows.append(f"{name}|{10**power:,}|{took.seconds:,.1f}|{took.memory / 1e9:.2f}|{disk / 1e6:,.1f}".split("|"))
    return rows


def contests_table(contests: Sequence[Sequence[str]]) -> str:
    """What tournaments and reports took."""
    return markdown_table(["command", "games", "processor seconds", "memory, GB", "disk, MB"], contests)


def measure_workers() -> list[list[str]]:
    """A million games of each table by one worker, and by as many as there are cores."""
    rows = []
    for game, (players, _) in RUNS.items():
        walls = []
        for workers in (1, cores()):
            command("play", game, *players, "--games", 1000, "--workers", workers)  # so that kernels are compiled
            walls.append(command("play", game, *players, "--games", BY_WORKERS, "--workers", workers, "--json").wall)
        rows.append([game, f"{walls[0]:.1f}", f"{walls[1]:.1f}", f"{walls[0] / walls[1]:.2f}"])
    return rows


def draw_cells(by_players: Sequence[TableCost], by_packs: Sequence[TableCost], stem: Path) -> None:
    """Microseconds a game, by players on the left and by packs on the right."""
    figure, panels = new_figure(8, 3.4, 2)
    for axes, cells, name in zip(panels, (by_players, by_packs), ("players", "packs"), strict=True):
        for game in SCRIPTS:
            _line(axes, game, [(getattr(cell, name), cell.micros) for cell in cells if cell.game == game])
        axes.set(xlabel=name, ylim=(0, None), xticks=sorted({getattr(cell, name) for cell in cells}))
    panels[0].set(ylabel="microseconds of a processor a game", title="By players")
    panels[1].set(title="By packs, three players")
    _write(figure, panels, stem)


def draw_runs(runs: Sequence[Run], stem: Path) -> None:
    """Seconds, memory and disk of whole runs."""
    figure, panels = new_figure(9, 3.4, 3)
    kinds = (("seconds", "processor seconds", 1.0), ("memory", "peak memory, GB", 1e9), ("disk", "disk, MB", 1e6))
    for axes, (name, label, unit) in zip(panels, kinds, strict=True):
        for game in RUNS:
            _line(axes, game, [(run.games, getattr(run, name) / unit) for run in runs if run.game == game])
        axes.set(xscale="log", yscale="linear" if name == "memory" else "log", xlabel="games", ylabel=label)
    panels[1].set_ylim(0, 0.5)
    _write(figure, panels, stem)


def _line(axes: Any, game: str, points: Sequence[tuple[float, float]]) -> None:
    i = list(RUNS).index(game)
    axes.plot(*zip(*points, strict=True), marker=MARKERS[i], color=COLOURS[i], label=games.find(game).title)


def _write(figure: Figure, panels: Sequence[Any], stem: Path) -> None:
    panels[0].legend(frameon=False)
    with rc_context(RC):
        figure.savefig(stem.with_suffix(".svg"), metadata={"Date": None})


def cells_table(cells: Sequence[TableCost]) -> str:
    """Microseconds a game and nanoseconds a decision of each table."""
    rows = [
        f"{games.find(cell.game).title}|{cell.players}|{cell.packs}|{cell.micros:,.1f}|{cell.decisions:,.0f}|"
        f"{cell.nanos:,.0f}".split("|")
        for cell in sorted(set(cells))
    ]
    return markdown_table(
        ["game", "players", "packs", "microseconds a game", "decisions a game", "ns a decision"], rows
    )


def runs_table(runs: Sequence[Run]) -> str:
    """What each whole run took."""
    rows = [
        f"{games.find(run.game).title}|{run.games:,}|{run.seconds:,.1f}|{run.memory / 1e9:.2f}|"
        f"{run.disk / 1e6:,.1f}".split("|")
        for run in runs
    ]
    return markdown_table(["game", "games", "processor seconds", "memory, GB", "disk, MB"], rows)


def page(
    cells: Sequence[TableCost],
    runs: Sequence[Run],
    contests: Sequence[Sequence[str]],
    workers: Sequence[Sequence[str]],
) -> str:
    """The page's text; what was foretold is compared for runs that are large enough."""
    tested = [run for run in runs if run.games >= TESTED]
    foretold = [
        [games.find(run.game).title, f"{run.games:,}", *(f"{ratio:.2f}" for ratio in run.ratios().values())]
        for run in tested
    ]
    figures = [(ratio, name, run) for run in tested for name, ratio in run.ratios().items()]
    ratio, name, run = max(figures, key=lambda figure: abs(math.log(figure[0])))
    return TEXT.format(
        machine=f"{measured()}.",
        knot=SCRIPTS["twisted-knot"],
        weed=SCRIPTS["knotweed"],
        tables=cells_table(cells),
        workers=cores(),
        runs=runs_table(runs),
        field=" ".join(FIELD),
        contests=contests_table(contests),
        foretold=markdown_table(["game", "games", "core-hours", "memory", "disk"], foretold),
        compared=len(figures),
        worst=f"{ratio:.2f} times what it took",
        furthest=f"{name.partition(',')[0]}, {games.find(run.game).title}, {run.games:,} games",
        workers_table=markdown_table(["game", "one worker, s", f"{cores()} workers, s", "times as fast"], workers),
    )


def main(words: Sequence[str] | None = None) -> None:
    """Measure everything and write the page with its pictures."""
    parser(__doc__).parse_args(words)
    on_linux()
    by_players = [measure_cell(game, players) for game in SCRIPTS for players in PLAYERS]
    by_packs = [measure_cell(game, 3, packs) for game in SCRIPTS for packs in PACKS]
    draw_cells(by_players, by_packs, PICTURES / "growth-tables")
    workers = measure_workers()
    runs = [run for game, (players, powers) in RUNS.items() for run in measure_runs(game, players, powers)]
    draw_runs(runs, PICTURES / "growth-runs")
    PAGE.write_text(page([*by_players, *by_packs], runs, measure_contests(), workers), "utf-8")
    print(PAGE.read_text("utf-8"))


if __name__ == "__main__":
    run(main)

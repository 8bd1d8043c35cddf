"""The speed of this checkout beside that of another commit: `make bench-compare REV=main~5`.

Both run in turns in one schedule (old, new, new, old), each in a process of its own with the same environment; times
are of the processor, so that other programs disturb them less. A ratio is the geometric mean over the rounds, with
Student's 95% interval of its logarithm.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from scipy.stats import t

from knotlab.analysis.runs.fields import usual_players, usual_tunable
from knotlab.analysis.speed.bench import tables_of
from knotlab.sim import games
from tests.project.packages import ROOT

GROWN = 1.2  # a kernel that takes so many times as long as before is warned of
SECONDS = 0.3  # about, that one measurement takes
ORDER = ("old", "new", "new", "old")


@dataclass
class Side:
    """A process that plays, and its answers by the number of the table."""

    process: subprocess.Popen[str]
    answers: dict[int, list[dict[str, Any]]] = field(default_factory=dict)

    def ask(self, game: str, players: list[str], n: int) -> dict[str, Any]:
        """What it answers."""
        assert self.process.stdin and self.process.stdout
        print(json.dumps({"game": game, "players": players, "games": n}), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"a process that plays {game} has died")
        answered: dict[str, Any] = json.loads(line)
        return answered


@dataclass(frozen=True)
class Row:
    """A table of players in both commits: ns a decision, the ratio with its interval, and whether they played the same
    games.
    """

    game: str
    players: str
    old: list[float]
    new: list[float]
    same: bool

    def ratio(self) -> tuple[float, float, float]:
        """New over old, with its interval; the two of each kind in a round stand together."""
        logs = [np.log(pair).reshape(-1, 2).mean(axis=1) for pair in (self.new, self.old)]
        return mean_of_logs(logs[0] - logs[1])

    def line(self) -> str:
        """The row of the table."""
        middle, low, high = self.ratio()
        times = "  ".join(f"{min(side):7.1f} {median(side):7.1f}" for side in (self.old, self.new))
        name = f"{self.game}: {self.players}"
        stated = "same games" if self.same else "OTHER GAMES"
        return f"{name:44} {times}  {middle:5.3f} [{low:.3f}, {high:.3f}]  {stated}"

    @property
    def has_grown(self) -> bool:
        """Whether it takes a fifth longer than before."""
        return self.ratio()[0] >= GROWN


HEAD = f"{'ns a decision':44} old min  median  new min  median  {'new over old':20}  games"


def mean_of_logs(logs: np.ndarray) -> tuple[float, float, float]:
    """The mean of some logarithms as a ratio, with its 95% interval.

    >>> mean_of_logs(np.log([2.0, 2.0]))
    (2.0, 2.0, 2.0)
    """
    half = float(t.ppf(0.975, len(logs) - 1) * logs.std(ddof=1) / np.sqrt(len(logs)))
    middle = float(logs.mean())
    low, mean, high = (round(float(np.exp(value)), 12) for value in (middle - half, middle, middle + half))
    return mean, low, high


@contextlib.contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """A commit in a folder of its own, which goes again."""
    with tempfile.TemporaryDirectory(prefix="knotlab-compare-") as folder:
        place = Path(folder, "tree")
        git = ["git", "-C", str(ROOT), "worktree"]
        added = subprocess.run([*git, "add", "--detach", place, commit], capture_output=True, text=True)
        if added.returncode:
            raise SystemExit(f"there is no commit '{commit}': {added.stderr.strip().splitlines()[-1]}")
        try:
            yield place
        finally:
            subprocess.run([*git, "remove", "--force", place], check=True)


def driver(tree: Path, cache: Path | None) -> tuple[list[str], dict[str, str]]:
    """The command that plays with the code of a tree, and its environment."""
    source = tree / "src" if (tree / "src" / "knotlab").exists() else tree
    changed = {"PYTHONPATH": str(source), "PYTHONSAFEPATH": "1"}
    program = f"exec(open({str(Path(__file__).with_name('driver.py'))!r}).read())"
    return [sys.executable, "-c", program], os.environ | changed | ({"KNOTLAB_CACHE_DIR": str(cache)} if cache else {})


@contextlib.contextmanager
def side(tree: Path, cache: Path | None) -> Iterator[Side]:
    """A process that plays with the code of a tree."""
    words, environment = driver(tree, cache)
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        yield Side(process)
    finally:
        process.kill()
        process.communicate()


def tables(wanted: list[str]) -> Iterator[tuple[str, str, list[str]]]:
    """The tables to measure: the benchmarks of each game, and its strongest player."""
    for game in wanted or games.names():
        strongest = usual_tunable(game)
        named = tables_of(game) | {strongest: [strongest] * usual_players(game)}
        yield from ((game, kind, [resolved(game, name) for name in players]) for kind, players in named.items())


def resolved(game: str, name: str) -> str:
    """A player with the tremble that this checkout gives it: to a bare name another commit may give none."""
    tremble = games.find(game).tremble
    return f"{name}{',' if ':' in name else ':'}tremble={tremble:g}" if tremble and "tremble=" not in name else name


def compare(old: Side, new: Side, rounds: int, wanted: list[str]) -> Iterator[Row]:
    """A row for each table that both have."""
    for game, kind, players in tables(wanted):
        first = new.ask(game, players, 200)
        missing = old.ask(game, players, 200).get("error")
        if missing or "error" in first:
            print(f"{game}: {kind}: left out ({missing or first['error']})")
            continue
        n = max(200, round(200 * SECONDS / max(first["seconds"], 1e-4)))
        times: dict[str, list[float]] = {"old": [], "new": []}
        played = set()
        for name in ORDER * rounds:
            answered = (old if name == "old" else new).ask(game, players, n)
            times[name].append(1e9 * answered["seconds"] / answered["decisions"])
            played.add(answered["games"])
        yield Row(game, kind, **times, same=len(played) == 1)


def main(words: list[str] | None = None) -> int:
    """Print the table; 1 if something has become much slower or other games were played."""
    parser = ArgumentParser(prog="make bench-compare", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("commit", help="what to compare this checkout with")
    parser.add_argument("games", nargs="*", help="only these games")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--sure", type=float, help="fail only if a ratio is certainly higher than this")
    options = parser.parse_args(words)
    with checkout(options.commit) as tree, contextlib.ExitStack() as stack:
        old = stack.enter_context(side(tree, tree.parent / "cache"))
        new = stack.enter_context(side(ROOT, None))
        print(HEAD)
        rows = []
        for row in compare(old, new, options.rounds, options.games):
            print(row.line(), flush=True)
            rows.append(row)
    for row in rows:
        if row.has_grown:
            print(f"WARNING: {row.game}, {row.players}: {row.ratio()[0]:.2f} times as long as at {options.commit}")
    if options.sure:
        return int(any(row.ratio()[1] > options.sure for row in rows))
    return int(any(row.has_grown or not row.same for row in rows))


if __name__ == "__main__":
    sys.exit(main())

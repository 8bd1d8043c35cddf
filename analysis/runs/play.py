"""Play n games between named strategies; the result is a table by strategy, by deal."""

import contextlib
import math
import shlex
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl

from knotlab.analysis.result import Conditions, Result
from knotlab.analysis.runs.provenance import identity, provenance
from knotlab.analysis.runs.tally import Tally
from knotlab.analysis.stats.estimate import Estimate, mean_of_deals
from knotlab.analysis.stats.payoffs import UNIT, range_of
from knotlab.sim import games
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.fanout import THREADS
from knotlab.sim.job import Job
from knotlab.sim.players import Player
from knotlab.sim.protocol import CAPPED, STALLED, Match
from knotlab.sim.run import run
from knotlab.sim.settings import json_value, make_rules, spelt
from knotlab.sim.store import MANIFEST, RunFolder
from knotlab.strategies.resolve import Named, players

DEFAULT_GAMES = 100_000
DEFAULT_SEED = 20_260_101


@dataclass(frozen=True, eq=False, repr=False)
class PlayResult(Result):
    """What a run of games came to. Shares are 0..1, places 1..n; intervals are over deals. Plots: `rates`, `places`."""

    game: str
    players: tuple[str, ...]  # by player number, spelt in full
    rules: Mapping[str, Any]
    seed: int
    fixed_seats: bool
    tally: Tally
    seconds: float
    confidence: float = 0.95
    folder: Path | None = None
    match: Match | None = None  # matches were played: they stand in the place of games
    job: Job | None = None  # what was played; None if the result was read from a folder
    planned: int | None = None  # games that the run is to have; None if it has them all

    @property
    def games(self) -> int:
        """Games played (whole deals)."""
        return self.tally.games

    @property
    def complete(self) -> float:
        """The share of the run's games that have been played, 0..1."""
        return self.games / self.planned if self.planned else 1.0

    @property
    def deals(self) -> int:
        """Deals played, each in all its rotations."""
        return self.tally.deals

    @property
    def conditions(self) -> Conditions:
        """The game, rules, players and seed that the result is about."""
        n_players = self.tally.n_players
        return Conditions(self.game, n_players, self.rules, self.seed, self.games, self.match, self.fixed_seats)

    @property
    def unfinished(self) -> int:
        """Games that stalled or were capped."""
        return int(self.tally.ends[STALLED] + self.tally.ends[CAPPED])

    @property
    def names(self) -> list[str]:
        """The strategies as spelt in full, each once."""
        return [self.players[group[0]] for group in self.tally.groups]

    def estimate(self, metric: str, strategy: int) -> Estimate:
        """A metric's mean a game for one strategy: `win_rate`, `loss_rate` and `mean_place` where there are places,
        else `mean_score` and the like.
        """
        sums, players, n = self.tally.sums[metric], self.tally.groups[strategy], self.tally.n_players
        scale, bounds = UNIT * self.tally.rotations * len(players), range_of(metric, n)
        found = mean_of_deals(
            int(sums.total[strategy]), sums.squares[strategy], self.deals, scale, self.confidence, bounds
        )
        if bounds and len(players) == n and self.deals:  # everybody's places add up to the same in every game
            return Estimate(found.value, 0.0, found.value, found.value, self.deals)
        return found

    def estimate_on_seat(self, metric: str, strategy: int, seat: int) -> Estimate:
        """The same over the games in which the strategy sat on one seat; NaN if it never did."""
        sums, group = self.tally.sums[metric], self.tally.groups[strategy]
        n_games = sum(
            1 for player in group for game in range(self.tally.rotations) if self.tally.seat_of(player, game) == seat
        )
        deals = self.deals if n_games else 0
        return mean_of_deals(
            int(sums.seat_total[strategy, seat]),
            sums.seat_squares[strategy][seat],
            deals,
            UNIT * max(n_games, 1),
            self.confidence,
            range_of(metric, self.tally.n_players),
        )

    def bounds(self, metric: str, strategy: int) -> tuple[float, float]:
        """The least and greatest mean that the unfinished games could have made of it."""
        sums, scale = self.tally.sums[metric], UNIT * self.games * len(self.tally.groups[strategy])
        return int(sums.low[strategy]) / scale, int(sums.high[strategy]) / scale

    def to_pandas(self) -> pd.DataFrame:
        """One row per strategy: each metric with its interval (`_low`, `_high`) and the bounds of unfinished games
        (`_least`, `_greatest`).
        """
        rows = []
        for i, name in enumerate(self.names):
            row: dict[str, Any] = {"strategy": name, "seats": len(self.tally.groups[i])}
            for metric in self.tally.metrics:
                found, (least, greatest) = self.estimate(metric, i), self.bounds(metric, i)
                row |= {metric: found.value, f"{metric}_low": found.low, f"{metric}_high": found.high}
                row |= {f"{metric}_least": least, f"{metric}_greatest": greatest}
            rows.append(row | {"deals": self.deals, "games": self.games})
        return pd.DataFrame(rows)

    def by_seat(self) -> pd.DataFrame:
        """A row for each strategy and seat (seat 0 is dealt to first), each metric with its interval over deals."""
        rows = []
        for i, name in enumerate(self.names):
            for seat in range(self.tally.n_players):
                row: dict[str, Any] = {"strategy": name, "seat": seat}
                for metric in self.tally.metrics:
                    found = self.estimate_on_seat(metric, i, seat)
                    row |= {metric: found.value, f"{metric}_low": found.low, f"{metric}_high": found.high}
                rows.append(row)
        return pd.DataFrame(rows)

    def places(self) -> pd.DataFrame:
        """One row per strategy: the share of its games that ended in each place, and unfinished while it held cards;
        empty in games without places.
        """
        if not self.tally.places.any():
            return pd.DataFrame({"strategy": self.names})
        n = self.tally.n_players
        shares = self.tally.places / self.tally.places.sum(axis=1, keepdims=True)
        table = pd.DataFrame(
            shares[:, [*range(1, n + 1), 0]], columns=[*(f"place_{k}" for k in range(1, n + 1)), "unfinished"]
        )
        table.insert(0, "strategy", self.names)
        return table

    def facts(self) -> dict[str, Any]:
        """The run in numbers: games, deals, ends, lengths, speed."""
        tally = self.tally
        matches = {"mean_match_games": tally.singles / max(tally.games, 1)} if self.match else {}
        return matches | {
            "games": tally.games,
            "deals": tally.deals,
            "complete": self.complete,
            "unfinished_share": self.unfinished / max(tally.games, 1),
            "stalled": int(tally.ends[STALLED]),
            "capped": int(tally.ends[CAPPED]),
            "mean_turns": tally.turns / max(tally.games, 1),
            "decisions": tally.decisions,
            "seconds": self.seconds,
            "games_per_second": tally.games / self.seconds if self.seconds else float("nan"),
            "seed": self.seed,
            "telling_games": {name: index for name, (index, _) in sorted(tally.telling.items())},
        }

    def scan(self) -> pl.LazyFrame:
        """All games lazily from the run folder; raises InputError if none was kept."""
        if self.folder is None:
            raise InputError("the games of this run were not kept; play with out=FOLDER to keep them")
        return RunFolder(self.folder).scan()

    def scan_log(self) -> pl.LazyFrame:
        """The event log lazily, one row per decision (`knotlab view GAME` lists the columns); raises InputError if none
        was kept.
        """
        if self.folder is None:
            raise InputError("the games of this run were not kept; play with out=FOLDER and log=True")
        return RunFolder(self.folder).scan_log()

    def _heading(self) -> str:
        unfinished = f"{self.unfinished / max(self.games, 1):.2%} unfinished"
        return f"{self.settings_line}; {self.deals:,} deals, {unfinished}"

    def _shown(self) -> pd.DataFrame:
        columns = ["strategy", *(name + part for name in self.tally.metrics for part in ("", "_low", "_high"))]
        return self.to_pandas()[columns]


def make_job(
    game: str,
    strategies: Sequence[Named],
    *,
    seed: int = DEFAULT_SEED,
    rules: Sequence[str] = (),
    fixed_seats: bool = False,
    match: Match | None = None,
    strategies_from: Sequence[Path | str] = (),
) -> Job:
    """What `play` plays; raises InputError on bad input."""
    found = games.find(game)
    if not 0 <= seed < 2**64:
        raise InputError(f"a seed is a whole number from 0 to 2^64 - 1, not {seed}")
    named = players(game, strategies, strategies_from)
    return Job(game, make_rules(found, len(named), rules), named, seed, fixed_seats=fixed_seats, match=match)


def play_job(
    job: Job,
    games_wanted: int,
    *,
    strategies_from: Sequence[Path | str] = (),
    workers: int | None = None,
    backend: str = THREADS,
    out: Path | str | None = None,
    log: bool = False,
    on_progress: Callable[[int], None] | None = None,
) -> PlayResult:
    """Play a job and count it up."""
    if games_wanted < 1:
        raise InputError(f"the number of games is 1 or more, not {games_wanted}")
    deals = job.deals_for(games_wanted)
    names = tuple(player.name for player in job.players)
    tally, started = new_tally(job.game, names, job.rotations, job.match), time.perf_counter()
    folder = None if out is None else RunFolder(Path(out))

    def count_up() -> None:
        for frame in run(job, deals, folder=folder, log=log, workers=workers, backend=backend, on_progress=on_progress):
            tally.add(frame)

    if folder is None:
        count_up()
    else:
        with folder.locked():
            goes_on = folder.n_parts > 0  # what was played before would make this command look fast
            folder.open(identity(job), provenance(job, strategies_from), job.games_on(deals))
            count_up()
            folder.finish(None if goes_on else time.perf_counter() - started)
    seconds = math.nan if folder and goes_on else time.perf_counter() - started
    return PlayResult(
        job.game,
        names,
        job.rules,
        job.seed,
        job.fixed_seats,
        tally,
        seconds,
        folder=None if out is None else Path(out),
        match=job.match,
        job=job,
    )


def new_tally(game: str, names: Sequence[str], rotations: int, match: Match | None = None) -> Tally:
    """Empty counts of games, or of matches, for players by number; a strategy that is named twice is counted
    together.
    """
    groups = [[number for number, other in enumerate(names) if other == name] for name in dict.fromkeys(names)]
    return Tally(games.find(game), groups, len(names), rotations, match is not None)


def load(folder: Path | str) -> PlayResult:
    """A kept run's result, from its parts, without playing; raises InputError if the folder is damaged or holds no
    games yet.
    """
    kept = RunFolder(Path(folder))
    with _undamaged(kept):
        return _load(kept)


@contextlib.contextmanager
def _undamaged(kept: RunFolder) -> Iterator[None]:
    """Say in one sentence that a folder is damaged, whatever its content makes go wrong."""
    try:
        yield
    except (InputError, RunError):
        raise
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, pl.exceptions.PolarsError):
        raise InputError(
            f"{kept.path / MANIFEST} is damaged, or was written by another command; remove the folder, or give "
            f"another one"
        ) from None


def _load(kept: RunFolder) -> PlayResult:
    manifest = kept.manifest()
    told = manifest["identity"]
    names, match = tuple(told["strategies"]), told_match(told)
    tally = new_tally(told["game"], names, 1 if told["fixed_seats"] else len(names), match)
    number = 0
    while (frame := kept.read_part(number, 0)) is not None:
        tally.add(frame)
        number += 1
    if len(list(kept.parts.glob("part-*.parquet"))) > number:
        raise InputError(
            f"{kept.part_path(number)} is missing, with others after it; the command in the manifest plays it again"
        )
    if tally.games == 0:
        raise InputError(f"{kept.path} has no games yet; run the command in its manifest again")
    seconds = float(manifest["times"].get("seconds", "nan"))
    return PlayResult(
        told["game"],
        names,
        told["rules"],
        told["seed"],
        told["fixed_seats"],
        tally,
        seconds,
        folder=kept.path,
        match=match,
        planned=manifest["games"],
    )


def told_match(told: Mapping[str, Any]) -> Match | None:
    """The match that a run folder's manifest tells of, if any."""
    return Match(**told["match"]) if told.get("match") else None


def load_job(folder: Path | str, strategies_from: Sequence[Path | str] = ()) -> Job:
    """What a run folder's games were played with, if wanted by strategies from other files than then; raises InputError
    if rules or strategies have been edited since."""
    kept = RunFolder(Path(folder))
    with _undamaged(kept):
        job = _load_job(kept, strategies_from)
    changed = [key for key, value in identity(job).items() if kept.manifest()["identity"].get(key) != value]
    if changed:
        raise InputError(f"the games of {folder} cannot be played again: {' and '.join(changed)} have changed since")
    return job


def _load_job(kept: RunFolder, strategies_from: Sequence[Path | str]) -> Job:
    manifest = kept.manifest()
    told = manifest["identity"]
    named = _named_players(manifest, strategies_from)
    changes = [f"{name}={spelt(value)}" for name, value in told["rules"].items() if name != "players"]
    try:
        rules = make_rules(games.find(told["game"]), len(named), changes)
    except InputError as error:
        raise ValueError from error
    lacking = {setting.name: setting.default for setting in games.find(told["game"]).readings}
    changed = {name: json_value(value) for name, value in rules.items()} != lacking | told["rules"]
    if changed or not 0 <= told["seed"] < 2**64:
        raise ValueError
    return Job(told["game"], rules, named, told["seed"], fixed_seats=told["fixed_seats"], match=told_match(told))


def _named_players(manifest: dict[str, Any], strategies_from: Sequence[Path | str]) -> tuple[Player, ...]:
    """A run's players, by strategies that ship or come from files that the user names: a folder may be a stranger's, so
    what it names itself is not run.
    """
    try:
        return players(manifest["identity"]["game"], manifest["identity"]["strategies"], strategies_from)
    except InputError as error:
        files = manifest["provenance"]["strategies_from"]
        if strategies_from or not files:
            raise
        options = " ".join(f"--strategies-from {shlex.quote(file)}" for file in files)
        raise InputError(
            f"{error}; the games were played with strategies from files, which are run only if you name them, as they "
            f"may do anything: {options}"
        ) from None

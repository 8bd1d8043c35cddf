"""A tournament: every strategy in the same chairs of the same deals, against others drawn at random, and each alone among every other.

On each deal the other players are drawn with equal chances from all strategies (one may come twice, so there may be more chairs than strategies, or fewer);
every strategy plays that deal against the same others in every seat. A deal is one row of payoffs by strategy, and deals are independent.
"""

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import polars as pl

from analysis.batches import in_batches
from analysis.designs import effect_unit, effects, make_design, play_deals
from analysis.fields import named_fields
from analysis.metrics import Metric, metric_named
from analysis.play import DEFAULT_SEED, make_job
from analysis.tournament_result import Played, TournamentResult, Way, assess
from sim import games
from sim.errors import InputError
from sim.fanout import THREADS, cores
from sim.job import Job, compile_ahead, play_numbers
from sim.players import Player
from strategies.library import catalogue, players

BATCH_DEALS = 500
DRAW_PURPOSE = 2**32  # key of the stream that draws tables, beyond those of the games' purposes
TREMBLE = 0.02
USUAL_PLAYERS = 3


@dataclass(frozen=True)
class Setup:
    """Who plays: a job that holds game, rules, seed and number of players; the strategies; the result field that tells who is ahead."""

    base: Job
    entrants: tuple[Player, ...]
    metric: Metric

    @property
    def n_players(self) -> int:
        """Players at each table."""
        return len(self.base.players)

    @property
    def games(self) -> int:
        """Games on each deal."""
        return len(self.entrants) * self.n_players


def usual_entrants(game: str, files: Sequence[Path | str] = ()) -> list[str]:
    """Who plays if nobody is named: every strategy, with a tremble of 2 %; where strategies are combined, every bidder with every other part."""
    if games.find(game).first_part:
        return named_fields(game)["mixed"]
    return [f"{name}:tremble={TREMBLE:g}" for name in catalogue(game, files)]


def make_setup(
    game: str,
    entrants: Sequence[str] = (),
    *,
    n_players: int | None = None,
    metric: str | None = None,
    seed: int = DEFAULT_SEED,
    rules: Sequence[str] = (),
    strategies_from: Sequence[Path | str] = (),
) -> Setup:
    """A tournament from what a user says; raises InputError if something in it makes no sense."""
    found = games.find(game)
    usual = "place" if found.has_places else None
    low, high = found.players
    n = n_players or min(max(USUAL_PLAYERS, low), high)
    named = players(game, entrants or usual_entrants(game, strategies_from), strategies_from)
    names = [one.name for one in named]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise InputError(f"{twice[0]} is named twice; every strategy takes part once")
    if len(named) < 2:
        raise InputError("a tournament needs two strategies or more")
    base = make_job(game, [named[0].name] * n, seed=seed, rules=rules, strategies_from=strategies_from)
    return Setup(base, named, metric_named(found, metric or usual))


def opponents(setup: Setup, deals: int) -> np.ndarray:
    """The other players of each deal, as numbers of strategies, shape (deals, players - 1); of the first deals the same however many there are."""
    generator = np.random.Generator(np.random.Philox(key=[setup.base.seed, DRAW_PURPOSE]))
    return generator.integers(len(setup.entrants), size=(deals, setup.n_players - 1))


def play_tables(setup: Setup, others: np.ndarray, first: int, count: int) -> pl.DataFrame:
    """Play consecutive deals: a row a game, by deal, strategy and rotation, with how it ended and the metric's field of each player (`result_0` ...)."""
    m, n, field = len(setup.entrants), setup.n_players, setup.metric.field
    chosen = others[first : first + count]
    results = np.zeros((count, m, n, n), np.int64)
    ends = np.zeros((count, m, n), np.int8)
    groups, which = np.unique(chosen, axis=0, return_inverse=True)
    rotation = np.arange(n)
    seats = (rotation[None, :] - rotation[:, None]) % n  # of each player, by rotation
    for number, group in enumerate(groups):
        rows = np.flatnonzero(which.ravel() == number)
        index = ((first + rows)[:, None] * n + rotation).ravel()
        for i in range(m):
            job = replace(setup.base, players=tuple(setup.entrants[k] for k in (i, *group)))
            played = play_numbers(job, index).reshape(len(rows), n)
            by_seat = played[field][..., :n].astype(np.int64)
            results[rows, i] = np.take_along_axis(by_seat, np.broadcast_to(seats, by_seat.shape), axis=2)
            ends[rows, i] = played["end"]
    flat = results.reshape(-1, n)
    return pl.DataFrame({"end": ends.ravel()} | {f"result_{player}": flat[:, player] for player in range(n)})


def tournament(
    setup: Setup,
    games_wanted: int,
    *,
    workers: int | None = None,
    backend: str = THREADS,
    on_progress: Callable[[int], None] | None = None,
) -> TournamentResult:
    """Play a tournament of at least so many games, and as many again in which each strategy is alone among players of one other."""
    started, n_workers = time.perf_counter(), workers or cores()
    for one in setup.entrants:
        compile_ahead(replace(setup.base, players=(one,) * setup.n_players))
    deals = max(-(-games_wanted // setup.games), 2)
    others = opponents(setup, deals)
    frames = []
    for frame in in_batches(play_tables, (setup, others), deals, BATCH_DEALS, setup.games, folder=None, workers=n_workers, backend=backend):
        frames.append(frame)
        if on_progress:
            on_progress(frame.height)
    m, n = len(setup.entrants), setup.n_players
    told = pl.concat(frames)
    results = np.column_stack([told[f"result_{player}"].to_numpy() for player in range(n)]).reshape(deals, m, n, n)
    invasions = invade(setup, games_wanted, n_workers, backend, on_progress)
    names = tuple(one.name for one in setup.entrants)
    played = Played(setup.base.game, names, setup.metric, results, others, int((told["end"] != 0).sum()))
    return assess(played, invasions, Way(setup.base.seed, time.perf_counter() - started))


def invade(setup: Setup, games_wanted: int, workers: int, backend: str, on_progress: Callable[[int], None] | None) -> dict[tuple[int, int], np.ndarray]:
    """For each two strategies what the first, alone among players of the second, gets more than they do: a number a deal."""
    pairs = list(itertools.permutations(range(len(setup.entrants)), 2))
    name = "invader" if setup.metric.field == "place" else "points"
    found = {}
    for i, j in pairs:
        design = make_design(name, setup.entrants[i], setup.entrants[j], (), setup.base)
        deals = max(-(-games_wanted // (len(pairs) * design.games)), 2)
        frames = list(in_batches(play_deals, (design, (setup.metric,)), deals, BATCH_DEALS, 1, folder=None, workers=workers, backend=backend))
        found[i, j] = effects(pl.concat(frames), setup.metric) / effect_unit(design, setup.metric)
        if on_progress:
            on_progress(deals * design.games)
    return found

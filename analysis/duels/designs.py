"""Designs: who sits where on the same deals, so that each deal gives one number D in favour of A over B.

A design is a few lineups. Each is played on every deal, in some of its rotations, and each of its players has a
whole-number weight: D is the weighted sum of payoffs over the lineups' games. Positive weights add up to `scale` times
the games' units for A, negative ones for B, so D / scale is A minus B.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import polars as pl

from knotlab.analysis.stats.metrics import Metric
from knotlab.analysis.stats.payoffs import UNIT, Payoffs
from knotlab.sim.errors import InputError
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.job import Job, Tables, compile_ahead
from knotlab.sim.playing.match import match_results
from knotlab.sim.playing.players import Player
from knotlab.sim.protocol import FINISHED
from knotlab.sim.settings import unknown

DESIGNS = ("field", "invader", "resident", "points", "partners")


@dataclass(frozen=True)
class Lineup:
    """A table: its job, the weight of each player (by number), and the rotations that are played of each deal."""

    job: Job
    weights: tuple[int, ...]
    rotations: tuple[int, ...]

    def seat_weights(self) -> np.ndarray:
        """The weight of who sits on each seat, shape (all rotations, seats)."""
        by_game = [
            [self.weights[player] for player in self.job.players_by_seat(game)] for game in range(self.job.rotations)
        ]
        return np.array(by_game, np.int64)


@dataclass(frozen=True)
class Design:
    """Lineups for one deal after another.

    sets: lineups played on the same deal; deal d takes set d mod len(sets) (one for each group of opponents). pairs:
    for each set two lineups that differ only in A and B, to see how often that makes a difference. single: each deal is
    played in one of its rotations only, in turn.
    """

    name: str
    sets: tuple[tuple[Lineup, ...], ...]
    pairs: tuple[tuple[Lineup, Lineup], ...]
    single: bool = False

    @property
    def n_players(self) -> int:
        """Players at each table."""
        return len(self.sets[0][0].weights)

    @property
    def shape(self) -> "Shape":
        """What follows from its name and the number of players."""
        return shape_of(self.name, self.n_players, self.single)

    @property
    def games(self) -> int:
        """Games played on each deal."""
        return self.shape.games

    @property
    def can_be_single(self) -> bool:
        """Whether one rotation of each deal says as much about the mean as all of them."""
        return all(not lineup.job.fixed_seats and len(lineup.rotations) > 1 for lineup in self.sets[0])

    def jobs(self) -> list[Job]:
        """All that is played."""
        return [lineup.job for lineups in (*self.sets, *self.pairs) for lineup in lineups]

    def compile(self, traced: bool = False) -> None:
        """Compile all that is played, before it is fanned out. traced: for a pilot, too, which traces some games."""
        compile_ahead(*self.jobs(), traced=traced)

    def on(self, purpose: str) -> "Design":
        """The same design on the deals of another purpose."""

        def moved(lineups: tuple[Lineup, ...]) -> tuple[Lineup, ...]:
            return tuple(replace(lineup, job=replace(lineup.job, purpose=purpose)) for lineup in lineups)

        pairs = tuple((with_a, with_b) for with_a, with_b in map(moved, self.pairs))
        return replace(self, sets=tuple(map(moved, self.sets)), pairs=pairs)


def make_design(name: str, a: Player, b: Player, fields: Sequence[Sequence[Player]], base: Job) -> Design:
    """A design by name.

    name: as in `--design`. a: whom the effect is about. b: whom A is compared with. fields: groups of opponents, for
    `field`. base: a job that holds game, rules, seed and the number of players. Returns the lineups and their weights.
    Raises InputError if there is no such design, or the game's results or number of players do not fit it.
    """
    n = len(base.players)
    everywhere = tuple(range(n))

    def lineup(
        players: Sequence[Player], weights: Sequence[int], rotations: tuple[int, ...] = everywhere, fixed: bool = False
    ) -> Lineup:
        return Lineup(replace(base, players=tuple(players), fixed_seats=fixed), tuple(weights), rotations)

    first, rest = (1, *[0] * (n - 1)), n - 1
    all_b = lineup([b] * n, [-1] * n, (0,), fixed=True)
    if name == "field":
        sets = [(lineup([a, *field], first), lineup([b, *field], [-weight for weight in first])) for field in fields]
        return Design(name, tuple(sets), tuple(sets))
    if name == "invader":
        table = lineup([a, *[b] * rest], [rest, *[-1] * rest])
        return Design(name, ((table,),), ((table, lineup([b] * n, first)),))
    if name == "resident":
        table = lineup([b, *[a] * rest], [-rest, *[1] * rest])
        return Design(name, ((table,),), ((lineup([a] * n, first), table),))
    if name == "points":
        table = lineup([a, *[b] * rest], first)
        return Design(name, ((table, all_b),), ((table, lineup([b] * n, first)),))
    if name == "partners":
        if n % 2:
            raise InputError(
                f"the design 'partners' seats A and B in turn, so it takes an even number of players, not {n}"
            )
        table = lineup([a, b] * (n // 2), [1, -1] * (n // 2), (0, 1))
        return Design(name, ((table,),), ((table, lineup([b] * n, first, (0, 1))),))
    raise unknown("design", name, DESIGNS)


class Shape(NamedTuple):
    """What follows from a design's name and the number of players alone.

    games: games played on each deal. deal_scale: what a deal's weighted sum is divided by. turns: after how many deals
    with the same others all seatings have been played.
    """

    games: int
    deal_scale: int
    turns: int = 1


def shape_of(name: str, n_players: int, single: bool) -> Shape:
    """The shape of a design; single: one rotation of each deal is played.

    >>> shape_of("invader", 4, single=False)
    Shape(games=4, deal_scale=12, turns=1)
    """
    n = n_players
    rotations = {"field": (n, n), "points": (n, 1), "partners": (2,)}.get(name, (n,))
    scale = n * (n - 1) if name in ("invader", "resident") else n
    return Shape(len(rotations), scale // rotations[0], rotations[0]) if single else Shape(sum(rotations), scale)


def unit_of_effects(shape: Shape, n_players: int, metric: Metric) -> int:
    """What whole-number effects are divided by."""
    return UNIT * shape.deal_scale * metric.divisor(n_players)


# --- playing deals ---


class SideSums(NamedTuple):
    """What A and what B got in each game, weighted, and the least and the most that their difference in favour of A can
    have been; (deals, games) each.
    """

    a: np.ndarray
    b: np.ndarray
    least: np.ndarray
    most: np.ndarray


@dataclass(frozen=True)
class Block:
    """Games of one lineup on some deals: results (deals, games) as the simulator gives them, and weights (deals, games,
    seats).
    """

    results: np.ndarray
    weights: np.ndarray

    def payoffs(self, metric: Metric) -> Payoffs:
        """A metric by seat: value and bounds, each of shape (deals, games, seats)."""
        n = self.weights.shape[2]
        values = self.results[metric.field][..., :n].astype(np.int64).reshape(-1, n)
        return Payoffs(*(values.reshape(self.weights.shape) for values in metric.payoff(values)))

    def sums(self, metric: Metric) -> SideSums:
        """The weighted sums of a metric, in whole numbers."""
        value, low, high = self.payoffs(metric)
        up, down = np.maximum(self.weights, 0), np.maximum(-self.weights, 0)
        bounds = [(low * up - high * down).sum(axis=2), (high * up - low * down).sum(axis=2)]
        least, most = (metric.factor * bound for bound in (bounds if metric.factor > 0 else bounds[::-1]))
        return SideSums((value * up).sum(axis=2), (value * down).sum(axis=2), least, most)

    def numbers(self, metric: Metric) -> np.ndarray:
        """What each game adds to its deal's number in favour of A, shape (deals, games)."""
        return np.asarray(metric.factor * (self.payoffs(metric).value * self.weights).sum(axis=2))

    @property
    def unfinished(self) -> np.ndarray:
        """Games of each deal that stalled or were capped."""
        return np.asarray((self.results["end"] != FINISHED).sum(axis=1))


def play_block(lineup: Lineup, deals: np.ndarray, rotations: np.ndarray) -> Block:
    """Play some deals at a table, or matches that begin with them. rotations: of each deal, shape (deals, games)."""
    numbers = lineup.job.game_of(deals[:, None], rotations)
    play = match_results if lineup.job.match else play_numbers
    results = play(lineup.job, numbers.ravel()).reshape(numbers.shape)
    return Block(results, lineup.seat_weights()[rotations])


def play_blocks(lineups: Sequence[Lineup], deals: np.ndarray) -> list[Block]:
    """Play the same deals at several tables of one job's rules and seed, in all their rotations: a block for each."""
    rotations = [np.broadcast_to(np.array(each.rotations), (len(deals), len(each.rotations))) for each in lineups]
    if any(each.job.match for each in lineups):
        return [play_block(each, deals, turns) for each, turns in zip(lineups, rotations, strict=True)]
    entrants = tuple(dict.fromkeys(player for each in lineups for player in each.job.players))
    blocks: dict[int, Block] = {}
    for fixed in dict.fromkeys(each.job.fixed_seats for each in lineups):
        alike = [i for i, each in enumerate(lineups) if each.job.fixed_seats == fixed]
        numbers = [lineups[i].job.game_of(deals[:, None], rotations[i]) for i in alike]
        seated = [[entrants.index(player) for player in lineups[i].job.players] for i in alike]
        tables = Tables(entrants, np.repeat(seated, [each.size for each in numbers], axis=0))
        results = play_numbers(lineups[alike[0]].job, np.concatenate([each.ravel() for each in numbers]), tables=tables)
        first = 0
        for i, each in zip(alike, numbers, strict=True):
            played = results[first : first + each.size].reshape(each.shape)
            blocks[i], first = Block(played, lineups[i].seat_weights()[rotations[i]]), first + each.size
    return [blocks[i] for i in range(len(lineups))]


def rotations_of(design: Design, lineup: Lineup, deals: np.ndarray) -> np.ndarray:
    """The rotations that a lineup plays of each deal, shape (deals, games)."""
    k = len(lineup.rotations)
    if design.single:
        return np.asarray(np.array(lineup.rotations)[deals // len(design.sets) % k][:, None])
    return np.broadcast_to(np.array(lineup.rotations), (len(deals), k))


def rows_of_sets(n_sets: int, first: int, count: int) -> Iterator[tuple[int, np.ndarray]]:
    """Which of some consecutive deals each set takes: its number and their rows."""
    for j in range(n_sets):
        rows = np.arange((j - first) % n_sets, count, n_sets)
        if len(rows):
            yield j, rows


def play_deals(design: Design, metrics: Sequence[Metric], first: int, count: int) -> pl.DataFrame:
    """Play consecutive deals: one row per deal, with its number, its games without an end, and for each metric what A
    and B got (`loss_rate_a`, `loss_rate_b`, weighted, in units of 1/840) and the bounds of their difference in favour
    of A (`loss_rate_least`, `loss_rate_most`).

    first: the number of the first deal. Returns one row per deal.
    """
    columns = {f"{metric.name}_{part}": np.zeros(count, np.int64) for metric in metrics for part in SideSums._fields}
    unfinished = np.zeros(count, np.int64)
    for j, rows in rows_of_sets(len(design.sets), first, count):
        for lineup in design.sets[j]:
            block = play_block(lineup, first + rows, rotations_of(design, lineup, first + rows))
            unfinished[rows] += block.unfinished
            for metric in metrics:
                for part, values in zip(SideSums._fields, block.sums(metric), strict=True):
                    columns[f"{metric.name}_{part}"][rows] += values.sum(axis=1)
    return pl.DataFrame({"deal": np.arange(first, first + count), "unfinished": unfinished} | columns)


def effects(deals: pl.DataFrame, metric: Metric) -> np.ndarray:
    """D of each deal in whole numbers, + in favour of A, shape (deals,); over `effect_unit` it is A minus B."""
    return np.asarray(metric.factor * (deals[f"{metric.name}_a"].to_numpy() - deals[f"{metric.name}_b"].to_numpy()))


def effect_unit(design: Design, metric: Metric) -> int:
    """What whole-number effects of a design are divided by."""
    return unit_of_effects(design.shape, design.n_players, metric)

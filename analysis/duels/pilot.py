"""The pilot of a duel: deals of their own, from which the design's worth is measured and the duel is planned, and which
are not used again.
"""

import math
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from knotlab.analysis.duels.designs import Block, Design, Lineup, effect_unit, play_block, rotations_of, rows_of_sets
from knotlab.analysis.stats.metrics import Metric
from knotlab.analysis.stats.moments import moments_of
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim.kernels.trace import DECISION
from knotlab.sim.playing.fanout import THREADS, fan_out
from knotlab.sim.playing.job import Job, TracedGame, play_traced
from knotlab.sim.storage.result_files import Real

PILOT_DEALS = 2000
PIECES = 8  # that the pilot is cut into, whatever the workers
TRACED_DEALS = 100
# of deals, left out in turn for the standard error of the variance-reduction factor; no part of how often line-ups
# come round
GROUPS = 49
CLEARLY = 0.9  # how much cheaper one rotation of each deal must be to be chosen


@dataclass(frozen=True)
class Pilot:
    """What some deals told in advance, which are not used again.

    sd, largest, skewness: of a deal's number D: standard deviation, the largest absolute value, and skewness (0 where
    nothing varies). in_play: the share of deals in which the two sides differ, or that have a case. vrf, vrf_error: the
    variance-reduction factor: the variance of independent games over the variance of the design, at the same number of
    games; with its standard error. in_choices: of a duel, the share of choices in which the sides differ, up to the
    first one in each of a sample of games. payoff_sd: of a duel, the standard deviation of one player's payoff in one
    game. single: of a duel, whether one rotation of each deal is to be played. `sd` and `vrf` are those of the design
    so chosen. centre: of a rate, the numbers by which effects are centred.
    """

    deals: int
    sd: Real
    largest: Real
    skewness: Real
    in_play: Real
    vrf: Real = math.nan
    vrf_error: Real = math.nan
    in_choices: Real = math.nan
    payoff_sd: Real = math.nan
    single: bool = False
    centre: dict[str, float] = field(default_factory=dict)


class PilotPiece(NamedTuple):
    """Some deals of the pilot: for each lineup the signed whole numbers of its games (deals, games); single payoffs;
    which deals differ.
    """

    numbers: list[np.ndarray]
    payoffs: np.ndarray
    differs: np.ndarray


def play_pilot(design: Design, metric: Metric, workers: int, backend: str = THREADS) -> Pilot:
    """Play the pilot of a design, which must play all its rotations.

    design: it must play all its rotations. Returns what a deal's number varies by, and from what.
    """
    design = design.on("pilot")
    step = PILOT_DEALS // PIECES
    pieces = list(
        fan_out(
            _play_pilot_deals,
            [(design, metric, first, step) for first in range(0, PILOT_DEALS, step)],
            workers,
            backend,
        )
    )
    numbers = [np.concatenate([piece.numbers[i] for piece in pieces]) for i in range(len(design.sets[0]))]
    single = design.can_be_single and single_is_cheaper(numbers)
    by_deal = _by_deal(numbers, single) / effect_unit(replace(design, single=single), metric)
    reduction, error = variance_reduction(numbers, single)
    return Pilot(
        deals=PILOT_DEALS,
        single=single,
        sd=float(by_deal.std(ddof=1)),
        payoff_sd=float(np.concatenate([piece.payoffs for piece in pieces]).std(ddof=1)) / UNIT,
        largest=float(np.abs(by_deal).max()),
        skewness=float(moments_of(by_deal).skewness),
        vrf=reduction,
        vrf_error=error,
        in_play=float(np.concatenate([piece.differs for piece in pieces]).mean()),
        in_choices=differing_choices(design),
    )


def _play_pilot_deals(design: Design, metric: Metric, first: int, count: int) -> PilotPiece:
    """Play some deals of the pilot."""
    numbers = [np.zeros((count, len(lineup.rotations)), np.int64) for lineup in design.sets[0]]
    differs = np.zeros(count, bool)
    payoffs = []
    for j, rows in rows_of_sets(len(design.sets), first, count):
        blocks = [
            play_block(lineup, first + rows, rotations_of(design, lineup, first + rows)) for lineup in design.sets[j]
        ]
        for into, block in zip(numbers, blocks, strict=True):
            into[rows] = block.numbers(metric)
            payoffs.append(block.payoffs(metric).value.ravel())
        played = list(zip(design.sets[j], blocks, strict=True))
        differs[rows] = _differ(*(_results(design, lineup, first + rows, played) for lineup in design.pairs[j]))
    return PilotPiece(numbers, np.concatenate(payoffs), differs)


# --- the design's worth ---


def _by_deal(numbers: list[np.ndarray], single: bool) -> np.ndarray:
    """D of each deal, or of each rotation of each deal."""
    return np.asarray(sum(numbers)).ravel() if single else np.asarray(sum(games.sum(axis=1) for games in numbers))


def single_is_cheaper(numbers: list[np.ndarray]) -> bool:
    """Whether one rotation of a deal tells clearly more for the games it takes than all of them. numbers: for each
    lineup (deals, games).
    """
    k = numbers[0].shape[1]
    return bool(k * _by_deal(numbers, True).var(ddof=1) < CLEARLY * _by_deal(numbers, False).var(ddof=1))


def variance_reduction(numbers: list[np.ndarray], single: bool) -> tuple[float, float]:
    """The variance-reduction factor with its standard error, by leaving out groups of deals in turn (jackknife).

    Over G independent games, shared among the lineups as the design does, A minus B has the variance sum(k v) K / G: k
    games of a lineup on each deal, v the variance of one, K games in all. The design's is V K / G, with V the variance
    of D.
    """

    def factor(some: list[np.ndarray]) -> float:
        plain = sum(games.var(ddof=1) * (1 if single else games.shape[1]) for games in some)
        variance = _by_deal(some, single).var(ddof=1)
        return float(plain / variance) if variance else float("nan")

    n = len(numbers[0])
    left_out = (
        [factor([np.delete(games, np.s_[group::GROUPS], axis=0) for games in numbers]) for group in range(GROUPS)]
        if n > 2 * GROUPS
        else []
    )
    spread = np.array(left_out) - np.mean(left_out) if left_out else np.array([np.nan])
    return factor(numbers), float(np.sqrt((GROUPS - 1) / GROUPS * (spread**2).sum()))


# --- whether A and B differ at all ---


def _results(design: Design, lineup: Lineup, deals: np.ndarray, played: list[tuple[Lineup, Block]]) -> np.ndarray:
    """A lineup's results on some deals, if it was not played for the design itself."""
    for known, block in played:
        if known.job == lineup.job and known.rotations == lineup.rotations:
            return block.results
    return play_block(lineup, deals, rotations_of(design, lineup, deals)).results


def _differ(with_a: np.ndarray, with_b: np.ndarray) -> np.ndarray:
    """Which deals end differently, in places, turns or decisions, with A and with B in the same chairs."""
    same = np.ones(with_a.shape, bool)
    for name in with_a.dtype.names or ():
        equal = with_a[name] == with_b[name]
        same &= equal.all(axis=2) if equal.ndim == 3 else equal
    return np.logical_not(same.all(axis=1))


def differing_choices(design: Design, deals: int = TRACED_DEALS) -> float:
    """The share of choices in which A and B differ, up to the first that does in each game: one rotation of each of
    some deals, told move by move.
    """
    choices = differing = 0
    for deal in range(deals):
        with_a, with_b = (lineup.job for lineup in design.pairs[deal % len(design.pairs)])
        rotations = design.pairs[0][0].rotations
        index = with_a.game_of(deal, rotations[deal // len(design.pairs) % len(rotations)])
        made, differs = _until_different(with_a, with_b, index)
        choices, differing = choices + made, differing + differs
    return differing / max(choices, 1)


def _until_different(with_a: Job, with_b: Job, index: int) -> tuple[int, bool]:
    """A's choices in one game up to the first that B, in the same chairs, makes differently; whether there is one."""
    chairs = [player for player in range(len(with_a.players)) if with_a.players[player] != with_b.players[player]]
    seats = [seat for seat, player in enumerate(with_a.players_by_seat(index)) if player in chairs]
    rows = [_choices(play_traced(job, index)) for job in (with_a, with_b)]
    length = min(map(len, rows))
    different = np.flatnonzero((rows[0][:length] != rows[1][:length]).any(axis=1))
    end = int(different[0]) + 1 if len(different) else length
    seen = rows[0][:end]
    mine = (seen[:, 0] == DECISION) & np.isin(seen[:, 1], seats) & (seen[:, 2] > 1)
    return int(mine.sum()), bool(len(different))


def _choices(played: TracedGame) -> np.ndarray:
    """A trace's rows, with what was chosen but not how."""
    rows = played.trace.events[: int(played.trace.sizes[0])].copy()
    decisions = rows[:, 0] == DECISION
    rows[decisions, 3] //= 4
    return rows

"""The pilot of a duel: deals of their own, from which the design's worth is measured and the duel is planned, and which
are not used again. They are 2,000, or 200 where a game takes more than 10 ms of its thread's processor time, or a
player need not repeat it. Where it takes about as much, that depends on the machine; a folder keeps its pilot.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from knotlab.analysis.duels.designs import Block, Design, Lineup, effect_unit, play_block, rotations_of, rows_of_sets
from knotlab.analysis.duels.partings import TRACED_DEALS, Parting, partings
from knotlab.analysis.stats.metrics import POINTS_MARGIN, Metric
from knotlab.analysis.stats.moments import moments_of
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.analysis.stats.verdicts import LEAST_IN_PLAY
from knotlab.sim.playing.delivery import Piece, play_pieces
from knotlab.sim.playing.fanout import THREADS, Timed, timed
from knotlab.sim.storage.result_files import Real
from knotlab.sim.storage.run_folder import RunFolder

PILOT_DEALS, FIRST_DEALS = 2000, 200  # the first ones tell how long a game takes
SLOW = 0.01  # seconds: of games that take longer, the first deals are all
PIECES = 8  # that deals are cut into, whatever the workers
# of deals, left out in turn for the standard error of the variance-reduction factor; no part of how often line-ups
# come round
GROUPS = 49
CLEARLY = 0.9  # how much cheaper one rotation of each deal must be to be chosen


@dataclass(frozen=True)
class Pilot:
    """What some deals told in advance, which are not used again.

    sd, largest, skewness: of a deal's number D: standard deviation, the largest absolute value, and skewness (0 where
    nothing varies); the first two are not known where nothing is in play. in_play: the share of deals in which the two
    sides differ, or that have a case. vrf, vrf_error: the variance-reduction factor: the variance of independent games
    over the variance of the design, at the same number of games; with its standard error. in_choices: of a duel, the
    share of choices in which the sides differ, up to the first one in each of a sample of games. payoff_sd: of a duel,
    the standard deviation of one player's payoff in one game. single: of a duel, whether one rotation of each deal is
    to be played. `sd` and `vrf` are those of the design so chosen. centre: of a rate, the numbers by which effects are
    centred. partings: of a duel, at what kinds of decisions the sides first part in that sample. mean: of D; it tells
    where the first look is to be, if that can be told.
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
    partings: tuple[Parting, ...] = ()
    mean: Real = math.nan

    @property
    def is_rare(self) -> bool:
        """Whether what is asked rarely comes up: in so few deals that neither a duel nor a tip is judged by them."""
        return self.in_play < LEAST_IN_PLAY

    def margin_and_reach(self, metric: Metric, margin: float | None) -> tuple[float, float]:
        """The smallest effect that matters, a part of what payoffs vary by unless it is given, and the largest that is
        possible: where the game sets no bound, what was seen, or what matters.
        """
        margin = POINTS_MARGIN * self.payoff_sd if margin is None else margin
        return margin, metric.reach or max(self.largest, margin)

    def __post_init__(self) -> None:
        """Raise ValueError if no deals can have told this."""
        is_known = 0 <= self.sd <= 2 * self.largest < math.inf or (math.isnan(self.sd) and self.in_play == 0)
        if not (is_known and 0 <= self.in_play <= 1 and self.deals > 0 and self.skewness**2 <= self.deals):
            raise ValueError("no deals can have told this")


class PilotPiece(NamedTuple):
    """Some deals of the pilot: for each lineup the signed whole numbers of its games (deals, games); single payoffs;
    which deals differ. games: how many were played.
    """

    numbers: list[np.ndarray]
    payoffs: np.ndarray
    differs: np.ndarray
    games: int


def is_slow(pieces: Sequence[Timed], games: Sequence[int]) -> bool:
    """Whether a game took more than 10 ms in the median of some pieces: a few may have loaded what they play with.

    games: how many were played in each.
    """
    return bool(np.median([piece.seconds / n for piece, n in zip(pieces, games, strict=True)]) > SLOW)


def pieces_of(first: int, end: int, n_pieces: int = PIECES) -> list[tuple[int, int]]:
    """Some deals, or what else is numbered, in pieces that are not empty: of each the first one, and how many.

    >>> pieces_of(0, 200)[:2], pieces_of(200, 250)[-1]
    ([(0, 25), (25, 25)], (243, 7))
    """
    ends = np.linspace(first, end, n_pieces + 1).astype(int).tolist()
    return [(begin, stop - begin) for begin, stop in itertools.pairwise(ends) if stop > begin]


def play_pilot(
    design: Design,
    metric: Metric,
    workers: int,
    backend: str = THREADS,
    folder: RunFolder | None = None,
    traced: int = TRACED_DEALS,
) -> Pilot:
    """Play the pilot of a design, which must play all its rotations.

    design: it must play all its rotations. folder: keeps each deal, if nobody can play it again. traced: deals of which
    a game is told move by move. Returns what a deal's number varies by, and from what.
    """
    design = design.on("pilot")

    def play(first: int, end: int) -> list[Timed]:
        spans = pieces_of(first, end, end - first if folder else PIECES)
        pieces = [Piece(begin, 1, (design, metric, begin, count)) for begin, count in spans]
        frames = play_pieces(_play_pilot_piece, pieces, folder=folder, workers=workers, backend=backend)
        return [_piece_in(frame) for frame in frames]

    played = play(0, FIRST_DEALS)
    repeats = not any(job.unrepeatable for job in design.jobs())
    if repeats and not is_slow(played, [piece.value.games for piece in played]):
        played += play(FIRST_DEALS, PILOT_DEALS)
    pieces: list[PilotPiece] = [piece.value for piece in played]
    numbers = [np.concatenate([piece.numbers[i] for piece in pieces]) for i in range(len(design.sets[0]))]
    single = design.can_be_single and single_is_cheaper(numbers)
    by_deal = _by_deal(numbers, single) / effect_unit(replace(design, single=single), metric)
    reduction, error = variance_reduction(numbers, single)
    differs = np.concatenate([piece.differs for piece in pieces])
    in_choices, first_partings = math.nan, tuple[Parting, ...]()
    if repeats:  # or the games that are told would be other ones
        in_choices, first_partings = partings(design, traced, np.flatnonzero(differs).tolist())
    return Pilot(
        deals=len(numbers[0]),
        single=single,
        sd=float(by_deal.std(ddof=1)),
        payoff_sd=float(np.concatenate([piece.payoffs for piece in pieces]).std(ddof=1)) / UNIT,
        largest=float(np.abs(by_deal).max()),
        skewness=float(moments_of(by_deal).skewness),
        vrf=reduction,
        vrf_error=error,
        in_play=float(differs.mean()),
        in_choices=in_choices,
        partings=first_partings,
        mean=float(by_deal.mean()),
    )


def _play_pilot_piece(*what: Any) -> pl.DataFrame:
    """Play some deals of the pilot into a frame of one row, with the processor time they took."""
    piece, seconds = timed(_play_pilot_deals, *what)
    lists = [games.tolist() for games in piece.numbers], piece.payoffs.tolist(), piece.differs.tolist()
    return pl.DataFrame([PilotPiece(*lists, piece.games)._asdict() | {"seconds": seconds}])


def _piece_in(frame: pl.DataFrame) -> Timed:
    """The piece in such a frame."""
    numbers, payoffs, differs, games, seconds = frame.select(*PilotPiece._fields, "seconds").row(0)
    return Timed(PilotPiece([np.array(each) for each in numbers], np.array(payoffs), np.array(differs), games), seconds)


def _play_pilot_deals(design: Design, metric: Metric, first: int, count: int) -> PilotPiece:
    numbers = [np.zeros((count, len(lineup.rotations)), np.int64) for lineup in design.sets[0]]
    differs, games = np.zeros(count, bool), 0
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
        games += sum(block.results.size for _, block in played)
    return PilotPiece(numbers, np.concatenate(payoffs), differs, games)


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
    """A lineup's results on some deals; played, and added to what was, if that was not for the design itself."""
    for known, block in played:
        if known.job == lineup.job and known.rotations == lineup.rotations:
            return block.results
    played.append((lineup, play_block(lineup, deals, rotations_of(design, lineup, deals))))
    return played[-1][1].results


def _differ(with_a: np.ndarray, with_b: np.ndarray) -> np.ndarray:
    """Which deals end differently, in places, turns or decisions, with A and with B in the same chairs."""
    same = np.ones(with_a.shape, bool)
    for name in with_a.dtype.names or ():
        equal = with_a[name] == with_b[name]
        same &= equal.all(axis=2) if equal.ndim == 3 else equal
    return np.logical_not(same.all(axis=1))

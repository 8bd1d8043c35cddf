"""What the games of a tournament say: ratings, rates, places, seats, pairs and invasions."""

import itertools
import math
from typing import Any

import numpy as np
import pandas as pd

from knotlab.analysis.stats.estimate import mean_of
from knotlab.analysis.stats.intervals import SHARE, Range, interval_for_certainty
from knotlab.analysis.stats.payoffs import UNIT, payoffs_by_metric, range_of
from knotlab.analysis.stats.plackett_luce import fit
from knotlab.analysis.stats.ranking import cycles, rank
from knotlab.analysis.stats.variance import SOURCES, shares
from knotlab.analysis.tournaments.result import Played, Playing, TournamentResult
from knotlab.sim import games
from knotlab.sim.settings import json_value

ALPHA = 0.05


def assess(played: Played, invasions: dict[tuple[int, int], np.ndarray], how: Playing) -> TournamentResult:
    """Turn a tournament's games into its tables."""
    payoffs = played.payoffs(played.results)
    deals, _, n = payoffs.shape
    pairs, better = _pairs(played)
    spread = shares(payoffs, played.payoffs(played.again), played.others)
    facts = {
        "game": played.game,
        "players": n,
        "rules": {name: json_value(value) for name, value in how.rules.items()},
        "metric": played.metric.name,
        "deals": deals,
        "games": played.games,
        "seed": how.seed,
    }
    facts |= {
        "invasion_deals": len(next(iter(invasions.values()))),
        "unfinished": played.unfinished / played.games,
        "seconds": how.seconds,
        "tremble": games.find(played.game).tremble,
        "alpha": ALPHA,
        "alike": _alike(played),
    }
    return TournamentResult(
        facts=facts,
        ratings=_ratings(played, payoffs.mean(axis=2)),
        rates=_rates(played),
        places=_places(played),
        seats=_seats(played),
        pairs=pairs,
        invasions=_invasions(played.names, invasions, played.metric.reach),
        sources=pd.DataFrame({"source": SOURCES, "share": spread.share, "error": spread.error}),
        cycles=tuple(tuple(played.names[i] for i in cycle) for cycle in cycles(better)),
    )


def _alike(played: Played) -> list[list[str]]:
    """Groups of strategies with whom every game came out the same."""
    groups: dict[bytes, list[str]] = {}
    for i, name in enumerate(played.names):
        groups.setdefault(played.results[:, i].tobytes(), []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def _ratings(played: Played, numbers: np.ndarray) -> pd.DataFrame:
    """One row per strategy, the best first. numbers: shape (deals, m)."""
    deals, m = numbers.shape
    ranking = rank(numbers, ALPHA, played.bounds)
    strengths = fit(played.items(), played.places(), m, np.repeat(np.arange(deals), played.games // deals))
    columns = {"strategy": played.names, "rating": ranking.mean, "low": ranking.low, "high": ranking.high}
    columns |= {"best_rank": ranking.best_rank, "worst_rank": ranking.worst_rank}
    columns |= {"strength": strengths.value, "strength_error": np.sqrt(np.diag(strengths.covariance))}
    return pd.DataFrame(columns).sort_values("rating", ascending=False, ignore_index=True)


def _rates(played: Played) -> pd.DataFrame:
    """One row per strategy, fewest losses (or highest score) first: the mean of each metric that the results tell of,
    with its 95% interval over deals.
    """
    deals, m, n, _ = played.results.shape
    flat = played.results.reshape(-1, n)
    rows: list[dict[str, Any]] = [{"players": n, "strategy": name} for name in played.names]
    for metric, (field, payoff) in payoffs_by_metric(games.find(played.game)).items():
        if field != played.metric.field:
            continue
        by_deal = payoff(flat).value[:, 0].reshape(deals, m, n).sum(axis=2)
        for row, numbers in zip(rows, by_deal.T, strict=True):
            row |= mean_of(numbers, UNIT * n, bounds=range_of(metric, n)).columns(metric)
    by_places = "loss_rate" in rows[0]
    frame = pd.DataFrame(rows).assign(games=n * deals, deals=deals)
    return frame.sort_values("loss_rate" if by_places else "mean_score", ascending=by_places, ignore_index=True)


def _places(played: Played) -> pd.DataFrame:
    """One row per strategy: the share of its games that ended in each place, or unfinished while it held cards; without
    such columns in games that have no places.
    """
    n = played.results.shape[3]
    if played.metric.field != "place":
        return pd.DataFrame({"strategy": played.names})
    own = played.results[..., 0].transpose(1, 0, 2).reshape(len(played.names), -1)
    shares = {f"place_{place}": (own == place).mean(axis=1) for place in range(1, n + 1)}
    return pd.DataFrame({"strategy": played.names} | shares | {"unfinished": (own == 0).mean(axis=1)})


def _seats(played: Played) -> pd.DataFrame:
    """A row for each strategy and seat (seat 0 is dealt to first): each metric with its 95% interval over deals."""
    deals, m, n, _ = played.results.shape
    rows: list[dict[str, Any]] = [{"strategy": name, "seat": seat} for name in played.names for seat in range(n)]
    for metric, (field, payoff) in payoffs_by_metric(games.find(played.game)).items():
        if field != played.metric.field:
            continue
        by_rotation = payoff(played.results.reshape(-1, n)).value[:, 0].reshape(deals, m * n)
        for row, (i, seat) in zip(rows, itertools.product(range(m), range(n)), strict=True):
            numbers = by_rotation[:, i * n + (-seat) % n]
            row |= mean_of(numbers, UNIT, bounds=range_of(metric, n)).columns(metric)
    return pd.DataFrame(rows)


def confidence_of_each(comparisons: int) -> float:
    """The confidence of each of this many intervals that hold together (Bonferroni).

    >>> confidence_of_each(10)
    0.995
    """
    return 1 - ALPHA / max(comparisons, 1)


def _pairs(played: Played) -> tuple[pd.DataFrame, np.ndarray]:
    """Who finishes ahead of whom, with intervals that hold for all pairs together, and which is certainly ahead, shape
    (m, m). Those who met on too few deals have no interval.

    A ratio of sums over deals: games (halves for neither) in which the strategy in the chair is ahead of one of the
    others, over games between the two.
    """
    deals, m, n, _ = played.results.shape
    places = played.places().reshape(deals, m, n, n)
    # Shape (deals, m, others).
    ahead = (2 * (places[..., :1] < places[..., 1:]) + (places[..., :1] == places[..., 1:])).sum(axis=2) / 2
    wins, met = np.zeros((deals, m, m)), np.zeros((deals, m, m))
    rows = np.arange(deals)
    for chair in range(n - 1):
        other = played.others[:, chair]
        for i in range(m):
            wins[rows, i, other] += ahead[:, i, chair]
            wins[rows, other, i] += n - ahead[:, i, chair]
            met[rows, i, other] += n
            met[rows, other, i] += n
    total = np.maximum(met.sum(axis=0), 1e-300)
    share = np.where(met.sum(axis=0) > 0, wins.sum(axis=0) / total, np.nan)
    error = np.sqrt(((wins - share * met) ** 2).sum(axis=0) * deals / max(deals - 1, 1)) / total
    deals_met, confidence = (met > 0).sum(axis=0), confidence_of_each(m * (m - 1) // 2)
    table, better = [], np.zeros((m, m), bool)
    for i, j in itertools.permutations(range(m), 2):
        ends = interval_for_certainty(share[i, j], error[i, j], int(deals_met[i, j]), confidence, SHARE)
        better[i, j] = ends.low > 0.5
        row = {"strategy": played.names[i], "against": played.names[j], "ahead": share[i, j]}
        table.append(row | {"ahead_low": ends.low, "ahead_high": ends.high})
    return pd.DataFrame(table), better


def _invasions(
    names: tuple[str, ...], invasions: dict[tuple[int, int], np.ndarray], reach: float | None
) -> pd.DataFrame:
    """What each strategy gets more than players of another, alone among them, with intervals that hold for all
    together, if there are deals enough. reach: the greatest gain there can be.
    """
    bounds = Range(-reach, reach) if reach else None
    confidence, rows = confidence_of_each(len(invasions)), []
    for (i, j), numbers in invasions.items():
        mean, error, n = float(numbers.mean()), float(numbers.std(ddof=1)) / math.sqrt(len(numbers)), len(numbers)
        ends = interval_for_certainty(mean, error, n, confidence, bounds)
        rows.append({"strategy": names[i], "among": names[j], "gain": mean, "low": ends.low, "high": ends.high})
    return pd.DataFrame(rows)

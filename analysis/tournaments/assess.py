"""What the games of a tournament say: ratings, rates, places, seats, pairs and invasions."""

import itertools
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import pandas as pd

from knotlab.analysis.stats.estimate import Estimate
from knotlab.analysis.stats.intervals import SHARE, TIE, Range, certain_sign, interval_for_certainty
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.analysis.stats.plackett_luce import fit
from knotlab.analysis.stats.ranking import cycles, rank
from knotlab.analysis.stats.variance import SOURCES
from knotlab.analysis.tournaments.counts import Counts, Played
from knotlab.analysis.tournaments.result import Playing, TournamentResult
from knotlab.sim import games
from knotlab.sim.settings import plain_rules

ALPHA = 0.05


def assess(played: Played, gains: Sequence[Estimate], how: Playing) -> TournamentResult:
    """Turn a tournament's games into its tables. gains: what each strategy gets more than the players of another, alone
    among them, in the order of their permutations.
    """
    counts, n = Counts(played), played.n_players
    pairs, better = _pairs(played, counts)
    spread = played.shares()
    facts = {
        "game": played.game,
        "players": n,
        "rules": plain_rules(how.rules),
        "metric": played.metric.name,
        "deals": played.deals,
        "games": played.games,
        "seed": how.seed,
    } | ({"match": asdict(how.match)} if how.match else {})
    facts |= {
        "invasion_deals": gains[0].n,
        "unfinished": counts.unfinished / played.games,
        "seconds": how.seconds,
        "tremble": games.find(played.game).tremble,
        "alpha": ALPHA,
        "alike": _alike(played, counts),
    }
    return TournamentResult(
        facts=facts,
        ratings=_ratings(played, counts),
        rates=_rates(played, counts),
        places=_places(played, counts),
        seats=_seats(played, counts),
        pairs=pairs,
        invasions=_invasions(played, gains),
        sources=pd.DataFrame({"source": SOURCES, "share": spread.share, "error": spread.error}),
        cycles=tuple(tuple(played.names[i] for i in cycle) for cycle in cycles(better)),
    )


def _alike(played: Played, counts: Counts) -> list[list[str]]:
    """Groups of strategies with whom every game came out the same."""
    groups = [np.flatnonzero(row) for i, row in enumerate(counts.are_alike) if row.argmax() == i]
    return [[played.names[i] for i in group] for group in groups if len(group) > 1]


def _ratings(played: Played, counts: Counts) -> pd.DataFrame:
    """One row per strategy, the best first."""
    assert counts.numbers is not None
    ranking = rank(played.ratings(counts.numbers), ALPHA, played.bounds)
    strengths = fit(played.all_orders, len(played.names))
    columns = {"strategy": played.names, "rating": ranking.mean, "low": ranking.low, "high": ranking.high}
    columns |= {"best_rank": ranking.best_rank, "worst_rank": ranking.worst_rank}
    columns |= {"strength": strengths.value, "strength_error": np.sqrt(np.diag(strengths.covariance))}
    return pd.DataFrame(columns).sort_values("rating", ascending=False, ignore_index=True)


def _rates(played: Played, counts: Counts) -> pd.DataFrame:
    """One row per strategy, fewest losses (or highest score) first: the mean of each metric that the results tell of,
    with its 95% interval over deals.
    """
    n = played.n_players
    rows: list[dict[str, Any]] = [{"players": n, "strategy": name} for name in played.names]
    for metric, sums in counts.by_strategy.items():
        for i, row in enumerate(rows):
            row |= sums.mean(i, UNIT * n, bounds=counts.metrics[metric].range_of(n)).columns(metric)
    frame = pd.DataFrame(rows).assign(games=n * played.deals, deals=played.deals)
    order = next(name for name in ("loss_rate", "mean_score", "win_rate") if name in counts.metrics)
    return frame.sort_values(order, ascending=order == "loss_rate", ignore_index=True)


def _places(played: Played, counts: Counts) -> pd.DataFrame:
    """One row per strategy: the share of its games that ended in each place, or unfinished while it held cards; without
    such columns in games that have no places.
    """
    n, names = played.n_players, pd.DataFrame({"strategy": played.names})
    if played.metric.field != "place":
        return names
    shares = counts.places / (n * played.deals)
    return names.assign(**{f"place_{place}": shares[:, place] for place in range(1, n + 1)}, unfinished=shares[:, 0])


def _seats(played: Played, counts: Counts) -> pd.DataFrame:
    """A row for each strategy and seat (seat 0 is dealt to first): each metric with its 95% interval over deals."""
    n = played.n_players
    rows = []
    for (i, name), seat in itertools.product(enumerate(played.names), range(n)):
        row: dict[str, Any] = {"strategy": name, "seat": seat}
        for metric, sums in counts.by_seat.items():
            row |= sums.mean((i, seat), UNIT, bounds=counts.metrics[metric].range_of(n)).columns(metric)
        rows.append(row)
    return pd.DataFrame(rows)


def confidence_of_each(comparisons: int) -> float:
    """The confidence of each of this many intervals that hold together (Bonferroni).

    >>> confidence_of_each(10)
    0.995
    """
    return 1 - ALPHA / max(comparisons, 1)


def _pairs(played: Played, counts: Counts) -> tuple[pd.DataFrame, np.ndarray]:
    """Who finishes ahead of whom, with intervals that hold for all pairs together, and which is certainly ahead, shape
    (m, m). Those who met on too few deals have no interval.
    """
    m, meetings = len(played.names), counts.meetings
    confidence = confidence_of_each(m * (m - 1) // 2)
    table, better = [], np.zeros((m, m), bool)
    for i, j in itertools.permutations(range(m), 2):
        share, error = meetings.share(i, j, played.deals)
        ends = interval_for_certainty(share, error, int(meetings.deals[i, j]), confidence, SHARE)
        better[i, j] = certain_sign(*ends, TIE) > 0
        row = {"strategy": played.names[i], "against": played.names[j], "ahead": share}
        table.append(row | {"ahead_low": ends.low, "ahead_high": ends.high})
    return pd.DataFrame(table), better


def _invasions(played: Played, gains: Sequence[Estimate]) -> pd.DataFrame:
    """What each strategy gets more than players of another, alone among them, with intervals that hold for all
    together, if there are deals enough.
    """
    reach, confidence = played.metric.reach, confidence_of_each(len(gains))
    bounds = Range(-reach, reach) if reach else None
    rows = []
    for (name, among), gain in zip(itertools.permutations(played.names, 2), gains, strict=True):
        ends = interval_for_certainty(gain.value, gain.error, gain.n, confidence, bounds)
        rows.append({"strategy": name, "among": among, "gain": gain.value, "low": ends.low, "high": ends.high})
    return pd.DataFrame(rows)

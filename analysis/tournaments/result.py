"""What a tournament came to: ratings with ranks, strengths, who finishes ahead of whom, who invades whom, and where the
spread comes from.
"""

import itertools
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from knotlab.analysis.result import Conditions, Result
from knotlab.analysis.stats.estimate import mean_of_deals
from knotlab.analysis.stats.intervals import SHARE, Range, interval_for_certainty
from knotlab.analysis.stats.metrics import Metric
from knotlab.analysis.stats.payoffs import UNIT, payoffs_by_metric, range_of
from knotlab.analysis.stats.plackett_luce import fit
from knotlab.analysis.stats.ranking import cycles, rank
from knotlab.analysis.stats.variance import SOURCES, shares
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.files import write_whole
from knotlab.sim.json_data import sealed, unsealed
from knotlab.sim.settings import json_value

ALPHA = 0.05
RESULT = "result.json"
TABLES = ("ratings", "rates", "places", "seats", "pairs", "invasions", "sources")


class Playing(NamedTuple):
    """How a tournament was played. tremble: of strategies whose spelling sets none."""

    rules: Mapping[str, Any]
    seed: int
    seconds: float
    tremble: float | None = None


@dataclass(frozen=True)
class Played:
    """The games: results of the metric's field by deal, strategy, rotation and player (the strategy's own is player 0),
    shape (deals, m, n, n); again: those of the first deals with another chance of play; others: of each deal, shape
    (deals, n - 1)."""

    game: str
    names: tuple[str, ...]
    metric: Metric
    results: np.ndarray
    again: np.ndarray
    others: np.ndarray
    unfinished: int

    @property
    def games(self) -> int:
        """Games in all."""
        return int(np.prod(self.results.shape[:3]))

    def payoffs(self, results: np.ndarray) -> np.ndarray:
        """Each strategy's own payoff, the higher the better, by deal and seat, shape (deals, m, n)."""
        deals, m, n, _ = results.shape
        value = self.metric.payoff(results.reshape(-1, n)).value[:, 0].reshape(deals, m, n)
        by_seat = value[:, :, (-np.arange(n)) % n]  # in rotation r player 0 is on seat -r
        divisor = self.metric.divisor(n)
        offset = 1 + 2 / divisor if self.metric.by_places else 0.0  # so that places run from -1 to 1
        return self.metric.factor * by_seat / (UNIT * divisor) + offset

    @property
    def bounds(self) -> Range | None:
        """What a strategy's mean payoff cannot leave, if the metric has bounds."""
        if self.metric.reach is None:
            return None
        return Range(-1.0, 1.0) if self.metric.by_places else Range(*sorted((0.0, float(self.metric.factor))))

    def places(self) -> np.ndarray:
        """Places of all players of each game, equal where they are level, shape (games, n)."""
        flat = self.results.reshape(-1, self.results.shape[3])
        if self.metric.field == "place":
            return np.where(flat == 0, flat.shape[1] + 1, flat)
        return np.asarray(1 + (flat[:, None, :] > flat[:, :, None]).sum(axis=2))

    def items(self) -> np.ndarray:
        """The strategy of each player of each game, shape (games, n)."""
        deals, m, n, _ = self.results.shape
        numbers = np.empty((deals, m, n, n), np.int64)
        numbers[..., 0] = np.arange(m)[:, None]
        numbers[..., 1:] = self.others[:, None, None, :]
        return numbers.reshape(-1, n)


@dataclass(frozen=True, eq=False, repr=False)
class TournamentResult(Result):
    """A tournament's tables as pandas frames. Plots: `ratings`, `rates`, `pairs`, `invasions`, `sources`.

    ratings: mean payoff against the uniform field with simultaneous intervals, ranks possible, and Plackett-Luce
    strength with standard error. rates: what is read from the same results (games won and lost and the mean place, or
    the mean score), each with its own interval over deals. places, seats: how often it took each place, and the same
    means by seat. pairs: the share of games in which the first finished ahead
    of the other. invasions: what the first gets more than the others, alone among them. sources: shares of the variance
    of payoffs. cycles: strategies that certainly finish ahead of each other in a circle.
    """

    facts: dict[str, Any]
    ratings: pd.DataFrame
    rates: pd.DataFrame
    places: pd.DataFrame
    seats: pd.DataFrame
    pairs: pd.DataFrame
    invasions: pd.DataFrame
    sources: pd.DataFrame
    cycles: tuple[tuple[str, ...], ...]

    @property
    def conditions(self) -> Conditions:
        """The game, rules, players and seed that the result is about."""
        facts = self.facts
        return Conditions(facts["game"], facts["players"], facts["rules"], facts["seed"], facts["games"])

    def to_pandas(self) -> pd.DataFrame:
        """One row per strategy, the best first."""
        return self.ratings

    def plain(self) -> dict[str, Any]:
        """All of it as plain data, with None for what is not known."""
        tables = {
            name: getattr(self, name).astype(object).where(getattr(self, name).notna(), None).to_dict("records")
            for name in TABLES
        }
        return {"facts": self.facts, "cycles": [list(cycle) for cycle in self.cycles]} | tables

    def _heading(self) -> str:
        return f"{self.settings_line}; {self.facts['deals']:,} deals, rated by {self.facts['metric']}"


def assess(played: Played, invasions: dict[tuple[int, int], np.ndarray], how: Playing) -> TournamentResult:
    """Turn a tournament's games into its tables."""
    payoffs = played.payoffs(played.results)
    deals, _, n = payoffs.shape
    pairs, better = _pairs(played)
    spread = shares(payoffs, played.payoffs(played.again))
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
        "tremble": how.tremble,
        "alpha": ALPHA,
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
            squares, bounds = int((numbers**2).sum()), range_of(metric, n)
            mean = mean_of_deals(int(numbers.sum()), squares, deals, UNIT * n, bounds=bounds)
            row |= {metric: mean.value, f"{metric}_low": mean.low, f"{metric}_high": mean.high}
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
            squares, bounds = int((numbers**2).sum()), range_of(metric, n)
            mean = mean_of_deals(int(numbers.sum()), squares, deals, UNIT, bounds=bounds)
            row |= {metric: mean.value, f"{metric}_low": mean.low, f"{metric}_high": mean.high}
    return pd.DataFrame(rows)


def confidence_of_each(comparisons: int) -> float:
    """The confidence of each of so many intervals that hold together (Bonferroni).

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
    ahead = (2 * (places[..., :1] < places[..., 1:]) + (places[..., :1] == places[..., 1:])).sum(
        axis=2
    ) / 2  # (deals, m, others)
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


def keep(result: TournamentResult, folder: Path) -> None:
    """Write a result into a folder, as JSON and as a CSV file for each table."""
    folder.mkdir(parents=True, exist_ok=True)
    plain = json.loads(json.dumps({"command": "tournament"} | result.plain(), default=float))
    write_whole(folder / RESULT, json.dumps(sealed(plain), indent=2).encode())
    for name in TABLES:
        write_whole(folder / f"{name}.csv", result.conditions.stamp(getattr(result, name)).to_csv(index=False).encode())


def _table(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """A table as it was before it was kept: a column without names has numbers, which are not known where null."""
    frame = pd.DataFrame(rows)
    numbers = [name for name in frame if not frame[name].map(lambda value: isinstance(value, str)).any()]
    return frame.astype({name: float for name in numbers if frame[name].isna().any()})


def read(folder: Path) -> TournamentResult:
    """A kept result; raises InputError if there is none, or it was edited."""
    try:
        content = unsealed(json.loads((folder / RESULT).read_text()))
        tables = {name: _table(content[name]) for name in TABLES}
        return TournamentResult(
            facts=content["facts"], cycles=tuple(tuple(cycle) for cycle in content["cycles"]), **tables
        )
    except FileNotFoundError:
        raise InputError(f"{folder} holds no tournament that is complete") from None
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(
            f"{folder / RESULT} is damaged or was edited; remove it, and the same tournament with --out {folder} "
            f"writes it again"
        ) from None

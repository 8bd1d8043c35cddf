"""What a duel came to: a record of plain values that can be kept as JSON and read again."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl

from knotlab.analysis.duels.designs import effects
from knotlab.analysis.duels.pilot import Pilot
from knotlab.analysis.result import Conditions, Result
from knotlab.analysis.stats.metrics import Metric
from knotlab.analysis.stats.sequence import VERDICTS, Moments, Watch, deals_to_decide, half_width
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.stats.watching import Look, PowerSums
from knotlab.sim.errors import InputError
from knotlab.sim.files import write_whole
from knotlab.sim.json_data import json_ready, numbers_again

RESULT = "result.json"


class Totals:
    """Exact sums over the deals of a duel, metric by metric."""

    def __init__(self, metrics: Sequence[Metric]) -> None:
        self.metrics = metrics
        self.deals = self.unfinished = 0
        self.sums = {metric.name: PowerSums() for metric in metrics}
        self.parts = {f"{metric.name}_{part}": 0 for metric in metrics for part in ("a", "b", "least", "most")}

    def add(self, deals: pl.DataFrame) -> None:
        """Count some more deals, as `play_deals` gives them."""
        self.deals += deals.height
        self.unfinished += int(deals["unfinished"].sum())
        for metric in self.metrics:
            self.sums[metric.name].add(effects(deals, metric))
        for name in self.parts:
            self.parts[name] += int(deals[name].sum())

    def row(self, metric: Metric, unit: int, plain_unit: int, watch: Watch) -> dict[str, Any]:
        """A metric's line of the table. unit: of effects; plain_unit: of what A and B got."""
        row: dict[str, Any] = {"metric": metric.name, "title": metric.title}
        n = self.deals
        if n < 2:
            return row | dict.fromkeys(("a", "b", "effect", "sd", "low", "high", "least", "greatest"), math.nan)
        seen: Moments = self.sums[metric.name].moments(unit)
        half = float(half_width(n, seen.sd, watch.alpha, watch.rho)) if seen.sd > 0 else math.nan
        parts = {part: self.parts[f"{metric.name}_{part}"] / n for part in ("a", "b", "least", "most")}
        row |= {
            "a": parts["a"] / plain_unit,
            "b": parts["b"] / plain_unit,
            "effect": float(seen.mean),
            "sd": float(seen.sd),
        }
        return row | {
            "low": row["effect"] - half,
            "high": row["effect"] + half,
            "least": parts["least"] / unit,
            "greatest": parts["most"] / unit,
        }


@dataclass(frozen=True, eq=False, repr=False)
class DuelResult(Result):
    """A verdict and what it rests on. Plot: `interval`.

    question: its record; hash: the record's. margin: the smallest effect that matters. planned, cap: deals.
    games_per_deal: of the design. path: what each look saw. rows: a line for each metric, with what A and B got a game
    (`a`, `b`), A minus B in A's favour (`effect`, its standard deviation by deal `sd`, `low`, `high`) and what games
    without an end could have made of it (`least`, `greatest`); of the deciding metric the interval is the running one.
    seconds: with the pilot.
    """

    question: dict[str, Any]
    hash: str
    pilot: Pilot
    margin: float
    reach: float
    planned: int
    cap: int
    games_per_deal: int
    path: tuple[Look, ...]
    rows: tuple[dict[str, Any], ...]
    unfinished_games: int
    seconds: float

    @property
    def conditions(self) -> Conditions:
        """The game, rules, players and seed that the result is about."""
        question = self.question
        return Conditions(question["game"], question["players"], question["rules"], question["seed"], self.games)

    @property
    def deals(self) -> int:
        """Deals played, the pilot's not counted."""
        return self.path[-1].deals if self.path else 0

    @property
    def games(self) -> int:
        """Games played on them."""
        return self.deals * self.games_per_deal

    @property
    def unfinished(self) -> float:
        """The share of games that stalled or were capped."""
        return self.unfinished_games / self.games if self.games else math.nan

    @property
    def verdict(self) -> Verdict:
        """What the evidence says (`knotlab.analysis.stats.verdicts`)."""
        return VERDICTS[self.path[-1].verdict] if self.path else Verdict.NEVER_CAME_UP

    @property
    def is_size_open(self) -> bool:
        """Whether only the direction is known, not whether the effect is large enough to matter."""
        return self.verdict in (Verdict.SUPPORTED, Verdict.REFUTED) and not (
            self.low > self.margin or self.high < -self.margin
        )

    @property
    def low(self) -> float:
        """The lower end of the running interval of A minus B."""
        return self.path[-1].low if self.path else -self.reach

    @property
    def high(self) -> float:
        """Its upper end."""
        return self.path[-1].high if self.path else self.reach

    @property
    def effect(self) -> float:
        """The mean of A minus B, in A's favour."""
        return self.path[-1].mean if self.path else math.nan

    @property
    def watch(self) -> Watch:
        """How the mean was watched."""
        return Watch(self.margin, self.question["level"] / self.question["family"], self.reach, self.planned)

    @property
    def deals_to_decide(self) -> int | None:
        """For an undecided question, the deals projected to settle it; None where that cannot be said."""
        if self.verdict != Verdict.UNDECIDED:
            return None
        decides = next(row for row in self.rows if row["metric"] == self.question["metric"])
        return deals_to_decide(self.watch, Moments(self.deals, self.effect, decides["sd"], self.pilot.skewness))

    def to_pandas(self) -> pd.DataFrame:
        """A row for each metric, the deciding one first."""
        frame = pd.DataFrame(self.rows)
        frame.insert(1, "decides", frame["metric"] == self.question["metric"])
        return frame.assign(deals=self.deals, games=self.games).sort_values(
            "decides", ascending=False, kind="stable", ignore_index=True
        )

    def path_to_pandas(self) -> pd.DataFrame:
        """A row for each look: deals, mean, low, high and the verdict then."""
        frame = pd.DataFrame([asdict(look) for look in self.path], columns=list(Look.__dataclass_fields__))
        return frame.assign(verdict=[VERDICTS[verdict] for verdict in frame["verdict"]])

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        told = {
            "verdict": self.verdict,
            "size_open": self.is_size_open,
            "effect": self.effect,
            "low": self.low,
            "high": self.high,
        }
        told |= {
            "deals": self.deals,
            "games": self.games,
            "unfinished": self.unfinished,
            "deals_to_decide": self.deals_to_decide,
        }
        return told | asdict(self)

    def _heading(self) -> str:
        a, b = self.question["a"]["name"], self.question["b"]["name"]
        head = (
            f"{self.verdict}{' (size open)' if self.is_size_open else ''}: {a} over {b} by {self.question['metric']}, "
            f"margin {self.margin:.4g}"
        )
        line = f"{self.deals:,} deals; worth {self.pilot.reduction:.1f} x the games; question {self.hash}"
        return f"{head}\n{self.settings_line}; {line}"


def keep(result: DuelResult, folder: Path) -> None:
    """Write a result into a run folder."""
    write_whole(folder / RESULT, json.dumps(json_ready(result.facts()), indent=2, allow_nan=False).encode())


def read(folder: Path) -> DuelResult:
    """A kept result; raises InputError if there is none."""
    file = folder / RESULT
    try:
        told = json.loads(file.read_text())
        rows, pilot = tuple(numbers_again(row) for row in told["rows"]), Pilot(**numbers_again(told["pilot"]))
        values = {name: told[name] for name in DuelResult.__dataclass_fields__} | {"pilot": pilot, "rows": rows}
        return DuelResult(**values | {"path": tuple(Look(**look) for look in told["path"])})
    except FileNotFoundError:
        raise InputError(
            f"{folder} has no verdict yet; give the same duel with --out {folder} again to go on"
        ) from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, KeyError, TypeError):
        raise InputError(
            f"{file} is damaged; remove it, and the same duel with --out {folder} writes it again"
        ) from None

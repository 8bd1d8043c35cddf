"""What the cells of claims came to, and what they say together."""

import dataclasses
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pandas as pd

from knotlab.analysis.claims.tip import Curve, Gains, Spread, Surface, Tables, Tip
from knotlab.analysis.stats.rates import Rate
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict


@dataclass(frozen=True)
class Finding:
    """A cell's verdict and what it rests on.

    effect, low, high, margin: in `unit`, + for the claim's first side (for the tip); low and high are nan where no
    look was sound yet. about_tip: what that verdict says about the tip. in_play: share of deals in which the two
    sides differ, or that have a case. vrf: what the design is worth in games (nan where it has no meaning).
    unfinished: share of the games, or of a what-if's rollouts, that had no end. is_settled: whether no more deals
    would be played. to_decide: for an undecided cell the deals projected to settle it, at most `cap` are played.
    in_choices: share of the choices in which the sides of a duel differ. beside: a duel's other metrics, each with
    effect, low and high.
    """

    tip: str
    cell: str
    label: str
    kind: str
    players: int
    field: str
    rules: str
    verdict: Verdict
    about_tip: Verdict
    effect: float
    low: float
    high: float
    margin: float
    unit: str
    is_size_open: bool
    deals: int
    games: int
    vrf: float
    in_play: float
    unfinished: float
    is_settled: bool
    to_decide: int | None
    alpha: float
    hash: str
    seconds: float
    cap: int = 0
    in_choices: float = math.nan
    beside: Mapping[str, Sequence[float]] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Line:
    """A curve played: a rate for each group."""

    curve: Curve | Gains | Spread | Tables
    groups: tuple[object, ...]
    rates: tuple[Rate, ...]

    def name(self, i: int) -> str:
        """What group i is called."""
        group = self.groups[i]
        return (
            self.curve.names[group]
            if self.curve.names and isinstance(group, int)
            else f"{group:g}"
            if isinstance(group, int | float)
            else str(group)
        )

    def to_pandas(self) -> pd.DataFrame:
        """A row a group: rate, interval, cases, share of deals with a case."""
        rows = [{"group": self.name(i)} | asdict(rate) for i, rate in enumerate(self.rates)]
        return pd.DataFrame(rows)


@dataclass(frozen=True, eq=False)
class Plane:
    """A surface played: a rate for each cell (row, column) with cases enough."""

    curve: Surface
    groups: tuple[tuple[int, int], ...]
    rates: tuple[Rate, ...]

    def name(self, i: int) -> str:
        """What cell i is called."""
        row, column = self.groups[i]
        rows, columns = self.curve.rows, self.curve.columns
        return f"{rows.name} {rows.told(row)}, {columns.name} {columns.told(column)}"

    @property
    def size(self) -> int:
        """How many cells there are, blank ones included."""
        return len(self.curve.rows.values) * len(self.curve.columns.values)

    def to_pandas(self) -> pd.DataFrame:
        """A row a cell that is not blank: rate, interval, cases, share of deals with a case."""
        rows = [
            {"row": row, "column": column} | asdict(rate)
            for (row, column), rate in zip(self.groups, self.rates, strict=True)
        ]
        return pd.DataFrame(rows, columns=["row", "column", *Rate.__dataclass_fields__])


@dataclass(frozen=True, eq=False)
class TipResult:
    """A claim with what was found about it.

    exact: label, answer and sentence of each question settled by enumeration. note: a sentence of its own. overall: the
    answer where it is not that of the cells together.
    """

    tip: Tip
    findings: tuple[Finding, ...]
    exact: tuple[tuple[str, Verdict, str], ...] = ()
    lines: tuple[Line | Plane, ...] = ()
    note: str = ""
    overall: Verdict | None = None

    @property
    def counts(self) -> Counter[Verdict]:
        """How many cells and exact questions give each answer."""
        return Counter([*(one.about_tip for one in self.findings), *(answer for _, answer, _ in self.exact)])

    @property
    def verdict(self) -> Verdict:
        """What all cells say together: the one answer of those that were decided, `depends` if they differ, open or not
        tried if none was.
        """
        told = self.counts
        if self.overall:
            return self.overall
        decided = [answer for answer in told if answer not in NO_ANSWER]
        if not told:
            return Verdict.UNDECIDED if self.tip.experiments else Verdict.DESCRIPTIVE
        if not decided:
            return Verdict.UNDECIDED if told[Verdict.UNDECIDED] else Verdict.NEVER_CAME_UP
        return decided[0] if len(decided) == 1 else Verdict.MIXED

    @property
    def where(self) -> str:
        """How many of the cells give each answer, the most frequent first; of the others which cells, if a few words
        say it.
        """
        told = self.counts
        total = sum(told.values())
        said: list[str] = []
        for answer, n in told.most_common():
            which = _which(self.findings, answer) if said else ""
            said.append(f"{answer} {n} of {total}" + (f" ({which})" if which else ""))
        return ", ".join(said)

    @property
    def games(self) -> int:
        """Games played."""
        return sum(one.games for one in self.findings)


FEW = 3  # kinds of cells that a claim's summary names


def _which(findings: Sequence[Finding], answer: Verdict) -> str:
    """The cells with some answer in a few words: all of an experiment, a number of players or a company, and single
    ones; nothing if they are too many.
    """
    cells = {(one.label, f"{one.players} players", one.field): one.about_tip == answer for one in findings}
    told = [{cell[i] for cell in cells} for i in range(3)]
    left, names = {cell for cell, is_so in cells.items() if is_so}, []
    for i, values in enumerate(told):
        for value in sorted(values) if len(values) > 1 else ():
            whole = {cell for cell in cells if cell[i] == value}
            if len(whole) > 1 and all(cells[cell] for cell in whole) and whole & left:
                left -= whole
                names.append(value)
    names += [
        ", ".join(value for value, values in zip(cell, told, strict=True) if len(values) > 1) for cell in sorted(left)
    ]
    return "; ".join(names) if len(names) <= FEW else ""


def to_pandas(results: Sequence[TipResult]) -> pd.DataFrame:
    """A row a cell."""
    rows = [_flat(finding) for result in results for finding in result.findings]
    beside = dict.fromkeys(name for row in rows for name in row if name not in Finding.__dataclass_fields__)
    return pd.DataFrame(rows, columns=[*(name for name in Finding.__dataclass_fields__ if name != "beside"), *beside])


def _flat(finding: Finding) -> dict[str, Any]:
    """A finding as a row, its other metrics in columns of their own."""
    told = asdict(finding)
    beside = told.pop("beside")
    return told | {
        f"{metric}{part}": value
        for metric, values in beside.items()
        for part, value in zip(("", "_low", "_high"), values, strict=True)
    }


def summary(results: Sequence[TipResult]) -> pd.DataFrame:
    """A row a claim: the tip, what all cells say together, the range of effects in the unit of the first, games, the
    middle VRF and share in play.
    """
    rows = []
    for result in results:
        cells = pd.DataFrame([asdict(one) for one in result.findings], columns=list(Finding.__dataclass_fields__))
        units = cells["unit"].unique()
        first = cells[cells["unit"].isin(units[:1])]
        rows.append(
            {
                "id": result.tip.id,
                "tip": result.tip.statement,
                "verdict": result.verdict,
                "where": result.where,
                "effect_low": first["low"].min() if len(cells) else math.nan,
                "effect_high": first["high"].max() if len(cells) else math.nan,
                "unit": "".join(units[:1]),
                "games": result.games,
                "vrf": cells["vrf"].median() if len(cells) else math.nan,
                "in_play": cells["in_play"].median() if len(cells) else math.nan,
            }
        )
    return pd.DataFrame(rows)

"""What the cells of a claim say together."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import pandas as pd

from knotlab.analysis.claims.chart import Chart
from knotlab.analysis.claims.finding import Finding
from knotlab.analysis.claims.headlines import TipHeadline
from knotlab.analysis.claims.tip import Tip
from knotlab.analysis.result import Shown
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict
from knotlab.sim import games as game_list

FEW = 3  # kinds of cells that a claim's summary names


class Settled(NamedTuple):
    """A question that the rules settled: its label, the verdict on the tip, and what was counted, in a sentence."""

    label: str
    verdict: Verdict
    sentence: str


@dataclass(frozen=True, eq=False, repr=False)
class TipResult(Shown):
    """A claim with the evidence about it.

    Parameters
    ----------
    tip
        The claim.
    findings
        What its cells came to.
    exact
        What its exact questions came to.
    charts
        What is shown without a verdict.
    note
        A sentence about all cells together.
    overall
        The verdict, where it is not simply that of the cells.
    headline
        What it came to in stages, if it was tried so.
    """

    tip: Tip
    findings: tuple[Finding, ...]
    exact: tuple[Settled, ...] = ()
    charts: tuple[Chart, ...] = ()
    note: str = ""
    overall: Verdict | None = None
    headline: TipHeadline | None = None

    @property
    def counts(self) -> Counter[Verdict]:
        """How many cells and exact questions say what about the tip."""
        return Counter([*(cell.about_tip for cell in self.findings), *(question.verdict for question in self.exact)])

    @property
    def verdict(self) -> Verdict:
        """What all cells say about the tip: the one verdict of those that were decided, `mixed` if they differ."""
        if self.overall:
            return self.overall
        if not self.counts:
            return Verdict.UNDECIDED if self.tip.experiments else Verdict.DESCRIPTIVE
        return together(self.counts.elements())

    @property
    def where(self) -> str:
        """How many of the cells say what, the most frequent first; of the others which cells, if a few words say it."""
        total = self.counts.total()
        parts: list[str] = []
        for verdict, n in self.counts.most_common():
            which = _which(self.findings, verdict) if parts else ""
            parts.append(f"{verdict} {n} of {total}" + (f" ({which})" if which else ""))
        return ", ".join(parts)

    @property
    def settings_line(self) -> str:
        """The game, and how many cells and games there are."""
        title = game_list.find(self.tip.game).title
        return f"{title}; 1 claim, {len(self.findings)} cells; {self.games:,} games"

    def to_pandas(self) -> pd.DataFrame:
        """One row per cell: an experiment at one table, with its effect and verdict."""
        return cells_to_pandas([self])

    def _heading(self) -> str:
        return f"{self.tip.id}, {self.verdict}: {self.tip.statement}\n{self.settings_line}"

    @property
    def games(self) -> int:
        """Games played."""
        return sum(cell.games for cell in self.findings) + (self.headline.games if self.headline else 0)


def together(verdicts: Iterable[Verdict]) -> Verdict:
    """What some verdicts on the same tip say together.

    >>> print(together([Verdict.SUPPORTED, Verdict.UNDECIDED]), together([Verdict.SUPPORTED, Verdict.REFUTED]))
    supported mixed
    """
    said = set(verdicts)
    decided = said - set(NO_ANSWER)
    if not decided:
        return said.pop() if len(said) == 1 else Verdict.UNDECIDED
    return decided.pop() if len(decided) == 1 else Verdict.MIXED


def _which(findings: Sequence[Finding], verdict: Verdict) -> str:
    """The cells with some verdict in a few words: all of an experiment, a number of players or a field, and single
    ones; nothing if they are too many.
    """
    cells = {(cell.label, f"{cell.players} players", cell.field): cell.about_tip == verdict for cell in findings}
    values = [{cell[i] for cell in cells} for i in range(3)]
    left, names = {cell for cell, is_so in cells.items() if is_so}, []
    for i, kind in enumerate(values):
        for value in sorted(kind) if len(kind) > 1 else ():
            whole = {cell for cell in cells if cell[i] == value}
            if len(whole) > 1 and all(cells[cell] for cell in whole) and whole & left:
                left -= whole
                names.append(value)
    names += [
        ", ".join(value for value, kind in zip(cell, values, strict=True) if len(kind) > 1) for cell in sorted(left)
    ]
    return "; ".join(names) if len(names) <= FEW else ""


# --- tables ---


def cells_to_pandas(results: Sequence[TipResult]) -> pd.DataFrame:
    """One row per cell."""
    rows = [finding.row() for result in results for finding in result.findings]
    usual = [name for name in Finding.__dataclass_fields__ if name != "beside"]
    beside = dict.fromkeys(name for row in rows for name in row if name not in usual)
    return pd.DataFrame(rows, columns=[*usual, *beside])


def tips_to_pandas(results: Sequence[TipResult]) -> pd.DataFrame:
    """One row per claim: the tip, what all cells say together, the range of effects in the unit of the first, games,
    the median VRF and share in play.
    """
    return pd.DataFrame([_row(result) for result in results])


def _row(result: TipResult) -> dict[str, Any]:
    """A claim as a row."""
    cells = pd.DataFrame([asdict(cell) for cell in result.findings], columns=list(Finding.__dataclass_fields__))
    units = cells["unit"].unique()
    first = cells[cells["unit"].isin(units[:1])]
    played = len(cells) > 0
    return {
        "id": result.tip.id,
        "tip": result.tip.statement,
        "verdict": result.verdict,
        "where": result.where,
        "effect_low": first["low"].min() if played else math.nan,
        "effect_high": first["high"].max() if played else math.nan,
        "unit": "".join(units[:1]),
        "games": result.games,
        "vrf": cells["vrf"].median() if played else math.nan,
        "in_play": cells["in_play"].median() if played else math.nan,
    }

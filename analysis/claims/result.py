"""What came of a claim."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pandas as pd

from knotlab.analysis.claims.chart import Chart
from knotlab.analysis.claims.headlines import CellSize, TipHeadline
from knotlab.analysis.claims.tip import Tip
from knotlab.analysis.result import Shown
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict
from knotlab.sim import games as game_list


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
    exact
        What its exact questions came to.
    charts
        What is shown without a verdict.
    note
        A sentence about all cells together.
    overall
        The verdict, where it is not that of the headline: of a claim about a variant of the rules.
    headline
        What it came to in stages, if it was tried so.
    """

    tip: Tip
    exact: tuple[Settled, ...] = ()
    charts: tuple[Chart, ...] = ()
    note: str = ""
    overall: Verdict | None = None
    headline: TipHeadline | None = None

    @property
    def cells(self) -> tuple[CellSize, ...]:
        """The size of the effect at each table, as far as it is known."""
        return self.headline.sizes if self.headline else ()

    @property
    def verdict(self) -> Verdict:
        """What the headline says about the tip, or what the rules settle."""
        if self.overall:
            return self.overall
        if self.headline and self.headline.headline:
            return self.headline.about_tip
        if self.exact:
            return together(question.verdict for question in self.exact)
        return Verdict.UNDECIDED if self.tip.experiments else Verdict.DESCRIPTIVE

    @property
    def where(self) -> str:
        """In how many cells the direction is certain."""
        known = [cell.size.certain_sign for cell in self.cells if cell.size.deals]
        if not known:
            return ""
        return f"certainly above zero in {known.count(1)} of {len(known)} cells, below in {known.count(-1)}"

    @property
    def settings_line(self) -> str:
        """The game, and how many cells and games there are."""
        title = game_list.find(self.tip.game).title
        return f"{title}; 1 claim, {len(self.cells)} cells; {self.games:,} games"

    def to_pandas(self) -> pd.DataFrame:
        """One row per cell: an experiment at one table, with the size of its effect."""
        return cells_to_pandas([self])

    def _heading(self) -> str:
        return f"{self.tip.id}, {self.verdict}: {self.tip.statement}\n{self.settings_line}"

    @property
    def games(self) -> int:
        """Games played."""
        return self.headline.games if self.headline else 0


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


# --- tables ---


def cells_to_pandas(results: Sequence[TipResult]) -> pd.DataFrame:
    """One row per cell."""
    return pd.DataFrame([{"tip": result.tip.id} | cell.row() for result in results for cell in result.cells])


def tips_to_pandas(results: Sequence[TipResult]) -> pd.DataFrame:
    """One row per claim: the tip, the verdict, the mean effect of following it with its interval, games."""
    return pd.DataFrame([_row(result) for result in results])


def _row(result: TipResult) -> dict[str, Any]:
    """A claim as a row; nothing where no mean was taken."""
    played = result.headline
    mean = played.headline if played else None
    return {
        "id": result.tip.id,
        "tip": result.tip.statement,
        "verdict": result.verdict,
        "where": result.where,
        "effect": mean.effect if mean else math.nan,
        "low": mean.low if mean else math.nan,
        "high": mean.high if mean else math.nan,
        "unit": played.unit if played and mean else "",
        "games": result.games,
    }

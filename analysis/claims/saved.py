"""Results of claims as plain data, as the report keeps them."""

from dataclasses import dataclass
from typing import Any

from knotlab.analysis import kept
from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.cells import tip_named
from knotlab.analysis.claims.finding import Finding
from knotlab.analysis.claims.result import Settled, TipResult
from knotlab.analysis.claims.run import KeptRates, chart_rows
from knotlab.analysis.claims.trial import Trial
from knotlab.analysis.stats.verdicts import Verdict


@dataclass(frozen=True)
class SavedResult:
    """A claim's result; its id stands for the claim itself, and charts for those of the claim in the same place."""

    id: str
    findings: tuple[Finding, ...]
    exact: tuple[Settled, ...]
    charts: tuple[KeptRates, ...]
    note: str
    overall: Verdict | None


@dataclass(frozen=True)
class SavedClaims:
    """Results of claims, and how long they took."""

    results: tuple[SavedResult, ...]
    seconds: float


def saved(claims: ClaimsResult) -> SavedClaims:
    """Claims as they are kept."""
    results = tuple(
        SavedResult(
            result.tip.id,
            result.findings,
            result.exact,
            tuple(map(chart_rows, result.charts)),
            result.note,
            result.overall,
        )
        for result in claims.results
    )
    return SavedClaims(results, claims.seconds)


def read_saved(content: Any, trial: Trial) -> ClaimsResult:
    """Claims again from plain data.

    Parameters
    ----------
    content
        What `knotlab.analysis.kept.as_plain` made of `saved(claims)`.
    trial
        What their cells share.

    Raises
    ------
    ValueError
        If the data has another shape, or there is no such claim.
    """
    kept_claims = kept.from_plain(SavedClaims, content)
    return ClaimsResult(tuple(map(_read, kept_claims.results)), trial, kept_claims.seconds)


def _read(result: SavedResult) -> TipResult:
    """A claim's result again."""
    tip = tip_named(result.id)
    shown = zip(tip.curves, result.charts, strict=False)
    charts = tuple(description.chart(dict(rates)) for description, rates in shown)
    return TipResult(tip, result.findings, result.exact, charts, result.note, result.overall)

"""From the findings of cells to what they say about a tip."""

from collections.abc import Sequence

from knotlab.analysis.claims.chart import Chart
from knotlab.analysis.claims.finding import Finding
from knotlab.analysis.claims.headlines import TipHeadline
from knotlab.analysis.claims.result import Settled, TipResult
from knotlab.analysis.claims.tip import Tip


def conclude(
    tip: Tip, findings: Sequence[Finding], charts: Sequence[Chart] = (), headline: TipHeadline | None = None
) -> TipResult:
    """A claim's result: its cells, what the rules settle, and what is shown. Of a claim that was tried in stages its
    headline says what there is to say.

    Parameters
    ----------
    tip
        The claim.
    findings
        What its cells came to.
    charts
        What is shown without a verdict.
    headline
        What it came to in stages, if it was tried so.

    Returns
    -------
    TipResult
        The claim with its evidence and verdict.
    """
    exact = tuple(Settled(question.label, *question.settle()) for question in tip.exact)
    overall, note = tip.conclude(findings) if tip.conclude and findings else (None, "")
    if headline and headline.headline:
        overall = headline.about_tip
    return TipResult(tip, tuple(findings), exact, tuple(charts), note, overall, headline)

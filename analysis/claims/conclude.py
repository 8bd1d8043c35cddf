"""From the findings of cells to what they say about a tip."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from knotlab.analysis.claims.chart import Chart
from knotlab.analysis.claims.finding import Finding
from knotlab.analysis.claims.headlines import TipHeadline
from knotlab.analysis.claims.result import Settled, TipResult
from knotlab.analysis.claims.tip import Tip
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict

Place = tuple[str, int, str]  # experiment, players and field


def conclude(
    tip: Tip, findings: Sequence[Finding], charts: Sequence[Chart] = (), headline: TipHeadline | None = None
) -> TipResult:
    """A claim's result: its cells, what the rules settle, and what is shown. Of a claim that was tried in stages its
    headline says what there is to say.
    """
    exact = tuple(Settled(question.label, *question.settle()) for question in tip.exact)
    overall, note = tip.conclude(findings) if tip.conclude and findings else (None, "")
    if headline and headline.headline:
        overall = headline.about_tip
    return TipResult(tip, tuple(findings), exact, tuple(charts), note, overall, headline)


def compare_variants(results: Sequence[TipResult]) -> list[TipResult]:
    """Say of claims about a variant of the rules how many of its duels come out differently under the usual ones."""
    usual = {_place(finding): finding for result in results if not result.tip.is_variant for finding in result.findings}
    return [_compared(result, usual) if result.tip.is_variant else result for result in results]


def _place(finding: Finding) -> Place:
    """By what cells of two claims are matched."""
    return finding.label, finding.players, finding.field


def _compared(result: TipResult, usual: Mapping[Place, Finding]) -> TipResult:
    """A variant's result with its comparison."""
    pairs = [(finding, usual.get(_place(finding))) for finding in result.findings]
    decided = [(one, other) for one, other in pairs if other and not {one.about_tip, other.about_tip} & {*NO_ANSWER}]
    different = [one.label for one, other in decided if one.about_tip != other.about_tip and _are_apart(one, other)]
    if not any(other for _, other in pairs):
        note = "the claims that it repeats were not tried along with it, so there is nothing to compare"
        return replace(result, note=note, overall=Verdict.UNDECIDED)
    note = (
        f"{len(different)} of {len(decided)} duels decided under both rules come out differently, with intervals that "
        f"do not overlap"
    )
    note += f" ({', '.join(dict.fromkeys(different))})" if different else ""
    undecided = Verdict.REFUTED if len(decided) == len(pairs) else Verdict.UNDECIDED
    return replace(result, note=note, overall=Verdict.SUPPORTED if different else undecided)


def _are_apart(one: Finding, other: Finding) -> bool:
    """Whether two intervals do not overlap."""
    return one.low > other.high or one.high < other.low

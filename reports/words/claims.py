"""Claims in words and tables, generated from the numbers of their cells."""

import math
import statistics
from collections.abc import Iterator, Sequence

from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.finding import Finding
from knotlab.analysis.claims.result import TipResult
from knotlab.analysis.claims.units import unit_named
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict
from knotlab.reports.words.charts import capital, describe

TIP_COLUMNS = ("id", "tip", "verdict", "effect", "where", "games", "VRF", "in play")
CELL_COLUMNS = (
    "experiment",
    "players",
    "against",
    "verdict",
    "about the tip",
    "effect",
    "margin",
    "games",
    "VRF",
    "in play",
    "unfinished",
    "beside",
    "record",
)


def number(value: float, unit: str, signed: bool = True) -> str:
    """A value in its unit; shares in percentage points."""
    if math.isnan(value):
        return "-"
    sign = "+z" if signed else "z"  # without a minus before what is rounded to nothing
    return f"{100 * value if unit_named(unit).is_share else value:{sign}.2f}"


def effect(finding: Finding) -> str:
    """An effect with its interval."""
    if math.isnan(finding.effect):
        return "-"
    value, low, high = (number(end, finding.unit) for end in (finding.effect, finding.low, finding.high))
    return f"{value} [interval unknown]" if math.isnan(finding.low) else f"{value} [{low}, {high}]"


def verdict(finding: Finding) -> str:
    """A cell's verdict; of a quick pass, how large an effect would have been seen."""
    if finding.verdict != Verdict.NO_LARGE_EFFECT:
        return finding.verdict
    margin = number(finding.margin, finding.unit, signed=False)
    return f"no effect above {margin} {unit_named(finding.unit).words} seen yet"


def per_cent(value: float) -> str:
    """A share in per cent."""
    return "-" if math.isnan(value) else f"{100 * value:.3g}%"


def cell_row(finding: Finding) -> list[str]:
    """A cell's line, in the order of `CELL_COLUMNS`."""
    choices = "" if math.isnan(finding.in_choices) else f" of deals, {per_cent(finding.in_choices)} of choices"
    return [
        finding.label + (f" ({finding.rules})" if finding.rules else ""),
        str(finding.players),
        finding.field,
        verdict(finding) + (" (size open)" if finding.is_size_open else ""),
        finding.about_tip,
        effect(finding),
        number(finding.margin, finding.unit, signed=False),
        f"{finding.games:,}",
        _vrf([finding]),
        per_cent(finding.in_play) + choices,
        per_cent(finding.unfinished),
        beside(finding),
        finding.hash,
    ]


def beside(finding: Finding) -> str:
    """A duel's other metrics."""
    intervals = (
        f"{metric.replace('_', ' ')} {number(low, metric)} to {number(high, metric)}"
        for metric, (_, low, high) in finding.beside.items()
    )
    return "; ".join(intervals) or "-"


def effects_span(result: TipResult) -> str:
    """The least and the greatest effect of a claim's cells, each with its interval, unit by unit."""
    cells = [cell for cell in result.findings if not math.isnan(cell.effect)]
    units = dict.fromkeys(cell.unit for cell in cells)
    spans = [_span([cell for cell in cells if cell.unit == unit]) for unit in units]
    return "; ".join(spans or [question.sentence for question in result.exact]) or "-"


def _span(cells: Sequence[Finding]) -> str:
    """The least and the greatest effect of cells of one unit."""
    least, most = _extremes(cells)
    to = "" if least is most else f" to {effect(most)}"
    return f"{effect(least)}{to} {unit_named(least.unit).words}"


def _extremes(cells: Sequence[Finding]) -> tuple[Finding, Finding]:
    """The cells with the least and the greatest effect."""
    return min(cells, key=lambda cell: cell.effect), max(cells, key=lambda cell: cell.effect)


def tip_row(result: TipResult) -> list[str]:
    """A claim's line, in the order of `TIP_COLUMNS`."""
    shares = [cell.in_play for cell in result.findings if not math.isnan(cell.in_play)]
    return [
        result.tip.id,
        result.tip.statement,
        result.verdict,
        effects_span(result),
        result.where or "-",
        f"{result.games:,}",
        middle_vrf(result),
        per_cent(statistics.median_high(shares)) if shares else "-",
    ]


def middle_vrf(result: TipResult) -> str:
    """The median variance-reduction factor of a claim's cells."""
    return _vrf(result.findings)


def _vrf(cells: Sequence[Finding]) -> str:
    """The median variance-reduction factor of some cells."""
    factors = [cell.vrf for cell in cells if not math.isnan(cell.vrf)]
    return f"{statistics.median_high(factors):.1f}" if factors else "-"


def closing(claims: ClaimsResult) -> Iterator[str]:
    """What all verdicts have in common."""
    findings, trial = [cell for result in claims.results for cell in result.findings], claims.trial
    decided = sum(cell.about_tip not in NO_ANSWER for cell in findings)
    never = sum(cell.about_tip == Verdict.NEVER_CAME_UP for cell in findings)
    games = sum(cell.games for cell in findings)
    yield f"{decided} of {len(findings) - never} cells decided ({never} never came up), {games:,} games"
    ship = " that ship" if trial.cells is None else ""
    yield f"level {trial.level:g} over all {trial.family} cells{ship}: {trial.alpha:.2g} for each"
    yield "effects are + for what the experiment names; differences of shares are percentage points"
    if trial.is_quick:
        sizes = ", at one size of table for each experiment" if trial.one_size else ""
        yield f"a quick pass: {quick_margins(trial.wider)}{sizes}"
    yield f"this command took {claims.seconds:.0f} s, without what was kept from before"


def quick_margins(wider: float) -> str:
    """By which margins a quick pass judges."""
    return (
        f"it stops where no effect above {wider:g} times the declared margin is left ('{Verdict.NO_LARGE_EFFECT}'); "
        f"'{Verdict.SUPPORTED}' and '{Verdict.REFUTED}' are judged by the declared margin"
    )


# --- one paragraph per claim ---

OPENING = {
    Verdict.SUPPORTED: "The evidence supports the tip",
    Verdict.REFUTED: "The evidence refutes the tip",
    Verdict.EQUIVALENT: "Following the tip makes no difference that matters",
    Verdict.MIXED: "The evidence is mixed",
    Verdict.UNDECIDED: "The evidence is not decisive yet",
    Verdict.NEVER_CAME_UP: "What the tip is about hardly ever came up, so it could not be tried",
    Verdict.NO_LARGE_EFFECT: "A first look found no large effect; smaller ones that matter are possible",
    Verdict.DESCRIPTIVE: "There is no verdict; the curves show what was seen",
}


def paragraph(result: TipResult) -> str:
    """What the evidence is, in a few sentences that say only what the cells say."""
    sentences = [_opening(result)]
    sentences += [f"{capital(question.label)}: {question.verdict}; {question.sentence}." for question in result.exact]
    for label in dict.fromkeys(cell.label for cell in result.findings):
        sentences.append(_of_experiment([cell for cell in result.findings if cell.label == label]))
    if result.note:
        sentences.append(capital(result.note) + ".")
    return " ".join([*sentences, *(describe(chart) for chart in result.charts if chart.rates)])


def _opening(result: TipResult) -> str:
    """The verdict, and where it holds."""
    opening = OPENING[result.verdict]
    if not result.counts:
        return f"{opening}."
    return f"{opening}. Cell by cell: {result.where}." if result.overall else f"{opening}: {result.where}."


def _of_experiment(cells: Sequence[Finding]) -> str:
    """One experiment's cells in a sentence."""
    measured, label = [cell for cell in cells if not math.isnan(cell.effect)], capital(cells[0].label)
    if not measured:
        never = all(cell.about_tip == Verdict.NEVER_CAME_UP for cell in cells)
        return f"{label}: {Verdict.NEVER_CAME_UP if never else 'not played yet'}."
    (least, most), unit = _extremes(measured), unit_named(measured[0].unit).words
    if least is most:
        return f"{label}: {effect(least)} {unit}, {verdict(least)}."
    return (
        f"{label}: from {effect(least)} {unit} ({where(least)}, {verdict(least)}) to {effect(most)} ({where(most)}, "
        f"{verdict(most)})."
    )


def where(finding: Finding) -> str:
    """A cell's table in words."""
    return f"{finding.players} players, {finding.field}"

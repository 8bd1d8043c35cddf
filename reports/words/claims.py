"""Claims in words, generated from the numbers of their cells."""

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knotlab.analysis.claims.curves import LEAST_CASES
from knotlab.analysis.claims.finding import Finding, Line, Plane, TipResult
from knotlab.analysis.claims.record import Terms
from knotlab.analysis.claims.tip import Matrix
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict

CELL_COLUMNS = (
    "experiment",
    "players",
    "against",
    "says",
    "effect",
    "margin",
    "verdict",
    "games",
    "VRF",
    "in play",
    "unfinished",
    "beside",
    "record",
)
SHARES = ("loss_rate", "win_rate", "share", "deals")
UNITS = {
    "loss_rate": "points of loss rate",
    "win_rate": "points of win rate",
    "share": "points of share",
    "mean_place": "of mean place",
    "mean_score": "points a deal",
    "points": "points a deal",
    "turns": "turns",
    "cards": "cards",
    "resets": "resets a game",
    "deals": "points of deals",
}


@dataclass(frozen=True)
class Told:
    """How the claims were tried, and how long it took."""

    terms: Terms
    seconds: float


def number(value: float, unit: str, signed: bool = True) -> str:
    """A value in its unit: shares in points of a hundred."""
    if math.isnan(value):
        return "-"
    sign = "+" if signed else ""
    return f"{100 * value:{sign}.2f}" if unit in SHARES else f"{value:{sign}.2f}"


def effect(finding: Finding) -> str:
    """An effect with its interval."""
    if math.isnan(finding.effect):
        return "-"
    if math.isnan(finding.low):
        return f"{number(finding.effect, finding.unit)} [interval unknown]"
    return (
        f"{number(finding.effect, finding.unit)} [{number(finding.low, finding.unit)}, "
        f"{number(finding.high, finding.unit)}]"
    )


def per_cent(value: float) -> str:
    """A share in per cent."""
    return "-" if math.isnan(value) else f"{100 * value:.3g} %"


def cell_row(finding: Finding) -> list[str]:
    """A cell's line, in the order of `CELL_COLUMNS`."""
    verdict = finding.verdict + (" (size open)" if finding.is_size_open else "")
    vrf = "-" if math.isnan(finding.vrf) else f"{finding.vrf:.1f}"
    label = finding.label + (f" ({finding.rules})" if finding.rules else "")
    margin = number(finding.margin, finding.unit, signed=False)
    choices = "" if math.isnan(finding.in_choices) else f" of deals, {per_cent(finding.in_choices)} of choices"
    shown = [
        finding.about_tip,
        effect(finding),
        margin,
        verdict,
        f"{finding.games:,}",
        vrf,
        per_cent(finding.in_play) + choices,
        per_cent(finding.unfinished),
    ]
    return [label, str(finding.players), finding.field, *shown, beside(finding), finding.hash]


def beside(finding: Finding) -> str:
    """A duel's other metrics."""
    return (
        "; ".join(
            f"{name} {' to '.join(number(value, name) for value in told[1:])}" for name, told in finding.beside.items()
        )
        or "-"
    )


def effects_span(result: TipResult) -> str:
    """The least and the greatest effect of a claim's cells, each with its interval, unit by unit."""
    told = [one for one in result.findings if not math.isnan(one.effect)]
    spans = [_span([one for one in told if one.unit == unit]) for unit in dict.fromkeys(one.unit for one in told)]
    return "; ".join(spans or [sentence for _, _, sentence in result.exact]) or "-"


def _span(cells: Sequence[Finding]) -> str:
    """The least and the greatest effect of cells of one unit."""
    least, most = min(cells, key=lambda one: one.effect), max(cells, key=lambda one: one.effect)
    return f"{effect(least)}{'' if least is most else f' to {effect(most)}'} {UNITS[least.unit]}"


def rows(results: Sequence[TipResult]) -> Iterator[list[str]]:
    """A line a claim: id, tip, verdict, effect, where, games, VRF, share in play."""
    for result in results:
        shares = sorted(one.in_play for one in result.findings if not math.isnan(one.in_play))
        share = per_cent(shares[len(shares) // 2]) if shares else "-"
        yield [
            result.tip.id,
            result.tip.statement,
            result.verdict,
            effects_span(result),
            result.where or "-",
            f"{result.games:,}",
            middle_vrf(result),
            share,
        ]


def middle_vrf(result: TipResult) -> str:
    """The variance-reduction factor of the middle one of a claim's cells."""
    vrfs = sorted(one.vrf for one in result.findings if not math.isnan(one.vrf))
    return f"{vrfs[len(vrfs) // 2]:.1f}" if vrfs else "-"


def closing(results: Sequence[TipResult], told: Told) -> Iterator[str]:
    """What all verdicts have in common."""
    findings = [one for result in results for one in result.findings]
    decided = sum(one.about_tip not in NO_ANSWER for one in findings)
    tried = sum(one.about_tip != Verdict.NEVER_CAME_UP for one in findings)
    terms = told.terms
    yield (
        f"{decided} of {tried} cells decided ({len(findings) - tried} never came up), "
        f"{sum(one.games for one in findings):,} games"
    )
    yield (
        f"level {terms.level:g} over all {terms.family} cells{' that ship' if terms.claims is None else ''}: "
        f"{terms.alpha:.2g} for each"
    )
    yield "effects are + for what the experiment names, shares in points of a hundred"
    if terms.wider > 1:
        sizes = ", one size of table for each claim" if terms.one_size else ""
        yield (
            f"a quick pass: '{Verdict.EQUIVALENT}' is judged by margins {terms.wider:g} times as wide as declared, "
            f"'{Verdict.SUPPORTED}' and '{Verdict.REFUTED}' by the declared ones{sizes}"
        )
    yield f"this command took {told.seconds:.0f} s, less what was kept before"


# --- a paragraph a claim ---

OPENING = {
    Verdict.SUPPORTED: "The evidence supports the tip",
    Verdict.REFUTED: "The evidence refutes the tip",
    Verdict.EQUIVALENT: "Following the tip makes no difference that matters",
    Verdict.MIXED: "The evidence is mixed",
    Verdict.UNDECIDED: "The evidence does not decide yet",
    Verdict.NEVER_CAME_UP: "What the tip is about hardly ever came up, so it could not be tried",
    Verdict.DESCRIPTIVE: "There is no verdict; the curves show what was seen",
}


def paragraph(result: TipResult) -> str:
    """What was found about a claim, in a few sentences that only say what its cells say."""
    where_said = (
        f". Experiment by experiment: {result.where}." if result.overall else f": {result.where}."
    )  # concluded from all together, or theirs
    said = [OPENING[result.verdict] + (where_said if result.counts else ".")]
    said += [f"{label.capitalize()}: {answer}; {sentence}." for label, answer, sentence in result.exact]
    for label in dict.fromkeys(one.label for one in result.findings):
        said.append(_of_experiment([one for one in result.findings if one.label == label]))
    if result.note:
        said.append(result.note[0].upper() + result.note[1:] + ".")
    said += [surface(line) if isinstance(line, Plane) else extremes(line) for line in result.lines if line.rates]
    return " ".join(said)


def _of_experiment(cells: Sequence[Finding]) -> str:
    """One experiment's cells in a sentence."""
    told = [one for one in cells if not math.isnan(one.effect)]
    label = cells[0].label[0].upper() + cells[0].label[1:]
    if not told:
        never = all(one.about_tip == Verdict.NEVER_CAME_UP for one in cells)
        return f"{label}: {Verdict.NEVER_CAME_UP if never else 'not played yet'}."
    least, most = min(told, key=lambda one: one.effect), max(told, key=lambda one: one.effect)
    unit = UNITS[told[0].unit]
    if least is most:
        return f"{label}: {effect(least)} {unit}, {least.verdict}."
    return (
        f"{label}: from {effect(least)} {unit} ({where(least)}, {least.verdict}) to {effect(most)} ({where(most)}, "
        f"{most.verdict})."
    )


def where(finding: Finding) -> str:
    """A cell's table in words."""
    return f"{finding.players} players, {finding.field}"


def extremes(line: Line) -> str:
    """A curve's least and greatest group."""
    order = sorted(range(len(line.rates)), key=lambda i: line.rates[i].value)
    low, high = order[0], order[-1]
    unit = "" if line.curve.unit == "share" else f" {line.curve.unit}"

    def told(i: int) -> str:
        value = line.rates[i].value
        return f"{per_cent(value) if line.curve.unit == 'share' else f'{value:.2f}'}{unit} at {line.name(i)}"

    return f"{line.curve.label[0].upper()}{line.curve.label[1:]}: from {told(low)} to {told(high)}."


def surface(plane: Plane) -> str:
    """A surface's least and greatest cell with their intervals, how wide all intervals are, and how many cells are
    blank.
    """
    order = sorted(range(len(plane.rates)), key=lambda i: plane.rates[i].value)
    unit = plane.curve.unit

    def told(i: int) -> str:
        one = plane.rates[i]
        value, low, high = (number(each, unit, signed=False) for each in (one.value, one.low, one.high))
        return f"{value}{' %' if unit in SHARES else f' {unit}'} [{low}, {high}] at {plane.name(i)}"

    label = plane.curve.label[0].upper() + plane.curve.label[1:]
    return f"{label}: from {told(order[0])} to {told(order[-1])}; {widths(plane)}; {blanks(plane)}{crossings(plane)}."


def crossings(plane: Plane) -> str:
    """Between which rows the two lines of a surface with two columns cross, as measured; nothing of other surfaces."""
    rows, columns = plane.curve.rows, plane.curve.columns
    if len(columns.values) != 2:
        return ""
    values = dict(zip(plane.groups, (rate.value for rate in plane.rates), strict=True))
    one, other = columns.values
    both = [row for row in rows.values if (row, one) in values and (row, other) in values]
    is_above = [values[row, one] > values[row, other] for row in both]
    told = [
        f"between {rows.told(both[i])} and {rows.told(both[i + 1])}"
        for i in range(len(both) - 1)
        if is_above[i] != is_above[i + 1]
    ]
    return f"; the lines {'cross ' + ', '.join(told) if told else 'do not cross'}"


def widths(plane: Plane) -> str:
    """How wide a surface's intervals are."""
    halves = [(one.high - one.low) / 2 for one in plane.rates]
    widest, middle = (number(half, plane.curve.unit, signed=False) for half in (max(halves), statistics.median(halves)))
    return (
        f"the widest 95 % interval is ± {widest} {'points' if plane.curve.unit in SHARES else plane.curve.unit}, "
        f"the middle one ± {middle}"
    )


def blanks(plane: Plane) -> str:
    """How many of a surface's cells are blank, and why."""
    missing = plane.size - len(plane.rates)
    if not missing:
        return f"each of the {plane.size} cells has {LEAST_CASES} cases or more"
    return f"{missing} of {plane.size} cells are blank, with fewer than {LEAST_CASES} cases"


def matrix(shown: Matrix) -> str:
    """What the rules say of all pairs, a row after another, for those who cannot see it."""
    answers = ([name for name, yes in zip(shown.columns, cells, strict=True) if yes] for cells in shown.cells)
    told = (f"{row}: {', '.join(names) or '-'}" for row, names in zip(shown.rows, answers, strict=True))
    opening = (
        f"{shown.label[0].upper()}{shown.label[1:]}. {shown.row_axis[0].upper()}{shown.row_axis[1:]}: "
        f"{shown.column_axis} that {shown.yes}."
    )
    return f"{opening} {'; '.join(told)}. {shown.note}"

"""From the findings of all cells to one verdict, where a tip has several parts."""

from collections import defaultdict
from collections.abc import Sequence

from knotlab.analysis.claims.finding import Finding
from knotlab.analysis.claims.result import together
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict


def all_parts(findings: Sequence[Finding]) -> tuple[Verdict, str]:
    """For a tip that says several things at once: at a table it is supported only where each of its experiments
    supports it.

    Parameters
    ----------
    findings
        What its cells came to.

    Returns
    -------
    tuple of Verdict and str
        The verdict over all tables, and a sentence.
    """
    tables = [_all(verdicts) for verdicts in _by_table(findings)]
    note = f"all parts of the tip are supported at {tables.count(Verdict.SUPPORTED)} of {len(tables)} tables"
    return together(tables), note


def _by_table(findings: Sequence[Finding]) -> list[set[Verdict]]:
    """What the experiments say about the tip, table by table."""
    tables: dict[tuple[int, str], set[Verdict]] = defaultdict(set)
    for cell in findings:
        tables[cell.players, cell.field].add(cell.about_tip)
    return list(tables.values())


def _all(verdicts: set[Verdict]) -> Verdict:
    """What experiments say that must all support the tip."""
    if verdicts & {Verdict.REFUTED, Verdict.EQUIVALENT}:
        return Verdict.REFUTED
    return Verdict.UNDECIDED if verdicts & {*NO_ANSWER} else Verdict.SUPPORTED

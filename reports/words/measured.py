"""A measured share or mean in words."""

from collections.abc import Iterator

from knotlab.analysis.runs.measured import MeasuredRate

EVERYTHING = "true"  # the condition that holds for every decision


def lines(rate: MeasuredRate) -> Iterator[str]:
    """The settings, the value with its interval, and on how many cases it rests."""
    yield rate.settings_line
    subset = "" if rate.among == EVERYTHING else f", among {rate.among}"
    yield f"{rate.of}{subset}: {rate.value:.4g} (95% interval {rate.low:.4g} to {rate.high:.4g})"
    yield f"{rate.cases:,.0f} cases on {rate.n:,} deals, {100 * rate.covered:.1f}% of which have one"

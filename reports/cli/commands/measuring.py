"""What `rate` does."""

from pathlib import Path

from knotlab.analysis.runs.measures import measure
from knotlab.analysis.runs.play import load
from knotlab.analysis.stats.rates import rate
from knotlab.reports.output import print_json
from knotlab.sim.errors import InputError


def show_rate(run: Path, of: str, among: str, json: bool) -> None:
    """A share or mean over a run's event log."""
    result = load(run)
    measures = measure(of, result.game), measure(among, result.game)
    found = rate(result.scan_log(), *measures, result.tally.rotations, result.deals)
    if not found.cases:
        raise InputError(
            f"no decision of {run} is one with {among}; knotlab view {result.game} says what the columns hold"
        )
    if json:
        print_json({"of": of, "among": among, **vars(found)})
        return
    print(f"{of}, among {among}: {found.value:.4g} (95% interval {found.low:.4g} to {found.high:.4g})")
    print(f"{found.cases:,.0f} cases on {found.n:,} deals; {100 * found.covered:.1f}% of the deals have one")

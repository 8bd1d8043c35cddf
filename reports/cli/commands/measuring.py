"""What `rate` does."""

from pathlib import Path

from knotlab.analysis.runs.measured import measured
from knotlab.analysis.runs.saved import load
from knotlab.reports.cli.commands.playing import say_if_incomplete
from knotlab.reports.output import print_json

EVERYTHING = "true"  # the condition that holds for every decision


def show_rate(run: Path, of: str, among: str, json: bool) -> None:
    """A share or mean over a run's event log."""
    played = load(run)
    rate = measured(played.scan_log(), of, among, played.conditions, played.deals)
    say_if_incomplete(played)
    if json:
        plain = {name: value for name, value in vars(rate).items() if name != "played"}
        print_json(plain | {"complete": played.complete})
        return
    print(rate.settings_line)
    subset = "" if among == EVERYTHING else f", among {among}"
    print(f"{of}{subset}: {rate.value:.4g} (95% interval {rate.low:.4g} to {rate.high:.4g})")
    print(f"{rate.cases:,.0f} cases on {rate.n:,} deals, {100 * rate.covered:.1f}% of which have one")

"""What `report` does."""

from dataclasses import dataclass
from pathlib import Path

from knotlab.reports.cli.setup import RunOptions
from knotlab.reports.output import print_json
from knotlab.reports.page import report as page
from knotlab.reports.page.playing import ReportSettings
from knotlab.sim.errors import InputError
from knotlab.sim.fanout import check_backend
from knotlab.strategies.catalogue import load_files

LEAST_HANDS = 1000  # for a guide


@dataclass(frozen=True)
class ReportOptions:
    """How much is played: deals of each tournament, minutes for the claims, hands for the bidding guide."""

    deals: int
    minutes: float
    hands: int


def report(options: ReportOptions, seed: int, strategies_from: tuple[Path, ...], how: RunOptions, json: bool) -> None:
    """Play what the report is about and write the page."""
    if 0 < options.hands < LEAST_HANDS:
        raise InputError(f"--bids must be 0, or {LEAST_HANDS:,} or more, not {options.hands}")
    load_files(strategies_from)
    assert how.out is not None
    file = page.write_report(
        ReportSettings(
            how.out,
            options.deals,
            seed,
            how.workers,
            check_backend(how.backend),
            options.minutes,
            options.hands,
            strategies_from,
        )
    )
    if json:
        print_json({"page": str(file)})
    else:
        print(f"The report is at {file.resolve()}")

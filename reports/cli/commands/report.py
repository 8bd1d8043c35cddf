"""What the command `report` does: read the words, play, write the page."""

from collections.abc import Sequence
from pathlib import Path

from knotlab.reports.output import decimal, print_json, seed_of, whole, workers_of
from knotlab.reports.page import report as page
from knotlab.reports.page.playing import Wanted
from knotlab.sim.errors import InputError
from knotlab.sim.fanout import check_backend
from knotlab.strategies.catalogue import load_files

LEAST_HANDS = 1000  # for a guide


def report(
    out: Path,
    deals: str,
    budget: str,
    bids: str,
    seed: str,
    files: Sequence[Path],
    workers: str | None,
    backend: str,
    json: bool,
) -> None:
    """The main job: tips on trial, everybody against everybody, what to bid; and the page about it."""
    n_workers = workers_of(workers)
    minutes = decimal(budget, "--budget")
    if not 0 <= minutes < float("inf"):
        raise InputError(f"--budget is a number of minutes, 0 or more, not {budget}")
    hands = whole(bids, "--bids")
    if 0 < hands < LEAST_HANDS:
        raise InputError(f"--bids is 0 or {LEAST_HANDS:,} and more, not {bids}")
    load_files(files)
    file = page.write_report(
        Wanted(
            out,
            whole(deals, "--deals", 2),
            seed_of(seed),
            n_workers,
            check_backend(backend),
            minutes,
            hands,
            tuple(files),
        )
    )
    if json:
        print_json({"page": str(file)})
    else:
        print(f"The report is at {file.resolve()}")

"""Twyst: what thresholds of its own would gain a bidder on one seat, among bidders with the same settings everywhere.

Every bid of many hands is tried while the others bid by the usual settings. The best thresholds for the hands of
one seat are found on every other hand and their gain taken on the rest, and the other way round.

Command: python -m knotlab.studies.seats [--deals N]
Result: a table in Markdown, printed
Page: docs/bidding.md
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from knotlab.analysis.bidding.bids import Bids, Thresholds, force_bids
from knotlab.analysis.bidding.card_make import FIELD
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import Estimate
from knotlab.sim.games.twyst.state import SEATS
from knotlab.studies.command import parser, run
from knotlab.studies.thresholds import gain_there_is, thresholds_of

EVERY = "every seat"


def seat_gains(bids: Bids, now: Thresholds) -> pd.DataFrame:
    """What the best thresholds gain over those of now, for each seat alone and with one setting for all four: `hands`,
    `gain` in points per deal with a 95% interval, and the best thresholds. Hand i was held on seat i mod 4.
    """
    seats = [np.arange(seat, len(bids), SEATS) for seat in range(SEATS)]  # every other one of each is in either half
    parts = {str(seat): bids[rows] for seat, rows in enumerate(seats)} | {EVERY: bids[np.concatenate(seats)]}
    return pd.DataFrame([_row(seat, len(part), *gain_there_is(part, now)) for seat, part in parts.items()])


def _row(seat: str, hands: int, best: Thresholds, gain: Estimate) -> dict[str, Any]:
    return {"seat": seat, "hands": hands, "gain": gain.value, "low": gain.low, "high": gain.high} | best._asdict()


def main(words: Sequence[str] | None = None) -> None:
    """Print the table in Markdown."""
    reader = parser(__doc__)
    reader.add_argument("--deals", type=int, default=200_000, metavar="N", help="hands of which every bid is tried")
    deals = reader.parse_args(words).deals
    job = replace(Table("twyst").job([FIELD] * SEATS), purpose="select")
    now = thresholds_of(FIELD)
    table = seat_gains(force_bids(job, 0, deals), now)
    print("| seat | gain from own thresholds, points per deal [95%] | ace | court | misere | numeral | slope |")
    print("|---|---|---|---|---|---|---|")
    for row in table.to_dict("records"):
        best = Thresholds(*(row[name] for name in Thresholds._fields))
        settings = " | ".join(f"{value:.4g}" for value in best)
        print(f"| {row['seat']} | {row['gain']:+z.2f} [{row['low']:.2f}, {row['high']:.2f}] | {settings} |")
    print(f"| now | | {' | '.join(f'{value:.4g}' for value in now)} |")


if __name__ == "__main__":
    run(main)

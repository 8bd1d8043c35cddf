"""Bidding by the state of a match, in tables and a sentence."""

from collections.abc import Iterator

import pandas as pd
from rich.table import Table

from knotlab.analysis.bidding.match_wise import MatchAdvice
from knotlab.reports.words import tables

STANDING = "you (down), the best of the others (across), the two others 100 points behind that one"


def lines(advice: MatchAdvice) -> Iterator[str | Table]:
    """The chances, the ways to bid, and what bidding by them wins."""
    table, more = advice.to_pandas(), advice.gain
    percent = table.assign(shown=(100 * table["chance"]).round(1).map("{:.1f}%".format))
    yield tables.plain_table(f"chance to win the match: {STANDING}", _across(percent, "shown"))
    yield tables.plain_table(f"how match-wise bids as the eldest: {STANDING}", _across(table, "way"))
    yield (
        f"Against three who bid as usual ({advice.bidder}+{advice.player}), match-wise wins {more.value:.2f} "
        f"[{more.low:.2f}, {more.high:.2f}] more of 100 matches than its share of 25, in {advice.matches:,} matches to "
        f"{advice.chances.target} points, four on the same deals."
    )


def _across(table: pd.DataFrame, column: str) -> pd.DataFrame:
    """A column by own total, and across by the best of the others."""
    wide = table.pivot(index="own", columns="best", values=column).reset_index()
    wide.columns = pd.Index(str(name) for name in wide.columns)
    return wide

"""The thresholds of a bidder of Twyst as rows of a card: what to show, and what a hand needs for it."""

from collections.abc import Sequence

from knotlab.analysis.bidding.bids import Thresholds
from knotlab.reports.words.layout import TextTable

HEADS = ("show", "with")


def bid_rows(thresholds: Thresholds, steps: Sequence[tuple[str, int]]) -> TextTable:
    """The rows from the top.

    Parameters
    ----------
    thresholds : Thresholds
    steps : sequence of pair
        Trump tricks in words, and the numeral that they show.

    Returns
    -------
    TextTable
    """
    rows = [
        ["an Ace", f"{thresholds.ace:.1f} no-trump tricks or more"],
        ["K, Q or J", f"{thresholds.court:.1f} trump tricks of its suit or more"],
        ["a deuce", f"danger {thresholds.misere:.2f} or less"],
    ]
    rows += [[f"{'an' if number == 8 else 'a'} {number}", f"{tricks} trump tricks"] for tricks, number in steps]
    if not steps:
        rows.append([f"the numeral nearest to {thresholds.numeral:.0f}", "any number of trump tricks"])
    return TextTable("What this shows, from the top; a numeral of the suit with most trump tricks", HEADS, rows)

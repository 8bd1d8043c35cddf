"""The thresholds of a bidder of Twyst as rows of a card: what to show, and what a hand needs for it."""

from knotlab.analysis.bidding.bids import Thresholds
from knotlab.reports.words.layout import TextTable

HEADS = ("show", "with")
NUMERALS = range(3, 11)
MOST_TRICKS = 8.0  # trump tricks beyond which hardly any hand shows a numeral


def bid_rows(thresholds: Thresholds) -> TextTable:
    """The rows from the top."""
    rows = [
        ["an Ace", f"{thresholds.ace:.1f} no-trump tricks or more"],
        ["K, Q or J", f"{thresholds.court:.1f} trump tricks of its suit or more"],
        ["a deuce", f"danger {thresholds.misere:.2f} or less"],
    ]
    rows += [
        [f"{'an' if number == 8 else 'a'} {number}", f"{tricks} trump tricks"] for tricks, number in steps(thresholds)
    ]
    if not steps(thresholds):
        rows.append([f"the numeral nearest to {thresholds.numeral:.0f}", "any number of trump tricks"])
    return TextTable("What this shows, from the top; a numeral of the suit with most trump tricks", HEADS, rows)


def steps(thresholds: Thresholds) -> list[tuple[str, int]]:
    """Which numeral is shown with how many trump tricks; nothing where more tricks do not ask for a higher one.

    Returns trump tricks in words, and the numeral.
    """
    if thresholds.slope <= 0:
        return []
    ends = {n: (n + 0.5 - thresholds.numeral) / thresholds.slope + 4.0 for n in NUMERALS}
    shown = [n for n in NUMERALS if ends[n] > 0 and (n == NUMERALS[0] or ends[n - 1] < MOST_TRICKS)]
    words = []
    for n in shown:
        if n == shown[0]:
            words.append((f"under {ends[n]:.1f}", n))
        elif n == shown[-1]:
            words.append((f"over {ends[n - 1]:.1f}", n))
        else:
            words.append((f"{ends[n - 1]:.1f} to {ends[n]:.1f}", n))
    return words

"""What to bid with one's own hand in Twyst, in words: the answer first, then all thirteen bids."""

import math
from typing import Any

from knotlab.analysis.bidding.hand import HandBids, card_name
from knotlab.reports.words.layout import TextTable

HEADS = ("show", "points per deal", "you play", "then it scores", "mostly as")
FOOTNOTE = (
    "Points are means over deals of the other hands; the intervals hold for all thirteen bids together (95%). "
    "You play: how often you come to play a contract at all."
)


def answer(bids: HandBids) -> list[str]:
    """What to show, what it is worth, what is as good, and what the bidding card and the thresholds show."""
    best, *others = bids.table.to_dict("records")
    lines = [
        f"Show the {best['card']}: about {best['points']:.0f} points per deal [{best['low']:.0f}, {best['high']:.0f}]."
    ]
    alike = [row["card"] for row in others if row["high"] > best["low"]]
    if alike:
        lines.append(f"Perhaps as good: {', '.join(alike)}.")
    lines.append(_by_rule("The bidding card shows", card_name(bids.by_card), best, others))
    if bids.advised is not None:
        lines.append(_by_rule("The thresholds of the guide show", card_name(bids.advised), best, others))
    return lines


def _by_rule(shows: str, advised: str, best: dict[str, Any], others: list[dict[str, Any]]) -> str:
    """What a rule of bidding shows, and what that costs."""
    if advised == best["card"]:
        return f"{shows} the same card."
    (row,) = (row for row in others if row["card"] == advised)
    cost = best["points"] - row["points"]
    return f"{shows} the {advised}, which is worth {cost:.0f} points less."


def bid_table(bids: HandBids) -> TextTable:
    """One row per card, the best bid first."""
    title = f"{bids.conditions.title}, seat {bids.hand.seat}; {bids.strategy}, {bids.deals:,} deals"
    rows = [
        [
            row["card"],
            f"{row['points']:+.1f} [{row['low']:+.1f}, {row['high']:+.1f}]",
            f"{row['plays']:.0%}",
            "-" if math.isnan(row["scores"]) else f"{row['scores']:.0%}",
            row["contract"] or "-",
        ]
        for row in bids.table.to_dict("records")
    ]
    return TextTable(title, HEADS, rows)

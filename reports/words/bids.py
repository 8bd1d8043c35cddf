"""What to bid in Twyst with a hand, and by the totals of a match, in words."""

import math
from collections.abc import Iterator
from typing import Any

import pandas as pd
from rich.table import Table

from knotlab.analysis.bidding.hand import HandBids, card_name
from knotlab.analysis.bidding.match_wise import MatchAdvice
from knotlab.reports.words.layout import TextTable, plain_table
from knotlab.reports.words.numbers import in_digits, with_ends

HEADS = ("show", "points per deal", "you play", "then it scores", "mostly as")
FOOTNOTE = (
    "Points are means over deals of the other hands; the intervals hold for all thirteen bids together (95%). You "
    "play: how often you play a contract at all."
)


def hand_answer(bids: HandBids) -> list[str]:
    """What to show, what it is worth, what is as good, and what the bidding card and the thresholds show."""
    best, *others = bids.table.to_dict("records")
    ends = f"[{in_digits(best['low'], '.0f')}, {in_digits(best['high'], '.0f')}]"
    lines = [f"Show the {best['card']}: about {in_digits(best['points'], '.0f')} points per deal {ends}."]
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
            with_ends(row["points"], row["low"], row["high"], "+.1f"),
            f"{row['plays']:.0%}",
            "-" if math.isnan(row["scores"]) else f"{row['scores']:.0%}",
            row["contract"] or "-",
        ]
        for row in bids.table.to_dict("records")
    ]
    return TextTable(title, HEADS, rows)


STANDING = "you (down), the best opponent (across), with the two others 100 points behind that opponent"


def match_lines(advice: MatchAdvice) -> Iterator[str | Table]:
    """The chances, the ways to bid, and what bidding by them wins."""
    table, more = advice.to_pandas(), advice.gain
    percent = table.assign(shown=(100 * table["chance"]).round(1).map("{:.1f}%".format))
    yield plain_table(f"chance of winning the match: {STANDING}", _across(percent, "shown"))
    yield plain_table(f"how match-wise bids as the eldest: {STANDING}", _across(table, "way"))
    yield (
        f"Against three who bid as usual ({advice.bidder}+{advice.player}), match-wise wins "
        f"{with_ends(more.value, more.low, more.high, '.2f')} more matches in 100 than its share of 25, in "
        f"{advice.matches:,} matches to {advice.chances.target} points, four on the same deals."
    )


def _across(table: pd.DataFrame, column: str) -> pd.DataFrame:
    """A column by own total, and across by the best of the others."""
    wide = table.pivot(index="own", columns="best", values=column).reset_index()
    wide.columns = pd.Index(str(name) for name in wide.columns)
    return wide

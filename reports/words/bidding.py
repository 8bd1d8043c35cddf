"""Bidding in Twyst in words: what the bidder `threshold` shows and how to count for it; what to bid with a hand, and by
the totals of a match.
"""

import math
from collections.abc import Iterator
from typing import Any

import pandas as pd

from knotlab.analysis.bidding.bids import Thresholds
from knotlab.analysis.bidding.card import BIDS
from knotlab.analysis.bidding.hand import STANDARD_CARD, HandBids, card_name
from knotlab.analysis.bidding.match_wise import MatchAdvice
from knotlab.analysis.result import changed_settings
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.intervals import Range, certain_order
from knotlab.reports.words.card import rules_in_words, spans
from knotlab.reports.words.layout import TextTable, plain_table
from knotlab.reports.words.numbers import several, with_ends
from knotlab.strategies.spelling import short_name

COUNTING = (
    (
        "Honour tricks of a suit",
        "Ace 1; King 0.8 with the Ace, else 0.6 with another card, 0.2 alone; Queen 0.7 below two higher honours, 0.5 "
        "below one, else 0.3 with two other cards or more; Jack 0.5 below two or more higher honours, else 0.1 with "
        "three other cards or more, of which one may be an honour. Other cards are of any rank; a 10 counts nothing.",
    ),
    (
        "No-trump tricks",
        "the honour tricks of all suits; add 0.7 for each card beyond the fourth of a suit that has an honour trick "
        "or more, and 0.2 for each such card of another suit.",
    ),
    (
        "Trump tricks of a suit",
        "its honour tricks plus 0.9 times those of the other suits; add 0.8 for each trump beyond the third and, with "
        "at least three trumps, 0.5 for each card by which another suit falls short of two.",
    ),
    (
        "Danger",
        "compare the four lowest cards of each suit with 3, 5, 7 and 9, and count by how many ranks each is higher (an "
        "Ace ranks 14), the third at 0.7 and the fourth at 0.3 of that; add everything up and divide by 10.",
    ),
)
THRESHOLD_HEADS = ("show", "with")
NUMERALS = range(3, 11)
MOST_TRICKS = 8.0  # trump tricks beyond which hardly any hand shows a numeral


def threshold_rows(thresholds: Thresholds) -> TextTable:
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
    return TextTable(
        "What this shows, from the top; a numeral of the suit with the most trump tricks", THRESHOLD_HEADS, rows
    )


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


# --- a hand of one's own, and matches ---


SOLOS = ("an Ace", "a King, Queen or Jack", "a deuce")
HAND_HEADS = ("show", "points per deal", "you play", "then it scores", "mostly as")
HAND_FOOTNOTE = (
    "Points are means over deals of the other hands; the intervals and what may be as good hold together (95%). You "
    "play: how often you play a contract at all."
)


def hand_answer(bids: HandBids) -> list[str]:
    """What to show, what it is worth, what is as good, and what the bidding card shows."""
    best, *others = bids.table.to_dict("records")
    points = f"about {with_ends(best['points'], best['low'], best['high'], '.0f')} points per deal"
    if bids.conditions.match:
        standing = f"with {', '.join(map(str, bids.totals))} points before the deal"
        won = f"it wins {matches_won(best)} of 100 {bids.conditions.matches}, {standing}"
        lines = [f"Show the {best['card']}: {won}; {points}."]
    else:
        lines = [f"Show the {best['card']}: {points}."]
    if alike := [row["card"] for row in others if _may_be_as_good(row, best)]:
        lines.append(f"Perhaps as good: {', '.join(alike)}.")
    return [*lines, _by_card(bids), *_own(bids)]


def _may_be_as_good(row: dict[str, Any], best: dict[str, Any]) -> bool:
    """Whether a bid may be as good as the one that is recommended: in a match by the matches that both win."""
    return certain_order(*_won(row, best)) >= 0 if "won" in row else not row["worse"]


def _won(*rows: dict[str, Any]) -> Iterator[Between]:
    return (Between.of(row, "won") for row in rows)


def _compared(bids: HandBids, card: str) -> str:
    """How a bid compares with the one that is recommended, which it may be itself; in a match by matches, and by
    points where these certainly say the opposite.
    """
    best, *others = bids.table.to_dict("records")
    row = next((each for each in others if each["card"] == card), None)
    if row is None:
        return ", too"
    less = f"{several(round(best['points'] - row['points']), 'points')} per deal less"
    if "won" in row:
        less = f"{100 * (best['won'] - row['won']):.1f} matches of 100 less"
    if _may_be_as_good(row, best):
        return f", which is perhaps as good (in these deals {less})"
    if "won" in row and certain_order(Range(row["low"], row["high"]), Range(best["low"], best["high"])) > 0:
        less += f", though {several(round(row['points'] - best['points']), 'points')} per deal more"
    return f", which is worth {less}"


def matches_won(row: dict[str, Any]) -> str:
    """Matches of 100 that a bid wins, with their interval."""
    return with_ends(100 * row["won"], 100 * row["won_low"], 100 * row["won_high"], ".1f")


def _own(bids: HandBids) -> Iterator[str]:
    """What the strategy would show itself, and what that costs; nothing if it draws lots among all."""
    if 0 < len(bids.own) < len(bids.table):
        costs = _compared(bids, bids.own[0]) if len(bids.own) == 1 else ""
        yield f"{short_name(bids.conditions.game, bids.strategy)} itself shows the {' or '.join(bids.own)}{costs}."


def _by_card(bids: HandBids) -> str:
    """What the bidding card shows, by which of its rows, and what that costs; and what rules the card is for, if these
    are not the table's.
    """
    said, conditions = bids.by_card, bids.conditions
    name = "The bidding card" if said.name == STANDARD_CARD else f"The bidding card {said.name}"
    if [*said.rules] != changed_settings(conditions.game, conditions.players, conditions.rules):
        name += f" (made for other rules: {rules_in_words(said.rules) or 'the usual scores'})"
    if said.row < len(BIDS):
        row = SOLOS[said.row]
    else:
        row = f"the numerals for {spans(said.card)[said.row - len(BIDS)]} hand points"
    shown = card_name(said.shown)
    return f"{name} shows the {shown} ({row}){_compared(bids, shown)}."


def bid_table(bids: HandBids) -> TextTable:
    """One row per card, the best bid first."""
    title = f"{bids.conditions.title}, seat {bids.hand.seat}; {bids.who}, {several(bids.deals, 'deals')}"
    rows = [
        [
            row["card"],
            *([matches_won(row)] if bids.conditions.match else []),
            with_ends(row["points"], row["low"], row["high"], "+.1f"),
            f"{row['plays']:.0%}",
            "-" if math.isnan(row["scores"]) else f"{row['scores']:.0%}",
            row["contract"] or "-",
        ]
        for row in bids.table.to_dict("records")
    ]
    show, *rest = HAND_HEADS
    won = ["matches of 100"] if bids.conditions.match else []
    return TextTable(title, [show, *won, *rest], rows)


BEHIND = "with the two others 100 points behind that opponent"
STANDING = f"you (down), the best opponent (across), {BEHIND}"
LEAD = f"rounds left (down), your lead over the best opponent (across), {BEHIND}"


def match_lines(advice: MatchAdvice) -> Iterator[str | TextTable]:
    """What bidding by the score wins, then the chances and the ways to bid."""
    table, more = advice.to_pandas(), advice.gain
    percent = table.assign(shown=(100 * table["chance"]).round(1).map("{:.1f}%".format))
    standing = STANDING if advice.match.games is None else LEAD
    rules = "".join(f", {setting}" for setting in advice.rules)
    yield (
        f"Against three who bid as usual ({advice.bidder}+{advice.player}{rules}), whoever bids as below wins "
        f"{with_ends(more.value, more.low, more.high, '.2f')} more matches in 100 than its share of 25, in "
        f"{advice.matches:,} matches {advice.end}, four on the same deals."
    )
    yield plain_table(f"chance of winning the match: {standing}", _across(percent, "shown"))
    yield plain_table(f"how to bid as the eldest: {standing}", _across(table, "way"))
    if advice.match.games is not None:
        yield "The strategy match-wise does not bid so: a player sees the totals, but not how many rounds are left."


def _across(table: pd.DataFrame, column: str) -> pd.DataFrame:
    """A column by what the table's first column says, and across by its second one."""
    down, across = table.columns[:2]
    wide = table.pivot(index=down, columns=across, values=column).reset_index()
    wide.columns = pd.Index(str(name) for name in wide.columns)
    return wide

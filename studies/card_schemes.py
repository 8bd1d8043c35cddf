"""How simple and how good bidding cards of Twyst are, next to the formula of `threshold`: how many numbers each kind of
card has, and what it loses against the best bid.

Command: python -m knotlab.studies.card_schemes [--hands N] [--save FILE]
Result: a table, printed, and with --save a plot
Page: docs/bidding-card.md
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib import rc_context
from matplotlib.figure import Figure

from knotlab.analysis.bidding.bids import Bids
from knotlab.analysis.bidding.card import Danger, Hands
from knotlab.analysis.bidding.card_make import FIELD, HANDS, STRONG_DEALS, STRONG_SHARE, Making, tried_hands
from knotlab.analysis.bidding.card_measure import NEAR, BidScores, bid_scores, draw, loss, places
from knotlab.analysis.bidding.card_search import FOUR_LOW, STANDARD_SCHEME, Scheme, Solos, fit
from knotlab.reports.plots.style import COLOURS, RC, footnote, new_figure
from knotlab.reports.plots.style import save as save_figure
from knotlab.reports.progress import progress
from knotlab.studies.command import parser_of_deals, run, table_of, tell
from knotlab.studies.thresholds import thresholds_of

CHECKED = (1000, 400)  # fresh hands, and how often the other hands are dealt for each
DEALS = 1200  # the same, with those on which the best bid is chosen beforehand
FORMULA = "the formula of the bidder threshold"
BEST = "the bid that was best on 800 other deals"
DANGER = Danger((3, 5, 7), (1, 1, 1), 0)
SIMPLE, FULL, FULLER = Solos([(5, 0, 0)], DANGER), Solos([(5, 0, 2)], DANGER), Solos([(5, 0, 2)], FOUR_LOW)
TWO, THREE, FIVE = (0, 10), (0, 8, 12), (0, 6, 9, 12, 15)
SCHEMES = (
    Scheme("numbers", lengths=False),
    Scheme("numbers, lengths"),
    Scheme("numbers, lengths in 2 columns", TWO),
    Scheme("1 column, simple solos", solos=SIMPLE),
    Scheme("1 column, solos", solos=FULL),
    Scheme("2 columns, simple solos", TWO, SIMPLE),
    Scheme("2 columns, solos", TWO, FULL),
    Scheme("2 columns, solos, honours", TWO, FULL, honours=True),
    Scheme("2 columns, solos, honours, long suits", TWO, FULL, honours=True, long=True),
    Scheme("3 columns, solos", THREE, FULL),
    Scheme("3 columns, solos, honours", THREE, FULL, honours=True),
    Scheme("3 columns, solos, honours, long suits", THREE, FULL, honours=True, long=True),
    Scheme("3 columns, solos, honours, long suits, four low cards", THREE, FULLER, honours=True, long=True),
    STANDARD_SCHEME,
    Scheme("5 columns, solos, honours, long suits, four low cards", FIVE, FULLER, honours=True, long=True),
)


def scheme_table(making: Making) -> pd.DataFrame:
    """Fit each kind of card, and measure what it loses on fresh hands. A row for each card, and two with `numbers`
    missing, for the formula and for the bid that was best on other deals: `loss` per deal against the best of all
    thirteen bids, with a 95% interval, and `near`, the share of hands on which it is within 3 points of the best.
    """
    steps = making.hands + round(STRONG_SHARE * making.hands) * STRONG_DEALS
    with progress("deals with every bid", steps + CHECKED[0] * DEALS) as advance:
        tried = tried_hands(making, advance)
        job = replace(making.job, purpose="confirm")
        hands = draw(np.random.default_rng([job.seed, 3]), CHECKED[0])
        tried_twice = bid_scores(job, hands, DEALS, making.workers, advance)
    cards = [(scheme.name, fit(scheme, tried)) for scheme in SCHEMES]
    fresh = BidScores(*(part[:, : CHECKED[1]] for part in tried_twice))
    best_elsewhere = tried_twice.scores[:, CHECKED[1] :].mean(axis=1).argmax(axis=1)
    others = [(FORMULA, formula_places(hands)), (BEST, best_elsewhere)]
    rows = [front_row(name, None, fresh, place) for name, place in others]
    rows = [front_row(name, card.size, fresh, places(hands, card.shown(hands))) for name, card in cards] + rows
    return pd.DataFrame(rows)


def front_row(name: str, numbers: int | None, tried: BidScores, place: np.ndarray) -> dict[str, Any]:
    """A row of `scheme_table`: what some bids lose against the best of all thirteen. place: of shape (hands,), the
    place among the cards of each hand of the one that is shown.
    """
    lost, losses = loss(tried, place)
    row = {"card": name, "numbers": numbers, "loss": lost.value, "low": lost.low, "high": lost.high}
    return row | {"near": float((losses <= NEAR).mean())}


def draw_front(table: pd.DataFrame) -> Figure:
    """How simple and how good: loss per deal by the numbers on a card, with 95% intervals."""
    with rc_context(RC):
        figure, (axes,) = new_figure(7.6, 4.4)
        (line,) = table[table["card"] == FORMULA]["loss"]
        table = table[table["numbers"].notna()]
        reach = [table["loss"] - table["low"], table["high"] - table["loss"]]
        axes.errorbar(table["numbers"], table["loss"], yerr=reach, fmt="o", color=COLOURS[0], capsize=3, markersize=5)
        own = table[table["card"] == STANDARD_SCHEME.name]
        axes.plot(own["numbers"], own["loss"], "o", color=COLOURS[1], markersize=9, label="the card")
        axes.axhline(line, color=COLOURS[3], linestyle="--", label=FORMULA)
        axes.set_xlabel("numbers on the card")
        axes.set_ylabel("points lost per deal against the best bid")
        axes.set_ylim(bottom=0)
        axes.set_title("Twyst: how simple, how good")
        axes.legend(frameon=False)
        footnote(figure, "Bars: 95% intervals; all cards on the same hands, the best bid chosen on other deals.")
    return figure


def formula_places(hands: Hands) -> np.ndarray:
    """The place among the cards of each hand of the card that the tuned formula shows."""
    sets = (np.int64(1) << hands.cards.astype(np.int64)).sum(axis=1)
    return Bids.untried(sets.tolist()).chosen(thresholds_of(FIELD))


def main(words: Sequence[str] | None = None) -> None:
    """Compare kinds of card, and print the table."""
    reader = parser_of_deals(__doc__)
    reader.add_argument("--field", default=FIELD, metavar="NAME", help="how the others bid, and all play the cards")
    reader.add_argument("--hands", type=int, default=HANDS, metavar="N", help="hands to which each card is fitted")
    reader.add_argument("--out", type=Path, metavar="DIR", help="keep the bids tried, and resume from there")
    reader.add_argument("--save", type=Path, metavar="FILE", help="write the plot, .svg or .png")
    asked = reader.parse_args(words)
    found = scheme_table(Making(table_of(asked), asked.field, asked.hands, asked.workers, asked.out))
    if asked.save:
        save_figure(draw_front(found), asked.save.with_suffix(""))
    tell("points lost per deal against the best of all thirteen bids [95%]", found, asked.csv)


if __name__ == "__main__":
    run(main)

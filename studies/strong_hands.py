"""What the bidding cards lose with hands drawn for strength on which the best bid is certain: how often more than 10
and 25 points a deal, and the worst ten hands.

A hand is strong with five sure tricks or 20 hand points. Its best bid is chosen on half of the deals and is certain if
it beats each of the others there; what a card loses against it is taken from the other half.

Command: python -m knotlab.studies.strong_hands [--field NAME] [--hands N]
Result: tables, printed
Page: docs/bidding-card.md
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from knotlab.analysis.bidding.card import Hands
from knotlab.analysis.bidding.card_measure import BidScores, bid_scores, draw_strong, places
from knotlab.analysis.bidding.card_text import card_named
from knotlab.analysis.bidding.hand import card_name
from knotlab.analysis.defaults import BIDDER
from knotlab.analysis.stats.intervals import t_value, wilson
from knotlab.reports.progress import progress
from knotlab.reports.words.card import by_suits
from knotlab.sim.games.twyst.cards import N_RANKS
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing.job import Job
from knotlab.studies.command import parser_of_deals, run, table_of, tell

HANDS, DEALS = 500, 200
BLOCK = 100  # hands tried at a time
LEVEL = 1 - 0.05 / (N_RANKS - 1)  # so that the twelve comparisons of a hand hold together
Z = 1.96  # standard errors of a 95% interval
LIMITS = (10, 25)
CARDS = ("formula", "first", "second")
WORST = 10


class Certain(NamedTuple):
    """Hands on which the best bid is certain, its place among the cards of each, and the scores of all bids on the
    other half of the deals, of shape (hands, deals, 13).
    """

    hands: Hands
    best: np.ndarray
    scores: np.ndarray


def certain_of(hands: Hands, tried: BidScores) -> Certain:
    """Those hands whose best bid beats each of the others on half of the deals."""
    first, second = tried.scores[:, ::2].astype(float), tried.scores[:, 1::2]
    best, every = first.mean(axis=1).argmax(axis=1), np.arange(len(hands))
    leads = first[every, :, best][:, :, None] - first
    errors = leads.std(axis=1, ddof=1) / leads.shape[1] ** 0.5
    low = leads.mean(axis=1) - t_value(LEVEL, leads.shape[1] - 1) * errors
    low[every, best] = np.inf
    which = low.min(axis=1) > 0
    return Certain(Hands(hands.cards[which]), best[which], second[which])


def certain_hands(job: Job, count: int, deals: int, workers: int | None) -> tuple[Certain, int]:
    """So many strong hands on which the best bid is certain, and how many were tried for them."""
    rng, found, tried = np.random.default_rng([job.seed, 4]), list[Certain](), 0
    with progress("strong hands with a certain bid", count) as advance:
        while sum(len(each.best) for each in found) < count:
            hands = draw_strong(rng, BLOCK)
            found.append(certain_of(hands, bid_scores(job, hands, deals, workers)))
            tried += BLOCK
            advance(len(found[-1].best))
    whole = Certain(
        Hands(np.concatenate([each.hands.cards for each in found])[:count]),
        np.concatenate([each.best for each in found])[:count],
        np.concatenate([each.scores for each in found])[:count],
    )
    return whole, tried


def losses(certain: Certain, place: np.ndarray) -> pd.DataFrame:
    """What other cards lose against the best bid, with a 95% interval for each hand. place: of the card shown."""
    every = np.arange(len(place))
    lost = certain.scores[every, :, certain.best].astype(float) - certain.scores[every, :, place]
    half = t_value(0.95, lost.shape[1] - 1) * lost.std(axis=1, ddof=1) / lost.shape[1] ** 0.5
    value = lost.mean(axis=1)
    return pd.DataFrame({"loss": value, "low": value - half, "high": value + half})


def summary(name: str, lost: pd.DataFrame) -> dict[str, object]:
    """How often a card loses more than each limit, with 95% intervals, and certainly more; and its worst loss."""
    row: dict[str, object] = {"card": name, "loss": f"{lost['loss'].mean():.1f}"}
    for limit in LIMITS:
        over = int((lost["loss"] > limit).sum())
        low, high = wilson(over / len(lost), len(lost), Z)
        row[f"over {limit}"] = f"{over / len(lost):.1%} [{low:.1%}, {high:.1%}]"
        row[f"certainly over {limit}"] = f"{(lost['low'] > limit).mean():.1%}"
    return row | {"worst": f"{lost['loss'].max():.0f}"}


def worst(certain: Certain, place: np.ndarray, lost: pd.DataFrame) -> pd.DataFrame:
    """The hands with which a card loses most."""
    rows = []
    for i in np.argsort(-lost["loss"].to_numpy())[:WORST]:
        cards, of_hand = certain.hands.cards[i], lost.iloc[i]
        rows.append(
            {
                "hand": by_suits(tuple(cards)),
                "best": card_name(int(cards[certain.best[i]])),
                "the card shows": card_name(int(cards[place[i]])),
                "points less [95%]": f"{of_hand['loss']:.0f} [{of_hand['low']:.0f}, {of_hand['high']:.0f}]",
            }
        )
    return pd.DataFrame(rows)


def main(words: Sequence[str] | None = None) -> None:
    """Try strong hands, and print what the cards lose with them."""
    reader = parser_of_deals(__doc__)
    reader.add_argument("--field", default=BIDDER, metavar="NAME", help="how the others bid, and all play the cards")
    reader.add_argument("--hands", type=int, default=HANDS, metavar="N")
    reader.add_argument("--deals", type=int, default=DEALS, metavar="N", help="of the other hands, for each")
    asked = reader.parse_args(words)
    job = table_of(asked).job([asked.field] * SEATS)
    certain, tried = certain_hands(job, asked.hands, asked.deals, asked.workers)
    rows, tables = [], []
    for name in CARDS:
        place = places(certain.hands, card_named(name).card.shown(certain.hands))
        lost = losses(certain, place)
        rows.append(summary(name, lost))
        tables.append((name, worst(certain, place, lost)))
    hands = f"{len(certain.best):,} strong hands of {tried:,}"
    title = f"points a deal that the cards lose with {hands}, among {asked.field}"
    tell(title, pd.DataFrame(rows), asked.csv)
    for name, table in tables:
        tell(f"the hands with which the {name} card loses most", table, None)


if __name__ == "__main__":
    run(main)

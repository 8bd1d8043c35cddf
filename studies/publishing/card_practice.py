"""Hands of Twyst to practise bidding on: what all thirteen bids of each are worth, and how the card for the table does.

Command: python -m knotlab.studies.publishing.card_practice FILE [--hands N | --rows N,..] [--deals N]
Result: FILE, a page (.md) or what a program reads (.toml); `practice.toml` next to the card is one (--rows 1,3,1,2,1,2)
Page: docs/bidding-card.md, the report
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from knotlab.analysis.bidding.card import BiddingCard, Hands
from knotlab.analysis.bidding.card_measure import (
    NEAR,
    Practice,
    PracticeHand,
    Worth,
    bid_scores,
    draw,
    draw_by,
    loss,
    places,
    within,
)
from knotlab.analysis.bidding.card_text import standard_card
from knotlab.analysis.bidding.hand import card_name
from knotlab.analysis.defaults import BIDDER
from knotlab.analysis.stats.estimate import mean_of_values
from knotlab.reports.output import write_file
from knotlab.reports.progress import progress
from knotlab.reports.words import card as words
from knotlab.sim.games.twyst.cards import ACE, DEUCE, JACK, N_RANKS
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing.job import Job
from knotlab.studies.command import parser_of_deals, run, table_of

LEVEL = 1 - 0.05 / N_RANKS  # so that the thirteen intervals of a hand hold together


def kind_of(card: int) -> str:
    """The kind of a bid, as a key of `possible_scores`."""
    rank = card % N_RANKS
    return "ace" if rank == ACE else "court" if rank >= JACK else "deuce" if rank == DEUCE else "numeral"


def of_rows(card: BiddingCard, numbers: Sequence[int], seed: int) -> Hands:
    """The first hands that come to each row of a card, so many of each."""
    drawn = draw_by(card.rows_of, len(numbers), max(numbers), seed)
    return Hands(np.concatenate([drawn.hands.cards[drawn.stratum == row][:n] for row, n in enumerate(numbers)]))


def practice(card: BiddingCard, job: Job, drawn: Hands, n_deals: int, workers: int | None = None) -> Practice:
    """Try every bid of some hands on this many deals of the other hands, and compare with what the card shows. The job
    says how the other three bid and how all play the cards.
    """
    with progress("deals with every bid", len(drawn) * n_deals) as advance:
        tried = bid_scores(replace(job, purpose="confirm"), drawn, n_deals, workers, advance)
    shown = card.shown(drawn)
    lost, losses = loss(tried, places(drawn, shown))
    hands = []
    for i, cards in enumerate(drawn.cards.tolist()):
        bids = [_worth(held, job.rules, tried.scores[i, :, place]) for place, held in enumerate(cards)]
        best_first = tuple(sorted(bids, key=lambda bid: -bid.points))
        hands.append(PracticeHand(tuple(cards), i % 4, card_name(int(shown[i])), best_first))
    return Practice(tuple(hands), n_deals, lost, float((losses <= NEAR).mean()))


def _worth(card: int, rules: Mapping[str, Any], scores: np.ndarray) -> Worth:
    mean = mean_of_values(scores, LEVEL)
    return Worth(card_name(card), mean.value, *within(mean.low, mean.high, kind_of(card), rules))


def practice_text(practice: Practice) -> str:
    """Hands to practise on as a text that `read_practice` reads; points to a hundredth."""
    hands = [
        {
            "cards": list(hand.cards),
            "seat": hand.seat,
            "shown": hand.shown,
            "bids": [
                {name: round(value, 2) if isinstance(value, float) else value for name, value in asdict(bid).items()}
                for bid in hand.bids
            ],
        }
        for hand in practice.hands
    ]
    return tomli_w.dumps({"deals": practice.deals, "loss": list(practice.loss), "near": practice.near, "hands": hands})


def page(practice: Practice, field: str) -> str:
    """All hands with their answers."""
    lines = ["# Twyst: hands to practise on", "", words.summary(practice), ""]
    lines += [
        f"The others bid and everybody plays as {field}. Points are means over {practice.deals:,} deals of the other "
        f"three hands; the intervals of one hand hold for all thirteen bids together (95%).",
        "",
    ]
    for number, hand in enumerate(practice.hands, 1):
        lines += [
            f"## Hand {number}",
            "",
            f"Seat {hand.seat}: **{words.by_suits(hand.cards)}**",
            "",
            words.answer(hand),
            "",
        ]
    return "\n".join(lines)


def main(words_typed: Sequence[str] | None = None) -> None:
    """Write hands to practise on, and say how the card does on them."""
    reader = parser_of_deals(__doc__)
    reader.add_argument("file", type=Path, metavar="FILE")
    reader.add_argument("--hands", type=int, default=200, metavar="N", help="two or more")
    reader.add_argument("--rows", metavar="N,..", help="instead, how many hands of each row of the card")
    reader.add_argument("--deals", type=int, default=2000, metavar="N", help="of the other hands, for each hand")
    reader.add_argument("--field", default=BIDDER, metavar="NAME", help="how the others bid, and all play the cards")
    asked = reader.parse_args(words_typed)
    job = table_of(asked).job([asked.field] * SEATS)
    card = standard_card().card
    if asked.rows:
        drawn = of_rows(card, [int(number) for number in asked.rows.split(",")], job.seed)
    else:
        drawn = draw(np.random.default_rng([job.seed, 2]), asked.hands)
    made = practice(card, job, drawn, asked.deals, asked.workers)
    text = practice_text(made) if asked.file.suffix == ".toml" else page(made, asked.field)
    write_file(asked.file, text.encode())
    print(words.summary(made))


if __name__ == "__main__":
    run(main)

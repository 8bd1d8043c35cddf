"""Hands of Twyst to train bidding on: what all thirteen bids of each are worth, to about three points.

Command: python -m knotlab.studies.publishing.bid_trainer [--hands N] [--cpu-minutes M] [--file FILE]
Result: analysis/bidding/trainer.txt; begun again, it goes on with the hands that are missing, or too wide
Page: docs/sit-down.md
"""

import math
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from knotlab.analysis.bidding.bids import CHUNK
from knotlab.analysis.bidding.card_measure import draw
from knotlab.analysis.bidding.hand import Hand, try_bids
from knotlab.analysis.bidding.trainer import TABLE, TrainingHand, hand_of
from knotlab.analysis.defaults import BIDDER
from knotlab.analysis.stats.intervals import t_value
from knotlab.reports.progress import progress
from knotlab.sim.games.twyst.cards import N_RANKS
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing.job import Job
from knotlab.studies.command import parser_of_deals, run, table_of

HANDS = 5000
HALF, SLACK = 3.0, 0.3  # points: half the width of an interval, and how much more it may be
LEVEL = 1 - 0.05 / N_RANKS  # so that the thirteen intervals of a hand hold together
PILOT, MOST = 1000, 40_000  # deals that tell how many are needed, and that are played at most


def worth(job: Job, cards: Sequence[int], seat: int) -> TrainingHand:
    """Try every bid of a hand on as many deals of the other hands as its intervals need."""
    hand, scores, wanted = Hand(sum(1 << card for card in cards), seat), np.zeros((0, N_RANKS)), PILOT
    while len(scores) < wanted:
        scores = np.concatenate([scores, try_bids(job, hand, np.arange(len(scores), wanted))[0]])
        halves = t_value(LEVEL, len(scores) - 1) * scores.std(axis=0, ddof=1) / len(scores) ** 0.5
        if len(scores) == PILOT or halves.max() > HALF + SLACK:
            needed = len(scores) * (halves.max() / HALF) ** 2
            wanted = min(MOST, CHUNK * math.ceil(needed / CHUNK))
    return TrainingHand(tuple(cards), seat, tuple(scores.mean(axis=0).tolist()), tuple(halves.tolist()))


def main(words: Sequence[str] | None = None) -> None:
    """Write further hands to the file, until it has them all or the time is used."""
    reader = parser_of_deals(__doc__)
    reader.add_argument("--file", type=Path, default=TABLE, metavar="FILE")
    reader.add_argument("--hands", type=int, default=HANDS, metavar="N", help="in the whole file")
    reader.add_argument("--cpu-minutes", type=float, default=math.inf, metavar="M", help="after which it stops")
    asked = reader.parse_args(words)
    job = table_of(asked).job([BIDDER] * SEATS)
    hands = draw(np.random.default_rng([job.seed, 3]), HANDS).cards.tolist()[: asked.hands]
    lines = asked.file.read_text("ascii").split() if asked.file.exists() else []
    wide = [number for number, line in enumerate(lines) if max(hand_of(line).halves) > HALF + SLACK]
    left = [*wide, *range(len(lines), len(hands))]
    with progress("hands", len(left)) as advance:
        for number in left:
            if time.process_time() > 60 * asked.cpu_minutes:
                break
            lines[number : number + 1] = [worth(job, hands[number], number % SEATS).line()]
            asked.file.write_text("".join(f"{line}\n" for line in lines), "ascii")
            advance(1)
    print(f"{len(lines):,} hands of {len(hands):,} are in {asked.file}")


if __name__ == "__main__":
    run(main)

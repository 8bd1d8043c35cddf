"""The tournaments of the page and the bidding guide that ship: a step of `make findings`. With `--carry` those of which
code has changed and the first deals have not get today's marks.
"""

import sys
from pathlib import Path

from knotlab.analysis.report import published
from knotlab.analysis.report.contests import play_contest, play_guide, sizes
from knotlab.analysis.report.settings import ReportSettings
from knotlab.analysis.runs.play import DEFAULT_SEED
from knotlab.sim import games

DEALS, HANDS = 1000, 10_000
KEPT = Path("out/contests")


def main(folder: Path, kept: Path = KEPT) -> None:
    """Play all of them, or load what was played before, and write them."""
    settings = ReportSettings(kept, DEALS, DEFAULT_SEED, bids=HANDS)
    for game in games.listed():
        for players in sizes(game):
            published.publish(folder, play_contest(settings, game, players))
    bids = play_guide(settings)
    assert bids is not None
    published.publish_guide(folder, bids)


def carry(folder: Path) -> int:
    """Mark what today's code still plays the same; how many it plays otherwise."""
    different = 0
    for contest in published.published_contests(folder=folder):
        if contest.is_older:
            if contest.is_equal():
                published.carry(folder, contest)
            else:
                different += 1
                print(f"other deals now: {contest.name}", file=sys.stderr)
    return different


if __name__ == "__main__":
    if sys.argv[1] == "--carry":
        sys.exit(carry(Path(sys.argv[2])) > 0)
    main(Path(sys.argv[1]))

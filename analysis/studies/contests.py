"""The tournaments of the page and the bidding guide that ship. With `--carry` those of which code has changed and the
first deals have not get today's marks.

Command: python -m knotlab.analysis.studies.contests reports/findings/contests [--carry] (a step of make findings)
Result: reports/findings/contests
Page: the report
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.report import published
from knotlab.analysis.report.contests import play_contest, play_guide, sizes
from knotlab.analysis.report.settings import ReportSettings
from knotlab.analysis.studies.command import parser, run
from knotlab.sim import games

DEALS, HANDS = 1000, 10_000
KEPT = Path("out/contests")


def publish(folder: Path) -> None:
    """Play all of them, or load what was played before, and write them."""
    settings = ReportSettings(KEPT, DEALS, DEFAULT_SEED, bids=HANDS)
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


def main(words: Sequence[str] | None = None) -> None:
    """Publish them, or carry them over; exit status 1 if some are played otherwise now."""
    reader = parser("contests", __doc__)
    reader.add_argument("folder", type=Path, help="of what is published")
    reader.add_argument("--carry", action="store_true", help="mark what today's code plays the same")
    asked = reader.parse_args(words)
    if not asked.carry:
        publish(asked.folder)
    elif carry(asked.folder):
        sys.exit(1)


if __name__ == "__main__":
    run(main)

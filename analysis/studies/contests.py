"""The tournaments of the page and the bidding guide that are published. With `--check` their first deals are played
again, which says whether today's code plays them the same.

Command: python -m knotlab.analysis.studies.contests reports/findings/contests [--check] (a step of make findings)
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


def changed(folder: Path) -> list[str]:
    """The tournaments whose first deals come out otherwise today."""
    return [contest.name for contest in published.published_contests(folder=folder) if not contest.is_equal()]


def main(words: Sequence[str] | None = None) -> None:
    """Publish them, or check them; exit status 1 if some are played otherwise now."""
    reader = parser("contests", __doc__)
    reader.add_argument("folder", type=Path, help="of what is published")
    reader.add_argument("--check", action="store_true", help="only say whose first deals come out otherwise today")
    asked = reader.parse_args(words)
    if not asked.check:
        publish(asked.folder)
    elif names := changed(asked.folder):
        sys.exit(f"other deals now: {', '.join(names)}")


if __name__ == "__main__":
    run(main)

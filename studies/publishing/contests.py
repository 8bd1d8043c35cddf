"""The tournaments of the page, which are published. With `--check` their first deals are played
again, which says whether today's code plays them the same.

Command: python -m knotlab.studies.publishing.contests reports/findings/contests [--check] (a step of make findings)
Result: reports/findings/contests
Page: the report
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.report.contests import file_name, play_contest, published_contests, sizes
from knotlab.analysis.report.settings import ReportSettings
from knotlab.analysis.tournaments.result import Contest, first_deals, setup_of
from knotlab.sim import games
from knotlab.sim.machine import package_version
from knotlab.sim.storage.result_files import as_plain, sealed, write_whole
from knotlab.studies.command import parser, run

DEALS = 1000
KEPT = Path("out/contests")
DIGITS = 9  # to which numbers ship


def publish(folder: Path) -> None:
    """Play all of them, or load what was played before, and write them."""
    settings = ReportSettings(KEPT, DEALS, DEFAULT_SEED)
    for game in games.listed():
        for players in sizes(game):
            write_contest(folder, play_contest(settings, game, players))


def write_contest(folder: Path, contest: Contest) -> None:
    """Write a tournament into the folder of what is published."""
    facts = contest.result.facts
    content = {
        "result": contest.result.plain(),
        "games": contest.games,
        "points": None if contest.points is None else contest.points.to_dict("records"),
        "points_games": contest.points_games,
        "first_deals": first_deals(setup_of(facts["game"], facts["players"], facts["seed"])),
        "found_by": package_version(),
    }
    _write(folder / file_name(facts), content)


def _write(file: Path, content: dict[str, Any]) -> None:
    """Write data with a checksum, numbers to some digits."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(as_plain(content), default=float)
    plain = json.loads(text, parse_float=lambda number: float(f"{float(number):.{DIGITS}g}"))
    write_whole(file, json.dumps(sealed(plain), separators=(",", ":")).encode())


def changed(folder: Path) -> list[str]:
    """The tournaments whose first deals come out otherwise today."""
    return [contest.name for contest in published_contests(folder=folder) if not contest.is_equal()]


def main(words: Sequence[str] | None = None) -> None:
    """Publish them, or check them; exit status 1 if some are played otherwise now."""
    reader = parser(__doc__)
    reader.add_argument("folder", type=Path, help="of what is published")
    reader.add_argument("--check", action="store_true", help="only say whose first deals come out otherwise today")
    asked = reader.parse_args(words)
    if not asked.check:
        publish(asked.folder)
    elif names := changed(asked.folder):
        sys.exit(f"other deals now: {', '.join(names)}")


if __name__ == "__main__":
    run(main)

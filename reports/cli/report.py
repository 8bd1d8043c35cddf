"""What the command `report` prints."""

import sys
from typing import TYPE_CHECKING

from knotlab.api.options import Json
from knotlab.reports.output import answer

if TYPE_CHECKING:
    from knotlab.reports.page.game import GameReport
    from knotlab.reports.page.report import Report


def report(written: "Report", json: Json = False) -> int:
    """Where the page is; exit status 1 if published results did not come out the same."""
    from knotlab.reports.page import all_tips

    content = written.content
    if content.all_tips:
        print(all_tips.sentence(content.all_tips), file=sys.stderr)
    answer((f"The report is at {written.page.resolve()}",), written.facts(), json)
    return int(bool(content.retest and content.retest.unequal))


def report_game(written: "GameReport", json: Json = False) -> None:
    """Where the page is."""
    answer((f"The report is at {written.page.resolve()}",), {"page": str(written.page)}, json)

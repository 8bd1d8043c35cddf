"""What the commands print that play many games or tell what was found by them, and those that write a page."""

import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Union

from knotlab.api import reading
from knotlab.api.declare import Option
from knotlab.api.options import BySeat, Csv, Json

if TYPE_CHECKING:
    from knotlab.analysis.claims.evidence.readings import ReadingChanges
    from knotlab.analysis.claims.evidence.results import ClaimsResult
    from knotlab.analysis.duels.result import DuelResult
    from knotlab.analysis.runs.play_result import PlayResult
    from knotlab.analysis.tournaments.result import TournamentResult
    from knotlab.reports.page.game import GameReport
    from knotlab.reports.page.report import Report
    from knotlab.reports.words.claims import ListedClaims


def play(result: "PlayResult", by_seat: BySeat = False, csv: Csv = None, json: Json = False) -> None:
    """Rates and places, and the run in a few lines."""
    from knotlab.reports.output import answer
    from knotlab.reports.words import play as words

    table = result.by_seat if by_seat else result.to_pandas
    facts = partial(words.plain, result, by_seat)
    answer(words.all_of(result, by_seat), facts, json, table, csv, result.conditions)


def show(
    result: Union["PlayResult", "DuelResult", "TournamentResult", "ClaimsResult"],
    by_seat: BySeat = False,
    csv: Csv = None,
    json: Json = False,
) -> None:
    """What the command printed that played it."""
    from knotlab.analysis.claims.evidence.results import ClaimsResult
    from knotlab.analysis.duels.result import DuelResult
    from knotlab.analysis.tournaments.result import TournamentResult
    from knotlab.reports.words.play import say_if_incomplete

    if isinstance(result, DuelResult):
        duel(result, csv=csv, json=json)
    elif isinstance(result, TournamentResult):
        tournament(result, csv, json)
    elif isinstance(result, ClaimsResult):
        claims(result, csv, json)
    else:
        say_if_incomplete(result)
        play(result, by_seat, csv, json)


def tournament(result: "TournamentResult", csv: Csv = None, json: Json = False) -> None:
    """Ratings and who beats whom, as far as the terminal is wide enough."""
    from knotlab.reports.output import answer, console
    from knotlab.reports.words import tournament as words

    def lines() -> Iterator[Any]:
        yield from words.findings(result)
        tables, note = words.fitting(result, console().width)
        yield from tables
        yield from filter(None, (note, *words.lines(result)))

    table = partial(result.rates.merge, result.ratings, on="strategy")
    answer(lines(), result.plain, json, table, csv, result.conditions)


BothWays = Annotated[
    Path | None,
    Option(
        "with --show: write a page on which to watch how the game goes on either way, instead of printing it",
        "FILE",
        reading.file_ending_in(".html", ".htm"),
        needs="show",
    ),
]


def duel(result: "DuelResult", html: BothWays = None, csv: Csv = None, json: Json = False) -> None:
    """A sentence and a table; the CSV of where the two part is next to that of the table."""
    from knotlab.analysis.duels.result import ShownDuel
    from knotlab.reports.output import answer, write_csv, write_file
    from knotlab.reports.viewer.replay import parted_page
    from knotlab.reports.words.duel import all_of, shown_game, warned

    lines: Iterator[Any] = chain(all_of(result), warned(result))
    if isinstance(result, ShownDuel):
        lines = chain(lines, shown_game(result, html))
    if html and isinstance(result, ShownDuel) and result.game:
        write_file(html, parted_page(result).encode())
    if csv and len(result.pilot.partings):
        write_csv(result.partings_to_pandas(), csv.with_stem(f"{csv.stem}-partings"), result.conditions)
    answer(lines, result.facts, json, result.to_pandas, csv, result.conditions)


def claims(found: Union["ClaimsResult", "ReadingChanges", "ListedClaims"], csv: Csv = None, json: Json = False) -> None:
    """The claims with what is known of them, or what changes under other readings."""
    from knotlab.analysis.claims.evidence.readings import ReadingChanges
    from knotlab.analysis.claims.evidence.results import ClaimsResult
    from knotlab.reports.output import answer
    from knotlab.reports.words import claims as words
    from knotlab.reports.words import readings

    if isinstance(found, ReadingChanges):
        answer(readings.lines(found), lambda: readings.facts(found), json, found.to_pandas, csv)
    elif isinstance(found, ClaimsResult):
        told = words.published if found.is_published else words.played
        answer(told(found), lambda: words.facts(found), json, found.cells, csv)
    else:
        answer((words.listed(found),), found.facts, json, found.to_pandas, csv)


def report(written: "Report", json: Json = False) -> int:
    """Where the page is; exit status 1 if published results did not come out the same."""
    from knotlab.reports.output import answer
    from knotlab.reports.page import all_tips
    from knotlab.reports.words import UNTIL_WHOLE

    content = written.content
    if content.all_tips:
        print(all_tips.sentence(content.all_tips), file=sys.stderr)
    if written.stopped:
        print(f"knotlab: {written.stopped}: {UNTIL_WHOLE}", file=sys.stderr)
    answer((f"The report is at {written.page.resolve()}",), written.facts, json)
    return int(bool(content.retest and content.retest.unequal))


def report_game(written: "GameReport", json: Json = False) -> None:
    """Where the page is."""
    from knotlab.reports.output import answer

    answer((f"The report is at {written.page.resolve()}",), lambda: {"page": str(written.page)}, json)

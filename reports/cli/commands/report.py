"""What `report` does."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import typer

from knotlab.analysis.report.game import GameSettings
from knotlab.analysis.report.settings import ReportSettings
from knotlab.analysis.runs.backends import playing_on
from knotlab.reports.output import print_json
from knotlab.reports.page import all_tips, retest
from knotlab.reports.page.game import write_game_report
from knotlab.reports.page.report import write_report
from knotlab.reports.progress import Advance, interrupted, progress
from knotlab.sim.errors import InputError
from knotlab.sim.playing.fanout import check_backend
from knotlab.strategies.catalogue import load_files

LEAST_HANDS = 1000  # for a guide


def report(settings: ReportSettings, json: bool) -> None:
    """Play what the report of everything is about and write the page."""
    if 0 < settings.bids < LEAST_HANDS:
        raise InputError(f"--bids must be 0, or {LEAST_HANDS:,} or more, not {settings.bids}")
    load_files(settings.strategies_from)
    try:
        with playing_on(settings.backend, settings.workers) as backend:
            content = write_report(
                replace(settings, backend=backend, watch=progress),
                on_page=lambda file: None if json else announce(file, settings),
            )
    except KeyboardInterrupt:
        interrupted(Advance(None), settings.out)
    more = {} if content.retest is None else {"played_again": retest.facts(content.retest)}
    if content.all_tips is not None:
        more = {"played_anew": all_tips.facts(content.all_tips)}
        print(all_tips.sentence(content.all_tips), file=sys.stderr)
    show(settings.out / "report.html", json, more)
    if content.retest and content.retest.unequal:
        raise typer.Exit(1)


def announce(file: Path, settings: ReportSettings) -> None:
    """Say that the page is there, before anything is played, and what comes now."""
    how = "all tips" if settings.all_tips else "the tips again, on new deals"
    steps = [] if settings.published else ["the tournaments are played"]
    steps += [f"for {settings.minutes:g} minutes {how} are played"] if settings.minutes else []
    then = f" Now {', then '.join(steps)}; the page is drawn anew as that goes on." if steps else ""
    print(f"{file.resolve()} has what ships.{then}", file=sys.stderr, flush=True)


def report_game(settings: GameSettings, json: bool) -> None:
    """Play some strategies of one game, and write the page about them."""
    try:
        page = write_game_report(replace(settings, backend=check_backend(settings.backend), watch=progress))
    except KeyboardInterrupt:
        interrupted(Advance(None), settings.out)
    show(page, json)


def show(page: Path, json: bool, facts: Mapping[str, object] | None = None) -> None:
    """Say where the page is; with further facts about it where somebody wants data."""
    if json:
        print_json({"page": str(page)} | dict(facts or {}))
    else:
        print(f"The report is at {page.resolve()}")

"""What `report` does."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from knotlab.analysis.runs.backends import playing_on
from knotlab.analysis.runs.fields import usual_players
from knotlab.analysis.tournaments.setup import make_setup
from knotlab.reports.cli.commands import jobs
from knotlab.reports.cli.setup import GameOptions, RunOptions
from knotlab.reports.output import print_json
from knotlab.reports.page import anew, live, own
from knotlab.reports.page import report as page
from knotlab.reports.page.playing import ReportSettings
from knotlab.sim.errors import InputError
from knotlab.sim.playing.fanout import check_backend
from knotlab.strategies.catalogue import load_files

LEAST_HANDS = 1000  # for a guide


@dataclass(frozen=True)
class ReportOptions:
    """How much is played: deals of each tournament, minutes for what ships (or for all tips anew), hands for the
    bidding guide.
    """

    deals: int
    minutes: float
    hands: int
    anew: bool = False
    shipped: bool = False


def report(options: ReportOptions, seed: int, strategies_from: tuple[Path, ...], how: RunOptions, json: bool) -> None:
    """Play what the report of everything is about and write the page."""
    if 0 < options.hands < LEAST_HANDS:
        raise InputError(f"--bids must be 0, or {LEAST_HANDS:,} or more, not {options.hands}")
    load_files(strategies_from)
    assert how.out is not None
    with playing_on(how.backend, how.workers) as backend:
        written = page.write_report(
            ReportSettings(
                how.out,
                options.deals,
                seed,
                how.workers,
                backend,
                options.minutes,
                options.hands,
                strategies_from,
                options.anew,
                options.shipped,
            ),
            on_page=lambda file: None if json else announce(file, options),
        )
    more = {} if written.again is None else {"played_again": live.facts(written.again)}
    if written.anew is not None:
        more = {"played_anew": anew.facts(written.anew)}
        print(anew.sentence(written.anew), file=sys.stderr)
    show(written.page, json, more)
    if written.again and written.again.unequal:
        raise typer.Exit(1)


def announce(file: Path, options: ReportOptions) -> None:
    """Say that the page is there, before anything is played, and what comes now."""
    how = "all tips" if options.anew else "the tips again, on new deals"
    steps = [] if options.shipped else ["the tournaments are played"]
    steps += [f"for {options.minutes:g} minutes {how} are played"] if options.minutes else []
    then = f" Now {', then '.join(steps)}; the page is drawn anew as that goes on." if steps else ""
    print(f"{file.resolve()} has what ships.{then}", file=sys.stderr, flush=True)


def own_report(
    options: GameOptions, strategies: Sequence[str], players: int | None, games: int, how: RunOptions, json: bool
) -> None:
    """Play some strategies of one game, and write the page about them."""
    assert how.out is not None
    command = command_line(options, strategies, players, games, how.out)
    order = own.Order(games, how.out, command, how.workers, check_backend(how.backend), options.strategies_from)
    seats = len(strategies) if players is None and strategies else players or usual_players(options.game)
    if len(strategies) in (1, seats):
        job = jobs.make(options, strategies if len(strategies) == seats else [strategies[0]] * seats, fixed_seats=False)
        show(own.write_table(job, order), json)
        return
    setup = make_setup(
        options.game,
        strategies,
        n_players=seats,
        seed=options.seed,
        rules=options.settings,
        strategies_from=options.strategies_from,
    )
    show(own.write_tournament(setup, order), json)


def command_line(options: GameOptions, strategies: Sequence[str], players: int | None, games: int, out: Path) -> str:
    """The command that makes the same page."""
    words = ["knotlab", "report", options.game, *strategies, "--games", str(games), "--seed", str(options.seed)]
    words += ["--players", str(players)] if players else []
    words += [word for setting in options.settings for word in ("--set", setting)]
    words += [word for file in options.strategies_from for word in ("--strategies-from", str(file))]
    return shlex.join([*words, "--out", str(out)])


def show(page: Path, json: bool, facts: Mapping[str, object] | None = None) -> None:
    """Say where the page is; with further facts about it where somebody wants data."""
    if json:
        print_json({"page": str(page)} | dict(facts or {}))
    else:
        print(f"The report is at {page.resolve()}")

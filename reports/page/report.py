"""The report: one self-contained HTML page, with its plots (PNG, SVG) and tables (CSV) beside it."""

import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from knotlab.analysis.bidding.guide import Guide
from knotlab.analysis.claims.again_result import Again
from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.runs.code import rules_hash
from knotlab.analysis.runs.fields import watched
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.tournaments.setup import TREMBLE
from knotlab.reports.answers.findings import shipped, shipped_games, shipped_moments
from knotlab.reports.answers.section import answers, headline, tips_by_game
from knotlab.reports.page import anew, bidding, contests, live, other_readings, rules
from knotlab.reports.page.blocks import CommandBlock, Glossary, ReplayBlock, Section, TableBlock, TableColumn, Text
from knotlab.reports.page.facts import date, machine, versions
from knotlab.reports.page.pictures import Pictures
from knotlab.reports.page.playing import (
    PlayedTournament,
    ReportSettings,
    guide,
    played_tournament,
    progress_bar,
    sizes,
)
from knotlab.reports.page.shipped import shipped_contests, shipped_guide
from knotlab.reports.page.template import render
from knotlab.reports.words.names import reader_name
from knotlab.sim import games
from knotlab.sim.errors import RunError
from knotlab.sim.playing.records import record_game
from knotlab.sim.storage.files import check_own, write_whole
from knotlab.strategies.catalogue import catalogue


class ReportContent(NamedTuple):
    """What is played for the page beside what ships.

    Attributes
    ----------
    tournaments : dict
        By game, one for each number of players.
    guide : Guide or None
    """

    tournaments: dict[str, list[PlayedTournament]]
    guide: Guide | None

    @property
    def games(self) -> int:
        """All games played, except those of the guide."""
        return sum(played.games + played.points_games for of_game in self.tournaments.values() for played in of_game)


class Report(NamedTuple):
    """A report as it was written.

    Attributes
    ----------
    page : Path
    again : Again or None
        What was played of what ships; None without a budget.
    anew : ClaimsResult or None
        All tips, if they were to be played anew.
    """

    page: Path
    again: Again | None
    anew: ClaimsResult | None = None


def write_report(settings: ReportSettings, on_page: Callable[[Path], object] = lambda _: None) -> Report:
    """Play what the report shows, and write its page.

    These are tournaments of every game with 2, 3 and 4 players where the game allows it, and the bidding guide; what of
    them was played before into the same folder is loaded from there. Then what ships is played again within a budget of
    minutes, and the page drawn anew as that goes on.

    Parameters
    ----------
    settings : ReportSettings
    on_page : callable
        Called with the page as soon as it is there, drawn from what ships alone.

    Returns
    -------
    Report

    Raises
    ------
    RunError
        The folder cannot be written to.
    """
    check_own(settings.out, ("report.html", "kept"))
    started = time.perf_counter()
    try:
        settings.out.mkdir(parents=True, exist_ok=True)
        page = settings.out / "report.html"
        if not page.exists() and not (settings.shipped and all_ship()):
            write_whole(page, draw_at_once(settings.minutes > 0 and not settings.anew).encode())
            on_page(page)
        content = play(settings)
        draw = drawer(content, settings, started)
        write_whole(page, draw(None).encode())
        if settings.shipped and all_ship():
            on_page(page)
        if settings.anew:
            claims = anew.play_anew(settings)
            write_whole(page, draw(anew.section(claims)).encode())
            return Report(page, None, claims)
        again = live.play_live(settings, lambda again: write_whole(page, draw(again).encode()))
    except OSError as error:
        raise RunError(f"cannot write the report to {settings.out}: {error.strerror}") from None
    return Report(page, again)


def all_ship() -> bool:
    """Whether the tournaments of every game ship, so that nothing is played for the page."""
    return all(any(shipped_contests(name)) for name in games.listed())


def play(settings: ReportSettings) -> ReportContent:
    """Play or load everything, or take what ships."""
    tournaments = {}
    for name in games.listed():
        ship = [contest.played for contest in shipped_contests(name)] if settings.shipped else []
        tournaments[name] = ship or [played_tournament(settings, name, n) for n in sizes(name)]
    bids = shipped_guide() if settings.shipped and settings.bids else None
    return ReportContent(tournaments, bids or guide(settings))


def drawer(content: ReportContent, settings: ReportSettings, started: float) -> Callable[[Again | Section | None], str]:
    """A function that draws the page anew whenever more of what ships has been played again, or with a part about all
    tips played anew. started: when this command began, in seconds of the performance counter.
    """
    pictures = Pictures(settings.out)
    parts = []
    with progress_bar(settings, "drawing the page", len(content.tournaments)) as advance:
        for name, played in content.tournaments.items():
            parts.append(game_section(name, played, settings, pictures)[0])
            advance(1)
    bids = [bidding.section(content.guide, settings.seed, pictures)] if content.guide else []
    whose = "are behind these tables" if settings.shipped else "were played for this page"
    count = f"{content.games:,} games {whose}, on the same deals, each deal in all seatings."
    drawn = [*bids, Section("findings", "Who beats whom", [Text(count)], parts), to_watch()]

    def draw(again: Again | Section | None) -> str:
        if isinstance(again, Section):
            here, lines = [again], {}
        else:
            here, lines = (
                [live.section(again)] if settings.minutes and not settings.anew else [],
                live.card_lines(again),
            )
        return page_of([*here, *drawn, how(content, settings, time.perf_counter() - started)], lines)

    return draw


def draw_at_once(is_played: bool = False) -> str:
    """The page from what ships alone, as long as the rest is being played. is_played: whether what ships will be played
    again.
    """
    words = "The tournaments and the bidding guide are being played; this page is drawn anew when that is done."
    here = [live.section(None)] if is_played else []
    return page_of([*here, Section("findings", "Who beats whom", [Text(words)]), to_watch()])


def page_of(sections: Sequence[Section], lines: Mapping[str, str] | None = None) -> str:
    """The page: answers and tips, which ship, and then other sections. lines: what was played here of tips, by id."""
    first = [answers(), tips_by_game(lines or {})] if shipped() else []
    *before, last = sections
    readings = [other] if (other := other_readings.section()) else []
    return render("page/report.html", title=headline(), lead=games_named(), sections=[*first, *before, *readings, last])


def games_named() -> str:
    """The games' titles as a list in words."""
    *others, last = (games.find(name).title for name in games.listed())
    return f"{', '.join(others)} and {last}" if others else last


# --- the sections ---


def game_section(
    game: str, played: Sequence[PlayedTournament], settings: ReportSettings, pictures: Pictures
) -> tuple[Section, str]:
    """One game's tournaments with its strategies' ideas and its rules, and what they say in a sentence."""
    blocks, says = contests.section(game, played, pictures)
    ideas = Glossary(
        "The players and their ideas",
        [(reader_name(game, each.name), each.idea) for each in catalogue(game, settings.strategies_from).values()],
    )
    return Section(game, games.find(game).title, [*blocks, ideas, *rules.blocks(games.find(game))]), says


def to_watch() -> Section:
    """A recorded game of each kind: the one that ships, with what its moves are worth, or one that is played now."""
    ship = {record["game"]: record for record in shipped_games()}
    records = [
        ship[game] if game in ship else record_game(make_job(game, watched(game)), 0, why=True)
        for game in games.listed()
    ]
    titles = {tip.id: f"{tip.words['title']} ({tip.id})" for tip in shipped()}
    seen = [{**moment.record, "about": titles[moment.tip]} for moment in shipped_moments()]
    words = (
        "A game of each kind, and one for each tip that can be seen at work, in which it helped: step by step, with "
        "what every legal move was worth where somebody had a choice. Files that knotlab records wrote open here too; "
        "with --whatif N they have such values."
    )
    return Section(
        "watch",
        "Watch a game",
        [Text(words), ReplayBlock([_called(record) for record in records], [_called(record) for record in seen])],
    )


def _called(record: dict[str, Any]) -> dict[str, Any]:
    """A record with the names of its players for readers."""
    return record | {"names": [reader_name(record["game"], name) for name in record["players"]]}


def how(content: ReportContent, settings: ReportSettings, seconds: float) -> Section:
    """How the games were played, what the results do not say, and the facts of this run."""
    words = (
        "Each strategy scores its legal moves and plays the best. In games that could otherwise loop forever, a "
        f"strategy plays a random legal move in {100 * TREMBLE:g}% of its choices. In a tournament every strategy "
        "plays the same deals in every seat against the same opponents, who are drawn at random from all strategies. "
        "A rate is a mean over all games of a strategy. Intervals are over deals, since the games of one deal are not "
        "independent. The numbers say how these scripts do against each other, not how they would do against people."
    )
    facts = TableBlock(
        "This run", (TableColumn("what"), TableColumn("value", text=True)), run_facts(content, settings, seconds)
    )
    return Section("how", "How this was done", [Text(words), facts, CommandBlock("Again:", command(settings))])


def command(settings: ReportSettings) -> str:
    """The command that makes the same page again."""
    files = "".join(f" --strategies-from {shlex.quote(str(file))}" for file in settings.strategies_from)
    return (
        f"knotlab report --deals {settings.deals} --budget {settings.minutes:g} --bids {settings.bids} --seed "
        f"{settings.seed}{files}"
    )


def run_facts(content: ReportContent, settings: ReportSettings, seconds: float) -> list[list[str]]:
    """What the run consisted of, and the software it used: name and value."""
    rows = [
        ["games", f"{content.games:,}"],
        ["deals of each tournament", f"{settings.deals:,}"],
        ["seed", f"{settings.seed}"],
    ]
    rows += [[f"rules of {games.find(name).title}", rules_hash(name)] for name in games.listed()]
    rows += [*versions(), machine()]
    tournament_seconds = sum(
        played.result.facts["seconds"] for of_game in content.tournaments.values() for played in of_game
    )
    rows += [["time for the tournaments", f"{tournament_seconds:.0f} s"]]
    return [
        *rows,
        ["time of this command", f"{seconds:.0f} s, less what was kept beside the page before"],
        date(),
    ]

"""The report: one self-contained HTML page, with its plots (PNG, SVG) and tables (CSV) next to it."""

import math
import re
import shlex
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markupsafe import Markup

from knotlab.analysis.claims.evidence.champions import published_habits
from knotlab.analysis.claims.judgement.at_table import USUAL, Against, TableChoice
from knotlab.analysis.claims.rulebooks.published import shipped, shipped_moments
from knotlab.analysis.report.play import ReportContent, all_published
from knotlab.analysis.report.settings import ReportSettings
from knotlab.analysis.result import tremble_note
from knotlab.analysis.tournaments.result import Contest
from knotlab.reports.page import all_tips, bidding, chooser, contests, pictures, retest
from knotlab.reports.page.answers import BAND, answers, lane_ticks
from knotlab.reports.page.blocks import (
    CommandBlock,
    Folded,
    Glossary,
    Html,
    ReplayBlock,
    Section,
    TableBlock,
    TableColumn,
    Text,
    Written,
    date,
    machine,
    versions,
)
from knotlab.reports.page.chooser import varied
from knotlab.reports.page.first_screen import first_screen, page_title
from knotlab.reports.page.readings import other_readings
from knotlab.reports.page.tips import moment_links, tips_by_game
from knotlab.reports.page.tips import to_watch as seen_at_work
from knotlab.reports.template import render
from knotlab.reports.words import uncapital
from knotlab.reports.words.at_table import is_warned_of, title
from knotlab.reports.words.claims import headline, tally, tally_of_champions
from knotlab.reports.words.moments import best_moments, habit_moments
from knotlab.reports.words.names import reader_name
from knotlab.reports.words.rulings import has_page, page, rulings, with_links
from knotlab.reports.words.strong_players import WORDS, link_of
from knotlab.sim import games
from knotlab.sim.protocol import Game
from knotlab.sim.storage.result_files import write_whole
from knotlab.strategies.catalogue import catalogue

MARKS = ("report.html", "kept")  # what a folder of this report has
WAIT = "The tournaments are being played; this page is redrawn when that is done."


class Report(NamedTuple):
    """The page about all games: where it is, and what it shows."""

    page: Path
    content: ReportContent

    @property
    def stopped(self) -> str:
        """What the budget went into, if it ended before everything was played."""
        return self.content.stopped or (self.content.all_tips.stopped if self.content.all_tips else "")

    def facts(self) -> dict[str, Any]:
        """Where the page is, and what was played of the tips, as plain data."""
        tested, played = self.content.retest, self.content.all_tips
        more = {} if tested is None else {"played_again": retest.facts(tested)}
        return {"page": str(self.page)} | more | ({} if played is None else {"played_anew": all_tips.facts(played)})


class ReportPage:
    """The page of a report, which is drawn whenever there is more to show.

    is_told: whether lines on standard error say what is there and what is played.
    """

    def __init__(self, settings: ReportSettings, is_told: bool = False) -> None:
        self.file, self._settings = settings.out / "report.html", settings
        self._started = time.perf_counter()
        self._follower = retest.Follower(settings.minutes, is_told)
        self._is_told = is_told
        self._drawn: list[Section] = []

    def show(self, content: ReportContent) -> None:
        """Draw the page again, unless that was done a moment ago, or it would show less than an earlier command's."""
        if content.contests is None and self.file.exists():
            return
        if content.retest is None or self._follower.is_due(content.retest):
            self.write(content)
        is_first = content.contests is None or (self._settings.published and all_published())
        if self._is_told and content.retest is None and is_first:
            self._announce()

    def write(self, content: ReportContent) -> None:
        """Draw the page again."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.file, self.text(content).encode())

    def end(self, content: ReportContent) -> Report:
        """Draw the page for the last time, and say what was found on new deals."""
        if content.retest:
            self._follower.end(content.retest)
        self.write(content)
        return Report(self.file, content)

    def _announce(self) -> None:
        """Say that the page is there, before anything is played, and what comes now."""
        settings, steps = self._settings, []
        if not settings.published:
            steps.append("the tournaments are played")
        if settings.minutes:
            how = "all tips are played" if settings.all_tips else "the tips are tested on new deals"
            steps.append(f"for {settings.minutes:g} minutes {how}")
        then = f" Now {', then '.join(steps)}; the page is updated as results come in." if steps else ""
        print(f"progress: {self.file.resolve()} shows the published results.{then}", file=sys.stderr, flush=True)

    def text(self, content: ReportContent) -> str:
        """The page as it is with so much to show."""
        if content.contests is None:
            words = Section("findings", "Who beats whom", [Text(WAIT)])
            return page_of([*self._tested(content), words, to_watch(content)])
        if not self._drawn:
            self._drawn = drawn_once(content, self._settings)
        seconds = time.perf_counter() - self._started
        sections = [*self._tested(content), *self._drawn, how(content, self._settings, seconds)]
        return page_of(sections, retest.card_lines(content.retest))

    def _tested(self, content: ReportContent) -> list[Section]:
        """The part about what was played of the tips."""
        if content.all_tips:
            return [all_tips.section(content.all_tips)]
        is_tested = self._settings.minutes and not self._settings.all_tips
        return [retest.section(content.retest, content.stopped)] if is_tested else []


def drawn_once(content: ReportContent, settings: ReportSettings) -> list[Section]:
    """What stays as it is while the tips are tested: what to bid, tournaments, and games to watch."""
    chosen, parts = content.contests or {}, []
    with settings.watch("drawing the page", len(chosen)) as advance:
        for name, played in chosen.items():
            parts.append(game_section(name, played, settings.strategies_from, settings.out))
            advance(1)
    whose = "are behind these tables" if settings.published else "were played for this page"
    told = f"{content.games:,} other games, without a tip on trial, {whose}: the same deals, each in all seatings."
    count = (
        f"{told} Plain and strong players met here. Of those called tuned, a search chose how often they do what they "
        f"are named after, so as to lose least: some hardly ever do it. What a tip is worth as read stands in its box."
    )
    return [bidding.section(), Section("findings", "Who beats whom", [Text(count)], parts), to_watch(content)]


def page_of(sections: Sequence[Section], lines: Mapping[str, str] | None = None) -> str:
    """The page: answers and tips, which ship, and then other sections. lines: what was played here of tips, by id."""
    first = [answers(), tips_by_game(lines or {}), pictures.section()] if shipped() else []
    *before, last = sections
    readings = [other] if (other := other_readings()) else []
    facts: dict[str, Any] = {"lead": games_named()}
    if first:
        n_games = sum(tip.games for tip in shipped()) / 1e6
        facts = {"advice": page_title(), "first_screen": first_screen(), "chooser": chooser.facts(), "band": BAND}
        facts["ticks"] = lane_ticks()
        facts["lead"] = varied(lambda choice: f"{_tally_at(choice)}; {n_games:.0f} million games.")
    return render("page/report.html", title=headline(), sections=[*first, *before, *readings, last], **facts)


def _tally_at(choice: TableChoice) -> str:
    """What became of the tips at the chosen kind of table."""
    return tally() if choice.against == Against.PLAIN else tally_of_champions(choice.players)


def games_named() -> str:
    """The games' titles as a list in words."""
    *others, last = (games.find(name).title for name in games.listed())
    return f"{', '.join(others)} and {last}" if others else last


# --- the sections ---


def game_section(game: str, played: Sequence[Contest], strategies_from: Sequence[Path], folder: Path) -> Section:
    """One game's tournaments with its strategies' ideas and its rules."""
    ideas = Glossary(
        "The players and their ideas",
        [
            (reader_name(game, each.name), _for_readers(game, each.idea))
            for each in catalogue(game, strategies_from).values()
        ],
    )
    blocks = [*contests.blocks(game, played, folder), ideas, *rulings_of(games.find(game))]
    return Section(game, games.find(game).title, blocks)


def _for_readers(game: str, idea: str) -> str:
    """A player's idea without names of files, and with other players, and versions, called as readers know them."""
    others, said = catalogue(game), re.sub(r" \(`[^`]+`\)", "", idea)

    def called(part: re.Match[str]) -> str:
        name, _, version = part[1].partition("@")
        return f"“{' '.join(filter(None, (reader_name(game, name), version)))}”" if name in others else part[1]

    return re.sub(r"`([^`]+)`", called, said)


def to_watch(content: ReportContent) -> Section:
    """A recorded game of each kind, and those in which a tip is seen at work."""
    titles = {tip.id: f"{title(tip, USUAL)} ({tip.id})" for tip in shipped()}
    titles |= {link_of(game, habit): words for game in WORDS for habit, (words, _) in WORDS[game].items()}
    seen = [{**moment.record, "about": titles[moment.tip]} for moment in seen_at_work()]
    words = (
        "Here is one game of each kind, chosen for how often the lead changes, and, for each tip that can be seen at "
        "work, one game in which it is: step by step, with what a legal move was worth wherever hidden cards could be "
        "dealt again. In games among champions that is told where a habit of theirs shows. Recorded games of your own "
        "can be opened here, too."
    )
    replay = ReplayBlock([_called(record) for record in content.to_watch], [_called(record) for record in seen])
    links = {tip: link for tip, (link, _) in moment_links().items()}
    by_id = {tip.id: tip for tip in shipped()}
    for_it = [moment for moment in shipped_moments() if not is_warned_of(by_id[moment.tip])]
    listed = {"moments": best_moments(for_it), "of_champions": habit_moments(published_habits())}
    best = Markup(render("page/moments.html", links=links, titles=titles, **listed))
    return Section("watch", "Watch a game", [Text(words), replay, Html(best)])


def _called(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record with the names of its players for readers, and without their ratings of moves whose worth is known."""
    events = [
        {**event, "moves": [[move, None] for move, _ in event["moves"]]} if event.get("whatif") else event
        for event in record["events"]
    ]
    return {**record, "events": events, "names": [reader_name(record["game"], name) for name in record["players"]]}


def how(content: ReportContent, settings: ReportSettings, seconds: float) -> Section:
    """How the games were played, what the results do not say, and the facts of this run."""
    words = (
        f"Each strategy scores its legal moves and plays the best. {trembles()} In a tournament every strategy plays "
        "the same deals in every seat against the same opponents, who are drawn at random from all strategies. A rate "
        "is a mean over all games of a strategy. Intervals are over deals, because the games of one deal are not "
        "independent. The numbers say how these scripts do against each other, not how they would do against people."
    )
    facts = TableBlock(
        "This run", (TableColumn("what"), TableColumn("value", text=True)), run_facts(content, settings, seconds)
    )
    again = CommandBlock("Retest:", command(settings))
    ended = [Text(f"What is not shown was not played: {content.stopped}.")] if content.stopped else []
    return Section("how", "How this was done", [*ended, Text(words), Folded("This run", (facts,)), again])


def trembles() -> str:
    """What is to be known of all players, game by game where games differ in it.

    >>> trembles().partition(",")[0]
    'In Twisted Knot and Knotweed'
    """
    titles: dict[str, list[str]] = {}
    for name in games.listed():
        titles.setdefault(tremble_note(name), []).append(games.find(name).title)
    said = {uncapital(note).partition("; ")[0].rstrip("."): of for note, of in titles.items() if note}
    return " ".join(f"In {' and '.join(of)}, {note}." for note, of in said.items())


def command(settings: ReportSettings) -> str:
    """The command that makes the same page again."""
    files = "".join(f" --strategies-from {shlex.quote(str(file))}" for file in settings.strategies_from)
    return f"knotlab report --deals {settings.deals} --budget {settings.minutes:g} --seed {settings.seed}{files}"


def run_facts(content: ReportContent, settings: ReportSettings, seconds: float) -> list[list[str]]:
    """What the run consisted of, and the software it used: name and value."""
    rows = [
        ["games of who beats whom", f"{content.games:,}"],
        ["deals of each tournament", f"{settings.deals:,}"],
        ["seed", f"{settings.seed}"],
    ]
    rows += [[f"rules of {games.find(name).title}", content.rules[name]] for name in games.listed()]
    rows += [*versions(), machine()]
    tournament_seconds = sum(
        played.result.facts["seconds"] for of_game in (content.contests or {}).values() for played in of_game
    )
    if not math.isnan(tournament_seconds):  # as it is where one was interrupted and went on
        rows += [["time for the tournaments", f"{tournament_seconds:.0f} s"]]
    return [
        *rows,
        ["time of this command", f"{seconds:.0f} s, not counting results kept from earlier commands"],
        date(),
    ]


_SCROLL = '<div class="scroll" tabindex="0" role="region" aria-label="table">'


def rulings_of(game: Game) -> list[Written]:
    """The rulings of a game, folded away; nothing for a game without such a page."""
    if not has_page(game):
        return []
    text = re.sub(r"^# .*\n", "", page(game))  # the section has the game's name already
    text = re.split(r"^## (?:Records|Draws)$", text, maxsplit=1, flags=re.MULTILINE)[0]  # not for players
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = re.sub(r"<(/?)h([2-4])>", lambda tag: f"<{tag[1]}h{int(tag[2]) + 1}>", html)  # they stand within a section
    html = html.replace("<table>", f"{_SCROLL}<table>").replace("</table>", "</table></div>")
    known = rulings(game)
    html = re.sub(
        rf"<h4>({'|'.join(known)})</h4>", lambda heading: f'<h4 id="{heading[1].lower()}">{heading[1]}</h4>', html
    )
    html = with_links(html, {number: f"#{number.lower()}" for number in known})
    return [Written("How it is played, ruling by ruling", Markup(html))]

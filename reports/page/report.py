"""The report: one self-contained HTML page, with its plots (PNG, SVG) and tables (CSV) beside it."""

import platform
import shlex
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from knotlab.analysis.bidding.guide import Guide
from knotlab.analysis.claims.finding import TipResult
from knotlab.analysis.runs.fields import usual_players, watched
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.runs.provenance import LIBRARIES, package_version, rules_hash
from knotlab.analysis.tournaments.tournament import TREMBLE
from knotlab.reports.page import bidding, rules, tips
from knotlab.reports.page import tournaments as cups
from knotlab.reports.page.blocks import Column, Command, Findings, Replay, Section, Table, Terms, Text
from knotlab.reports.page.pictures import Pictures
from knotlab.reports.page.playing import Cup, Wanted, claims, cup, guide, showing, sizes
from knotlab.reports.page.template import render
from knotlab.reports.words import guide as guide_words
from knotlab.sim import games
from knotlab.sim.errors import RunError
from knotlab.sim.fanout import cores
from knotlab.sim.files import check_own
from knotlab.sim.job import STREAM_VERSION
from knotlab.sim.records import record_game
from knotlab.strategies.catalogue import catalogue

TITLE = "Who wins, who loses?"
GUIDED_GAME = "twyst"


class Played(NamedTuple):
    """All that the page shows: claims with the seconds that they took, tournaments by game, the guide if there is
    one.
    """

    claims: Sequence[TipResult]
    seconds: float
    cups: dict[str, list[Cup]]
    guide: Guide | None

    @property
    def games(self) -> int:
        """Games played for all of it, but for the guide's."""
        return sum(one.games for one in self.claims) + sum(
            one.games + one.points_games for some in self.cups.values() for one in some
        )


def write_report(wanted: Wanted) -> Path:
    """Play every game's tournaments with 2, 3 and 4 players, as far as it can be played so, the claims within a budget
    of minutes and the bidding guide from some hands (without them if 0), and write the page; its path. What was played
    before into the same folder is read from there.

    Every strategy trembles in 2 % of its decisions, as plain scripts would else repeat themselves for ever in many
    games (TK-27).
    """
    check_own(wanted.out, ("report.html", "kept"))
    started = time.perf_counter()
    try:
        wanted.out.mkdir(parents=True, exist_ok=True)
        found = play(wanted)
        page = wanted.out / "report.html"
        page.write_text(draw(found, wanted, started), encoding="utf-8")
    except OSError as error:
        raise RunError(f"cannot write the report to {wanted.out}: {error.strerror}") from None
    return page


def play(wanted: Wanted) -> Played:
    """Everything, played or read."""
    tried, seconds = claims(wanted)
    return Played(
        tried, seconds, {name: [cup(wanted, name, n) for n in sizes(name)] for name in games.listed()}, guide(wanted)
    )


def draw(found: Played, wanted: Wanted, started: float) -> str:
    """The page. started: when this command began, by the clock that counts seconds."""
    pictures = Pictures(wanted.out)
    parts, told = [], []
    with showing(wanted, "drawing the page", 1 + len(found.cups)) as advance:
        if found.claims:
            parts.append(tips.section(found.claims, wanted.terms, wanted.minutes, pictures))
            told += tips.headlines(found.claims)
        advance(1)
        for name, some in found.cups.items():
            section, headlines = game_section(name, some, found.guide, wanted, pictures)
            parts.append(section)
            told += headlines
            advance(1)
    sections = [
        Section("findings", "At a glance", [Findings(told)]),
        *parts,
        to_watch(wanted.seed),
        how(found, wanted, time.perf_counter() - started),
    ]
    lead = (
        f"{found.games:,} games between scripted strategies of {games_named()}, on the same deals, each deal in "
        f"all seatings."
    )
    return render("page/report.html", title=TITLE, lead=lead, sections=sections)


def games_named() -> str:
    """The games' titles as a list in words."""
    *others, last = (games.find(name).title for name in games.listed())
    return f"{', '.join(others)} and {last}" if others else last


# --- the sections ---


def game_section(
    game: str, some: Sequence[Cup], made: Guide | None, wanted: Wanted, pictures: Pictures
) -> tuple[Section, list[tuple[str, str, str]]]:
    """One game's part of the page: ideas of its strategies, a tournament for each number of players, for Twyst the
    guide; and what it says at a glance.
    """
    title = games.find(game).title
    ideas = Terms(
        "The strategies and their ideas",
        [(one.name, one.idea) for one in catalogue(game, wanted.strategies_from).values()],
    )
    found = [cups.section(one, pictures) for one in some]
    parts = [part for part, _ in found]
    told = [(words, part.id, f"{title}, {part.title}") for part, words in found]
    told += [
        (cups.spread_words(one.result), part.id, f"{title}, {part.title}")
        for one, part in zip(some, parts, strict=True)
        if is_shown(one)
    ]
    if made and game == GUIDED_GAME:
        parts.append(bidding.section(made, wanted.seed, pictures))
        told.append((guide_words.gain_sentence(made), parts[-1].id, f"{title}, {parts[-1].title.lower()}"))
    return Section(game, title, [*rules.blocks(games.find(game)), ideas], parts), told


def is_shown(cup: Cup) -> bool:
    """Whether a tournament's sources of spread are told at a glance: those of the usual size of table, or of the only
    one.
    """
    facts = cup.result.facts
    return cups.has_spread(cup.result) and facts["players"] == usual_players(facts["game"])


def to_watch(seed: int) -> Section:
    """A recorded game of each kind, with the scores of all legal moves."""
    records = [record_game(make_job(game, watched(game), seed=seed), 0, why=True) for game in games.listed()]
    words = (
        "A game of each kind, step by step, with every legal move and its score where somebody had a choice. "
        "Files that knotlab records wrote open here too."
    )
    return Section("watch", "Watch a game", [Text(words), Replay(records)])


def how(found: Played, wanted: Wanted, seconds: float) -> Section:
    """How it was done, what it does not say, and the run's facts."""
    words = (
        f"Each strategy scores its legal moves and plays the best; in {100 * TREMBLE:g} % of its choices it plays any "
        f"legal move instead (without that, "
        "plain scripts repeat themselves for ever in many games). In a tournament every strategy plays the same deals "
        "in every seat against the same others, "
        "who are drawn at random from all. A rate is a mean over all its games. Intervals are over deals: the games "
        "of one deal are not independent. The "
        "numbers say how these scripts do against each other, not how they would do against people."
    )
    facts = Table("This run", (Column("what"), Column("value", text=True)), run_facts(found, wanted, seconds))
    return Section("how", "How this was done", [Text(words), facts, Command("Again:", command(wanted))])


def command(wanted: Wanted) -> str:
    """The command that makes the same page."""
    files = "".join(f" --strategies-from {shlex.quote(str(file))}" for file in wanted.strategies_from)
    return (
        f"knotlab report --deals {wanted.deals} --budget {wanted.minutes:g} --bids {wanted.bids} --seed "
        f"{wanted.seed}{files}"
    )


def run_facts(found: Played, wanted: Wanted, seconds: float) -> list[list[str]]:
    """What the run was made of and with: name and value."""
    rows = [
        ["games", f"{found.games:,}"],
        ["deals of each tournament", f"{wanted.deals:,}"],
        ["seed", f"{wanted.seed}"],
    ]
    rows += [[f"rules of {games.find(name).title}", rules_hash(name)] for name in games.listed()]
    rows += [
        ["random streams", f"version {STREAM_VERSION}"],
        ["knotlab", package_version()],
        ["Python", platform.python_version()],
    ]
    rows += [[name, version(name)] for name in LIBRARIES]
    rows += [["machine", f"{platform.system()} {platform.machine()}, {cores()} cores"]]
    rows += (
        [["time for the claims", f"{found.seconds:.0f} s of a budget of {wanted.minutes:g} minutes"]]
        if found.claims
        else []
    )
    rows += [
        [
            "time for the tournaments",
            f"{sum(one.result.facts['seconds'] for some in found.cups.values() for one in some):.0f} s",
        ]
    ]
    return [
        *rows,
        ["time of this command", f"{seconds:.0f} s, less what was kept beside the page before"],
        ["date", f"{datetime.now(UTC):%Y-%m-%d}"],
    ]

"""A report of one's own choice: one page about some strategies of one game, at a table of any size, by any rules.

Strategies that fill a table play each other in all rotations, as `knotlab play` does; any other number of them plays at
tables of which every seat is drawn, as in a tournament. Games are kept below the folder `kept`, so the same command
resumes.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from knotlab.analysis.result import Conditions, changed_settings
from knotlab.analysis.runs.code import rules_hash
from knotlab.analysis.runs.pairs import pairs
from knotlab.analysis.runs.play import play_job
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.provenance import identity
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.analysis.tournaments.setup import Setup
from knotlab.analysis.tournaments.stages import plan
from knotlab.analysis.tournaments.tournament import tournament
from knotlab.reports.page import standings as parts
from knotlab.reports.page import tournaments as tournament_pages
from knotlab.reports.page.blocks import (
    Block,
    CommandBlock,
    Files,
    Glossary,
    Headlines,
    Section,
    TableBlock,
    TableColumn,
    Text,
)
from knotlab.reports.page.facts import date, machine, versions
from knotlab.reports.page.pictures import Pictures, files
from knotlab.reports.page.standings import Standings
from knotlab.reports.page.template import render
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words.labels import labels
from knotlab.reports.words.tournament import relabelled
from knotlab.sim import games
from knotlab.sim.compiling.sources import source_hash
from knotlab.sim.errors import RunError
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Player
from knotlab.sim.settings import spelt
from knotlab.sim.storage.files import check_own
from knotlab.strategies.catalogue import catalogue

MARKS = ("kept/table-*", "kept/tournament-*")  # what a folder of this report has, and no other
RATINGS = ("ratings", "ahead", "spread")


@dataclass(frozen=True)
class Order:
    """What is ordered: at least so many games, the folder for the page, how games are played, and the command line."""

    games: int
    out: Path
    command: str
    workers: int | None = None
    backend: str = "threads"
    strategies_from: tuple[Path, ...] = ()

    def kept(self, kind: str, job: Job, players: Sequence[Player]) -> Path:
        """The folder of the games between some strategies."""
        question = json.dumps(identity(job) | {"all": [player.name for player in players]}, sort_keys=True)
        return self.out / "kept" / f"{kind}-{source_hash((), question)[:12]}"


def write_table(job: Job, order: Order) -> Path:
    """Play strategies that fill a table, and write the page about them; its path."""
    check_own(order.out, MARKS)
    with progress(f"{job.game}: {len(job.players)} players", job.games_on(job.deals_for(order.games))) as advance:
        try:
            result = play_job(
                job,
                order.games,
                strategies_from=order.strategies_from,
                workers=order.workers,
                backend=order.backend,
                out=order.kept("table", job, job.players),
                on_progress=advance,
            )
        except KeyboardInterrupt:
            interrupted(advance, order.out)
    about = Standings(
        result.conditions,
        labels(result.conditions.game, result.names),
        result.to_pandas(),
        result.places(),
        result.by_seat(),
        pairs(result) if len(result.names) > 1 else tournament_pages.NO_PAIRS,
        result.deals,
        f"{result.games:,} games, each deal in every rotation",
    )
    lead = f"{result.games:,} games on {result.deals:,} deals, every deal with every strategy in every seat."
    facts = [["games", f"{result.games:,}"], ["deals", f"{result.deals:,}"], *endings(result)]
    return write(about, order, lead, facts, job.players, [])


def endings(result: PlayResult) -> list[list[str]]:
    """How the games of a run ended, and how long they were."""
    facts = result.facts()
    share, stalled, capped = facts["unfinished_share"], facts["stalled"], facts["capped"]
    watch = ", ".join(f"{name}: number {index}" for name, index in facts["telling_games"].items())
    rows = [["unfinished games", f"{100 * share:.3g}% ({stalled:,} stalled, {capped:,} capped)"]]
    rows += [["mean length", f"{facts['mean_turns']:.0f} turns, {facts['decisions'] / result.games:.0f} decisions"]]
    return [*rows, *([["games worth watching", watch]] if watch else [])]


def write_tournament(setup: Setup, order: Order) -> Path:
    """Play strategies at tables that are drawn, and write the page about them; its path."""
    check_own(order.out, MARKS)
    total = sum(series.games for series in plan(setup, order.games))
    with progress(f"{setup.base.game}: {len(setup.entrants)} strategies", total) as advance:
        try:
            result = tournament(
                setup,
                order.games,
                workers=order.workers,
                backend=order.backend,
                out=order.kept("tournament", setup.base, setup.entrants),
                on_progress=advance,
            )
        except KeyboardInterrupt:
            interrupted(advance, order.out)
    about = Standings(
        result.conditions,
        labels(result.conditions.game, list(result.rates["strategy"])),
        result.rates,
        result.places,
        result.seats,
        result.pairs,
        result.facts["deals"],
        "against others drawn at random from all",
    )
    lead = (
        f"{total:,} games. On every deal each strategy plays in every seat against the same others, drawn at random "
        f"from all of them."
    )
    unfinished = ["unfinished games", f"{100 * result.facts['unfinished']:.3g}%, counted as shared"]
    facts = [["games", f"{total:,}"], ["deals", f"{result.facts['deals']:,}"], unfinished]
    return write(about, order, lead, facts, setup.entrants, [ratings(result, Pictures(order.out))])


def ratings(result: TournamentResult, pictures: Pictures) -> Section:
    """Ratings with possible ranks, and where the spread of results comes from."""
    shown, _ = relabelled(result)
    blocks: list[Block] = [*tournament_pages.rating_blocks(shown, "tournament", pictures)]
    blocks += tournament_pages.spread_blocks(shown, "tournament", pictures)
    names = [name for name in RATINGS if name != "spread" or tournament_pages.has_spread(result)]
    tables = tournament_pages.write_tables(result, "tournament", pictures)
    return Section("tournament", "Ratings", [*blocks, Files([*tables, *files(*(f"tournament-{n}" for n in names))])])


# --- the page ---


def write(
    about: Standings,
    order: Order,
    lead: str,
    facts: Sequence[Sequence[str]],
    players: Sequence[Player],
    more: Sequence[Section],
) -> Path:
    """Draw and write the page. facts: what this run was; more: sections of this kind of report alone."""
    pictures, page = Pictures(order.out), order.out / "report.html"
    possible = [parts.rates(about, pictures), parts.places(about, pictures), parts.seats(about, pictures)]
    possible += [parts.who_beats_whom(about, pictures), *more]
    results = [section for section in possible if section]
    sentences = [(parts.headline(about), "rates", results[0].title)]
    sentences += [(parts.pair_sentence(about), "pairs", "Who beats whom")] if len(about.rates) > 1 else []
    sections = [
        Section("findings", "At a glance", [Headlines(sentences)]),
        *results,
        settings(about.conditions, about.names.tremble, players, order.strategies_from),
        how(about.conditions, order.command, facts),
    ]
    text = render(
        "page/report.html",
        title=about.conditions.title,
        lead=lead,
        sections=sections,
    )
    try:
        page.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RunError(f"cannot write the report to {order.out}: {error.strerror}") from None
    return page


def settings(
    conditions: Conditions, tremble: str | None, players: Sequence[Player], strategies_from: Sequence[Path]
) -> Section:
    """The rules of these games, setting by setting, and the strategies with their ideas."""
    game = games.find(conditions.game)
    changed = changed_settings(conditions.game, conditions.players, conditions.rules)
    rows = [["players", f"{conditions.players}", "", "at the table"]]
    for setting in game.settings:
        usual, value = spelt(setting.default_for(conditions.players)), spelt(conditions.rules[setting.name])
        rows.append([setting.name, value, "" if value == usual else f"usually {usual}", setting.meaning])
    rows.append(["seed", f"{conditions.seed}", "", "of the deals"])
    columns = (TableColumn("setting"), TableColumn("value"), TableColumn("changed"), TableColumn("meaning", text=True))
    words = f"Played with {', '.join(changed)}." if changed else "Played by the usual rules."
    if tremble:
        words += f" In {100 * float(tremble):g}% of decisions a random legal move is played (tremble={tremble})."
    ideas = {strategy.name: strategy.idea for strategy in catalogue(conditions.game, strategies_from).values()}
    names = dict.fromkeys(player.name for player in players)
    known = [(name, ", ".join(ideas.get(part, "") for part in base_names(name))) for name in names]
    table = TableBlock(game.title, columns, rows)
    return Section("settings", "Settings", [Text(words), table, Glossary("The strategies", known)])


def base_names(spelling: str) -> list[str]:
    """The names of the strategies in a spelling, without parameters.

    >>> base_names("threshold:ace=7+solid@v1:tremble=0.02")
    ['threshold', 'solid']
    """
    return [part.partition(":")[0].partition("@")[0] for part in spelling.split("+")]


def how(conditions: Conditions, command: str, facts: Sequence[Sequence[str]]) -> Section:
    """How it was done, what the numbers do not say, and the command that makes the page again."""
    words = (
        "Each strategy scores its legal moves and plays the best one. Intervals are over deals, as the games of one "
        "deal are not independent, and hold for each number by itself unless they are said to hold for all together. "
        "The numbers say how these strategies do against each other, not how they would do against people."
    )
    rows = [*facts, [f"rules of {games.find(conditions.game).title}", rules_hash(conditions.game)], *versions()]
    table = TableBlock("This run", (TableColumn("what"), TableColumn("value", text=True)), [*rows, machine(), date()])
    return Section("how", "How this was done", [CommandBlock("The same page again:", command), Text(words), table])

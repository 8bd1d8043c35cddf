"""The page about some strategies of one game, at a table of any size, by any rules."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from knotlab.analysis.report.game import GameContent, GameSettings
from knotlab.analysis.result import changed_settings
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.reports.page import standings as parts
from knotlab.reports.page import tournament
from knotlab.reports.page.blocks import (
    CommandBlock,
    Files,
    Glossary,
    Headlines,
    Section,
    TableBlock,
    TableColumn,
    Text,
    date,
    files,
    machine,
    versions,
)
from knotlab.reports.page.standings import Standings
from knotlab.reports.template import render
from knotlab.reports.words.tournament import relabelled
from knotlab.sim import games
from knotlab.sim.playing.players import Player
from knotlab.sim.settings import spelt
from knotlab.sim.storage.result_files import write_whole
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.spelling import bare_names, short_names

MARKS = ("kept/table-*", "kept/tournament-*")  # what a folder of this report has, and no other


class GameReport(NamedTuple):
    """The page about some strategies of a game: where it is, and what it shows."""

    page: Path
    content: GameContent

    def scan_players(self) -> pl.LazyFrame:
        """A row for each game of each player, lazily, as runs and tournaments have them."""
        return self.content.result.scan_players()


def write_page(content: GameContent, settings: GameSettings) -> GameReport:
    """Draw and write the page."""
    page = settings.out / "report.html"
    write_whole(page, draw(content, settings).encode())
    return GameReport(page, content)


def draw(content: GameContent, settings: GameSettings) -> str:
    """The page; its tables and plots are written next to it."""
    about, result, folder = standings_of(content), content.result, settings.out
    possible = [parts.rates(about, folder), parts.places(about, folder), parts.seats(about, folder)]
    possible += [parts.who_beats_whom(about, folder)]
    possible += [ratings(result, folder)] if isinstance(result, TournamentResult) else []
    results = [section for section in possible if section]
    sentences = [(parts.headline(about), "rates", results[0].title)]
    sentences += [(parts.pair_sentence(about), "pairs", "Who beats whom")] if len(about.rates) > 1 else []
    sections = [
        Section("findings", "At a glance", [Headlines(sentences)]),
        *results,
        settings_section(about, content.players, settings.strategies_from),
        how(command(settings), [*facts(content), *code_facts(content)]),
    ]
    return render("page/report.html", title=about.conditions.title, lead=lead(content), sections=sections)


def standings_of(content: GameContent) -> Standings:
    """The tables that both kinds of playing have."""
    result = content.result
    if isinstance(result, PlayResult):
        rates, places, seats, deals = result.to_pandas(), result.places(), result.by_seat(), result.deals
        against = f"{result.games:,} games, each deal in every rotation"
    else:
        rates, places, seats, deals = result.rates, result.places, result.seats, result.facts["deals"]
        against = "against others drawn at random from all"
    names = short_names(result.conditions.game, rates["strategy"])
    return Standings(result.conditions, names, rates, places, seats, content.pairs, deals, against)


def lead(content: GameContent) -> str:
    """How many games there were, and how seats were taken."""
    if isinstance(content.result, PlayResult):
        return (
            f"{content.games:,} games on {content.result.deals:,} deals, every deal with every strategy in every seat."
        )
    return (
        f"{content.games:,} games. On every deal each strategy plays in every seat against the same others, drawn at "
        "random from all of them."
    )


def facts(content: GameContent) -> list[list[str]]:
    """How many games were played, and how they ended."""
    result, rows = content.result, [["games", f"{content.games:,}"]]
    if isinstance(result, PlayResult):
        return [*rows, ["deals", f"{result.deals:,}"], *endings(result)]
    unfinished = f"{100 * result.facts['unfinished']:.3g}%, counted as shared"
    return [*rows, ["deals", f"{result.facts['deals']:,}"], ["unfinished games", unfinished]]


def endings(result: PlayResult) -> list[list[str]]:
    """How the games of a run ended, and how long they were."""
    facts = result.facts()
    share, stalled, capped = facts["unfinished_share"], facts["stalled"], facts["capped"]
    watch = ", ".join(f"{name}: number {index}" for name, index in facts["telling_games"].items())
    rows = [["unfinished games", f"{100 * share:.3g}% ({stalled:,} stalled, {capped:,} capped)"]]
    rows += [["mean length", f"{facts['mean_turns']:.0f} turns, {facts['decisions'] / result.games:.0f} decisions"]]
    return [*rows, *([["games worth watching", watch]] if watch else [])]


def ratings(result: TournamentResult, folder: Path) -> Section:
    """Ratings with possible ranks, and where the spread of results comes from."""
    shown = relabelled(result)
    spread = tournament.spread_blocks(shown, folder)
    tables = tournament.write_tables(result, "tournament", folder, tournament.RATINGS)
    plots = files("tournament-ratings", *(["tournament-spread"] if spread else []))
    return Section(
        "tournament", "Ratings", [*tournament.rating_blocks(shown, folder), *spread, Files([*tables, *plots])]
    )


def settings_section(about: Standings, players: Sequence[Player], strategies_from: Sequence[Path]) -> Section:
    """The rules of these games, setting by setting, and the strategies with their ideas."""
    conditions, game = about.conditions, games.find(about.conditions.game)
    changed = changed_settings(conditions.game, conditions.players, conditions.rules)
    rows = [["players", f"{conditions.players}", "", "at the table"]]
    for setting in game.settings:
        usual, value = spelt(setting.default_for(conditions.players)), spelt(conditions.rules[setting.name])
        rows.append([setting.name, value, "" if value == usual else f"usually {usual}", setting.meaning])
    rows.append(["seed", f"{conditions.seed}", "", "of the deals"])
    columns = (TableColumn("setting"), TableColumn("value"), TableColumn("changed"), TableColumn("meaning", text=True))
    words = f"Played with {', '.join(changed)}." if changed else "Played by the usual rules."
    words = " ".join(filter(None, [words, conditions.note]))
    ideas = {strategy.name: strategy.idea for strategy in catalogue(conditions.game, strategies_from).values()}
    names = dict.fromkeys(player.name for player in players)
    known = [(name, ", ".join(ideas.get(part, "") for part in bare_names(name))) for name in names]
    table = TableBlock(game.title, columns, rows)
    return Section("settings", "Settings", [Text(words), table, Glossary("The strategies", known)])


def how(command: str, facts: Sequence[Sequence[str]]) -> Section:
    """How it was done, what the numbers do not say, and the command that makes the page again."""
    words = (
        "Each strategy scores its legal moves and plays the best one. Intervals are over deals, because the games of "
        "one deal are not independent, and each holds for its own number alone unless the text says that it holds for "
        "all together. The numbers say how these strategies fare against each other, not how they would fare against "
        "people."
    )
    table = TableBlock("This run", (TableColumn("what"), TableColumn("value", text=True)), facts)
    return Section("how", "How this was done", [CommandBlock("The same page again:", command), Text(words), table])


def code_facts(content: GameContent) -> list[list[str]]:
    """The code and the machine that a page was made with."""
    title = games.find(content.result.conditions.game).title
    return [[f"rules of {title}", content.rules], *versions(), machine(), date()]


def command(settings: GameSettings) -> str:
    """The command that makes the same page."""
    words = ["knotlab", "report", settings.game, *map(str, settings.strategies), "--games", str(settings.games)]
    words += ["--seed", str(settings.seed)]
    words += ["--players", str(settings.players)] if settings.players else []
    words += [word for rule in settings.rules for word in ("--set", rule)]
    words += [word for file in settings.strategies_from for word in ("--strategies-from", str(file))]
    return shlex.join([*words, "--out", str(settings.out)])

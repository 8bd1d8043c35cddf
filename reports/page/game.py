"""The page about some strategies of one game, at a table of any size, by any rules."""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import polars as pl

from knotlab.analysis.report.game import GameContent, GameSettings
from knotlab.analysis.result import changed_settings
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.reports.page import game_front as front
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
from knotlab.reports.words.numbers import several
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
    contents: Sequence[GameContent]  # one for each size of table

    @property
    def content(self) -> GameContent:
        """What it shows of the first size of table."""
        return self.contents[0]

    def to_pandas(self) -> pd.DataFrame:
        """A row for each size of table (`players`) and strategy: its rates with their intervals."""
        frames = [standings_of(each).rates for each in self.contents]
        sizes = [each.result.conditions.players for each in self.contents]
        shown = [frame.drop(columns="players", errors="ignore") for frame in frames]
        return pd.concat(shown, keys=sizes, names=["players"]).reset_index("players").reset_index(drop=True)

    def games(self) -> pl.LazyFrame:
        """A row for each game of each player at tables of all sizes, lazily, as runs and tournaments have them."""
        return pl.concat([each.result.games() for each in self.contents], how="diagonal")


def write_page(contents: Sequence[GameContent], settings: GameSettings) -> GameReport:
    """Draw and write the page."""
    page = settings.out / "report.html"
    write_whole(page, draw(contents, settings).encode())
    return GameReport(page, contents)


def draw(contents: Sequence[GameContent], settings: GameSettings) -> str:
    """The page; its tables and plots are written next to it."""
    shown = [standings_of(each, f"-{each.result.conditions.players}" * (len(contents) > 1)) for each in contents]
    results = [results_of(*each, settings.out) for each in zip(contents, shown, strict=True)]
    sentences = [sentence for each in zip(contents, shown, results, strict=True) for sentence in front.sentences(*each)]
    first = contents[0]
    sizes = [each.conditions.players for each in shown]
    title, played, lead_of_all = front.title(contents, shown), results[0], lead(first)
    if len(contents) > 1:
        lead_of_all = " ".join(f"{n} players: {lead(each)}" for n, each in zip(sizes, contents, strict=True))
        played = [Section(f"with-{n}", f"{n} players", [], parts) for n, parts in zip(sizes, results, strict=True)]
    sections = [
        Section("findings", "At a glance", [Headlines(sentences), Text(front.CAUTION)]),
        *played,
        settings_section(shown, first.players, settings.strategies_from),
        how(command(settings), [*(row for each in contents for row in facts(each)), *code_facts(first)]),
    ]
    return render("page/report.html", title=title, lead=lead_of_all, sections=sections)


def results_of(content: GameContent, about: Standings, folder: Path) -> list[Section]:
    """The sections on one size of table."""
    possible = [parts.rates(about, folder), parts.places(about, folder), parts.seats(about, folder)]
    possible += [parts.who_beats_whom(about, folder)]
    result = content.result
    possible += [ratings(result, folder, about.stem("tournament"))] if isinstance(result, TournamentResult) else []
    return [section for section in possible if section]


def standings_of(content: GameContent, suffix: str = "") -> Standings:
    """The tables that both kinds of playing have."""
    result = content.result
    if isinstance(result, PlayResult):
        rates, places, seats, deals = result.to_pandas(), result.places(), result.by_seat(), result.deals
        against = f"{several(result.n_games, 'games')}, each deal in every rotation"
    else:
        rates, places, seats, deals = result.rates, result.places, result.seats, result.facts["deals"]
        against = "against others drawn at random from all"
    names = short_names(result.conditions.game, rates["strategy"])
    return Standings(result.conditions, names, rates, places, seats, content.pairs, deals, against, suffix)


def lead(content: GameContent) -> str:
    """How many games there were, and how seats were taken."""
    if isinstance(content.result, PlayResult):
        played = f"{several(content.games, 'games')} on {several(content.result.deals, 'deals')}"
        return f"{played}, every deal with every strategy in every seat."
    rated = content.result.facts["games"]
    return (
        f"{several(rated, 'games')}: on every deal each strategy plays in every seat against the same others, drawn at "
        f"random from all of them. Another {content.games - rated:,} show how much is chance, and what each "
        "strategy gains alone at a table of another."
    )


def facts(content: GameContent) -> list[list[str]]:
    """How many games were played, and how they ended."""
    result = content.result
    rows = [[f"games of {result.conditions.players} players", f"{content.games:,}"]]
    rows += [["record", result.conditions.record]]
    if isinstance(result, PlayResult):
        return [*rows, ["deals", f"{result.deals:,}"], *endings(result)]
    facts = result.facts
    rated = [["of these, for the rates", f"{facts['games']:,}"], ["deals for the rates", f"{facts['deals']:,}"]]
    return [*rows, *rated, ["unfinished games, for the rates", f"{100 * facts['unfinished']:.3g}%, counted as shared"]]


def endings(result: PlayResult) -> list[list[str]]:
    """How the games of a run ended, and how long they were."""
    facts = result.facts()
    share, stalled, capped = facts["unfinished_share"], facts["stalled"], facts["capped"]
    watch = ", ".join(f"{name}: number {index}" for name, index in facts["telling_games"].items())
    rows = [["unfinished games", f"{100 * share:.3g}% ({stalled:,} stalled, {capped:,} capped)"]]
    rows += [["mean length", f"{facts['mean_turns']:.0f} turns, {facts['decisions'] / result.n_games:.0f} decisions"]]
    return [*rows, *([["games worth watching", watch]] if watch else [])]


def ratings(result: TournamentResult, folder: Path, stem: str) -> Section:
    """Ratings with possible ranks, and where the spread of results comes from. stem: how names of files begin."""
    shown = relabelled(result)
    spread = tournament.spread_blocks(shown, folder, stem)
    tables = tournament.write_tables(result, stem, folder, tournament.RATINGS)
    plots = files(f"{stem}-ratings", *([f"{stem}-spread"] if spread else []))
    return Section(stem, "Ratings", [*tournament.rating_blocks(shown, folder, stem), *spread, Files([*tables, *plots])])


def settings_section(shown: Sequence[Standings], players: Sequence[Player], strategies_from: Sequence[Path]) -> Section:
    """The rules of these games, setting by setting, and the strategies with their ideas."""
    conditions, game = shown[0].conditions, games.find(shown[0].conditions.game)
    changed = changed_settings(conditions.game, conditions.players, conditions.rules)
    rows = [["players", " and ".join(str(each.conditions.players) for each in shown), "", "at the table"]]
    for setting in game.settings:
        usual, value = spelt(setting.default_for(conditions.players)), spelt(conditions.rules[setting.name])
        rows.append([setting.name, value, "" if value == usual else f"usually {usual}", setting.meaning])
    rows.append(["seed", f"{conditions.seed}", "", "of the deals"])
    columns = (TableColumn("setting"), TableColumn("value"), TableColumn("changed"), TableColumn("meaning", text=True))
    words = f"Played with {', '.join(changed)}." if changed else "Played by the usual rules."
    words = " ".join(filter(None, [words, replace(conditions, record="").note]))
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
    words += [word for size in settings.players for word in ("--players", str(size))]
    words += [word for rule in settings.rules for word in ("--set", rule)]
    words += [word for file in settings.strategies_from for word in ("--strategies-from", str(file))]
    return shlex.join([*words, "--out", str(settings.out)])

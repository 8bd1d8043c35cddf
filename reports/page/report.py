"""The report: one self-contained HTML page, with its plots (PNG, SVG) and tables (CSV) beside it."""

import platform
import time
from datetime import UTC, datetime
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from analysis.play import make_job
from analysis.provenance import package_version
from analysis.roundrobin import RoundRobin, entrants, round_robin
from reports.page import points
from reports.page.blocks import Block, Column, Command, Files, Findings, Picture, Replay, Section, Table, Terms, Text
from reports.page.template import render
from reports.plots import play as plots
from reports.plots.style import inline, save
from reports.progress import progress
from sim import games
from sim.errors import RunError
from sim.fanout import THREADS, cores
from sim.records import record
from strategies.library import catalogue

TABLE_SIZES = (2, 3, 4)
TREMBLE = 0.02
TITLE = "Who wins, who loses?"

# Games to watch in the page: who plays them.
WATCHED = {
    "twisted-knot": ("hoard-aces:tremble=0.02", "shed:tremble=0.02", "ten-chain:tremble=0.02"),
    "knotweed": ("cheapest:tremble=0.02", "hold-back:tremble=0.02", "finisher:tremble=0.02"),
    "twyst": ("threshold+solid", "cautious+solid", "threshold+solid", "random+high"),
}

RATES = (Column("strategy"), *(Column(head, number=True) for head in ("won, % [95 %]", "lost, % [95 %]", "mean place [95 %]", "games")))


class Found(NamedTuple):
    """A section of the page, what it says in a sentence for each of its parts, and the games played for it."""

    section: Section
    headlines: list[str]
    games: int


def write_report(out: Path, n_deals: int, seed: int, workers: int | None, backend: str = THREADS) -> Path:
    """Play a round robin of every game's strategies with 2, 3 and 4 players, as far as the game can be played so, and write the page; its path.

    Every strategy trembles in 2 % of its decisions, as plain scripts would else repeat themselves for ever in many games (TK-27).
    """
    started = time.perf_counter()
    try:
        out.mkdir(parents=True, exist_ok=True)
        found = [section(name, out, n_deals, seed, workers, backend) for name in games.names()]
        sections = [findings(found), *(one.section for one in found), to_watch(seed), how(n_deals, seed, time.perf_counter() - started)]
        played = sum(one.games for one in found)
        lead = f"{played:,} games between scripted strategies, every set of them at one table, on the same deals, each deal in all seatings."
        page = out / "report.html"
        page.write_text(render("page/report.html", title=TITLE, lead=lead, sections=sections), encoding="utf-8")
    except OSError as error:
        raise RunError(f"cannot write the report to {out}: {error.strerror}") from None
    return page


# --- the sections ---


def findings(found: list[Found]) -> Section:
    """What the numbers say, at a glance."""
    told = [(words, part.id, f"{one.section.title}, {part.title}") for one in found for words, part in zip(one.headlines, one.section.parts, strict=True)]
    return Section("findings", "At a glance", [Findings(told)])


def section(game: str, out: Path, n_deals: int, seed: int, workers: int | None, backend: str) -> Found:
    """One game's part of the page: ideas of its strategies, and a round robin for each number of players."""
    known = catalogue(game)
    names = [f"{name}:tremble={TREMBLE:g}" for name in entrants(game)]
    sizes = [n for n in TABLE_SIZES if games.find(game).players[0] <= n <= min(games.find(game).players[1], len(names))]
    parts, headlines, played = [], [], 0
    for n in sizes:
        with progress(f"{game}, {n} players", comb(len(names), n) * n * n_deals) as advance:
            found = round_robin(game, names, n, n_deals, seed=seed, workers=workers, backend=backend, on_progress=advance)
        ratings = named(found.ratings(), "strategy")
        by_kind, in_words = (part, headline) if games.find(game).has_places else (points.part, points.headline)
        parts.append(by_kind(found, ratings, out))
        headlines.append(in_words(ratings))
        played += found.games
    ideas = Terms("The strategies and their ideas", [(one.name, one.idea) for one in known.values()])
    return Found(Section(game, games.find(game).title, [ideas], parts), headlines, played)


def named(table: pd.DataFrame, *columns: str) -> pd.DataFrame:
    """A table with strategies by their names alone, without the tremble that all have."""
    return table.assign(**{column: table[column].str.removesuffix(f":tremble={TREMBLE:g}") for column in columns})


def part(found: RoundRobin, ratings: pd.DataFrame, out: Path) -> Section:
    """One round robin as a table and plots, written beside the page too; ratings: its own, with the strategies' names as they are shown."""
    stem = f"{found.game}-{found.n_players}-players"
    found.ratings().to_csv(out / f"{stem}-rates.csv", index=False)
    found.pairs().to_csv(out / f"{stem}-pairs.csv", index=False)
    title = f"{games.find(found.game).title}, {found.n_players} players"
    pairs, order = named(found.pairs(), "strategy", "against"), list(ratings["strategy"])
    rates_svg = inline(save(plots.rates(ratings, title, found.n_players), out / f"{stem}-rates"), f"{stem}-r", rates_words(ratings))
    ahead_svg = inline(save(plots.ahead(pairs, order, title), out / f"{stem}-ahead"), f"{stem}-a", ahead_words(pairs, order))
    names = [f"{stem}-rates.csv", f"{stem}-pairs.csv", f"{stem}-rates.png", f"{stem}-rates.svg", f"{stem}-ahead.png", f"{stem}-ahead.svg"]
    blocks: list[Block] = [
        Text(headline(ratings)),
        Table(f"Rates with {found.n_players} players, best first", RATES, [table_row(row) for row in ratings.to_dict("records")]),
        Picture(rates_svg, f"Games won and lost with {found.n_players} players, best first; where no bar is seen, it is smaller than the mark."),
        Picture(ahead_svg, f"Who finishes ahead of whom with {found.n_players} players, each pair taken by itself."),
        Text(f"{found.games:,} games, {found.unfinished:,} of them unfinished (stalled or capped; they count as shared).", soft=True),
        Files(names),
    ]
    return Section(stem, f"{found.n_players} players", blocks)


def to_watch(seed: int) -> Section:
    """A recorded game of each kind, with the scores of all legal moves."""
    records = [record(make_job(game, players, seed=seed), 0, why=True) for game, players in WATCHED.items()]
    words = (
        "A game of each kind, step by step, with every legal move and its score where somebody had a choice. Files that knotlab records wrote open here too."
    )
    return Section("watch", "Watch a game", [Text(words), Replay(records)])


def how(n_deals: int, seed: int, seconds: float) -> Section:
    """How it was done, what it does not say, and the run's facts."""
    words = (
        f"Each strategy scores its legal moves and plays the best; in {100 * TREMBLE:g} % of its choices it plays any legal move instead (without that, "
        "plain scripts repeat themselves for ever in many games). A rate is a mean over all tables that the strategy sat at and all its seats. Intervals are "
        "over deals: the games of one deal are not independent. The numbers say how these scripts do against each other, not how they would do against people."
    )
    facts = f"{n_deals:,} deals for each number of players, seed {seed}, knotlab {package_version()}, Python {platform.python_version()}, "
    facts += f"{platform.system()} {platform.machine()}, {cores()} cores, {seconds:.0f} s, {datetime.now(UTC):%Y-%m-%d}."
    return Section("how", "How this was done", [Text(words), Text(facts, soft=True), Command("Again:", f"knotlab report --deals {n_deals} --seed {seed}")])


# --- numbers and words ---


def table_row(row: dict[str, Any]) -> list[str]:
    """A strategy's numbers as they are printed."""

    def rate(metric: str) -> str:
        return f"{100 * row[metric]:.2f} [{100 * row[f'{metric}_low']:.2f}, {100 * row[f'{metric}_high']:.2f}]"

    place = f"{row['mean_place']:.3f} [{row['mean_place_low']:.3f}, {row['mean_place_high']:.3f}]"
    return [row["strategy"], rate("win_rate"), rate("loss_rate"), place, f"{row['games']:,}"]


def headline(ratings: pd.DataFrame) -> str:
    """What the numbers say in a sentence."""
    best, second, worst = ratings.iloc[0], ratings.iloc[1], ratings.iloc[-1]
    lead = f"{best['strategy']} loses least, {100 * best['loss_rate']:.1f}\u00a0% of its games"
    if best["loss_rate_high"] >= second["loss_rate_low"]:
        lead += f", though {second['strategy']} ({100 * second['loss_rate']:.1f}\u00a0%) is too close to tell"
    return f"{lead}; {worst['strategy']} loses most, {100 * worst['loss_rate']:.1f}\u00a0%."


def rates_words(ratings: pd.DataFrame) -> str:
    """The rates plot for those who cannot see it."""
    each = "; ".join(f"{row['strategy']} won {100 * row['win_rate']:.1f} %, lost {100 * row['loss_rate']:.1f} %" for row in ratings.to_dict("records"))
    return f"Dot plot of win and loss rates with 95 % intervals. {each}."


def ahead_words(pairs: pd.DataFrame, order: list[str]) -> str:
    """The pair plot for those who cannot see it."""
    top = pairs[pairs["strategy"] == order[0]]
    each = "; ".join(f"{row['against']} in {100 * row['ahead']:.1f} %" for row in top.to_dict("records"))
    return f"Heat map of how often each strategy finishes ahead of each other. {order[0]} finishes ahead of {each}."

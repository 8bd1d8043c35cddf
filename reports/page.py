"""The report: one self-contained HTML page, with its plots (PNG, SVG) and tables (CSV) beside it."""

import html
import platform
import re
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, FileSystemLoader, select_autoescape

from analysis.provenance import package_version
from analysis.roundrobin import RoundRobin, round_robin
from reports import plots
from reports.progress import progress
from reports.style import save
from sim import games
from sim.errors import RunError
from sim.fanout import THREADS, cores
from strategies.library import catalogue

TABLE_SIZES = (2, 3, 4)
TREMBLE = 0.02


def write_report(out: Path, n_deals: int, seed: int, workers: int | None, backend: str = THREADS) -> Path:
    """Play a round robin of every game's strategies with 2, 3 and 4 players and write the page; its path.

    Every strategy trembles in 2 % of its decisions, as plain scripts would else repeat themselves for ever in many games (TK-27).
    """
    started = time.perf_counter()
    try:
        out.mkdir(parents=True, exist_ok=True)
        sections = [section(name, out, n_deals, seed, workers, backend) for name in games.names() if games.find(name).has_places]
        facts = run_facts(sections, n_deals, seed, time.perf_counter() - started)
        environment = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=select_autoescape(["html"]))
        page = out / "report.html"
        page.write_text(environment.get_template("report.html").render(sections=sections, facts=facts), encoding="utf-8")
    except OSError as error:
        raise RunError(f"cannot write the report to {out}: {error.strerror}") from None
    return page


def section(game: str, out: Path, n_deals: int, seed: int, workers: int | None, backend: str) -> dict[str, Any]:
    """One game's part of the page: ideas of its strategies, and a round robin for each number of players."""
    known = catalogue(game)
    names = [f"{name}:tremble={TREMBLE:g}" for name in known]
    sizes = [n for n in TABLE_SIZES if games.find(game).players[0] <= n <= min(games.find(game).players[1], len(names))]
    parts = []
    for n in sizes:
        total = _games(len(names), n, n_deals)
        with progress(f"{game}, {n} players", total) as advance:
            found = round_robin(game, names, n, n_deals, seed=seed, workers=workers, backend=backend, on_progress=advance)
        parts.append(part(found, out))
    ideas = [{"name": one.name, "idea": one.idea} for one in known.values()]
    return {"game": game, "title": games.find(game).title, "parts": parts, "ideas": ideas, "games": sum(p["games"] for p in parts)}


def _games(m: int, n: int, n_deals: int) -> int:
    """Games in a round robin."""
    count = 1
    for k in range(n):
        count = count * (m - k) // (k + 1)
    return count * n * n_deals


def part(found: RoundRobin, out: Path) -> dict[str, Any]:
    """One round robin as tables and plots, written beside the page too."""
    short = {name: name.partition(":")[0] for name in found.names}
    ratings, pairs = found.ratings(), found.pairs()
    stem = f"{found.game}-{found.n_players}-players"
    ratings.to_csv(out / f"{stem}-rates.csv", index=False)
    pairs.to_csv(out / f"{stem}-pairs.csv", index=False)
    ratings["strategy"] = ratings["strategy"].map(short)
    pairs = pairs.assign(strategy=pairs["strategy"].map(short), against=pairs["against"].map(short))
    order = list(ratings["strategy"])
    return {
        "players": found.n_players,
        "games": found.games,
        "deals": found.deals,
        "unfinished": found.unfinished,
        "rows": [table_row(row) for row in ratings.to_dict("records")],
        "headline": headline(ratings),
        "rates_svg": inline(save(plots.rates(ratings, found.n_players), out / f"{stem}-rates"), f"{stem}-r", rates_words(ratings)),
        "ahead_svg": inline(
            save(plots.ahead(pairs, order, found.n_players), out / f"{stem}-ahead"), f"{found.game}-a{found.n_players}", ahead_words(pairs, order)
        ),
        "files": [f"{stem}-rates.csv", f"{stem}-pairs.csv", f"{stem}-rates.png", f"{stem}-rates.svg", f"{stem}-ahead.png", f"{stem}-ahead.svg"],
    }


def table_row(row: dict[str, Any]) -> dict[str, str]:
    """A strategy's numbers as they are printed."""

    def rate(metric: str) -> str:
        return f"{100 * row[metric]:.2f} [{100 * row[f'{metric}_low']:.2f}, {100 * row[f'{metric}_high']:.2f}]"

    place = f"{row['mean_place']:.3f} [{row['mean_place_low']:.3f}, {row['mean_place_high']:.3f}]"
    return {"strategy": row["strategy"], "won": rate("win_rate"), "lost": rate("loss_rate"), "place": place, "games": f"{row['games']:,}"}


def headline(ratings: pd.DataFrame) -> str:
    """What the numbers say in a sentence."""
    best, second, worst = ratings.iloc[0], ratings.iloc[1], ratings.iloc[-1]
    lead = f"{best['strategy']} loses least, {100 * best['loss_rate']:.1f} % of its games"
    if best["loss_rate_high"] >= second["loss_rate_low"]:
        lead += f", though {second['strategy']} ({100 * second['loss_rate']:.1f} %) is too close to tell"
    return f"{lead}; {worst['strategy']} loses most, {100 * worst['loss_rate']:.1f} %."


def rates_words(ratings: pd.DataFrame) -> str:
    """The rates plot for those who cannot see it."""
    each = "; ".join(f"{row['strategy']} won {100 * row['win_rate']:.1f} %, lost {100 * row['loss_rate']:.1f} %" for row in ratings.to_dict("records"))
    return f"Dot plot of win and loss rates with 95 % intervals. {each}."


def ahead_words(pairs: pd.DataFrame, order: list[str]) -> str:
    """The pair plot for those who cannot see it."""
    top = pairs[pairs["strategy"] == order[0]]
    each = "; ".join(f"{row['against']} in {100 * row['ahead']:.1f} %" for row in top.to_dict("records"))
    return f"Heat map of how often each strategy finishes ahead of each other. {order[0]} finishes ahead of {each}."


def inline(svg: str, prefix: str, words: str) -> str:
    """A figure to stand in the page: ids made unique there, a title for screen readers, no fixed size."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r'id="([^"]+)"', rf'id="{prefix}-\1"', body)
    body = re.sub(r'(href="#|url\(#)([^")]+)', rf"\1{prefix}-\2", body)
    tag, _, rest = body.partition(">")
    tag = re.sub(r' (?:width|height)="[^"]*"', "", tag)
    label = html.escape(words, quote=True)
    return f'<svg role="img" aria-label="{label}"{tag.removeprefix("<svg")}>{rest}'


def run_facts(sections: list[dict[str, Any]], n_deals: int, seed: int, seconds: float) -> dict[str, Any]:
    """The run in a few facts, for the page's foot."""
    return {
        "games": f"{sum(section['games'] for section in sections):,}",
        "deals": f"{n_deals:,}",
        "seed": seed,
        "tremble": f"{100 * TREMBLE:g} %",
        "seconds": f"{seconds:.0f}",
        "machine": f"{platform.system()} {platform.machine()}, {cores()} cores",
        "version": package_version(),
        "python": platform.python_version(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
    }

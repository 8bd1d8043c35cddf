"""Duels kept in run folders: written once they are settled, and checked against their deals when they are read."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from knotlab.analysis import kept
from knotlab.analysis.duels.designs import shape_of, unit_of_effects
from knotlab.analysis.duels.question import QuestionFacts, hash_of
from knotlab.analysis.duels.result import DuelResult
from knotlab.analysis.duels.totals import Blocks, Totals, blocks_of, count_up
from knotlab.analysis.runs.parts import with_pieces
from knotlab.analysis.stats.metrics import POINTS_MARGIN, metric_named, metrics_of
from knotlab.analysis.stats.watching import Goal, Watcher
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.storage.store import RunFolder

RESULT = "result.json"


def keep(result: DuelResult, folder: Path) -> None:
    """Write a result into its run folder."""
    kept.write(folder / RESULT, with_pieces(result.facts(), folder))


def read(folder: Path) -> DuelResult:
    """The result of a duel in a run folder, checked against the deals beside it.

    Raises
    ------
    InputError
        If there is none, or it is damaged, or was edited.
    """
    file, run = folder / RESULT, RunFolder(folder)
    if not file.exists():
        raise InputError(f"{folder} has no verdict yet; give the same duel with --out {folder} again to go on")
    try:
        result = kept.from_plain(DuelResult, kept.load(file))
        identity = run.manifest()["identity"]
        _compare(result.question, kept.from_plain(QuestionFacts, identity.get("question")), "its question")
        _compare(kept.as_plain(result.pilot), identity.get("pilot"), "its pilot")
        _confirm(result, run)
    except InputError:
        raise
    except (ValueError, ArithmeticError) as error:
        raise InputError(
            f"{file} is damaged ({error}); remove it, and the same duel with --out {folder} writes it again"
        ) from None
    return result


def _confirm(result: DuelResult, run: RunFolder) -> None:
    """Raise ValueError unless a result is what the deals beside it say."""
    question, n = result.question, result.question["players"]
    game = games.find(question["game"])
    metric, shape = metric_named(game, question["metric"]), shape_of(question["design"], n, result.pilot.single)
    margin = question["margin"] if question["margin"] is not None else POINTS_MARGIN * result.pilot.payoff_sd
    watcher = Watcher(result.watch, unit_of_effects(shape, n, metric), Goal(result.deals, precision=-1.0))
    totals = Totals(metrics_of(game), shape, n)
    if result.path:
        count_up(_played(run, totals, result.deals), metric, watcher, totals)
    computed = {
        "hash": hash_of(question),
        "margin": margin,
        "reach": metric.reach or max(result.pilot.largest, margin),
        "games_per_deal": shape.games,
        "path": watcher.path,
        "rows": totals.rows(watcher, metric.name),
        "unfinished_games": totals.unfinished,
    }
    for name, value in computed.items():
        _compare(kept.as_plain(getattr(result, name)), kept.as_plain(value), f"its {name.replace('_', ' ')}")


def _played(run: RunFolder, totals: Totals, deals: int) -> Iterator[Blocks]:
    """The first deals of a run folder as sums, part by part."""
    for number in range(run.n_parts):
        part = run.read_part(number, 0)
        if part is None:
            raise ValueError(f"part {number} of its deals is missing")
        yield blocks_of(totals.metrics, part.filter(pl.col("deal") < deals))


def _compare(kept_value: Any, computed: Any, name: str) -> None:
    """Raise ValueError unless two pieces of plain data are the same, numbers but for their last digits."""
    if not _is_same(kept_value, computed):
        raise ValueError(f"{name} is not what the deals beside it say")


def _is_same(a: Any, b: Any) -> bool:
    """Whether two pieces of plain data are the same."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_is_same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_is_same, a, b))
    if isinstance(a, float) or isinstance(b, float):
        numbers = isinstance(a, int | float) and isinstance(b, int | float)
        return numbers and math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)
    return bool(a == b)

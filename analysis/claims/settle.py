"""Settling one cell: a duel by `knotlab.analysis.duels.duel`, a contrast or a what-if by the same sequence of looks
over deals of its own.
"""

import json
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from knotlab.analysis.claims import branches, contrast
from knotlab.analysis.claims.cells import Cell
from knotlab.analysis.claims.finding import Finding
from knotlab.analysis.claims.kept import read_again
from knotlab.analysis.claims.record import (
    LOOK_EVERY,
    Terms,
    kind_of,
    look_every,
    name_of,
    question_of,
    record,
    tables_of,
)
from knotlab.analysis.claims.tip import Contrast, Duel, WhatIf
from knotlab.analysis.duels.designs import Design
from knotlab.analysis.duels.duel import CAP_TIMES, SKEWED_TIMES, duel
from knotlab.analysis.duels.pilot import PIECES, PILOT_DEALS, skewness_of
from knotlab.analysis.duels.result import DuelResult
from knotlab.analysis.runs.batches import in_batches
from knotlab.analysis.runs.provenance import provenance
from knotlab.analysis.stats.metrics import metric_named
from knotlab.analysis.stats.sequence import (
    FIRST_LOOK,
    UNDECIDED,
    VERDICTS,
    Watch,
    deals_for_skewness,
    deals_to_decide,
    planned_deals,
)
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict
from knotlab.analysis.stats.watching import Goal, Watcher
from knotlab.sim import games
from knotlab.sim.fanout import fan_out
from knotlab.sim.files import write_whole
from knotlab.sim.job import Job, compile_ahead
from knotlab.sim.json_data import json_ready, numbers_again
from knotlab.sim.store import RunFolder

BATCH_DEALS = 500
FINDING = "finding.json"
STEPS = 2**24  # whole numbers to one unit of an effect, so that sums are exact in any order


def prepare(cell: Cell, terms: Terms) -> None:
    """Compile all that a cell plays."""
    if isinstance(cell.experiment, Duel):
        design: Design = question_of(cell, terms).lineups()
        design.compile()
        return
    tables = tables_of(cell, terms)
    compile_ahead(*(job for companies in tables for job in companies), log=True)


def settle(
    cell: Cell,
    terms: Terms,
    out: Path | None = None,
    rest: int | None = None,
    workers: int = 1,
    on_look: Callable[[], Any] | None = None,
) -> Finding:
    """Play a cell until its verdict or its cap, or for now until `rest` deals. out: a folder that keeps each cell's
    deals in one of its own.
    """
    folder = None if out is None else folder_of(cell, terms, out)
    if kept := read(folder):
        return kept
    started = time.perf_counter()
    if isinstance(cell.experiment, Duel):
        result = duel(
            question_of(cell, terms), rest=rest, workers=workers, out=folder, on_look=lambda *_: on_look and on_look()
        )
        found = of_duel(cell, terms, result)
    else:
        found = _measure(cell, terms, folder, rest, workers, on_look or (lambda: None), started)
    if folder and found.is_settled:
        with RunFolder(folder).locked(), RunFolder(folder).writing():
            write_whole(folder / FINDING, json.dumps(json_ready(asdict(found)), indent=1).encode())
    return found


def settled(cell: Cell, terms: Terms, out: Path) -> Finding | None:
    """What a folder holds of a cell that was settled before, if anything."""
    return read(folder_of(cell, terms, out))


def kept_deals(cell: Cell, terms: Terms, out: Path) -> int:
    """How many deals, about, a folder holds of a cell."""
    run = RunFolder(folder_of(cell, terms, out))
    return run.n_parts * run.manifest()["identity"]["part_deals"] if run.n_parts else 0


def folder_of(cell: Cell, terms: Terms, out: Path) -> Path:
    """A cell's own folder in one for all."""
    return out / f"{cell.tip.id}-{name_of(cell, terms)}"


def unplayed(cell: Cell, terms: Terms) -> Finding:
    """A cell that the time did not reach."""
    nan = math.nan
    return Finding(
        **_names(cell, terms),
        verdict=Verdict.UNDECIDED,
        about_tip=Verdict.UNDECIDED,
        effect=nan,
        low=nan,
        high=nan,
        margin=told_margin(cell, terms, Verdict.UNDECIDED),
        unit=of_unit(cell),
        is_size_open=False,
        deals=0,
        games=0,
        vrf=nan,
        in_play=nan,
        unfinished=nan,
        is_settled=False,
        to_decide=None,
        seconds=0.0,
    )


def of_unit(cell: Cell) -> str:
    """In what a cell's effects are told."""
    asked = cell.experiment
    return metric_named(games.find(cell.tip.game), asked.metric).name if isinstance(asked, Duel) else asked.unit


def read(folder: Path | None) -> Finding | None:
    """A settled cell from its folder, if it is there."""
    if folder is None or not (folder / FINDING).exists():
        return None
    return read_again(folder / FINDING, lambda told: Finding(**numbers_again(told)))


# --- duels ---


def of_duel(cell: Cell, terms: Terms, result: DuelResult) -> Finding:
    """What a duel says about a claim."""
    is_settled = result.verdict != Verdict.UNDECIDED or result.deals >= result.cap
    verdict, (low, high) = result.verdict, _sound(result.low, result.high, result.reach)
    return Finding(
        **_names(cell, terms),
        verdict=verdict,
        about_tip=about_tip(cell, verdict),
        effect=result.effect,
        low=low,
        high=high,
        margin=told_margin(cell, terms, verdict),
        unit=result.question["metric"],
        is_size_open=is_size_open(cell, verdict, low, high),
        deals=result.deals,
        games=result.games,
        vrf=result.pilot.reduction,
        in_play=result.pilot.differing_deals,
        unfinished=result.unfinished,
        is_settled=is_settled,
        to_decide=result.deals_to_decide,
        seconds=result.seconds,
        cap=result.cap,
        in_choices=result.pilot.differing_decisions,
        beside={
            row["metric"]: [row["effect"], row["low"], row["high"]]
            for row in result.rows
            if row["metric"] != result.question["metric"]
        },
    )


def _names(cell: Cell, terms: Terms) -> dict[str, Any]:
    """What a finding repeats of its cell."""
    names = {
        "tip": cell.tip.id,
        "cell": cell.name,
        "label": cell.experiment.label,
        "kind": kind_of(cell),
        "players": cell.players,
    }
    return names | {
        "field": cell.field_name,
        "rules": " ".join(cell.rules),
        "alpha": terms.alpha,
        "hash": name_of(cell, terms),
    }


def _sound(low: float, high: float, reach: float) -> tuple[float, float]:
    """An interval, nan while it is as wide as can be: no look was sound yet."""
    return (low, high) if low > -reach or high < reach else (math.nan, math.nan)


def told_margin(cell: Cell, terms: Terms, verdict: Verdict) -> float:
    """The margin that a verdict rests on: the declared one, unless wider ones said that nothing matters."""
    declared: float = cell.experiment.margin
    return declared if verdict in (Verdict.SUPPORTED, Verdict.REFUTED) else declared * terms.wider


def is_size_open(cell: Cell, verdict: Verdict, low: float, high: float) -> bool:
    """Whether the direction is certain, but not that the effect matters."""
    margin: float = cell.experiment.margin
    return verdict in (Verdict.SUPPORTED, Verdict.REFUTED) and not (low > margin or high < -margin)


def about_tip(cell: Cell, verdict: Verdict) -> Verdict:
    """What an experiment's verdict says about the tip."""
    return verdict if verdict in NO_ANSWER else Verdict(cell.experiment.means[verdict])


# --- contrasts and what-ifs ---


@dataclass(frozen=True)
class Pilot:
    """What the pilot saw: the numbers by which effects are centred; the spread, the largest and the skewness of D; the
    share of deals with a case; the design's worth."""

    facts: dict[str, float]
    sd: float
    largest: float
    skewness: float
    in_play: float
    vrf: float


def effects(cell: Cell, deals: pl.DataFrame, facts: dict[str, float]) -> np.ndarray:
    """D of each deal, + for the claim (or the first branch)."""
    if isinstance(cell.experiment, Contrast):
        return contrast.effects(deals, cell.experiment, facts)
    return deals["one_n"].to_numpy() / facts["one_cases"]


def assess(cell: Cell, deals: pl.DataFrame) -> Pilot:
    """What a pilot's deals tell."""
    in_play = float((deals["one_m"] != 0).mean())  # type: ignore[arg-type]
    if in_play == 0:
        return Pilot({}, math.nan, math.nan, 0.0, 0.0, math.nan)
    vrf = math.nan
    if isinstance(cell.experiment, Contrast):
        facts = contrast.centre(deals, cell.experiment)
    else:
        facts = {"one_cases": in_play}
        cases = deals.filter(pl.col("one_m") != 0)
        apart, together = (
            (cases[name].to_numpy().var() for name in ("first", "second")),
            (cases["first"] - cases["second"]).to_numpy().var(),
        )
        vrf = float(sum(apart) / together) if together > 0 else math.nan
    found = (
        effects(cell, deals, facts)
        if all(facts[name] > 0 for name in facts if name.endswith("cases"))
        else np.full(2, math.nan)
    )
    return Pilot(
        facts,
        float(found.std(ddof=1)),
        float(np.abs(found).max()),
        skewness_of(found),
        in_play if np.isfinite(found).all() else 0.0,
        vrf,
    )


def _measure(
    cell: Cell,
    terms: Terms,
    folder: Path | None,
    rest: int | None,
    workers: int,
    on_look: Callable[[], Any],
    started: float,
) -> Finding:
    """Settle a cell that is no duel."""
    prepare(cell, terms)
    tables, asked = tables_of(cell, terms), cell.experiment
    table = tables[0][0]
    play: Any = contrast.play if isinstance(asked, Contrast) else partial(branches.play, files=terms.strategies_from)
    arguments: Any = (asked, tables if isinstance(asked, Contrast) else tables[0])
    run = RunFolder(folder) if folder else None
    pilot = _kept_pilot(run) or assess(cell, _pilot_deals(play, arguments, workers, rough=terms.wider > 1))
    margin = asked.margin * terms.wider
    if not pilot.in_play > 0 or not pilot.sd > 0:
        return _finding(cell, terms, pilot, None, 0, math.nan, time.perf_counter() - started)
    planned = planned_deals(pilot.sd, margin, terms.alpha)
    watch = Watch(margin, terms.alpha, max(_reach(cell, pilot), margin), planned, asked.margin)
    cap = max(
        CAP_TIMES * planned,
        int(SKEWED_TIMES * deals_for_skewness(pilot.skewness, terms.alpha)),
        int(watch.enough_for_equivalent) + 1,
        FIRST_LOOK,
    )
    every = look_every(tables)
    cap = -(-cap // every) * every if every > LOOK_EVERY else cap
    deals = cap if rest is None else min(cap, -(-rest // BATCH_DEALS) * BATCH_DEALS)
    if run:
        run.open(_identity(cell, terms, table, pilot), provenance(table, terms.strategies_from), cap)
    watcher, played = Watcher(watch, STEPS, Goal(cap), every), np.zeros(len(contrast.PLAYED))
    for frame in in_batches(play, (*arguments, "play"), deals, BATCH_DEALS, 1, folder=run, workers=workers):
        watcher.add(np.rint(effects(cell, frame, pilot.facts) * STEPS).astype(np.int64))
        played += frame.select(contrast.PLAYED).sum().to_numpy()[0]
        on_look()
        if watcher.is_done:
            break
    unfinished = float(played[1] / played[0]) if played[0] else math.nan
    return _finding(
        cell, terms, pilot, watcher, len(tables) * table.rotations, unfinished, time.perf_counter() - started
    )


def _reach(cell: Cell, pilot: Pilot) -> float:
    """The largest |D| that is possible where the payoff has a bound; else the pilot's."""
    asked = cell.experiment
    if not isinstance(asked, WhatIf):
        return pilot.largest
    bound = 0.5 if asked.at_best is not None else metric_named(games.find(cell.tip.game), asked.metric).reach
    return pilot.largest if bound is None else bound / pilot.facts["one_cases"]


_PIECE = PILOT_DEALS // PIECES
_LEAST_CASES = (
    400  # deals with a case that a pilot looks for, so that their share, by which effects are told, is known well
)
_MOST_PILOT = 64 * PILOT_DEALS


def _pilot_deals(play: Any, arguments: tuple[Any, ...], workers: int, rough: bool = False) -> pl.DataFrame:
    """The pilot's deals: more of them, up to a bound, where cases are rare. rough: wide margins make do with an eighth
    of them, and a quarter of the cases.
    """
    deals = pl.DataFrame()
    least, begin = (_LEAST_CASES // 4, PIECES // 8) if rough else (_LEAST_CASES, PIECES)
    while deals.height < _MOST_PILOT and (not deals.height or (deals["one_m"] != 0).sum() < least):
        first = deals.height
        pieces = max(begin, first // _PIECE)
        deals = pl.concat(
            [deals, *fan_out(play, [(*arguments, "pilot", first + i * _PIECE, _PIECE) for i in range(pieces)], workers)]
        )
    return deals


def _finding(
    cell: Cell, terms: Terms, pilot: Pilot, watcher: Watcher | None, games: int, unfinished: float, seconds: float
) -> Finding:
    """What a contrast or what-if says about a claim. games: on each deal, rollouts not counted (of those that only
    look for a position none are)."""
    looks = watcher.path if watcher else []
    last = looks[-1] if looks else None
    verdict = VERDICTS[last.verdict] if last else Verdict.NEVER_CAME_UP if watcher is None else VERDICTS[UNDECIDED]
    asked = cell.experiment
    more = (
        deals_to_decide(watcher.watch, watcher.sums.moments(STEPS))
        if watcher and last and verdict == Verdict.UNDECIDED
        else None
    )
    low, high = _sound(last.low, last.high, watcher.watch.reach) if watcher and last else (math.nan, math.nan)
    games += 2 * (asked.rollouts if asked.at_best is None else asked.judged) if isinstance(asked, WhatIf) else 0
    return Finding(
        **_names(cell, terms), verdict=verdict, about_tip=about_tip(cell, verdict),
        effect=last.mean if last else math.nan,
        low=low, high=high, margin=told_margin(cell, terms, verdict), unit=asked.unit,  # type: ignore[union-attr]
        is_size_open=is_size_open(cell, verdict, low, high),
        deals=last.deals if last else 0, games=last.deals * games if last else 0, vrf=pilot.vrf, in_play=pilot.in_play,
        unfinished=unfinished, is_settled=watcher is None or watcher.is_done, to_decide=more, seconds=seconds,
        cap=watcher.goal.cap if watcher else 0,
    )  # fmt: skip


def _identity(cell: Cell, terms: Terms, table: Job, pilot: Pilot) -> dict[str, Any]:
    """All on which the deals of a cell depend."""
    told: dict[str, Any] = json.loads(json.dumps(record(cell, terms), default=str))
    names = {
        "command": "claims",
        "game": table.game,
        "rules": told["rules"][0],
        "strategies": told["strategies"][0],
        "seed": table.seed,
    }
    return names | {
        "fixed_seats": table.fixed_seats,
        "part_deals": BATCH_DEALS,
        "claim": told,
        "pilot": json_ready(asdict(pilot)),
    }


def _kept_pilot(run: RunFolder | None) -> Pilot | None:
    """The pilot of the same cell in its folder, whose name vouches for it."""
    if run is None or not (run.path / "manifest.json").exists():
        return None
    return Pilot(**numbers_again(run.manifest()["identity"]["pilot"]))

"""Twyst: how the bidding guide changes under the other reading of a ruling, with other players of the cards, and where matches to a target count."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from analysis.bids import KINDS, Bids, Thresholds, choice, force_bids, gain_there_is, solo_crossing
from analysis.guide import LEAST_DEALS, thresholds_of
from analysis.play import DEFAULT_SEED, make_job
from analysis.tune import make_task
from analysis.tune_result import sensitivity
from sim.errors import InputError
from sim.twyst.state import SEATS

TARGETS = (150, 500, 1000)


def cases_of(strategy: str, players: Sequence[str]) -> list[tuple[str, str, tuple[str, ...]]]:
    """What is compared: a name, the strategy of all four, settings. The strategy as it is comes first."""
    bidder, _, usual = strategy.partition("+")
    others = [(f"{name} plays the cards", f"{bidder}+{name}", ()) for name in players if name != usual]
    return [("as it is", strategy, ()), ("lost=shortfall", strategy, ("lost=shortfall",)), *others]


def by_case(
    strategy: str,
    deals: int,
    players: Sequence[str],
    *,
    seed: int = DEFAULT_SEED,
    strategies_from: Sequence[Path | str] = (),
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> pd.DataFrame:
    """A row a case: where each solo begins to pay (crossing of the forced bids, 95 % interval), the numerals that score most, and what other thresholds
    gain there in one seat over those of the strategy. Raises InputError if the strategy does not bid by thresholds or the deals are too few."""
    if deals < LEAST_DEALS:
        raise InputError(f"forced bids take {LEAST_DEALS:,} deals or more, not {deals}")
    told = thresholds_of(strategy, strategies_from)
    cases = cases_of(strategy, players)
    jobs = {name: make_job("twyst", [spelling] * SEATS, seed=seed, rules=rules, strategies_from=strategies_from) for name, spelling, rules in cases}
    rows = [{"case": name} | _row(force_bids(replace(job, purpose="select"), 0, deals, workers, on_progress), told) for name, job in jobs.items()]
    return pd.DataFrame(rows)


def _row(bids: Bids, told: Thresholds) -> dict[str, Any]:
    """Where bids begin to pay on some deals."""
    row: dict[str, Any] = {"deals": len(bids)}
    for kind in KINDS[:3]:
        cross = solo_crossing(choice(bids, told, kind), kind)
        row |= {kind: cross.value, f"{kind}_low": cross.low, f"{kind}_high": cross.high}
    best, gain = gain_there_is(bids, told)
    return row | {"numeral": best.numeral, "slope": best.slope, "gain": gain.value, "gain_low": gain.low, "gain_high": gain.high}


def by_target(
    strategy: str,
    matches: int,
    targets: Sequence[int] = TARGETS,
    *,
    seed: int = DEFAULT_SEED,
    strategies_from: Sequence[Path | str] = (),
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> pd.DataFrame:
    """A row for each target and step of a threshold: what the step in one seat changes in the share of matches won, with intervals that hold together for
    a target (95 %). matches: by deals on which they begin, each is played in all seats."""
    frames = []
    for target in targets:
        task = make_task(
            "twyst", strategy, field=[strategy] * (SEATS - 1), n_players=SEATS, dials=list(Thresholds._fields), target=target, seed=seed,
            strategies_from=strategies_from,
        )  # fmt: skip
        frames.append(sensitivity(task, task.space.player, matches, workers, on_progress).assign(target=target))
    return pd.concat(frames, ignore_index=True)

"""Twyst: how the bidding guide changes under the other reading of a ruling, with other players of the cards, and where
matches to a target count.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from knotlab.analysis.bidding.bids import KINDS, Bids, Thresholds, choice, force_bids, gain_there_is, solo_crossing
from knotlab.analysis.bidding.guide import LEAST_DEALS, thresholds_of
from knotlab.analysis.runs.play import DEFAULT_SEED, make_job
from knotlab.analysis.runs.table import Table
from knotlab.analysis.tuning.result import sensitivity
from knotlab.analysis.tuning.task import make_task
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.settings import make_rules, split

TARGETS = (150, 500, 1000)
HOLDS, CHANGES, OPEN = "holds", "changes", "open"
WIDER = 3  # times the usual margin for other players of the cards: a good one takes long, so there are fewer deals


class Case(NamedTuple):
    """What the guide is compared under: a name, the strategy of all four, settings."""

    name: str
    strategy: str
    rules: tuple[str, ...] = ()


def other_rulings(strategy: str, rules: Sequence[str] = ()) -> list[Case]:
    """The strategy under the given settings, and under the other scoring of failed contracts."""
    usual = make_rules(games.find("twyst"), SEATS, rules)["lost"]
    other = "lost=others" if usual == "shortfall" else "lost=shortfall"
    unchanged = [rule for rule in rules if split(rule)[0] != "lost"]
    return [Case("as it is", strategy, tuple(rules)), Case(other, strategy, (*unchanged, other))]


def other_players(strategy: str, players: Sequence[str], rules: Sequence[str] = ()) -> list[Case]:
    """The strategy as it is, and with others who play the cards."""
    bidder, _, usual = strategy.partition("+")
    others = [(f"{name} plays the cards", f"{bidder}+{name}") for name in players if name != usual]
    return [Case(name, spelling, tuple(rules)) for name, spelling in [("as it is", strategy), *others]]


def usual_margin(strategy: str, rules: Sequence[str] = (), strategies_from: Sequence[Path | str] = ()) -> float:
    """The smallest difference that matters to the tuner of a strategy against itself, in points per deal; raises
    InputError if it does not bid by thresholds.
    """
    thresholds_of(strategy, strategies_from)
    return make_task(
        Table("twyst", SEATS, rules, strategies_from=strategies_from), strategy, field=[strategy] * (SEATS - 1)
    ).margin


def by_case(
    cases: Sequence[Case],
    deals: int,
    margin: float,
    *,
    seed: int = DEFAULT_SEED,
    strategies_from: Sequence[Path | str] = (),
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> pd.DataFrame:
    """One row per case: where each solo begins to pay (crossing of the forced bids, 95% interval), the numerals that
    score most, what other thresholds gain there in one seat over those of the first case's strategy, and what that says
    of the guide against a margin in points per deal (`HOLDS`, `CHANGES`, `OPEN`).

    Parameters
    ----------
    cases
        Strategies with the rules that each plays by; the first is what the others are compared with.
    deals
        Deals on which every bid is tried.
    margin
        The smallest difference that matters, in points per deal.
    seed
        Of the random numbers.
    strategies_from
        Files with further strategies.
    workers
        None for one per core.
    on_progress
        Called with the number of further hands that are done.

    Returns
    -------
    pandas.DataFrame
        The rows.

    Raises
    ------
    InputError
        If a strategy does not bid by thresholds, or the deals are too few.
    """
    if deals < LEAST_DEALS:
        raise InputError(f"forced bids take {LEAST_DEALS:,} deals or more, not {deals}")
    thresholds = thresholds_of(cases[0].strategy, strategies_from)
    jobs = [
        make_job("twyst", [case.strategy] * SEATS, seed=seed, rules=case.rules, strategies_from=strategies_from)
        for case in cases
    ]
    rows = [
        _row(force_bids(replace(job, purpose="select"), 0, deals, workers, on_progress), thresholds) for job in jobs
    ]
    return pd.DataFrame(
        [
            {"case": case.name} | row | {"margin": margin, "guide": _verdict(row, margin)}
            for case, row in zip(cases, rows, strict=True)
        ]
    )


def _verdict(row: dict[str, Any], margin: float) -> str:
    """What the gain of other thresholds says of the guide."""
    if row["gain_low"] > margin:
        return CHANGES
    return HOLDS if row["gain_high"] < margin else OPEN


def _row(bids: Bids, thresholds: Thresholds) -> dict[str, Any]:
    """Where bids begin to pay on some deals."""
    row: dict[str, Any] = {"deals": len(bids)}
    for kind in KINDS[:3]:
        cross = solo_crossing(choice(bids, thresholds, kind), kind)
        row |= {kind: cross.value, f"{kind}_low": cross.low, f"{kind}_high": cross.high}
    best, gain = gain_there_is(bids, thresholds)
    return row | {
        "numeral": best.numeral,
        "slope": best.slope,
        "gain": gain.value,
        "gain_low": gain.low,
        "gain_high": gain.high,
    }


def by_target(
    strategy: str,
    matches: int,
    targets: Sequence[int] = TARGETS,
    *,
    seed: int = DEFAULT_SEED,
    rules: Sequence[str] = (),
    strategies_from: Sequence[Path | str] = (),
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> pd.DataFrame:
    """A row for each target and step of a threshold: what the step in one seat changes in the share of matches won,
    with intervals that hold together for a target (95%).

    Parameters
    ----------
    strategy
        A strategy with the bidder `threshold`.
    matches
        Deals on which matches begin; each is played in all seats.
    targets
        The totals that matches are played to.
    seed
        Of the random numbers.
    rules
        Rule settings as `KEY=VALUE`.
    strategies_from
        Files with further strategies.
    workers
        None for one per core.
    on_progress
        Called with the number of further deals that are done.

    Returns
    -------
    pandas.DataFrame
        The rows.
    """
    frames = []
    for target in targets:
        task = make_task(
            Table("twyst", SEATS, rules, seed, strategies_from),
            strategy,
            field=[strategy] * (SEATS - 1),
            dials=list(Thresholds._fields),
            target=target,
        )
        frames.append(sensitivity(task, task.space.player, matches, workers, on_progress).assign(target=target))
    return pd.concat(frames, ignore_index=True)

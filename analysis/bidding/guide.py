"""Twyst: a bidding guide for the table, from forced bids: what a hand must hold for each bid, what the bid scores, and
hands to practise on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from knotlab.analysis.bidding.bids import (
    KINDS,
    WIDTHS,
    Bids,
    Choice,
    Thresholds,
    bid_moves,
    choice,
    curve,
    force_bids,
    gain_there_is,
    positions,
    solo_crossing,
)
from knotlab.analysis.defaults import DEFAULT_SEED, Progress, untold
from knotlab.analysis.result import Conditions, Result
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.estimate import Estimate, mean_of
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing import branch
from knotlab.sim.playing.job import Job
from knotlab.sim.settings import json_value
from knotlab.sim.storage.result_files import as_plain, from_plain
from knotlab.strategies.resolve import Named, spelled

EXAMPLES = 5


@dataclass(frozen=True)
class Example:
    """A hand in words, with the bid of the guide, the best of all, and what each scores when the other hands are dealt
    again.
    """

    hand: str
    bid: str
    score: Estimate
    best: str
    best_score: Estimate

    def facts(self) -> dict[str, Any]:
        """The example as plain data."""
        return asdict(self) | {"score": self.score.facts(), "best_score": self.best_score.facts()}


def examples(job: Job, thresholds: Thresholds, rollouts: int) -> tuple[Example, ...]:
    """The first hands dealt that bid an Ace, a court and a deuce, if any, and that bid a numeral; each bid tried with
    the other hands redealt.
    """
    bids = force_bids(job, 0, 1000, 1)
    shown = bids.chosen(thresholds)
    kinds = bids.kinds[np.arange(len(bids)), shown]
    rows = [row for number in range(3) for row in np.flatnonzero(kinds == number)[:1]]
    rows += np.flatnonzero(kinds == 3)[: EXAMPLES - len(rows)].tolist()
    start = positions(job, np.array(rows))
    results = branch.play_branches(job, start, bid_moves(start.views["hand"]), rollouts, unseen=True)
    describe = games.find("twyst").events.describe_move
    move_of = games.find("twyst").events.move_of
    shown_hands = []
    for i, row in enumerate(rows):
        scores = results["score"][i, :, :, int(start.views["seat"][i])].astype(np.int64)
        words = [describe(move_of(tuple(move))) for move in bid_moves(start.views["hand"][i : i + 1])[0].tolist()]
        best = int(scores.sum(axis=1).argmax())
        means = [mean_of(of_bid) for of_bid in scores]
        chosen = int(shown[row])
        shown_hands.append(Example(hand_words(bids.cards[row]), words[chosen], means[chosen], words[best], means[best]))
    return tuple(shown_hands)


def hand_words(cards: np.ndarray) -> str:
    """A hand by suits, high cards first."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    suits = [
        "".join(f" {ranks[card % 13]}" for card in sorted(cards, reverse=True) if card // 13 == suit)
        for suit in range(4)
    ]
    return ";".join(f" {letter}:{held or ' -'}" for letter, held in zip("CDHS", suits, strict=True)).strip()


BIDDER = "threshold"
ROLLOUTS = 400
LEAST_DEALS = 1000


@dataclass(frozen=True, eq=False, repr=False)
class Guide(Result):
    """A bidding guide. Plots: `ace`, `court`, `misere`.

    thresholds: the thresholds that the strategy bids by. table: one row per kind of bid: its threshold, where forced
    bids begin to pay with an interval, the share of hands that bid it, its mean score, and how often it scores and
    loses. curves: by kind of bid, the gain over the next best bid by slices of the hand's measure. best: the thresholds
    that would have scored most. gain: what they gain in one seat.
    """

    strategy: str
    thresholds: Thresholds
    deals: int
    table: pd.DataFrame
    curves: dict[str, pd.DataFrame]
    best: Thresholds
    gain: Estimate
    examples: tuple[Example, ...]
    rules: Mapping[str, Any]
    seed: int

    @property
    def conditions(self) -> Conditions:
        return Conditions("twyst", SEATS, self.rules, self.seed)

    def to_pandas(self) -> pd.DataFrame:
        """One row per kind of bid: threshold, where it begins to pay, how often it is bid and what it scores."""
        return self.table

    def _heading(self) -> str:
        return f"{self.settings_line}; {self.strategy}, {self.deals:,} deals"

    def facts(self) -> dict[str, Any]:
        """All of it as plain data, with None for what is not known."""
        return {
            "strategy": self.strategy,
            "deals": self.deals,
            "thresholds": self.thresholds._asdict(),
            "table": as_plain(self.table.to_dict("records")),
            "curves": {kind: as_plain(frame.to_dict("records")) for kind, frame in self.curves.items()},
            "best": {key: float(value) for key, value in self.best._asdict().items()},
            "gain": self.gain.facts(),
            "examples": [example.facts() for example in self.examples],
            "rules": {name: json_value(value) for name, value in self.rules.items()},
            "seed": self.seed,
        }


def from_facts(facts: Mapping[str, Any]) -> Guide:
    """A guide from the data that `Guide.facts` returned."""
    examples = [
        Example(**example | {name: from_plain(Estimate, example[name]) for name in ("score", "best_score")})
        for example in facts["examples"]
    ]
    curves = {kind: pd.DataFrame(rows).astype(float) for kind, rows in facts["curves"].items()}
    table = pd.DataFrame(facts["table"])
    table = table.astype({column: float for column in table.columns if column != "bid"})
    thresholds, best = Thresholds(**facts["thresholds"]), Thresholds(**facts["best"])
    known = {name: facts[name] for name in ("strategy", "deals", "rules", "seed")}
    known |= {"thresholds": thresholds, "best": best, "gain": from_plain(Estimate, facts["gain"])}
    return Guide(**known, table=table, curves=curves, examples=tuple(examples))


def thresholds_of(strategy: Named, strategies_from: Sequence[Path | str] = ()) -> Thresholds:
    """The thresholds that a strategy bids by; raises InputError if it does not."""
    strategies = spelled("twyst", strategy, strategies_from)
    if strategies[0].strategy.name != BIDDER:
        name = strategy if isinstance(strategy, str) else strategies[0].strategy.name
        raise InputError(f"the guide is for the bidder '{BIDDER}', as in {BIDDER}+solid, not for '{name}'")
    return Thresholds(**strategies[0].values)


def make_guide(
    strategy: Named,
    deals: int,
    *,
    seed: int = DEFAULT_SEED,
    rules: Sequence[str] = (),
    strategies_from: Sequence[Path | str] = (),
    workers: int | None = None,
    rollouts: int = ROLLOUTS,
    on_progress: Progress = untold,
) -> Guide:
    """Try every bid on many deals against a table of the same strategy.

    strategy: a strategy with the bidder `threshold`. rules: rule settings as `KEY=VALUE`. rollouts: how often the other
    hands are redealt for each example. Raises InputError if the strategy does not bid by thresholds, or there are
    too few deals.
    """
    if deals < LEAST_DEALS:
        raise InputError(f"a guide takes {LEAST_DEALS:,} deals or more, not {deals}")
    thresholds = thresholds_of(strategy, strategies_from)
    job = replace(
        make_job("twyst", [strategy] * 4, seed=seed, rules=rules, strategies_from=strategies_from), purpose="select"
    )
    bids = force_bids(job, 0, deals, workers, on_progress)
    choices = {kind: choice(bids, thresholds, kind) for kind in KINDS[:3]}
    best, gain = gain_there_is(bids, thresholds)
    return Guide(
        strategy=job.players[0].name,
        thresholds=thresholds,
        deals=deals,
        table=bid_table(bids, thresholds),
        curves={kind: curve(hands, WIDTHS[kind]) for kind, hands in choices.items()},
        best=best,
        gain=gain,
        examples=examples(replace(job, purpose="confirm"), thresholds, rollouts),
        rules=job.rules,
        seed=seed,
    )


def bid_table(bids: Bids, thresholds: Thresholds) -> pd.DataFrame:
    """A row for each kind of bid; crossings are of the solos only."""
    shown = bids.chosen(thresholds)
    kinds = bids.kinds[np.arange(len(bids)), shown]
    scores = bids.score(thresholds)
    rows = []
    for number, kind in enumerate(KINDS):
        here = scores[kinds == number].astype(np.int64)
        mean = mean_of(here)
        row = {"bid": kind, "threshold": getattr(thresholds, kind), "share": len(here) / len(bids)}
        if kind in WIDTHS:
            bid_hands, rising = choice(bids, thresholds, kind), kind != "misere"
            cross = solo_crossing(bid_hands, kind)
            row |= {"crossing": cross.value, "crossing_low": cross.low, "crossing_high": cross.high}
            row["moved"] = moving(bid_hands, getattr(thresholds, kind), cross.value, rising) / len(bids)
        row |= mean.columns("score")
        rows.append(
            row
            | {
                "scores": (here > 0).mean() if len(here) else np.nan,
                "loses": (here < 0).mean() if len(here) else np.nan,
            }
        )
    return pd.DataFrame(rows)


def moving(hands: Choice, threshold: float, to: float, rising: bool) -> float:
    """What all hands together would score more with another threshold for a kind of bid; a rising measure is good
    enough from the threshold on.

    hands: hands with what the bid and the next best one score. threshold: from which measure the bid is made. to: from
    which measure it would be made instead. rising: whether a greater measure is a better hand.
    """
    below, above = sorted((threshold, to))
    between = (
        (hands.measure >= below) & (hands.measure < above)
        if rising
        else (hands.measure > below) & (hands.measure <= above)
    )
    more_would_bid = (to < threshold) == rising
    return float((hands.score - hands.instead)[between].sum()) * (1 if more_would_bid else -1)

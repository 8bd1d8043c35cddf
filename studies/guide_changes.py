"""How the bidding guide of Twyst changes under the other readings of how contracts score and where matches to a target
count, or, with --player, when others play the cards.

Command: python -m knotlab.studies.guide_changes [STRATEGY] [--player NAME]
Result: tables and sentences, printed
Page: docs/bidding.md
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pandas as pd

from knotlab.analysis.bidding.bids import KINDS, Bids, Thresholds, choice, force_bids, gain_there_is, solo_crossing
from knotlab.analysis.bidding.guide import LEAST_DEALS, thresholds_of
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.tuning.result import sensitivity
from knotlab.analysis.tuning.task import make_task
from knotlab.reports.progress import progress
from knotlab.reports.words.guide import MEASURES, NAMES
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.protocol import Match
from knotlab.sim.settings import make_rules, split
from knotlab.studies.command import USUAL, parser_of_deals, run, table_of, tell

TARGETS = (150, 500, 1000)
HOLDS, CHANGES, OPEN = Verdict.HOLDS.value, "changes", Verdict.OPEN.value
WIDER = 3  # times the usual margin for other players of the cards: a good one takes long, so there are fewer deals


class Case(NamedTuple):
    """What the guide is compared under: a name, the strategy of all four, settings."""

    name: str
    strategy: str
    rules: tuple[str, ...] = ()


def other_rulings(strategy: str, rules: Sequence[str] = ()) -> list[Case]:
    """The strategy under the given settings, and under the other value of each setting that is about how the rulebook
    is read.
    """
    twyst = games.find("twyst")
    usual, cases = make_rules(twyst, SEATS, rules), [Case("as it is", strategy, tuple(rules))]
    for setting in twyst.readings:
        other = setting.default if usual[setting.name] == setting.other_reading else setting.other_reading
        change = f"{setting.name}={other}"
        unchanged = [rule for rule in rules if split(rule)[0] != setting.name]
        cases.append(Case(change, strategy, (*unchanged, change)))
    return cases


def other_players(strategy: str, players: Sequence[str], rules: Sequence[str] = ()) -> list[Case]:
    """The strategy as it is, and with others who play the cards."""
    bidder, _, usual = strategy.partition("+")
    others = [(f"{name} plays the cards", f"{bidder}+{name}") for name in players if name != usual]
    return [Case(name, spelling, tuple(rules)) for name, spelling in [("as it is", strategy), *others]]


def usual_margin(strategy: str, table: Table = USUAL) -> float:
    """The smallest difference that matters to the tuner of a strategy against itself, in points per deal; raises
    InputError if it does not bid by thresholds.
    """
    thresholds_of(strategy, table.strategies_from)
    return make_task(table, strategy, field=[strategy] * (SEATS - 1)).margin


def by_case(
    cases: Sequence[Case], count: int, margin: float, table: Table = USUAL, workers: int | None = None
) -> pd.DataFrame:
    """One row per case: where each solo begins to pay (crossing of the forced bids, 95% interval), the numerals that
    score most, what other thresholds gain there in one seat over those of the first case's strategy, and what that
    says of the guide against a margin in points per deal (`HOLDS`, `CHANGES`, `OPEN`). Raises InputError if a
    strategy does not bid by thresholds, or the deals on which every bid is tried are too few.
    """
    if count < LEAST_DEALS:
        raise InputError(f"forced bids take {LEAST_DEALS:,} deals or more, not {count}")
    thresholds = thresholds_of(cases[0].strategy, table.strategies_from)
    jobs = [replace(table, rules=case.rules).job([case.strategy] * SEATS) for case in cases]
    with progress("hands with every bid", count * len(cases)) as advance:
        tried = [force_bids(replace(job, purpose="select"), 0, count, workers, advance) for job in jobs]
    return pd.DataFrame(
        [
            {"case": case.name} | row | {"margin": margin, "guide": _verdict(row, margin)}
            for case, bids in zip(cases, tried, strict=True)
            for row in [_row(bids, thresholds)]
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
    strategy: str, matches: int, targets: Sequence[int] = TARGETS, table: Table = USUAL, workers: int | None = None
) -> pd.DataFrame:
    """A row for each target and step of a threshold: what the step in one seat changes in the share of matches won,
    with intervals that hold together for a target (95%). matches: deals on which they begin, each played in all
    seats.
    """
    frames, dials = [], list(Thresholds._fields)
    with progress("steps of thresholds, in matches", 2 * len(dials) * len(targets)) as advance:
        for target in targets:
            task = make_task(replace(table, match=Match(target)), strategy, field=[strategy] * (SEATS - 1), dials=dials)
            frames.append(sensitivity(task, task.space.player, matches, workers, advance).assign(target=target))
    return pd.concat(frames, ignore_index=True)


VERDICTS = {
    HOLDS: "the guide holds: no other thresholds gain a player more than the margin of {margin:.2f} points per deal",
    CHANGES: "the guide changes: other thresholds gain a player more than the margin of {margin:.2f} points per deal",
    OPEN: (
        "undecided whether other thresholds gain a player more than the margin of {margin:.2f} points per deal; play "
        "more --deals"
    ),
}


def case_sentences(cases: pd.DataFrame) -> list[str]:
    """What the cases after the first show, one sentence each."""
    usual, sentences = cases.iloc[0], []
    for row in cases.iloc[1:].to_dict("records"):
        moved = [
            NAMES[kind]
            for kind in MEASURES
            if row[f"{kind}_low"] > usual[f"{kind}_high"] or row[f"{kind}_high"] < usual[f"{kind}_low"]
        ]
        begin = (
            f"another hand is needed for {', '.join(moved)}" if moved else "no significant change in what a bid needs"
        )
        sentences.append(f"{row['case']}: {begin}; {VERDICTS[row['guide']].format(margin=row['margin'])}")
    return sentences


def step_sentences(steps: pd.DataFrame) -> list[str]:
    """What the steps show, one sentence per target."""
    sentences = []
    for target, some in steps.groupby("target", sort=False):
        better = [f"{row['parameter']} to {row['value']:g}" for row in some.to_dict("records") if row["low"] > 0]
        wins = f"significantly more wins with {', '.join(better)}" if better else "no step wins significantly more"
        sentences.append(f"matches to {target:,}: {wins}")
    return sentences


def main(words: Sequence[str] | None = None) -> None:
    """Compare, and print the tables."""
    reader = parser_of_deals(__doc__)
    reader.add_argument("strategy", nargs="?", default="threshold@v3+champion", help="a threshold bidder")
    reader.add_argument("--player", action="append", metavar="NAME", help="who plays the cards instead (repeatable)")
    reader.add_argument("--deals", type=int, metavar="N", help="20,000; with --player 2,000, as a good one takes long")
    reader.add_argument("--margin", type=float, metavar="POINTS", help="what matters; as in knotlab tune unless given")
    reader.add_argument("--target", type=int, action="append", metavar="POINTS", help="of matches (repeatable)")
    reader.add_argument("--matches", type=int, default=2000, metavar="N", help="first deals of matches")
    asked = reader.parse_args(words)
    table, strategy = table_of(asked), asked.strategy
    count = asked.deals or (2000 if asked.player else 20_000)
    margin = asked.margin or usual_margin(strategy, table) * (WIDER if asked.player else 1)
    cases = other_players(strategy, asked.player, table.rules) if asked.player else other_rulings(strategy, table.rules)
    found = by_case(cases, count, margin, table, asked.workers)
    tell(f"from where on each bid pays, on {count:,} deals [95%]", found, asked.csv, case_sentences(found))
    if not asked.player:
        steps = by_target(strategy, asked.matches, asked.target or TARGETS, table, asked.workers)
        what = f"matches won if one player moves a threshold, on {asked.matches:,} first deals [95% for all together]"
        tell(what, steps, None, step_sentences(steps))


if __name__ == "__main__":
    run(main)

"""What the commands about bidding in Twyst do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from knotlab.analysis.bidding.bids import Thresholds
from knotlab.analysis.bidding.changes import (
    TARGETS,
    WIDER,
    Case,
    by_case,
    by_target,
    other_players,
    other_rulings,
    usual_margin,
)
from knotlab.analysis.bidding.guide import Guide, make_guide, plain_rows
from knotlab.analysis.bidding.hand import CAP, bids_of_hand
from knotlab.analysis.result import Conditions, conditions_of
from knotlab.analysis.runs.table import Table
from knotlab.reports.cli.commands import jobs
from knotlab.reports.cli.setup import GameOptions, Output
from knotlab.reports.output import console, print_json, write_csv, write_file
from knotlab.reports.progress import progress
from knotlab.reports.words import guide as words
from knotlab.reports.words import own_hand
from knotlab.reports.words.markdown import table
from knotlab.sim.games.twyst.state import SEATS


@dataclass(frozen=True)
class MatchOptions:
    """The deals on which matches begin, and the totals that they are played to (none: the usual ones)."""

    first_deals: int
    targets: Sequence[int]


def guide(strategy: str, deals: int, options: GameOptions, workers: int | None, save: Path | None, json: bool) -> None:
    """Make the guide, and print or write it."""
    with progress("hands with every bid", deals) as advance:
        made = make_guide(
            strategy,
            deals,
            seed=options.seed,
            rules=options.settings,
            strategies_from=options.strategies_from,
            workers=workers,
            on_progress=advance,
        )
    text = markdown(made)
    if save:
        write_file(save, text.encode())
    if json:
        print_json(made.facts())
    elif save:
        print(f"The guide is at {save.resolve()}")
    else:
        print(text)


def bid(
    hand: str,
    seat: int,
    strategy: str,
    precision: float,
    options: GameOptions,
    workers: int | None,
    output: Output,
) -> None:
    """Try every bid of a hand, and say what to show."""
    with progress("deals of the other hands, at most", CAP) as advance:
        bids = bids_of_hand(
            hand,
            seat=seat,
            strategy=strategy,
            precision=precision,
            table=Table("twyst", rules=options.settings, seed=options.seed, strategies_from=options.strategies_from),
            workers=workers,
            on_progress=advance,
        )
    if output.csv:
        write_csv(bids.table, output.csv, bids.conditions)
    if output.json:
        print_json(bids.facts())
        return
    for line in own_hand.answer(bids):
        print(line)
    console().print(own_hand.bid_table(bids).for_terminal())
    print(own_hand.FOOTNOTE)


def changes(
    strategy: str, deals: int, matches: MatchOptions, options: GameOptions, workers: int | None, output: Output
) -> None:
    """Show how the guide changes under the other scoring of failed contracts and by the target of a match."""
    conditions, playing = _conditions(strategy, options), _playing(options, workers)
    targets, rules = matches.targets or TARGETS, options.settings
    margin = usual_margin(strategy, rules, options.strategies_from)
    cases = _compare(other_rulings(strategy, rules), deals, margin, playing)
    with progress("steps of thresholds, in matches", 2 * len(Thresholds._fields) * len(targets)) as advance:
        steps = by_target(strategy, matches.first_deals, targets, rules=rules, **playing, on_progress=advance)
    if output.csv:
        write_csv(cases, output.csv, conditions)
        write_csv(steps, output.csv.with_name(f"{output.csv.stem}-targets{output.csv.suffix}"), conditions)
    if output.json:
        facts = conditions.facts | {"strategy": strategy, "deals": deals, "matches": matches.first_deals}
        print_json(facts | {"cases": plain_rows(cases), "targets": plain_rows(steps)})
        return
    console().print(words.case_table(cases, deals, conditions.title).for_terminal())
    console().print(words.target_table(steps, matches.first_deals, conditions.title).for_terminal())
    for line in (*words.case_sentences(cases), *words.step_sentences(steps)):
        print(line)


def players(
    strategy: str,
    names: Sequence[str],
    deals: int,
    margin: float | None,
    options: GameOptions,
    workers: int | None,
    output: Output,
) -> None:
    """Show how the guide changes with other players of the cards."""
    conditions = _conditions(strategy, options)
    if margin is None:
        margin = WIDER * usual_margin(strategy, options.settings, options.strategies_from)
    cases = _compare(other_players(strategy, names, options.settings), deals, margin, _playing(options, workers))
    if output.csv:
        write_csv(cases, output.csv, conditions)
    if output.json:
        print_json(conditions.facts | {"strategy": strategy, "deals": deals, "cases": plain_rows(cases)})
        return
    console().print(words.case_table(cases, deals, conditions.title).for_terminal())
    for line in words.case_sentences(cases):
        print(line)


def _conditions(strategy: str, options: GameOptions) -> Conditions:
    """The conditions of deals that everybody plays alike."""
    return conditions_of(jobs.make(options, [strategy] * SEATS, fixed_seats=False))


def _playing(options: GameOptions, workers: int | None) -> dict[str, Any]:
    """What the comparisons have in common."""
    return {"seed": options.seed, "strategies_from": options.strategies_from, "workers": workers}


def _compare(cases: Sequence[Case], deals: int, margin: float, playing: Mapping[str, Any]) -> pd.DataFrame:
    """Where bids begin to pay in some cases, with progress."""
    with progress("hands with every bid", deals * len(cases)) as advance:
        return by_case(cases, deals, margin, **playing, on_progress=advance)


def markdown(made: Guide) -> str:
    """The guide on one page."""
    lines = ["# Twyst: what to bid", "", words.opening(made), "", table(words.HEADS, words.bid_rows(made)), ""]
    lines += ["How to count a hand:", "", *(f"- **{term}**: {meaning}" for term, meaning in words.COUNTING), ""]
    lines += [
        "## Five hands to practise on",
        "",
        table(words.EXAMPLE_HEADS, words.example_rows(made)),
        "",
        words.LOOK,
        "",
    ]
    lines += [
        "## Where bids begin to pay",
        "",
        *(f"- {sentence}" for sentence in words.crossings(made.table)),
        "",
        words.gain_sentence(made),
        "",
    ]
    for kind, frame in made.curves.items():
        lines += [f"### {words.NAMES[kind]}", "", frame.to_markdown(index=False, floatfmt=".1f"), ""]
    return "\n".join(lines)

"""The bidding guide of Twyst as text and Markdown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from rich.table import Table

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
from knotlab.reports.cli.setup import GameOptions, Output
from knotlab.reports.output import console, print_json, write_csv, write_file
from knotlab.reports.progress import progress
from knotlab.reports.words import guide as words
from knotlab.reports.words.markdown import table


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


def changes(
    strategy: str, deals: int, matches: MatchOptions, options: GameOptions, workers: int | None, output: Output
) -> None:
    """Show how the guide changes under the other scoring of failed contracts and by the target of a match."""
    targets, rules = matches.targets or TARGETS, options.settings
    playing: dict[str, Any] = {
        "seed": options.seed,
        "strategies_from": options.strategies_from,
        "workers": workers,
    }
    margin = usual_margin(strategy, rules, options.strategies_from)
    cases = _compare(other_rulings(strategy, rules), deals, margin, playing)
    with progress("steps of thresholds, in matches", 2 * len(Thresholds._fields) * len(targets)) as advance:
        steps = by_target(strategy, matches.first_deals, targets, rules=rules, **playing, on_progress=advance)
    if output.csv:
        write_csv(cases, output.csv)
        write_csv(steps, output.csv.with_name(f"{output.csv.stem}-targets{output.csv.suffix}"))
    if output.json:
        facts = {"strategy": strategy, "deals": deals, "matches": matches.first_deals}
        print_json(facts | {"cases": plain_rows(cases), "targets": plain_rows(steps)})
        return
    _print_cases(cases, deals)
    title = f"matches won: change in percentage points after a step of a threshold in one seat, {matches.first_deals:,}"
    _print(f"{title} first deals [95% together]", *words.target_table(steps))
    for line in (*words.cases_say(cases), *words.steps_say(steps)):
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
    playing: dict[str, Any] = {
        "seed": options.seed,
        "strategies_from": options.strategies_from,
        "workers": workers,
    }
    if margin is None:
        margin = WIDER * usual_margin(strategy, options.settings, options.strategies_from)
    cases = _compare(other_players(strategy, names, options.settings), deals, margin, playing)
    if output.csv:
        write_csv(cases, output.csv)
    if output.json:
        print_json({"strategy": strategy, "deals": deals, "cases": plain_rows(cases)})
        return
    _print_cases(cases, deals)
    for line in words.cases_say(cases):
        print(line)


def _compare(cases: Sequence[Case], deals: int, margin: float, playing: Mapping[str, Any]) -> pd.DataFrame:
    """What `by_case` finds, with progress."""
    with progress("hands with every bid", deals * len(cases)) as advance:
        return by_case(cases, deals, margin, **playing, on_progress=advance)


def _print_cases(cases: pd.DataFrame, deals: int) -> None:
    """The table of cases."""
    _print(f"Where each bid begins to pay, on {deals:,} deals [95%]", words.CASE_HEADS, words.case_rows(cases))


def _print(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table on the terminal."""
    shown = Table(*heads, title=title)
    for row in rows:
        shown.add_row(*row)
    console().print(shown)


def markdown(made: Guide) -> str:
    """The guide on one page."""
    lines = ["# Twyst: what to bid", "", words.opening(made), "", table(words.HEADS, words.bid_rows(made)), ""]
    lines += ["How to count:", "", *(f"- **{term}**: {meaning}" for term, meaning in words.COUNTING), ""]
    lines += ["## Five hands", "", table(words.EXAMPLE_HEADS, words.example_rows(made)), "", words.LOOK, ""]
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

"""The bidding guide of Twyst as text and Markdown."""

from collections.abc import Mapping, Sequence
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
from knotlab.reports.output import console, decimal, print_json, seed_of, whole, workers_of, write_csv
from knotlab.reports.progress import progress
from knotlab.reports.words import guide as words
from knotlab.reports.words.markdown import table
from knotlab.sim.errors import InputError, RunError


def guide(
    strategy: str,
    deals: str,
    seed: str,
    settings: Sequence[str] | None,
    files: Sequence[Path] | None,
    workers: str | None,
    out: Path | None,
    json: bool,
) -> None:
    """Make the guide, and print or write it."""
    n_workers = workers_of(workers)
    count = whole(deals, "--deals", 1)
    with progress("hands with every bid", count) as advance:
        made = make_guide(
            strategy,
            count,
            seed=seed_of(seed),
            rules=settings or (),
            strategies_from=files or (),
            workers=n_workers,
            on_progress=advance,
        )
    text = markdown(made)
    if out:
        try:
            out.write_text(text)
        except OSError as error:
            raise RunError(f"cannot write {out}: {error.strerror}") from None
    if json:
        print_json(made.facts())
    elif out:
        print(f"The guide is at {out.resolve()}")
    else:
        print(text)


def changes(
    strategy: str,
    deals: str,
    matches: str,
    targets: Sequence[str],
    seed: str,
    files: Sequence[Path],
    workers: str | None,
    csv: Path | None,
    json: bool,
) -> None:
    """Tell how the guide changes, under the other reading of a ruling and by the target of a match."""
    playing: dict[str, Any] = {"seed": seed_of(seed), "strategies_from": files, "workers": workers_of(workers)}
    count, wanted = whole(deals, "--deals", 1), whole(matches, "--matches", 100)
    totals = [whole(target, "--target", 1) for target in targets] or list(TARGETS)
    cases = _compare(other_rulings(strategy), count, usual_margin(strategy, files), playing)
    with progress("steps of thresholds, in matches", 2 * len(Thresholds._fields) * len(totals)) as advance:
        steps = by_target(strategy, wanted, totals, **playing, on_progress=advance)
    if csv:
        write_csv(cases, csv)
        write_csv(steps, csv.with_name(f"{csv.stem}-targets{csv.suffix}"))
    if json:
        print_json(
            {
                "strategy": strategy,
                "deals": count,
                "matches": wanted,
                "cases": plain_rows(cases),
                "targets": plain_rows(steps),
            }
        )
        return
    _print_cases(cases, count)
    _print(
        f"Matches won, change in % by a step of a threshold in one seat, on {wanted:,} first deals [95 % together]",
        *words.target_table(steps),
    )
    for line in (*words.cases_say(cases), *words.steps_say(steps)):
        print(line)


def players(
    strategy: str,
    names: Sequence[str],
    deals: str,
    margin: str | None,
    seed: str,
    files: Sequence[Path],
    workers: str | None,
    csv: Path | None,
    json: bool,
) -> None:
    """Tell how the guide changes with other players of the cards."""
    playing: dict[str, Any] = {"seed": seed_of(seed), "strategies_from": files, "workers": workers_of(workers)}
    count = whole(deals, "--deals", 1)
    matters = WIDER * usual_margin(strategy, files) if margin is None else _points(margin)
    cases = _compare(other_players(strategy, names), count, matters, playing)
    if csv:
        write_csv(cases, csv)
    if json:
        print_json({"strategy": strategy, "deals": count, "cases": plain_rows(cases)})
        return
    _print_cases(cases, count)
    for line in words.cases_say(cases):
        print(line)


def _points(text: str) -> float:
    """A margin as a user wrote it."""
    margin = decimal(text, "--margin")
    if not 0 < margin < float("inf"):
        raise InputError(f"--margin is a number of points a deal above 0, not {text}")
    return margin


def _compare(cases: Sequence[Case], deals: int, margin: float, playing: Mapping[str, Any]) -> pd.DataFrame:
    """What `by_case` finds, with progress."""
    with progress("hands with every bid", deals * len(cases)) as advance:
        return by_case(cases, deals, margin, **playing, on_progress=advance)


def _print_cases(cases: pd.DataFrame, deals: int) -> None:
    """The table of cases."""
    _print(f"Where each bid begins to pay, on {deals:,} deals [95 %]", words.CASE_HEADS, words.case_rows(cases))


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

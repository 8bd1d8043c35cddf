"""The bidding guide of Twyst as text and Markdown."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from analysis.bids import Thresholds
from analysis.guide import Guide, make_guide, plain_rows
from analysis.guide_changes import TARGETS, by_case, by_target, cases_of
from reports.output import console, print_json, seed_of, whole, workers_of, write_csv
from reports.progress import progress
from reports.words import guide as words
from reports.words.markdown import table
from sim.errors import RunError


@dataclass(frozen=True)
class Changes:
    """What the guide is compared with, as options spell it."""

    deals: str
    matches: str
    players: Sequence[str]
    targets: Sequence[str]
    strategies_from: Sequence[Path]


def guide(
    strategy: str, deals: str, seed: str, settings: Sequence[str] | None, files: Sequence[Path] | None, workers: str | None, out: Path | None, json: bool
) -> None:
    """Make the guide, and print or write it."""
    n_workers = workers_of(workers)
    count = whole(deals, "--deals", 1)
    with progress("hands with every bid", count) as advance:
        made = make_guide(strategy, count, seed=seed_of(seed), rules=settings or (), strategies_from=files or (), workers=n_workers, on_progress=advance)
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


def changes(strategy: str, wanted: Changes, seed: str, workers: str | None, csv: Path | None, json: bool) -> None:
    """Tell how the guide changes, by case and by the target of a match."""
    n_workers = workers_of(workers)
    deals, matches, number = whole(wanted.deals, "--deals", 1), whole(wanted.matches, "--matches", 100), seed_of(seed)
    targets = [whole(target, "--target", 1) for target in wanted.targets] or list(TARGETS)
    with progress("hands with every bid", deals * len(cases_of(strategy, wanted.players))) as advance:
        cases = by_case(strategy, deals, wanted.players, seed=number, strategies_from=wanted.strategies_from, workers=n_workers, on_progress=advance)
    with progress("steps of thresholds, in matches", 2 * len(Thresholds._fields) * len(targets)) as advance:
        steps = by_target(strategy, matches, targets, seed=number, strategies_from=wanted.strategies_from, workers=n_workers, on_progress=advance)
    if csv:
        write_csv(cases, csv)
        write_csv(steps, csv.with_name(f"{csv.stem}-targets{csv.suffix}"))
    if json:
        print_json({"strategy": strategy, "deals": deals, "matches": matches, "cases": plain_rows(cases), "targets": plain_rows(steps)})
        return
    for title, heads, rows in (
        (f"Where each bid begins to pay, on {deals:,} deals [95 %]", words.CASE_HEADS, words.case_rows(cases)),
        (f"Matches won, change in % by a step of a threshold in one seat, on {matches:,} first deals [95 % together]", *words.target_table(steps)),
    ):
        shown = Table(*heads, title=title)
        for row in rows:
            shown.add_row(*row)
        console().print(shown)
    for line in words.changes_say(cases, steps):
        print(line)


def markdown(made: Guide) -> str:
    """The guide on one page."""
    lines = ["# Twyst: what to bid", "", words.opening(made), "", table(words.HEADS, words.bid_rows(made)), ""]
    lines += ["How to count:", "", *(f"- **{term}**: {meaning}" for term, meaning in words.COUNTING), ""]
    lines += ["## Five hands", "", table(words.EXAMPLE_HEADS, words.example_rows(made)), "", words.LOOK, ""]
    lines += ["## Where bids begin to pay", "", *(f"- {sentence}" for sentence in words.crossings(made.table)), "", words.gain_sentence(made), ""]
    for kind, frame in made.curves.items():
        lines += [f"### {words.NAMES[kind]}", "", frame.to_markdown(index=False, floatfmt=".1f"), ""]
    return "\n".join(lines)

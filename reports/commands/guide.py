"""The bidding guide of Twyst as text and Markdown."""

from collections.abc import Sequence
from pathlib import Path

from analysis.guide import Guide, make_guide
from reports.output import print_json, seed_of, whole
from reports.progress import progress
from reports.words import guide as words
from reports.words.markdown import table
from sim.errors import RunError


def guide(strategy: str, deals: str, seed: str, settings: Sequence[str] | None, workers: str | None, out: Path | None, json: bool) -> None:
    """Make the guide, and print or write it."""
    n_workers = None if workers is None else whole(workers, "--workers", 1)
    count = whole(deals, "--deals", 1)
    with progress("hands with every bid", count) as advance:
        made = make_guide(strategy, count, seed=seed_of(seed), rules=settings or (), workers=n_workers, on_progress=advance)
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


def markdown(made: Guide) -> str:
    """The guide on one page."""
    lines = ["# Twyst: what to bid", "", words.opening(made), "", table(words.HEADS, words.bid_rows(made)), ""]
    lines += ["How to count:", "", *(f"- **{term}**: {meaning}" for term, meaning in words.COUNTING), ""]
    lines += ["## Five hands", "", table(words.EXAMPLE_HEADS, words.example_rows(made)), "", words.LOOK, ""]
    lines += ["## Where bids begin to pay", "", *(f"- {sentence}" for sentence in words.crossings(made.table)), "", words.gain_sentence(made), ""]
    for kind, frame in made.curves.items():
        lines += [f"### {words.NAMES[kind]}", "", frame.to_markdown(index=False, floatfmt=".1f"), ""]
    return "\n".join(lines)

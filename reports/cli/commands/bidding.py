"""What the commands about bidding in Twyst do."""

from pathlib import Path

from knotlab.analysis.bidding.guide import Guide, make_guide
from knotlab.analysis.bidding.hand import CAP, bids_of_hand
from knotlab.analysis.runs.table import Table
from knotlab.reports.cli.setup import GameOptions, Output
from knotlab.reports.output import console, print_json, write_csv, write_file
from knotlab.reports.progress import progress
from knotlab.reports.words import guide as words
from knotlab.reports.words import own_hand
from knotlab.reports.words.markdown import table


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
        rows = [[f"{value:.1f}" for value in row] for row in frame.itertuples(index=False)]
        lines += [f"### {words.NAMES[kind]}", "", table(list(frame), rows), ""]
    return "\n".join(lines)

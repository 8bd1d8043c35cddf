"""What the commands do that measure how well cards are played in Twyst."""

import json as json_text
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from knotlab.analysis.bidding.gap import gap as measure_gap
from knotlab.analysis.bidding.mistakes import FrequentMistake, Mistakes
from knotlab.analysis.bidding.mistakes import mistakes as judge
from knotlab.analysis.bidding.par import par_table
from knotlab.analysis.bidding.promised import TWO_SIDED
from knotlab.analysis.bidding.promised import promised as measure_promised
from knotlab.reports.cli.setup import GameOptions, Output
from knotlab.reports.output import console, print_json, write_csv, write_file
from knotlab.reports.progress import progress
from knotlab.reports.words import tables
from knotlab.sim.games.twyst.cards import NAMES
from knotlab.sim.games.twyst.state import CONTRACTS


def mistakes(
    players: Sequence[str],
    deals: int,
    tricks: int,
    bidder: str,
    options: GameOptions,
    save: Path | None,
    output: Output,
) -> None:
    """Judge cards, and print the table and the moments."""
    with progress("deals judged with all cards open", deals * len(players)) as advance:
        judged = judge(
            players,
            deals=deals,
            bidder=bidder,
            tricks=tricks,
            seed=options.seed,
            rules=options.settings,
            strategies_from=options.strategies_from,
            on_progress=advance,
        )
    table, moments = judged.to_pandas(), judged.moments(players[0])
    if output.csv:
        write_csv(table, output.csv)
    if save:
        lines = [json_text.dumps(record, separators=(",", ":")) + "\n" for record in judged.records(players[0])]
        write_file(save, "".join(lines).encode())
    if output.json:
        conditions = {"bidder": bidder, "deals": deals, "tricks": tricks, "seed": options.seed}
        facts = [_moment_facts(moment) for moment in moments]
        print_json(conditions | {"table": _filled(table, None).to_dict("records"), "moments": facts})
        return
    title = f"points given away per deal in the last {tricks} tricks, all four seats alike, {bidder} bids"
    console().print(tables.plain_table(title, _filled(table, "-")))
    _print_moments(judged, players[0], moments, save)


def _print_moments(judged: Mistakes, player: str, moments: Sequence[FrequentMistake], save: Path | None) -> None:
    """The most frequent mistakes of a player, each with the place where it is to be seen."""
    if not moments:
        print(f"{player} gave nothing away.")
        return
    print(f"The most frequent mistakes of {player}:")
    for moment in moments:
        card = moment.card
        print(
            f"- {card.contract}, {card.kind}: {moment.mistakes} times. In game {moment.game}, trick {card.trick + 1}, "
            f"seat {card.seat} plays {NAMES[card.card]} and gives away {card.given_away} points."
        )
    if save:
        print(f"To watch one: knotlab replay --record {save} --index {moments[0].game} --html game.html")
    else:
        print("To watch them, add --save FILE.")


def _filled(table: pd.DataFrame, instead: str | None) -> pd.DataFrame:
    """A table with something else in place of the numbers that are not known."""
    return table.astype(object).where(table.notna(), instead)


def _moment_facts(moment: FrequentMistake) -> dict[str, Any]:
    """A moment as plain data."""
    facts = moment.card._asdict() | {"card": NAMES[moment.card.card], "trick": moment.card.trick + 1}
    return {"mistakes": moment.mistakes, "game": moment.game} | facts


def gap(
    player: str, yardstick: str, deals: int, each: int | None, bidder: str, options: GameOptions, output: Output
) -> None:
    """Measure the gap, and print it."""
    with progress(f"{player} beside {yardstick}", each * (len(CONTRACTS) + 1) if each else deals) as advance:
        measured = measure_gap(
            player,
            yardstick=yardstick,
            deals=deals,
            each=each,
            bidder=bidder,
            seed=options.seed,
            rules=options.settings,
            strategies_from=options.strategies_from,
            on_progress=advance,
        )
    title = f"points per deal that {player} loses to {yardstick}, by contract"
    conditions = {"player": player, "yardstick": yardstick, "bidder": bidder, "seed": options.seed}
    _tell(
        measured.to_pandas(),
        title,
        conditions | {"deals": measured.deals},
        output,
        f"The same {measured.deals:,} deals, {bidder} bidding for all: first {yardstick} in all four seats, then "
        f"{player} in one seat, each in turn, and {yardstick} in the other three.",
    )


def promised(players: Sequence[str], each: int, tricks: int, bidder: str, options: GameOptions, output: Output) -> None:
    """Measure what is expected and what comes of it, and print it."""
    with progress("deals played", each * len(TWO_SIDED) * len(players)) as advance:
        measured = measure_promised(
            players,
            each=each,
            tricks=tricks,
            bidder=bidder,
            seed=options.seed,
            rules=options.settings,
            strategies_from=options.strategies_from,
            on_progress=advance,
        )
    _tell(
        measured.to_pandas(),
        f"points above the mean of the others', expected and real, {bidder} bids",
        {"bidder": bidder, "deals": measured.deals, "tricks": tricks, "seed": options.seed},
        output,
        "What is promised is the player's own score of the card, which means something only if its scores are points "
        "above the mean of the others', as those of sampler are.",
    )


def _tell(table: pd.DataFrame, title: str, conditions: dict[str, Any], output: Output, words: str) -> None:
    """Write a table as it is wanted: as CSV, as JSON with its conditions, or printed with some words below it.

    Parameters
    ----------
    table, title
        The table, and what stands above it.
    conditions
        Under which it was measured.
    output
        In which forms it is wanted.
    words
        What a reader must know.
    """
    if output.csv:
        write_csv(table, output.csv)
    if output.json:
        print_json(conditions | {"table": _filled(table, None).to_dict("records")})
        return
    console().print(tables.plain_table(title, _filled(table, "-")))
    print(words)


def par(deals: int, options: GameOptions, output: Output) -> None:
    """Solve deals, and print their par."""
    with progress("deals solved with all cards open", deals) as advance:
        table = par_table(deals, options.seed, options.settings, advance)
    if output.csv:
        write_csv(table, output.csv)
    if output.json:
        print_json({"seed": options.seed, "table": _filled(table, None).to_dict("records")})
        return
    console().print(tables.plain_table("the best contract that each seat could bid and make", _filled(table, "-")))

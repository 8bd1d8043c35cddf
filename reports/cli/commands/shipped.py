"""What `knotlab claims` without more does: print the findings that ship, without playing."""

import io
import math
from collections.abc import Sequence
from typing import Any

import pandas as pd
from rich.table import Table

from knotlab.reports.answers.advice import advice
from knotlab.reports.answers.findings import FOLDER, TipFound
from knotlab.reports.answers.forest import amount
from knotlab.reports.answers.shipped_claims import shipped_claims
from knotlab.reports.cli.setup import Output
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.page.answers import headline, verdict_words
from knotlab.reports.words.directions import IN_HUNDRED
from knotlab.sim.storage.result_files import published

FEW = 3  # tips whose cells are printed
UNITS = {"mean_score": "points per deal", "resets": "times per game"} | {
    unit: counted for unit, (_, counted) in IN_HUNDRED.items()
}


def show(ids: Sequence[str], output: Output) -> None:
    """The tips that were asked for, or all."""
    tips = shipped_claims(ids).tips
    if output.csv:
        cells = pd.read_csv(io.StringIO(published(FOLDER / "cells.csv")))
        write_csv(cells[cells["tip"].isin([tip.id for tip in tips])], output.csv)
    if output.json:
        print_json({"claims": [_facts(tip) for tip in tips]})
        return
    table = Table("id", "what to do", "verdict", "following the tip, on average", "games", "in a sentence")
    for tip in tips:
        answer, (word, glyph, _) = advice(tip), verdict_words(tip)
        table.add_row(
            tip.id,
            tip.words["title"],
            f"{glyph} {word}",
            _mean(tip),
            f"{tip.games:,}",
            f"{answer.opening} {answer.sentence}",
        )
    console().print(table)
    for tip in tips if len(tips) <= FEW else ():
        if tip.cells:
            console().print(_cells(tip))
    if not ids:
        print(headline())
    print("found before and shipped; knotlab claims ID --play plays a claim anew")


def _mean(tip: TipFound) -> str:
    """The mean of a tip's headline with its interval, in a reader's unit, for following the advice."""
    mean = tip.headline
    return f"{amount(mean)} {UNITS.get(mean.unit, mean.unit)}" if mean and not math.isnan(mean.effect) else "-"


def _cells(tip: TipFound) -> Table:
    """The sizes of a tip's cells."""
    table = Table("experiment", "players", "against", "effect [95%]", "in", title=f"{tip.id}: {tip.statement}")
    for cell in tip.cells:
        table.add_row(cell.label, str(cell.players), cell.company, amount(cell), UNITS.get(cell.unit, cell.unit))
    return table


def _facts(tip: TipFound) -> dict[str, Any]:
    """A tip as plain data."""
    answer, mean = advice(tip), tip.headline
    return {
        "id": tip.id,
        "tip": tip.statement,
        "verdict": tip.verdict,
        "opening": answer.opening,
        "sentence": answer.sentence,
        "games": tip.games,
        "headline": None if mean is None else {name: _known(value) for name, value in vars(mean).items()},
        "cells": [{name: _known(value) for name, value in vars(cell).items()} for cell in tip.cells],
    }


def _known(value: Any) -> Any:
    """A value, None for an unknown or unlimited number."""
    return None if isinstance(value, float) and (value != value or abs(value) == float("inf")) else value

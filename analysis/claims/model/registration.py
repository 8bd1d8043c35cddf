"""What a cell is, fixed before it is played, and the name that follows from it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from types import FunctionType
from typing import Any

import polars as pl

from knotlab.analysis.claims.model.cells import Cell
from knotlab.analysis.claims.model.chart import Description, Sample
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.runs.code import code_hash
from knotlab.analysis.runs.conditions import condition_hashes
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import STREAM_VERSION
from knotlab.strategies.declare import USER_MODULE
from knotlab.strategies.resolve import strategy_hashes

LEFT_OUT = ("\u2026", "python_udf")  # in the text of an expression: not all of it is there


def question_of(cell: Cell, inquiry: Inquiry) -> dict[str, Any]:
    """All that a cell's verdict depends on but for the code, as plain data."""
    experiment = cell.experiment
    means = {str(verdict): str(about_tip) for verdict, about_tip in experiment.means.items()}
    return {"cell": cell.name, "kind": experiment.kind, "means": means} | experiment.registration(cell, inquiry)


def registration(cell: Cell, inquiry: Inquiry) -> dict[str, Any]:
    """All that a cell's verdict depends on, as plain data: what is asked, and hashes of all code that can change it."""
    experiment = cell.experiment
    code = code_hash(cell.tip.game, type(experiment).__module__, experiment.functions())
    return question_of(cell, inquiry) | {"sources": experiment.sources(cell, inquiry), "code": code}


def name_of(cell: Cell, inquiry: Inquiry) -> str:
    """The name under which a cell is registered: printed with its verdict, and in the name of its folder."""
    return digits(registration(cell, inquiry))


def digits(content: Mapping[str, Any]) -> str:
    """Twelve hexadecimal digits of the SHA-256 of some plain data."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()[:12]


def name_of_function(function: Any) -> str:
    """A function's name; of a user's function with a hash of its file."""
    return f"{function.__module__.partition(USER_MODULE)[2]}{function.__name__}"


def expression_text(expression: pl.Expr) -> str:
    """An expression as text; where Polars leaves a part out of that (of long lists, of Python functions), with a hash
    of the whole.

    >>> expression_text(pl.col("move_rank") == 3)
    '[(col("move_rank")) == (dyn int: 3)]'
    """
    text = str(expression)
    if not any(part in text for part in LEFT_OUT):
        return text
    try:
        return f"{text} {hashlib.sha256(expression.meta.serialize()).hexdigest()[:12]}"
    except pl.exceptions.PolarsError as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"the expression {text} cannot be written down for the record: {reason}") from None


# --- what is shown without a verdict ---


def description_name(tip: str, description: Description, sample: Sample) -> str:
    """The name under which something shown about a tip is kept."""
    entrants = description.entrants(sample)
    return digits(
        {
            "claim": tip,
            "kind": type(description).__name__,
            "deals": sample.deals,
            "seed": sample.seed,
            "stream_version": STREAM_VERSION,
            "asked": {field.name: _as_plain(getattr(description, field.name)) for field in fields(description)},  # type: ignore[arg-type]
            "strategies": [(player.name, player.values) for player in entrants],
            "sources": strategy_hashes(entrants) | condition_hashes(sample.game, description.measures),
            "code": code_hash(sample.game, type(description).__module__, description.functions()),
        }
    )


def _as_plain(value: Any) -> Any:
    """What a description asks as plain data: expressions as text, functions by name."""
    if isinstance(value, tuple):
        return [_as_plain(part) for part in value]
    if isinstance(value, pl.Expr):
        return expression_text(value)
    return name_of_function(value) if isinstance(value, FunctionType) else str(value)

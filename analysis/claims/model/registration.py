"""The cells of claims, each experiment at each table: what one is, fixed before it is played, and the name that follows
from it.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from types import FunctionType
from typing import Any

import polars as pl

from knotlab.analysis.claims.model.chart import Description, Sample
from knotlab.analysis.claims.model.experiment import Experiment, Trial
from knotlab.analysis.claims.model.field import Field, line_ups, name_of_field, seated
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.runs.code import code_hash
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import STREAM_VERSION
from knotlab.strategies.declare import USER_MODULE
from knotlab.strategies.resolve import strategy_hashes

USUAL_SIZE = 3  # players at the tables of a quick pass


@dataclass(frozen=True, eq=False)
class Cell:
    """One experiment of a claim at one table: one verdict."""

    tip: Tip
    experiment: Experiment
    field: Field
    players: int

    @property
    def game(self) -> str:
        """The game's name."""
        return self.tip.game

    @property
    def field_name(self) -> str:
        """The field as it is shown."""
        return name_of_field(self.field)

    @property
    def name(self) -> str:
        """What tells it apart from all other cells."""
        return f"{self.tip.id} {self.experiment.label}, {self.players} players, {self.field_name}"

    def others(self) -> list[str]:
        """The strategies of the field on all chairs but one."""
        return seated(self.tip.game, self.field, self.players, self.players - 1)

    def line_ups(self) -> list[list[str]]:
        """All line-ups of the field at this table."""
        return line_ups(self.tip.game, self.field, self.players)


def cells_of(tip: Tip, one_size: bool = False) -> list[Cell]:
    """A claim's cells; with `one_size` those at three players, or at the first size that an experiment has."""
    return [
        Cell(tip, experiment, field, players)
        for experiment in tip.experiments
        for players in ((_one_size(experiment),) if one_size else experiment.players)
        for field in experiment.fields
    ]


def _one_size(experiment: Experiment) -> int:
    """The size of table that a quick pass takes."""
    return USUAL_SIZE if USUAL_SIZE in experiment.players else experiment.players[0]


def family(some: Sequence[Tip]) -> int:
    """How many cells some claims have: those that share a level."""
    return sum(len(cells_of(tip)) for tip in some)


def headlines(some: Sequence[Tip]) -> int:
    """How many headlines some claims have."""
    return sum(tip.headline_experiment is not None for tip in some)


LEFT_OUT = ("\u2026", "python_udf")  # in the text of an expression: not all of it is there


def question_of(cell: Cell, trial: Trial) -> dict[str, Any]:
    """All that a cell's verdict depends on but for the code, as plain data."""
    experiment = cell.experiment
    means = {str(verdict): str(about_tip) for verdict, about_tip in experiment.means.items()}
    return {"cell": cell.name, "kind": experiment.kind, "means": means} | experiment.registration(cell, trial)


def registration(cell: Cell, trial: Trial) -> dict[str, Any]:
    """All that a cell's verdict depends on, as plain data: what is asked, and hashes of all code that can change it."""
    experiment = cell.experiment
    code = code_hash(cell.tip.game, type(experiment).__module__, experiment.functions())
    return question_of(cell, trial) | {"sources": experiment.sources(cell, trial), "code": code}


def name_of(cell: Cell, trial: Trial) -> str:
    """The name under which a cell is registered: printed with its verdict, and in the name of its folder."""
    return digits(registration(cell, trial))


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
            "sources": strategy_hashes(entrants),
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

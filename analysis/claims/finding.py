"""What a cell came to."""

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from knotlab.analysis.claims.registration import name_of
from knotlab.analysis.kept import Real
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict

if TYPE_CHECKING:
    from knotlab.analysis.claims.cells import Cell
    from knotlab.analysis.claims.trial import Trial


@dataclass(frozen=True)
class Finding:
    """A cell's verdict and what it rests on.

    Parameters
    ----------
    tip, cell
        The claim's id, and the cell's name.
    label, kind
        The experiment, and what kind it is.
    players, field, rules
        The table: how many play, in which company, with which settings.
    verdict
        What the evidence says about the experiment's own question.
    about_tip
        What that verdict says about the tip.
    effect, low, high
        The effect and its interval in `unit`, + for the experiment's first side; the interval is nan where no look was
        sound yet.
    margin
        The smallest effect that matters, as the verdict rests on it.
    unit
        The unit of the effect.
    is_size_open
        Whether the direction is certain, but not that the effect matters.
    deals, games
        How many were played, the pilot's not counted.
    vrf
        What the design is worth in games; nan where that has no meaning.
    in_play
        The share of deals in which the two sides differ, or that have a case.
    unfinished
        The share of games, or of rollouts, that had no end.
    is_settled
        Whether no more deals would be played.
    to_decide
        For an undecided cell, the deals projected to settle it; at most `cap` are played.
    alpha
        The level of the cell.
    hash
        The name under which it is registered.
    seconds
        How long it took.
    cap
        The greatest number of deals.
    in_choices
        Of a duel, the share of choices in which the sides differ.
    beside
        A duel's other metrics, each with effect, low and high.
    """

    tip: str
    cell: str
    label: str
    kind: str
    players: int
    field: str
    rules: str
    verdict: Verdict
    about_tip: Verdict
    effect: Real
    low: Real
    high: Real
    margin: float
    unit: str
    is_size_open: bool
    deals: int
    games: int
    vrf: Real
    in_play: Real
    unfinished: Real
    is_settled: bool
    to_decide: int | None
    alpha: float
    hash: str
    seconds: float
    cap: int = 0
    in_choices: Real = math.nan
    beside: Mapping[str, tuple[Real, Real, Real]] = dataclasses.field(default_factory=dict)

    def row(self) -> dict[str, Any]:
        """It as a row of a table, its other metrics in columns of their own."""
        values = asdict(self)
        beside = values.pop("beside")
        return values | {
            f"{metric}{part}": value
            for metric, numbers in beside.items()
            for part, value in zip(("", "_low", "_high"), numbers, strict=True)
        }


@dataclass(frozen=True)
class Measurement:
    """What was measured of a cell: as in `Finding`."""

    effect: float = math.nan
    low: float = math.nan
    high: float = math.nan
    deals: int = 0
    games: int = 0
    vrf: float = math.nan
    in_play: float = math.nan
    unfinished: float = math.nan
    is_settled: bool = False
    to_decide: int | None = None
    seconds: float = 0.0
    cap: int = 0
    in_choices: float = math.nan
    beside: Mapping[str, tuple[float, float, float]] = dataclasses.field(default_factory=dict)


def make_finding(cell: "Cell", trial: "Trial", verdict: Verdict, measured: Measurement) -> Finding:
    """What a verdict and the numbers that it rests on say. A quick pass judges "equivalent" by a margin wider than the
    declared one, so that it has a word of its own.

    Parameters
    ----------
    cell
        The cell.
    trial
        What all cells of the trial share.
    verdict
        The verdict on what the cell names.
    measured
        The effect with its interval, and what was played.

    Returns
    -------
    Finding
        What the cell came to.
    """
    experiment = cell.experiment
    if trial.is_quick and verdict == Verdict.EQUIVALENT:
        verdict = Verdict.NO_LARGE_EFFECT
    return Finding(
        tip=cell.tip.id,
        cell=cell.name,
        label=experiment.label,
        kind=experiment.kind,
        players=cell.players,
        field=cell.field_name,
        rules=" ".join(experiment.rules),
        verdict=verdict,
        about_tip=about_tip(cell, verdict),
        margin=margin_of(cell, trial, verdict),
        unit=experiment.unit_in(cell.tip.game),
        is_size_open=is_size_open(cell, verdict, measured.low, measured.high),
        alpha=trial.alpha,
        hash=name_of(cell, trial),
        **{name: getattr(measured, name) for name in Measurement.__dataclass_fields__},
    )


def unplayed(cell: "Cell", trial: "Trial") -> Finding:
    """A cell that the time did not reach."""
    return make_finding(cell, trial, Verdict.UNDECIDED, Measurement())


def about_tip(cell: "Cell", verdict: Verdict) -> Verdict:
    """What an experiment's verdict says about the tip."""
    return verdict if verdict in NO_ANSWER else Verdict(cell.experiment.means[verdict])


def margin_of(cell: "Cell", trial: "Trial", verdict: Verdict) -> float:
    """The margin that a verdict rests on: the declared one, unless a wider one says that nothing matters."""
    declared = cell.experiment.margin
    return declared if verdict in (Verdict.SUPPORTED, Verdict.REFUTED) else declared * trial.wider


def is_size_open(cell: "Cell", verdict: Verdict, low: float, high: float) -> bool:
    """Whether the direction is certain, but not that the effect matters.

    Parameters
    ----------
    cell
        The cell, with its margin.
    verdict
        Its verdict.
    low
        Where the interval of the effect begins.
    high
        Where it ends.

    Returns
    -------
    bool
        True if the effect may still be smaller than the margin.
    """
    margin = cell.experiment.margin
    return verdict in (Verdict.SUPPORTED, Verdict.REFUTED) and not (low > margin or high < -margin)


def sound(low: float, high: float, reach: float) -> tuple[float, float]:
    """An interval, nan while it is as wide as can be: no look was sound yet."""
    return (low, high) if low > -reach or high < reach else (math.nan, math.nan)

"""Results of claims as plain data, to be kept as JSON and read again."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from knotlab.analysis.claims.cells import tip_named
from knotlab.analysis.claims.finding import Finding, Line, Plane, TipResult
from knotlab.analysis.claims.tip import Shown, Surface
from knotlab.analysis.stats.rates import Rate
from knotlab.sim.errors import InputError
from knotlab.sim.json_data import json_ready, numbers_again

Kept = TypeVar("Kept")


def to_plain(result: TipResult) -> dict[str, Any]:
    """A claim's result without the claim itself, which its id stands for; curves by their place among the claim's
    own.
    """
    told: dict[str, Any] = {
        "id": result.tip.id,
        "findings": [asdict(one) for one in result.findings],
        "exact": [list(one) for one in result.exact],
    }
    told |= {"lines": [line_to_plain(line) for line in result.lines]}
    return json_ready(told | {"note": result.note, "overall": result.overall})  # type: ignore[no-any-return]


def from_plain(told: Mapping[str, Any]) -> TipResult:
    """A result again; raises InputError if there is no such claim."""
    tip = tip_named(told["id"])
    findings = tuple(Finding(**numbers_again(one) | {"to_decide": one["to_decide"]}) for one in told["findings"])
    lines = tuple(line_from_plain(curve, one) for curve, one in zip(tip.curves, told["lines"], strict=False))
    label_answer_sentence = tuple((label, answer, sentence) for label, answer, sentence in told["exact"])
    return TipResult(tip, findings, label_answer_sentence, lines, told["note"], told["overall"])


def line_to_plain(line: Line | Plane) -> dict[str, Any]:
    """A curve or a surface without what it asks."""
    return json_ready({"groups": list(line.groups), "rates": [asdict(rate) for rate in line.rates]})  # type: ignore[no-any-return]


def line_from_plain(curve: Shown, told: Mapping[str, Any]) -> Line | Plane:
    """A curve or a surface again."""
    rates = tuple(Rate(**numbers_again(rate)) for rate in told["rates"])
    if isinstance(curve, Surface):
        return Plane(curve, tuple((row, column) for row, column in told["groups"]), rates)
    return Line(curve, tuple(told["groups"]), rates)


def read_again(path: Path, make: Callable[[Any], Kept]) -> Kept:
    """What a file of JSON tells; raises InputError if it is damaged."""
    try:
        return make(json.loads(path.read_text()))
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        raise InputError(f"{path} is damaged; remove it, and the same command writes it again") from None

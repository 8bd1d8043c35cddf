"""Results of claims as plain data, to be kept as JSON and read again."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from analysis.claims.cells import tip_named
from analysis.claims.finding import Finding, Line, Plane, TipResult
from analysis.claims.tip import Shown, Surface
from analysis.duel_result import known, plain
from analysis.rates import Rate


def to_plain(result: TipResult) -> dict[str, Any]:
    """A claim's result without the claim itself, which its id stands for; curves by their place among the claim's own."""
    told: dict[str, Any] = {"id": result.tip.id, "findings": [asdict(one) for one in result.findings], "exact": [list(one) for one in result.exact]}
    told |= {"lines": [{"groups": list(line.groups), "rates": [asdict(rate) for rate in line.rates]} for line in result.lines]}
    return plain(told | {"note": result.note, "overall": result.overall})  # type: ignore[no-any-return]


def from_plain(told: Mapping[str, Any]) -> TipResult:
    """A result again; raises InputError if there is no such claim."""
    tip = tip_named(told["id"])
    findings = tuple(Finding(**known(one) | {"to_decide": one["to_decide"]}) for one in told["findings"])
    lines = tuple(_line(curve, one) for curve, one in zip(tip.curves, told["lines"], strict=False))
    label_answer_sentence = tuple((label, answer, sentence) for label, answer, sentence in told["exact"])
    return TipResult(tip, findings, label_answer_sentence, lines, told["note"], told["overall"])


def _line(curve: Shown, told: Mapping[str, Any]) -> Line | Plane:
    """A curve or a surface again."""
    rates = tuple(Rate(**known(rate)) for rate in told["rates"])
    if isinstance(curve, Surface):
        return Plane(curve, tuple((row, column) for row, column in told["groups"]), rates)
    return Line(curve, tuple(told["groups"]), rates)

"""Results of claims as plain data, to be kept as JSON and read again."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from analysis.claims.cells import tip_named
from analysis.claims.finding import Finding, Line, TipResult
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
    lines = tuple(
        Line(curve, tuple(one["groups"]), tuple(Rate(**known(rate)) for rate in one["rates"])) for curve, one in zip(tip.curves, told["lines"], strict=False)
    )
    label_answer_sentence = tuple((label, answer, sentence) for label, answer, sentence in told["exact"])
    return TipResult(tip, findings, label_answer_sentence, lines, told["note"], told["overall"])

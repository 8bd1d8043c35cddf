"""What a variant of the rules changes: each duel's effect under the variant less its effect under the usual rules."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.intervals import certain_sign
from knotlab.analysis.stats.verdicts import Direction, Verdict

NAMED = 5  # duels that the sentence names

Place = tuple[str, int, str]  # experiment, players and field


class Change(NamedTuple):
    """What a variant changes in one effect.

    label, players, field: the experiment, and the table. value, low, high: the effect under the variant less that under
    the usual rules, with an interval that holds for all together. margin: the smallest effect that matters.
    is_turned: it is told to help under one of the two rules, and to hurt under the other.
    """

    label: str
    players: int
    field: str
    value: float
    low: float
    high: float
    margin: float
    is_turned: bool = False

    @property
    def is_certain(self) -> bool:
        """Whether the interval excludes zero."""
        return certain_sign(self.low, self.high) != 0


def difference(minuend: Between, subtrahend: Between) -> Between:
    """The difference of two effects that were measured apart, with its interval.

    The distances from the values to the ends of their intervals add up as the roots of their squares do (Zou and
    Donner, "Construction of confidence limits about effect measures", Statistics in Medicine 27, 2008). Two cells may
    share the numbers of their deals; effects that go up and down together only make the difference surer.

    minuend, subtrahend: the two effects, of deals whose number was fixed beforehand, each with the interval that holds
    for all cells together.

    >>> difference(Between(3.0, -1.0, 7.0), Between(1.0, -2.0, 4.0))
    Between(value=2.0, low=-3.0, high=7.0)
    """
    value = minuend.value - subtrahend.value
    down = math.hypot(minuend.value - minuend.low, subtrahend.high - subtrahend.value)
    up = math.hypot(minuend.high - minuend.value, subtrahend.value - subtrahend.low)
    return Between(value, value - down, value + up)


def changes_of_sizes(variant: Sequence[Evidence], usual: Sequence[Evidence], margin: float) -> list[Change]:
    """What a variant changes, by the sizes of effects under both rules.

    variant, usual: the sizes of a variant's cells, and of those of all other claims; cells are matched by experiment
    and table. margin: the smallest effect that matters. Returns one for each cell that was measured under both rules
    and has a simultaneous interval there.
    """
    by_place = {(cell.label, cell.players, cell.field): cell for cell in usual}
    changes = []
    for cell in variant:
        other = by_place.get((cell.label, cell.players, cell.field))
        if other and not math.isnan(_effect(cell).low + _effect(other).low):
            is_turned = {cell.direction, other.direction} == {Direction.HELPS, Direction.HURTS}
            changed = difference(_effect(cell), _effect(other))
            changes.append(Change(cell.label, cell.players, cell.field, *changed, margin, is_turned))
    return changes


def _effect(cell: Evidence) -> Between:
    """A cell's effect, with the interval that holds for all cells together."""
    return Between(cell.size.value, cell.size.all_low, cell.size.all_high)


def compare_variants(results: Sequence[TipResult]) -> list[TipResult]:
    """Say of claims about a variant of the rules which effects certainly change under it.

    results: the claims about variants, and those that they repeat. Returns the same claims; those about a variant with
    their verdict and a sentence.
    """
    usual = [result for result in results if not _is_variant(result)]
    return [_compared(result, usual) if _is_variant(result) else result for result in results]


def _is_variant(result: TipResult) -> bool:
    return result.tip is not None and result.tip.is_variant


def _compared(result: TipResult, usual: Sequence[TipResult]) -> TipResult:
    """A variant's result with its comparison."""
    changes = _changes(result, usual)
    if not changes:
        note = "the claims that it repeats were not tried along with it, so there is nothing to compare"
        return replace(result, note=note, verdict=Verdict.OPEN)
    tried = {(cell.label, cell.players, cell.field) for cell in result.cells}
    return replace(result, note=sentence(changes), verdict=verdict_of(changes, len(tried)))


def _changes(result: TipResult, usual: Sequence[TipResult]) -> list[Change]:
    """What changes, by the sizes of the effects."""
    margin = min((cell.margin for cell in result.cells), default=0.0)
    return changes_of_sizes(result.cells, [cell for each in usual for cell in each.cells], margin)


def verdict_of(changes: Sequence[Change], cells: int) -> Verdict:
    """Whether a variant changes how to play: it holds if any change is certain, and is wrong where every cell's change
    is certainly too small to matter.

    changes: what is known of the changes. cells: how many cells the variant has.
    """
    if any(change.is_certain for change in changes):
        return Verdict.HOLDS
    all_small = all(-change.margin < change.low and change.high < change.margin for change in changes)
    return Verdict.WRONG if all_small and len(changes) == cells else Verdict.OPEN


def sentence(changes: Sequence[Change]) -> str:
    """How many effects certainly change, how many of them turn round, and of which habits the most.

    changes: what is known of the changes.
    """
    certain = sorted((change for change in changes if change.is_certain), key=lambda change: -abs(change.value))
    names = list(dict.fromkeys(change.label for change in certain))[:NAMED]
    turned = [change.label for change in certain if change.is_turned]
    said = f"{len(certain)} of {len(changes)} effects certainly differ between the two sets of rules"
    if turned:
        said += f", {len(turned)} of them by turning from helping to hurting or back: {', '.join(turned)}"
    return said + (f" (most of all {', '.join(names)})" if names else "")

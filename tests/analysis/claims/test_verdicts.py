"""What claims come to that the rules settle, or that are about a variant of the rules."""

import math

import pytest

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.variants import (
    changes_of_sizes,
    compare_variants,
    difference,
    sentence,
    verdict_of,
)
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.rulebooks.library import chosen, tip_named
from knotlab.analysis.claims.stages.play import result_of
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.verdicts import Verdict
from tests.analysis.claims.planted import planted, size

YES, NO, OPEN = Verdict.HOLDS, Verdict.WRONG, Verdict.OPEN


def test_exact_claims_hold() -> None:
    results = [result_of(tip) for tip in chosen(["TK-C22", "TY-C2", "TY-C4"])]
    assert [result.verdict for result in results] == [YES] * 3
    hands = [(a, b, c, 13 - a - b - c) for a in range(14) for b in range(14 - a) for c in range(14 - a - b)]
    fewest = min(max(hand) for hand in hands if sorted(hand)[-1] > sorted(hand)[-2])
    assert f"{fewest} tricks" in results[1].exact[0].sentence


def with_cells(tip: Tip, cells: tuple[Evidence, ...]) -> TipResult:
    """A claim with the sizes of its cells."""
    return TipResult(tip.id, tip.game, tip.statement, OPEN, cells, tip=tip)


def test_southampton_repeats_the_duels_and_says_which_come_out_differently() -> None:
    variant = tip_named("TK-C28")
    duels = [experiment for experiment in variant.experiments if isinstance(experiment, Duel)]
    assert variant.is_variant and all(experiment.rules == ("preset=southampton",) for experiment in duels)
    usual = (size("0", 0.0, 0.002), size("1", 0.0, 0.002))
    base = with_cells(planted(), usual)

    def compared(*values: float) -> TipResult:
        cells = tuple(size(str(i), value, 0.002) for i, value in enumerate(values))
        return compare_variants([base, with_cells(variant, cells)])[1]

    apart, near, same = 0.005, 0.0025, 0.0
    assert compared(apart, same).verdict == YES and compared(apart, same).note.startswith(
        "1 of 2 effects certainly differ"
    )
    assert compared(near, same).verdict == OPEN and compared(same, same).verdict == NO
    (alone,) = compare_variants([with_cells(variant, usual)])
    assert alone.verdict == OPEN and "nothing to compare" in alone.note


def test_what_a_variant_changes_is_the_difference_of_its_sizes() -> None:
    usual = [size("one", 0.010), size("other", 0.020), size("third", 0.0)]
    variant = [size("one", 0.0112), size("other", 0.0218), size("new", 0.5), size("third", 0.0, math.nan)]
    changes = changes_of_sizes(variant, usual, 0.005)
    assert [change.label for change in changes] == ["one", "other"]
    assert [change.value for change in changes] == pytest.approx([0.0012, 0.0018])
    # the roots of the squares of 0.001 and 0.001 add up to 0.00141
    assert changes[0].high - changes[0].value == pytest.approx(0.001 * 2**0.5)
    assert [change.is_certain for change in changes] == [False, True]
    assert verdict_of(changes, 4) == YES and verdict_of(changes[:1], 1) == NO and verdict_of(changes[:1], 2) == OPEN
    assert sentence(changes) == "1 of 2 effects certainly differ between the two sets of rules (most of all other)"
    turned = changes[1]._replace(is_turned=True)
    assert ", 1 of them by turning from helping to hurting or back: other (most" in sentence([changes[0], turned])


def test_a_difference_reaches_down_by_the_low_end_of_one_and_the_high_end_of_the_other() -> None:
    """Down by the root of 3 and 4 squared, up by that of 5 and 12 squared."""
    assert difference(Between(10.0, 7.0, 15.0), Between(4.0, -8.0, 8.0)) == pytest.approx((6.0, 1.0, 19.0))

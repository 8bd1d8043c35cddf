"""From the verdicts of experiments to what they say about a tip."""

import math
from dataclasses import replace

import pytest

from knotlab.analysis.claims.cells import chosen, tip_named
from knotlab.analysis.claims.conclude import conclude
from knotlab.analysis.claims.conclusions import all_parts
from knotlab.analysis.claims.experiment import BETTER, HARMS, NO_WORSE, NOT_WORTH_IT
from knotlab.analysis.claims.finding import Finding, about_tip, margin_of
from knotlab.analysis.claims.headlines import CellSize, TipHeadline
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.result import TipResult
from knotlab.analysis.claims.rulebooks.twisted_knot.whole_game import signs_differ
from knotlab.analysis.claims.variants import changes_of_sizes, compare_variants, sentence, verdict_of
from knotlab.analysis.stats.moments import Moments
from knotlab.analysis.stats.sequence import VERDICTS, Interval, Watch
from knotlab.analysis.stats.sizes import Size
from knotlab.analysis.stats.verdicts import Verdict
from tests.analysis.claims.planted import ACES, MARGIN, SHED, TRIAL, cell_of, duel, planted, some_finding

YES, NO, SAME, OPEN, NEVER, MIXED = (
    Verdict.SUPPORTED,
    Verdict.REFUTED,
    Verdict.EQUIVALENT,
    Verdict.UNDECIDED,
    Verdict.NEVER_CAME_UP,
    Verdict.MIXED,
)


@pytest.mark.parametrize(
    ("means", "supported", "refuted", "equivalent"),
    [(BETTER, YES, NO, SAME), (NOT_WORTH_IT, NO, YES, YES), (NO_WORSE, YES, NO, YES), (HARMS, NO, YES, NO)],
)
def test_what_a_verdict_says_about_the_tip_is_fixed_with_the_experiment(
    means: dict, supported: Verdict, refuted: Verdict, equivalent: Verdict
) -> None:
    cell = cell_of(duel(ACES, SHED, means=means))
    said = [about_tip(cell, verdict) for verdict in (YES, NO, SAME, OPEN, NEVER)]
    assert said == [supported, refuted, equivalent, OPEN, NEVER]


def test_a_wide_margin_never_hides_an_effect_beyond_the_declared_one() -> None:
    """At a quick look an effect between the two margins still supports; one below the declared margin still makes no
    difference.
    """
    watch = Watch(8 * MARGIN, 0.05, 1.0, 1000, MARGIN)
    seen = Moments(2000, 0.0, 0.1, 0.0)
    verdicts = [
        VERDICTS[int(watch.judge(Interval(low, high), seen))]
        for low, high in ((MARGIN + 0.01, 0.2), (-0.2, -MARGIN - 0.01), (-0.2, 0.2), (-0.9, 0.9))
    ]
    assert verdicts == [YES, NO, SAME, OPEN]
    experiment = duel(ACES, SHED)
    cell, quick = cell_of(experiment), replace(TRIAL, wider=8.0)
    fine = [experiment.question(cell, trial).decision.fine for trial in (quick, TRIAL)]
    assert fine == [MARGIN, None]
    assert [margin_of(cell, quick, verdict) for verdict in (YES, NO, SAME, OPEN)] == [MARGIN] * 2 + [8 * MARGIN] * 2


def cells(*verdicts: Verdict) -> TipResult:
    finding = some_finding()
    return TipResult(planted(), tuple(replace(finding, about_tip=verdict) for verdict in verdicts))


@pytest.mark.parametrize(
    ("verdicts", "together"),
    [
        ((YES, YES), YES),
        ((YES, OPEN), YES),
        ((YES, NO), MIXED),
        ((SAME, YES), MIXED),
        ((OPEN, NEVER), OPEN),
        ((NEVER,), NEVER),
    ],
)
def test_cells_together_say_what_all_decided_ones_say(verdicts: tuple[Verdict, ...], together: Verdict) -> None:
    assert cells(*verdicts).verdict == together


@pytest.mark.parametrize(
    ("otherwise", "which"),
    [
        ([], ""),
        ([("one", 3, "simple")], "one, 3 players, simple"),
        ([("one", n, field) for n in (2, 3, 4) for field in ("simple", "strong")], "one"),
        (
            [
                ("one", 2, "simple"),
                *((label, 3, field) for label in ("one", "other", "third") for field in ("simple", "strong")),
            ],
            "3 players; one, 2 players, simple",
        ),
        ([("one", 2, "simple"), ("one", 3, "strong"), ("other", 2, "strong"), ("other", 3, "simple")], ""),
    ],
)
def test_a_summary_names_the_cells_that_say_otherwise_if_they_are_few(
    otherwise: list[tuple[str, int, str]], which: str
) -> None:
    usual = some_finding()
    findings = [
        replace(usual, label=label, players=n, field=field, about_tip=NO if (label, n, field) in otherwise else YES)
        for label in ("one", "other", "third")
        for n in (2, 3, 4)
        for field in ("simple", "strong")
    ]
    says = f", refuted {len(otherwise)} of 18" if otherwise else ""
    where = TipResult(planted(), tuple(findings)).where
    assert where == f"supported {18 - len(otherwise)} of 18{says}" + (f" ({which})" if which else "")


# --- verdicts from all cells together ---


def finding(label: str, verdict: Verdict, players: int = 4) -> Finding:
    return replace(some_finding(), label=label, players=players, verdict=verdict, about_tip=verdict)


@pytest.mark.parametrize(
    ("verdicts", "every"),
    [
        ((YES, YES), YES),
        ((YES, NO), NO),
        ((YES, OPEN), OPEN),
        ((NO, OPEN), NO),
        ((SAME, SAME), NO),
        ((OPEN, OPEN), OPEN),
    ],
)
def test_a_claim_of_several_parts_is_concluded_table_by_table(
    verdicts: tuple[Verdict, Verdict], every: Verdict
) -> None:
    findings = [finding(label, verdict) for label, verdict in zip(("one", "other"), verdicts, strict=True)]
    assert all_parts(findings)[0] == every
    elsewhere = [replace(other, players=9, about_tip=YES) for other in findings]
    assert all_parts(findings + elsewhere)[0] == (YES if every in (YES, OPEN) else MIXED)


def signed(label: str, sign: int) -> Finding:
    """A cell whose interval lies above zero, below it, or around it."""
    return replace(some_finding(), label=label, players=4, low=0.01 * sign - 0.005, high=0.01 * sign + 0.005)


@pytest.mark.parametrize(
    ("lost", "won", "says"), [(1, -1, YES), (-1, 1, YES), (1, 1, NO), (-1, -1, NO), (1, 0, OPEN), (0, 0, OPEN)]
)
def test_losing_and_winning_differ_where_one_loses_less_and_wins_less(lost: int, won: int, says: Verdict) -> None:
    findings = [signed("a or b, by games lost", lost), signed("a or b, by games won", won)]
    assert signs_differ(findings)[0] == says
    changing = [signed("a or c, by games lost", 1), signed("a or c, by games won", -1)]
    assert signs_differ([*findings, *changing])[0] == YES


def test_exact_claims_are_supported() -> None:
    results = [conclude(tip, []) for tip in chosen(["TK-C22", "TY-C2", "TY-C4"])]
    assert [result.verdict for result in results] == [YES] * 3
    hands = [(a, b, c, 13 - a - b - c) for a in range(14) for b in range(14 - a) for c in range(14 - a - b)]
    fewest = min(max(hand) for hand in hands if sorted(hand)[-1] > sorted(hand)[-2])
    assert f"{fewest} tricks" in results[1].exact[0].sentence


def test_southampton_repeats_the_duels_and_says_which_come_out_differently() -> None:
    variant = tip_named("TK-C28")
    duels = [experiment for experiment in variant.experiments if isinstance(experiment, Duel)]
    assert variant.is_variant and all(experiment.rules == ("preset=southampton",) for experiment in duels)
    usual = tuple(
        replace(cell, label=str(i), effect=0.0, low=-0.002, high=0.002) for i, cell in enumerate([some_finding()] * 2)
    )
    base = TipResult(planted(), usual)

    def compared(*ends: tuple[float, float]) -> TipResult:
        cells = [replace(cell, low=low, high=high) for cell, (low, high) in zip(usual, ends, strict=False)]
        return compare_variants([base, TipResult(variant, tuple(cells))])[1]

    apart, near, same = (0.003, 0.007), (0.001, 0.007), (-0.002, 0.002)
    assert compared(apart, same).verdict == YES and compared(apart, same).note.startswith(
        "1 of 2 effects certainly differ"
    )
    assert compared(near, same).verdict == OPEN and compared(same, same).verdict == NO
    (alone,) = compare_variants([TipResult(variant, usual)])
    assert alone.verdict == OPEN and "nothing to compare" in alone.note


def size(label: str, value: float, half_width: float = 0.001) -> CellSize:
    """A cell's effect, with the interval for all cells together."""
    ends = (value - half_width, value + half_width)
    return CellSize(label, 3, "simple", "loss_rate", Size(value, 0.0003, *ends, *ends, 1000), 0.0025, 0.03, 0.2)


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
    assert sentence(changes) == "1 of 2 effects certainly differ between the two rules (most of all other)"


def test_in_stages_a_variant_is_compared_by_its_sizes() -> None:
    base = TipResult(planted(), (), headline=TipHeadline((size("one", 0.0),), 0, 0))
    other = TipResult(tip_named("TK-C28"), (), headline=TipHeadline((size("one", 0.02),), 0, 0))
    assert compare_variants([base, other])[1].verdict == YES

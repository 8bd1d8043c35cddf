"""From cells to headlines: every combination of what can be known, each against a table written by hand."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import f_oneway

from knotlab.analysis.stats.headline import (
    CellEvidence,
    Headline,
    MeanEvidence,
    answer_of_both,
    headline_of,
    heterogeneity,
    share_out,
)
from knotlab.analysis.stats.sizes import NO_SIZE, Size
from knotlab.analysis.stats.verdicts import HeadlineAnswer

MARGIN, ALPHA = 0.005, 0.001

# Where the interval of the mean lies, what that says while rounds are still played, and when they are over.
INTERVALS = {
    (0.006, 0.012): (HeadlineAnswer.BETTER, HeadlineAnswer.BETTER),
    (-0.012, -0.006): (HeadlineAnswer.WORSE, HeadlineAnswer.WORSE),
    (-0.004, 0.004): (HeadlineAnswer.NO_DIFFERENCE, HeadlineAnswer.NO_DIFFERENCE),
    (0.001, 0.004): (HeadlineAnswer.NO_DIFFERENCE, HeadlineAnswer.NO_DIFFERENCE),
    (-0.004, -0.001): (HeadlineAnswer.NO_DIFFERENCE, HeadlineAnswer.NO_DIFFERENCE),
    (0.001, 0.012): (HeadlineAnswer.OPEN, HeadlineAnswer.BETTER),
    (-0.012, -0.001): (HeadlineAnswer.OPEN, HeadlineAnswer.WORSE),
    (-0.001, 0.012): (HeadlineAnswer.OPEN, HeadlineAnswer.OPEN),
    (-0.012, 0.001): (HeadlineAnswer.OPEN, HeadlineAnswer.OPEN),
    (-0.012, 0.012): (HeadlineAnswer.OPEN, HeadlineAnswer.OPEN),
    (-0.005, 0.005): (HeadlineAnswer.OPEN, HeadlineAnswer.OPEN),  # exactly the margin is not within it
    (0.005, 0.012): (HeadlineAnswer.OPEN, HeadlineAnswer.BETTER),
    (-math.inf, math.inf): (HeadlineAnswer.OPEN, HeadlineAnswer.OPEN),
}
PLUS = Size(0.03, 0.002, 0.026, 0.034, 0.022, 0.038, 5000)
MINUS = Size(-0.03, 0.002, -0.034, -0.026, -0.038, -0.022, 5000)
UNSURE = Size(0.001, 0.002, -0.003, 0.005, -0.007, 0.009, 5000)
UNEQUAL = Size(0.06, 0.002, 0.056, 0.064, math.nan, math.nan, 5000)  # far from the others, its direction not certain

# Which cells there are, whether their means are unequal beyond doubt, and whether that makes the tip depend.
CELLS = {
    "none certain": ((UNSURE, UNSURE), False),
    "no direction certain, unequal": ((UNSURE, UNEQUAL), False),
    "some better": ((PLUS, UNSURE), False),
    "some worse": ((MINUS, UNSURE), False),
    "all better": ((PLUS, PLUS), False),
    "better and worse, unequal": ((PLUS, MINUS, UNSURE), True),
    "better and worse, perhaps equal": (
        (Size(0.03, 0.03, 0, 0.1, 0.01, 0.1, 99), Size(-0.03, 0.03, -0.1, 0, -0.1, -0.01, 99)),
        False,
    ),
    "not played": ((NO_SIZE, NO_SIZE), False),
}


def evidence(sizes: tuple[Size, ...], is_tried: bool = True) -> list[CellEvidence]:
    return [CellEvidence(number + 2, "simple", size, is_tried) for number, size in enumerate(sizes)]


def turned(size: Size) -> Size:
    """The same cell with the two sides of its experiment exchanged."""
    return Size(-size.value, size.error, -size.high, -size.low, -size.all_high, -size.all_low, size.deals)


@pytest.mark.parametrize("ends", INTERVALS)
def test_every_combination_of_mean_and_cells_has_its_headline(ends: tuple[float, float]) -> None:
    effect = sum(ends) / 2 if math.isfinite(ends[0]) else math.nan
    for (cells, (sizes, depends)), is_final in itertools.product(CELLS.items(), (False, True)):
        expected = HeadlineAnswer.DEPENDS if depends else INTERVALS[ends][is_final]
        mean = MeanEvidence(effect, *ends, is_final)
        headline = headline_of(evidence(sizes), mean, margin=MARGIN, alpha=ALPHA)
        assert headline.answer == expected, cells
        against = headline_of(
            evidence(tuple(map(turned, sizes))),
            MeanEvidence(-effect, -ends[1], -ends[0], is_final),
            margin=MARGIN,
            alpha=ALPHA,
            advice=-1,
        )
        assert (against.answer, against.plus, against.minus) == (expected, headline.plus, headline.minus), cells
        assert (against.low, against.high, against.certain_sign) == (*ends, headline.certain_sign), cells


@pytest.mark.parametrize("ends", INTERVALS)
def test_a_tip_that_pays_at_times_is_proved_by_a_certain_cell_and_by_nothing_else(ends: tuple[float, float]) -> None:
    mean = MeanEvidence(sum(ends) / 2 if math.isfinite(ends[0]) else math.nan, *ends, True)
    for (cells, (sizes, _)), is_tried in itertools.product(CELLS.items(), (True, False)):
        usual, at_times = (
            headline_of(evidence(sizes, is_tried), mean, margin=MARGIN, alpha=ALPHA, at_times=only)
            for only in (False, True)
        )
        is_proved = any(size.all_low > 0 for size in sizes)
        assert at_times.answer == (HeadlineAnswer.AT_TIMES if is_proved else usual.answer), cells
        assert len(at_times.plus) == sum(size.all_low > 0 for size in sizes), cells


@pytest.mark.parametrize("ends", INTERVALS)
def test_where_the_tip_hardly_ever_acts_no_evidence_makes_a_headline(ends: tuple[float, float]) -> None:
    mean = MeanEvidence(sum(ends) / 2 if math.isfinite(ends[0]) else math.nan, *ends, True)
    for (cells, (sizes, _)), is_tried in itertools.product(CELLS.items(), (False, True)):
        headline = headline_of(evidence(sizes, is_tried), mean, margin=MARGIN, alpha=ALPHA)
        assert (headline.answer != HeadlineAnswer.RARE) == is_tried, cells


def test_a_cell_where_the_tip_hardly_acts_makes_no_tip_depend() -> None:
    cells = [CellEvidence(2, "simple", PLUS), CellEvidence(3, "simple", MINUS, False)]
    headline = headline_of(cells, MeanEvidence(0.03, 0.02, 0.04, True), margin=MARGIN, alpha=ALPHA)
    assert (headline.answer, headline.plus, headline.minus) == (HeadlineAnswer.BETTER, ((2, "simple"),), ())


def test_a_tip_that_depends_names_the_cells() -> None:
    mean = MeanEvidence(0.0, -0.001, 0.001, True)
    headline = headline_of(evidence((PLUS, UNSURE, MINUS)), mean, margin=MARGIN, alpha=ALPHA)
    assert (headline.plus, headline.minus) == (((2, "simple"),), ((4, "simple"),))


@pytest.mark.parametrize(
    ("low", "high", "sign", "is_size_open"),
    [
        (0.001, 0.004, 1, False),
        (-0.004, -0.001, -1, False),
        (-0.004, 0.004, 0, False),
        (0.001, 0.012, 1, True),
        (-0.012, -0.001, -1, True),
        (0.006, 0.012, 1, False),
    ],
)
def test_the_direction_is_known_even_where_the_effect_is_too_small(
    low: float, high: float, sign: int, is_size_open: bool
) -> None:
    mean = MeanEvidence((low + high) / 2, low, high, True)
    headline = headline_of(evidence((UNSURE,)), mean, margin=MARGIN, alpha=ALPHA)
    assert (headline.certain_sign, headline.is_size_open) == (sign, is_size_open)


def test_all_statements_together_use_the_level_and_no_more() -> None:
    for level, tips, cells in itertools.product((0.05, 0.01), (1, 35), (1, 315)):
        levels = share_out(level, tips, cells)
        assert levels.headline * tips + levels.cell * cells == pytest.approx(level)


# --- whether cells differ ---


def test_the_test_of_heterogeneity_is_welchs() -> None:
    """Against SciPy's Welch test, which sees the numbers themselves."""
    rng = np.random.default_rng(3)
    samples = [rng.normal(mean, sd, n) for mean, sd, n in ((0.0, 1.0, 12), (0.8, 2.0, 30), (0.3, 0.5, 9))]
    means, deals = [float(values.mean()) for values in samples], [len(values) for values in samples]
    errors = [float(values.std(ddof=1)) / math.sqrt(len(values)) for values in samples]
    assert heterogeneity(means, errors, deals) == pytest.approx(f_oneway(*samples, equal_var=False).pvalue)


def test_means_without_an_error_say_nothing_about_heterogeneity() -> None:
    assert heterogeneity([0.0, 1.0], [0.0, 0.1], [100, 100]) == 1.0
    assert heterogeneity([0.0, 1.0, math.nan], [0.1, 0.1, math.nan], [100, 100, 0]) == heterogeneity(
        [0.0, 1.0], [0.1, 0.1], [100, 100]
    )
    assert heterogeneity([], [], []) == heterogeneity([1.0], [0.1], [50]) == 1.0


BY_LETTER = {
    "+": (HeadlineAnswer.BETTER, 0.006, 0.012),
    "-": (HeadlineAnswer.WORSE, -0.012, -0.006),
    "0": (HeadlineAnswer.NO_DIFFERENCE, -0.004, 0.004),
    "(+)": (HeadlineAnswer.BETTER, 0.001, 0.012),  # the size is open
    "(-)": (HeadlineAnswer.WORSE, -0.012, -0.001),
    "?": (HeadlineAnswer.OPEN, -0.012, 0.012),
    "rare": (HeadlineAnswer.RARE, -math.inf, math.inf),
    "depends": (HeadlineAnswer.DEPENDS, -0.012, 0.012),
}


@pytest.mark.parametrize(
    ("there", "elsewhere", "answer"),
    [
        ("+", "-", "helps only there"),
        ("+", "0", "helps only there"),
        ("+", "(-)", "helps only there"),
        ("(+)", "-", "helps only there"),
        ("-", "+", "helps only elsewhere"),
        ("0", "+", "helps only elsewhere"),
        ("-", "0", "hurts only there"),
        ("0", "-", "hurts only elsewhere"),
        ("+", "+", "the condition does not change the answer"),
        ("(+)", "+", "the condition does not change the answer"),
        ("-", "-", "the condition does not change the answer"),
        ("0", "0", "the condition does not change the answer"),
        ("(+)", "0", "open"),  # both might be too small to matter
        ("0", "(-)", "does not help there"),
        ("0", "(+)", "does not help there"),
        ("(-)", "0", "does not help there"),
        ("-", "?", "does not help there"),
        ("0", "?", "does not help there"),
        ("-", "rare", "does not help there"),
        ("-", "depends", "does not help there"),
        ("?", "+", "helps elsewhere, too"),
        ("?", "(+)", "open"),  # too little to matter elsewhere, perhaps
        ("?", "0", "open"),
        ("+", "?", "open"),
        ("?", "?", "open"),
        ("?", "-", "open"),
        ("rare", "+", "rarely comes up"),
        ("+", "rare", "rarely comes up"),
        ("?", "rare", "rarely comes up"),
        ("depends", "+", "depends"),
        ("depends", "?", "open"),
    ],
)
def test_a_rule_and_its_condition_are_judged_by_both_of_its_means(there: str, elsewhere: str, answer: str) -> None:
    both = (
        Headline(said, (low + high) / 2, low, high, MARGIN)
        for said, low, high in (BY_LETTER[there], BY_LETTER[elsewhere])
    )
    assert answer_of_both(*both) == answer

"""The whole scheme of headlines and sizes on families of tips whose truth is known."""

import pytest
from scipy.stats import binom

from tests.analysis.scheme import MEANS, SCENARIOS, SKEWED, simulate


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_family_of_tips_has_a_wrong_headline_in_at_most_one_of_twenty(scenario: str) -> None:
    """Upper end of the exact binomial band at 99.5% for 20 families. The twins: looking with z = 1.96 and, where there
    is no effect, judging cells one by one err in nearly every family, doing without guards where numbers are skew in
    more than that band.
    """
    tally, most = simulate(scenario, 20, seed=3), binom.ppf(0.995, 20, 0.05)
    assert tally.wrong_headline <= tally.wrong_sign <= most
    assert tally.peeked_wrong >= 19
    assert scenario != SKEWED or tally.unguarded_wrong > most
    assert scenario != "no effect" or tally.naive_wrong >= 19


@pytest.mark.long
@pytest.mark.parametrize("scenario", MEANS)
def test_sizes_cover_in_every_group_that_a_mean_over_tables_chose(scenario: str) -> None:
    """At least the lower end of the exact binomial band at 99.95% for 0.95, in each group of cells."""
    tally = simulate(scenario, 20, seed=4)
    for group, (covered, n) in tally.covered.items():
        if group not in ("depends", "certain cells"):  # these were chosen by the same deals
            assert covered >= binom.ppf(0.0005, n, 0.95), group


@pytest.mark.long
def test_sizes_do_not_cover_among_cells_that_the_same_deals_chose() -> None:
    """The twin: where nothing has an effect, every interval of a cell that is called certain is wrong."""
    covered, n = simulate("no effect", 60, seed=1).covered["certain cells"]
    assert n > 0 and covered == 0


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_thousand_families_of_tips_keep_the_level(scenario: str) -> None:
    tally = simulate(scenario, 1000, seed=1)
    assert tally.wrong_headline <= tally.wrong_sign <= 50

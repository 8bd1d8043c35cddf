"""Intervals over deals on the real games, and the check that users run."""

import numpy as np
import pytest

from knotlab.analysis import selfcheck as checks
from knotlab.analysis.selfcheck import coverage, deal_numbers, selfcheck, usual_question
from knotlab.sim import games


@pytest.mark.long
@pytest.mark.parametrize("game", games.names())
def test_intervals_over_deals_cover_the_mean_on_every_game(game: str) -> None:
    """Exact binomial band at 99 % for 300 repetitions at 0.95: .913 to .980; the spread within 4 standard errors, 4 /
    sqrt(600).
    """
    values = coverage(deal_numbers(usual_question(game), 300 * 40, 2), 40)
    assert 0.913 <= values.share <= 0.980
    assert values.spread == pytest.approx(1, abs=4 / np.sqrt(600))


@pytest.mark.long
def test_intervals_over_single_games_of_the_same_deals_do_not_cover_it() -> None:
    """The twin: a deal counted three times over, as if its games were independent."""
    numbers = deal_numbers(usual_question("twisted-knot"), 300 * 40, 2)
    assert coverage(np.repeat(numbers, 3), 120).share < 0.80


@pytest.mark.long
def test_the_self_check_holds_here_and_tells_what_it_saw() -> None:
    result = selfcheck(2)
    assert list(result.columns) == ["game", "check", "measured", "expected", "holds"]
    assert len(result) == 3 * len(games.names())
    assert result["holds"].all(), result.to_string()


def test_the_self_check_sees_statistics_that_are_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin: numbers that differ where they must not, and that come in fours."""
    monkeypatch.setattr(
        checks,
        "deal_numbers",
        lambda question, deals, workers: np.repeat(np.random.default_rng(1).integers(-9, 10, deals // 4), 4),
    )
    question = usual_question("twisted-knot")
    assert not any(row["holds"] for check in (checks.mirror, checks.covered) for row in check(question, 1))

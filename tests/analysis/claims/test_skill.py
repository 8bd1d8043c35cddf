"""Strategy's share of the spread of places: against places made up with a known share, and against the shares that a
tournament finds by sums of squares.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from knotlab.analysis.claims.model.cells import Cell
from knotlab.analysis.claims.model.trial import Trial
from knotlab.analysis.claims.rulebooks.twisted_knot import skill
from knotlab.analysis.claims.rulebooks.twisted_knot.skill import ALL, STRATEGY, SkillShare
from knotlab.analysis.tournaments.setup import make_setup
from knotlab.analysis.tournaments.tournament import play_for_shares
from tests.analysis.claims.planted import planted

THREE = ("random:tremble=0", "shed", "hoard-nines@tips-v1:tremble=0")
TRIAL = Trial(cells=1, tips=1)


def mean_of(numbers: np.ndarray) -> tuple[float, float]:
    """A mean with its standard error."""
    return float(numbers.mean()), float(numbers.std(ddof=1)) / len(numbers) ** 0.5


def cell_of(line_up: tuple[str, ...], players: int) -> Cell:
    experiment = SkillShare("strategy's share", (line_up,), players=(players,))
    return Cell(planted(experiment), experiment, line_up, players)


def numbers_of(cell: Cell, pairs: int) -> tuple[np.ndarray, dict[str, float]]:
    """D of so many pairs of deals, centred by themselves."""
    experiment: Any = cell.experiment
    deals = experiment.play(cell, TRIAL, 0, pairs)
    return experiment.effects(deals, experiment.centre(deals)), experiment.centre(deals)


@pytest.mark.parametrize(("means", "sd"), [((-1.0, 0.0, 1.0), 0.5), ((-0.2, 0.0, 0.2), 1.0), ((0.0, 0.0, 0.0), 1.0)])
def test_a_share_that_is_known_is_found(monkeypatch: pytest.MonkeyPatch, means: tuple[float, ...], sd: float) -> None:
    """Places with a part of the strategy, one of the deal and one of the game."""
    rng = np.random.default_rng(11)

    def made_up(jobs: Any, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        cards, luck = rng.normal(0, sd, (count, 1, 1)), rng.normal(0, sd, (count, len(means), 4))
        return np.array(means)[None, :, None] + cards + luck, np.zeros(count)

    monkeypatch.setattr(skill, "_places", made_up)
    table = SimpleNamespace(rotations=4)
    experiment = SkillShare("share", (THREE,))
    monkeypatch.setattr(skill, "replace", lambda job, purpose: job)
    deals = experiment.play_tables([[table]] * 3, (), "play", 0, 60_000)  # type: ignore[list-item]
    values, error = mean_of(experiment.effects(deals, experiment.centre(deals)))
    between = float(np.var(means))
    assert values == pytest.approx(between / (between + 2 * sd**2) - 0.5, abs=4 * error)
    assert error < 0.01


@pytest.mark.more
def test_it_is_the_share_that_a_tournament_finds() -> None:
    result, error = mean_of(numbers_of(cell_of(THREE, 3), 3000)[0])
    setup = make_setup("twisted-knot", THREE, n_players=3, seed=77)
    share = play_for_shares(setup, 3000)
    assert abs(result + 0.5 - share.share[0]) < 4 * float(np.hypot(error, share.error[0]))
    assert share.share[0] > 10 * error  # a share of nothing would not have passed


def test_two_of_a_kind_share_nothing() -> None:
    alike = ("shed", "shed:tremble=0.0200001")
    result, error = mean_of(numbers_of(cell_of(alike, 2), 2000)[0])
    assert result == pytest.approx(-0.5, abs=4 * error)
    assert error < 0.02


def test_pairs_of_deals_do_not_depend_on_how_they_are_grouped() -> None:
    cell = cell_of(THREE, 3)
    experiment: Any = cell.experiment
    whole = experiment.play(cell, TRIAL, 0, 30)
    assert experiment.play(cell, TRIAL, 10, 7).equals(whole[10:17])
    assert whole[STRATEGY].std() > 0 and whole[ALL].std() > 0
    assert (whole["games"] == 2 * 3 * 3).all()

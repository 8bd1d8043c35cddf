"""A gain in one line-up less that in another: against what `knotlab.play` counts, table by table."""

from typing import Any

import numpy as np
import pytest

import knotlab
from knotlab.analysis.claims.model.cells import Cell
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.rulebooks.twisted_knot.elsewhere import Elsewhere
from tests.analysis.claims.planted import planted

NINES, SHED, ACES = "hoard-nines", "shed", "hoard-aces"
TRIAL = Inquiry(cells=1, tips=1, seed=21)
DEALS = 400


def cell_of(a: str, b: str, here: str, there: str) -> Cell:
    experiment = Elsewhere("here less there", a, b, (there,), ((here,),))
    return Cell(planted(experiment), experiment, (here,), 3)


def numbers_of(cell: Cell, first: int = 0, count: int = DEALS) -> np.ndarray:
    experiment: Any = cell.experiment
    return np.asarray(experiment.effects(experiment.play(cell, TRIAL, first, count), {}))


def losses(strategy: str, others: str) -> float:
    """The loss rate of a player among two others, from a run of its own."""
    run = knotlab.play("twisted-knot", [strategy, others, others], games=3 * DEALS, seed=TRIAL.seed, progress=False)
    table = run.to_pandas().set_index("strategy")
    return float(table.loc[strategy, "loss_rate"])


@pytest.mark.more
def test_it_is_the_difference_of_two_differences_of_loss_rates() -> None:
    here = losses("random", SHED) - losses(NINES, SHED)
    there = losses("random", ACES) - losses(NINES, ACES)
    assert numbers_of(cell_of(NINES, "random", SHED, ACES)).mean() == pytest.approx(here - there, abs=1e-9)
    assert abs(here - there) > 0.001  # a difference of nothing would be found by many a mistake


@pytest.mark.more
def test_the_same_line_up_twice_makes_no_difference_on_any_deal() -> None:
    assert not numbers_of(cell_of(NINES, "random", SHED, SHED)).any()


def test_sides_exchanged_turn_every_number_round() -> None:
    numbers, other = numbers_of(cell_of(NINES, SHED, "random", ACES)), numbers_of(cell_of(SHED, NINES, "random", ACES))
    assert np.array_equal(numbers, -other) and numbers.std() > 0


def test_deals_do_not_depend_on_how_they_are_grouped() -> None:
    cell = cell_of(NINES, SHED, "random", ACES)
    assert np.array_equal(numbers_of(cell)[100:130], numbers_of(cell, 100, 30))

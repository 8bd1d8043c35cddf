"""Measuring the solver."""

import pytest

from knotlab.analysis.bidding.bench_open import QUESTIONS, measure_solver, random_deal
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.twyst.cards import ALL


def test_a_random_deal_is_the_whole_pack_and_another_number_another_deal() -> None:
    deal = random_deal(1, 0)
    a, b, c, d = deal.hands
    assert a | b | c | d == ALL and deal.tricks == 13
    assert random_deal(1, 1) != deal
    assert random_deal(1, 0, length=5).tricks == 5


@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
def test_each_question_has_a_speed() -> None:
    steps: list[int] = []
    speed = measure_solver(2, 8, steps.append)
    assert list(speed["question"]) == [question for question, _, _ in QUESTIONS] and steps == [1] * len(QUESTIONS)
    assert (speed["deals solved/s"] > 0).all() and (speed["positions per deal"] > 1).all()

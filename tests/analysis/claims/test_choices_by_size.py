"""How many choices a game takes is what a run counts of the same games, at each size of table and number of packs."""

import pytest

from knotlab import play
from knotlab.analysis.claims.model.chart import Sample
from knotlab.analysis.claims.rulebooks.twisted_knot.choices_by_size import ChoicesBySize


def test_the_choices_of_a_game_are_those_that_a_run_counts() -> None:
    chart = ChoicesBySize("choices, 2 to 3 players", "simple-1", range(2, 4), range(1, 3)).play(
        Sample("twisted-knot", 20, 3)
    )
    assert chart.groups == ((2, 1), (2, 2), (3, 1), (3, 2))
    for (players, packs), rate in zip(chart.groups, chart.rates, strict=True):
        run = play("twisted-knot", ["shed"] * players, games=20 * players, seed=3, set=[f"packs={packs}"])
        assert rate.value == pytest.approx(run.tally.free / run.n_games)
        assert run.tally.free < run.tally.decisions

"""Conditions, functions of a view and a move, as columns of an event log: in rates of a run, contrasts and what-ifs."""

from pathlib import Path

import polars as pl
import pytest

from knotlab import rate
from knotlab.analysis.claims import Branch, Contrast, Ratio, WhatIf, holds
from knotlab.analysis.claims.kinds.gains import Gains
from knotlab.analysis.claims.kinds.rates import Curve
from knotlab.analysis.claims.model.chart import Sample
from knotlab.analysis.claims.model.registration import description_name
from knotlab.analysis.claims.rulebooks.twisted_knot.table_rates import TableRates
from knotlab.sim.errors import InputError
from knotlab.sim.games.twisted_knot.state import PICK_UP
from tests.analysis.claims.planted import AWAY, MADE, TRIAL, cell_of
from tests.cli import knotlab, refused

RULES = """
from knotlab.sim.games.twisted_knot.state import PICK_UP


def picks_up(view, move):
    return move.kind == PICK_UP


def is_small(view, move):
    return view.stack_size <= 4


def size(view, move):
    return view.stack_size
"""
PICKS, SMALL = pl.col("move_kind") == PICK_UP, pl.col("stack_size") <= 4  # the same, of the log's columns


def picks_up(view, move):
    return move.kind == PICK_UP


def is_small(view, move):
    return view.stack_size <= 4


def contrast(of: pl.Expr, among: pl.Expr) -> Contrast:
    return Contrast("picked up", Ratio(of, among), None, 0.5, 0.02, "share", fields=("simple",))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run without a log, and a file of rules next to it."""
    folder = tmp_path_factory.mktemp("run")
    (folder / "rules.py").write_text(RULES)
    assert (
        knotlab(
            "play",
            "twisted-knot",
            "shed:tremble=0.1",
            "random",
            "shed",
            "--games",
            60,
            "--out",
            folder / "kept",
            "--log",
        ).status
        == 0
    )
    return folder


@pytest.mark.more
def test_a_condition_in_a_rate_of_a_run_is_that_of_the_columns_it_reads(run: Path) -> None:
    rules = run / "rules.py"
    asked = rate(run / "kept", f"holds('{rules}:picks_up')", f"holds('{rules}:is_small') and hand_size > 2")
    by_columns = rate(run / "kept", "move_kind = 'PICK_UP'", "stack_size <= 4 and hand_size > 2")
    assert 0 < asked.value < 1 and (asked.value, asked.cases) == (by_columns.value, by_columns.cases)
    for by in (f"holds('{rules}:is_small')", holds(f"{rules}:is_small").meta.output_name()):
        sliced = rate(run / "kept", "hand_size", by=[by]).to_pandas()
        assert sliced["cases"].sum() == rate(run / "kept", "hand_size").cases and len(sliced) == 2


@pytest.mark.more
def test_a_condition_in_a_contrast_and_in_a_what_if_is_that_of_the_columns_it_reads() -> None:
    for experiment, by_columns in (
        (
            contrast(holds(picks_up), holds(is_small) & (pl.col("hand_size") > 2)),
            contrast(PICKS, SMALL & (pl.col("hand_size") > 2)),
        ),
        *[
            tuple(
                WhatIf("away", where, Branch(AWAY), Branch(MADE), fields=("simple",))
                for where in (holds(picks_up), PICKS)
            ),
        ],
    ):
        deals = experiment.play(cell_of(experiment), TRIAL, 0, 40)
        assert deals["cases"].sum() > 0 and deals.equals(by_columns.play(cell_of(by_columns), TRIAL, 0, 40))
        sources = [each.sources(cell_of(each), TRIAL) for each in (experiment, by_columns)]
        assert sources[0] != sources[1]  # a rule that is edited makes another cell


@pytest.mark.more
def test_a_condition_in_a_curve_is_that_of_the_columns_it_reads() -> None:
    asked, by_columns = (
        Curve("picked up", of, among, group.cast(pl.Int64), "small", "share", field=("shed",))
        for of, among, group in (
            (holds(picks_up), holds(is_small) | ~holds(is_small), holds(is_small)),
            (PICKS, pl.lit(1.0), SMALL),
        )
    )
    sample = Sample("twisted-knot", 40, 1)
    asked.check("twisted-knot", ())
    assert asked.rates(sample) == by_columns.rates(sample) and len(asked.rates(sample)) == 2


def test_a_curve_whose_condition_was_edited_is_another_one(tmp_path: Path) -> None:
    def name(source: str) -> str:
        (tmp_path / "rules.py").write_text(source)
        one = pl.lit(1.0)
        shown = Curve("small", holds(f"{tmp_path}/rules.py:is_small"), one, one, "all", "share")
        return description_name("MY-C1", shown, Sample("twisted-knot", 40, 1))

    assert name(RULES) == name(RULES) != name(RULES.replace("<= 4", "<= 3"))


def test_what_is_no_condition_is_refused_in_a_sentence(run: Path) -> None:
    rules, kept = run / "rules.py", run / "kept"
    unknown = refused("rate", kept, "--of", f"holds('{rules}:picks')")
    assert f"there is no rule 'picks' in {rules}; did you mean 'picks_up'?" in unknown
    assert "the rule 'size' gives a whole number, not True or False" in refused(
        "rate", kept, "--of", f"holds('{rules}:size')"
    )
    assert "there is no column 'lost' in the event log" in refused(
        "rate", kept, "--of", "lost", "--among", f"holds('{rules}:is_small')"
    )
    with pytest.raises(InputError, match="there is no column 'stack' in what 'picked up' is read from"):
        contrast(pl.col("stack") > 2, holds(is_small)).check("twisted-knot", TRIAL)
    with pytest.raises(InputError, match="there is no rule 'small' for twisted-knot"):
        contrast(PICKS, holds("small")).check("twisted-knot", TRIAL)
    by_games = Ratio(holds(is_small), pl.lit(1.0), by_games=True)
    with pytest.raises(InputError, match="the condition 'is_small' is about decisions, and there are none in what"):
        Contrast("games", by_games, None, 0.5, 0.02, "share", fields=("simple",)).check("twisted-knot", TRIAL)


def test_a_curve_of_what_there_is_not_is_refused_with_the_names_that_there_are() -> None:
    one, stack = pl.lit(1.0), pl.col("stack")
    for shown in (
        Curve("c", stack, one, one, "x", "share"),
        TableRates("t", stack, one, ("shed",), "x", "share", ("plain",)),
        Gains("g", stack > 2, (picks_up,), is_small, "x", ("one",)),
    ):
        with pytest.raises(InputError, match=r"no column 'stack' in the event log of twisted-knot.*stack_size"):
            shown.check("twisted-knot", ())
    with pytest.raises(InputError, match="there is no rule 'lays_ace' for twisted-knot"):
        Curve("c", holds("lays_ace"), one, one, "x", "share").check("twisted-knot", ())

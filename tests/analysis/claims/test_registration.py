"""A cell's record names every line of code that can change its verdict, and every part of its question."""

import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from threading import Lock

import polars as pl
import pytest

from knotlab.analysis.claims import Branch, Contrast, Ratio, WhatIf
from knotlab.analysis.claims.model.cells import Cell
from knotlab.analysis.claims.model.chart import Description, Sample
from knotlab.analysis.claims.model.registration import description_name, expression_text, name_of
from knotlab.analysis.claims.rulebooks.twisted_knot import changes
from knotlab.analysis.claims.rulebooks.twisted_knot.spread import Spread
from knotlab.analysis.claims.rulebooks.twisted_knot.table_rates import TableRates
from knotlab.analysis.runs import code
from knotlab.sim.compiling import sources
from knotlab.sim.errors import InputError
from tests.analysis.claims.planted import ACES, AWAY, FACES_A_STACK, MADE, PICKS_UP, SHED, TRIAL, cell_of, duel, share

Asked = Cell | Description
SAMPLE = Sample("twisted-knot", 10, seed=3)
CELLS: dict[str, Asked] = {
    "duel": cell_of(duel(ACES, SHED)),
    "contrast": cell_of(share(0.5)),
    "what_if": cell_of(
        WhatIf("altered", FACES_A_STACK, Branch(MADE), Branch(AWAY, changes.pile_card_to_hand), fields=("simple",))
    ),
    "spread": Spread("sources of the spread", (ACES, SHED)),
    "tables": TableRates("pick-ups by line-up", PICKS_UP, FACES_A_STACK, (SHED,), "line-up", "share", ("shed",)),
}
OF_ALL = (
    "claims/model/field.py claims/model/experiment.py duels/pilot.py runs/play.py runs/fields.py stats/betting.py "
    "stats/moments.py stats/sequence.py stats/watching.py stats/verdicts.py"
).split()
OF_DUELS = ("claims/kinds/duel.py", "duels/designs.py", "duels/question.py")
OF_MEASURED = ("claims/kinds/measured.py", "claims/model/events.py")
OF_CHARTS = ("claims/model/chart.py", "stats/rates.py")
OF_TOURNAMENTS = ("tournaments/setup.py", "tournaments/setup.py", "tournaments/tournament.py", "stats/payoffs.py")
MODULES = {
    "duel": OF_DUELS,
    "contrast": ("claims/kinds/contrast.py", *OF_MEASURED),
    "elsewhere": ("claims/rulebooks/twisted_knot/elsewhere.py", *OF_MEASURED[:1]),
    "spread": ("claims/rulebooks/twisted_knot/spread.py", "stats/variance.py", *OF_CHARTS, *OF_TOURNAMENTS),
    "tables": ("claims/rulebooks/twisted_knot/table_rates.py", "claims/model/events.py", *OF_CHARTS),
    "what_if": (
        "claims/kinds/what_if.py",
        "claims/kinds/positions.py",
        "claims/rulebooks/twisted_knot/changes.py",
        *OF_MEASURED,
    ),
}


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of knotlab, of which all hashes of code are taken; a file that was parsed is not parsed again."""
    for room in ("sim", "strategies", "analysis"):
        shutil.copytree(code.ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(code, "COUNTING", tuple(tmp_path / folder.relative_to(code.ROOT) for folder in code.COUNTING))
    for name in ("GAMES", "STRATEGIES"):
        monkeypatch.setattr(code, name, tmp_path / getattr(code, name).relative_to(code.ROOT))
    monkeypatch.setattr(code, "ROOT", tmp_path)
    monkeypatch.setattr(sources, "base_folder", lambda: tmp_path / "hashes")
    monkeypatch.setattr(sources, "code_of", lru_cache(sources.code_of))
    code.imports_of.cache_clear()
    yield tmp_path
    code.imports_of.cache_clear()


def name(asked: Asked) -> str:
    """The name of the record of a cell, or of something that is shown."""
    return name_of(asked, TRIAL) if isinstance(asked, Cell) else description_name("XX-C1", asked, SAMPLE)


def name_after(cell: Asked, file: Path, more: str) -> str:
    """The name of a cell while a file ends with some more text."""
    content = file.read_text("utf-8")
    file.write_text(content + more, "utf-8")
    try:
        return name(cell)
    finally:
        file.write_text(content, "utf-8")


@pytest.mark.long
@pytest.mark.parametrize("kind", CELLS)
def test_a_record_has_another_name_after_an_edit_of_any_file_that_can_change_it(kind: str, copied: Path) -> None:
    cell, folder = CELLS[kind], copied / "analysis"
    usual = name(cell)
    simulator = [
        *(file for file in copied.glob("sim/**/*.py") if "games" not in file.parts),
        *copied.glob("sim/games/twisted_knot/*.py"),
        copied / "sim/games/__init__.py",
    ]
    counting = [folder / name for name in (*(OF_ALL if isinstance(cell, Cell) else ()), *MODULES[kind])]
    edited = [*simulator, *copied.glob("strategies/*.py"), *counting]
    assert len(simulator) > 25 and {"branch.py", "job.py", "eventlog.py"} <= {file.name for file in simulator}
    assert [file for file in edited if name_after(cell, file, "\nOTHERWISE = 1\n") == usual] == []
    assert {name_after(cell, file, "\n\n# A comment.\n") for file in edited[::8]} == {usual}


def test_a_record_keeps_its_name_after_an_edit_of_what_has_no_part_in_it(copied: Path) -> None:
    others = ("sim/games/knotweed/rules.py", "analysis/tournaments/tournament.py", "analysis/claims/kinds/contrast.py")
    usual = name_of(CELLS["duel"], TRIAL)
    assert {name_after(CELLS["duel"], copied / file, "\nOTHERWISE = 1\n") for file in others} == {usual}


def test_a_number_in_a_function_that_changes_positions_gives_another_record(copied: Path) -> None:
    cell, file = CELLS["what_if"], copied / "analysis/claims/rulebooks/twisted_knot/changes.py"
    usual, content = name_of(cell, TRIAL), file.read_text("utf-8")
    assert "< 2" in content
    file.write_text(content.replace("< 2", "< 3"), "utf-8")
    assert name_of(cell, TRIAL) != usual and name_of(CELLS["duel"], TRIAL)


def test_lists_and_functions_that_polars_leaves_out_of_an_expressions_text_are_told_apart() -> None:
    ranks, others = list(range(50)), [*range(25), 99, *range(26, 50)]
    pairs = [(pl.col("rank").is_in(ranks), pl.col("rank").is_in(others))]
    pairs.append((python_function(1), python_function(2)))
    for expression, other in pairs:
        assert str(expression) == str(other) and expression_text(expression) != expression_text(other)
    assert expression_text(pl.col("rank").is_in(ranks)) == expression_text(pl.col("rank").is_in(ranks))
    names = {name_of(cell_of(rate_of(expression)), TRIAL) for expression in pairs[0]}
    assert len(names) == 2


def test_an_expression_that_cannot_be_written_down_is_one_sentence() -> None:
    lock = Lock()
    with pytest.raises(InputError, match="cannot be written down for the record"):
        expression_text(pl.col("rank").map_batches(lambda column: lock and column))


def python_function(number: int) -> pl.Expr:
    """An expression with a Python function."""
    return pl.col("rank").map_batches(lambda column: column + number)


def rate_of(expression: pl.Expr) -> Contrast:
    """How often something is so."""
    return Contrast("so often", Ratio(expression, pl.lit(1.0)), None, 0.5, 0.02, "share", fields=("simple",))

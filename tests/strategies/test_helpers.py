"""Helpers in plain Python: compiled for the strategy that calls them, wherever they are."""

import sys
from pathlib import Path
from types import FunctionType

import pytest

from knotlab import play
from knotlab.sim.errors import StrategyError
from knotlab.strategies.catalogue import run_file
from knotlab.strategies.resolve import player
from tests.cli import GAME

TOP = """from numba import njit

import near_by
from near_by import doubled
from knotlab.strategies import param, strategy

OFFSET = 3


def inner(rank):
    return 1.0 + rank


def helper(rank):
    return 2.0 * inner(rank)


@njit
def compiled(rank):
    return helper(rank) + OFFSET


def scaled(weight):
    def scale(rank):
        return weight * inner(rank)

    return scale


scale = scaled(2.0)
"""
NEAR_BY = """SHIFT = 2.0


def shifted(rank):
    return doubled(rank) + SHIFT


def doubled(rank):
    return 2.0 * rank
"""
WAYS = {
    "a helper that calls another": "helper(move.rank)",
    "a helper that the user compiled": "compiled(move.rank) - OFFSET",
    "a helper made by a function": "scale(move.rank)",
    "a helper of a module beside the file": "near_by.shifted(move.rank)",
    "a helper from a module beside the file": "doubled(move.rank) + 2.0",
    "a helper for each of some numbers": "sum([inner(move.rank) for _ in range(2)])",
}


def written(folder: Path, name: str, score: str) -> Path:
    """A strategy that scores a move by its rank, in a file with helpers and a module of them beside it."""
    (folder / "near_by.py").write_text(NEAR_BY)
    file = folder / f"{name}.py"
    file.write_text(f'{TOP}\n\n@strategy("twisted-knot")\ndef {name}(view, move):\n    return {score}\n')
    return file


def lost(file: Path) -> list[int]:
    """Games lost by the file's strategy and by `shed`, in units of the tally."""
    name = file.stem.replace("_", "-")
    return play(GAME, [name, "shed"], games=300, seed=1, strategies_from=[file]).tally.sums["loss_rate"].total.tolist()


FEW = ("a helper that calls another", "a helper from a module beside the file")


@pytest.mark.parametrize("way", [pytest.param(way, marks=[pytest.mark.long] * (way not in FEW)) for way in WAYS])
def test_a_plain_helper_is_compiled_for_the_strategy(way: str, tmp_path: Path) -> None:
    assert lost(written(tmp_path, "with_helper", WAYS[way])) == lost(
        written(tmp_path, "without", "2.0 + 2.0 * move.rank")
    )


def test_the_module_of_the_helper_stays_as_it_was(tmp_path: Path) -> None:
    file = written(tmp_path, "with_helper", "helper(move.rank) + near_by.shifted(move.rank)")
    player(GAME, "with-helper", [file])
    module = run_file(file, "strategy file")
    assert all(type(function) is FunctionType for function in (module.helper, module.inner, module.near_by.shifted))
    assert "near_by" not in sys.modules and module.near_by.shifted(2.0) == 6.0


def test_another_strategy_may_call_one_that_has_a_plain_helper(tmp_path: Path) -> None:
    file = written(tmp_path, "first", "helper(move.rank)")
    file.write_text(
        file.read_text() + '\n\n@strategy("twisted-knot")\ndef second(view, move):\n    return first(view, move)\n'
    )
    rates = [
        play(GAME, [name, "shed"], games=300, seed=1, strategies_from=[file]).tally.sums["loss_rate"].total.tolist()
        for name in ("first", "second")
    ]
    assert rates[0] == rates[1]


def test_a_helper_divides_by_zero_as_in_python(tmp_path: Path) -> None:
    file = written(tmp_path, "dividing", "helper(move.rank)")
    file.write_text(file.read_text().replace("return 1.0 + rank", "return 1.0 / (rank - rank)"))
    with pytest.raises(StrategyError, match="ZeroDivisionError"):
        play(GAME, ["dividing", "shed"], games=10, strategies_from=[file])

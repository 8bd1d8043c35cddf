"""Functions that only compiled code calls are compiled as parts of it: the same numbers, whoever calls them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import numba
import numpy as np
import pytest
from numba.core import types

from knotlab.sim.compiling import compiler
from knotlab.sim.compiling.jit import OFF, entry, inline, jit, strict
from tests.cli import program

pytestmark = pytest.mark.skipif(OFF, reason="nothing is compiled")


@jit
def least(a, b):
    return min(a, b)


@inline
def clipped(x, most):
    return least(x, most) if x > 0 else 0


@jit
def score(x):
    return 10 * clipped(x, 7) + least(x, 3)


def expected(x: int) -> int:
    return 10 * (min(x, 7) if x > 0 else 0) + min(x, 3)


@pytest.mark.parametrize("x", [-4, 0, 2, 5, 9])
def test_a_part_called_from_python_gives_the_same_number_before_and_after_it_was_compiled_into_another(x: int) -> None:
    assert score(x) == expected(x)
    whole = entry(lambda value: score(value) + 1, types.int64(types.int64), f"test.parts.{x}")
    assert whole(x) == expected(x) + 1
    assert score(x) == expected(x) and least(x, 3) == min(x, 3)


@pytest.mark.parametrize("x", [-4, 0, 2, 5, 9])
def test_somebodys_own_compiled_function_may_call_a_part(x: int) -> None:
    assert numba.njit(lambda value: 2 * score(value))(x) == 2 * expected(x)


def test_compiling_takes_the_standard_output_from_nobody(tmp_path: Path) -> None:
    pytest.importorskip("colorama")  # with which Numba colours its messages
    (tmp_path / "words.py").write_text(PRINTED_MEANWHILE)
    done = subprocess.run([sys.executable, "words.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "not compiled\n"


PRINTED_MEANWHILE = """
import sys
from types import ModuleType
from knotlab.sim.compiling.jit import entry, jit
from numba import types

class Watched(ModuleType):
    def __setattr__(self, name, value):
        if name == "stdout":
            print("taken")
        super().__setattr__(name, value)

@jit
def wrong(x):
    return x + "a text"

sys.__class__ = Watched
try:
    entry(lambda value: wrong(value), types.int64(types.int64), "wrong")
except Exception:
    print("not compiled")
"""


def test_only_what_python_calls_becomes_machine_code() -> None:
    unheard_of = f"test.parts.machine-code.{uuid4()}"  # else it would come from the cache, compiled
    whole = entry(lambda value: score(value) - 1, types.int64(types.int64), unheard_of)
    (compiled,) = whole.overloads.values()
    assert isinstance(compiled.library, compiler.WholeLibrary) and whole(5) == expected(5) - 1
    (kind,) = {type(made.library) for made in score.dispatcher.overloads.values()}
    assert kind is compiler.FragmentLibrary
    made = score.dispatcher.overloads.values()
    assert all(each.library.get_pointer_to_function(each.fndesc.llvm_func_name) == 0 for each in made)


@pytest.mark.parametrize("order", [(True, False), (False, True)], ids=["checked first", "unchecked first"])
def test_checked_and_unchecked_code_share_no_part(order: tuple[bool, bool]) -> None:
    fourth, name = strict(lambda numbers: numbers[3]), f"test.parts.bounds.{uuid4()}"
    kinds = {
        bounds: entry(lambda numbers: fourth(numbers), types.int64(types.int64[::1]), name, bounds=bounds)
        for bounds in order
    }
    beyond = np.array([1, 2, 3, 4])[:3]
    assert kinds[False](beyond) == 4
    with pytest.raises(IndexError):
        kinds[True](beyond)


WITHOUT = """
import sys
from knotlab.sim.compiling import compiler

compiler.NEEDED.append((compiler.CPUDispatcher, "no_such_attribute"))
from knotlab.sim.compiling.jit import jit
from knotlab.reports.cli.app import main

assert not isinstance(jit(lambda x: x).dispatcher, compiler.FragmentDispatcher)
main(sys.argv[1:])
"""


@pytest.mark.long
def test_without_numbas_inner_classes_the_same_games_are_played(tmp_path: Path) -> None:
    """The canary: should this fail while the other tests are skipped or fail, `NEEDED` misses something."""
    assert compiler.is_supported(), (
        "this Numba no longer has what sim/compiling/compiler.py rests on; kernels compile slowly"
    )
    words = ["play", "knotweed", "random", "random", "--games", "40", "--json"]
    environment = os.environ | {"KNOTLAB_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", WITHOUT, *words], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with_parts = program(*words).out
    assert _results(done.stdout) == _results(with_parts)


def _results(text: str) -> object:
    return json.loads(text)["strategies"]

"""Strategies declared in the running program: in a script, on the command line of Python, in a cell of a notebook."""

import linecache
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from knotlab import param, play, strategy
from knotlab.sim.errors import InputError
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.declare import declared
from knotlab.strategies.resolve import player
from tests.cli import GAME

MINE = '''from knotlab import param, strategy
from knotlab.sim.games.twisted_knot.state import PICK_UP


def worth(rank):
    return 1.5 * rank


@strategy("twisted-knot", keep=param(3, 0, 8))
def mine(view, move, keep):
    """Lay high cards first."""
    if move.kind == PICK_UP:
        return -100.0
    return worth(move.rank) + (keep if move.count > 1 else 0)
'''
ASK = """
from knotlab import param, play, strategy
from knotlab.strategies.resolve import player

if __name__ == "__main__":
    for named in (mine, "mine:keep=5"):
        result = play("twisted-knot", [named, "random"], games=9000, seed=3, workers=2, backend=BACKEND)
        print(result.players[0], result.estimate("loss_rate", 0).value)
"""


@pytest.fixture(scope="module")
def from_file(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the script prints, found with the same strategy in a file of its own."""
    file = tmp_path_factory.mktemp("own") / "mine.py"
    file.write_text(MINE)
    lines = []
    for name in ("mine", "mine:keep=5"):
        result = play(GAME, [name, "random"], games=9000, seed=3, strategies_from=[file])
        lines.append(f"{name} {result.estimate('loss_rate', 0).value}")
    return lines


@pytest.mark.more
@pytest.mark.parametrize(
    ("way", "backend"),
    [
        ("stdin", "threads"),
        pytest.param("script", "processes", marks=pytest.mark.long),
        pytest.param("-c", "threads", marks=pytest.mark.long),
    ],
)
def test_it_plays_as_it_does_from_a_file(way: str, backend: str, from_file: list[str], tmp_path: Path) -> None:
    script = MINE + ASK.replace("BACKEND", repr(backend))
    (tmp_path / "script.py").write_text(script)
    words = {"script": ["script.py"], "-c": ["-c", script], "stdin": ["-"]}[way]
    done = subprocess.run(
        [sys.executable, *words], cwd=tmp_path, input=script, capture_output=True, text=True, timeout=300
    )
    assert done.stdout.splitlines() == from_file, done.stderr


@pytest.fixture
def run_cell() -> Iterator[Callable[[str], dict[str, Any]]]:
    """Run the text of a cell as IPython does: in one name space, under a file name that only `linecache` knows."""
    names: dict[str, Any] = {"__name__": "__main__"}

    def run(text: str) -> dict[str, Any]:
        file = f"{os.sep}nowhere{os.sep}cell-{abs(hash(text))}.py"
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        exec(compile(text, file, "exec"), names)
        return names

    yield run
    declared[:] = [strategy for strategy in declared if not strategy.inline]


@pytest.mark.more
def test_a_cell_plays_as_it_does_from_a_file(run_cell: Callable, from_file: list[str]) -> None:
    mine = run_cell(MINE)["mine"]
    loss_rate = play(GAME, [mine, "random"], games=9000, seed=3).estimate("loss_rate", 0).value
    assert f"mine {loss_rate}" == from_file[0]
    assert player(GAME, "mine:keep=4").values == (4.0,)


def test_a_cell_that_is_run_again_is_the_same_strategy_and_a_changed_one_is_another(run_cell: Callable) -> None:
    first = player(GAME, run_cell(MINE)["mine"])
    assert player(GAME, run_cell(MINE + "\n# a comment")["mine"]) == first
    changed = player(GAME, run_cell(MINE.replace("1.5", "-1.5"))["mine"])
    assert changed.functions.fingerprint != first.functions.fingerprint
    assert player(GAME, "mine") == changed


def test_a_helper_that_is_changed_in_a_cell_of_its_own_changes_the_strategy(run_cell: Callable) -> None:
    mine = run_cell(MINE)["mine"]
    before = play(GAME, [mine, "random"], games=200, seed=3).tally.sums["loss_rate"].total.tolist()
    run_cell("def worth(rank):\n    return -1.5 * rank")
    after = play(GAME, [mine, "random"], games=200, seed=3).tally.sums["loss_rate"].total.tolist()
    assert before[0] > after[0]  # it lays low cards first now, and keeps the high ones for hard demands


def test_a_name_of_a_shipped_strategy_is_refused_once(run_cell: Callable) -> None:
    run_cell(MINE + MINE.replace("def mine", "def shed"))
    with pytest.raises(InputError, match="there is already a strategy 'shed' for twisted-knot"):
        player(GAME, "mine")
    assert player(GAME, "mine").name == "mine"


@pytest.mark.parametrize(
    ("named", "game", "says"),
    [
        ("worth", GAME, 'the function worth is not a strategy yet; put @strategy."twisted-knot". above it'),
        ("mine", "knotweed", "the function mine is a strategy for twisted-knot, not for knotweed"),
        ("PICK_UP", GAME, r"named by its spelling or by its function, not by \d"),
    ],
)
def test_what_is_no_strategy_of_the_game_is_refused(named: str, game: str, says: str, run_cell: Callable) -> None:
    names = run_cell(MINE)
    with pytest.raises(InputError, match=says):
        play(game, [names[named], "random"], games=10)


def test_a_kept_run_goes_on_in_another_session(run_cell: Callable, tmp_path: Path) -> None:
    mine = run_cell(MINE)["mine"]
    play(GAME, [mine, "random"], games=100, seed=3, out=tmp_path / "run")
    again = run_cell(MINE + "\n# elsewhere")["mine"]
    assert play(GAME, [again, "random"], games=200, seed=3, out=tmp_path / "run").n_games == 200
    other = run_cell(MINE.replace("1.5", "2.5"))["mine"]
    with pytest.raises(InputError, match="strategy_sources"):
        play(GAME, [other, "random"], games=200, seed=3, out=tmp_path / "run")


def test_what_is_declared_while_another_thread_looks_one_up_is_not_lost(tmp_path: Path) -> None:
    """As where a table is laid in one thread and a page asks in another."""
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    catalogue(GAME, [file])
    before = list(declared)
    others = [replace(before[0], name=f"other-{number}", game="another") for number in range(5000)]
    is_over = threading.Event()

    def look_up() -> None:
        while not is_over.is_set():
            catalogue(GAME, [file])

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(1) as pool:
            looking = pool.submit(look_up)
            for each in others:
                declared.append(each)
            is_over.set()
            looking.result()
        assert declared[len(before) :] == others
    finally:
        sys.setswitchinterval(usual)
        declared[:] = before


def test_of_a_file_that_is_edited_and_put_back_the_present_content_counts(tmp_path: Path) -> None:
    """Each content is run once, so the one that is put back was declared before the other."""
    file = tmp_path / "mine.py"
    for default in (3, 5, 3):
        file.write_text(MINE.replace("param(3,", f"param({default},"))
        assert catalogue(GAME, [file])["mine"].parameters["keep"].default == default


def test_several_parameters_may_be_taken_together() -> None:
    numbers = {f"n{i}": param(0, 0, 8) for i in range(3)}

    @strategy(GAME, **numbers)
    def one_by_one(view: Any, move: Any, n0: int, n1: int, n2: int) -> float:
        return move.rank * n0 + n1 - move.count * n2

    @strategy(GAME, **numbers)
    def together(view: Any, move: Any, n0: int, *others: int) -> float:
        return move.rank * n0 + others[0] - move.count * others[1]

    def lost(spelling: str) -> float:
        return play(GAME, [spelling, "random"], games=200, seed=3).estimate("loss_rate", 0).value

    assert lost("one-by-one:n0=2,n1=1,n2=5") == lost("together:n0=2,n1=1,n2=5") != lost("together:n0=2")

"""Players of all kinds at one table: a memory, a model of scikit-learn, another program over a pipe, and a policy that
learnt in PettingZoo's environment.
"""

import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.cli import program
from tests.project.documents import ROOT, blocks

PLAYERS = """
import atexit
import subprocess
from pathlib import Path

import numpy as np
from sklearn.tree import DecisionTreeRegressor

from knotlab import player

HERE = Path(__file__).parent
KINDS, RANKS, COUNTS = np.meshgrid(range(8), range(14), range(1, 5), indexing="ij")
LESSONS = np.column_stack([KINDS.ravel(), RANKS.ravel(), COUNTS.ravel()])
TREE = DecisionTreeRegressor(random_state=0).fit(LESSONS, LESSONS @ [100, 1, -2])  # few pick-ups, low ranks, many cards
WEIGHTS = np.load(HERE / "weights.npy")
ENGINE = '''
const lines = require("readline").createInterface({input: process.stdin});
lines.on("line", line => {
  const ranks = line.split(" ").map(Number);
  console.log(ranks.indexOf(Math.min(...ranks)));
});
'''


@player("twisted-knot")
class Remembering:
    '''Lays what it has laid least often, by a dict.'''

    def __init__(self):
        self.laid = {}

    def choose(self, view, moves):
        move = min(moves, key=lambda each: (each.kind, self.laid.get(each.rank, 0), each.rank))
        self.laid[move.rank] = self.laid.get(move.rank, 0) + 1
        return move


@player("twisted-knot")
class Tree:
    '''Plays what a decision tree finds cheapest.'''

    def choose(self, view, moves):
        return moves[int(np.argmin(TREE.predict([list(move)[:3] for move in moves])))]


@player("twisted-knot")
class OverAPipe:
    '''Plays what a program in JavaScript says.'''

    program = None

    def __init__(self):
        if OverAPipe.program is None:
            words = ["node", "-e", ENGINE]
            OverAPipe.program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            atexit.register(OverAPipe.program.kill)

    def choose(self, view, moves):
        print(*(100 * move.kind + move.rank for move in moves), file=self.program.stdin, flush=True)
        return moves[int(self.program.stdout.readline())]


@player("twisted-knot")
class Policy:
    '''Plays by the weights that were learnt in the environment.'''

    def choose(self, view, moves):
        return max(moves, key=lambda move: WEIGHTS[move.kind, move.rank])
"""
NAMES = ("remembering", "tree", "over-apipe", "policy")


def learnt() -> np.ndarray:
    """The policy that the page on training teaches, shape (kinds, ranks)."""
    known: dict[str, np.ndarray] = {}
    exec(next(block.text for block in blocks(ROOT / "docs" / "learning.md") if block.language == "python"), known)
    return known["weights"]


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="needs node, the program that is asked over a pipe")
def test_a_memory_a_model_a_program_and_a_policy_stand_in_one_tournament(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="needs scikit-learn, which no extra of knotlab has")
    pytest.importorskip("pettingzoo", reason="needs the extra pettingzoo")
    np.save(tmp_path / "weights.npy", learnt())
    file = tmp_path / "players.py"
    file.write_text(PLAYERS)
    words = ("tournament", "twisted-knot", *NAMES, "random", "--strategies-from", file, "--players", 3)
    options = ("--games", 300, "--json")
    alone = program(*words, *options, "--workers", 1, timeout=900).json
    assert {each["strategy"] for each in alone["ratings"]} == {*NAMES, "random"}
    places = {each["strategy"]: each["mean_place"] for each in alone["rates"]}
    assert max(places, key=places.__getitem__) == "random"  # whoever thinks is ahead of who does not
    two = program(*words, *options, "--workers", 2, "--backend", "processes", timeout=900).json
    assert two["ratings"] == alone["ratings"]

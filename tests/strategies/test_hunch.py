"""A hunch: what `knotlab new --hunch` writes is its base but for the rule, and a duel of it alone is with against
without.
"""

from pathlib import Path

import numpy as np
import pytest

from knotlab.analysis.runs.play import make_job
from knotlab.sim.playing.batches import play_games
from knotlab.strategies import param
from tests.cli import GAME, knotlab, refused, strategy_file

OTHERS = {"twisted-knot": ["shed", "random"], "knotweed": ["dump"], "twyst": ["cautious+high"] * 3}
BASES = [
    ("twisted-knot", "shed"),
    pytest.param("twisted-knot", "champion", marks=pytest.mark.long),
    pytest.param("twisted-knot", "hoard-nines@tips-v1", marks=pytest.mark.long),
    pytest.param("knotweed", "finisher", marks=pytest.mark.long),
    pytest.param("knotweed", "all-round", marks=pytest.mark.long),
    pytest.param("twyst", "champion", marks=pytest.mark.long),
]


@pytest.mark.parametrize(("game", "base"), BASES)
def test_with_its_switch_off_a_hunch_is_its_base_on_every_deal(game: str, base: str, tmp_path: Path) -> None:
    file = tmp_path / "my_idea.py"
    assert knotlab("new", file, "--hunch", "--game", game, "--base", base).status == 0
    half = "threshold+" if game == "twyst" else ""

    def played(who: str) -> np.ndarray:
        return play_games(make_job(game, [half + who, *OTHERS[game]], seed=5, strategies_from=[file]), 0, 600)

    usual = played(base)
    assert (played("my-idea:hunch=0") == usual).all()
    assert (played("my-idea") != usual).any()


@pytest.mark.long
def test_a_duel_of_a_hunch_alone_plays_it_with_its_switch_on_against_off(tmp_path: Path) -> None:
    file = tmp_path / "my_idea.py"
    told = knotlab("new", file, "--hunch").out
    words = told.strip().partition("Try it: knotlab ")[2].split()
    question = knotlab(*words, "--players", 2, "--margin", "20%", "--json").json["question"]
    assert (question["a"]["name"], question["a"]["values"]) == ("my-idea", [1.0])
    assert (question["b"]["name"], question["b"]["values"]) == ("my-idea:hunch=0", [0.0])


def test_a_duel_alone_takes_one_switch(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "two", "return a + b", parameters="a=param(1, 0, 1), b=param(0, 0, 1)")
    words = ("duel", GAME, "two", "--strategies-from", file)
    assert "'two' has several switches, a and b; name what to compare it with, as in two:a=0" in refused(*words)
    assert "a parameter that is 0 or 1, as rule=param(1, 0, 1) declares one" in refused("duel", GAME, "shed")


def test_a_switch_is_a_whole_number_of_two() -> None:
    numbers = [(1, 0, 1), (0, 0, 1), (1, 0, 2), (1, 1, 1), (1.0, 0.0, 1.0)]
    assert [param(*each).is_switch for each in numbers] == [True, True, False, False, False]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--base", "shed"), "give --hunch with it"),
        (("--hunch", "--base", "shedd"), "did you mean 'shed'?"),
        (("--hunch", "--base", "thinker"), "lay a rule over it with knotlab duel --forbid or --oblige"),
        (("--hunch", "--base", "threshold+solid", "--game", "twyst"), "a hunch is laid over one strategy"),
    ],
)
def test_a_base_is_a_strategy_whose_scores_can_be_added_to(words: tuple, says: str, tmp_path: Path) -> None:
    assert says in refused("new", tmp_path / "mine.py", *words)
    assert not (tmp_path / "mine.py").exists()


@pytest.mark.long
@pytest.mark.parametrize("name", ["shed.py", "passes_two.py", "2nd idea.py"])
def test_a_hunch_plays_whatever_its_file_is_called(name: str, tmp_path: Path) -> None:
    assert knotlab("new", tmp_path / name, "--hunch").status == 0
    assert knotlab("check", tmp_path / name, "--games", 2).status == 0

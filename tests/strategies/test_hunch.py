"""A hunch: what `knotlab new --hunch` writes is its base but for the rule, and a duel of it alone is with against
without.
"""

from pathlib import Path

import numpy as np
import pytest

from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.games.knotweed import state as knotweed
from knotlab.sim.games.twisted_knot import state as twisted_knot
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.settings import make_rules
from knotlab.strategies import param
from knotlab.strategies.resolve import player
from tests.cli import GAME, knotlab, refused, strategy_file

OTHERS = {"twisted-knot": ["shed", "random"], "knotweed": ["dump"], "twyst": ["cautious+high"] * 3}
BASES = [
    ("twisted-knot", "shed"),
    pytest.param("twisted-knot", "champion", marks=pytest.mark.long),
    pytest.param("twisted-knot", "hoard-nines@tips-v1", marks=pytest.mark.long),
    pytest.param("twisted-knot", "all-round", marks=pytest.mark.long),
    pytest.param("knotweed", "finisher", marks=pytest.mark.long),
    pytest.param("knotweed", "all-round", marks=pytest.mark.long),
    pytest.param("knotweed", "champion", marks=pytest.mark.long),
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


def low_lay(view: np.record, move: twisted_knot.Move) -> bool:
    return bool(move.kind == twisted_knot.LAY and move.rank < 7 and view["stack_size"] < 8)


def small_play(view: np.record, move: knotweed.Move) -> bool:
    return bool(move.kind == knotweed.PLAY and move.rank < 7)


# The rule as a line of the template's file, the same in Python, and the move that is never made for its sake.
LOW_LAY = ("move.kind == 0 and move.rank < 7 and view.stack_size < 8", low_lay, twisted_knot.PICK_UP)
EARLY_FOUR = "move.kind == 0 and move.rank == FOUR and view.stack_size < 8"
SMALL_PLAY = ("move.kind == PLAY and move.rank < 7", small_play, knotweed.PASS)


def hunch_file(folder: Path, game: str, base: str, rule: str) -> Path:
    """The template's file with another rule."""
    file = folder / "my_idea.py"
    assert knotlab("new", file, "--hunch", "--game", game, "--base", base).status == 0
    lines = [f"    return {rule}" if "return move.kind ==" in line else line for line in file.read_text().split("\n")]
    four = "from knotlab.sim.games.twisted_knot.cards import FOUR"
    file.write_text("\n".join(lines).replace("from knotlab import", f"{four}\nfrom knotlab import"))
    return file


@pytest.mark.parametrize(
    ("game", "base", "how"),
    [
        ("twisted-knot", "shed", LOW_LAY),
        pytest.param("twisted-knot", "champion", LOW_LAY, marks=pytest.mark.long),
        pytest.param("twisted-knot", "all-round", LOW_LAY, marks=pytest.mark.long),
        pytest.param("twisted-knot", "hoard-nines@tips-v1", LOW_LAY, marks=pytest.mark.long),
        pytest.param("knotweed", "finisher", SMALL_PLAY, marks=pytest.mark.long),
        pytest.param("knotweed", "champion", SMALL_PLAY, marks=pytest.mark.long),
    ],
)
def test_a_move_that_waits_comes_after_all_that_the_base_prefers_to_giving_up(
    game: str, base: str, how: tuple, tmp_path: Path
) -> None:
    """In words: what the base would do if it is not meant; else the best other move that the base prefers to picking up
    or passing, where it can; else the move after all.
    """
    rule, is_meant, giving_up = how
    file = hunch_file(tmp_path, game, base, rule)
    plain, waiting = player(game, base), player(game, "my-idea", [file])
    step, waited, made = Stepper(games.find(game), make_rules(games.find(game), 3)), 0, 0
    for seed in range(4):
        for _ in step.random_game(seed):
            view, moves = step.view.copy(), step.moves()
            scores = dict(zip(moves, scores_of(plain, view.copy(), moves), strict=True))
            least = max((scores[move] for move in moves if move.kind == giving_up), default=-np.inf)
            meant = {move for move in moves if is_meant(view, move)}
            best = max(moves, key=lambda move: scores[move])
            others = [move for move in moves if move not in meant and scores[move] > least]
            if game == "knotweed" and best in meant and view["plays"] > 0:
                others = [move for move in moves if move not in meant]
            expected = max(others, key=lambda move: scores[move]) if best in meant and others else best
            now = dict(zip(moves, scores_of(waiting, view.copy(), moves), strict=True))
            assert now[expected] == max(now.values())
            waited += expected != best
            made += expected in meant
    assert waited > 10 and made > 3


def test_one_hunch_gets_one_answer_however_it_is_written(tmp_path: Path) -> None:
    """Fours that wait for a stack of eight: by the template, and as a score between those that `shed` gives its lays
    (above zero) and picking up (-1000). A score below that of picking up is another hunch.
    """
    template = hunch_file(tmp_path, "twisted-knot", "shed", EARLY_FOUR)
    scored = {
        name: strategy_file(
            tmp_path,
            name,
            f"return shed(view, move) - ({less} if {EARLY_FOUR} else 0.0)",
            top="from knotlab.sim.games.twisted_knot.cards import FOUR\n"
            "from knotlab.strategies.twisted_knot.shed import shed",
        )
        for name, less in (("waits", 500.0), ("never", 1e6))
    }

    def played(name: str, file: Path) -> np.ndarray:
        table = [f"{name}:tremble=0", "shed:tremble=0", "random"]
        return play_games(make_job("twisted-knot", table, seed=8, strategies_from=[file]), 0, 400)

    waits = played("my-idea", template)
    assert (waits == played("waits", scored["waits"])).all()
    assert (waits != played("never", scored["never"])).any()


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
